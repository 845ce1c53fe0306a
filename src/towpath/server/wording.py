"""What the pages say about a position, an offer or an action, in words. The sentences themselves are ``render.words``'."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from towpath import language
from towpath.api import Action, Event, Reason, UnknownTitle, books
from towpath.facts.files import DataError
from towpath.facts.ledger import Ledger
from towpath.kernel.rules import Rules
from towpath.language import Texts, say, say_n
from towpath.rail.auction import PrivateAuction
from towpath.rail.bundles import BundleAuction, bundle_named
from towpath.rail.frames import OperatingTurn
from towpath.rail.merger import MergerRound
from towpath.rail.minor_auction import MinorAuction
from towpath.rail.rules import RailRules
from towpath.rail.standing_bids import StandingBids
from towpath.render import words
from towpath.server import speech

Names = Mapping[str, str]
"""Seat -> the name shown for it."""


ENDED: Texts = {
    "redeem": "redeem nothing",
    "track": "lay no more track",
    "token": "place no token",
    "run": "run no train",
    "dividend": "go on",
    "private_early": "buy no private",
    "loans": "go on",
    "trains": "buy no more trains",
    "private_late": "buy no private",
}
"""Step of an operating turn -> what a pass says there."""
BIDS: Texts = {
    "buy": "buy {lot} for {price}", "take": "take {lot} for {price}", "raise": "raise to {price} for {lot}",
    "bid": "bid {price} for {lot}",
}  # fmt: skip
"""What a bid does -> the bid in words."""


class Moment(msgspec.Struct, frozen=True):
    """The line on top: round, phase, what is being done, and who decides (entities with their seats)."""

    round: str
    phase: str
    step: str
    actors: tuple[tuple[str, str], ...]

    def line(self, rules: Rules[Any], names: Names) -> str:
        """Who must do what, as one phrase."""
        return "; ".join(f"{self.who(rules, pair, names)}: {self.step}" for pair in self.actors)

    @staticmethod
    def who(rules: Rules[Any], pair: tuple[str, str], names: Names) -> str:
        """A player, or a company with the player who acts for it."""
        entity, seat = pair
        if entity == seat:
            return names.get(seat, seat)
        return say("{player} for {company}", player=names.get(seat, seat), company=entity_name(rules, entity, names))


def moment_of(rules: Rules[Any], state: Any) -> Moment:
    """Round, phase, step and who acts, whatever of them the title has."""
    round_label = getattr(state, "round", "")
    shown = round_name(rules, round_label)
    frame = state.frame
    if frame is None or state.finished is not None:
        return Moment(shown, str(getattr(state, "phase", "")), "", ())
    procedure = rules.procedures[type(frame)]
    actors = ((entity, rules.controller(state, entity) or "") for entity in procedure.actors(state, frame))
    return Moment(shown, str(getattr(state, "phase", "")), procedure.step(state, frame), tuple(actors))


def turn_of(rules: Rules[Any], state: Any, names: Names) -> str:
    """Whose turn it is, where the title's rounds have turns of several decisions: a company's, with who acts for it. Empty
    elsewhere."""
    frame = next((frame for frame in state.stack if isinstance(frame, OperatingTurn)), None)
    if frame is None:
        return ""
    return Moment.who(rules, (frame.company, rules.controller(state, frame.company) or ""), names).lstrip()


def round_name(rules: Rules[Any], label: str) -> str:
    """A round's label in full; titles without rounds have none."""
    said = speech.of(rules)
    return said.round_name(rules, label) if label and said is not None else label


def entity_name(rules: Rules[Any], entity: str, names: Names) -> str:
    """A player's or a company's name."""
    said = speech.of(rules)
    if entity in names or said is None:
        return names.get(entity, entity)
    return said.title_of(rules, entity, names)


PAYMENTS: Texts = {"full": "full", "half": "half", "withhold": "withhold"}
"""How much of its earnings a company pays out."""
BAR: Texts = {"undo": "undo", "redo": "redo", "first": "one entry back", "last": "one entry on"}
"""What the bar of the history offers besides the moves of a title."""


