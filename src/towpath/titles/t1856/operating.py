"""The operating round of 1856 and a company's turn in it [6]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken, shape
from towpath.kernel.state import Frame
from towpath.rail import capital, consent, destinations, raising_money, runs, tokens, verbs
from towpath.rail.actions import BuyTrain, ClaimDestination, Pass, PlaceHome, PlaceToken, RunRoutes
from towpath.rail.frames import OperatingRound, Step
from towpath.rail.homes import printed_home
from towpath.rail.rules import RailRules
from towpath.rail.standing_bids import pay_privates
from towpath.rail.state import RailDraft
from towpath.rail.tokens import city_shape, open_slots, parse_city
from towpath.titles.t1856 import cgr, cgr_life, dividends, loans, privates, track, trains
from towpath.titles.t1856.rules import Rules1856
from towpath.titles.t1856.state import Draft1856, Pos
from towpath.titles.t1856.turn import Turn, may_borrow, power

STEPS: tuple[Step, ...] = ("home", "track", "token", "run", "interest", "dividend", "trains", "loans", "private_late")

STEP_NAMES: dict[Step, str] = {
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
    assert isinstance(rules, Rules1856)
    pay_privates(rules, draft)
    return OperatingRound(order=tuple(rules.market.order(draft, list(draft.cells))))


def begin_turn(rules: RailRules, draft: RailDraft, company: str) -> Frame | None:
    """A company's turn, or ``None`` while too little of it is sold [5.6]."""
    assert isinstance(rules, Rules1856)
    assert isinstance(draft, Draft1856)
    if company != rules.national and not capital.may_operate(rules, draft, company):
        draft.emit("not_floated", company=company)
        return None
    return Turn(company=company)


def end_round(rules: RailRules, draft: RailDraft) -> None:
    """When all companies have operated: what was used closes now, if not before (C5)."""
    assert isinstance(rules, Rules1856)
    assert isinstance(draft, Draft1856)
    privates.close_spent(rules, draft, "round")


def home_choices(rules: Rules1856, pos: Pos, company: str) -> tuple[str, ...]:
    """The cities for the first token: the printed one, or any open one of the hex; without track they are alike [5.7]."""
    home = rules.companies[company].home
    if home is None:
        return ()
    hex_id = home.partition("/")[0]
    if not home.endswith("/*"):
        node = printed_home(rules, pos, company)
        return () if node is None else (f"{node[0]}/{node[1]}",)
    stops = rules.tile_at(pos, hex_id).stops
    found = tuple(f"{hex_id}/{i}" for i in range(len(stops)) if open_slots(rules, pos, (hex_id, i), company) > 0)
    return found if rules.tile_at(pos, hex_id).pieces else found[:1]


class PlaceHomeMove(Move[Turn, PlaceHome]):
    """Put the home token into one of several cities."""

    action = PlaceHome
    label = "place the home token"
    rule = "P.5.7.a"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def shape(self, pos: Pos, action: PlaceHome) -> Iterator[Reason]:
        """Is there such a city?"""
        return city_shape(self.rules, pos, action.city)

    def offers(self, pos: Pos, frame: Turn) -> Iterator[Offer]:
        """The open cities of the home hex."""
        for city in home_choices(self.rules, pos, frame.company):
            yield Offer(PlaceHome, {"entity": frame.company, "city": city}, rule=self.rule)

    def check(self, pos: Pos, frame: Turn, action: PlaceHome) -> Iterator[Reason]:
        """One of them."""
        cities = home_choices(self.rules, pos, frame.company)
        if action.city not in cities:
            yield broken("not_home", self.rule, "{company} is at home in {cities}.", company=frame.company,
                         cities=list(cities))  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Turn, action: PlaceHome) -> None:
        """Place it."""
        assert isinstance(draft, Draft1856)
        place_home(self.rules, draft, frame.company, action.city)


def place_home(rules: Rules1856, draft: Draft1856, company: str, city: str) -> None:
    """The free token goes to a city, which becomes the home."""
    node = parse_city(rules, draft, city)
    assert node is not None
    verbs.put_token(rules, draft, company, node[0], node[1], draft.charter[company][0])
    verbs.set_home(draft, company, node[0])


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


