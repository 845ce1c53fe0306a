"""From offers to controls: which buttons, fields and places stand for what may be done. No rule is known here; the kinds of
domains and their sizes decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

import msgspec

from towpath import language
from towpath.kernel.offers import Domain, Lazy, Offer, Options, Range, Rows
from towpath.language import Texts, say
from towpath.server import wording

MOST_BUTTONS = 24
"""An offer with more values than this becomes a form."""
FIELDS: Texts = {
    "amount": "amount", "card": "card", "cell": "cell", "city": "city", "coal": "coal", "company": "company",
    "exchange": "exchange", "hex": "hex", "industries": "industries", "industry": "industry", "iron": "iron", "kind": "kind",
    "line": "line", "major": "major", "mill": "mill", "minor": "minor", "number": "number", "price": "price",
    "private": "private", "rotation": "rotation", "runs": "runs", "second_card": "second card", "shares": "shares",
    "source": "source", "space": "space", "target": "lot", "tile": "tile", "to": "buyer", "train": "train",
}  # fmt: skip
"""Field of an action -> what it is called in a form."""
QUIET = ("pass", "decline")
"""Types of action that decline to do anything: their buttons come last."""

LOTS = ("bid",)
"""Types of action about lots of an auction: each lot has a form of its own, also where others have the same bounds."""


class BadChoice(ValueError):
    """A choice in an address or a form that cannot be read."""


class Choice(msgspec.Struct, frozen=True):
    """One action as a button. ``place``: the hex or stop on the map that stands for it too."""

    action: dict[str, Any]
    label: str
    place: str = ""
    quiet: bool = False


class Field(msgspec.Struct, frozen=True):
    """A field of a form: a list of (JSON value, label, place), or a range of numbers."""

    name: str
    label: str
    values: tuple[tuple[str, str, str], ...] = ()
    least: int = 0
    most: int = 0
    step: int = 1

    @property
    def is_range(self) -> bool:
        """Whether it is a number."""
        return not self.values


class Form(msgspec.Struct, frozen=True):
    """An action with fields to fill in. ``base``: what is settled, as JSON. ``counted``: it is one thing, and the only field
    says how many of it."""

    base: str
    label: str
    fields: tuple[Field, ...]
    counted: bool = False


class Group(msgspec.Struct):
    """Everything of one type of action for one entity. ``hexes``: places whose choices open when they are picked.
    ``search``: something is found only when it is asked for."""

    kind: str
    label: str
    entity: str
    rule: str = ""
    choices: list[Choice] = []
    forms: list[Form] = []
    hexes: dict[str, list[Choice]] = {}
    search: bool = False

    @property
    def quiet(self) -> bool:
        """Whether it only declines to do anything."""
        return self.kind in QUIET

    @property
    def alone(self) -> bool:
        """Whether there is one button and no more, and it says what the group is about."""
        rest = self.forms or self.hexes or self.search
        return not rest and len(self.choices) == 1 and self.choices[0].label == self.label


Namer = Callable[[str, Any], str]


def groups(
    rules: Any, state: Any, offers: Sequence[Offer], names: Mapping[str, str], find: bool = False
) -> list[Group]:
    """The controls of a position. ``find``: search what is lazy and show what was found."""
    found: dict[tuple[str, str], Group] = {}

    def name(field: str, value: Any) -> str:
        return wording.value_name(rules, state, field, value, names)

    for offer in offers:
        key = (offer.type, offer.entity)
        if key not in found:
            label = wording.open_label(rules, state, offer.type)
            found[key] = Group(offer.type, label, offer.entity, offer.rule)
        _add(rules, found[key], offer, name, find)
    for group in found.values():
        if group.kind not in LOTS:
            group.forms = [form for form in group.forms if form.counted] + merged(
                [form for form in group.forms if not form.counted]
            )
    return sorted(found.values(), key=lambda group: group.quiet)


def _add(rules: Any, group: Group, offer: Offer, name: Namer, find: bool) -> None:
    lazy = any(isinstance(domain, Lazy) for domain in offer.domains)
    if lazy and not find:
        group.search = True
        return
    spots = _spots(rules, offer)
    if spots is not None:
        for values in spots.assignments(0):
            hex_id = next(v for v in values.values() if wording.hex_of(rules, v))
            choice = _choice(
                rules, group, {**offer.fixed, **values}, {k: v for k, v in values.items() if v != hex_id}, name
            )
            group.hexes.setdefault(hex_id, []).append(choice)
    elif (counted := _counted(offer)) is not None:
        group.forms += [_counting(offer, *each, name) for each in counted]
    elif lazy or (not any(isinstance(d, Range) for d in offer.domains) and _size(offer.domains) <= MOST_BUTTONS):
        for action in offer.actions(0):
            data = wording.plain(action)
            shown = {field: value for field, value in data.items() if field not in ("type", "entity")}
            group.choices.append(_choice(rules, group, data, shown, name))
    else:
        group.forms.append(_form(rules, offer, name))


def _size(domains: Sequence[Domain]) -> int:
    return prod(len(getattr(domain, "values", getattr(domain, "rows", ()))) for domain in domains)


def _spots(rules: Any, offer: Offer) -> Rows | None:
    """The domain of an offer that places something turned or chosen on a hex: rows with a hex and more."""
    if len(offer.domains) != 1 or not isinstance(offer.domains[0], Rows):
        return None
    rows = offer.domains[0]
    if len(rows.fields) < 2 or not rows.rows or not any(wording.hex_of(rules, value) for value in rows.rows[0]):
        return None
    return rows


def _counted(offer: Offer) -> list[tuple[str, Any, str, list[int]]] | None:
    """An offer of a thing and how many of it: for each thing its field and value, the field of the numbers and those numbers.
    ``None`` for every other offer."""
    if len(offer.domains) != 1 or not isinstance(offer.domains[0], Rows) or len(offer.domains[0].fields) != 2:
        return None
    thing, count = offer.domains[0].fields
    found: dict[Any, list[int]] = {}
    for value, number in offer.domains[0].rows:
        if type(number) is not int or type(value) is not str:
            return None
        found.setdefault(value, []).append(number)
    runs = [numbers == list(range(numbers[0], numbers[0] + len(numbers))) for numbers in found.values()]
    if not all(runs) or all(len(numbers) == 1 for numbers in found.values()):
        return None
    return [(thing, value, count, numbers) for value, numbers in found.items()]


def _counting(offer: Offer, thing: str, value: str, count: str, numbers: list[int], name: Namer) -> Form:
    fixed = {"type": offer.type, **msgspec.to_builtins(offer.fixed), thing: value}
    field = Field(count, _words(count), (), numbers[0], numbers[-1])
    return Form(_json(fixed), name(thing, value), (field,), counted=True)


def _choice(rules: Any, group: Group, action: Mapping[str, Any], shown: Mapping[str, Any], name: Namer) -> Choice:
    data = {"type": group.kind, **{field: msgspec.to_builtins(value) for field, value in action.items()}}
    words = [name(field, value) for field, value in shown.items() if not isinstance(value, list | tuple | dict)]
    place = next((value for value in shown.values() if wording.hex_of(rules, value)), "")
    return Choice(data, ", ".join(words) or group.label, str(place), group.quiet)


def _form(rules: Any, offer: Offer, name: Namer) -> Form:
    fixed = {"type": offer.type, **msgspec.to_builtins(offer.fixed)}
    shown = [name(field, value) for field, value in offer.fixed.items() if field != "entity"]
    return Form(_json(fixed), ", ".join(shown), tuple(_field(rules, domain, name) for domain in offer.domains))


def merged(forms: Sequence[Form]) -> list[Form]:
    """Forms that differ in one settled value alone become one, with that value to choose. Values that read alike are alike
    to a player (two trains of a kind with one owner): the first stands for them."""
    kept: dict[tuple[Any, ...], list[tuple[Form, dict[str, Any]]]] = {}
    for form in forms:
        base = msgspec.json.decode(form.base)
        kept.setdefault((tuple(sorted(base)), form.fields), []).append((form, base))
    result = []
    for (_, fields), alike in kept.items():
        first = alike[0][1]
        differing = [name for name in first if len({_json(base[name]) for _, base in alike}) > 1]
        if len(differing) != 1:
            result += [form for form, _ in alike]
            continue
        name = differing[0]
        values: dict[str, tuple[str, str, str]] = {}
        for form, base in alike:
            values.setdefault(form.label, (_json({name: base[name]}), form.label, ""))
        rest = {key: value for key, value in first.items() if key != name}
        result.append(Form(_json(rest), "", (Field(name, _words(name), tuple(values.values())), *fields)))
    return result


def _field(rules: Any, domain: Domain, name: Namer) -> Field:
    if isinstance(domain, Range):
        return Field(domain.field, _words(domain.field), (), domain.least, domain.most, domain.step)
    if isinstance(domain, Options):
        listed = [
            (_json({domain.field: value}), name(domain.field, value), value if wording.hex_of(rules, value) else "")
            for value in domain.values
        ]
        return Field(domain.field, _words(domain.field), tuple(listed))
    rows = [
        (_json(values), ", ".join(name(field, value) for field, value in values.items()), "")
        for values in domain.assignments(0)
    ]
    fields = getattr(domain, "fields", ())
    return Field("+".join(fields), language.listed([_words(field) for field in fields]), tuple(rows))


def _words(field: str) -> str:
    return say(FIELDS[field]) if field in FIELDS else field.replace("_", " ")


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# -- the way back: from a query or form to an action ----------------------------------------------------------------


def read_choice(query: Mapping[str, str]) -> dict[str, Any] | None:
    """The action in a query: ``choice`` alone, or ``base`` with ``v.*`` (JSON parts) and ``n.*`` (numbers). ``None`` when
    there is none; ``BadChoice`` when it cannot be read."""
    if query.get("choice"):
        return _object(query["choice"])
    if not query.get("base"):
        return None
    action = _object(query["base"])
    for key, value in query.items():
        if key.startswith("v."):
            action |= _object(value)
        elif key.startswith("n."):
            action[key[2:]] = _number(value)
    return action


def read_program(form: Mapping[str, str]) -> dict[str, Any]:
    """The program in a form: ``base`` with ``v.*`` (JSON parts), ``n.*`` (numbers) and ``m.FIELD`` with a ``m.FIELD.VALUE`` for
    each value that is ticked. ``BadChoice`` when it cannot be read."""
    plain = {key: value for key, value in form.items() if key == "base" or key.startswith(("v.", "n."))}
    made = read_choice(plain) or {}
    for key in form:
        parts = key.split(".")
        if parts[0] == "m" and len(parts) == 2:
            made[parts[1]] = [each.split(".")[2] for each in form if each.startswith(f"{key}.")]
    return made


def _object(text: str) -> dict[str, Any]:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise BadChoice(say("That choice cannot be read. Choose again from what is offered."))
    return value


def _number(text: str) -> int:
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise BadChoice(say("“{text}” is not a whole number.", text=text[:20]))
    return int(text)
