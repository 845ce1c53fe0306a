"""Frames that several procedures read. A frame that only its own procedure reads stands beside that procedure."""

from __future__ import annotations

from typing import Literal

from towpath.kernel.state import Frame

Step = Literal[
    "redeem", "home", "track", "token", "run", "interest", "dividend", "private_early", "loans", "trains", "private_late"
]  # fmt: skip
"""Steps of an operating turn in their order [8.4]; a title has those that its rulebook has (``home`` and ``interest`` are
1856's). A private may be bought at every one of them; the two private steps are those at which the turn waits for it:
before the loans are repaid, and at the end."""


class Course(Frame, frozen=True, kw_only=True):
    """The bottom of the stack: which kind of round is in progress. ``number``: operating rounds of this set so far;
    ``mark``: the fingerprint of the position with which the latest stock round began; ``still``: how many in a row have
    begun with the same (see ``rail.standstill``)."""

    stage: Literal["start", "auction", "stock", "operating", "merger"] = "start"
    number: int = 0
    mark: str = ""
    still: int = 0


class OperatingRound(Frame, frozen=True, kw_only=True):
    """One operating round. ``order``: the companies as listed at its start; ``index``: the next one to act;
    ``due``: (company, loans) on which interest is owed; ``ran``: trains that have had their run; ``runner``: who ran for the
    national when the round began; ``stage``: ``companies``, then ``national``, then ``done``."""

    order: tuple[str, ...]
    index: int = 0
    due: tuple[tuple[str, int], ...] = ()
    ran: tuple[str, ...] = ()
    runner: str | None = None
    stage: Literal["companies", "national", "done"] = "companies"


class OperatingTurn(Frame, frozen=True, kw_only=True):
    """One company's turn. ``lays``: (hex, upgrade?) of this turn; ``revenue``: what its trains earned."""

    company: str
    step: Step = "redeem"
    lays: tuple[tuple[str, bool], ...] = ()
    revenue: int = 0
    declined: tuple[tuple[str, int], ...] = ()
    """(train or private, price) of offers that its owner has declined in this turn."""
