"""A game as conformance trace: one line per applied action, with the position after it as that site would show it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from towpath.api import Game
from towpath.interop.halfway import bid_made
from towpath.interop.imported import Applied, Import
from towpath.interop.site import Site, site_for, worker
from towpath.kernel.record import Act, EndOffer
from towpath.kernel.state import Event, GameState
from towpath.rail import holdings, merger_tokens
from towpath.rail.ending import course
from towpath.rail.formation import Formation
from towpath.rail.frames import OperatingRound
from towpath.rail.minor_auction import MinorAuction
from towpath.rail.national import NationalTurn
from towpath.rail.phases import AskMajors
from towpath.rail.rules import RailRules
from towpath.rail.starting import HomeToken
from towpath.rail.state import BANK, POOL, YARD, RailState
from towpath.rail.stock_turn import StockRound

END_REASONS = {"last_train": "final_phase", "bank": "bank", "by_hand": "manually_ended", "agreed": "manually_ended"}
"""Why a game ended: our word and the site's."""

Plain = dict[str, Any]


def player_ids(imported: Import | None, game: Game) -> dict[str, int | str]:
    """Seat -> id of the player in the trace: the file's, or 1, 2, … in seating order."""
    if imported is None:
        return {seat.id: number for number, seat in enumerate(game.seats, 1)}
    ids = [player for player, _ in imported.document.players]
    return {seat.id: int(name) if name.isdigit() else name for seat, name in zip(game.seats, ids, strict=True)}


