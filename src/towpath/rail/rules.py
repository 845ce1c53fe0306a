"""A railway title composed for one game: its data, map, policies, procedures and the facts derived from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from towpath.hexmap.board import Board, NodeId, current_tile
from towpath.hexmap.graph import TrackGraph
from towpath.hexmap.reaching import Reach
from towpath.hexmap.tiles import Stop, Tile, TileSet
from towpath.kernel.draft import Draft
from towpath.kernel.memo import Memo
from towpath.kernel.numbers import Earning, Measure
from towpath.kernel.procedure import Procedure
from towpath.kernel.programs import Advice, Program, ProgramOffer
from towpath.kernel.reasons import Reason
from towpath.kernel.rules import Rules
from towpath.kernel.state import Action, Event, Frame
from towpath.language import msg
from towpath.rail import holdings, trying, verbs
from towpath.rail.actions import BuyTrain, LayTile
from towpath.rail.data import Company, Phase, PhaseFlag, Private, TitleData, TrainKind
from towpath.rail.market import Direction, MarketRules
from towpath.rail.outlook import Outlook
from towpath.rail.policies import Policies
from towpath.rail.route_graph import RouteGraph
from towpath.rail.state import BANK, EXPORTED, POOL, RUSTED, YARD, Position, RailDraft, RailState

ProcedureMaker = Callable[["RailRules"], Procedure[Any]]


class RailRules(Rules[RailState]):
    """The composed title. Everything here is fixed for the whole game; positions are always passed in.

    ``certificates``: company -> its certificate ids, the president's first; ``percents``: certificate -> percent.
    ``market``, ``board``, ``tileset``, ``policies`` and ``data`` are what they say; ``limits``: the line of the player count.
    """

    version = "1"
    state_type = RailState
    draft_type = RailDraft
    measures = (Measure("cash", msg("Cash")), Measure("shares", msg("Shares")), Measure("privates", msg("Privates")))
    outlook: Outlook = Outlook()
    citations: Mapping[tuple[str, str], str] = {}
    """(code of a reason, rule that the shared code names) -> rule of this title's ledger."""

    def __init__(
        self,
        data: TitleData,
        board: Board,
        tileset: TileSet,
        *,
        seats: tuple[str, ...],
        market: str,
        policies: Policies,
        makers: Iterable[ProcedureMaker],
        random_first: bool = True,
    ) -> None:
        self.title = data.id
        self.data = data
        self.board = board
        self.tileset = tileset
        self.policies = policies
        self.random_first = random_first
        self.options: dict[str, str] = {}
        self.seats = seats
        self.limits = data.for_players(len(seats))
        self.market = MarketRules(
            data.markets[market],  # type: ignore[index]
            policies.grid_blank_up_stays,
            policies.top_row_stays,
        )
        self.companies: Mapping[str, Company] = {company.id: company for company in data.companies}
        self.privates: Mapping[str, Private] = {private.id: private for private in data.privates}
        self.kinds: Mapping[str, TrainKind] = {kind.name: kind for kind in data.trains}
        self.phases: Mapping[str, Phase] = {phase.name: phase for phase in data.phases}
        self.certificates = _certificates(data)
        self.percents = _percents(self.certificates)
        self.national = "" if data.national_if_any is None else data.national.id
        self._graphs: Memo[TrackGraph] = Memo(24)
        self._reaches: Memo[Reach] = Memo(256)
        self.holdings: Memo[Mapping[str, Mapping[str, int]]] = Memo(256)
        self.certificate_counts: Memo[Counter[str]] = Memo(256)
        self._full: Memo[list[tuple[NodeId, frozenset[str]]]] = Memo(128)
        self._trains: Memo[Mapping[str, list[str]]] = Memo(256)
        self.route_graphs: Memo[RouteGraph] = Memo(24)
        self._order_of_trains = {kind.name: i for i, kind in enumerate(data.trains)}
        self.procedures = {made.frame: made for made in (maker(self) for maker in makers)}

    # entities

    def exists(self, entity: str) -> bool:
        """Whether the id names a player or a company of this title."""
        return entity in self.seats or entity in self.companies

    def cited(self, reason: Reason) -> Reason:
        """The reason with the rule of the title's own ledger (``citations``)."""
        rule = self.citations.get((reason.code, reason.rule))
        return reason if rule is None else msgspec.structs.replace(reason, rule=rule)

    def kind(self, company: str) -> str:
        """``minor``, ``major`` or ``national``."""
        return self.companies[company].kind

    def controller(self, pos: Position, entity: str) -> str | None:
        """A player for himself, the president for a company, the chosen runner for the national."""
        if entity in self.seats:
            return entity
        if entity == self.national:
            for frame in reversed(pos.stack):
                runner = getattr(frame, "runner", None)
                if runner is not None:
                    return str(runner)
            return pos.priority
        return holdings.president(self, pos, entity) or self._stand_in(pos, entity)

    def _stand_in(self, pos: Position, entity: str) -> str | None:
        """The player who acts for a company that has no president yet (a frame names him)."""
        for frame in reversed(pos.stack):
            if getattr(frame, "company", None) == entity:
                owner = getattr(frame, "player", None)
                if owner is not None:
                    return str(owner)
        return None

    def clockwise_from(self, pos: Position, player: str) -> tuple[str, ...]:
        """All players in seating order, beginning with ``player``."""
        i = pos.seating.index(player)
        return pos.seating[i:] + pos.seating[:i]

    def left_of(self, pos: Position, player: str) -> str:
        """The next player clockwise."""
        return pos.seating[(pos.seating.index(player) + 1) % len(pos.seating)]

    def started(self, pos: Position, kind: str) -> list[str]:
        """The companies of a kind that are in play, in the order of the title's data."""
        return [c.id for c in self.data.companies if c.kind == kind and pos.standing[c.id] == "started"]

    # papers

    def percents_in(self, certificates: Mapping[str, str]) -> Mapping[str, int]:
        """Percent of each certificate, given where all of them are (a company of twenty shares has smaller ones)."""
        return self.percents

    def idle_certificates(self, pos: Position) -> frozenset[str]:
        """Certificates of companies in play that are not in use (a second issue that nobody needed yet)."""
        return frozenset()

    def unit(self, pos: Position, company: str) -> int:
        """Percent of an ordinary certificate of a company of shares; the president's stands for two of them."""
        return 10

    def certificate_limit(self, pos: Position) -> int:
        """How many certificates a player may hold."""
        return self.limits.certificate_limit

    def certificate_count(self, pos: Position, player: str) -> float:
        """Certificates that count against the limit: privates, minors, shares and presidents' ones, one each [7.5]."""
        papers, privates = pos.certificates, pos.privates
        counts = self.certificate_counts.get(
            (papers.version, privates.version), lambda: Counter((*papers.values(), *privates.values()))
        )
        return counts[player]

    # phases and trains

    def phase(self, pos: Position) -> Phase:
        """The phase in force."""
        return self.phases[pos.phase]

    def flag(self, pos: Position, flag: PhaseFlag) -> bool:
        """Whether a named fact holds in the phase in force."""
        return flag in self.phases[pos.phase].flags

    def first_phase(self, flag: PhaseFlag) -> str | None:
        """The name of the first phase in which a named fact holds; ``None`` where it never does."""
        return next((phase.name for phase in self.data.phases if flag in phase.flags), None)

    def lent_trains(self, pos: Position) -> frozenset[str]:
        """Trains that the bank has lent: they lie with a company, but count as the bank's."""
        return frozenset()

    def train_limit(self, pos: Position, company: str) -> int:
        """How many trains the company may own now."""
        return self.phases[pos.phase].limits.get(self.companies[company].kind, 0)

    def train_kind(self, train: str) -> TrainKind:
        """The kind of a train id such as ``5+5E-0``."""
        return self.kinds[train.rpartition("-")[0]]

    def trains_of(self, pos: Position, holder: str) -> list[str]:
        """The trains with a holder, lowest rank first."""
        trains = pos.trains
        return list(self._trains.get(trains.version, lambda: self._by_holder(trains)).get(holder, ()))

    def _by_holder(self, trains: Mapping[str, str]) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for train in sorted(trains, key=self.train_order):
            found.setdefault(trains[train], []).append(train)
        return found

    def train_order(self, train: str) -> tuple[int, int]:
        """Sort key: rank of the kind, then copy."""
        name, _, copy = train.rpartition("-")
        return (self._order_of_trains[name], int(copy))

    def yard(self, pos: Position) -> list[str]:
        """The trains on sale in the yard: the next of the lowest rank left, and those that are out of turn [8.11]: specials
        in their phases, and kinds that a purchase of another kind brings (the D of 1856)."""
        left = self.trains_of(pos, YARD)
        found = [train for train in left if not self.train_kind(train).special][:1]
        seen = {self.train_kind(train).name for train in found}
        special = self.flag(pos, "special_trains")
        for train in left:
            kind = self.train_kind(train)
            if kind.name not in seen and (special if kind.special else self._brought(pos, kind)):
                seen.add(kind.name)
                found.append(train)
        return found

    def _brought(self, pos: Position, kind: TrainKind) -> bool:
        """Whether the train that puts this kind on sale has been bought."""
        return kind.available_on is not None and pos.trains.get(f"{kind.available_on}-0") != YARD

    # map

    def tile_at(self, pos: Position, hex_id: str) -> Tile:
        """What lies on a hex now."""
        return current_tile(self.board, self.tileset, pos.tiles, hex_id)

    def stop_at(self, pos: Position, node: NodeId) -> Stop:
        """The stop with that index on the hex."""
        return self.tile_at(pos, node[0]).stops[node[1]]

    def graph(self, pos: Position) -> TrackGraph:
        """The track on the map; it depends on the tiles alone."""
        return self._graphs.get(pos.tiles.version, lambda: self._new_graph(pos))

    def _new_graph(self, pos: Position) -> TrackGraph:
        """Of the parts of the graph made last, which mostly differs in one tile."""
        near = self._graphs.latest
        return TrackGraph(self.board, self.tileset, pos.tiles) if near is None else near.relaid(pos.tiles)

    def tokens_of(self, pos: Position, company: str) -> list[NodeId]:
        """The cities with a token of the company, by hex id."""
        return sorted(
            (hex_id, token[0]) for hex_id, there in pos.tokens.items() for token in there if token[2] == company
        )

    def blocked(self, pos: Position, friends: Sequence[str]) -> frozenset[NodeId]:
        """The cities full of tokens of others: ``friends`` (the company itself, or a merger's minors) do not block."""
        full = self._full.get((pos.tiles.version, pos.tokens.version), lambda: self._full_cities(pos))
        return frozenset(node for node, owners in full if owners.isdisjoint(friends))

    def _full_cities(self, pos: Position) -> list[tuple[NodeId, frozenset[str]]]:
        """The cities without a free space, with those who have tokens there."""
        found = []
        for hex_id, there in pos.tokens.items():
            tile = self.tile_at(pos, hex_id)
            for city in {token[0] for token in there}:
                owners = [token[2] for token in there if token[0] == city]
                if len(owners) >= tile.stops[city].slots:
                    found.append(((hex_id, city), frozenset(owners)))
        return found

    def reach(self, pos: Position, company: str) -> Reach:
        """What a company's track reaches [8.1]."""
        key = (pos.tiles.version, pos.tokens.version, company)
        return self._reaches.get(
            key,
            lambda: self.graph(pos).reach(self.tokens_of(pos, company), self.blocked(pos, (company,))),
        )

    def stop_bonuses(self, pos: Position, company: str) -> list[tuple[tuple[str, ...], int]]:
        """(hexes, amount): what each stop there adds to a run of the company, here by privates that it owns."""
        held = [self.privates[private] for private, holder in pos.privates.items() if holder == company]
        return [(private.bonus_hexes, private.bonus) for private in held if private.bonus]

    def run_bonuses(self, pos: Position, company: str) -> list[tuple[tuple[str, ...], int]]:
        """(hexes, amount): what a run of the company gets once if it stops at any of them."""
        return []

    # setting up

    def setup(self, seed: str) -> RailState:
        """The position before the first decision (see ``rail.setup``)."""
        from towpath.rail.setup import first_position

        return first_position(self, seed)

    def draft(self, state: RailState, preview: bool = False) -> RailDraft:
        """A draft with the tables' types."""
        return self.draft_type(state, preview)

    def end_now(self, draft: Draft[RailState], reason: str) -> None:
        """End at once: whatever the reason, companies are marked down for their loans before shares are counted [12.2]."""
        from towpath.rail.scoring import settle_loans, winners

        assert isinstance(draft, RailDraft)
        settle_loans(self, draft)
        draft.emit("game_over", reason=reason, winners=list(winners(self, draft)))
        super().end_now(draft, reason)

    @cached_property
    def train_ids(self) -> tuple[str, ...]:
        """Every train of the box for this number of players; of unlimited kinds the first copy (more are made on demand)."""
        found = []
        for kind in self.data.trains:
            count = kind.count
            if self.policies.special_trains_limited and kind.limited_count is not None:
                count = kind.limited_count
            number = 1 if count is None else count - self.limits.removed_trains.get(kind.name, 0)
            found += [f"{kind.name}-{i}" for i in range(number)]
        return tuple(found)

    def tokens_in_box(self, pos: Position, company: str) -> tuple[int, int]:
        """The least and greatest number of tokens a company has on the map and its charter."""
        national = self.data.national_if_any
        if (
            company == self.national
            and national is not None
            and national.forms_later
            and pos.standing[company] != "started"
        ):
            return 0, 0
        number = len(self.companies[company].tokens)
        return (0 if pos.standing[company] == "gone" else number), number

    def unlimited(self, kind: TrainKind) -> bool:
        """Whether the yard never runs out of a kind."""
        return kind.count is None and not (self.policies.special_trains_limited and kind.limited_count is not None)

    def conservation(self, state: RailState) -> list[str]:
        """Money, certificates, trains, tiles and tokens against what the box holds."""
        from towpath.rail.conservation import faults

        return faults(self, state)

    # programmed actions

    def program_types(self) -> tuple[type[Program], ...]:
        """Passing, buying and bidding."""
        from towpath.rail.programs import KINDS

        return KINDS

    def programs(self, state: RailState, seat: str) -> list[ProgramOffer]:
        """What the seat can have done for it (see ``rail.programs``)."""
        from towpath.rail.programs import offered

        return offered(self, state, seat)

    def advise(self, state: RailState, seat: str, program: Program, events: Sequence[Event]) -> Advice:
        """What a program of the seat says (see ``rail.advising``)."""
        from towpath.rail.advising import advise

        return advise(self, state, seat, program, events)

    def share_price(self, pos: Position, company: str, source: str) -> int:
        """What one share costs from its treasury or first issue (``treasury``) or the ``pool``: everywhere the market price."""
        return self.market.price(pos, company)

    def floated(self, pos: Position, company: str) -> bool:
        """Whether enough of a company in play is sold for it to operate: with the president's certificate it is."""
        return True

    def shares_to_float(self, pos: Position) -> int:
        """How many shares of a company started now have to be sold before it operates, the president's two among them."""
        return 2

    def trials(self, state: RailState, entity: str) -> Mapping[str, tuple[Frame, ...]]:
        """A company that operates lays track, places a token or runs, at any time."""
        return trying.stacks(state, entity)

    def scores(self, state: RailState) -> dict[str, int]:
        """What each player is worth if the game ended now."""
        from towpath.rail.scoring import worth

        return {player: worth(self, state, player) for player in self.seats}

    def measured(self, state: RailState) -> dict[str, dict[str, int]]:
        """What each player's worth is made of: cash, shares, privates."""
        from towpath.rail.scoring import parts_of_worth

        return {player: parts_of_worth(self, state, player) for player in self.seats}

    def final_price(self, pos: Position, company: str) -> int:
        """The price per share when the game is scored: one step left for every loan [12.2]."""
        from towpath.rail.scoring import marked_down

        return marked_down(self, pos, company)

    def shares_held(self, pos: Position, company: str, holder: str) -> int:
        """How many shares a holder has for the score; a minor counts as two."""
        part = holdings.percent(self, pos, company, holder)
        return (2 if part else 0) if self.kind(company) == "minor" else part // self.unit(pos, company)

    def most_sold(self, pos: Position, player: str, company: str) -> int:
        """How many shares of a company the player could sell at once if it were his turn to sell."""
        from towpath.rail.selling import most_sold

        return most_sold(self, pos, player, company)

    def per_share(self, pos: Position, company: str, paid: int) -> int | None:
        """What a share gets of an amount paid out, rounded as the data say; ``None`` for a company without shares."""
        if self.kind(company) == "minor":
            return None
        part = paid * self.unit(pos, company)
        return part // 100 if self.data.dividends.whole_shares else -(-part // 100)

    def withholds(self, pos: Position, company: str) -> bool:
        """Whether a company may pay no dividend for now."""
        return False

    def move_price(self, draft: RailDraft, company: str, direction: Direction, steps: int, why: str) -> None:
        """Move a price, with what a move brings in this title."""
        verbs.move_price(self, draft, company, direction, steps, why)

    def round_of(self, state: RailState) -> str:
        """``SR 2``, ``OR 2.1`` and so on."""
        return state.round

    def prices(self, state: RailState) -> dict[str, int]:
        """Company -> price per share."""
        return {company: self.market.cells[cell].price for company, cell in state.cells.items()}

    def earnings(
        self, before: RailState, events: tuple[Event, ...], held: tuple[Event, ...]
    ) -> tuple[tuple[Earning, ...], tuple[Event, ...]]:
        """What companies ran for and how they distributed it."""
        from towpath.rail.earnings import earnings

        return earnings(self, before, events, held)

    def canonical(self, pos: Position, action: Action) -> Action:
        """A lay in the lowest of the rotations that look the same, the first of alike trains in the pool or handed in;
        everything else as it is."""
        if isinstance(action, BuyTrain):
            old = action.exchange
            return msgspec.structs.replace(
                action,
                train=self._first_alike(pos, POOL, action.train),
                exchange=None if old is None else self._first_alike(pos, action.entity, old),
            )
        if not isinstance(action, LayTile):
            return action
        picture = self.tileset.face(action.tile, action.rotation).picture
        lowest = next(r for r in range(6) if self.tileset.face(action.tile, r).picture == picture)
        return msgspec.structs.replace(action, rotation=lowest)

    def _first_alike(self, pos: Position, holder: str, train: str) -> str:
        """The first train of that kind with a holder who has this one; else the train itself."""
        held = self.trains_of(pos, holder)
        kind = self.train_kind(train)
        return next(each for each in held if self.train_kind(each) is kind) if train in held else train

    def redact(self, state: RailState, seat: str | None) -> RailState:
        """Railway games have no secrets: the state as it is."""
        return state

    def frame_types(self) -> tuple[type[Frame], ...]:
        """The kinds of frames this title uses."""
        return tuple(self.procedures)


def _certificates(data: TitleData) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for company in data.companies:
        if company.kind == "minor":
            found[company.id] = (f"{company.id}_0",)
        elif company.kind == "major":
            found[company.id] = tuple(f"{company.id}_{i}" for i in range(9))
    return found


def _percents(certificates: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for ids in certificates.values():
        for i, cert in enumerate(ids):
            found[cert] = 100 if len(ids) == 1 else (20 if i == 0 else 10)
    return found


PLACES_OF_TRAINS = (YARD, POOL, RUSTED, EXPORTED, BANK)
"""Holders of trains that are no company."""
