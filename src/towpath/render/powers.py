"""What a private is good for, in sentences made from its data: bonuses, closed hexes, tiles, rights, its sale and its end."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.rail import private_sales
from towpath.rail.data import Private
from towpath.rail.issue_state import IssueState
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState
from towpath.render.describe import listed
from towpath.render.words import money, place_text, stop_name


def powers(rules: RailRules, private: Private) -> list[str]:
    """What it brings besides its income, whoever has it now."""
    return [*_bonus(rules, private), *_lay(rules, private), *_right(rules, private), *_closed_hexes(rules, private)]


def fate(rules: RailRules, private: Private) -> list[str]:
    """Who may buy it from its owner, and what ends it."""
    return [*_sale(rules, private), *_end(rules, private)]


def state_of(rules: RailRules, state: RailState, private: Private) -> str:
    """What has become of its power: used, marked, or who has its right; empty where nothing has."""
    if not isinstance(state, IssueState):
        return ""
    told = []
    if private.id in state.used:
        told.append("its power has been used")
    if private.right is not None and state.rights.get(private.id):
        told.append(f"{listed(list(state.rights[private.id]))} may add its bonus")
    if private.one_bonus_hex and state.marks:
        told += [f"{owner} marked {place_text(rules, hex_id)}" for hex_id, owner in state.marks.items()]
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def worth(rules: RailRules, private: Private) -> str:
    """Face value and income in short."""
    return f"face {money(rules, private.face)}, income {money(rules, private.income)}"


def _places(rules: RailRules, private: Private) -> str:
    return listed(list(dict.fromkeys(stop_name(rules, f"{hex_id}/0") for hex_id in private.bonus_hexes)))


def _bonus(rules: RailRules, private: Private) -> Iterator[str]:
    if not private.bonus:
        return
    bonus = money(rules, private.bonus)
    if private.one_bonus_hex:
        yield f"By closing it its company makes one hex its port: {bonus} more for each of its trains that stops there."
        yield f"The port may be in {listed([place_text(rules, hex_id) for hex_id in private.bonus_hexes], 'or')}."
    else:
        yield f"{bonus} more for each train of its company that stops in {_places(rules, private)}."


def _lay(rules: RailRules, private: Private) -> Iterator[str]:
    lay = private.lay
    if lay is None:
        return
    place = place_text(rules, lay.hex)
    tiles = listed(list(lay.tiles), "or")
    text = f"Its company may lay tile {tiles} in {place} without connection"
    text += ", besides the tile of its turn" if lay.extra else ", as the tile of its turn"
    text += ", and place a token there" if lay.token else ""
    yield f"{text}{'' if lay.extra else '; that closes it'}."


def _right(rules: RailRules, private: Private) -> Iterator[str]:
    if private.right is not None:
        price = money(rules, private.right.price)
        rights = "any number" if _unlimited(rules) else f"{private.right.count} in all"
        yield f"Once a company owns it, others may buy the right to the same bonus for {price} ({rights})."


def _unlimited(rules: RailRules) -> bool:
    return bool(rules.policies.unlimited_rights)


def _closed_hexes(rules: RailRules, private: Private) -> Iterator[str]:
    if private.hexes:
        yield f"Nobody lays track in {listed([place_text(rules, each) for each in private.hexes])} while a player owns it."


def _sale(rules: RailRules, private: Private) -> Iterator[str]:
    phases = [phase.name for phase in rules.data.phases if "private_sales" in phase.flags]
    if phases:
        least, most = private_sales.bounds(rules, private.id)
        prices = f"{money(rules, least)} to {money(rules, most)}"
        span = f"phase {phases[0]}" if len(phases) == 1 else f"phases {phases[0]} to {phases[-1]}"
        yield f"Companies may buy it for {prices} in {span}."


def _end(rules: RailRules, private: Private) -> Iterator[str]:
    for phase in rules.data.phases:
        if "privates_close" in phase.events:
            yield f"It closes with the first {phase.on}-train."
        if "privates_nationalized" in phase.events:
            yield f"With the first {phase.on}-train the national railway takes it over for its face value."
