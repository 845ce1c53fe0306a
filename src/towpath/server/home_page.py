"""The first page: start a game, go on with one, look at a finished one, open a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import htpy as h
from htpy import Node

from towpath import language
from towpath.language import say
from towpath.server.books_page import guide_href
from towpath.server.catalogue import TitleCard, spoken_counts
from towpath.server.dates import day
from towpath.server.languages import chooser
from towpath.server.seating import Role
from towpath.server.seats_page import sure
from towpath.server.shell import BRAND, csrf_field, plain_page
from towpath.server.store import Listed


class Shown(NamedTuple):
    """A game in the list as it is shown to somebody: whether he has come to it before, must decide there now, and is its
    host."""

    game: Listed
    known: bool = False
    turn: bool = False
    host: bool = False


def shown(games: Sequence[Listed], own: Mapping[str, Sequence[tuple[Role, str]]], local: bool) -> list[Shown]:
    """The games as whoever has come to ``own`` (game -> roles) sees them."""
    found = []
    for game in games:
        roles = own.get(game.id, ())
        screen = game.sitting == "screen"
        mine = {seat for role, seat in roles if role == "seat"}
        turn = not screen and any(seat in mine for seat in game.summary.deciders)
        found.append(Shown(game, bool(roles), turn, ("host", "") in roles or (local and screen)))
    return sorted(found, key=lambda each: not each.turn)


def home(titles: Sequence[TitleCard], games: Sequence[Shown], token: str) -> str:
    """The page."""
    running = [each for each in games if not each.game.summary.finished]
    finished = [each for each in games if each.game.summary.finished]
    own, others = [each for each in running if each.known], [each for each in running if not each.known]
    if not own:
        own, others = others, []
    turns = sum(each.turn for each in running)
    start = h.section(".home-start", aria_labelledby="start")[
        h.h2("#start")[say("Start a game")],
        h.ul(".titles")[[_title(card) for card in titles]],
    ]
    # Whoever comes back wants to go on.
    return plain_page(
        say("({turns}) Your turn", turns=turns) if turns else BRAND,
        h.h1[say("One table for the canal-and-rail games")],
        None if running else start,
        h.section(aria_labelledby="running")[
            h.h2("#running")[say("Games in progress")],
            _list(own, token, say("Nothing is being played here yet. Start a game above, or open a file below.")),
        ],
        start if running else None,
        h.section(aria_labelledby="others")[h.h2("#others")[say("Other tables")], _list(others, token, "")]
        if others
        else None,
        h.section(aria_labelledby="finished")[h.h2("#finished")[say("Finished games")], _list(finished, token, "")]
        if finished
        else None,
        _open_file(token),
        chooser(token, "/"),
    )


def _title(card: TitleCard) -> Node:
    return h.li[
        h.a(".title-card", href=f"/new/{card.id}")[
            h.strong[card.name],
            h.span(".dim")[say("by {designer}", designer=card.designer) if card.designer else ""],
            h.span(".about")[say(card.about)] if card.about else None,
            h.span(".dim")[say("{counts} players", counts=spoken_counts(card.players))],
            h.span(".go")[say("Set up a table →")],
        ],
        _read(card),
    ]


def _read(card: TitleCard) -> Node:
    """How it is played, for those who do not know it."""
    href = guide_href(card.id)
    return h.a(".read", href=href)[say("How to play {title}", title=card.id)] if href else None


def _open_file(token: str) -> Node:
    return h.section(".card", aria_labelledby="open")[
        h.h2("#open")[say("Open a file")],
        h.p[
            say(
                "A record saved from this table, or the “game data” that 18xx.games exports. It becomes a game of this table."
            )
        ],
        h.form(".row", method="post", action="/import", enctype="multipart/form-data")[
            csrf_field(token),
            h.label(".file")[
                h.span[say("File")], h.input(type="file", name="file", required=True, accept=".json,application/json")
            ],
            h.button(".primary", type="submit")[say("Open")],
        ],
    ]


def _list(games: Sequence[Shown], token: str, empty: str) -> Node:
    if not games:
        return h.p(".dim")[empty] if empty else None
    return h.ul(".games")[[_game(each, token) for each in games]]


def _game(each: Shown, token: str) -> Node:
    game, summary = each.game, each.game.summary
    told = summary.told(language.current())
    go = say("Look") if summary.finished or not each.known else say("Go on")
    return h.li({"class": "card game my-turn" if each.turn else "card game"})[
        h.div(".game-main")[
            h.h3[h.a(href=f"/games/{game.id}")[game.name], h.span(".badge")[say("your turn")] if each.turn else None],
            h.p(".dim")[" · ".join(part for part in (*_who(game), told.moment) if part)],
            h.p[h.strong[told.turn or say("The game is over.")]],
            h.p(".dim")[say("Last: {event}", event=told.last)] if told.last else None,
        ],
        h.div(".game-side")[
            h.time(
                datetime=game.changed_at.isoformat(),
                title=say("{changed_at:%Y-%m-%d %H:%M} UTC", changed_at=game.changed_at),
            )[_ago(game.changed_at)],
            h.a(".button.primary", href=f"/games/{game.id}")[go],
            _more(each, token),
        ],
    ]


def _more(each: Shown, token: str) -> Node:
    game = each.game
    return h.details(".more")[
        h.summary[say("More")],
        h.a(".button", href=f"/games/{game.id}/seats")[say("Seats and plans")],
        h.a(".button", href=f"/games/{game.id}/record", download=True)[say("Download the record")],
        [
            h.form(".row", method="post", action=f"/games/{game.id}/rename")[
                csrf_field(token),
                h.label[h.span[say("Name")], h.input(name="name", value=game.name, maxlength="120", required=True)],
                h.button(type="submit")[say("Rename")],
            ],
            _end(each, token) if not game.summary.finished else None,
            sure(f"/games/{game.id}/delete", say("yes, delete it"), say("Delete for good"), token),
        ]
        if each.host
        else None,
    ]


def _end(each: Shown, token: str) -> Node:
    word = say("all agree") if each.game.sitting == "screen" else say("yes, end it")
    return sure(f"/games/{each.game.id}/end", word, say("End it as it stands"), token)


def _who(game: Listed) -> tuple[str, ...]:
    """Title and players, unless the game's name says them already."""
    players = ", ".join(game.summary.players)
    return () if game.name == f"{game.title}: {players}" else (game.title, players)


def _ago(when: datetime) -> str:
    minutes = int((datetime.now(UTC) - when).total_seconds() // 60)
    if minutes < 1:
        return say("just now")
    if minutes < 60:
        return say("{n} min ago", n=minutes)
    if minutes < 24 * 60:
        return say("{n} h ago", n=minutes // 60)
    return day(when)
