"""The process that sends a notice can reach nobody inside and touch nothing, whatever an address makes of Apprise."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.server.receiver import Receiver, receiving, receiving_mail
from towpath.server.notices.letters import Errand, Messengers, Report

OPEN = Messengers(own_network=True)
SHUT = Messengers()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def fenced(program: str, before: str = "") -> str:
    """What a program prints in a process that is fenced in; ``before``: what is done first."""
    whole = f"{before}\nfrom towpath.server.notices.guard import Guard\nGuard().install()\n{program}"
    done = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, timeout=60, check=False)
    return done.stdout + done.stderr


def test_a_notice_arrives(receiver: Receiver) -> None:
    assert OPEN.send(receiver.address, "Your turn", "Ann: pass or bid.") == Report("sent")
    (got,) = receiver.got
    assert got["path"] == "/notices"
    assert (got["title"], got["message"]) == ("Your turn", "Ann: pass or bid.")


@pytest.mark.parametrize(("form", "written"), [("text", "<b>Ann</b>: pass."), ("html", "&lt;b&gt;Ann&lt;/b&gt;:")])
def test_a_notice_goes_by_mail_as_the_text_that_it_is(form: str, written: str) -> None:
    with receiving_mail() as (port, letters):
        address = f"mailto://ann:secret@127.0.0.1:{port}?from=ann@example.org&to=bob@example.org&format={form}"
        assert OPEN.send(address, "Your turn", "<b>Ann</b>: pass.") == Report("sent")
        (letter,) = letters
        assert "Subject: Your turn" in letter
        assert "To: bob@example.org" in letter
        assert written in letter.replace("=\r\n", "")
        assert SHUT.send(address, "x", "y").outcome == "refused"
        assert len(letters) == 1


def test_the_own_network_is_shut_unless_it_was_opened(receiver: Receiver) -> None:
    for messengers in (SHUT.send(receiver.address, "x", "y"), SHUT.check(receiver.address)):
        assert messengers.outcome == "refused"
        assert messengers.sentence.startswith("That address cannot be used: it points into the server's own network")
    assert OPEN.check(receiver.address) == Report("sent")
    assert receiver.got == []


def test_what_is_answered_is_told_by_number_only(receiver: Receiver) -> None:
    receiver.status = 503
    told = OPEN.send(receiver.address.replace("json://", "json://user:secret@"), "x", "y")
    assert told.outcome == "failed"
    assert told.sentence == "The service cannot be used at the moment: it answered with 503."


def test_an_answer_that_leads_elsewhere_is_not_followed(receiver: Receiver) -> None:
    receiver.status, receiver.location = 307, f"http://127.0.0.1:{receiver.port}/elsewhere"
    assert OPEN.send(receiver.address, "x", "y").outcome == "failed"
    assert [each["path"] for each in receiver.got] == ["/notices"]


def test_nobody_there_is_told() -> None:
    with receiving() as gone:
        address = gone.address
    assert OPEN.send(address, "x", "y").sentence == "The service cannot be used at the moment: it cannot be reached."


def rebinding(first: str, then: str, port: int) -> Report:
    """Sending to a name that leads elsewhere once it has been looked at."""
    program = f"""
import socket, sys
from towpath.server.notices import messenger, reach
real, asked = socket.getaddrinfo, []
def lookup(host, port, *rest, **more):
    if host != "ntfy.example.org":
        return real(host, port, *rest, **more)
    asked.append(host)
    found = {first!r} if len(asked) < 2 else {then!r}
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (found, port or 0))]
socket.getaddrinfo = lookup
messenger.main()
"""
    errand = Errand(address=f"json://ntfy.example.org:{port}/", title="x", body="y")
    done = subprocess.run(
        [sys.executable, "-c", program], input=msgspec.json.encode(errand), capture_output=True, timeout=60, check=False
    )
    return msgspec.json.decode(done.stdout, type=Report)


def test_a_name_that_changes_its_meaning_leads_nowhere(receiver: Receiver) -> None:
    """DNS rebinding: outside when it is looked at, inside when the notice is sent."""
    told = rebinding("93.184.216.34", "127.0.0.1", receiver.port)
    assert told.outcome == "refused"
    assert "own network" in told.problem
    assert receiver.got == []


@pytest.mark.parametrize(
    "way", ["json", "mailto", "ntfy", "gotify", "signal", "matrix", "mmost", "nctalk", "apprise", "bark"]
)
def test_a_redirect_or_any_other_way_ends_at_the_guard(way: str, receiver: Receiver) -> None:
    """Even where the first look is passed by: the address that is connected to is looked at again."""
    program = f"""
made = apprise.Apprise.instantiate("{way}://u:p@127.0.0.1:{receiver.port}/abcdefghijklmnop/+15551234567?redirect=yes")
print("made" if made is not None else "unreadable")
print(made and made.notify(body="x", title="y"))
"""
    told = fenced(program, before="import apprise")
    assert told.startswith(("made", "unreadable"))
    assert "True" not in told
    assert "Traceback" not in told
    assert receiver.got == []


@pytest.mark.parametrize(
    "deed",
    [
        "import socket; socket.create_connection(('127.0.0.1', 80), timeout=1)",
        "import socket; socket.create_connection(('localhost', 8017), timeout=1)",
        "import socket; socket.socket().connect(('localhost', 8017))",
        "import socket; socket.socket(socket.AF_INET6).connect(('::1', 8017))",
        "import socket; socket.socket().connect(('10.0.0.1', 443))",
        "import socket; socket.socket().connect(('93.184.216.34', 22))",
        "import socket; socket.socket(socket.AF_UNIX).connect('/var/run/docker.sock')",
        "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('93.184.216.34', 53))",
        "import socket; socket.socket().bind(('', 0))",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
        "import os; os.fork()",
        "import os; os.execv('/bin/true', ['true'])",
        "open('/etc/passwd')",
        "open('/proc/self/environ')",
        "open('new', 'w')",
        "import os; os.open('new', os.O_CREAT | os.O_WRONLY)",
        "import os; os.remove('new')",
        "import pathlib; pathlib.Path('new').mkdir()",
    ],
)
def test_a_process_that_sends_can_do_nothing_else(deed: str) -> None:
    assert "towpath.server.notices.reach.Refused" in fenced(deed)


@pytest.mark.parametrize(
    "argument", ["discord://{id}/{token}?template=/etc/passwd", "discord://{id}/{token}?template=file:///etc/passwd"]
)
def test_an_address_reads_no_files(argument: str) -> None:
    address = argument.format(id="417421629812407296", token="JHMHI8qBe7bk2ZwO5U711o3dV_jsabcdef")
    told = OPEN.send(address, "x", "y")
    assert told.outcome != "sent"
    assert "root:" not in told.sentence


def test_what_the_server_knows_by_its_environment_is_not_passed_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, receiver: Receiver
) -> None:
    """Neither a database's password nor a proxy that would send everything from inside."""
    monkeypatch.setenv("TOWPATH_DATABASE", "postgresql://user:secret@db/towpath")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    assert OPEN.send(receiver.address, "x", "y") == Report("sent")
