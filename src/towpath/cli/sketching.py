"""A map typed in from a table: tiles, tokens and trains of one company, to ask for its best runs.

The file is TOML and is explained, with an example, in docs/routes.md.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from towpath.cli.main import Problem
from towpath.cli.opening import read_bytes

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules
    from towpath.rail.state import RailDraft, RailState

PLAYERS = 3


class Sketch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says. ``tiles``: hex -> "tile@rotation"; ``tokens``: company -> cities as "HEX/city"; ``privates``: those
    of the company that runs, for their bonuses."""

    title: str
    phase: str
    company: str
    trains: tuple[str, ...]
    tiles: dict[str, str] = {}
    tokens: dict[str, tuple[str, ...]] = {}
    privates: tuple[str, ...] = ()


class Sketched(NamedTuple):
    """The position of a sketch, and the company whose trains (ids, in the order of the file) run in it."""

    rules: RailRules
    state: RailState
    company: str
    trains: tuple[str, ...]


def read_sketch(path: str) -> Sketched:
    """The position that a file describes. ``Problem`` for whatever in it cannot be."""
    try:
        sketch = msgspec.convert(tomllib.loads(read_bytes(path).decode()), Sketch, strict=True)
        return _position(sketch)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(f"{path}: not readable as TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise Problem(f"{path}: {error}") from None
    except Problem as problem:
        raise Problem(f"{path}: {problem}") from None


def _position(sketch: Sketch) -> Sketched:
    rules = _rules(sketch.title)
    _known(sketch.phase, rules.phases, "phase")
    _known(sketch.company, rules.companies, "company")
    if not sketch.trains:
        raise Problem("trains is empty; name the trains that run")
    draft = rules.draft(rules.setup("sketch"))
    draft.put("phase", sketch.phase)
    for hex_id, text in sketch.tiles.items():
        _lay(rules, draft, hex_id, text)
    for company, cities in sketch.tokens.items():
        _known(company, rules.companies, "company")
        for city in cities:
            _place(rules, draft, company, city)
    for private in sketch.privates:
        _known(private, rules.privates, "private")
        draft.edit("privates")[private] = sketch.company
    copies: Counter[str] = Counter()
    trains = []
    for kind in sketch.trains:
        _known(kind, rules.kinds, "kind of train")
        trains.append(f"{kind}-{copies[kind]}")
        copies[kind] += 1
    return Sketched(rules, draft.commit(), sketch.company, tuple(trains))


def _rules(title: str) -> RailRules:
    from towpath.api import UnknownTitle
    from towpath.api.titles import compose
    from towpath.rail.rules import RailRules

    try:
        rules = compose(title, {}, [f"p{n + 1}" for n in range(PLAYERS)])
    except UnknownTitle as error:
        raise Problem(str(error.args[0])) from None
    except ValueError as error:
        raise Problem(str(error)) from None
    if not isinstance(rules, RailRules):
        raise Problem(f"{title} is no railway game")
    return rules


def _known(name: str, names: object, what: str) -> None:
    assert isinstance(names, dict)
    if name not in names:
        raise Problem(f"there is no {what} {name!r}; there are {', '.join(names)}")


def _lay(rules: RailRules, draft: RailDraft, hex_id: str, text: str) -> None:
    """A tile on a hex; nobody asks how it came there."""
    tile, at, rotation = text.rpartition("@")
    if hex_id not in rules.board.hexes:
        raise Problem(f"tiles.{hex_id}: there is no such hex on the map of {rules.title}")
    if not at or rotation not in tuple("012345"):
        raise Problem(f"tiles.{hex_id} is {text!r}; write tile@rotation with a rotation of 0 to 5, such as 57@2")
    if tile not in rules.tileset.tiles:
        raise Problem(f"tiles.{hex_id}: {rules.title} has no tile {tile!r}")
    draft.edit("tiles")[hex_id] = (tile, int(rotation))


def _place(rules: RailRules, draft: RailDraft, company: str, city: str) -> None:
    """A token in the next space of a city; one that lies there from the start may be named again."""
    from towpath.rail.tokens import parse_city

    node = parse_city(rules, draft, city)
    if node is None:
        raise Problem(
            f"tokens.{company}: {city!r} is no city of this map; write HEX/number, the first city of a hex being 0"
        )
    there = draft.tokens.get(node[0], ())
    if (node[1], company) in {(place, owner) for place, _, owner in there}:
        return
    taken = {slot for place, slot, _ in there if place == node[1]}
    free = [slot for slot in range(rules.stop_at(draft, node).slots) if slot not in taken]
    if not free:
        raise Problem(f"tokens.{company}: {city} has no space left; it has {len(taken)} and as many tokens")
    draft.edit("tokens")[node[0]] = tuple(sorted((*there, (node[1], free[0], company))))
