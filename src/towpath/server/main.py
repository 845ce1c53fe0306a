"""Starting the server."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import NoReturn

import uvicorn

from towpath.server.app import create_app
from towpath.server.collecting import collected_when_idle
from towpath.server.database import DatabaseError, shown_address
from towpath.server.notices.links import BadOrigin, public_address
from towpath.server.settings import ADDRESS, OWN_NETWORK, Settings, database_url, is_on, translations_folder

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8017
PROXY = "127.0.0.1,::1"
"""Where a proxy is, if it is on the same machine."""
LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
BOT_PAUSE = 0.8
NOTICE_AFTER = 30.0
BACKLOG = 512
SCRIPTS = ("table.js", "new.js", "seats.js")
QUIET_END = 5
"""Seconds that requests in progress have to finish when the server is stopped."""
KEPT_OPEN = 120
"""Seconds that a connection nobody uses is kept: longer than proxies and browsers do, so that none of them posts into one that is
just being closed."""


def serve(
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    database: str | None = None,
    open_browser: bool = False,
    bot_pause: float = BOT_PAUSE,
    names: Sequence[str] = (),
    proxied: str | None = None,
    address: str | None = None,
    notices_to_own_network: bool = False,
    notice_after: float = NOTICE_AFTER,
) -> None:
    """Serve the table until interrupted. ``database``: a file or a URL (see ``settings.database_url``); ``bot_pause``: seconds
    between two actions of bots; ``names``: the host names that it is asked by, where not any; ``proxied``: it is reached through
    a proxy, at this address or these with commas between them, which is believed what it says of who asks; ``address``: the
    server's public one (default: ``TOWPATH_ADDRESS``), which links in notices begin with; ``notices_to_own_network``: they may
    go there (or ``TOWPATH_NOTICES_TO_OWN_NETWORK=yes``); ``notice_after``: seconds before somebody is told that it is his turn.

    Says where it can be reached. ``SystemExit`` with status 2, and a sentence on the error stream, when the port or the
    database cannot be had, or when the scripts of the pages have never been built.
    """
    if not all(files("towpath.server").joinpath("assets", name).is_file() for name in SCRIPTS):
        _refuse(
            "the scripts of the pages have not been built. In a checkout `make web` builds them (`make play` does it by "
            "itself); a wheel of Towpath holds them."
        )
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    public = _public(address or os.environ.get(ADDRESS, ""))
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    local = host in LOOPBACK and proxied is None and not names
    settings = Settings(
        database=database_url(database),
        hosts=host_names(names, port) if local or names else (),
        local=local,
        bot_pause=bot_pause,
        limits=not local,
        translations=translations_folder(),
        address=public,
        own_network=notices_to_own_network or is_on(OWN_NETWORK),
        notice_after=notice_after,
    )
    try:
        app = create_app(settings)
    except DatabaseError as error:
        listener.close()
        _refuse(str(error))
    shown = "localhost" if host in (*LOOPBACK, "0.0.0.0", "::") else host
    address = f"http://{shown}:{port}/"
    print(f"The table is at {address} (Ctrl-C stops it).", flush=True)
    if settings.database.startswith("sqlite:///"):
        print(f"Games are kept in {settings.database.removeprefix('sqlite:///')}", flush=True)
    else:
        print(f"Games are kept in {shown_address(settings.database)}", flush=True)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, (address,)).start()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=QUIET_END,
        timeout_keep_alive=KEPT_OPEN,
        proxy_headers=proxied is not None,
        forwarded_allow_ips=proxied or "",
    )
    with collected_when_idle():
        EndingStreams(config, app.state.hub.close).run(sockets=[listener])


def host_names(names: Sequence[str], port: int) -> tuple[str, ...]:
    """The names that requests may be for: those given, and this machine's own."""
    here = (f"{name}{suffix}" for name in LOOPBACK for suffix in ("", f":{port}"))
    return (*names, *(f"{name}:{port}" for name in names if ":" not in name), *here)


class EndingStreams(uvicorn.Server):
    """Ends the streams when it is told to end; else it would wait for them."""

    def __init__(self, config: uvicorn.Config, before_end: Callable[[], None]) -> None:
        super().__init__(config)
        self._before_end = before_end

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then as ever."""
        # Not when the signal comes: it interrupts the event loop wherever it is, and that may hold the hub's lock.
        self._before_end()
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # From here on connections wait instead of being refused: the address is told before the loop runs.
        listener.listen(BACKLOG)
    except (OSError, OverflowError, TypeError, UnicodeError) as error:  # the last two: a name that is no host's
        listener.close()
        _refuse(f"port {port} of {host} cannot be had: {error}")
    return listener


def _public(address: str) -> str:
    """The server's public address; empty when none was given."""
    try:
        return public_address(address) if address else ""
    except BadOrigin as error:
        _refuse(str(error))


def _refuse(why: str) -> NoReturn:
    print("towpath:", why.encode(errors="backslashreplace").decode(), file=sys.stderr)
    raise SystemExit(2)
