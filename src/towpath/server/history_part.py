"""Going back and forth: the slider over all positions, undo and redo, and the log by rounds."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import htpy as h
from htpy import Node
from markupsafe import Markup

from towpath import language
from towpath.language import msg, say, say_n
from towpath.render.writing import written
from towpath.server import undoing
from towpath.server.chronicle import Chapter, Line
from towpath.server.looking import Look
from towpath.server.question_part import plan_button
from towpath.server.shell import csrf_field

UNDO_WORDS = {
    "free": (msg("Take back the last action"), msg("Bring back what was undone")),
    "own": (msg("Take back your own last action"), msg("Bring back what you took back")),
    "consent": (
        msg("Ask the others to take back the last action"),
        msg("Ask the others to bring back what was undone"),
    ),
}
"""Policy of the table -> what undo and redo do."""
OPEN_CHAPTERS = 2
"""Rounds at the end of the log that are unfolded."""


def history(look: Look, token: str) -> Node:
    """The bar with the slider."""
    at, now = look.number, look.now

    def step(label: str, mark: str, to: int, hotkey: str) -> Node:
        if to == at:
            return _greyed(look, mark, label, "first" if hotkey in ("Home", "ArrowLeft") else "last", hotkey)
        href = look.href(at=None if to == now else to)
        return h.a(".button.small", href=href, data_swap="push", data_hotkey=hotkey, aria_label=label, title=label)[
            mark
        ]

    return [
        h.div(".steps")[
            step(say("Start of the game"), "«", 0, "Home"),
            step(say("One entry back"), "‹", max(at - 1, 0), "ArrowLeft"),
            step(say("One entry on"), "›", min(at + 1, now), "ArrowRight"),
            step(say("Back to now"), "»", now, "End"),
        ],
        h.div(".undo")[_undoing(look, token), plan_button(look, token), _keys()],
        h.div(".course")[_slider(look), None if look.is_now else _then(look)],
    ]


def _slider(look: Look) -> Node:
    at, now = look.number, look.now
    marks = [(chapter.first - 1, chapter.round) for chapter in look.chapters()]
    return h.label(".slider")[
        h.span(".sr")[say("Position in the game")],
        h.input(
            type="range", min="0", max=str(now), value=str(at), list="rounds", data_slider=True,
            aria_valuetext=say("{round}, entry {at} of {now}", round=look.moment.round or say("Game"), at=at, now=now),
            disabled=now == 0,
        ),
        h.datalist("#rounds")[[h.option(value=str(mark), label=name) for mark, name in marks[:200]]],
        h.span(".at-round", aria_hidden="true"),
    ]  # fmt: skip


def _undoing(look: Look, token: str) -> Node:
    """Undo and redo, as the policy of the table has them; nothing for those who only look on."""
    if not look.access.plays:
        return None
    policy = undoing.policy_of(look.access)
    back, forth = map(say, UNDO_WORDS[policy])
    return [
        _greyed(look, say("Undo"), back, "undo", "u")
        if why_not(look, "undo")
        else _post(look, token, "undo", say("Undo"), f"{back} (U)", "u"),
        _greyed(look, say("Redo"), forth, "redo", "U")
        if why_not(look, "redo")
        else _post(look, token, "redo", say("Redo"), say("{what} (Shift U)", what=forth), "U"),
    ]


def why_not(look: Look, what: str) -> str:
    """Why a control of this bar (``undo``, ``redo``, or a step back or forth at the ``first`` or ``last`` position) does
    nothing now; empty when it does something, or is none."""
    if what == "first":
        return "" if look.number else say("This is the start of the game; nothing lies before it.")
    if what == "last":
        return say("This is the present; what comes next is still to be decided.") if look.is_now else ""
    if what not in ("undo", "redo"):
        return ""
    if not look.is_now:
        return say(
            "You are looking back. What is taken back or brought back is the end of the game: go back to now first."
        )
    return undoing.no_undo(look.access, look.game) if what == "undo" else undoing.no_redo(look.access, look.game)


def _greyed(look: Look, words: str, label: str, what: str, hotkey: str) -> Node:
    """A control that does nothing now; pressed, it says why. Whoever hears the page hears the word that others see."""
    name = words if words.isalpha() else label
    return h.a(
        ".button.small.off",
        href=look.href(why=what),
        data_swap="push",
        data_hotkey=hotkey,
        aria_label=say("{label}: why not?", label=name),
        title=say("{label}: why not?", label=label),
    )[words]


def _keys() -> Node:
    return h.button(".small", type="button", data_help=True, aria_label=say("Keys"), title=say("Keys (?)"))["?"]


def _then(look: Look) -> Node:
    """That it is the past, beside the slider, whatever part of the page is in sight."""
    words = say("entry {number} of {now}", number=look.number, now=look.now)
    return h.span(".then", title=words)[h.span(".sr")[words], h.span(aria_hidden="true")[f"{look.number} / {look.now}"]]


def _post(look: Look, token: str, what: str, label: str, title: str, hotkey: str) -> Node:
    return h.form(method="post", action=f"/games/{look.opened.id}/{what}", data_swap="push")[
        csrf_field(token),
        h.input(type="hidden", name="after", value=str(look.now)),
        h.input(type="hidden", name="tab", value=look.asked.tab),
        h.button(".small", type="submit", title=title, data_hotkey=hotkey)[label],
    ]


def log(look: Look) -> Node:
    """All entries by rounds, the newest round first, each with a link to the position it led to. Rounds long past are
    headings that unfold when they are asked for."""
    chapters = look.chapters()
    undone = look.opened.chronicle.undone()
    if not chapters:
        return [h.p(".dim")[say("Nothing has happened yet.")], _promise(look)]
    wanted = look.asked.chapter
    shut = 0
    items: list[Node] = []
    for age, chapter in enumerate(reversed(chapters)):
        here = look.number if _holds(chapter, look.number) else None
        if age < OPEN_CHAPTERS or here is not None or wanted in ("all", str(chapter.first)):
            gone = tuple(line.number for line in chapter.lines if line.number in undone)
            items.append(_chapter(look.opened.id, chapter, gone, here))
        else:
            shut += 1
            items.append(_shut(look, chapter))
    everything = h.a(href=look.href(tab="log", chapter="all"), data_swap="replace")[say("Unfold all rounds")]
    return h.div(".log")[items, h.p(".unfold")[everything] if shut else None, _promise(look)]


def _promise(look: Look) -> Node:
    """In a game with secrets: what was promised of chance, to be noted by whoever wants to check it afterwards."""
    commitment = look.game.commitment
    if not commitment:
        return None
    return h.p(".dim.promise")[
        say("All of chance was settled before the first entry. Note this commitment to check it after the game:"),
        " ",
        h.code[commitment],
    ]


def _holds(chapter: Chapter, number: int) -> bool:
    return chapter.first <= number <= chapter.lines[-1].number


def _heading(round: str, count: int) -> Node:
    return [h.h3[round or say("Game")], h.span(".dim")[say_n("{n} entry", "{n} entries", count)]]


def _shut(look: Look, chapter: Chapter) -> Node:
    return _folded(language.current(), look.href(tab="log", chapter=chapter.first), chapter.round, len(chapter.lines))


@lru_cache(maxsize=4096)
def _folded(spoken: str, href: str, round: str, count: int) -> Markup:
    """The heading of a round in the language that is spoken."""
    return written(h.a(".chapter", href=href, data_swap="replace")[_heading(round, count)])


@lru_cache(maxsize=4096)
def _chapter(game_id: str, chapter: Chapter, undone: tuple[int, ...], here: int | None) -> Markup:
    """A round unfolded. What is past never changes, so it is made once."""
    turns: list[Node] = []
    for turn, group in groupby(reversed(chapter.lines), lambda line: line.turn):
        lines = [_line(game_id, line, line.number in undone, line.number == here) for line in group]
        turns.append([h.h4[turn] if turn else None, h.ol[lines]])
    return written(h.details(open=True)[h.summary[_heading(chapter.round, len(chapter.lines))], turns])


@lru_cache(maxsize=16384)
def _line(game_id: str, line: Line, undone: bool, here: bool) -> Markup:
    kinds = [word for word, holds in (("undone", undone), ("here", here), ("said", line.is_talk)) if holds]
    hand = {"bot": say("bot"), "absent": say("for an absent player")}.get(line.told_hand, "")
    item = h.li({"class": " ".join(kinds), "value": str(line.number)})[
        h.a(
            href=f"/games/{game_id}?tab=log&at={line.number}",
            data_swap="push",
            aria_label=say("Position after entry {number}", number=line.number),
        )[str(line.number)],
        h.p[
            h.b[f"{line.who}: "] if line.is_talk else None,
            line.sentences[0],
            h.span(".then")[" ".join(["", *line.sentences[1:]])] if line.sentences[1:] else None,
        ],
        h.span(".sr")[say("(taken back)")] if undone else None,
        h.span(".hand")[hand] if hand else None,
    ]
    return written(item)