class TurnProcedure(Procedure[Turn]):
    """One company's turn, step by step. A step that has nothing to decide is skipped."""

    frame = Turn
    label = "operate"

    def __init__(self, rules: RailRules) -> None:
        assert isinstance(rules, Rules1856)
        self.rules = rules
        self._private = privates.BuyPrivateMove(rules)
        self._train = trains.BuyTrainMove(rules)
        free: tuple[Move[Turn, Any], ...] = (
            loans.TakeLoanMove(rules),
            self._private,
            privates.MarkHexMove(rules),
            privates.BuyRightMove(rules),
        )
        done, claim = EndStep(self), ClaimMove(rules)
        self._moves: dict[Step, tuple[Move[Any, Any], ...]] = {
            "home": (PlaceHomeMove(rules),),
            "track": (track.LayMove(rules), privates.PrivateLayMove(rules), *free, done),
            "token": (PlaceTokenMove(rules), privates.PrivateTokenMove(rules), *free, done, claim),
            "run": (RunMove(rules), *free, claim),
            "interest": (),
            "dividend": (dividends.PayMove(rules), *free),
            "trains": (self._train, *free, done, claim),
            "loans": (loans.RepayMove(rules), *free, done, claim),
            "private_late": (*free[1:], done, claim),
        }
        self._lay = privates.PrivateLayMove(rules)
        self._token = privates.PrivateTokenMove(rules)

    def actors(self, pos: Pos, frame: Turn) -> tuple[str, ...]:
        """The company."""
        return (frame.company,)

    def moves(self, pos: Pos, frame: Turn) -> Sequence[Move[Any, Any]]:
        """The moves of the step."""
        return self._moves[frame.step]

    def all_moves(self) -> Sequence[Move[Any, Any]]:
        """The moves of all steps."""
        return tuple(dict.fromkeys(move for moves in self._moves.values() for move in moves))

    def step(self, pos: Pos, frame: Turn) -> str:
        """The step in words."""
        return STEP_NAMES[frame.step]

    def advance(self, draft: Draft[Any], frame: Turn) -> bool:
        """Skip or do what needs no decision; end the turn of a company that is gone."""
        assert isinstance(draft, Draft1856)
        if draft.standing[frame.company] != "started":
            self._end(draft, frame)
        elif frame.step == "interest":
            if loans.charge(self.rules, draft, frame):
                self._next(draft, frame)
        elif frame.step == "run" and self._lend(draft, frame):
            pass
        elif self._waits(draft, frame):
            return False
        else:
            self.leave(draft, frame)
        return True

    def _lend(self, draft: Draft1856, frame: Turn) -> bool:
        """The bank lends the CGR a train to run; ``True`` when that changed something."""
        before = draft.national.borrowed
        if frame.company == self.rules.national and trains.has_route(self.rules, draft, frame.company):
            cgr_life.borrow(self.rules, draft, frame.company)
        return draft.national.borrowed != before

    def leave(self, draft: Draft1856, frame: Turn) -> None:
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
            dividends.distribute(self.rules, draft, frame, "withhold")
        elif frame.step == "trains":
            cgr_life.hand_back(self.rules, draft)
        elif frame.step == "loans" and not loans.repay_due(self.rules, draft, frame.company):
            return
        self._next(draft, frame)

    def _next(self, draft: Draft1856, frame: Turn) -> None:
        index = STEPS.index(frame.step) + 1
        if index < len(STEPS):
            draft.update(0, step=STEPS[index])
        else:
            self._end(draft, frame)

    def _end(self, draft: Draft1856, frame: Turn) -> None:
        """The turn is over; if the first 6 was bought in it, the CGR forms now [14.1]."""
        cgr_life.hand_back(self.rules, draft)
        privates.close_spent(self.rules, draft, "turn")
        draft.emit("turn_ended", company=frame.company)
        finish(draft, self.rules)
        cgr.begin_if_due(self.rules, draft, frame.company)

    def _waits(self, draft: Draft1856, frame: Turn) -> bool:
        rules, company = self.rules, frame.company
        if frame.step == "home":
            return company not in draft.homes and len(home_choices(rules, draft, company)) > 1
        if frame.step == "track":
            if track.possible(rules, draft, frame) or any(self._lay.offers(draft, frame)):
                return True
            return any(
                self._lay.still_open(draft, offer.fixed["private"]) for offer in self._private.offers(draft, frame)
            )
        if frame.step == "token":
            return self._token_waits(draft, frame)
        if frame.step == "run":
            return bool(runs.ready_trains(rules, draft, company)) and trains.has_route(rules, draft, company)
        if frame.step == "dividend":
            return dividends.has_choice(rules, draft, frame)
        if frame.step == "trains":
            return trains.waits(rules, draft, frame)
        if frame.step == "loans":
            return loans.most_repaid(rules, draft, company) > 0 or may_borrow(rules, draft, frame)
        if rules.policies.waits_as_site:
            return privates.within_reach(rules, draft, frame)
        return any(self._private.offers(draft, frame))  # rights and ports matter only to the next run

    def _token_waits(self, draft: Draft1856, frame: Turn) -> bool:
        """A token could be placed, with the money of a loan if need be."""
        if any(self._token.offers(draft, frame)):
            return True
        price = tokens.next_price(draft, frame.company)
        if price is None or power(self.rules, draft, frame) < price:
            return False
        return bool(tokens.open_places(self.rules, draft, frame.company))

    def resume(self, draft: Draft[Any], frame: Turn, result: Any) -> None:
        """Another owner has answered, or the president has raised money for what is then asked again."""
        assert isinstance(draft, Draft1856)
        if result is None:
            return
        if result[0] == raising_money.RAISED:
            if result[1] == "repayment":
                self.leave(draft, frame)
            return
        answer, action = result[0], result[1]
        if answer == consent.DECLINED:
            wanted = action.train if isinstance(action, BuyTrain) else action.private
            draft.update(0, declined=(*frame.declined, (wanted, action.price)))
        elif isinstance(action, BuyTrain):
            self._train.perform(draft, frame, action)
        else:
            self._private.perform(draft, frame, action)


