"""Events and reasons as English sentences, with the names that the table shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from towpath.hexmap import Board
from towpath.kernel.reasons import Reason
from towpath.kernel.state import Event
from towpath.language import Texts, capital, listed, msg, say, say_n
from towpath.rail.bundles import bundle_named, privates_in
from towpath.rail.data import Bundle
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, CLOSED, EXPORTED, POOL, RUSTED, YARD
from towpath.render.describe import COLOURS, hex_label

Names = Mapping[str, str]
"""Seat -> the name shown for it."""

SILENT = frozenset(
    {"certificate_moved", "standing", "market_left", "loans_left", "revenue", "turn_over", "turn_ended", "step_ended"}
)
"""Events that another one tells already."""

TEMPLATES: Texts = {
    "auction_won": "{player} wins {target} for {price}.",
    "bank_broken": "The bank has run out of money.",
    "bankrupt": "{player} cannot pay and is bankrupt.",
    "bid": "{player} bids {price} for {target}.",
    "buying_ended": "{player} buys no more shares of {company}.",
    "city_chosen": "{company} keeps its token in {hex}, in the city that was chosen.",
    "company_closed": "{company} closes for good.",
    "company_given_up": "{company} is given up: it will become part of the national railway.",
    "consent_asked": "{entity} asks {asked}: {question}?",
    "consent_given": "{player} agrees.",
    "consent_refused": "{player} declines; {entity} cannot go on with it.",
    "contest": "{rivals} bid against each other for {target}.",
    "converted": "{minor} converts into {major}.",
    "declined": "{player} declines to bid for {target}.",
    "destination_reached": "{company} reaches its destination.",
    "end_triggered": "The game will end: {reason}. The last round is OR {set}.{round}.",
    "escrow_held": "The bank holds {amount} for {company} until it reaches its destination, {held} in all.",
    "game_over": "The game is over: {reason}.",
    "hex_marked": "{company} puts the port marker of {private} on {hex}.",
    "insolvent": "{company} cannot pay for a train.",
    "joined_merger": "{minor} joins the merger with {active}.",
    "least_bid_lowered": "Nobody wants {target}; the least bid falls to {least}.",
    "loan_taken": "{company} takes a loan and now has {loans}.",
    "major_formed": "{company} is complete.",
    "major_kept": "{company} is kept in private hands.",
    "major_started": "{player} starts {company} at {price}.",
    "market_entered": "{company} enters the market at {price}.",
    "merged": "{minors} merge into {major}.",
    "merger_given_up": "The merger of {minors} is given up.",
    "merger_undone": "Nobody holds enough of {major}: the merger of {minors} is taken back.",
    "minor_passed": "{minors} stays as it is.",
    "minor_put_up": "{player} puts {target} up for auction at {price}.",
    "national_formed": "{company} forms and takes over {absorbed}.",
    "national_never_forms": "{company} will never form: nobody was given up to it.",
    "national_permanent": "{company} owns a permanent train: from now on its price moves.",
    "nationalization": "{company} is nationalized.",
    "not_floated": "{company} has not sold enough shares to operate.",
    "paid": "{payer} pays {amount} to {payee} ({why}).",
    "passed": "{player} passes.",
    "phase_begun": "Phase {phase} begins with the first {train}.",
    "president_changed": "{new} becomes president of {company} in place of {old}.",
    "priority_moved": "{player} gets the priority deal.",
    "private_moved": "{private} goes from {source} to {holder}.",
    "right_given": "{company} gets the right to the bonus of {private}.",
    "round_begun": "{round} begins.",
    "settlement_begun": "The first 6 is sold: companies repay their loans, or are given up.",
    "share_bought": "{player} buys a share of {company} from {source} for {price}.",
    "share_sold": "{player} sells a share of {company} for {price}.",
    "shares_sold": "{player} sells {shares} of {company} at {price} each.",
    "skipped": "{player} can do nothing and is skipped.",
    "tile_laid": "Tile {tile} is laid on {hex}.",
    "token_lifted": "{company} takes its token off {hex}.",
    "token_placed": "{company} places a token in {hex}.",
    "token_replaced": "A token of {new} takes the place of {old} in {hex}.",
    "train_borrowed": "{company} runs a {train} that the bank lends it.",
    "train_discarded": "{source} gives a {train} to the bank pool.",
    "train_exported": "A {train} is exported.",
    "train_moved": "{holder} gets a {train} from {source}.",
    "train_ran": "{company} runs a {train} for {revenue}: {stops}.",
    "train_rusted": "A {train} of {source} rusts.",
    "turn_begun": "{company} operates.",
}
"""Kind of event -> its sentence; the names in braces are the event's data in words."""

