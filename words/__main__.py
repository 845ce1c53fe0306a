"""``python -m words``: write the catalogue, bring every translation up to date, check and compile them.

``python -m words new de`` begins a translation; ``check`` writes nothing and says what is wrong; ``compile`` makes what the
program reads of the translations as they are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from babel.core import Locale, UnknownLocaleError

from words import catalogue
from words.python_texts import SourceError


def main(arguments: Sequence[str]) -> int:
    """Do what is asked; the status of the command."""
    try:
        match list(arguments):
            case []:
                catalogue.TEMPLATE.write_bytes(catalogue.template())
                for path in catalogue.translations():
                    catalogue.refresh(path)
                return _ended(_faults(), compile_them=True)
            case ["new", name]:
                Locale.parse(name)
                print(catalogue.begin(name).relative_to(catalogue.ROOT))
                return 0
            case ["compile"]:
                return _ended(iter(()), compile_them=True)
            case ["check"]:
                return _ended(_faults())
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    except (ValueError, UnknownLocaleError) as error:
        print(f"{error}; name a language as in de or pt_BR", file=sys.stderr)
        return 2
    print(__doc__, file=sys.stderr)
    return 2


def _faults() -> Iterator[str]:
    if not catalogue.TEMPLATE.is_file() or catalogue.TEMPLATE.read_bytes() != catalogue.template():
        yield "towpath.pot is out of date; run `make words`"
    for path in catalogue.translations():
        yield from (f"{catalogue.language(path)}: {fault}" for fault in catalogue.faults(catalogue.load(path)))


def _ended(faults: Iterator[str], compile_them: bool = False) -> int:
    found = list(faults)
    for fault in found:
        print(fault, file=sys.stderr)
    if not found and compile_them:
        catalogue.compile_all()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
