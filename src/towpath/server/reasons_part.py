"""Reasons on a page."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h
from htpy import Node

from towpath.api import Reason
from towpath.language import say
from towpath.server import books_page, wording
from towpath.server.looking import Look


def reason_list(look: Look, reasons: Sequence[Reason]) -> Node:
    """Reasons as sentences, each with the rule it rests on."""
    return h.ul(".reasons")[[_reason(look, *pair) for pair in wording.reasons(look.rules, reasons, look.names)]]


def _reason(look: Look, sentence: str, rule: str) -> Node:
    return h.li[sentence, _rule(look, rule) if rule else None]


def _rule(look: Look, rule: str) -> Node:
    """The rule that a refusal rests on, which can be looked up; the table stays open beside it."""
    text, href = wording.rule_text(look.rules, rule), books_page.rule_href(look.rules.title, rule)
    name = f"{look.rules.title} {rule}"
    linked = h.a(href=href, target="_blank", rel="noopener")[name, h.span(".sr")[" ", say("(opens beside the table)")]]
    return h.span(".rule")[linked if href else h.b[name], f": {text}" if text else ""]
