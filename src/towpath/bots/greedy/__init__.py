"""A bot that takes what looks best at the moment: it buys trains, pays dividends and lays sensible track."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import ClassVar

from towpath.api import Action
from towpath.bots.bot import Bot, Sight
from towpath.bots.greedy import auctions, companies, mergers, stock, track
from towpath.bots.greedy.appraisal import WORK, Appraisal
from towpath.bots.greedy.auctions import Scored
from towpath.kernel.offers import Lazy, Offer
from towpath.rail import runs
from towpath.rail.actions import RunRoutes
from towpath.rail.frames import OperatingTurn

Judge = Callable[[Appraisal, Offer], Iterator[Scored]]
"""Some actions of an offer with what they are worth beside passing, which is worth nothing."""

NEVER = -1_000_000.0
"""What giving a company or the game up is worth: done when there is nothing else."""


def _never(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    for action in offer.actions(2):
        yield NEVER, action


def _quiet(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    for action in offer.actions(2):
        yield 0.0, action


def _run(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """The best runs, found with a budget of work so that they are the same everywhere."""
    frame = view.state.frame
    if isinstance(frame, OperatingTurn) and frame.company == offer.entity:
        trains = runs.ready_trains(view.rules, view.state, offer.entity)
        found, _ = runs.best_runs(view.rules, view.state, offer.entity, trains, work=10 * WORK)
        yield 1.0, RunRoutes(entity=offer.entity, runs=found)
    else:
        yield from mergers.first(view, offer)


JUDGES: Mapping[str, Judge] = {
    "bid": auctions.bids,
    "buy_share": stock.purchases,
    "sell_shares": stock.sales,
    "start_major": stock.starts,
    "lay_tile": track.lays,
    "lay_private_tile": track.lays,
    "place_token": track.tokens,
    "place_private_token": track.tokens,
    "place_home": track.places,
    "choose_city": track.places,
    "run_routes": _run,
    "pay_dividend": companies.dividends,
    "buy_train": companies.trains,
    "discard_train": companies.discards,
    "buy_private": companies.privates,
    "take_loan": companies.borrowing,
    "repay_loan": companies.repaying,
    "accept": companies.answers,
    "convert": mergers.conversions,
    "merge": mergers.additions,
    "pass": _quiet,
    "decline": _quiet,
    "redeem": _never,
    "nationalize": _never,
    "declare_bankrupt": _never,
    "abandon": _never,
}
"""Type of action -> who judges it; what is not named here is taken as it comes."""


class GreedyBot(Bot):
    """Judges what is on offer by rules of thumb and takes the best; it looks no further than one action ahead."""

    name: ClassVar[str] = "greedy"
    titles: ClassVar[frozenset[str] | None] = frozenset({"1856", "1861", "1867"})

    def decide(self, sight: Sight, rng: Random) -> Action:
        """The action worth most; of several alike one at random."""
        offers = sight.offers
        if len(offers) == 1 and not offers[0].domains:
            return next(offers[0].actions())
        view = Appraisal(sight)
        best: list[Action] = []
        top = float("-inf")
        for offer in offers:
            judge = JUDGES.get(offer.type, mergers.first)
            for worth, action in judge(view, offer):
                if worth > top:
                    best, top = [], worth
                if worth == top:
                    best.append(action)
        return rng.choice(best) if best else self._anything(offers, rng)

    def _anything(self, offers: list[Offer], rng: Random) -> Action:
        """What nobody had a word for: no search if it can be helped."""
        plain = [offer for offer in offers if not any(isinstance(domain, Lazy) for domain in offer.domains)]
        return rng.choice(plain or offers).draw(rng)