def move_label(rules: Rules[Any], kind: str) -> str:
    """What an action of a type is called, as its procedure says it."""
    for procedure in rules.procedures.values():
        for move in procedure.all_moves():
            if str(move.action.__struct_config__.tag) == kind:
                return say(move.label) or kind.replace("_", " ")
    return say(BAR[kind]) if kind in BAR else kind.replace("_", " ")


def open_label(rules: Rules[Any], state: Any, kind: str) -> str:
    """As ``move_label``, but as the moves that are open now call it ("pass" and "end the step" are one type)."""
    frame = state.frame
    if frame is not None:
        if kind == "pass" and (label := _nothing(frame)):
            return label
        for move in rules.procedures[type(frame)].moves(state, frame):
            if str(move.action.__struct_config__.tag) == kind and move.label:
                return say(move.label)
    return move_label(rules, kind)


def _nothing(frame: Any) -> str:
    """What a pass leaves undone in the step of an operating or a merger round; empty where "pass" says it."""
    if isinstance(frame, OperatingTurn):
        return say("lay no track") if frame.step == "track" and not frame.lays else say(ENDED[frame.step])
    return say("neither convert nor merge") if isinstance(frame, MergerRound) and not frame.group else ""


def value_name(rules: Rules[Any], state: Any, field: str, value: Any, names: Names) -> str:
    """A field's value in words."""
    said = speech.value_name(rules, field, value, names)
    if said is not None:
        return said
    if field == "kind" and value in PAYMENTS:
        return say(PAYMENTS[value])
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    market = getattr(rules, "market", None)
    if field == "cell" and market is not None and isinstance(value, int):
        return say("at {amount}", amount=money(rules, market.cells[value].price))
    if field in ("price", "amount") and isinstance(value, int):
        return money(rules, value)
    if field == "tile":
        return say("tile {tile}", tile=value)
    if field == "shares" and isinstance(value, int):
        return say_n("{n} share", "{n} shares", value)
    if field == "source":
        return say("from {who}", who=entity_name(rules, str(value), names))
    if field in ("train", "exchange") and isinstance(value, str) and value in getattr(state, "trains", {}):
        return _train_name(rules, state, field, value, names)
    place = place_name(rules, value)
    if place:
        return place
    if isinstance(value, str):
        return short_name(rules, value, names)
    return str(value)


def _train_name(rules: Any, state: Any, field: str, train: str, names: Names) -> str:
    kind = rules.train_kind(train).name
    holder = state.trains[train]
    if field == "exchange":
        return say("for a {train}", train=kind)
    return (
        say("{kind}-train of {owner}", kind=kind, owner=entity_name(rules, holder, names))
        if rules.exists(holder)
        else say("{kind}-train", kind=kind)
    )


def short_name(rules: Rules[Any], value: str, names: Names) -> str:
    """A name that fits a button: a player's, a company's letters with its name, else the word itself."""
    if value in names:
        return names[value]
    known = {**getattr(rules, "companies", {}), **getattr(rules, "privates", {})}
    if value in known:
        full = str(getattr(known[value], "name", value))
        return value if full == value else f"{value} {full}"
    return words.title_of(rules, value, names) if isinstance(rules, RailRules) else value.replace("_", " ")


def place_name(rules: Rules[Any], value: Any) -> str:
    """A hex, or a stop as "HEX/number", with the names printed there, or what the title calls its place; empty when the value
    is no place."""
    hex_id = hex_of(rules, value)
    if hex_id is None:
        return speech.place_name(rules, value)
    here = rules.board.hexes[hex_id]  # type: ignore[attr-defined]
    name = str(getattr(here, "name", "") or "")
    number = str(value).partition("/")[2]
    several = number and number != "0"
    shown = f"{name} {hex_id}" if name else hex_id
    return say("{place}, city {number}", place=shown, number=int(number) + 1) if several and number.isdigit() else shown


def hex_of(rules: Rules[Any], value: Any) -> str | None:
    """The hex that a value names, alone or before a slash; ``None`` when it is no place on this title's map."""
    hexes = getattr(getattr(rules, "board", None), "hexes", None)
    if hexes is None or not isinstance(value, str):
        return None
    hex_id = value.partition("/")[0]
    return hex_id if hex_id in hexes else None


