"""Which procedures railway titles are put together from: minors, majors and a national; or companies with a first issue."""

from __future__ import annotations

from towpath.kernel.state import Frame
from towpath.rail import (
    auction,
    bundles,
    merger,
    national,
    operating,
    standing_bids,
    stock,
    trading_round,
    turn_procedure,
)
from towpath.rail.city_of_token import CityOfTokenProcedure
from towpath.rail.consent import ConsentProcedure
from towpath.rail.course import CourseProcedure
from towpath.rail.discard import DiscardTrainsProcedure
from towpath.rail.minor_auction import MinorAuctionProcedure
from towpath.rail.phases import AskMajorsProcedure, PhaseChangeProcedure
from towpath.rail.raising_money import RaiseMoneyProcedure
from towpath.rail.rules import ProcedureMaker, RailRules
from towpath.rail.starting import HomeTokenProcedure
from towpath.rail.state import RailDraft


def open_stock(rules: RailRules, draft: RailDraft) -> Frame:
    """The stock round; with starting bundles the first one sells them instead [15.1]."""
    if rules.policies.bundles and draft.set_number == 1:
        return bundles.open_bundles(rules, draft)
    return stock.open_stock_round(rules, draft)


def makers(of_national: ProcedureMaker) -> tuple[ProcedureMaker, ...]:
    """All procedures. ``of_national`` makes the kind of national the title has."""
    return (
        lambda rules: CourseProcedure(
            rules, auction.open_auction, open_stock, operating.open_round, merger.open_merger_round
        ),
        auction.PrivateAuctionProcedure,
        bundles.BundleAuctionProcedure,
        stock.StockRoundProcedure,
        MinorAuctionProcedure,
        HomeTokenProcedure,
        lambda rules: operating.OperatingRoundProcedure(rules, national.begin),
        operating.OperatingTurnProcedure,
        of_national,
        PhaseChangeProcedure,
        AskMajorsProcedure,
        DiscardTrainsProcedure,
        ConsentProcedure,
        *merger.procedures(),
    )


def issue_makers(turn: ProcedureMaker, phase_change: ProcedureMaker, discard_rule: str) -> tuple[ProcedureMaker, ...]:
    """All procedures of a title whose companies sell a first issue at par (``IssueRules``).

    ``turn``: the kind of ``TurnProcedure`` it has; ``phase_change``: what its phases bring; ``discard_rule``: the rule by which
    trains over the limit are discarded.
    """
    return (
        lambda rules: CourseProcedure(
            rules, standing_bids.open_auction, trading_round.open_stock_round, turn_procedure.open_round
        ),
        standing_bids.StandingBidsProcedure,
        trading_round.TradingProcedure,
        lambda rules: operating.OperatingRoundProcedure(rules, turn_procedure.end_round, turn_procedure.begin_turn),
        turn,
        CityOfTokenProcedure,
        RaiseMoneyProcedure,
        phase_change,
        lambda rules: DiscardTrainsProcedure(rules, discard_rule),
        ConsentProcedure,
    )
