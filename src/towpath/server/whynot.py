"""Why not: the reasons against what is not offered, found by asking the engine about actions nobody has made yet.

The server knows no rule, but it knows the vocabulary of actions: which things a field called ``company`` or ``tile`` can
name. It makes actions of them and lets ``explain`` speak.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from towpath.api import Action, Reason
from towpath.kernel.offers import Range
from towpath.language import capital, say
from towpath.server import drawing, wording
from towpath.server.looking import Look

MOST_GUESSES = 400
"""Actions that are tried for one answer."""
MOST_REASONS = 4
"""Different sentences that an answer about a place gives when the tries fail in different ways."""


class Refusal(msgspec.Struct, frozen=True):
    """Something that is not offered, in words, and all reasons against it; ``region``: the part of the board that it is about;
    ``others``: what else is refused for the same reasons."""

    label: str
    reasons: tuple[Reason, ...]
    region: str = ""
    others: tuple[str, ...] = ()


Kinds = list[tuple[str, str]]
"""Types of action with what they are called."""


def closed_kinds(look: Look) -> tuple[Kinds, Kinds]:
    """The types of action that offer nothing now: those of this step, and those of its neighbours."""
    offered = {offer.type for offer in look.offers}
    opened = {_kind(move): say(move.label) or _kind(move).replace("_", " ") for move in _open_moves(look)}
    others = {_kind(move): say(move.label) or _kind(move).replace("_", " ") for move in _moves(look)}
    here = [(kind, label) for kind, label in opened.items() if kind not in offered]
    return here, [(kind, label) for kind, label in others.items() if kind not in offered and kind not in opened]


def _kind(move: Any) -> str:
    return str(move.action.__struct_config__.tag)


def refusals(look: Look, kind: str) -> list[Refusal]:
    """Everything of a type of action that is refused now, each with its reasons."""
    move = next((move for move in _moves(look) if _kind(move) == kind), None)
    if move is None or not look.actor:
        return []
    found: dict[tuple[str, ...], Refusal] = {}
    guessed = _numbers(look, move.action)
    for action in _tries(look, move.action, kind, "") or _guesses(look, move.action, guessed):
        reasons = _against(look, action)
        if not reasons or reasons[0].tier == "shape":
            # What names a thing that there is not was no more than our guess.
            continue
        sentences = tuple(reason.sentence for reason in reasons)
        told = {field: value for field, value in wording.plain(action).items() if field not in guessed}
        label = wording.values_name(look.rules, look.full, told, look.names) or say(move.label)
        if any(reason.tier == "moment" for reason in reasons):
            # Another step, or another's turn: that holds for all of them alike.
            return [Refusal(say(move.label) or label, reasons)]
        region = drawing.of(look.rules).region(look, wording.plain(action))
        found.setdefault((label, *sentences), Refusal(capital(label), reasons, region))
    return sorted(found.values(), key=lambda refusal: len(refusal.reasons))


def gathered(refused: Sequence[Refusal], most: int) -> list[Refusal]:
    """What is refused with the same sentences told once; where those are still more than ``most``, once by rules."""
    alike = _alike(refused, lambda reason: reason.sentence)
    return alike if len(alike) <= most else _alike(alike, lambda reason: f"{reason.code} {reason.rule}")


def _alike(refused: Sequence[Refusal], key: Callable[[Reason], str]) -> list[Refusal]:
    found: dict[tuple[str, ...], Refusal] = {}
    for each in refused:
        name = tuple(map(key, each.reasons))
        first = found.get(name)
        if first is None:
            found[name] = each
        else:
            labels = dict.fromkeys((*first.others, each.label, *each.others))
            found[name] = msgspec.structs.replace(first, others=tuple(x for x in labels if x != first.label))
    return list(found.values())


def answering_places(look: Look, kind: str) -> list[str]:
    """The hexes that answer for themselves, where something of several things may be put on one: all of that on all of them
    would be too much to tell."""
    move = next((move for move in _moves(look) if _kind(move) == kind), None)
    if move is None or "hex" not in _place_fields(look, move.action) or len(move.action.__struct_fields__) < 3:
        return []
    if _tries(look, move.action, kind, "") is not None:
        return []
    domains = [domain for offer in look.offers if offer.type == kind for domain in offer.domains]
    offered = {row.get("hex") for domain in domains for row in domain.assignments(0)}
    rules: Any = look.rules
    return [hex_id for hex_id in rules.board.hexes if hex_id not in offered]


def by_region(refused: Sequence[Refusal]) -> dict[str, list[Refusal]]:
    """The refusals of each part of the board; what is about none comes under an empty name."""
    found: dict[str, list[Refusal]] = {}
    for each in sorted(refused, key=lambda each: each.region):
        found.setdefault(each.region, []).append(each)
    return found


def is_kind(look: Look, text: str) -> bool:
    """Whether it names a type of action of the step that is open, or of its neighbours."""
    return any(_kind(move) == text for move in _moves(look))


def has_values(look: Look, kind: str) -> bool:
    """Whether there is anything to choose in a type of action, so that one choice may be possible and another not."""
    return any(_kind(move) == kind and len(move.action.__struct_fields__) > 1 for move in _moves(look))


def place_reasons(look: Look, hex_id: str) -> list[Reason]:
    """Why nothing may be done on a hex (or that of a stop): what stands against all tries, or else against the best try with
    each thing that could be put there, nearest to legal first."""
    if not look.actor:
        return []
    hex_id = wording.hex_of(look.rules, hex_id) or hex_id
    tries: dict[str, tuple[Reason, ...]] = {}
    every: list[tuple[Reason, ...]] = []
    moves = [move for move in _moves(look) if _place_fields(look, move.action)]
    opened = _open_moves(look)
    for move in [move for move in moves if move in opened] or moves:
        fields = _place_fields(look, move.action)
        guesses = _tries(look, move.action, _kind(move), hex_id)
        if guesses is None:
            settled = {field: values for field in fields if (values := _places(look, field, hex_id))}
            if len(settled) < len(fields):
                continue
            guesses = _guesses(look, move.action, settled)
        for action in guesses:
            reasons = _against(look, action)
            if reasons:
                every.append(reasons)
                thing = f"{_kind(move)} {getattr(action, 'tile', '')} {getattr(action, 'industry', '')}"
                tries[thing] = min(tries.get(thing, reasons), reasons, key=len)
    if not every:
        return []
    common = set.intersection(*({reason.code for reason in reasons} for reasons in every))
    if common:
        return _distinct(reason for reason in every[0] if reason.code in common)
    nearest = sorted(tries.values(), key=len)
    counts = Counter(reason.code for reasons in nearest for reason in reasons)
    close = [reason for reasons in nearest if len(reasons) <= len(nearest[0]) + 1 for reason in reasons]
    return _distinct(sorted(close, key=lambda reason: -counts[reason.code]))


def is_place(look: Look, text: str) -> bool:
    """Whether it names a place of this title's board."""
    return wording.is_place(look.rules, text)


