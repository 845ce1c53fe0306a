"""Events, reasons and values of Brass as English sentences, with the names that the table shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from towpath.brass.actions import DISTANT, TRACK
from towpath.brass.data import CUBES, INDUSTRIES
from towpath.brass.frames import Shortfall
from towpath.brass.rules import BrassRules
from towpath.brass.state import BANK, BrassState
from towpath.kernel.reasons import Reason
from towpath.kernel.state import Event
from towpath.language import Texts, listed, say, say_n

Names = Mapping[str, str]
"""Seat -> the name shown for it."""

THINGS: Texts = {
    "cotton": "cotton mill",
    "port": "port",
    "coal": "coal mine",
    "iron": "iron works",
    "shipyard": "shipyard",
}
"""Industry -> its counter."""
PLURALS: Texts = {
    "cotton": "cotton mills", "port": "ports", "coal": "coal mines", "iron": "iron works", "shipyard": "shipyards",
}  # fmt: skip
CUBES_CALLED: Texts = {"coal": "coal", "iron": "iron"}
TRADES: Texts = {"cotton": "cotton", "port": "port", "shipyard": "shipyard", **CUBES_CALLED}
"""Industry -> what it is called where its counter is meant."""
PERIODS: Texts = {"canal": "canal", "rail": "rail"}
FOR: Texts = {
    "cotton": "the cotton mill", "port": "the port", "coal": "the coal mine", "iron": "the iron works",
    "shipyard": "the shipyard",
    "canal": "a canal", "rail": "a rail", "loan": "a loan", "income": "income",
    "counter": "a counter that was given up",
}  # fmt: skip
"""Purpose of a payment -> what it is for."""
SILENT = frozenset({"turn_over", "points"})
"""Events that others tell already."""
COSTS = frozenset({"paid", "cube_used", "cube_bought", "flipped", "income_moved"})
"""What may come between a card and what is built with it."""
ENDS: Texts = {"played_out": "both periods are played"}

TEMPLATES: Texts = {
    "built": "{seat} builds a {thing} of level {level} in {space}.",
    "built_with_cubes": "{seat} builds a {thing} of level {level} in {space} with {cubes} cubes.",
    "card_played": "{seat} plays {cards}.",
    "cotton_sold": "{seat} sells the cotton of {mill} through the port of {owner} in {to}.",
    "cotton_sold_far": "{seat} sells the cotton of {mill} to the distant market.",
    "counter_removed": "The {thing} of {owner} in {space}, level {level}, leaves the board.",
    "cube_bought": "{seat} buys {cube} for {price}.",
    "cube_used": "{seat} uses {cube} of {owner} from {space}; {left} left.",
    "cubes_sold": "{seat} moves {count} {cube} from {space} to the demand track.",
    "developed": "{seat} develops a {thing} of level {level} away.",
    "drawn": "{seat} draws {cards}.",
    "drew": "{seat} takes {drawn}.",
    "flipped": "The {thing} of {owner} in {space} flips.",
    "game_over": "The game is over: {places}.",
    "income_moved": "{seat} moves {steps} on the income track, to {level} a round.",
    "link_built": "{seat} builds a {period} link from {line}.",
    "links_removed": "All {links} canal links go back to their owners.",
    "market_failed": "The distant market buys no more: the cotton of {mill} stays unsold.",
    "order": "The order of the next round: {spent}.",
    "paid": "{payer} pays {payee} {amount} for {purpose}.",
    "period_over": "The {period} period is over.",
    "reshuffled": "What nobody has seen is shuffled: {cards} cards, {tiles} distant market tiles.",
    "round_begins": "{round} begins: {order}.",
    "scored": "{seat} scores {points} for {scored}.",
    "shuffled": "{cards} cards and {tiles} distant market tiles are shuffled, and new hands are dealt.",
    "tile_turned": "A distant market tile is turned up: the cotton marker moves down by {tile}.",
    "unpaid": "{seat} cannot pay {amount}; it is forgiven.",
    "unpaid_points": "{seat} cannot pay {amount} and loses {lost} points.",
}
"""Kind of event -> its sentence; the names in braces are the event's data in words, or made of them by ``_MADE``."""


ROUNDS: Texts = {"canal": "Canal period, round {number}", "rail": "Rail period, round {number}"}
"""Period -> what its rounds are called."""


def money(rules: BrassRules, amount: int) -> str:
    """An amount in pounds."""
    return f"−£{-amount}" if amount < 0 else f"£{amount}"


def situation(rules: BrassRules, state: BrassState, names: Names) -> list[str]:
    """What somebody owes who has to give up counters for it, and what counters bring."""
    frame = state.frame
    if not isinstance(frame, Shortfall):
        return []
    owed, cash = money(rules, frame.due), money(rules, state.cash[frame.player])
    name = title_of(rules, frame.player, names)
    return [
        say("{name} owes {owed} for negative income and has {cash}.", name=name, owed=owed, cash=cash),
        say("A counter brings half of what it cost; what is left over is kept."),
    ]


