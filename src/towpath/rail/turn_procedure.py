"""The operating round of titles with a first issue, and a company's turn in it [1856: 6]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.hexmap.board import NodeId
from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.language import Text
from towpath.rail import (
    bonus_rights,
    destinations,
    dividends,
    helped_purchase,
    income,
    private_powers,
    raising_money,
    runs,
    single_lay,
    tokens,
    track,
    turn_loans,
)
from towpath.rail.actions import ClaimDestination, PlaceHome, PlaceToken, RunRoutes
from towpath.rail.frames import OperatingRound, Step
from towpath.rail.homes import printed_home, spot
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.rules import RailRules
from towpath.rail.shapes import company_shape
from towpath.rail.starting import place_home
from towpath.rail.state import RailDraft
from towpath.rail.tokens import city_shape, open_slots, parse_city
from towpath.rail.turn import Turn, may_borrow, power
from towpath.rail.turn_steps import EndStep, StepsProcedure

STEPS: tuple[Step, ...] = ("home", "track", "token", "run", "interest", "dividend", "trains", "loans", "private_late")

STEP_NAMES: dict[Step, Text] = {
    "home": "place the home token",
    "track": "lay track",
    "token": "place a token",
    "run": "run trains",
    "interest": "pay interest",
    "dividend": "distribute earnings",
    "trains": "buy trains",
    "loans": "repay loans or take one",
    "private_late": "buy privates and rights",
}


def open_round(rules: RailRules, draft: RailDraft) -> Frame:
    """Privates pay; the companies go by price [6.1]."""
    assert isinstance(rules, IssueRules)
    income.pay_privates(rules, draft)
    return OperatingRound(order=tuple(rules.market.order(draft, list(draft.cells))))


def begin_turn(rules: RailRules, draft: RailDraft, company: str) -> Frame | None:
    """A company's turn, or ``None`` while too little of it is sold [5.6]."""
    assert isinstance(rules, IssueRules)
    assert isinstance(draft, IssueDraft)
    if not rules.floated(draft, company):
        draft.emit("not_floated", company=company)
        return None
    return Turn(company=company)


def end_round(rules: RailRules, draft: RailDraft) -> None:
    """When all companies have operated: what was used closes now, where the policy says so."""
    assert isinstance(rules, IssueRules)
    assert isinstance(draft, IssueDraft)
    private_powers.close_spent(rules, draft, "round")


def home_choices(rules: IssueRules, pos: IssuePosition, company: str) -> tuple[NodeId, ...]:
    """The cities for the first token: the printed one, or any open one of the hex; without track they are alike [5.7]."""
    home = rules.companies[company].home
    if home is None:
        return ()
    hex_id = home.partition("/")[0]
    if not home.endswith("/*"):
        node = printed_home(rules, pos, company)
        return () if node is None else (node,)
    nodes = [(hex_id, index) for index in range(len(rules.tile_at(pos, hex_id).stops))]
    found = tuple(node for node in nodes if open_slots(rules, pos, node, company) > 0)
    return found if rules.tile_at(pos, hex_id).pieces else found[:1]


class PlaceHomeMove(Move[Turn, PlaceHome]):
    """Put the home token into one of several cities."""

    action = PlaceHome
    label = "place the home token"
    rule = "P.5.7.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def shape(self, pos: IssuePosition, action: PlaceHome) -> Iterator[Reason]:
        """Is there such a city?"""
        return city_shape(self.rules, pos, action.city)

    def offers(self, pos: IssuePosition, frame: Turn) -> Iterator[Offer]:
        """The open cities of the home hex."""
        for node in home_choices(self.rules, pos, frame.company):
            yield Offer(PlaceHome, {"entity": frame.company, "city": spot(node)}, rule=self.rule)

    def check(self, pos: IssuePosition, frame: Turn, action: PlaceHome) -> Iterator[Reason]:
        """One of them."""
        cities = [spot(node) for node in home_choices(self.rules, pos, frame.company)]
        if action.city not in cities:
            yield broken("not_home", self.rule, "{company} is at home in {cities}.", company=frame.company,
                         cities=cities)  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Turn, action: PlaceHome) -> None:
        """Place it."""
        assert isinstance(draft, IssueDraft)
        node = parse_city(self.rules, draft, action.city)
        assert node is not None
        place_home(self.rules, draft, frame.company, node)


class PlaceTokenMove(tokens.PlaceTokenMove):
    """At most one token a turn, at a price that does not depend on the distance."""

    rule = "P.9.1.a"

    def apply(self, draft: Draft[Any], frame: Any, action: PlaceToken) -> None:
        """Pay and place; a private's token is no longer possible in this turn."""
        super().apply(draft, frame, action)
        draft.update(0, laid_by=None)


class RunMove(runs.RunRoutesMove):
    """Any legal set of runs; interest is paid next."""

    rule = "P.10.4.a"

    def apply(self, draft: Draft[Any], frame: Any, action: RunRoutes) -> None:
        """Add up the revenue."""
        super().apply(draft, frame, action)
        draft.update(0, step="interest")


