"""The first page: start a game, go on with one, look at a finished one, open a file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import htpy as h
from htpy import Node

from towpath.server.books_page import guide_href
from towpath.server.catalogue import TitleCard
from towpath.server.shell import csrf_field, plain_page
from towpath.server.store import Listed


def home(titles: Sequence[TitleCard], games: Sequence[Listed], token: str) -> str:
    """The page."""
    running = [game for game in games if not game.summary.finished]
    finished = [game for game in games if game.summary.finished]
    return plain_page(
        "Towpath",
        h.h1["One table for the canal-and-rail games"],
        h.section(".home-start", aria_labelledby="start")[
            h.h2("#start")["Start a game"],
            h.ul(".titles")[[_title(card) for card in titles]],
        ],
        h.section(aria_labelledby="running")[
            h.h2("#running")["Games in progress"],
            _list(running, token, "Nothing is being played here yet. Start a game above, or open a file below."),
        ],
        h.section(aria_labelledby="finished")[h.h2("#finished")["Finished games"], _list(finished, token, "")]
        if finished
        else None,
        _open_file(token),
    )


def _title(card: TitleCard) -> Node:
    return h.li[
        h.a(".title-card", href=f"/new/{card.id}")[
            h.strong[card.name],
            h.span(".dim")[f"by {card.designer}" if card.designer else ""],
            h.span(".about")[card.about] if card.about else None,
            h.span(".dim")[card.counts],
            h.span(".go")["Set up a table →"],
        ],
        _read(card),
    ]


def _read(card: TitleCard) -> Node:
    """How it is played, for those who do not know it."""
    href = guide_href(card.id)
    return h.a(".read", href=href)[f"How to play {card.id}"] if href else None


def _open_file(token: str) -> Node:
    return h.section(".card", aria_labelledby="open")[
        h.h2("#open")["Open a file"],
        h.p[
            "A record saved from this table, or the “game data” that 18xx.games exports. It becomes a game of this table."
        ],
        h.form(".row", method="post", action="/import", enctype="multipart/form-data")[
            csrf_field(token),
            h.label(".file")[
                h.span["File"], h.input(type="file", name="file", required=True, accept=".json,application/json")
            ],
            h.button(".primary", type="submit")["Open"],
        ],
    ]


def _list(games: Sequence[Listed], token: str, empty: str) -> Node:
    if not games:
        return h.p(".dim")[empty] if empty else None
    return h.ul(".games")[[_game(game, token) for game in games]]


def _game(game: Listed, token: str) -> Node:
    summary = game.summary
    return h.li(".card.game")[
        h.div(".game-main")[
            h.h3[h.a(href=f"/games/{game.id}")[game.name]],
            h.p(".dim")[" · ".join(part for part in (*_who(game), summary.moment) if part)],
            h.p[h.strong[summary.turn or "The game is over."]],
            h.p(".dim")["Last: ", summary.last] if summary.last else None,
        ],
        h.div(".game-side")[
            h.time(datetime=game.changed_at.isoformat(), title=f"{game.changed_at:%Y-%m-%d %H:%M} UTC")[
                _ago(game.changed_at)
            ],
            h.a(".button.primary", href=f"/games/{game.id}")["Go on" if not summary.finished else "Look"],
            h.details(".more")[
                h.summary["More"],
                h.a(".button", href=f"/games/{game.id}/record", download=True)["Download the record"],
                h.form(".row", method="post", action=f"/games/{game.id}/rename")[
                    csrf_field(token),
                    h.label[h.span["Name"], h.input(name="name", value=game.name, maxlength="120", required=True)],
                    h.button(type="submit")["Rename"],
                ],
                _sure(game, "end", "all agree", "End it as it stands", token) if not summary.finished else None,
                _sure(game, "delete", "really", "Delete for good", token),
            ],
        ],
    ]


def _who(game: Listed) -> tuple[str, ...]:
    """Title and players, unless the game's name says them already."""
    players = ", ".join(game.summary.players)
    return () if game.name == f"{game.title}: {players}" else (game.title, players)


def _sure(game: Listed, what: str, word: str, label: str, token: str) -> Node:
    """A button that takes a tick first."""
    return h.form(method="post", action=f"/games/{game.id}/{what}")[
        csrf_field(token),
        h.label(".check")[h.input(type="checkbox", name="sure", value="yes", required=True), word],
        h.button(".danger", type="submit")[label],
    ]


def _ago(when: datetime) -> str:
    minutes = int((datetime.now(UTC) - when).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    return f"{when:%d %B %Y}"
