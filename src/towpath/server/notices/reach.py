"""Where a notice may go: never into the network that the server itself stands in.

The same rules are asked twice: about the address when somebody gives it, so that it is refused with a reason, and about the
machine that is really connected to when a notice is sent (see ``guard``), since a name may lead elsewhere by then.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Collection, Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

from towpath.language import msg

Address: TypeAlias = IPv4Address | IPv6Address
Resolve: TypeAlias = Callable[[str], Iterable[str]]
"""The addresses of a name, as text. ``OSError`` when it has none."""

INWARD = msg("it points into the server's own network, where notices may not go")
NO_HOST = msg("it names no host that a notice could be sent to")
ODD_NUMBER = msg("a number of a machine is written as four numbers with dots, or as IPv6 in brackets")
ODD_PORT = msg("notices are not sent to port {port}")
NOWHERE = msg("no machine of that name is known")

METADATA = frozenset(map(ip_address, ("169.254.169.254", "168.63.129.16", "100.100.100.200", "fd00:ec2::254")))
"""Where machines of a cloud are told their own secrets. These stay shut even where the own network is open."""
SPECIAL = tuple(
    map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "::/96", "64:ff9b:1::/48", "5f00::/16", "fec0::/10"))
)
"""Ranges that lead to no machine of the internet, or through a gateway to any."""
NAT64 = IPv6Network("64:ff9b::/96")
ENDINGS = (
    "localhost",
    "local",
    "localdomain",
    "internal",
    "intranet",
    "lan",
    "home",
    "corp",
    "private",
    "home.arpa",
    "onion",
)
"""Endings of names that mean something in somebody's own network only."""
LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?")
NUMERIC = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)")

WEB_PORTS = frozenset((80, 443))
MAIL_PORTS = frozenset((25, 465, 587, 2525))
FIRST_FREE = 1024
SHUT_PORTS = frozenset((
    1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672,
    5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7001, 8500, 9042, 9092, 9200, 9300, 10080,
    10250, 11211, 27017, 50070,
))  # fmt: skip
"""Ports at which no receiver of notices listens but databases and the like do."""


class Refused(OSError):
    """A notice may not go there; ``text`` says why, with ``values`` in it and without anything of the address."""

    def __init__(self, text: str, **values: str) -> None:
        super().__init__(text.format_map(values))
        self.text = text
        self.values = values


class Unknown(Refused):
    """A name that leads nowhere, at the moment at least."""

    def __init__(self) -> None:
        super().__init__(NOWHERE)


def check_host(
    host: str, own_network: bool = False, resolve: Resolve | None = None, own: Collection[Address] = ()
) -> None:
    """Refuse a host that is no name or number of a machine outside, whatever way it is written. ``own``: addresses of the server
    itself; ``own_network``: inside is allowed too. ``Refused``."""
    name = plain_host(host)
    found = literal(name)
    if found is None and not own_network:
        check_name(name)
    addresses = (found,) if found is not None else _resolved(name, resolve or resolved)
    for address in addresses:
        check_address(address, own_network, own)


def plain_host(host: str) -> str:
    """A host as it is looked up: lower case, in ASCII, without brackets or a dot at the end. ``Refused``."""
    text = host.removesuffix(".")
    if text.startswith("[") and text.endswith("]"):
        return text[1:-1].lower()
    if not text or len(text) > 253 or re.search(r"[\s\\/@?#%\x00-\x20\x7f]", text):
        raise Refused(NO_HOST)
    try:
        return text.encode("idna").decode("ascii").lower().removesuffix(".")
    except UnicodeError:
        raise Refused(NO_HOST) from None


def literal(name: str) -> Address | None:
    """The number that a host is written as; ``None`` for a name. ``Refused`` for a number in any but the usual way, as
    programs read those differently."""
    try:
        found = ip_address(name)
    except ValueError:
        if ":" in name or NUMERIC.fullmatch(name.rpartition(".")[2]):
            raise Refused(ODD_NUMBER) from None
        return None
    if isinstance(found, IPv6Address) and found.scope_id is not None:
        raise Refused(INWARD)
    return found


def check_name(name: str) -> None:
    """``Refused`` for a name that means something in somebody's own network only."""
    labels = name.split(".")
    if not all(LABEL.fullmatch(label) for label in labels):
        raise Refused(NO_HOST)
    if len(labels) < 2 or any(name == ending or name.endswith(f".{ending}") for ending in ENDINGS):
        raise Refused(INWARD)


def check_address(address: Address, own_network: bool = False, own: Collection[Address] = ()) -> None:
    """``Refused`` for a machine that is not outside; with ``own_network`` only for what is no machine at all, and for those that
    tell a cloud's secrets."""
    for each in forms(address):
        if each in METADATA or each.is_multicast or each.is_unspecified or _is_broadcast(each):
            raise Refused(INWARD)
        if not own_network and (each in own or not _is_outside(each)):
            raise Refused(INWARD)


def forms(address: Address) -> tuple[Address, ...]:
    """The address, and those that it stands for (IPv4 in IPv6, through gateways)."""
    if isinstance(address, IPv4Address):
        return (address,)
    found: list[Address] = [address]
    inner: list[Address | None] = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in NAT64 or int(address) >> 32 == 0:
        inner.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return (*found, *(each for each in inner if each is not None))


def _is_outside(address: Address) -> bool:
    # A mapped address counts as what it stands for, which is looked at beside it.
    if isinstance(address, IPv6Address) and (address.ipv4_mapped is not None or address in NAT64):
        return True
    if any(address in network for network in SPECIAL if network.version == address.version):
        return False
    return address.is_global and not (address.is_reserved or address.is_link_local)


def _is_broadcast(address: Address) -> bool:
    return isinstance(address, IPv4Address) and (int(address) >> 24 == 0 or int(address) == 0xFFFFFFFF)


def check_port(port: int, mail: bool = False) -> None:
    """``Refused`` for a port at which nothing listens that takes notices; ``mail``: they go by mail."""
    usual = port in WEB_PORTS or (mail and port in MAIL_PORTS)
    if not usual and (not FIRST_FREE <= port <= 65_535 or port in SHUT_PORTS):
        raise Refused(ODD_PORT, port=str(port))


def resolved(name: str) -> list[str]:
    """The addresses of a name. ``OSError`` when it has none."""
    return list(dict.fromkeys(str(each[4][0]) for each in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)))


def _resolved(name: str, resolve: Resolve) -> tuple[Address, ...]:
    try:
        texts = list(resolve(name))
    except (OSError, UnicodeError):
        raise Unknown from None
    try:
        found = tuple(ip_address(text.partition("%")[0]) for text in texts)
    except ValueError:
        raise Unknown from None
    if not found:
        raise Unknown
    return found
