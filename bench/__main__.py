"""``python -m bench [NAME…]``: run the measurements, or the named ones, and print their lines."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench

SUPPORT = {"__main__", "timing"}


def main(names: list[str]) -> int:
    """Exit status 2 when a name is not known, with the names that are."""
    known = sorted(module.name for module in pkgutil.iter_modules(bench.__path__) if module.name not in SUPPORT)
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no measurement {', '.join(unknown)}; there are: {', '.join(known) or 'none'}", file=sys.stderr)
        return 2
    for name in names or known:
        print(f"{name}", flush=True)
        for line in importlib.import_module(f"bench.{name}").measure():
            print(f"  {line}", flush=True)
    return 0


sys.exit(main(sys.argv[1:]))
