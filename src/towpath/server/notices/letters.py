"""A notice on its way: what is asked of the process that sends it, what that reports, and starting it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterable
from typing import Literal, Protocol, TypeAlias

import msgspec

from towpath.language import msg, say

log = logging.getLogger("towpath.server")

Outcome: TypeAlias = Literal["sent", "failed", "refused"]
"""``failed`` may go better another time; ``refused`` will not."""

PATIENCE = 60
"""Seconds that sending may take."""
KEPT = ("PATH", "PYTHONPATH", "SYSTEMROOT", "LANG", "LC_ALL", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE")
"""What the process that sends sees of the server's environment: no passwords, no addresses of databases, no proxies."""


class Errand(msgspec.Struct, frozen=True, kw_only=True):
    """Where a notice goes and what is in it. ``only_check``: nothing is sent. ``own_network``: machines inside may be reached;
    ``own``: names of the server itself."""

    address: str
    title: str = ""
    body: str = ""
    only_check: bool = False
    own_network: bool = False
    own: tuple[str, ...] = ()


class Report(msgspec.Struct, frozen=True):
    """What came of it. ``problem``: why not, as a text for ``say`` with ``values``, without anything of the address."""

    outcome: Outcome
    problem: str = ""
    values: dict[str, str] = {}

    @property
    def sentence(self) -> str:
        """Why not, in the language of the moment; empty when it went well."""
        if not self.problem:
            return ""
        why = say(self.problem, **self.values)
        if self.outcome == "refused":
            return say("That address cannot be used: {why}.", why=why)
        return say("The service cannot be used at the moment: {why}.", why=why)


class Delivery(Protocol):
    """What sends."""

    def check(self, address: str) -> Report:
        """Whether notices may go to an address."""
        ...

    def send(self, address: str, title: str, body: str) -> Report:
        """Send one."""
        ...


class Messengers:
    """Sends each notice by a process of its own. ``own_network`` and ``own`` as in an errand."""

    def __init__(self, own_network: bool = False, own: Iterable[str] = ()) -> None:
        self._own_network = own_network
        self._own = tuple(own)

    def check(self, address: str) -> Report:
        """See ``Delivery``."""
        return self._go(Errand(address=address, only_check=True, own_network=self._own_network, own=self._own))

    def send(self, address: str, title: str, body: str) -> Report:
        """See ``Delivery``."""
        return self._go(Errand(address=address, title=title, body=body, own_network=self._own_network, own=self._own))

    def _go(self, errand: Errand) -> Report:
        command = [sys.executable, "-P", "-m", "towpath.server.notices.messenger"]
        seen = {name: os.environ[name] for name in KEPT if name in os.environ}
        try:
            done = subprocess.run(
                command, input=msgspec.json.encode(errand), capture_output=True, timeout=PATIENCE, env=seen, check=False
            )
            return msgspec.json.decode(done.stdout, type=Report)
        except subprocess.TimeoutExpired:
            return Report("failed", msg("it does not answer"))
        except (OSError, msgspec.DecodeError):
            log.exception("a process that sends notices could not be run")
            return Report("failed", msg("this server could not send anything"))
