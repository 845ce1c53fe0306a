"""``python -m towpath.server``: serve the table."""

from __future__ import annotations

import argparse

from towpath.server.main import DEFAULT_HOST, DEFAULT_PORT, serve


def main() -> None:
    """Read the command line and serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m towpath.server", description="Serve the Towpath table.")
    parser.add_argument("--host", default=DEFAULT_HOST, help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="port to listen on; 0 takes a free one")
    parser.add_argument("--database", help="file or database URL (default: TOWPATH_DATABASE, else your data folder)")
    parser.add_argument("--open", action="store_true", help="open the table in the browser")
    given = parser.parse_args()
    serve(host=given.host, port=given.port, database=given.database, open_browser=given.open)


main()
