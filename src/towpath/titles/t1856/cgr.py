"""The forming of the Canadian Government Railways: loans are settled, who cannot or will not pay is absorbed [14.1-14.10].

The frame ``Settlement`` asks the presidents; what follows needs no decision but about tokens and trains (``cgr_tokens``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.rail import closing, discard, holdings, verbs
from towpath.rail.frames import OperatingRound
from towpath.rail.rules import RailRules
from towpath.rail.state import POOL
from towpath.rail.turn import Turn
from towpath.titles.t1856 import cgr_exchange, cgr_life, cgr_tokens
from towpath.titles.t1856.actions import Abandon, Rescue
from towpath.titles.t1856.policies import policies_of
from towpath.titles.t1856.rules import Rules1856
from towpath.titles.t1856.state import Draft1856, Pos, set_national


class Settlement(Frame, frozen=True, kw_only=True):
    """``order``: players, the president of the 6's buyer first; ``asked``: companies still owing, the next one first;
    ``absorbed``: those given up; ``stage``: what comes next."""

    order: tuple[str, ...]
    asked: tuple[str, ...]
    absorbed: tuple[str, ...] = ()
    stage: str = "settle"


def note_six(rules: Rules1856, draft: Draft1856) -> None:
    """The first 6 was bought: the event comes when its buyer's turn is over, or (C7) at once [14.1]."""
    set_national(draft, forming="due")
    if policies_of(rules).cgr_timing == "purchase":
        buyer = next(frame.company for frame in reversed(draft.stack) if isinstance(frame, Turn))
        begin(rules, draft, buyer)


def begin_if_due(rules: Rules1856, draft: Draft1856, buyer: str) -> None:
    """Start the settlement after the turn in which the first 6 was bought."""
    if draft.national.forming == "due":
        begin(rules, draft, buyer)


def begin(rules: Rules1856, draft: Draft1856, buyer: str) -> None:
    """Every company repays what its treasury can; then presidents are asked, the buyer's first [14.2]."""
    set_national(draft, forming="never")
    draft.emit("settlement_begun", buyer=buyer)
    end_ports(rules, draft, "first_6")
    for company in rules.market.order(draft, list(draft.cells)):
        while draft.loans.get(company, 0) and draft.cash.get(company, 0) >= rules.data.loans.value:
            verbs.repay_loan(rules, draft, company)
    first = holdings.president(rules, draft, buyer) or draft.priority
    order = rules.clockwise_from(draft, first)
    owing = [company for company in rules.market.order(draft, list(draft.cells)) if draft.loans.get(company, 0)]
    asked = tuple(c for player in order for c in owing if holdings.president(rules, draft, c) == player)
    draft.push(Settlement(order=order, asked=asked))


def missing(rules: Rules1856, pos: Pos, company: str) -> int:
    """What the president would have to pay: the loans less what is left in the treasury."""
    return rules.data.loans.value * pos.loans.get(company, 0) - pos.cash.get(company, 0)


def can_rescue(rules: Rules1856, pos: Pos, company: str) -> bool:
    """Whether the president has the money; he sells no shares for it [14.2]."""
    player = holdings.president(rules, pos, company)
    return player is not None and pos.cash[player] >= missing(rules, pos, company)


def rescue(rules: Rules1856, draft: Draft1856, company: str) -> None:
    """The president pays what the treasury lacks; the company owes nothing any more."""
    player = holdings.president(rules, draft, company)
    assert player is not None
    verbs.pay(rules, draft, player, company, missing(rules, draft, company), f"loans of {company}")
    while draft.loans.get(company, 0):
        verbs.repay_loan(rules, draft, company)


class RescueMove(Move[Settlement, Rescue]):
    """Pay the loans."""

    action = Rescue
    label = "pay the company's loans"
    rule = "14.2.b"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def offers(self, pos: Pos, frame: Settlement) -> Iterator[Offer]:
        """To the president who is asked and has the money."""
        if can_rescue(self.rules, pos, frame.asked[0]):
            yield Offer(Rescue, {"entity": frame.asked[0]}, rule=self.rule)

    def check(self, pos: Pos, frame: Settlement, action: Rescue) -> Iterator[Reason]:
        """He has the money."""
        if not can_rescue(self.rules, pos, action.entity):
            yield broken("cannot_rescue", self.rule, "{company} lacks {missing}; its president does not have that.",
                         company=action.entity, missing=missing(self.rules, pos, action.entity))  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Settlement, action: Rescue) -> None:
        """Pay; ask the next one."""
        assert isinstance(draft, Draft1856)
        draft.update(0, asked=frame.asked[1:])
        rescue(self.rules, draft, action.entity)


