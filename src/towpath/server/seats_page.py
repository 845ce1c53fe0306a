"""The page of a table's seats: who sits where, the links to send, what the host may do, one's own plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import htpy as h
from htpy import Node

from towpath import language
from towpath.bots import names as bot_names
from towpath.kernel.record import Seat
from towpath.language import msg, say
from towpath.server.catalogue import BOT_NAMES
from towpath.server.clocks import spoken
from towpath.server.dates import day_and_time
from towpath.server.games import OpenGame
from towpath.server.gate import Access
from towpath.server.notices.addresses import Shown
from towpath.server.notices.part import notices
from towpath.server.seating import HOST, Place
from towpath.server.seats import link_path
from towpath.server.settings import MAX_NAME
from towpath.server.shell import csrf_field, plain_page
from towpath.server.store import Listed
from towpath.server.terms import MOST_HOURS, UndoPolicy

UNDO_WORDS: dict[UndoPolicy, tuple[str, str]] = {
    "free": (msg("Free"), msg("Any player may take back and bring back.")),
    "own": (msg("One's own"), msg("Only one's own last action, while nobody else has acted since.")),
    "consent": (msg("With consent"), msg("The others are asked; it is done when all of them agree.")),
}
"""Policy -> its name and its meaning."""


class Seats(NamedTuple):
    """What the page shows. ``tokens``: new ones, seat -> token, to be shown this once; ``origin``: what links begin with;
    ``note``: what was done; ``notices``: one's own seats -> where their notices go."""

    opened: OpenGame
    access: Access
    places: Mapping[str, Place]
    plans: Sequence[Listed]
    origin: str
    tokens: Mapping[str, str]
    token: str
    problem: str = ""
    note: str = ""
    notices: Mapping[str, Shown | None] = MappingProxyType({})


def seats_page(made: Seats) -> str:
    """The page."""
    table = made.access.table
    return plain_page(
        say("Seats · {name}", name=made.opened.name),
        h.nav(aria_label=say("Where this is"))[h.a(".button", href=f"/games/{table.id}")[say("← To the table")]],
        h.h1[made.opened.name],
        h.p(".notice.bad", role="alert")[made.problem] if made.problem else None,
        h.p(".notice", role="status")[made.note] if made.note else None,
        _fresh(made),
        _seats(made),
        _questions(made),
        _plans(made),
        _host(made) if made.access.host and table.plan_of is None else None,
        _forget(made),
        page="seats",
        attributes={"data-game": table.id, "data-address": f"/games/{table.id}/seats"},
    )


def _fresh(made: Seats) -> Node:
    """The links that were just made."""
    if not made.tokens:
        return None
    several = len(made.tokens) > 1
    return h.section(".card.links", aria_labelledby="links")[
        h.h2("#links")[say("Links to send") if several else say("A new link")],
        h.p[
            say(
                "Each link is a seat: whoever opens it sits there, without any account, on as many devices as they like. "
            )
            if several
            else say("The link of before is void now, and whoever came by it has lost the seat. "),
            say(
                "The links are shown here only, and kept in this browser; the table itself does not know them. "
                "If one gets lost, make a new one below."
            ),
        ],
        h.ul[[_link(made, seat, token) for seat, token in made.tokens.items()]],
    ]


def _link(made: Seats, seat: str, token: str) -> Node:
    who = say("You, the host: to come back from another device") if seat == HOST else made.opened.names.get(seat, seat)
    address = made.origin + link_path(seat, token)
    field = f"link-{seat or 'host'}"
    return h.li(".link", data_link=address, data_seat=seat or "host")[
        h.label(for_=field)[who],
        h.div(".row")[
            h.input(f"#{field}", type="text", readonly=True, value=address),
            h.button(type="button", data_copy=field)[say("Copy")],
        ],
    ]


def _seats(made: Seats) -> Node:
    access, game = made.access, made.opened.game
    return h.section(aria_labelledby="seats")[
        h.h2("#seats")[say("Seats")],
        h.ol(".seats")[[_seat(made, seat) for seat in game.seats]],
        h.p(".dim")[_about(access)],
    ]


