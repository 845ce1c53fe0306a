"""What a private is good for, in sentences made from its data: bonuses, closed hexes, tiles, rights, its sale and its end."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.language import either, listed, say
from towpath.rail import private_sales
from towpath.rail.data import Private
from towpath.rail.issue_state import IssueState
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState
from towpath.render.words import money, place_text, stop_name


def powers(rules: RailRules, private: Private) -> list[str]:
    """What it brings besides its income, whoever has it now."""
    return [*_bonus(rules, private), *_lay(rules, private), *_right(rules, private), *_closed_hexes(rules, private)]


def fate(rules: RailRules, private: Private) -> list[str]:
    """Who may buy it from its owner, and what ends it."""
    return [*_sale(rules, private), *_end(rules)]


def state_of(rules: RailRules, state: RailState, private: Private) -> list[str]:
    """What has become of its power: used, marked, or who has its right."""
    if not isinstance(state, IssueState):
        return []
    told = [say("Its power has been used.")] if private.id in state.used else []
    if private.right is not None and state.rights.get(private.id):
        told.append(say("The right to its bonus: {companies}.", companies=listed(list(state.rights[private.id]))))
    if private.one_bonus_hex:
        told += [
            say("{company} has marked {place}.", company=owner, place=place_text(rules, hex_id))
            for hex_id, owner in state.marks.items()
        ]
    return told


def worth(rules: RailRules, private: Private) -> str:
    """Face value and income in short."""
    return say("face {face}, income {income}", face=money(rules, private.face), income=money(rules, private.income))


def _bonus(rules: RailRules, private: Private) -> Iterator[str]:
    if not private.bonus:
        return
    bonus = money(rules, private.bonus)
    if private.one_bonus_hex:
        yield say(
            "By closing it its company makes a hex its port: {bonus} more for each of its trains there.", bonus=bonus
        )
        places = either([place_text(rules, hex_id) for hex_id in private.bonus_hexes])
        yield say("The port may be in {places}.", places=places)
    else:
        names = dict.fromkeys(stop_name(rules, f"{hex_id}/0") for hex_id in private.bonus_hexes)
        yield say(
            "{bonus} more for each train of its company that stops in {places}.",
            bonus=bonus,
            places=listed(list(names)),
        )


def _lay(rules: RailRules, private: Private) -> Iterator[str]:
    lay = private.lay
    if lay is None:
        return
    tiles, place = either(list(lay.tiles)), place_text(rules, lay.hex)
    if lay.extra:
        yield say(
            "Besides its own tile its company may lay {tiles} in {place}, without connection.", tiles=tiles, place=place
        )
    else:
        yield say(
            "As its tile of a turn its company may lay {tiles} in {place}, without connection.",
            tiles=tiles,
            place=place,
        )
    if lay.token:
        yield say("It may place a token there as well, without connection.")
    if not lay.extra:
        yield say("Using it closes the private.")


def _right(rules: RailRules, private: Private) -> Iterator[str]:
    if private.right is None:
        return
    price = money(rules, private.right.price)
    if rules.policies.unlimited_rights:
        yield say("Once a company owns it, any other may buy the right to the same bonus for {price}.", price=price)
    else:
        yield say(
            "Once a company owns it, others may buy the right to the same bonus for {price}; there are {n} in all.",
            price=price, n=private.right.count,
        )  # fmt: skip


def _closed_hexes(rules: RailRules, private: Private) -> Iterator[str]:
    if private.hexes:
        places = listed([place_text(rules, each) for each in private.hexes])
        yield say("While a player owns it nobody lays track in {places}.", places=places)


def _sale(rules: RailRules, private: Private) -> Iterator[str]:
    phases = [phase.name for phase in rules.data.phases if "private_sales" in phase.flags]
    if phases:
        least, most = (money(rules, price) for price in private_sales.bounds(rules, private.id))
        yield say(
            "Companies may buy it for {least} to {most} from phase {first} to phase {last}.",
            least=least, most=most, first=phases[0], last=phases[-1],
        )  # fmt: skip


def _end(rules: RailRules) -> Iterator[str]:
    for phase in rules.data.phases:
        if "privates_close" in phase.events:
            yield say("It closes with the first {train}.", train=phase.on)
        if "privates_nationalized" in phase.events:
            yield say("With the first {train} the national railway takes it over for its face value.", train=phase.on)