AMOUNTS = ("price", "amount", "revenue", "paid", "least", "held")
"""Values of events that are money when they are numbers."""
REASON_AMOUNTS = frozenset(
    ("price", "prices", "cost", "cash", "power", "missing", "short", "free", "bid", "offered", "refused", "earned")
)
"""Values of refusals that are money when they are numbers."""
REASONS_OF_MONEY = frozenset(("bid_too_low", "price_is_fixed", "private_price", "not_the_most", "declined"))
"""Refusals whose least, most and wanted are money too."""
TRAIN_VALUES = frozenset(("train", "old", "trains", "names"))
"""Values of refusals that may be trains."""
PLACES: Texts = {
    BANK: "the bank", POOL: "the bank pool", YARD: "the train yard", RUSTED: "the rust heap", EXPORTED: "abroad",
    CLOSED: "closed", "treasury": "its treasury",
}  # fmt: skip
QUESTIONS: Texts = {
    "merge": "may they merge",
    "sell_private": "will you sell the private",
    "sell_train": "will you sell the train",
}
PURPOSES: Texts = {
    "exchange for": "exchange for a {train}",
    "train": "a {train}",
    "track in": "track in {thing}",
    "token in": "token in {thing}",
    "private": "{thing}",
    "right of": "right to the bonus of {thing}",
    "income of": "income of {thing}",
    "purchase of": "purchase of {thing}",
    "nationalization of": "nationalization of {thing}",
    "bonus of": "cash of {thing}",
    "treasury of": "treasury of {thing}",
    "dividend of": "dividend of {thing}",
    "sale of": "sale of {thing}",
    "share of": "share of {thing}",
    "president's certificate of": "president's certificate of {thing}",
    "capital of": "capital of {thing}",
    "escrow of": "escrow of {thing}",
    "loans of": "loans of {thing}",
    "interest of": "interest of {thing}",
    "repayment of": "repayment of {thing}",
    "help to": "help to {thing}",
    "what is left for": "what is left for {thing}",
}
"""How the note of a payment begins -> the same in words."""
NOTES: Texts = {
    "kept earnings": "kept earnings", "shares redeemed": "shares redeemed", "interest": "interest", "loan": "loan",
    "first interest": "first interest", "repayment": "repayment", "earnings": "earnings", "dividend": "dividend",
    "no dividend": "no dividend", "president sold": "president sold", "shares sold": "shares sold", "sold out": "sold out",
    "nationalization": "nationalization", "loans at the end of the game": "loans at the end of the game",
}  # fmt: skip
"""Notes of payments and of moves of prices that name nothing -> the same in words."""
REASONS: Texts = {
    "agreed": "all have agreed to end it",
    "bank": "the bank has run out",
    "bankrupt": "a player is bankrupt",
    "by_hand": "it was ended as it stood",
    "last_train": "the last kind of train is out",
    "stalemate": "nobody can do anything any more",
}
ROUNDS: Texts = {
    "AR": "Auction round {number}",
    "SR": "Stock round {number}",
    "OR": "Operating round {number}",
    "MR": "Merger round {number}",
}


def money(rules: RailRules, amount: int) -> str:
    """An amount in the title's currency."""
    return f"-{rules.data.currency}{-amount}" if amount < 0 else f"{rules.data.currency}{amount}"


def title_of(rules: RailRules, entity: str, names: Names) -> str:
    """The shown name of a player, company, private or place; an unknown id as it is."""
    if entity in rules.seats:
        return names.get(entity, entity)
    if entity in rules.privates:
        return rules.privates[entity].name
    if entity in rules.companies:
        return entity
    bundle = bundle_named(rules, entity)
    if bundle is not None:
        return say(
            "{bundle} ({minors})", bundle=bundle_name(entity), minors=", ".join(each.id for each in bundle.minors)
        )
    return say(PLACES[entity]) if entity in PLACES else entity


def bundle_name(name: str) -> str:
    """``bundle-1`` -> ``bundle 1``."""
    return say("bundle {number}", number=name.rpartition("-")[2])


def bundle_text(rules: RailRules, name: str, bundle: Bundle) -> str:
    """All that is in a starting bundle: minors with their treasuries, privates with their incomes, cash."""
    minors = [say("{minor} with {amount}", minor=each.id, amount=money(rules, each.treasury)) for each in bundle.minors]
    privates = [rules.privates[each] for each in privates_in(rules, bundle)]
    shown = [
        say("{private} (income {amount})", private=each.name, amount=money(rules, each.income)) for each in privates
    ]
    cash = [say("{amount} in cash", amount=money(rules, bundle.bonus))] if bundle.bonus else []
    return capital(f"{bundle_name(name)}: {', '.join((*minors, *shown, *cash))}.")