def _about(access: Access) -> str:
    table = access.table
    if table.plan_of is not None:
        return say("This is a plan of yours: you play all seats.")
    if table.terms.sitting == "screen":
        return say("All seats are played on one screen: whoever has this table's address may play.")
    looking = (
        say("Whoever has the table's address without a seat may look on.")
        if table.terms.spectators
        else say("Only those who sit here may look at it.")
    )
    name, meaning = UNDO_WORDS[table.terms.undo]
    undo = say("Undo: {policy}. {meaning}", policy=say(name), meaning=say(meaning))
    return " ".join((say("Every seat has a link of its own."), looking, undo))


def _seat(made: Seats, seat: Seat) -> Node:
    access = made.access
    place = made.places.get(seat.id, Place())
    mine = access.may(seat.id) and not access.every
    linkless = seat.kind == "bot" or access.every
    return h.li(".card.seat", data_seat=seat.id, data_linkless=linkless or None)[
        h.div(".seat-main")[
            h.h3[seat.name, h.span(".badge")[say("you")] if mine else None],
            h.p(".dim", data_presence=True)[_presence(made, seat, place)],
            _time(made, seat),
        ],
        _kept_link(seat.id) if access.host and not linkless and seat.id not in made.tokens else None,
        _notices(made, seat) if seat.id in made.notices else None,
        _own(made, seat) if mine or access.host else None,
        _manage(made, seat) if access.host and access.table.plan_of is None else None,
    ]


def _presence(made: Seats, seat: Seat, place: Place) -> str:
    where = _whereabouts(made, seat, place)
    return say("{where}; must decide now", where=where) if seat.id in made.opened.game.to_move else where


def _notices(made: Seats, seat: Seat) -> Node:
    """Where the seat's notices go, for whoever holds it."""
    table = made.access.table
    path, hours = f"/games/{table.id}", table.terms.reminder_hours
    return notices(path, seat.id, made.notices[seat.id], hours, made.token, unfolded=bool(made.note or made.problem))


def _time(made: Seats, seat: Seat) -> Node:
    """What the seat's clock says."""
    table = made.access.table
    reading = made.opened.clocks.readings().get(seat.id) if table.terms.clocks and table.plan_of is None else None
    if reading is None:
        return None
    used = say("{time} used in all", time=spoken(reading.used))
    if reading.thinking is not None:
        used = say("has been thinking for {time}; {used}", time=spoken(reading.thinking), used=used)
    return h.p(".dim", data_time=True)[used]


def _whereabouts(made: Seats, seat: Seat, place: Place) -> str:
    if seat.id in made.opened.game.timeline.away:
        return say("has left: the least that may be done is done for this seat")
    if seat.kind == "bot":
        return (
            say("a bot ({bot})", bot=place.bot)
            if place.bot
            else say("a bot of another table; hand the seat to somebody")
        )
    if made.access.every:
        return say("on this screen")
    if place.since is None:
        return say("nobody has opened the link yet")
    return say("has come ({when})", when=day_and_time(place.since))


def _kept_link(seat: str) -> Node:
    """Filled in and shown by the script where this browser has kept the link."""
    field = f"kept-{seat}"
    label = say("Your host link") if seat == "host" else say("The link to send")
    return h.div(".link", data_kept_link=seat, hidden=True)[
        h.label(for_=field)[label],
        h.div(".row")[
            h.input(f"#{field}", type="text", readonly=True, value=""),
            h.button(type="button", data_copy=field)[say("Copy")],
        ],
    ]


def _own(made: Seats, seat: Seat) -> Node:
    """Name and leaving, for whoever sits here (and the host)."""
    away = seat.id in made.opened.game.timeline.away
    path = f"/games/{made.access.table.id}"
    return h.details(".more")[
        h.summary[say("Name, leaving")],
        h.form(".row", method="post", action=f"{path}/call")[
            csrf_field(made.token), _hidden(seat),
            h.label[h.span[say("Name")], h.input(name="name", value=seat.name, maxlength=str(MAX_NAME), required=True)],
            h.button(type="submit")[say("Change the name")],
        ],
        h.form(".row", method="post", action=f"{path}/{'return' if away else 'leave'}")[
            csrf_field(made.token), _hidden(seat),
            h.p(".dim")[say("Whoever leaves is not waited for: the least that may be done is done, until they are back.")]
            if not away else None,
            h.button(type="submit")[say("Come back") if away else say("Leave the table")],
        ]
        if seat.kind == "person" or away
        else None,
    ]  # fmt: skip