class Tracer:
    """Writes positions of one game as the trace has them. Positions are given in their order: who runs the national is
    remembered from one to the next."""

    def __init__(self, game: Game, imported: Import | None = None) -> None:
        assert isinstance(game.rules, RailRules)
        self.game = game
        self.rules: RailRules = game.rules
        self.site: Site = site_for(self.rules.title)
        self.ids = player_ids(imported, game)
        self._runner: str | None = None

    def state(self, pos: RailState) -> Plain:
        """One position, all keys."""
        self._note_runner(pos)
        found: Plain = {
            "round": self._round(pos),
            "phase": pos.phase,
            "step": self._step(pos),
            "current": self._current(pos),
            "priority": self.ids[self._priority(pos)],
            "cash": self._cash(pos),
            "price": self._prices(pos),
            "par": dict(pos.pars),
            "market_stacks": self._stacks(pos),
            **self._shares(pos),
            "certs_held": self._by_player(lambda seat: holdings.certificate_count(self.rules, pos, seat)),
            "cert_limit": self.rules.certificate_limit(pos),
            "presidents": self._presidents(pos),
            "operated": self._operated(pos),
            "trains": self._trains(pos),
            "depot": self._depot(pos),
            "loans": {company: number for company, number in pos.loans.items() if number},
            "loans_left": self.site.loans - sum(pos.loans.values()),
            "privates": {private: self._holder(holder) for private, holder in pos.privates.items()},
            "tokens": self._tokens(pos),
            "tokens_left": self._charters(pos),
            "tiles": {hex_id: f"{tile}@{rotation}" for hex_id, (tile, rotation) in pos.tiles.items()},
            **self._own_keys(pos),
            "values": {str(self.ids[seat]): worth for seat, worth in self.rules.scores(pos).items()},
        }
        if pos.ending is not None:
            found["end_trigger"] = END_REASONS.get(pos.ending.reason, pos.ending.reason)
        if pos.finished is not None:
            found |= {"finished": True, "end_reason": END_REASONS.get(pos.finished, pos.finished)}
        return found

    def after(self, pos: RailState, events: tuple[Event, ...]) -> Plain:
        """The position that an action led to with these events."""
        return self.state(pos)

    def result(self) -> dict[str, int]:
        """Final values by player."""
        return {str(self.ids[seat]): score for seat, score in self.game.scores.items()}

    def _by_player(self, value: Any) -> dict[str, int]:
        return {str(self.ids[seat]): value(seat) for seat in self.rules.seats}

    def _holder(self, holder: str) -> int | str | None:
        return None if holder == BANK else self.ids.get(holder, holder)

    def _round(self, pos: RailState) -> str:
        """The round. Presidents of majors that lost their trains by an export are asked when the site has begun the next."""
        kinds = [type(frame) for frame in pos.stack]
        if AskMajors not in kinds or NationalTurn not in kinds:
            return pos.round
        number = course(pos).number
        if self.rules.flag(pos, "merger_rounds"):
            return f"MR {pos.set_number}.{number}"
        return f"OR {pos.set_number}.{number + 1}" if number < pos.set_length else f"SR {pos.set_number + 1}"

    def _priority(self, pos: RailState) -> str:
        """Who would have the priority deal if the stock round ended now: the site moves it with every action."""
        for frame in pos.stack:
            if isinstance(frame, StockRound):
                acting = frame.player if self.site.homes_chosen and isinstance(pos.frame, HomeToken) else frame.last
                return pos.priority if acting is None else self.rules.left_of(pos, acting)
        return pos.priority

    def _step(self, pos: RailState) -> str:
        return "" if pos.frame is None else self.game.engine.procedure(pos.frame).step(pos, pos.frame)

    def _current(self, pos: RailState) -> int | str | None:
        actors = self.game.engine.actors(pos)
        return self._holder(actors[0]) if actors else None

    def _cash(self, pos: RailState) -> Plain:
        companies = {name: pos.cash[name] for name in self.rules.companies if pos.cash.get(name)}
        return {
            "players": self._by_player(lambda seat: pos.cash[seat]),
            "corporations": companies,
            "bank": pos.cash[BANK],
        }

    def _prices(self, pos: RailState) -> dict[str, list[int]]:
        cells = self.rules.market.cells
        return {name: [cells[cell].price, cells[cell].row, cells[cell].column] for name, cell in pos.cells.items()}

    def _stacks(self, pos: RailState) -> dict[str, list[str]]:
        cells = self.rules.market.cells
        return {f"{cells[c].row},{cells[c].column}": list(names) for c, names in pos.stacks.items() if len(names) > 1}

    def _shares(self, pos: RailState) -> Plain:
        players: dict[str, dict[str, int]] = {str(self.ids[seat]): {} for seat in self.rules.seats}
        pool: dict[str, int] = {}
        treasury: dict[str, int] = {}
        for company in self.rules.certificates:
            for holder, percent in holdings.by_holder(self.rules, pos, company).items():
                if holder == POOL:
                    pool[company] = percent
                elif holder == company:
                    treasury[company] = percent
                else:
                    players[str(self.ids[holder])][company] = percent
        return {
            "shares": players,
            "pool": pool,
            "treasury": {name: part for name, part in treasury.items() if part < 100},
        }

    def _presidents(self, pos: RailState) -> Plain:
        found = {name: holdings.president(self.rules, pos, name) for name in self.rules.certificates}
        found[self.rules.national] = self._runner if self.site.national_runs else None
        return {name: self.ids[seat] for name, seat in found.items() if seat is not None}

    def _note_runner(self, pos: RailState) -> None:
        for frame in pos.stack:
            if isinstance(frame, OperatingRound) and frame.runner is not None:
                self._runner = frame.runner

    def _operated(self, pos: RailState) -> list[str]:
        return sorted(name for name, done in pos.operated.items() if done and name != self.rules.national)

    def _own_keys(self, pos: RailState) -> Plain:
        """What only this title's positions have."""
        return {"extra": {"majors_open": self.rules.flag(pos, "majors_may_start")}}

    def _trains(self, pos: RailState) -> dict[str, list[str]]:
        found = {company: self.rules.trains_of(pos, company) for company in self.rules.companies}
        return {company: trains for company, trains in found.items() if trains}

    def _depot(self, pos: RailState) -> Plain:
        left: dict[str, int] = {}
        for train in self.rules.trains_of(pos, YARD):
            name = self.rules.train_kind(train).name
            left[name] = left.get(name, 0) + 1
        return {"upcoming": left, "discarded": self.rules.trains_of(pos, POOL)}

    def _charters(self, pos: RailState) -> dict[str, list[int]]:
        """Tokens that are not on the map, with ``_tokens``."""
        found = {name: list(prices) for name, prices in pos.charter.items()}
        for frame in pos.stack:
            if isinstance(frame, MinorAuction):
                found[frame.target] = []
            elif isinstance(frame, Formation) and frame.removing:
                placed = merger_tokens.on_map(self.rules, pos, frame.minors)
                tokens = zip_longest(found[frame.company], frame.minors)
                found[frame.company] = [price for price, minor in tokens if price is not None and minor not in placed]
        return {name: prices for name, prices in found.items() if prices}

    def _tokens(self, pos: RailState) -> dict[str, list[list[Any]]]:
        """Tokens on the map. The site puts that of a minor down as soon as its auction is opened, and a major's in the
        place of its minors' before some of them are given up."""
        found: dict[str, list[list[Any]]] = {
            hex_id: [list(token) for token in there] for hex_id, there in pos.tokens.items() if there
        }
        for frame in pos.stack:
            if isinstance(frame, MinorAuction):
                hex_id, _, city = frame.city.rpartition("/")
                taken = {slot for place, slot, _ in pos.tokens.get(hex_id, ()) if place == int(city)}
                slot = next(number for number in range(len(taken) + 1) if number not in taken)
                found[hex_id] = sorted([*found.get(hex_id, []), [int(city), slot, frame.target]])
            elif isinstance(frame, Formation) and frame.removing:
                for there in found.values():
                    there[:] = [[*token[:2], frame.company] if token[2] in frame.minors else token for token in there]
        return found

    # lines

    def run(self, events: tuple[Event, ...]) -> Plain | None:
        """What a company's trains earned by these events."""
        ran = [event.data for event in events if event.kind == "train_ran"]
        if not any(event.kind == "revenue" for event in events):
            return None
        routes = [
            {
                "train": one["train"],
                "revenue": one["revenue"],
                "hexes": [stop.rpartition("/")[0] for stop in one["stops"]],
                "visited": [stop.replace("/", "-") for stop in one["stops"]],
            }
            for one in ran
        ]
        return {"routes": routes, "total": sum(one["revenue"] for one in ran)}