def points_text(amount: int) -> str:
    """A number of points."""
    return say_n("{n} point", "{n} points", amount)


def round_name(rules: BrassRules, label: str) -> str:
    """``canal 3`` -> ``Canal period, round 3``."""
    period, _, number = label.partition(" ")
    return say(ROUNDS[period], number=number) if period in ROUNDS else label


def title_of(rules: BrassRules, entity: str, names: Names) -> str:
    """A seat's shown name, or a space, line, place or card in words."""
    return (
        names.get(entity) or place_name(rules, entity) or say({**_ELSE, **THINGS}.get(entity, entity.replace("_", " ")))
    )


_ELSE: Texts = {BANK: "the bank", TRACK: "the demand track", DISTANT: "the distant market"}


def thing_name(industry: str) -> str:
    """The counter of an industry."""
    return say(THINGS.get(industry, industry))


def cube_name(cube: str) -> str:
    """Coal or iron."""
    return say(CUBES_CALLED.get(cube, cube))


def period_name(period: str) -> str:
    """A period, as in "canal period"."""
    return say(PERIODS.get(period, period))


def _from(rules: BrassRules, cube: str, given: Sequence[str]) -> str:
    """``coal: 2 from Wigan 1``."""
    return say("{cube}: {sources}", cube=cube_name(cube), sources=sources(rules, given))


def place_name(rules: BrassRules, place: str) -> str:
    """A space (by number where its town has several), a line or a place in words; empty for anything else."""
    board = rules.board
    if place in board.spaces:
        town = board.spaces[place].town
        several = len(board.in_town[town]) > 1
        return f"{board.places[town].name} {place.rpartition('-')[2]}" if several else board.places[town].name
    if place in board.lines:
        one, other = board.lines[place].ends
        return say("{place} to {other}", place=board.places[one].name, other=board.places[other].name)
    return board.places[place].name if place in board.places else ""


def card_name(rules: BrassRules, card: str) -> str:
    """A card: its town, or the industry that it allows."""
    if card in INDUSTRIES:
        return say("{card} (industry)", card=say(THINGS[card]))
    return rules.board.places[card].name if card in rules.board.places else say("a card")


def sources(rules: BrassRules, given: Sequence[str]) -> str:
    """Where cubes come from: ``2 from Wigan 1 and 1 from the demand track``."""
    counts = {source: list(given).count(source) for source in given}
    return listed(
        [
            say("{count} from {source}", count=count, source=title_of(rules, source, {}))
            for source, count in counts.items()
        ]
    )


def value_name(rules: BrassRules, field: str, value: Any, names: Names) -> str:
    """A field of an action in words; empty for what needs none. What no such field can hold is repeated as it is."""
    if field in ("coal", "iron", "industries"):
        given = value if isinstance(value, list | tuple) else (value,)
        if value and not all(isinstance(each, str) for each in given):
            return f"{field}: {value}"
    if field in ("card", "second_card"):
        return say("card {card}", card=card_name(rules, str(value)))
    if field in ("coal", "iron"):
        return _from(rules, field, [value] if isinstance(value, str) else value) if value else ""
    if field == "industries":
        return listed([thing_name(each) for each in ([value] if isinstance(value, str) else value or ())])
    if field == "industry":
        return thing_name(str(value))
    if field == "amount":
        return money(rules, value) if isinstance(value, int) else str(value)
    if field == "to":
        return say("to {who}", who=title_of(rules, str(value), names))
    return title_of(rules, str(value), names)


def sentence(rules: BrassRules, event: Event, names: Names) -> str:
    """An event as a sentence, "" for one that another event tells. An unknown kind is spelled out with its data."""
    if event.kind in SILENT:
        return ""
    data = event.data
    kind = _kind(event)
    words = {key: _worded(rules, key, value, names) for key, value in data.items()}
    words |= {key: make(rules, data, names) for key, make in _MADE.items() if f"{{{key}}}" in TEMPLATES.get(kind, "")}
    try:
        text = say(TEMPLATES[kind], **words)
    except KeyError:
        listing = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in words.items())
        text = f"{event.kind.replace('_', ' ')}{': ' * bool(listing)}{listing}."
    return text[:1].upper() + text[1:]


def _kind(event: Event) -> str:
    """The kind of sentence: some events have two, by what their data say."""
    data = event.data
    if event.kind == "built" and data.get("cubes"):
        return "built_with_cubes"
    if event.kind == "cotton_sold" and data.get("to") == DISTANT:
        return "cotton_sold_far"
    return "unpaid_points" if event.kind == "unpaid" and data.get("points") else event.kind