def _manage(made: Seats, seat: Seat) -> Node:
    """What the host may do with a seat."""
    path = f"/games/{made.access.table.id}"
    person = seat.kind == "person"
    links = not made.access.every
    return h.details(".more")[
        h.summary[say("Link, hand over") if links else say("Hand over")],
        h.form(".row", method="post", action=f"{path}/issue")[
            csrf_field(made.token), _hidden(seat),
            h.p(".dim")[say("Makes the old link void; whoever came by it has to open the new one.")],
            h.button(type="submit")[say("Make a new link")],
        ]
        if person and links
        else None,
        h.form(".row", method="post", action=f"{path}/hand")[
            csrf_field(made.token), _hidden(seat),
            h.label[h.span[say("Somebody else")], h.input(name="name", maxlength=str(MAX_NAME), required=True)],
            h.button(type="submit")[say("Hand the seat over")],
        ],
        h.form(".row", method="post", action=f"{path}/hand")[
            csrf_field(made.token), _hidden(seat),
            h.label[h.span[say("A bot")], bot_select("bot", made.opened.game.rules.title)],
            h.button(type="submit")[say("Let the bot play")],
        ],
    ]  # fmt: skip


def bot_select(name: str, title: str, person: str = "", chosen: str = "") -> Node:
    """A choice among the programs that play a title; with ``person``, a label, also a person."""
    return h.select(name=name)[
        h.option(value="", selected=not chosen)[person] if person else None,
        [
            h.option(value=bot, selected=bot == chosen)[say(BOT_NAMES.get(bot, bot))]
            for bot in reversed(bot_names(title))
        ],
    ]


def _hidden(seat: Seat) -> Node:
    return h.input(type="hidden", name="seat", value=seat.id)


def _questions(made: Seats) -> Node:
    """Proposing to end the game; the answers are given at the table."""
    access, game = made.access, made.opened.game
    if game.is_over or access.every or not access.seats or game.timeline.agreement is not None:
        return None
    return h.section(".card", aria_labelledby="ending")[
        h.h2("#ending")[say("End by agreement")],
        h.p[say("The game ends as it stands when all players agree; they are asked at the table.")],
        h.form(".row", method="post", action=f"/games/{access.table.id}/propose-end")[
            csrf_field(made.token), h.button(type="submit")[say("Propose to end the game")]
        ],
    ]


def _plans(made: Seats) -> Node:
    access = made.access
    if access.table.plan_of is not None:
        return None
    secret = made.opened.game.rules.secrets and not made.opened.game.is_over
    return h.section(aria_labelledby="plans")[
        h.h2("#plans")[say("Your plans")],
        h.p(".dim")[
            say(
                "A plan goes on from any position, all seats played by you. Nobody else sees it or knows of it. "
                "Begin one here, or with “Plan” at any position."
            ),
            [" ", say("What you may not know is made up at random in it.")] if secret else None,
        ],
        h.ul(".games")[[_plan(made, plan) for plan in made.plans]] if made.plans else None,
        h.form(".row", method="post", action=f"/games/{access.table.id}/plans")[
            csrf_field(made.token),
            h.label[h.span[say("Name of a new plan")], h.input(name="name", maxlength="120", autocomplete="off")],
            h.button(type="submit")[say("Plan from the position now")],
        ],
    ]


def _plan(made: Seats, plan: Listed) -> Node:
    return h.li(".card.game")[
        h.div(".game-main")[
            h.h3[h.a(href=f"/games/{plan.id}")[plan.name]],
            h.p(".dim")[
                say("From entry {start}, now at entry {length}.", start=plan.plan_at, length=plan.length),
                f" {plan.summary.told(language.current()).turn}",
            ],
        ],
        h.div(".game-side")[
            h.form(".row", method="post", action=f"/games/{plan.id}/rename")[
                csrf_field(made.token),
                h.label[h.span[say("Name")], h.input(name="name", value=plan.name, maxlength="120", required=True)],
                h.button(type="submit")[say("Rename")],
            ],
            h.form(method="post", action=f"/games/{plan.id}/delete")[
                csrf_field(made.token),
                h.input(type="hidden", name="sure", value="yes"),
                h.button(type="submit")[say("Throw it away")],
            ],
        ],
    ]