def round_name(rules: RailRules, label: str) -> str:
    """``OR 2.1`` -> ``Operating round 2.1``."""
    kind, _, number = label.partition(" ")
    return say(ROUNDS[kind], number=number).strip() if kind in ROUNDS else label


def train_name(train: str) -> str:
    """``4-0`` -> ``4-train``."""
    return say("{kind}-train", kind=train.rpartition("-")[0] or train)


def stop_name(rules: RailRules, stop: str) -> str:
    """``H8/0`` -> ``Moscow``; part of an area by the area's name, another hex without a name by its id."""
    hex_id, _, index = stop.rpartition("/")
    here = rules.board.hexes.get(hex_id)
    if here is None or here.name:
        return here.name if here is not None else hex_id
    area = here.printed.stops[int(index)].groups if int(index) < len(here.printed.stops) else ()
    return _area_name(rules.board, area) or hex_id


def _area_name(board: Board, area: tuple[str, ...]) -> str:
    """The name of a place that lies on several hexes, printed on one of them."""
    named = (here for here in board.hexes.values() if here.name and area)
    return next((here.name for here in named if any(stop.groups == area for stop in here.printed.stops)), "")


def purpose(rules: RailRules, why: str, names: Names) -> str:
    """What a payment is for: its short note with things called as people call them (``train 3-1`` -> ``a 3-train``)."""
    for head, words in PURPOSES.items():
        if why.startswith(f"{head} "):
            thing, *more = why.removeprefix(f"{head} ").split(", ")
            shown = place_text(rules, thing) or title_of(rules, thing, names)
            text = say(words, thing=shown, train=train_name(thing))
            held = more[0].removeprefix("held for ") if more else ""
            return say("{purpose}, held for {company}", purpose=text, company=held) if held else text
    return say(NOTES.get(why, why))


def sentence(rules: RailRules, event: Event, names: Names) -> str:
    """An event as a sentence, "" for one that another event tells. An unknown kind is spelled out with its data."""
    if event.kind in SILENT:
        return ""
    if event.kind == "price_moved":
        return _price_moved(rules, event.data)
    if event.kind == "dividend":
        return _dividend(rules, event.data, names)
    if event.kind == "interest":
        return _interest(rules, event.data)
    if event.kind == "private_moved" and event.data.get("holder") == CLOSED:
        return say("{who} closes.", who=title_of(rules, event.data.get("private", ""), names))
    if event.kind == "president_changed" and event.data.get("old") is None:
        return say(
            "{who} becomes president of {company}.",
            who=title_of(rules, event.data.get("new", ""), names),
            company=event.data.get("company", ""),
        )
    single = event.kind == "shares_sold" and event.data.get("shares") == 1
    template = TEMPLATES.get("share_sold" if single else event.kind)
    words = {key: _worded(rules, key, value, names) for key, value in event.data.items()}
    try:
        text = say(template, **words) if template is not None else ""
    except KeyError:
        text = ""
    if not text:
        listing = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in words.items())
        text = f"{event.kind.replace('_', ' ')}{': ' * bool(listing)}{listing}."
    return capital(text)


def story(rules: RailRules, events: Iterable[Event], names: Names) -> list[str]:
    """The sentences of a list of events, without the silent ones. What a company earned is told before who gets it."""
    ordered: list[Event] = []
    for event in events:
        place = len(ordered)
        while event.kind == "dividend" and place and _pays_out(ordered[place - 1], event.data.get("company")):
            place -= 1
        ordered.insert(place, event)
    return [text for event in ordered if (text := sentence(rules, event, names))]


def _pays_out(event: Event, company: Any) -> bool:
    return event.kind == "paid" and event.data.get("why") in ("kept earnings", f"dividend of {company}")


def reason_text(rules: RailRules, reason: Reason, names: Names) -> str:
    """A refusal as a sentence with the players' shown names, trains, hexes and amounts as people write them; the rule is
    ``reason.rule``."""
    bare = "Train {train}" in reason.text
    values = {key: _reason_value(rules, reason.code, key, value, names, bare) for key, value in reason.values.items()}
    try:
        text = say(reason.text, **values)
    except (KeyError, ValueError, IndexError):
        text = reason.sentence
    return capital(text)


