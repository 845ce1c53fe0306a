"""Setting up a table: who plays, which options, and which side of every conflict between printed rules and practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import htpy as h
import msgspec
from htpy import Node

from towpath.api import title_names
from towpath.language import Texts, msg, say, say_n
from towpath.server.catalogue import Choice, TitleCard, spoken_counts
from towpath.server.hosting import called, known_bot
from towpath.server.seat_handlers import hours, undo_policy
from towpath.server.seats_page import bot_select, curtain_field, terms_fields, undo_field
from towpath.server.settings import MAX_NAME
from towpath.server.shell import csrf_field, plain_page
from towpath.server.terms import Terms

PROFILE_WORDS: Texts = {
    "own": "Our choice: the printed rules, with the designer's later rulings and the field's practice where they are silent",
    "rulebook": "The printed rulebook alone",
    "designer": "The designer's rulings wherever he gave one",
    "18xx.games": "As 18xx.games plays it; such games can be exported there",
}
SITTINGS = (
    (
        "screen",
        msg("On one screen."),
        msg("You pass the device round, or all look at one. Whoever has the table's address may play."),
    ),
    (
        "seats",
        msg("With invitation links."),
        msg("Everybody plays on a device of their own. Each seat gets a link that you send; nobody needs an account."),
    ),
)
"""Ways of sitting down, with what they are."""
SHARED_OPTIONS = (
    (
        "consent",
        msg("Owners are asked before a merger, a train or a private of theirs is taken"),
        (("on", msg("Ask")), ("off", msg("Assume yes"))),
    ),
    (
        "first_player",
        msg("Who begins"),
        (("random", msg("Drawn by lot")), ("seat1", msg("The first player in the list"))),
    ),
)


def new_game(card: TitleCard, given: Mapping[str, str], token: str, problem: str = "") -> str:
    """The form; ``given`` fills it in again after a ``problem``."""
    return plain_page(
        say("Set up {name}", name=card.name),
        h.h1[say("Set up {name}", name=card.name)],
        h.p[say(card.about)] if card.about else None,
        h.p(".dim")[
            say("{counts} players", counts=spoken_counts(card.players)),
            [", ", say("by {designer}", designer=card.designer)] if card.designer else None,
        ],
        h.p(".notice.bad", role="alert")[problem] if problem else None,
        h.form(".setup", method="post", action="/games")[
            csrf_field(token),
            h.input(type="hidden", name="title", value=card.id),
            _sitting(given),
            _players(card, given),
            _terms(card, given),
            _options(card, given),
            _doubts(card, given),
            _advanced(card, given),
            h.div(".row.end")[
                h.a(".button", href="/")[say("Back")],
                h.button(".primary.big", type="submit")[say("Start the game")],
            ],
        ],
        page="new",
    )


def _sitting(given: Mapping[str, str]) -> Node:
    chosen = given.get("sitting", "screen")
    return h.fieldset(".card.sitting")[
        h.legend[say("How you sit")],
        [
            h.label(".radio.big-radio")[
                h.input(type="radio", name="sitting", value=value, checked=value == chosen),
                h.span[h.b[say(name)], f" {say(meaning)}"],
            ]
            for value, name, meaning in SITTINGS
        ],
    ]


def _players(card: TitleCard, given: Mapping[str, str]) -> Node:
    most, least = max(card.players), min(card.players)
    own = given.get("own", "1")
    return h.fieldset(".card")[
        h.legend[say("Players")],
        _counts(card, given),
        h.ol(".players-in")[[_player(card.id, n, n <= least, given) for n in range(1, most + 1)]],
        h.label(".with-seats")[
            h.span[say("Your own seat")],
            h.select(name="own")[
                [h.option(value=str(n), selected=str(n) == own)[say("Player {n}", n=n)] for n in range(1, most + 1)],
                h.option(value="", selected=own == "")[say("None: you only make the table")],
            ],
        ],
        h.label[
            h.span[say("Name of this table (if you like)")],
            h.input(name="name", value=given.get("name", ""), maxlength="100", autocomplete="off"),
        ],
    ]


def _counts(card: TitleCard, given: Mapping[str, str]) -> Node:
    """How many can play; where an option decides that, for the value that is chosen."""
    deciding = next((option for option in card.options if any(value.players for value in option.values)), None)
    if deciding is None:
        return h.p(".dim")[
            say("In seating order. Leave the others empty: {counts} can play.", counts=spoken_counts(card.players))
        ]
    name = f"o.{deciding.id}"
    chosen = given.get(name, deciding.default)
    return [
        h.p(
            ".dim.counts",
            data_option=name,
            data_value=value.id,
            data_counts=_numbers(value.players),
            hidden=value.id != chosen,
        )[
            say(
                "In seating order. Leave the others empty: with “{option}: {value}” {counts} can play.",
                option=say(deciding.label),
                value=say(value.label),
                counts=spoken_counts(value.players),
            )
        ]
        for value in deciding.values
        if value.players
    ]


def _numbers(counts: Sequence[int]) -> str:
    return " ".join(map(str, counts))


def _player(title: str, n: int, required: bool, given: Mapping[str, str]) -> Node:
    return h.li[
        h.label[
            h.span[say("Player {n}", n=n)],
            h.input(
                name=f"player{n}", value=given.get(f"player{n}", ""), maxlength=str(MAX_NAME), required=required,
                autocomplete="off", data_needed=required or None,
            ),
        ],
        h.label[h.span(".sr")[say("Who plays for player {n}", n=n)],
            bot_select(f"bot{n}", title, say("A person"), given.get(f"bot{n}", "")),
        ],
    ]  # fmt: skip


def _terms(card: TitleCard, given: Mapping[str, str]) -> Node:
    fresh = "title" not in given
    return h.fieldset(".card.terms")[
        h.legend[say("The table")],
        h.div(".with-seats")[undo_field(given.get("undo", "own"))],
        h.div(".with-screen")[curtain_field(fresh or given.get("curtain") == "yes")] if card.secrets else None,
        terms_fields(
            fresh or given.get("spectators") == "yes",
            given.get("listed") == "yes",
            fresh or given.get("clocks") == "yes",
            given.get("reminder_hours", "0"),
        ),
    ]


def _options(card: TitleCard, given: Mapping[str, str]) -> Node:
    shared = [
        h.fieldset(".option")[
            h.legend[say(label)],
            [_radio(f"o.{name}", value, say(text), given.get(f"o.{name}", values[0][0])) for value, text in values],
        ]
        for name, label, values in SHARED_OPTIONS
        if card.switches
    ]
    plain = [_option(option, given) for option in card.options if not option.doubt]
    return h.fieldset(".card")[h.legend[say("Options")], plain, shared]


def _doubts(card: TitleCard, given: Mapping[str, str]) -> Node:
    doubts = [option for option in card.options if option.doubt]
    if not doubts:
        return None
    opened = any(given.get(f"o.{option.id}", option.default) != option.default for option in doubts)
    return h.details(".card.advanced", open=opened)[
        h.summary[say("Advanced: disputed points")],
        h.p(".dim")[
            say("On these points the sources are silent or differ. Whoever has no opinion leaves them as they are.")
        ],
        [_option(option, given) for option in doubts],
    ]


def _option(option: Choice, given: Mapping[str, str]) -> Node:
    chosen = given.get(f"o.{option.id}", option.default)
    only = say("Only with {counts} players.", counts=spoken_counts(option.players)) if option.players else ""
    return h.fieldset(".option", data_players=_numbers(option.players))[
        h.legend[say(option.label)],
        h.p(".dim")[only and f"{only} ", say(option.help)],
        h.p(".brought", role="status"),
        [_radio(f"o.{option.id}", value.id, say(value.label), chosen, value.implies) for value in option.values],
    ]


def _advanced(card: TitleCard, given: Mapping[str, str]) -> Node:
    if not card.switches:
        return None
    profile = given.get("o.profile", "own")
    opened = profile != "own" or any(given.get(f"o.{name}") for name, _ in card.switches)
    return h.details(".card.advanced", open=opened)[
        h.summary[say("Advanced: compatibility")],
        h.p(".dim")[
            say(
                "Where the printed rules are silent or differ from what is played, one side has to be chosen. "
                "A profile chooses for all of them; single ones can be set apart from it."
            )
        ],
        h.fieldset(".option")[
            h.legend[say("Profile")],
            [_radio("o.profile", name, say(PROFILE_WORDS.get(name, name)), profile) for name in card.profiles],
        ],
        [_switch(name, meaning, given.get(f"o.{name}", "")) for name, meaning in card.switches],
    ]


def _switch(name: str, meaning: str, chosen: str) -> Node:
    values = (("", say("as the profile")), ("on", say("yes")), ("off", say("no")))
    return h.label(".switch")[
        h.select(name=f"o.{name}")[[h.option(value=value, selected=value == chosen)[label] for value, label in values]],
        h.span[say(meaning)],
    ]


def _radio(name: str, value: str, label: str, chosen: str, implies: Mapping[str, str] | None = None) -> Node:
    brings = msgspec.json.encode(implies).decode() if implies else None
    box = h.input(type="radio", name=name, value=value, checked=value == chosen, data_implies=brings)
    return h.label(".radio")[box, h.span[label]]


class SetUp:
    """What the form says: names, which of them are bots, the seat of whoever makes the table (where there are links to seats),
    options as the title takes them, the terms and the name of the table."""

    def __init__(self, card: TitleCard, form: Mapping[str, str]) -> None:
        """``ValueError`` in plain words for names that do not go."""
        self.name = form.get("name", "").strip()[:100]
        self.players: list[str] = []
        self.bots: dict[int, str] = {}
        self.own_seat = ""
        self.terms = _read_terms(card, form)
        self._seat_everybody(card, form)
        folded = [name.casefold() for name in self.players]
        if len(set(folded)) < len(folded):
            raise ValueError(say("Two players have the same name; tell them apart."))
        if len(self.players) not in card.players:
            named, counts = len(self.players), spoken_counts(card.players)
            if not named:
                raise ValueError(say("Nobody is named; {title} is played by {counts}.", title=card.name, counts=counts))
            one = "One player is named; {title} is played by {counts}."
            many = "{n} players are named; {title} is played by {counts}."
            raise ValueError(say_n(one, many, named, title=card.name, counts=counts))
        known = {option.id: option for option in card.options}
        self.options: dict[str, bool | int | str] = {}
        for key, value in form.items():
            name = key.removeprefix("o.")
            if name == key or value == "":
                continue
            option = known.get(name)
            if option is not None and option.players and len(self.players) not in option.players:
                if value != option.default:
                    raise ValueError(
                        say(
                            "“{option}” does not exist for {count} players.",
                            option=say(option.label),
                            count=len(self.players),
                        )
                    )
                continue
            self.options[name] = value
        self._settle(known)

    def _seat_everybody(self, card: TitleCard, form: Mapping[str, str]) -> None:
        """Names in seating order; a bot without a name gets one."""
        numbers = range(1, max(card.players) + 1)
        given = {n: form.get(f"player{n}", "").strip()[:MAX_NAME] for n in numbers}
        for n, name in given.items():
            bot = form.get(f"bot{n}", "")
            if bot:
                self.bots[len(self.players)] = known_bot(card.id, bot)
                name = name or called(bot, [*self.players, *given.values()])
            elif name and form.get("own") == str(n) and self.terms.sitting == "seats":
                self.own_seat = f"p{len(self.players) + 1}"
            if name:
                self.players.append(name)

    def _settle(self, known: Mapping[str, Choice]) -> None:
        """A form always says something of every option, so a default gives way to what another choice brings; what was
        chosen and does not go with another choice is a ``ValueError``."""
        chosen = [
            (option, value)
            for option in known.values()
            for value in option.values
            if self.options.get(option.id) == value.id
        ]
        for _, value in chosen:
            for other, wanted in value.implies.items():
                if self.options.get(other) == known[other].default:
                    self.options[other] = wanted
        for option, value in chosen:
            pairs = ((other, barred) for other, barred in value.excludes.items() if self.options.get(other) == barred)
            for other, barred in pairs:
                label = next(each.label for each in known[other].values if each.id == barred)
                raise ValueError(
                    say(
                        "“{option}: {value}” does not go with “{other}: {barred}”; change one of them.",
                        option=say(option.label),
                        value=say(value.label),
                        other=say(known[other].label),
                        barred=say(label),
                    )
                )


def _read_terms(card: TitleCard, form: Mapping[str, str]) -> Terms:
    """``ValueError`` for a choice that there is not."""
    listed, clocks = form.get("listed") == "yes", form.get("clocks") == "yes"
    after = hours(form.get("reminder_hours", ""))
    if form.get("sitting", "screen") == "screen":
        curtain = form.get("curtain") == "yes" or not card.secrets
        return Terms(listed=listed, clocks=clocks, reminder_hours=after, curtain=curtain)
    return Terms(
        sitting="seats",
        undo=undo_policy(form.get("undo", "own")),
        listed=listed,
        spectators=form.get("spectators") == "yes",
        clocks=clocks,
        reminder_hours=after,
    )


def is_title(name: str) -> bool:
    """Whether there is such a title."""
    return name in title_names()