def story(rules: BrassRules, events: Iterable[Event], names: Names) -> list[str]:
    """The sentences of a list of events, without the silent ones. What is built is told before what is paid for it, and who is
    told what he draws is not told how much as well."""
    given: list[Event] = []
    for event in events:
        if event.kind == "cube_bought" and given and given[-1].kind == "paid":
            given.pop()
        place = len(given)
        while event.kind in ("built", "link_built") and place and given[place - 1].kind in COSTS:
            place -= 1
        given.insert(place, event)
    told = {event.data.get("seat") for event in given if event.kind == "drawn"}
    kept = [event for event in given if not (event.kind == "drew" and event.data.get("seat") in told)]
    return [text for event in kept if (text := sentence(rules, event, names))]


def reason_text(rules: BrassRules, reason: Reason, names: Names) -> str:
    """A refusal as a sentence with shown names; the rule is ``reason.rule``."""
    values = {key: _shown(rules, key, value, names) for key, value in reason.values.items()}
    try:
        return say(reason.text, **values)
    except (KeyError, ValueError, IndexError):
        return reason.sentence


def _shown(rules: BrassRules, key: str, value: Any, names: Names) -> Any:
    if key in ("cost", "cash", "amount") and isinstance(value, int):
        return money(rules, value)
    if isinstance(value, list | tuple):
        return listed([title_of(rules, str(each), names) for each in value]) or say("none")
    if isinstance(value, str) and key not in ("cube", "industry", "there", "period"):
        return title_of(rules, value, names)
    return say(TRADES.get(value, value)) if isinstance(value, str) else value


def _worded(rules: BrassRules, key: str, value: Any, names: Names) -> str:
    """One value of an event in words, by the name it has there."""
    if key in ("amount", "price", "level") and isinstance(value, int):
        return money(rules, value) if key != "level" else str(value)
    if key == "cards" and isinstance(value, list | tuple):
        return listed([card_name(rules, str(card)) for card in value])
    if key == "spent" and isinstance(value, dict):
        return ", ".join(
            say("{player} ({amount} spent)", player=title_of(rules, seat, names), amount=money(rules, amount))
            for seat, amount in value.items()
        )
    if key == "order":
        return listed([title_of(rules, str(seat), names) for seat in value])
    if key == "links" and isinstance(value, dict):
        return str(len(value))
    if key == "period":
        return period_name(str(value))
    if key == "cube":
        return cube_name(str(value))
    return title_of(rules, value, names) if isinstance(value, str) else str(value)


def _steps(rules: BrassRules, data: Mapping[str, Any], names: Names) -> str:
    spaces = int(data["spaces"])
    if spaces > 0:
        return say_n("{n} space up", "{n} spaces up", spaces)
    return say_n("{n} space down", "{n} spaces down", -spaces)


def _scored(rules: BrassRules, data: Mapping[str, Any], names: Names) -> str:
    what, source = str(data["what"]), data["source"]
    if source == "link":
        ends = [
            say("{count} in {place}", count=count, place=place_name(rules, place))
            for place, count in data["circles"].items()
        ]
        return say("the link from {line} ({ends})", line=place_name(rules, what), ends=listed(ends))
    if source in ("counter", "again"):
        text = "the counter in {place} once more" if source == "again" else "the counter in {place}"
        return say(text, place=place_name(rules, what))
    return say("cash") if source == "cash" else say("income")


def _places(rules: BrassRules, data: Mapping[str, Any], names: Names) -> str:
    if "ranking" not in data:
        return say(ENDS.get(str(data.get("reason")), str(data.get("reason"))))
    ranks = [listed([title_of(rules, seat, names) for seat in place]) for place in data["ranking"]]
    return ", ".join(f"{number} {who}" for number, who in enumerate(ranks, 1))


def _purpose(rules: BrassRules, data: Mapping[str, Any], names: Names) -> str:
    """What is paid for: the bank pays for cubes, a player for counters of the same name; cubes bought have a sentence of
    their own."""
    purpose = str(data["purpose"])
    return cube_name(purpose) if data["payer"] == BANK and purpose in CUBES else say(FOR.get(purpose, purpose))


Maker = Callable[[BrassRules, Mapping[str, Any], Names], str]
_MADE: dict[str, Maker] = {
    "thing": lambda rules, data, names: thing_name(data["industry"]),
    "round": lambda rules, data, names: round_name(rules, f"{data['period']} {data['number']}"),
    "count": lambda rules, data, names: str(len(data["prices"])),
    "level": lambda rules, data, names: money(rules, data["level"]) if "spaces" in data else str(data["level"]),
    "drawn": lambda rules, data, names: say_n("{n} card", "{n} cards", data["count"]),
    "steps": _steps,
    "scored": _scored,
    "points": lambda rules, data, names: points_text(data["points"]),
    "places": _places,
    "purpose": _purpose,
    "lost": lambda rules, data, names: str(-data["points"]),
}
"""Words that are made of several values of an event."""