def _reason_value(rules: RailRules, code: str, key: str, value: Any, names: Names, bare: bool) -> Any:
    """One value of a refusal in words; ``bare``: a train is named by its kind alone."""
    if isinstance(value, list | tuple | set | frozenset):
        return _shown([_reason_value(rules, code, key, each, names, bare) for each in value])
    if isinstance(value, str):
        kind = value.rpartition("-")[0]
        if key in TRAIN_VALUES and kind in rules.kinds:
            return kind if bare else say("the {kind}-train", kind=kind)
        return place_text(rules, value) or say(COLOURS.get(value) or title_of(rules, value, names))
    is_money = key in REASON_AMOUNTS or (key in ("least", "most", "wanted") and code in REASONS_OF_MONEY)
    return money(rules, value) if is_money and type(value) is int else value


def place_text(rules: RailRules, place: str) -> str:
    """``H8`` or ``H8/1`` -> ``H8 Moscow`` or ``H8 Moscow, city 2``; empty for what is no place on the map."""
    hex_id, _, index = place.partition("/")
    if hex_id not in rules.board.hexes:
        return ""
    label = hex_label(rules.board.hexes[hex_id])
    if not (index.isdecimal() and int(index)):
        return label
    return say("{place}, city {number}", place=label, number=int(index) + 1)


def _shown(items: Iterable[Any]) -> str:
    return ", ".join(str(item) for item in items) or say("none")


def _price_moved(rules: RailRules, data: Mapping[str, Any]) -> str:
    before, after = data.get("before"), data.get("after")
    now, why = money(rules, int(after or 0)), purpose(rules, str(data.get("why") or ""), {})
    values = {"company": data.get("company", ""), "before": money(rules, int(before or 0)), "after": now, "why": why}
    if before == after:
        text = "The price of {company} stays at {after} ({why})." if why else "The price of {company} stays at {after}."
        return say(text, **values)
    if why:
        return say("The price of {company} moves from {before} to {after} ({why}).", **values)
    return say("The price of {company} moves from {before} to {after}.", **values)


def _dividend(rules: RailRules, data: Mapping[str, Any], names: Names) -> str:
    company, revenue, paid = data.get("company", ""), int(data.get("revenue", 0)), int(data.get("paid", 0))
    if not revenue:
        return say("{company} earns nothing.", company=company)
    if not paid:
        return say("{company} earns {amount} and keeps it.", company=company, amount=money(rules, revenue))
    if paid == revenue:
        return say("{company} earns {amount} and pays it out.", company=company, amount=money(rules, revenue))
    return say(
        "{company} earns {amount} and pays out {paid}.",
        company=company,
        amount=money(rules, revenue),
        paid=money(rules, paid),
    )


def _interest(rules: RailRules, data: Mapping[str, Any]) -> str:
    """Where the interest comes from beside the treasury, whose payment is told by itself."""
    sources = ((msg("{amount} from its run"), "run"), (msg("{amount} from its president"), "president"))
    told = [say(text, amount=money(rules, data[key])) for text, key in sources if data.get(key)]
    return (
        say("{company} pays interest: {amounts}.", company=data.get("company", ""), amounts=listed(told))
        if told
        else ""
    )


def _shares(value: Any) -> str:
    return say("a share") if value == 1 else say_n("{n} share", "{n} shares", int(value))


def _worded(rules: RailRules, key: str, value: Any, names: Names) -> str:
    """One value of an event in words, by the name it has there."""
    if key in AMOUNTS and isinstance(value, int):
        return money(rules, value)
    if key == "why" and isinstance(value, str):
        return purpose(rules, value, names)
    if key == "stops" and isinstance(value, list | tuple):
        return " – ".join(stop_name(rules, str(stop)) for stop in value)
    if isinstance(value, list | tuple):
        return listed([title_of(rules, str(each), names) for each in value]) or say("nobody")
    special = _SPECIAL.get(key)
    if special is not None:
        return special(rules, value)
    return title_of(rules, str(value), names) if isinstance(value, str) else str(value)


_SPECIAL: dict[str, Callable[[RailRules, Any], str]] = {
    "hex": lambda rules, value: hex_label(rules.board.hexes[value]) if value in rules.board.hexes else str(value),
    "train": lambda rules, value: train_name(str(value)),
    "round": lambda rules, value: round_name(rules, value) if isinstance(value, str) else str(value),
    "shares": lambda rules, value: _shares(value),
    "loans": lambda rules, value: say_n("{n} loan", "{n} loans", int(value)),
    "question": lambda rules, value: say(QUESTIONS.get(str(value), str(value))),
    "reason": lambda rules, value: say(REASONS.get(str(value), str(value))),
    "city": lambda rules, value: stop_name(rules, str(value)),
}
