"""The HTTP API of what there is to read about a title: its rules one by one, and how it is played."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.params import FromPath

from towpath.facts.ledger import Source
from towpath.language import say
from towpath.server.books_page import guide_of, ledger_of


class RuleTold(msgspec.Struct, frozen=True):
    """A rule of a title, by which refusals name it. ``id``: its name; ``section``: of the rulebook; ``text``: in our own words;
    ``enforced``: whether the table sees to it, else ``why`` not; ``source``: who says so."""

    id: str
    section: str
    text: str
    enforced: bool
    why: str
    source: Source


class Chapter(msgspec.Struct, frozen=True):
    """A part of a guide. ``heading``: above it; ``text``: its paragraphs; ``points``: what belongs to them."""

    heading: str
    text: tuple[str, ...]
    points: tuple[str, ...]


class Reading(msgspec.Struct, frozen=True):
    """How a title is played; in all texts rules stand in square brackets. ``lead``: what the game is about; ``chapters``: its
    parts; ``credit``: whose design it is."""

    lead: str
    chapters: tuple[Chapter, ...]
    credit: str


@get("/titles/{title:str}/rules", sync_to_thread=True, summary="The rules of a title, one by one")
def get_rules(title: FromPath[str]) -> list[RuleTold]:
    """Every rule, in the order of the rulebook; reasons name them."""
    return [
        RuleTold(rule.id, rule.section, say(rule.text), rule.enforced, say(rule.why), rule.source)
        for rule in ledger_of(title)
    ]


@get("/titles/{title:str}/guide", sync_to_thread=True, summary="How a title is played")
def get_guide(title: FromPath[str]) -> Reading:
    """In short, with the rules that each sentence rests on."""
    found = guide_of(title)
    chapters = tuple(
        Chapter(say(each.heading), tuple(map(say, each.text)), tuple(map(say, each.points))) for each in found.sections
    )
    return Reading(say(found.lead), chapters, say(found.credit))


HANDLERS = (get_rules, get_guide)