def _distinct(reasons: Iterable[Reason]) -> list[Reason]:
    found: dict[str, Reason] = {}
    for reason in reasons:
        found.setdefault(reason.code, reason)
    return list(islice(found.values(), MOST_REASONS))


def _open_moves(look: Look) -> Sequence[Any]:
    frame = look.full.frame
    return () if frame is None else _for_players(look.rules.procedures[type(frame)].moves(look.full, frame))


def _for_players(moves: Iterable[Any]) -> list[Any]:
    """Each once, without those that only files of other programs hold."""
    return [move for move in dict.fromkeys(moves) if not move.only_in_files]


def _moves(look: Look) -> list[Any]:
    """The moves open now, then the others of the same procedure."""
    frame = look.full.frame
    if frame is None:
        return []
    procedure = look.rules.procedures[type(frame)]
    return _for_players([*procedure.moves(look.full, frame), *procedure.all_moves()])


def _against(look: Look, action: Action) -> tuple[Reason, ...]:
    """The reasons; where one names the right value of a number we guessed (a list price), it is asked again with that."""
    reasons = look.game.engine.explain(look.full, action, look.asker)
    for reason in reasons:
        for field, value in reason.values.items():
            if field in action.__struct_fields__ and isinstance(value, int) and getattr(action, field) != value:
                again = look.game.engine.explain(
                    look.full, msgspec.structs.replace(action, **{field: value}), look.asker
                )
                if len(again) < len(reasons):
                    reasons = again
    return reasons


