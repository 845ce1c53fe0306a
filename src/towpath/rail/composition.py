"""Composing a title for one game: options and profiles become policies, data files become a map, all of it the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from towpath.facts.errors import one_of
from towpath.facts.files import DataError, Folder, read_file, read_toml
from towpath.facts.options import OFF, ON, OptionError, as_text, settle
from towpath.hexmap.board import Board
from towpath.hexmap.loading import load_board, load_tiles
from towpath.hexmap.tiles import TileSet
from towpath.rail.data import PROFILES, Switch, SwitchValue, TitleData, load_title
from towpath.rail.data_checks import check_places
from towpath.rail.policies import P, Policies, switch_names, with_switches
from towpath.rail.rules import ProcedureMaker, RailRules
from towpath.rail.state import BANK, CLOSED, EXPORTED, POOL, RUSTED, YARD

PROFILE = "profile"
CONSENT = "consent"
FIRST = "first_player"
FILES = ("title.toml", "market.toml", "map.toml", "tiles.toml", "rules.toml")
"""The data files of a title; an overlay replaces some of them."""
PLACES = (BANK, POOL, YARD, RUSTED, EXPORTED, CLOSED)
"""Holders that are neither players nor companies."""

R = TypeVar("R", bound=RailRules)


def settled_options(data: TitleData, players: int, options: Mapping[str, str]) -> dict[str, str]:
    """All options of a game with defaults filled in and implied values set. ``OptionError`` says what is wrong.

    Besides the title's own there are ``profile`` (which side of every conflict is played), ``consent`` (``on``: owners are
    asked), ``first_player`` (``random`` or ``seat1``) and each compatibility switch by its id (``on`` or ``off``, or one
    of its choices).
    """
    switches = {switch.id: [choice.id for choice in switch.choices] or [ON, OFF] for switch in data.switches}
    further = {PROFILE: PROFILES, CONSENT: (ON, OFF), FIRST: ("random", "seat1"), **switches}
    always = {PROFILE: "own", CONSENT: ON, FIRST: "random"}
    return always | settle(data.id, data.options, players, options, further)


def policies_for(data: TitleData, options: Mapping[str, str], base: P) -> P:
    """The policies with the profile's switches, then the switches that are named one by one."""
    profile: Any = options[PROFILE]
    values: dict[str, SwitchValue] = {}
    for switch in data.switches:
        if switch.sets not in switch_names(base):
            where = f"{switch.id}.policy" if switch.policy else "id"
            raise DataError(
                FILES[0], f"switches.{where}", switch.sets, f"it can be {one_of(switch_names(base), switch.sets)}"
            )
        chosen = options.get(switch.id)
        values[switch.sets] = switch.values[profile] if chosen is None else _set(switch, chosen)
    return with_switches(base, values)


def _set(switch: Switch, value: str) -> SwitchValue:
    return value if switch.choices else value == ON


def compose(
    folder: Folder,
    seats: Sequence[str],
    options: Mapping[str, bool | int | str],
    overlays: Mapping[str, str],
    policies: Callable[[TitleData, Mapping[str, str]], Policies],
    makers: Callable[[Policies], Iterable[ProcedureMaker]],
    kind: type[R] = RailRules,  # type: ignore[assignment]
) -> R:
    """Read a title's files, settle its options and put it together.

    ``policies`` turns settled options into the title's base policies (before switches), ``makers`` names its procedures,
    ``kind`` is the class of its rules where the title answers more than its policies can say.
    Raises ``OptionError`` or ``DataError``.
    """
    for name in overlays:
        if name not in FILES:
            raise DataError(name, "the file", "an overlay", f"a title's files are {', '.join(FILES)}")
    data = load_title(folder, overlays)
    _check_seats(data, seats)
    players = len(seats)
    counts = [line.players for line in data.players]
    if players not in counts:
        raise OptionError(f"{data.id} is for {min(counts)} to {max(counts)} players, not {players}")
    settled = settled_options(data, players, {name: as_text(value) for name, value in options.items()})
    data = data.with_options(settled)
    try:
        chosen = policies_for(data, settled, policies(data, settled))
        market = settled["market"] if len(data.markets) > 1 else next(iter(data.markets))
    except KeyError as error:
        raise DataError("title.toml", f"options.{error.args[0]}", None, "the code of this title asks for it") from None
    board = _board(read_file(folder, "map.toml", overlays))
    check_places(data, board.hexes)
    rules = kind(
        data,
        board,
        _tiles(read_file(folder, "tiles.toml", overlays)),
        seats=tuple(seats),
        market=market,
        policies=chosen,
        makers=makers(chosen),
        random_first=settled[FIRST] == "random",
    )
    rules.options = settled
    return rules


def _check_seats(data: TitleData, seats: Sequence[str]) -> None:
    """Players, companies and places share one space of names, so a seat that bears another's name would have its money."""
    taken = {*PLACES, *(company.id for company in data.companies), *(private.id for private in data.privates)}
    for seat in seats:
        if seat in taken:
            raise OptionError(f"seat {seat!r} has the name of something in {data.id}; call seats p1, p2 and so on")


@lru_cache(maxsize=16)
def _board(text: str) -> Board:
    """The map of a file's text. Games of one title share it, and with it what has been worked out about its upgrades."""
    return load_board(read_toml("map.toml", text))


@lru_cache(maxsize=16)
def _tiles(text: str) -> TileSet:
    return load_tiles(read_toml("tiles.toml", text))
