"""``python -m towpath.server``: serve the table."""

from __future__ import annotations

import argparse

from towpath.server.main import BOT_PAUSE, DEFAULT_HOST, DEFAULT_PORT, NOTICE_AFTER, PROXY, serve


def main() -> None:
    """Read the command line and serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m towpath.server", description="Serve the Towpath table.")
    parser.add_argument("--host", default=DEFAULT_HOST, help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="port to listen on; 0 takes a free one")
    parser.add_argument("--database", help="file or database URL (default: TOWPATH_DATABASE, else your data folder)")
    parser.add_argument("--open", action="store_true", help="open the table in the browser")
    parser.add_argument("--bot-pause", type=float, default=BOT_PAUSE, help="seconds between two actions of bots")
    parser.add_argument("--name", action="append", default=[], help="host name that it is asked by; may be repeated")
    parser.add_argument(
        "--proxied", nargs="?", const=PROXY, help=f"it is reached through a proxy, at this address (default: {PROXY})"
    )
    parser.add_argument(
        "--address", help="the server's public address, for links in notices (default: TOWPATH_ADDRESS)"
    )
    parser.add_argument(
        "--notices-to-own-network", action="store_true", help="notices may go to machines in the server's own network"
    )
    parser.add_argument(
        "--notice-after", type=float, default=NOTICE_AFTER, help="seconds before somebody is told that it is his turn"
    )
    given = parser.parse_args()
    serve(
        given.host, given.port, given.database, given.open, given.bot_pause, given.name, given.proxied, given.address,
        given.notices_to_own_network, given.notice_after,
    )  # fmt: skip


main()
