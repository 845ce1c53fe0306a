"""Which procedures a railway title of minors, majors and a national is put together from."""

from __future__ import annotations

from towpath.kernel.state import Frame
from towpath.rail import auction, bundles, merger, national, operating, stock
from towpath.rail.consent import ConsentProcedure
from towpath.rail.course import CourseProcedure
from towpath.rail.discard import DiscardTrainsProcedure
from towpath.rail.minor_auction import MinorAuctionProcedure
from towpath.rail.phases import AskMajorsProcedure, PhaseChangeProcedure
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