def lines(game: Game, imported: Import | None = None) -> Iterator[Plain]:
    """The whole trace: the set-up, a line per standing action, the result once the game is over."""
    tracer = tracer_for(game, imported)
    yield {"n": 0, "id": 0, "type": "setup", "state": tracer.state(game.position(0))}
    number = count = 0
    for number, line in enumerate(_of_file(tracer, imported) if imported else _of_record(tracer), 1):
        count = max(count, line["id"])
        yield {"n": number, **line}
    if game.is_over:
        reason = END_REASONS.get(game.state.finished, game.state.finished)
        yield {"n": number + 1, "type": "end", "result": tracer.result(), "end_reason": reason, "actions": count,
               "applied": number}  # fmt: skip


def _of_file(tracer: Tracer, imported: Import) -> Iterator[Plain]:
    game = tracer.game
    for number, group in enumerate(imported.groups(), 1):
        for each in group:
            action = each.action
            line: Plain = {"id": number, "sub": action.sub, "type": action.type, "entity": _entity(action.entity)}
            if str(action.label) != str(number):
                line["orig_id"] = action.label
            yield line | _after(tracer, each, game.position(each.number))


def _after(tracer: Tracer, each: Applied, pos: GameState) -> Plain:
    assert isinstance(pos, RailState)
    events = tuple(event for entry in each.entries for event in tracer.game.events(entry))
    run = tracer.run(events) if each.action.type == "run_routes" else None
    if each.bid is not None:
        player = {str(number): seat for seat, number in tracer.ids.items()}[each.bid.entity]
        pos = bid_made(tracer.rules, pos, player, each.bid.text("corporation"), each.bid.whole("price"))
    return ({"run": run} if run else {}) | {"state": tracer.after(pos, events)}


def _of_record(tracer: Tracer) -> Iterator[Plain]:
    game = tracer.game
    for number, entry in enumerate(game.timeline.standing(), 1):
        written = game.timeline.log[entry - 1]
        if isinstance(written, Act):
            kind, entity = str(written.action["type"]), str(written.action["entity"])
        else:
            kind, entity = ("end_game" if isinstance(written, EndOffer) else "agreed"), written.by
        line: Plain = {"id": number, "sub": 0, "type": kind, "entity": tracer.ids.get(entity, entity)}
        events = game.events(entry)
        run = tracer.run(events) if kind == "run_routes" else None
        yield line | ({"run": run} if run else {}) | {"state": tracer.after(game.position(entry), events)}


def _entity(name: str) -> int | str:
    return int(name) if name.isdigit() else name


def tracer_for(game: Game, imported: Import | None = None) -> Tracer:
    """What writes positions of this game: the title's own tracer, if it has one."""
    found = worker(site_for(game.rules.title), "tracer", Tracer)(game, imported)
    assert isinstance(found, Tracer)
    return found


__all__ = ["END_REASONS", "Tracer", "lines", "player_ids", "tracer_for"]
