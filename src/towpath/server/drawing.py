"""The seam to ``towpath.render``: which drawings a page shows, with what highlighted. Nothing is drawn here."""

from __future__ import annotations

from typing import Any

from towpath.api import Event
from towpath.brass.rules import BrassRules
from towpath.kernel.rules import Rules
from towpath.rail.rules import RailRules
from towpath.render.style import stylesheet
from towpath.server import wording
from towpath.server.brass_drawing import BrassDrawing
from towpath.server.drawn import Drawing
from towpath.server.looking import Look
from towpath.server.rail_drawing import RailDrawing

DRAWINGS: tuple[tuple[type, Drawing], ...] = ((RailRules, RailDrawing()), (BrassRules, BrassDrawing()))
"""Kinds of rules and what is drawn of them."""
_NOTHING = Drawing()


def css() -> str:
    """The colours and lines of the drawings, light and dark."""
    return stylesheet()


def of(rules: Rules[Any]) -> Drawing:
    """What is drawn of a title."""
    return next((drawing for kind, drawing in DRAWINGS if isinstance(rules, kind)), _NOTHING)


def ending(look: Look) -> str:
    """Why the game ended."""
    return wording.story(look.rules, [Event("game_over", {"reason": look.full.finished})], look.names)[0]
