"""What is different about the CGR once it is there: its trains, loans of trains, what it withholds [14.11, 14.12]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import helped_purchase, verbs
from towpath.rail.market import Direction
from towpath.rail.state import YARD, Position
from towpath.titles.t1856.policies import policies_of
from towpath.titles.t1856.state import Draft1856, Pos, set_national

if TYPE_CHECKING:
    from towpath.titles.t1856.rules import Rules1856


def is_permanent(rules: Rules1856, train: str) -> bool:
    """Whether a train never rusts: a 5, 6 or D."""
    return rules.train_kind(train).rusts_on is None


def withholds(pos: Pos) -> bool:
    """Whether it may pay nothing: before its first permanent train, or (C11) with a borrowed one [14.12]."""
    return pos.national.borrowed is not None or not pos.national.permanent


def must_spend(rules: Rules1856, pos: Pos) -> bool:
    """Whether it must buy its first permanent train because its own money is more than the last one costs, or more than that
    with a 4 handed in [14.12]."""
    if pos.national.permanent:
        return False
    last = rules.data.trains[-1]
    cash = pos.cash.get(rules.national, 0)
    trade = last.trade_in
    mine = {rules.train_kind(train).name for train in helped_purchase.own_trains(rules, pos, rules.national)}
    return cash > last.price or (trade is not None and cash > trade.price and bool(mine & set(trade.kinds)))


def open_steps(rules: Rules1856, pos: Position, direction: Direction, steps: int) -> int:
    """How many of the steps keep its price out of the closed zone [14.12]."""
    cell = pos.cells[rules.national]
    for done in range(steps):
        cell = rules.market.moved(cell, direction)
        if "closed" in rules.market.cells[cell].zones:
            return done
    return steps


def borrow(rules: Rules1856, draft: Draft1856, company: str) -> None:
    """A CGR without any train runs one that the bank lends: the last kind there is [14.12]."""
    forever = policies_of(rules).cgr_borrow == "whenever_trainless"
    if company != rules.national or rules.trains_of(draft, company) or (draft.national.permanent and not forever):
        return
    last = rules.data.trains[-1].name
    train = next(train for train in rules.trains_of(draft, YARD) if rules.train_kind(train).name == last)
    verbs.move_train(rules, draft, train, company)
    set_national(draft, borrowed=train)
    draft.emit("train_borrowed", company=company, train=train)


def hand_back(rules: Rules1856, draft: Draft1856) -> None:
    """The borrowed train goes back to the bank at the end of the train step; the copy that stood in for it goes."""
    train = draft.national.borrowed
    if train is not None:
        set_national(draft, borrowed=None)
        verbs.move_train(rules, draft, train, YARD)
        name = rules.train_kind(train).name
        for copy in rules.trains_of(draft, YARD):
            if copy != train and rules.train_kind(copy).name == name:
                draft.edit("trains").pop(copy)


def note_permanent(rules: Rules1856, draft: Draft1856) -> None:
    """Remember the first permanent train of the CGR: from then on it is an ordinary company [14.12]."""
    if draft.national.permanent:
        return
    own = helped_purchase.own_trains(rules, draft, rules.national)
    if any(is_permanent(rules, train) for train in own):
        set_national(draft, permanent=True)
        draft.emit("national_permanent", company=rules.national)
