"""Where the greedy bot lays track and places tokens: what makes the best run longer, now or soon."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.bots.greedy.appraisal import TREASURY, Appraisal, hex_of
from towpath.bots.greedy.auctions import Scored
from towpath.kernel.offers import Offer
from towpath.rail.actions import ChooseCity, LayPrivateTile, LayTile, PlaceHome, PlacePrivateToken, PlaceToken
from towpath.rail.state import RailState

TRIED = 7
"""Lays that are tried on a copy of the position; the others are left out by a look at tile and place."""
REACHED = 0.25
"""What a point of value newly reached counts against a point more of the best run."""
NEAR = 1.0
"""What a point of ``pull`` at the end of new track counts."""
RESERVE = 40
"""Money that a company without a train keeps beside the price of one."""


def lays(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """The most promising lays of an offer with what they add."""
    actions = [each for each in offer.actions(0) if isinstance(each, LayTile | LayPrivateTile)]
    company = offer.entity
    reached = frozenset(node[0] for node in view.rules.reach(view.state, company).nodes)
    glanced = sorted(((glance(view, action, reached), i) for i, action in enumerate(actions)), reverse=True)
    trains = planned(view, company)
    before, value_before = view.earning(company, trains), _reached(view, view.state, company)
    for first, i in glanced[:TRIED]:
        seen = view.sight.preview(actions[i])
        if seen.reasons or not isinstance(seen.state, RailState):
            continue
        after = view.earning(company, trains, seen.state)
        near = _reached(view, seen.state, company) - value_before
        cost = view.state.cash.get(company, 0) - seen.state.cash.get(company, 0)
        owed = seen.state.loans.get(company, 0) - view.state.loans.get(company, 0)
        price = cost + owed * view.rules.data.loans.value
        yield _gain(view, company, after - before, near, first, price), actions[i]


def _gain(view: Appraisal, company: str, run: int, near: float, first: float, price: int) -> float:
    gain = run * 2 + REACHED * near + NEAR * 0.2 * first
    if price:
        cash = view.state.cash.get(company, 0)
        short = not view.rules.trains_of(view.state, company) and cash - price < view.price_of_next()
        gain -= price * (2.0 if short else TREASURY)
    return gain


def planned(view: Appraisal, company: str) -> list[str]:
    """The trains to lay track for: its own, and the next one in the yard while there is room for it."""
    own = view.rules.trains_of(view.state, company)
    following = view.cheapest_train()
    room = len(own) < view.rules.train_limit(view.state, company)
    return [*own, following] if following is not None and (room or not own) else own


def glance(view: Appraisal, action: LayTile | LayPrivateTile, reached: frozenset[str]) -> float:
    """What a lay promises by tile and place alone: value on the hex, and where its new sides lead."""
    rules = view.rules
    colour = rules.phase(view.state).offboard
    old = rules.tile_at(view.state, action.hex)
    new = rules.tileset.face(action.tile, action.rotation)
    gain = float(sum(stop.value(colour) for stop in new.stops) - sum(stop.value(colour) for stop in old.stops))
    gain += 4 * (sum(stop.slots for stop in new.stops) - sum(stop.slots for stop in old.stops))
    place = rules.board.hexes[action.hex]
    for edge in range(6):
        across = place.neighbours[edge]
        if new.exits >> edge & 1 and not old.exits >> edge & 1 and across is not None:
            gain += view.pull(across, reached)
    return gain


def _reached(view: Appraisal, state: RailState, company: str) -> float:
    """Value of all stops that the company's track leads to."""
    rules = view.rules
    colour = rules.phase(state).offboard
    nodes = rules.reach(state, company).nodes
    return float(sum(rules.stop_at(state, node).value(colour) for node in nodes))


def tokens(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """Cities for the next token: the run it allows, and a place that nobody else can fill."""
    company = offer.entity
    cash = view.state.cash.get(company, 0)
    trains = planned(view, company)
    before = view.earning(company, trains)
    found = [each for each in offer.actions(0) if isinstance(each, PlaceToken | PlacePrivateToken)]
    for action in sorted(found, key=lambda each: -_value(view, each.city))[:TRIED]:
        seen = view.sight.preview(action)
        if seen.reasons or not isinstance(seen.state, RailState):
            continue
        price = cash - seen.state.cash.get(company, 0)
        run = view.earning(company, trains, seen.state) - before
        short = not view.rules.trains_of(view.state, company) and cash - price < view.price_of_next() + RESERVE
        cost = price * (3.0 if short else TREASURY)
        yield run * view.rounds_left / 4 + _value(view, action.city) / 2 - cost, action


def _value(view: Appraisal, city: str) -> float:
    return float(view.centres.get(hex_of(city), 0))


def places(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """Any city that has to be chosen: the one with most around it."""
    for action in offer.actions(0):
        if isinstance(action, PlaceHome | ChooseCity):
            yield 1 + view.neighbourhood(hex_of(action.city)) + _value(view, action.city), action