class AbandonMove(Move[Settlement, Abandon]):
    """Let the company be absorbed."""

    action = Abandon
    label = "let the company be absorbed"
    rule = "14.2.c"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def _free(self, pos: Pos, company: str) -> bool:
        """Whether the president may give it up: he has not the money, or need not pay (C8)."""
        return policies_of(self.rules).cgr_president_choice or not can_rescue(self.rules, pos, company)

    def offers(self, pos: Pos, frame: Settlement) -> Iterator[Offer]:
        """To the president who is asked."""
        if self._free(pos, frame.asked[0]):
            yield Offer(Abandon, {"entity": frame.asked[0]}, rule=self.rule)

    def check(self, pos: Pos, frame: Settlement, action: Abandon) -> Iterator[Reason]:
        """Unless (C8) a president who can pay must."""
        if not self._free(pos, action.entity):
            yield broken("must_rescue", self.rule, "The president of {company} has the money and must pay.",
                         company=action.entity)  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Settlement, action: Abandon) -> None:
        """Note it; ask the next one."""
        draft.update(0, asked=frame.asked[1:], absorbed=(*frame.absorbed, action.entity))
        draft.emit("company_given_up", company=action.entity)


class SettlementProcedure(Procedure[Settlement]):
    """Asks the presidents who can pay, then forms the CGR of what was given up."""

    frame = Settlement
    label = "settle the company's loans"

    def __init__(self, rules: RailRules) -> None:
        assert isinstance(rules, Rules1856)
        self.rules = rules
        self.open_moves = (RescueMove(rules), AbandonMove(rules))

    def actors(self, pos: Pos, frame: Settlement) -> tuple[str, ...]:
        """The next company that owes, through its president."""
        return frame.asked[:1]

    def advance(self, draft: Draft[Any], frame: Settlement) -> bool:
        """Give up for who cannot pay; then exchange, tokens, trains, turn order, one after the other."""
        assert isinstance(draft, Draft1856)
        rules = self.rules
        if frame.stage == "settle":
            if frame.asked:
                company = frame.asked[0]
                if can_rescue(rules, draft, company) or policies_of(rules).every_debtor_asked:
                    return False
                draft.update(0, asked=frame.asked[1:], absorbed=(*frame.absorbed, company))
                draft.emit("company_given_up", company=company)
            elif frame.absorbed:
                draft.update(0, stage="tokens")
                form(rules, draft, frame)
            else:
                draft.emit("national_never_forms", company=rules.national)
                draft.update(0, stage="done")
        elif frame.stage == "tokens":
            draft.update(0, stage="trains")
            draft.push(cgr_tokens.NationalTokens(absorbed=frame.absorbed))
        elif frame.stage == "trains":
            draft.update(0, stage="done")
            self._turn_order(draft, frame)
            discard.settle(rules, draft)
            if policies_of(rules).cgr_takes_fours and cgr_tokens.fours(rules, draft):
                draft.push(cgr_tokens.NationalFours())
        else:
            rules.note_companies_left(draft)
            finish(draft, rules)
        return True

    def _turn_order(self, draft: Draft1856, frame: Settlement) -> None:
        """The CGR operates next unless an absorbed company has operated in this round, the 6's buyer included [14.13]."""
        for depth, below in enumerate(reversed(draft.stack)):
            if isinstance(below, OperatingRound):
                done, rest = below.order[: below.index], below.order[below.index :]
                if not set(done) & set(frame.absorbed):
                    draft.update(depth, order=(*done, self.rules.national, *rest))
                return


def end_ports(rules: Rules1856, draft: Draft1856, when: str) -> None:
    """The port marker leaves the map, with the first 5 or (C6) with the first 6."""
    if policies_of(rules).port_until == when:
        for hex_id in list(draft.marks):
            draft.edit("marks").pop(hex_id)


def form(rules: Rules1856, draft: Draft1856, frame: Settlement) -> None:
    """Price, shares, president, money, trains and rights of the CGR [14.4-14.9]."""
    national = rules.national
    draft.emit("national_formed", company=national, absorbed=list(frame.absorbed))
    price = cgr_exchange.formation_price([rules.market.price(draft, company) for company in frame.absorbed])
    set_national(draft, forming="formed")
    verbs.set_standing(draft, national, "started")
    draft.edit("charter")[national] = rules.companies[national].tokens
    verbs.set_par(draft, national, price)
    cgr_exchange.exchange(rules, draft, frame.order, frame.absorbed)
    verbs.enter_market(rules, draft, national, cgr_exchange.cell_at(rules, price))
    for company in frame.absorbed:
        hand_over(rules, draft, company)
        closing.retire(rules, draft, company, keep_tokens=True)
    cgr_life.note_permanent(rules, draft)


def hand_over(rules: Rules1856, draft: Draft1856, company: str) -> None:
    """Money, permanent trains (C10: and 4s), rights of an absorbed company; other trains go to the pool [14.9]."""
    national = rules.national
    verbs.pay(rules, draft, company, national, draft.cash.get(company, 0), f"treasury of {company}")
    for train in rules.trains_of(draft, company):
        keep = cgr_life.is_permanent(rules, train) or policies_of(rules).cgr_takes_fours
        verbs.move_train(rules, draft, train, national if keep else POOL)
    for private, owners in list(draft.rights.items()):
        if company in owners:
            left = [national if owner == company else owner for owner in owners]
            draft.edit("rights")[private] = tuple(dict.fromkeys(left))
    for hex_id, owner in list(draft.marks.items()):
        if owner == company:
            draft.edit("marks")[hex_id] = national
