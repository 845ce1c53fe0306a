"""What there is to read: how each title is played, and its rules one by one. Refusals link to the rule they rest on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import htpy as h
from htpy import Node
from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from towpath.api import UnknownTitle, books, title_names
from towpath.facts.guide import Guide, GuideSection, chapter_of, pieces
from towpath.facts.ledger import Ledger, Rule
from towpath.language import Texts, say, say_n
from towpath.server.catalogue import card_of
from towpath.server.security import harden
from towpath.server.shell import plain_page

SOURCES: Texts = {
    "rulebook": "",
    "practice": "practice: the rulebook is silent here",
    "designer": "a ruling of the designer",
    "house": "ours: nobody says, and a program has to settle it",
}


def rule_href(title: str, rule: str) -> str:
    """The address of a rule; empty where the title's ledger has no such rule."""
    found = _ledger(title)
    return f"/rules/{title}#{rule}" if found is not None and rule in found else ""


def _ledger(title: str) -> Ledger | None:
    try:
        return books.ledger(title)
    except UnknownTitle:
        return None


def _guide(title: str) -> Guide | None:
    try:
        return books.guide(title)
    except UnknownTitle:
        return None


def guide_href(title: str) -> str:
    """The address of a title's guide; empty where nobody has written one."""
    return f"/guide/{title}" if _guide(title) is not None else ""


def ledger_of(title: str) -> Ledger:
    """A title's rules. ``NotFoundException`` where it has none here."""
    found = _ledger(title)
    if found is None:
        raise NotFoundException(say("There is no rule ledger of “{title}” on this table.", title=title[:40]))
    return found


def guide_of(title: str) -> Guide:
    """How a title is played. ``NotFoundException`` where nobody has written it down."""
    found = _guide(title)
    if found is None:
        raise NotFoundException(say("Nobody has written down how “{title}” is played on this table.", title=title[:40]))
    return found


def _name(title: str) -> str:
    card = card_of(title)
    return card.name if card is not None else title


@get("/rules", sync_to_thread=True)
def all_books() -> Response[str]:
    """What there is to read."""
    rows = [_shelf(title) for title in title_names() if _ledger(title) is not None]
    body = [
        h.h1[say("Rules")],
        h.ul(".books")[rows],
        h.p[h.a(".button", href="/api")[say("For programs: the HTTP API")]],
    ]
    return _html(plain_page(say("Rules"), *body, page="book"))


def _shelf(title: str) -> Node:
    found = _ledger(title)
    count = len(found) if found is not None else 0
    guide = guide_href(title)
    return h.li(".card")[
        h.h2[_name(title)],
        h.p(".inline")[
            h.a(".button", href=guide)[say("How to play")] if guide else None,
            h.a(".button", href=f"/rules/{title}")[say_n("{n} rule", "All {n} rules", count)],
        ],
    ]


@get("/rules/{title:str}", sync_to_thread=True)
def ledger_page(title: FromPath[str]) -> Response[str]:
    """Every rule of a title, by sections."""
    return _html(_ledger_html(title, ledger_of(title), _guide(title)))


def _ledger_html(title: str, ledger: Ledger, guide: Guide | None) -> str:
    chapters = guide.chapters if guide is not None else {}
    groups = {
        number: list(rules)
        for number, rules in groupby(sorted(ledger, key=_order), key=lambda rule: chapter_of(rule.section))
    }
    contents = [
        h.li[h.a(href=f"#chapter-{number}")[f"{number} {say(chapters.get(number, ''))}".strip()]] for number in groups
    ]
    parts = [
        h.section(".rules", id=f"chapter-{number}", aria_labelledby=f"chapter-{number}-name")[
            h.h2(id=f"chapter-{number}-name")[f"{number} {say(chapters.get(number, ''))}".strip()],
            h.dl[[_rule(rule) for rule in rules]],
        ]
        for number, rules in groups.items()
    ]
    return plain_page(
        say("Rules of {name}", name=_name(title)),
        h.h1[say("Rules of {name}", name=_name(title))],
        h.p[
            say("Every rule in our own words, under the number of the rulebook's section. Numbers with a P stand where the "
            "rulebook is silent. A refusal at the table names the rules it rests on, and they link to here."),
            h.a(href=f"/guide/{title}")[say("How it is played, in short")] if guide is not None else None,
        ],
        h.nav(".contents", aria_label=say("Sections"))[h.ul(".inline")[contents]],
        *parts,
        h.p(".dim")[say(guide.credit)] if guide is not None else None,
        page="book",
    )  # fmt: skip


def _order(rule: Rule) -> tuple[int, tuple[tuple[int, int, str], ...]]:
    """Sections as a reader counts them, a section's silent places after its printed rules."""
    parts = tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in rule.section.split("."))
    return int(chapter_of(rule.section)) if chapter_of(rule.section).isdigit() else 0, (
        *parts,
        (2, rule.id[:2] == "P.", ""),
    )


def _rule(rule: Rule) -> Node:
    notes = [
        say(SOURCES.get(rule.source, rule.source)),
        "" if rule.enforced else say("not enforced: {why}", why=say(rule.why)),
    ]
    return h.div(".rule-line", id=rule.id)[
        h.dt[h.a(href=f"#{rule.id}")[rule.id]],
        h.dd[say(rule.text), [h.span(".note")[f" ({note})"] for note in notes if note]],
    ]


@get("/guide/{title:str}", sync_to_thread=True)
def guide_page(title: FromPath[str]) -> Response[str]:
    """How a title is played."""
    found, name = guide_of(title), _name(title)
    return _html(
        plain_page(
            say("How to play {name}", name=name),
            h.h1[say("How to play {name}", name=name)],
            h.p(".lead")[list(_cited(title, found.lead))],
            *(_section(title, section) for section in found.sections),
            h.p(".inline")[
                h.a(".button.primary", href=f"/new/{title}")[say("Set up a table")],
                h.a(".button", href=f"/rules/{title}")[say("All rules, one by one")],
            ],
            h.p(".dim")[say(found.credit)],
            page="book",
        )
    )


def _section(title: str, section: GuideSection) -> Node:
    return h.section(".prose")[
        h.h2[say(section.heading)],
        [h.p[list(_cited(title, text))] for text in section.text],
        h.ul(".points")[[h.li[list(_cited(title, text))] for text in section.points]] if section.points else None,
    ]


def _cited(title: str, text: str) -> Iterator[Node]:
    """A text with the rules it names as small links."""
    for words, rules in pieces(say(text)):
        yield words
        if rules:
            links = [h.a(href=f"/rules/{title}#{rule}")[rule] for rule in rules]
            yield h.span(".cited")[" [", [[", " if i else "", link] for i, link in enumerate(links)], "]"]


def _html(text: str) -> Response[str]:
    return harden(Response(text, media_type=MediaType.HTML))


HANDLERS = (all_books, ledger_page, guide_page)