def is_place(rules: Rules[Any], value: Any) -> bool:
    """Whether a value names a place on the title's board."""
    return bool(place_name(rules, value))


def action_name(rules: Rules[Any], state: Any, action: Mapping[str, Any], names: Names, *, small: bool = False) -> str:
    """An action in a few words: what is done, and every value of it. ``small``: for the middle of a sentence."""
    bid = _bid_name(rules, state, action)
    if bid:
        return bid if small else bid[:1].upper() + bid[1:]
    label = open_label(rules, state, str(action.get("type", "")))
    values = values_name(rules, state, action, names)
    text = f"{label}: {values}" if values else label
    return text if small else language.capital(text)


def bid_verb(frame: Any, lot: str) -> str:
    """What a bid on a private does in its auction now; empty before the lot is up, and elsewhere."""
    if isinstance(frame, StandingBids):
        return "raise" if frame.contest else "buy" if lot == frame.lots[0] else "bid"
    if not isinstance(frame, PrivateAuction) or lot != frame.lots[0]:
        return ""
    return "take" if frame.falling else "raise" if frame.leader else "bid"


def _bid_name(rules: Rules[Any], state: Any, action: Mapping[str, Any]) -> str:
    """A bid on a private by what it does; empty for every other action."""
    lot, price, frame = action.get("target"), action.get("price"), state.frame
    if (
        action.get("type") != "bid"
        or not isinstance(lot, str)
        or type(price) is not int
        or not getattr(frame, "lots", ())
    ):
        return ""
    verb = bid_verb(frame, lot)
    return say(BIDS[verb], lot=entity_name(rules, lot, {}), price=money(rules, price)) if verb else ""


def values_name(rules: Rules[Any], state: Any, action: Mapping[str, Any], names: Names) -> str:
    """The values of an action in words; empty for one that has none."""
    listed = speech.tells_lists(rules)
    parts = [
        value_name(rules, state, field, value, names)
        for field, value in action.items()
        if field not in ("type", "entity", "rotation")
        and value is not None
        and (listed or not isinstance(value, list | dict))
    ]
    return ", ".join(filter(None, parts))


def story(rules: Rules[Any], events: Iterable[Event], names: Names) -> list[str]:
    """What happened, as sentences. Titles whose words we do not have are told in the engine's own."""
    said = speech.of(rules)
    if said is not None:
        return [sentence for sentence in said.story(rules, tuple(events), names) if sentence]
    return [_bare(event, names) for event in events]


def _bare(event: Event, names: Names) -> str:
    values = ", ".join(f"{key} {names.get(str(value), value)}" for key, value in event.data.items())
    return f"{event.kind.replace('_', ' ')}: {values}." if values else f"{event.kind.replace('_', ' ')}."


def reasons(rules: Rules[Any], given: Iterable[Reason], names: Names) -> list[tuple[str, str]]:
    """Reasons as (sentence, rule id)."""
    said = speech.of(rules)
    if said is not None:
        return [(said.reason_text(rules, reason, names), reason.rule) for reason in given]
    return [(reason.sentence, reason.rule) for reason in given]


def rule_text(rules: Rules[Any], rule: str) -> str:
    """Our paraphrase of a rule of the title's ledger; empty where the title keeps none."""
    ledger = _ledger(rules.title)
    return say(ledger[rule].text) if ledger is not None and rule in ledger else ""


def situation(rules: Rules[Any], state: Any, names: Names, lots: bool = True) -> list[str]:
    """What stands open in the moment, as its frame remembers it: what somebody is asked to agree to, the bid to beat, what
    belongs together so far; and the ``lots`` of an auction."""
    frame = state.frame
    found = []
    asked = getattr(frame, "action", None)
    if isinstance(asked, Action):
        seat = rules.controller(state, asked.entity) or ""
        who = Moment.who(rules, (asked.entity, seat), names)
        wanted = action_name(rules, state, plain(asked), names, small=True)
        found.append(say("{who} wants to {action}.", who=who, action=wanted))
    found += _lots(rules, frame, names) if lots else []
    leader, price = getattr(frame, "leader", None), getattr(frame, "price", 0)
    if leader:
        found.append(
            say(
                "The bid of {amount} by {who} stands.",
                amount=money(rules, price),
                who=entity_name(rules, leader, names),
            )
        )
    found += speech.situation(rules, state, names)
    group = getattr(frame, "group", ())
    if group:
        found.append(
            say("Together so far: {names}.", names=", ".join(entity_name(rules, each, names) for each in group))
        )
    return found


