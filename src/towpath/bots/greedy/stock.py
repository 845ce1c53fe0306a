"""Which shares the greedy bot buys and sells, and which companies it starts."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.bots.greedy.appraisal import Appraisal, hex_of, written
from towpath.bots.greedy.auctions import SPARE, Scored
from towpath.kernel.offers import Offer
from towpath.rail.actions import BuyShare, SellShares, StartMajor
from towpath.rail.formation import Formation

PRESIDENT = 40
"""What it is worth to decide for a company."""


def purchases(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """Each share on sale with what it will bring beyond its price."""
    for action in written(offer, BuyShare):
        company = action.company
        price = view.rules.share_price(view.state, company, action.source)
        worth = view.share_worth(company)
        if view.mine(company):
            # The price goes into a treasury that it decides over, or makes its own company float.
            worth += 0.3 * price + (PRESIDENT if not view.rules.floated(view.state, company) else 0)
        elif isinstance(view.state.frame, Formation):
            worth += 0.3 * price
        yield worth - price, action


def sales(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """Shares of companies that earn nothing and are others' to mend."""
    for action in written(offer, SellShares):
        company, number = action.company, action.shares
        price = view.rules.market.price(view.state, company)
        if not view.mine(company):
            yield number * (0.95 * price - view.share_worth(company)), action


def starts(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """New companies, at the price that it can float them at with a train to buy."""
    cash = view.state.cash[view.seat]
    for action in written(offer, StartMajor):
        price = view.rules.market.cells[action.cell].price
        shares = view.rules.shares_to_float(view.state)
        if shares * price > cash:
            continue
        treasury = shares * price
        wanted = view.price_of_next() + SPARE
        loans = 0.5 * view.rules.data.loans.value * shares
        if treasury + loans < wanted:
            continue
        home = view.rules.companies[action.company].home
        place = view.neighbourhood(hex_of(home)) if home else 0.0
        yield PRESIDENT + price + place / 10 - 40 * len(view.presided()), action
