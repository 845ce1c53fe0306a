"""What a process that sends a notice may do: connect to machines outside, and nothing else.

It is an audit hook: the interpreter asks it before every connection is made, whichever library makes it, with the very
address that will be connected to. So neither a name that has changed its meaning since it was looked up nor an answer that leads
elsewhere gets a notice, or anything else, into the server's own network. Files can be read where Python's modules are, and
nowhere else. A hook cannot be taken away again, so this is for a process of its own (see ``messenger``).
"""

from __future__ import annotations

import os
import socket
import sys
import sysconfig
from collections.abc import Collection
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from towpath.language import msg
from towpath.server.notices.reach import INWARD, Address, Refused, check_address, check_port

FORBIDDEN = frozenset((
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "os.fork",
    "os.forkpty", "pty.spawn",
    "socket.bind", "socket.sendto", "socket.sendmsg", "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink",
    "os.truncate", "os.chmod", "os.chown", "shutil.rmtree", "ftplib.connect", "webbrowser.open", "ctypes.dlopen",
))  # fmt: skip
NO_FILES = msg("it names a file of the server")
NOTHING_ELSE = msg("it would do more on the server than send a notice")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Guard:
    """``own_network``: machines inside may be reached too; ``mail``: mail servers' ports as well; ``own``: the server itself."""

    def __init__(self, own_network: bool = False, mail: bool = False, own: Collection[Address] = ()) -> None:
        self.refused: Refused | None = None
        """The last refusal; ``None`` when nothing was refused."""
        self._own_network = own_network
        self._mail = mail
        self._own = frozenset(own)
        self._asking = False
        self._places = _module_places()

    def install(self) -> None:
        """From now on, and for good, this process may do no more than that."""
        sys.addaudithook(self._audit)

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "socket.connect":
            self._noted(self._check_connection, args[0], args[1])
        elif event == "open":
            self._noted(self._check_file, args[0], args[1], args[2])
        elif event in FORBIDDEN:
            self._noted(_never)

    def _noted(self, check: Any, *values: Any) -> None:
        try:
            check(*values)
        except Refused as refused:
            self.refused = refused
            raise

    def _check_connection(self, made: socket.socket, target: Any) -> None:
        if self._asking:
            return
        if made.family not in (socket.AF_INET, socket.AF_INET6) or not isinstance(target, tuple):
            raise Refused(INWARD)
        host, port = str(target[0]), int(target[1])
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            raise Refused(INWARD) from None
        if not self._own_network:
            check_port(port, self._mail)
        check_address(address, self._own_network, self._own)
        if not self._own_network and self._is_this_machine(made.family, host, port):
            raise Refused(INWARD)

    def _is_this_machine(self, family: int, host: str, port: int) -> bool:
        """Whether an address is one of this machine's, even if it is one of the internet: then what is sent to it would come from
        it."""
        self._asking = True
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as trial:
                trial.connect((host, port))  # sends nothing; the system only chooses the way
                return bool(trial.getsockname()[0] == host)
        except OSError:
            return False
        finally:
            self._asking = False

    def _check_file(self, path: Any, mode: Any, flags: Any) -> None:
        if isinstance(path, int):
            return
        writing = isinstance(mode, str) and any(sign in mode for sign in "wax+")
        if writing or (isinstance(flags, int) and flags & WRITING):
            raise Refused(NO_FILES)
        whole = Path(os.path.realpath(os.fsdecode(path)))
        if whole != Path(os.devnull) and not any(whole.is_relative_to(place) for place in self._places):
            raise Refused(NO_FILES)


def _never() -> None:
    raise Refused(NOTHING_ELSE)


def _module_places() -> tuple[Path, ...]:
    """Where modules, and the data that belongs to them, are read from."""
    installed = [path for name, path in sysconfig.get_paths().items() if name.endswith(("lib", "stdlib"))]
    known = {*installed, *(path for path in sys.path if path)}
    return tuple(Path(os.path.realpath(path)) for path in known if os.path.isdir(path))