def _lots(rules: Any, frame: Any, names: Names) -> list[str]:
    """What is up for auction: a private with all that it is worth, every private with the bids that stand on it, a minor with
    the city that it would start from, the bundle that is up or all that may be put up."""
    if isinstance(frame, BundleAuction):
        lots = (frame.lot,) if frame.lot else frame.left
        return [words.bundle_text(rules, lot, bundle) for lot in lots if (bundle := bundle_named(rules, lot))]
    if isinstance(frame, PrivateAuction) and frame.lots:
        private = rules.privates[frame.lots[0]]
        places = dict.fromkeys(
            rules.board.hexes[each].name for each in private.bonus_hexes if rules.board.hexes[each].name
        )
        values = {
            "private": private.name,
            "face": money(rules, private.face),
            "income": money(rules, private.income),
            "bonus": private.bonus,
            "places": language.listed(list(places)),
        }
        if private.bonus:
            text = (
                "{private}: face value {face}, income {income} an operating round, and +{bonus} for trains to {places}."
            )
            return [say(text, **values)]
        return [say("{private}: face value {face}, income {income} an operating round.", **values)]
    if isinstance(frame, StandingBids):
        return [_standing(rules, frame, lot, names) for lot in (frame.lots[:1] if frame.contest else frame.lots)]
    if isinstance(frame, MinorAuction):
        return [
            say(
                "{company} would start in {place}.",
                company=entity_name(rules, frame.target, {}),
                place=place_name(rules, frame.city),
            )
        ]
    return []


def _standing(rules: RailRules, frame: StandingBids, lot: str, names: Names) -> str:
    """A private for sale, with the bids on it, the best first."""
    private = rules.privates[lot]
    worth = say(
        "{lot}: face {face}, income {income}",
        lot=lot,
        face=money(rules, private.face),
        income=money(rules, private.income),
    )
    bids = sorted((bid for bid in frame.bids if bid[0] == lot), key=lambda bid: -bid[2])
    said = ", ".join(f"{entity_name(rules, who, names)} {money(rules, price)}" for _, who, price in bids)
    return say("{lot}; bids: {bids}.", lot=worth, bids=said) if said else f"{worth}."


def cash_change(events: Sequence[Event], entity: str) -> int:
    """What an entity's cash gains by these events."""
    total = 0
    for event in events:
        if event.kind == "paid" and "amount" in event.data:
            total += int(event.data["amount"]) * ((event.data["payee"] == entity) - (event.data["payer"] == entity))
    return total


def change_text(rules: Rules[Any], amount: int) -> str:
    """A change of cash: "−$90", "+$40", or nothing."""
    if not amount:
        return ""
    return f"{'+' if amount > 0 else '−'}{money(rules, abs(amount))}"


def _ledger(title: str) -> Ledger | None:
    try:
        return books.ledger(title)
    except (UnknownTitle, DataError, OSError):
        return None


def same(action: Action, data: Mapping[str, Any]) -> bool:
    """Whether plain data says this action."""
    return plain(action) == {field: value for field, value in data.items() if value is not None}


def plain(action: Action) -> dict[str, Any]:
    """An action as plain data, without the fields that are not given."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    return {field: value for field, value in data.items() if value is not None}


def money(rules: Rules[Any], amount: int) -> str:
    """An amount in the title's currency."""
    said = speech.of(rules)
    return said.money(rules, amount) if said is not None else str(amount)


def score(rules: Rules[Any], amount: int) -> str:
    """What somebody has at the end: money, or points in a title that counts these."""
    return speech.points(rules, amount) or money(rules, amount)
