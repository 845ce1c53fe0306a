"""Where notices may go: services that send to somebody outside, and no way of writing a machine of the server's own network."""

from __future__ import annotations

import subprocess
import sys
from ipaddress import ip_address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from towpath.server.notices.links import BadOrigin, public_address
from towpath.server.notices.reach import Refused, Unknown, check_address, check_host, check_port, literal, plain_host
from towpath.server.notices.services import LONGEST, SERVICES, BadAddress, service_of, shortened

INSIDE = (
    "127.0.0.1", "127.8.9.1", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "169.254.1.1", "100.64.0.1", "100.127.255.255", "100.100.100.200", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.7",
    "203.0.113.9", "224.0.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255", "168.63.129.16", "192.88.99.1",
    "::", "::1", "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1", "100::1", "5f00::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "::10.1.1.1", "64:ff9b::127.0.0.1", "64:ff9b::a00:1",
    "64:ff9b:1::7f00:1", "2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:101::1", "2001:0:7f00:1::",
    "2001:0:4136:e378:8000:63bf:f5ff:fffe",
)  # fmt: skip
OUTSIDE = (
    "93.184.216.34",
    "8.8.8.8",
    "1.1.1.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
)
SPELLINGS = (
    "localhost", "LOCALHOST", "localhost.", "foo.localhost", "server", "intranet", "printer.local", "nas.lan", "db.internal",
    "metadata.google.internal", "router.home.arpa", "x.home", "wiki.corp", "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "0",
    "2130706433", "0x7f000001", "0x7f.0.0.1", "0x7f.1", "017700000001", "0177.0.0.1", "127.0.0.01", "127.000.000.001",
    "0x7f.0x0.0x0.0x1",
    "１２７.0.0.1", "①②⑦.⓪.⓪.①", "127。0。0。1", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:127.0.0.1]",
    "[fe80::1%eth0]", "[fe80::1%25eth0]", "::1", "[::]", "0.0.0.0", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "169.254.169.254",
    "2852039166",
    "0xa9fea9fe", "", ".", "..", "a..b", "-", "exa mple.org", "example.org/x", "user@localhost", "example.org:80",
    "ex\\ample.org",
    "example.org\n", "1.2.3", "1.2.3.4.5", "256.256.256.256", "a" * 64 + ".org", ".".join(["abc"] * 90),
)  # fmt: skip


def nowhere(name: str) -> list[str]:
    raise AssertionError(f"{name} must not even be looked up")


@pytest.mark.parametrize("text", INSIDE)
def test_machines_inside_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        check_address(ip_address(text))


@pytest.mark.parametrize("text", OUTSIDE)
def test_machines_outside_are_not(text: str) -> None:
    check_address(ip_address(text))


@pytest.mark.parametrize("host", SPELLINGS)
def test_no_spelling_of_a_host_leads_inside(host: str) -> None:
    with pytest.raises(Refused):
        check_host(
            host, resolve=lambda name: ["8.8.8.8"] if name == "example.org" and host.endswith("\n") else nowhere(name)
        )


@pytest.mark.parametrize(
    "found",
    [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["2606:4700:4700::1111", "::1"], ["fe80::1%2"], ["::ffff:192.168.0.1"]],
)
def test_a_name_that_leads_inside_is_refused(found: list[str]) -> None:
    with pytest.raises(Refused, match="own network"):
        check_host("ntfy.example.org", resolve=lambda _: found)


@pytest.mark.parametrize("host", ["ntfy.example.org", "NTFY.example.ORG.", "bücher.example", "xn--bcher-kva.example"])
def test_a_name_that_leads_outside_is_taken(host: str) -> None:
    asked: list[str] = []

    def resolve(name: str) -> list[str]:
        asked.append(name)
        return ["93.184.216.34"]

    check_host(host, resolve=resolve)
    assert asked in (["ntfy.example.org"], ["xn--bcher-kva.example"])


def test_a_name_that_leads_nowhere_is_told_as_that() -> None:
    def fails(_: str) -> list[str]:
        raise OSError("no such name")

    for resolve in (fails, lambda _: [], lambda _: ["what"]):
        with pytest.raises(Unknown, match="no machine of that name"):
            check_host("ntfy.example.org", resolve=resolve)


def test_the_servers_own_addresses_are_refused_though_they_are_outside() -> None:
    own = frozenset((ip_address("93.184.216.34"),))
    with pytest.raises(Refused):
        check_host("towpath.example.org", resolve=lambda _: ["93.184.216.34"], own=own)
    with pytest.raises(Refused):
        check_address(ip_address("::ffff:93.184.216.34"), own=own)
    check_address(ip_address("93.184.216.35"), own=own)