def _host(made: Seats) -> Node:
    table, path = made.access.table, f"/games/{made.access.table.id}"
    over = made.opened.game.is_over
    return h.section(".card.hosting", aria_labelledby="host")[
        h.h2("#host")[say("For the host")],
        h.form(".row", method="post", action=f"{path}/rename")[
            csrf_field(made.token),
            h.input(type="hidden", name="back", value="seats"),
            h.label[
                h.span[say("Name of the table")],
                h.input(name="name", value=made.opened.name, maxlength="120", required=True),
            ],
            h.button(type="submit")[say("Rename")],
        ],
        _terms(made),
        _invite(made) if table.terms.sitting == "screen" else None,
        _kept_link("host") if HOST not in made.tokens else None,
        h.form(".row", method="post", action=f"{path}/issue")[
            csrf_field(made.token),
            h.input(type="hidden", name="seat", value=HOST),
            h.button(type="submit")[say("Make a new host link")],
            h.p(".dim")[say("For another device of yours; the old one becomes void.")],
        ],
        h.div(".row")[
            sure(f"{path}/end", say("yes, end it"), say("End the game as it stands"), made.token) if not over else None,
            sure(f"{path}/delete", say("yes, delete it"), say("Delete for good"), made.token),
        ],
    ]


def _terms(made: Seats) -> Node:
    terms = made.access.table.terms
    return h.form(".terms", method="post", action=f"/games/{made.access.table.id}/terms")[
        csrf_field(made.token), terms_fields(terms.spectators, terms.listed, terms.clocks, str(terms.reminder_hours)),
        curtain_field(terms.curtain) if made.access.every and made.opened.game.rules.secrets else None,
        h.button(type="submit")[say("Save")],
    ]  # fmt: skip


def terms_fields(spectators: bool, listed: bool, clocks: bool, hours: str) -> Node:
    """The choices of a table that the host may change at any time."""
    return [
        h.label(".check")[
            h.input(type="checkbox", name="spectators", value="yes", checked=spectators),
            h.span[say("Spectators: whoever has the table's address may look on")],
        ],
        h.label(".check")[
            h.input(type="checkbox", name="listed", value="yes", checked=listed),
            h.span[say("Listed: everybody finds the table on the home page of this server")],
        ],
        h.label(".check")[
            h.input(type="checkbox", name="clocks", value="yes", checked=clocks),
            h.span[say("Clocks: everybody sees how long each seat has thought. They show, and never force")],
        ],
        h.label(".hours")[
            h.span[say("Remind whoever is to act after so many hours (0: never)")],
            h.input(
                type="number", name="reminder_hours", value=hours, min="0", max=str(MOST_HOURS), inputmode="numeric"
            ),
        ],
    ]


def curtain_field(chosen: bool) -> Node:
    """Whether a curtain hangs between players on one screen."""
    return h.label(".check")[
        h.input(type="checkbox", name="curtain", value="yes", checked=chosen),
        h.span[
            say("A curtain between turns: nobody sees what another holds, each says that he is at the screen first")
        ],
    ]


def undo_field(chosen: str) -> Node:
    """The choice of an undo policy."""
    return h.fieldset(".option.undo-policy")[
        h.legend[say("Taking back")],
        [
            h.label(".radio")[
                h.input(type="radio", name="undo", value=policy, checked=policy == chosen),
                h.span[say("{policy}: {meaning}", policy=say(name), meaning=say(meaning))],
            ]
            for policy, (name, meaning) in UNDO_WORDS.items()
        ],
    ]


def _invite(made: Seats) -> Node:
    return h.details(".more")[
        h.summary[say("Play from several screens instead")],
        h.form(method="post", action=f"/games/{made.access.table.id}/invite")[
            csrf_field(made.token),
            h.p[say("Makes a link for every seat that no bot plays. From then on only who has opened one may play.")],
            undo_field("own"),
            h.button(type="submit")[say("Make invitation links")],
        ],
    ]


def sure(action: str, word: str, label: str, token: str) -> Node:
    """A button that takes a tick first."""
    return h.form(".sure", method="post", action=action)[
        csrf_field(token),
        h.label(".check")[h.input(type="checkbox", name="sure", value="yes", required=True), word],
        h.button(".danger", type="submit")[label],
    ]


def _forget(made: Seats) -> Node:
    """Out of one's own list; who plays keeps the table in it."""
    access = made.access
    if not access.known or access.host or access.seats:
        return None
    return h.form(".row", method="post", action=f"/games/{access.table.id}/forget")[
        csrf_field(made.token), h.button(type="submit")[say("Take this table off my list")]
    ]