class TurnProcedure(StepsProcedure[Turn]):
    """One company's turn, step by step. A step that has nothing to decide is skipped."""

    frame = Turn
    steps = STEPS
    step_names = STEP_NAMES

    def __init__(self, rules: RailRules) -> None:
        assert isinstance(rules, IssueRules)
        super().__init__(rules, helped_purchase.BuyTrainMove(rules), private_powers.BuyPrivateMove(rules))
        self._lay = private_powers.PrivateLayMove(rules)
        self._token = private_powers.PrivateTokenMove(rules)
        free: tuple[Move[Any, Any], ...] = (
            turn_loans.TakeLoanMove(rules),
            self.private,
            bonus_rights.MarkHexMove(rules),
            bonus_rights.BuyRightMove(rules),
        )
        done, claim = EndStep(self, "6.2.a"), ClaimMove(rules)
        self.step_moves = {
            "home": (PlaceHomeMove(rules),),
            "track": (single_lay.LayMove(rules), self._lay, *free, done),
            "token": (PlaceTokenMove(rules), self._token, *free, done, claim),
            "run": (RunMove(rules), *free, claim),
            "interest": (),
            "dividend": (dividends.PayDividendMove(rules, "trains", "P.11.1.a"), *free),
            "trains": (self.train, *free, done, claim),
            "loans": (turn_loans.RepayMove(rules), *free, done, claim),
            "private_late": (*free[1:], done, claim),
        }

    def advance(self, draft: Draft[Any], frame: Turn) -> bool:
        """Skip or do what needs no decision; end the turn of a company that is gone."""
        assert isinstance(draft, IssueDraft)
        if draft.standing[frame.company] != "started":
            self.end(draft, frame)
        elif frame.step == "interest":
            if turn_loans.charge(self.rules, draft, frame):
                self.next_step(draft, frame)
        elif frame.step == "run" and self.before_run(draft, frame):
            pass
        elif self._waits(draft, frame):
            return False
        else:
            self.leave(draft, frame)
        return True

    def before_run(self, draft: IssueDraft, frame: Turn) -> bool:
        """What comes before trains are run; ``True`` when that changed something."""
        return False

    def must_buy_reasons(self, pos: IssuePosition, company: str) -> Iterator[Reason]:
        """A train that is a must."""
        return helped_purchase.must_buy_reasons(self.rules, pos, company)

    def leave(self, draft: Any, frame: Turn) -> None:
        """End the step: do what its end brings and go to the next, or end the turn."""
        if frame.step == "home":
            cities = home_choices(self.rules, draft, frame.company)
            if frame.company not in draft.homes and cities:
                place_home(self.rules, draft, frame.company, cities[0])
        elif frame.step == "track":
            destinations.check_all(self.rules, draft)
        elif frame.step == "run":
            runs.note_idle(self.rules, draft, frame)
        elif frame.step == "dividend":
            dividends.pay_without_choice(self.rules, draft, frame)
        elif frame.step == "loans" and not turn_loans.repay_due(self.rules, draft, frame.company):
            return
        self.next_step(draft, frame)

    def end(self, draft: IssueDraft, frame: Turn) -> None:
        """The turn is over; what was used closes now, where the policy says so."""
        private_powers.close_spent(self.rules, draft, "turn")
        super().end(draft, frame)

    def _waits(self, draft: IssueDraft, frame: Turn) -> bool:
        rules, company = self.rules, frame.company
        if frame.step == "home":
            return company not in draft.homes and len(home_choices(rules, draft, company)) > 1
        if frame.step == "track":
            if track.possible(rules, draft, frame) or any(self._lay.offers(draft, frame)):
                return True
            return any(
                self._lay.still_open(draft, offer.fixed["private"]) for offer in self.private.offers(draft, frame)
            )
        if frame.step == "token":
            return self._token_waits(draft, frame)
        if frame.step == "run":
            return bool(runs.ready_trains(rules, draft, company)) and helped_purchase.has_route(rules, draft, company)
        if frame.step == "dividend":
            return dividends.has_choice(rules, draft, frame)
        if frame.step == "trains":
            return helped_purchase.waits(rules, draft, frame)
        if frame.step == "loans":
            return turn_loans.most_repaid(rules, draft, company) > 0 or may_borrow(rules, draft, frame)
        if rules.policies.waits_as_site:
            return bonus_rights.within_reach(rules, draft, frame)
        return any(self.private.offers(draft, frame))  # rights and ports matter only to the next run

    def _token_waits(self, draft: IssueDraft, frame: Turn) -> bool:
        """A token could be placed, with the money of a loan if need be."""
        if any(self._token.offers(draft, frame)):
            return True
        price = tokens.next_price(draft, frame.company)
        if price is None or power(self.rules, draft, frame) < price:
            return False
        return bool(tokens.open_places(self.rules, draft, frame.company))

    def resume(self, draft: Draft[Any], frame: Turn, result: Any) -> None:
        """Another owner has answered, or the president has raised money for what is then asked again."""
        if result is not None and result[0] == raising_money.RAISED:
            if result[1] == "repayment":
                self.leave(draft, frame)
        else:
            super().resume(draft, frame, result)


class ClaimMove(Move[Turn, ClaimDestination]):
    """What a file of that site says: a company has reached its destination, by whatever list it was played with."""

    action = ClaimDestination
    label = "claim a destination"
    only_in_files = True
    rule = "5.5.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def shape(self, pos: IssuePosition, action: ClaimDestination) -> Iterator[Reason]:
        """Is there such a company?"""
        return company_shape(self.rules, action.company)

    def offers(self, pos: IssuePosition, frame: Turn) -> Iterator[Offer]:
        """Never: whoever reaches it is paid unasked."""
        return iter(())

    def check(self, pos: IssuePosition, frame: Turn, action: ClaimDestination) -> Iterator[Reason]:
        """Track does not join them, or that would have been seen."""
        yield broken("not_joined", self.rule, "No track joins {company}'s home and destination.", waivable=True,
                     company=action.company)  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Turn, action: ClaimDestination) -> None:
        """As if track joined them."""
        assert isinstance(draft, IssueDraft)
        if destinations.matters(self.rules, draft, action.company):
            destinations.arrive(self.rules, draft, action.company)
