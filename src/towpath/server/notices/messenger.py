"""The process that sends one notice: ``python -m towpath.server.notices.messenger``, told what on its input.

It is apart from the server because it is fenced in (see ``guard``) before it looks at the address, may hang, and loads a hundred
services that the server itself never needs.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from ipaddress import ip_address
from typing import Any

import apprise
import msgspec
import requests
from requests.adapters import HTTPAdapter

from towpath.language import msg
from towpath.server.notices.guard import Guard
from towpath.server.notices.letters import Errand, Report
from towpath.server.notices.reach import Address, Refused, Unknown, check_host, check_port, resolved
from towpath.server.notices.services import Service, service_of

UNREADABLE = msg("it has not the form that addresses of that service have; Apprise's pages on the service show it")
NOT_TAKEN = msg("it does not take the notice")
PROXIES = ("http_proxy", "https_proxy", "all_proxy")


class Answers:
    """What the service answered, as far as one may tell it: a number or a kind of failure, nothing of what it said."""

    def __init__(self) -> None:
        self.last: Report | None = None
        self._send = HTTPAdapter.send

    def listen(self) -> None:
        """From now on note what every request is answered."""

        def send(adapter: HTTPAdapter, request: requests.PreparedRequest, **given: Any) -> requests.Response:
            try:
                response = self._send(adapter, request, **given)
            except requests.RequestException as error:
                self.last = told(error)
                raise
            self.last = Report("failed", msg("it answered with {status}"), {"status": str(response.status_code)})
            return response

        HTTPAdapter.send = send  # type: ignore[method-assign, assignment]


def told(error: Exception) -> Report:
    """A failure in words."""
    match error:
        case requests.Timeout() | TimeoutError():
            why = msg("it does not answer")
        case requests.exceptions.SSLError():
            why = msg("the connection to it cannot be made safe")
        case requests.ConnectionError() | OSError():
            why = msg("it cannot be reached")
        case _:
            why = NOT_TAKEN
    return Report("failed", why)


def carry_out(errand: Errand) -> Report:
    """Look at an address, and unless that is all send a notice there."""
    service = service_of(errand.address)
    guard = Guard(errand.own_network, service.mail, _own(errand.own))
    guard.install()
    try:
        receiver = _receiver(errand.address)
        _check(receiver, service, errand)
    except Unknown as unknown:
        return Report("failed", unknown.text)
    except Refused as refused:
        return Report("refused", refused.text, refused.values)
    if errand.only_check:
        return Report("sent")
    answers = Answers()
    answers.listen()
    if _sent(receiver, errand):
        return Report("sent")
    if guard.refused is not None:
        return Report("refused", guard.refused.text, guard.refused.values)
    return answers.last or Report("failed", NOT_TAKEN)


def _receiver(address: str) -> Any:
    """Apprise's object for an address. ``Refused``."""
    asset = apprise.AppriseAsset(
        http_redirects=False,
        allow_templates=False,
        secure_logging=True,
        storage_mode=apprise.PersistentStoreMode.MEMORY,
    )
    asset.app_id, asset.app_desc, asset.app_url = "Towpath", "Towpath", ""
    asset.pgp_autogen = asset.pem_autogen = asset.async_mode = False
    made = apprise.Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
    if made is None:
        raise Refused(UNREADABLE)
    return made


def _sent(receiver: Any, errand: Errand) -> bool:
    """Send it as the plain text that it is: where a service wants HTML or marks, Apprise escapes it."""
    sender = apprise.Apprise(asset=receiver.asset)
    sender.add(receiver)
    return bool(sender.notify(body=errand.body, title=errand.title, body_format=apprise.NotifyFormat.TEXT))


def _check(receiver: Any, service: Service, errand: Errand) -> None:
    """Refuse a host or port at once, where the address names one. What is connected to is checked again when it is."""
    if not (service.hosted or getattr(receiver, "mode", None) == "private"):
        return
    host = getattr(receiver, "smtp_host", None) or getattr(receiver, "host", None)
    if host:
        check_host(str(host), errand.own_network, resolved, _own(errand.own))
    port = getattr(receiver, "port", None)
    if port and not errand.own_network:
        check_port(int(port), service.mail)


def _own(hosts: tuple[str, ...]) -> frozenset[Address]:
    """The addresses of the server itself, by its names."""
    found: set[Address] = set()
    for host in (*hosts, socket.gethostname()):
        try:
            found.update(ip_address(each.partition("%")[0]) for each in resolved(host))
        except (OSError, ValueError, UnicodeError):
            continue  # a name that leads nowhere leads not here
    return frozenset(found)


def main() -> None:
    """Read an errand, carry it out, and write the report."""
    for name in (*PROXIES, *map(str.upper, PROXIES)):
        os.environ.pop(name, None)
    os.environ["NETRC"] = os.devnull  # what this machine knows of passwords is not for the services of guests
    logging.disable(logging.CRITICAL)  # what Apprise logs may hold parts of the address
    errand = msgspec.json.decode(sys.stdin.buffer.read(), type=Errand)
    try:
        report = carry_out(errand)
    except Exception as error:
        report = told(error)
    sys.stdout.buffer.write(msgspec.json.encode(report))


if __name__ == "__main__":
    main()