def test_the_own_network_can_be_opened_but_not_what_tells_a_clouds_secrets() -> None:
    check_host("ntfy.lan", own_network=True, resolve=lambda _: ["192.168.1.7"])
    check_host("127.0.0.1", own_network=True)
    for text in (
        "169.254.169.254",
        "::ffff:169.254.169.254",
        "100.100.100.200",
        "fd00:ec2::254",
        "224.0.0.1",
        "0.0.0.0",
        "255.255.255.255",
    ):
        with pytest.raises(Refused):
            check_address(ip_address(text), own_network=True)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(range(4)))
def test_ipv4_within_ipv6_leads_nowhere_that_ipv4_does_not(number: int, way: int) -> None:
    plain = ip_address(number)
    sixth = f"2002:{number >> 16:x}:{number & 0xFFFF:x}::1"
    try:
        check_address(plain)
    except Refused:
        with pytest.raises(Refused):
            check_address(ip_address((f"::ffff:{plain}", f"64:ff9b::{plain}", sixth, f"::{plain}")[way]))


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_a_host_or_refused(text: str) -> None:
    try:
        check_host(text, resolve=lambda _: ["8.8.8.8"])
    except Refused:
        return
    name = plain_host(text)
    assert literal(name) is not None or "." in name


@pytest.mark.parametrize(("port", "mail", "fits"), [
    (80, False, True), (443, False, True), (8080, False, True), (22, False, False), (25, False, False),
    (25, True, True), (587, True, True),
    (6379, False, False), (5432, True, False), (0, False, False), (70000, False, False),
    (-1, False, False), (11211, False, False),
])  # fmt: skip
def test_ports_at_which_something_else_listens_are_refused(port: int, mail: bool, fits: bool) -> None:
    if fits:
        check_port(port, mail)
    else:
        with pytest.raises(Refused, match="port"):
            check_port(port, mail)


# -- services -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [
    "file:///etc/passwd", "dbus://", "gnome://x", "windows://x", "macosx://x", "syslog://x", "rsyslog://example.org", "exec://ls",
    "http://example.org/", "https://example.org", "glib://x", "kde://x", "mqtt://example.org", "smpp://x", "growl://example.org",
    "blink1://x", "irc://example.org", "xmpp://example.org", "vapid://x", "rss://x", "", "json", "json:", "json://", "://example.org",
    "json:/example.org", "JSON ://example.org", " json://example.org", "json://exa mple.org", "json://example.org\\@127.0.0.1",
    "json://example.org\n", "json://user@example.org@127.0.0.1/", "json://a:b@c@d", "json://ex\u200bample.org", "json://\u202egro.elpmaxe",
    "javascript:alert(1)", "json://" + "x" * LONGEST, "\0json://example.org",
])  # fmt: skip
def test_what_is_no_address_of_a_service_is_refused(address: str) -> None:
    with pytest.raises(BadAddress) as told:
        service_of(address)
    assert "passwd" not in str(told.value)


def test_every_service_is_one_of_apprises() -> None:
    """Asked in a process of its own, as the server itself never loads them."""
    program = (
        "import apprise\n"
        "known = {s for each in apprise.Apprise().details()['schemas'] for key in ('protocols', 'secure_protocols')"
        " for s in each[key] or ()}\n"
        f"print(sorted(set({sorted(SERVICES)!r}) - known))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert told.stdout.strip() == "[]"


@pytest.mark.parametrize(("address", "shown"), [
    ("mailtos://ann:secret@example.org?to=ann@example.org", "E-mail at example.org"),
    ("discord://41742162981240/JHMHI8qBe7bk2ZwO5U711o3dV_js", "Discord, …_js"),
    ("tgram://12345:short/1", "Telegram"),
    ("jsons://user:pass@hooks.example.org:8443/a/b?token=secret", "A webhook at hooks.example.org:8443"),
    ("ntfys://my-secret-topic-of-long-name", "ntfy, …ame"),
    ("gone://x", "an address that is not understood any more"),
])  # fmt: skip
def test_an_address_is_shown_in_short(address: str, shown: str) -> None:
    assert shortened(address) == shown
    assert "secret" not in shown


# -- the server's own address ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "address"), [
    ("https://towpath.example.org", "https://towpath.example.org"), ("https://Towpath.Example.org/", "https://towpath.example.org"),
    ("http://192.168.1.5:8017", "http://192.168.1.5:8017"), ("http://[2001:db8::1]:80/", "http://[2001:db8::1]:80"),
])  # fmt: skip
def test_a_public_address_is_read(text: str, address: str) -> None:
    assert public_address(text) == address


@pytest.mark.parametrize("text", [
    "towpath.example.org", "ftp://example.org", "https://", "https://example.org/path", "https://a b", "https://user@example.org",
    "https://example.org:99999", "https://example.org?x", "javascript:alert(1)", "https://exa\nmple.org",
])  # fmt: skip
def test_what_is_no_public_address_is_told(text: str) -> None:
    with pytest.raises(BadOrigin, match=r"https://towpath\.example\.org is one"):
        public_address(text)
