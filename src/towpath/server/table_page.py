"""The table: its parts, each with a version by which a page that has it already need not be sent it again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import blake2b
from typing import Any

import htpy as h
import msgspec
from htpy import Node
from markupsafe import Markup

from towpath.language import say, small
from towpath.render.writing import written
from towpath.server import clocks_part, curtain_part, decision, drawing, question_part, wording
from towpath.server.drawn import Drawing
from towpath.server.history_part import history, log
from towpath.server.languages import chooser
from towpath.server.looking import Look
from towpath.server.news_part import news
from towpath.server.programs_part import programs_part
from towpath.server.shell import BRAND, document
from towpath.server.talk_part import talk
from towpath.server.trial import trial_of
from towpath.server.trial_part import trial, way_in

ALWAYS_SEEN = ("act", "map", "players")
"""Tabs that exist on small screens only."""


TAB_KEYS = {
    "market": "M", "companies": "C", "trains": "T", "tiles": "I", "mats": "C", "income": "I", "scoring": "O", "sheet": "X",
    "graphs": "G", "log": "L",
}  # fmt: skip
"""The key of each tab; those of one title have keys of their own."""


class Part(msgspec.Struct, frozen=True):
    """A piece of the page. ``html`` is ``None`` when the reader has this version."""

    version: str
    html: str | None


class Notice(msgspec.Struct, frozen=True):
    """Something to be told above all else: a conflict, a refusal, a welcome."""

    text: str
    bad: bool = False


def parts(
    look: Look,
    token: str,
    notice: Notice | None = None,
    have: Mapping[str, str] | None = None,
    since: int | None = None,
) -> dict[str, Part]:
    """All parts of the page for a look; those of the versions in ``have`` are named only. ``since``: the entry after which
    everything is news to the reader."""
    at, asked = look.number, look.asked
    tried, art = trial_of(look), drawing.of(look.rules)
    shown = tried or look
    in_hand = decision.written(asked.choice) if asked.choice is not None else ""
    begun = decision.written(asked.begun) if asked.begun is not None else ""
    made = {
        "notice": _text(_notice(notice)),
        "news": _text(news(look, since)),
        "banner": _text(question_part.banner(look, token)),
        "status": _text(_status(look)),
        "question": _text(question_part.questions(look, token)),
        "decision": _text(trial(tried) if tried else decision.decision(look, token)),
        "tools": _text(way_in(look)),
        "programs": _text(programs_part(look, token)),
        "clocks": _text(clocks_part.clocks(look)),
        "hand": _text(curtain_part.hide(look, token))
        + look.opened.drawn(("hand", at, look.eyes, look.actor, look.is_now), lambda: _text(art.hand(look))),
        "players": look.opened.drawn(("players", at, look.eyes), lambda: _text(art.players(look))),
        "history": _text(history(look, token)),
        "tabs": _text(_tabs(look)),
        "talk": _text(talk(look, token)),
        "panel": _text(_panel(look)),
        "map": look.opened.drawn(
            (
                "map",
                at,
                _board_of(look, art),
                look.is_now,
                in_hand,
                asked.hex,
                asked.why,
                begun,
                asked.find,
                tried and (tried.actor, tried.step),
            ),
            lambda: _text(art.board(shown, tried.best if tried else None, tried.after if tried else None)),
        ),
    }
    return {name: _part(name, text, have or {}) for name, text in made.items()}


def _board_of(look: Look, art: Drawing) -> str | None:
    """For whom alone the board is drawn as it is: for who may do something; nobody otherwise, where it shows no secrets."""
    if look.offers or look.asked.choice is not None:
        return look.viewer
    return None if art.board_is_open else look.eyes


def _text(node: Node) -> str:
    return written(node)


def _part(name: str, text: str, have: Mapping[str, str]) -> Part:
    version = blake2b(text.encode(), digest_size=6).hexdigest()
    return Part(version, None if have.get(name) == version else text)


def title(look: Look) -> str:
    """For the title bar: whose turn it is, then the game."""
    line = look.moment.line(look.rules, look.names) if look.is_now else say("Entry {number}", number=look.number)
    if look.is_now and not look.access.every and look.viewer in look.deciders:
        line = say("Your turn: {step}", step=look.moment.step)
    return f"{line or say('Over')} · {look.opened.name}"


def page(look: Look, token: str, notice: Notice | None = None) -> str:
    """The whole page."""
    made = parts(look, token, notice)

    def slot(name: str, kind: Any = h.div, **attributes: str) -> Node:
        part = made[name]
        filled: Node = kind(
            {"class": f"part part-{name}", "data-part": name, "data-version": part.version, **attributes}
        )[Markup(part.html or "")]
        return filled

    body = [
        h.header(".topbar")[
            h.a(".brand", href="/", title=say("All games"))[
                h.img(src="/assets/mark.svg", alt="", width="24", height="24"), h.span[BRAND]
            ],
            slot("status", role="status"),
            h.p("#connection", role="status"),
            slot("history", h.nav, **{"aria-label": say("Going back and forth in the game")}),
        ],
        slot("banner"),
        slot("notice", role="alert"),
        h.main("#main.table")[
            slot("news", role="status"),
            h.section(".map-side", aria_label=say("Map"))[
                slot("map"),
                slot("tools"),
                h.div(".zoom", role="group", aria_label=say("Zoom of the map"))[
                    h.button(type="button", data_zoom="in", aria_label=say("Zoom in"), title=say("Zoom in (+)"))["+"],
                    h.button(type="button", data_zoom="out", aria_label=say("Zoom out"), title=say("Zoom out (−)"))[
                        "−"
                    ],
                    h.button(type="button", data_zoom="reset", aria_label=say("Whole map"), title=say("Whole map (0)"))[
                        h.span(aria_hidden="true")["⌂"], h.span(".words", aria_hidden="true")[say("Whole map")]
                    ],
                ],
            ],
            h.aside(".act-side", aria_label=say("Decision and players"))[
                slot("question", role="status"),
                slot("decision", h.section, **{"aria-label": say("Decision"), "aria-live": "polite"}),
                slot("programs", h.section, **{"aria-label": say("Programmed actions")}),
                slot("clocks", h.section, **{"aria-label": say("Clocks")}),
                slot("hand", h.section, **{"aria-label": say("Who acts")}),
                slot("players", h.section, **{"aria-label": say("Players")}),
            ],
            h.section(".below", aria_label=say("Everything else"))[
                slot("tabs", h.nav, **{"aria-label": say("Parts")}),
                slot("talk", h.section, **{"aria-label": say("Talk and notes")}),
                slot("panel"),
            ],
        ],
        _shortcuts(look, token),
    ]
    state = {"data-tab": look.asked.tab, "data-game": look.opened.id, "data-number": str(look.now)}
    if curtain_part.hangs(look):
        state["data-curtain"] = "yes"
    return document(title(look), body, page="table", attributes=state)


def _notice(notice: Notice | None) -> Node:
    if notice is None:
        return None
    return h.p({"class": "notice bad" if notice.bad else "notice"})[
        notice.text, h.button(type="button", data_close=True, aria_label=say("Close this notice"))["×"]
    ]


def _status(look: Look) -> Node:
    moment = look.moment
    when = [
        h.span(".round")[moment.round] if moment.round else None,
        h.span(".phase")[say("Phase {phase}", phase=moment.phase)] if moment.phase else None,
    ]
    if look.full.finished is not None:
        who: Node = h.strong[say("The game is over")]
    else:
        who = [
            h.span(".turn-of")[
                drawing.of(look.rules).badge(look, pair[0]), h.strong[wording.Moment.who(look.rules, pair, look.names)]
            ]
            for pair in moment.actors
        ] + [h.span(".step", title=moment.step)[moment.step]]
    return [h.div(".when")[when], h.div(".who")[who]]


def _tabs(look: Look) -> Node:
    shown = _shown(look)
    return h.ul[
        [
            h.li({"class": "small-only" if name in ALWAYS_SEEN else ""})[
                h.a(
                    href=look.href(tab=name),
                    data_swap="replace",
                    data_tab=name,
                    data_key=TAB_KEYS.get(name),
                    aria_current="true" if name == look.asked.tab else ("location" if name == shown else None),
                )[label]
            ]
            for name, label in _tab_words(look).items()
        ],
        h.li[h.a(href=f"/games/{look.opened.id}/seats")[_seats_word(look)]],
        h.li(".small-only")[h.button(type="button", data_help=True)[say("Settings")]],
        h.li(".beyond", aria_hidden="true")["›"],
    ]


def _seats_word(look: Look) -> str:
    """What there is on the page of the seats for whoever looks."""
    sits = look.held and not look.access.every and not look.game.is_over
    return say("Seats, notices, plans") if sits else say("Seats and plans")


def _tab_words(look: Look) -> dict[str, str]:
    """The tabs of this title, in order, with their words."""
    art = drawing.of(look.rules)
    first = {name: say(panel.tab) for name, panel in art.first.items()}
    rest = {name: say(panel.tab) for name, panel in art.panels.items()}
    return {"act": say("Act"), "map": say("Map"), **first, "players": say("Players"), "log": say("Log"), **rest}


def _shown(look: Look) -> str:
    """The panel below: the tab, or the log where the tab is in sight anyway."""
    return "log" if look.asked.tab in ALWAYS_SEEN else look.asked.tab


def _panel(look: Look) -> Node:
    name = _shown(look)
    if name == "log":
        return [h.h2(".sr")[say("Log")], log(look)]
    art = drawing.of(look.rules)
    panel = {**art.first, **art.panels}.get(name)
    if panel is None:
        return h.p(".dim")[say("This title has no such part.")]
    return Markup(
        look.opened.drawn(
            (name, look.number, look.is_now, look.eyes, look.asked.sort, look.asked.seat),
            lambda: _text([h.h2[say(panel.heading)], panel.draw(look)]),
        )
    )


def _tab_keys(tabs: Collection[str]) -> dict[str, str]:
    """The keys of the tabs that there are."""
    return {name: key for name, key in TAB_KEYS.items() if name in tabs}


def _shortcuts(look: Look, token: str) -> Node:
    tabs = _tab_words(look)
    found = _tab_keys(tabs)
    keys = (
        (say("Enter"), say("confirm what is chosen")),
        (say("Esc"), say("back out, or back to now")),
        ("P", say("pass, or decline what is asked")),
        *([("R, Shift R", say("turn the tile in hand"))] if drawing.of(look.rules).steps is None else []),
        ("← →", say("one entry back or forth")),
        (say("Home, End"), say("the start of the game, and now")),
        ("U, Shift U", say("take back, bring back")),
        ("+ − 0", say("zoom the map, whole map")),
        ("W A S D", say("move the map")),
        (", ".join(found.values()), ", ".join(small(tabs[name]) for name in found)),
        ("?", say("this list")),
    )
    return h.dialog("#shortcuts", aria_labelledby="shortcuts-title")[
        h.h2("#shortcuts-title")[say("Keys and settings")],
        h.dl[[[h.dt[h.kbd[key]], h.dd[meaning]] for key, meaning in keys]],
        h.p[
            h.label(".check")[
                h.input(type="checkbox", data_setting="confirm"),
                h.span[say("In this browser, confirm everything, even a pass")],
            ]
        ],
        chooser(token, look.href()),
        h.form(method="dialog")[h.button(".primary")[say("Close")]],
    ]


__all__ = ["Notice", "Part", "page", "parts", "title"]
