"""Bringing companies into play: a minor won at auction, a major started in a stock round [7.2.1, 7.4]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.hexmap.board import NodeId
from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.rail import verbs
from towpath.rail.actions import PlaceHome, StartMajor
from towpath.rail.data import MarketCell
from towpath.rail.homes import MajorHomes, spot
from towpath.rail.rules import RailRules
from towpath.rail.shapes import start_shape
from towpath.rail.state import Position, RailDraft
from towpath.rail.stock_turn import StockRound, cash_faults, finish_selling, room_faults, sold_faults
from towpath.rail.tokens import city_shape, parse_city


class HomeToken(Frame, frozen=True, kw_only=True):
    """A major just started has to choose its first city."""

    company: str


def minor_cell(rules: RailRules, treasury: int) -> MarketCell:
    """Where a minor with that treasury starts: half of it, rounded down to an orange or pink cell [7.2.1]."""
    return rules.market.rounded_down(treasury // 2, "minor_start", "any_start")


def start_minor(rules: RailRules, draft: RailDraft, minor: str, owner: str, home: NodeId, treasury: int) -> None:
    """Give the minor its owner, token and price; ``treasury`` is what it was bought for, paid by the caller."""
    verbs.set_standing(draft, minor, "started")
    verbs.transfer(rules, draft, rules.certificates[minor][0], owner)
    place_home(rules, draft, minor, home)
    enter(rules, draft, minor, minor_cell(rules, treasury))


def place_home(rules: RailRules, draft: RailDraft, company: str, home: NodeId) -> None:
    """Put the free token on a city, which becomes the home."""
    verbs.put_token(rules, draft, company, home[0], home[1], 0)
    verbs.set_home(draft, company, home[0])


def enter(rules: RailRules, draft: RailDraft, company: str, cell: MarketCell) -> None:
    """Put a company on the market; it has not operated [sheet 5.12]."""
    verbs.enter_market(rules, draft, company, cell.id)
    verbs.set_par(draft, company, cell.price)
    verbs.mark_operated(draft, company, False)


class StartMajorMove(Move[StockRound, StartMajor]):
    """Buy the president's certificate of an unstarted major; where its token goes is asked next."""

    action = StartMajor
    label = "start a major"
    rule = "7.4.f"

    def __init__(self, rules: RailRules, homes: MajorHomes) -> None:
        self.rules = rules
        self.homes = homes
        self._cells = rules.market.zone("any_start", "major_start")

    def shape(self, pos: Position, action: StartMajor) -> Iterator[Reason]:
        """Are there such a company and such a cell?"""
        return start_shape(self.rules, action)

    def _company_faults(self, pos: Position, frame: StockRound, company: str) -> Iterator[Reason]:
        rules = self.rules
        if rules.kind(company) != "major" or pos.standing[company] != "unstarted":
            yield broken("not_startable", "7.4.f", "{company} is no major that waits to be started.", company=company)
        if not rules.flag(pos, "majors_may_start"):
            yield broken(
                "too_early",
                "7.4.f",
                "Majors are started from phase {first} on; this is phase {phase}.",
                first=rules.first_phase("majors_may_start"),
                phase=pos.phase,
            )
        yield from room_faults(rules, pos, frame.player, "7.4.1.b")
        yield from sold_faults(frame, frame.player, company)

    def _cell_faults(self, pos: Position, frame: StockRound, cell: MarketCell) -> Iterator[Reason]:
        if cell not in self._cells:
            prices = [each.price for each in self._cells]
            yield broken(
                "no_start_cell", "7.4.j", "A major does not start at that cell of {price}; the prices are {prices}.",
                price=cell.price, prices=prices,
            )  # fmt: skip
        yield from cash_faults(pos, frame.player, 2 * cell.price)

    def _home_faults(self, pos: Position) -> Iterator[Reason]:
        if not self.homes.choices(pos):
            yield broken("no_home", self.homes.none_rule, "There is no city in which a major could start.")

    def offers(self, pos: Position, frame: StockRound) -> Iterator[Offer]:
        """Majors and start cells."""
        cells = tuple(cell.id for cell in self._cells if not any(self._cell_faults(pos, frame, cell)))
        majors = tuple(
            company
            for company, facts in self.rules.companies.items()
            if facts.kind == "major" and not any(self._company_faults(pos, frame, company))
        )
        if cells and majors and not any(self._home_faults(pos)):
            yield Offer(
                StartMajor, {"entity": frame.player}, Options("company", majors), Options("cell", cells), rule=self.rule
            )

    def check(self, pos: Position, frame: StockRound, action: StartMajor) -> Iterator[Reason]:
        """Phase, company, price, money, limits and a home."""
        yield from self._company_faults(pos, frame, action.company)
        yield from self._cell_faults(pos, frame, self.rules.market.cells[action.cell])
        yield from self._home_faults(pos)

    def apply(self, draft: Draft[Any], frame: StockRound, action: StartMajor) -> None:
        """Pay twice the price into the treasury, take the certificate, then choose the home."""
        assert isinstance(draft, RailDraft)
        rules, player, company = self.rules, frame.player, action.company
        finish_selling(rules, draft)
        cell = rules.market.cells[action.cell]
        draft.emit("major_started", player=player, company=company, price=cell.price)
        verbs.set_standing(draft, company, "started")
        verbs.pay(rules, draft, player, company, 2 * cell.price, f"president's certificate of {company}")
        for i, cert in enumerate(rules.certificates[company]):
            verbs.transfer(rules, draft, cert, company if i else player)
        enter(rules, draft, company, cell)
        draft.push(HomeToken(company=company))


class PlaceHomeMove(Move[HomeToken, PlaceHome]):
    """Put the free token of the new major on the map."""

    action = PlaceHome
    label = "place the home token"
    rule = "7.4.g"

    def __init__(self, rules: RailRules, homes: MajorHomes) -> None:
        self.rules = rules
        self.homes = homes

    def shape(self, pos: Position, action: PlaceHome) -> Iterator[Reason]:
        """Is there such a city?"""
        return city_shape(self.rules, pos, action.city)

    def offers(self, pos: Position, frame: HomeToken) -> Iterator[Offer]:
        """The cities where it may start."""
        cities = tuple(spot(node) for node in self.homes.choices(pos))
        yield Offer(PlaceHome, {"entity": frame.company}, Options("city", cities), rule=self.rule)

    def check(self, pos: Position, frame: HomeToken, action: PlaceHome) -> Iterator[Reason]:
        """Empty, not reserved, unconnected while there is such a city."""
        node = parse_city(self.rules, pos, action.city)
        assert node is not None
        return self.homes.faults(pos, node)

    def apply(self, draft: Draft[Any], frame: HomeToken, action: PlaceHome) -> None:
        """Place it; the turn in the stock round is over."""
        assert isinstance(draft, RailDraft)
        node = parse_city(self.rules, draft, action.city)
        assert node is not None
        place_home(self.rules, draft, frame.company, node)
        finish(draft, self.rules)


class HomeTokenProcedure(Procedure[HomeToken]):
    """Asks a new major for its first city."""

    frame = HomeToken
    label = "place the home token"

    def __init__(self, rules: RailRules) -> None:
        self.open_moves = (PlaceHomeMove(rules, MajorHomes(rules)),)

    def actors(self, pos: Position, frame: HomeToken) -> tuple[str, ...]:
        """The major, through the player who started it."""
        return (frame.company,)