def _guesses(look: Look, kind: type[Action], settled: dict[str, list[Any]]) -> Iterator[Action]:
    fields = [field for field in msgspec.structs.fields(kind) if field.name != "entity"]
    hints = get_type_hints(kind)
    known = {}
    for field in fields:
        if field.name in settled:
            known[field.name] = settled[field.name]
        elif field.required:
            known[field.name] = _values(look, field.name, hints[field.name])
    for values in islice(product(*known.values()), MOST_GUESSES):
        yield kind(entity=look.actor, **dict(zip(known, values, strict=True)))


def _tries(look: Look, action: type[Action], kind: str, place: str) -> Iterator[Action] | None:
    """What the title itself would ask about; ``None`` where any guess will do."""
    found = drawing.of(look.rules).tries(look, kind, place)
    return None if found is None else (msgspec.convert(each, action) for each in found)


def _numbers(look: Look, action: type[Action]) -> dict[str, list[Any]]:
    """The fields that are numbers, each with the least that is offered: what is told depends on what else is chosen."""
    tag = str(action.__struct_config__.tag)
    ranges = {
        d.field: d.least for offer in look.offers if offer.type == tag for d in offer.domains if isinstance(d, Range)
    }
    hints = get_type_hints(action)
    fields = [field.name for field in msgspec.structs.fields(action) if field.required and hints[field.name] is int]
    return {name: [ranges.get(name, 1)] for name in fields if _values(look, name, int) == [1]}


def _place_fields(look: Look, kind: type[Action]) -> list[str]:
    how = drawing.of(look.rules).steps
    places = how.places if how is not None else ("hex", "city")
    return [name for name in kind.__struct_fields__ if name in places]


def _places(look: Look, field: str, hex_id: str) -> list[Any]:
    """The hex itself, or the cities that lie on it now."""
    rules: Any = look.rules
    if field == "hex":
        return [hex_id]
    stops = rules.tile_at(look.full, hex_id).stops
    return [f"{hex_id}/{index}" for index, stop in enumerate(stops) if stop.kind == "city"]


def _values(look: Look, field: str, hint: Any) -> list[Any]:
    """What a field of that name can name in this title."""
    rules: Any = look.rules
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    companies = list(getattr(rules, "companies", {}))
    privates = list(getattr(rules, "privates", {}))
    if field in ("company", "major", "minor"):
        return [c for c in companies if field == "company" or rules.kind(c) == field]
    if field == "target":
        return [*privates, *(c for c in companies if rules.kind(c) == "minor")]
    if field == "private":
        return privates
    if field == "train":
        return _one_of_each_train(look)
    if field == "tile":
        return list(rules.tileset.tiles)
    if field == "rotation":
        return list(range(6))
    if field == "cell":
        return [cell.id for cell in rules.market.cells]
    if field in ("hex", "city"):
        return [place for hex_id in rules.board.hexes for place in _places(look, field, hex_id)]
    if hint is int:
        return [1]
    if hint is bool:
        return [True]
    return [()] if get_origin(hint) is tuple else []


def _one_of_each_train(look: Look) -> list[str]:
    """The first train of each kind with each holder."""
    rules: Any = look.rules
    found: dict[tuple[str, str], str] = {}
    for train, holder in look.full.trains.items():
        found.setdefault((rules.train_kind(train).name, holder), train)
    return list(found.values())