class ClaimMove(Move[Turn, ClaimDestination]):
    """What a file of that site says: a company has reached its destination, by whatever list it was played with."""

    action = ClaimDestination
    label = "claim a destination"
    rule = "5.5.a"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def shape(self, pos: Pos, action: ClaimDestination) -> Iterator[Reason]:
        """Is there such a company?"""
        if action.company not in self.rules.companies:
            yield shape("no_such_company", "There is no company {company}.", company=action.company)

    def offers(self, pos: Pos, frame: Turn) -> Iterator[Offer]:
        """Never: whoever reaches it is paid unasked."""
        return iter(())

    def check(self, pos: Pos, frame: Turn, action: ClaimDestination) -> Iterator[Reason]:
        """Track does not join them, or that would have been seen."""
        yield broken("not_joined", self.rule, "No track joins {company}'s home and destination.", waivable=True,
                     company=action.company)  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Turn, action: ClaimDestination) -> None:
        """As if track joined them."""
        assert isinstance(draft, Draft1856)
        if destinations.matters(self.rules, draft, action.company):
            destinations.arrive(self.rules, draft, action.company)


class EndStep(Move[Turn, Pass]):
    """Pass: end the step."""

    action = Pass
    label = "end the step"
    rule = "6.2.a"

    def __init__(self, turn: TurnProcedure) -> None:
        self._turn = turn

    def offers(self, pos: Pos, frame: Turn) -> Iterator[Offer]:
        """Always, but where a train must be bought."""
        if not tuple(self.check(pos, frame, Pass(entity=frame.company))):
            yield Offer(Pass, {"entity": frame.company}, rule=self.rule)

    def check(self, pos: Pos, frame: Turn, action: Pass) -> Iterator[Reason]:
        """A train that is a must."""
        if frame.step == "trains":
            yield from trains.must_buy_reasons(self._turn.rules, pos, frame.company)

    def apply(self, draft: Draft[Any], frame: Turn, action: Pass) -> None:
        """Go on to the next step."""
        assert isinstance(draft, Draft1856)
        draft.emit("step_ended", company=frame.company, step=frame.step)
        self._turn.leave(draft, frame)
