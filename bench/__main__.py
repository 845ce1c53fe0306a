"""``python -m bench [NAME…] [--database URL]``: run the measurements, or the named ones, and print their lines.

``--database``: a file or URL for ``load`` to use instead of a new SQLite file; tables are made there.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys

import bench

SUPPORT = {"__main__", "asking", "crowd", "lines", "scripts", "timing"}


def main(words: list[str]) -> int:
    """Exit status 2 when a name is not known, with the names that are."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the speeds.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="what to measure (default: everything)")
    parser.add_argument("--database", help="file or URL for the server under load (default: a new SQLite file)")
    given = parser.parse_args(words)
    names: list[str] = given.names
    known = sorted(module.name for module in pkgutil.iter_modules(bench.__path__) if module.name not in SUPPORT)
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no measurement {', '.join(unknown)}; there are: {', '.join(known) or 'none'}", file=sys.stderr)
        return 2
    for name in names or known:
        print(f"{name}", flush=True)
        options = (given.database,) if name == "load" else ()
        for line in importlib.import_module(f"bench.{name}").measure(*options):
            print(f"  {line}", flush=True)
    return 0


sys.exit(main(sys.argv[1:]))
