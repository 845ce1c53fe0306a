"""Writing a game as game data of 18xx.games, so that it loads there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from towpath.api import Game
from towpath.interop import routes
from towpath.interop.consenting import assumed
from towpath.interop.papers import Papers, parted
from towpath.interop.seeds import site_seed
from towpath.interop.site import SITE, Site, TileStock, cell_id, city_id, site_for, worker
from towpath.interop.trace import END_REASONS
from towpath.interop.trains import TrainNames
from towpath.interop.translating import PROGRAM
from towpath.kernel.record import Act, Aside, Record
from towpath.kernel.state import Action
from towpath.rail import actions as ours
from towpath.rail.composition import CONSENT, FIRST, PROFILE
from towpath.rail.minor_auction import MinorAuction
from towpath.rail.rules import RailRules
from towpath.rail.runs import revenues
from towpath.rail.state import POOL, YARD, RailState
from towpath.rail.tokens import parse_city

Plain = dict[str, Any]
KNOWN_ENDS = ("last_train", "bank", "bankrupt")
"""Ends that the site comes to by itself; all others are written as ended by hand."""

OWN_KEYS = ("type", "entity", "entity_type", "id", "created_at", "user", "auto_actions")
"""What an action there has besides what it says."""

Writing = Callable[..., list[tuple[str, str]] | None]
"""A writer, an action, the positions before and after it, and when it was done -> the certificates it names."""

KINDS = {"full": "payout", "half": "half", "withhold": "withhold"}


class NotExportable(ValueError):
    """That site has no such game; the message names why."""


def write_game(game: Game) -> Plain:
    """The game as that site's data: what stands of it, with actions numbered from 1.

    ``NotExportable`` for a game under other rules, with options that the site does not have, or whose log could not be
    followed.
    """
    site = exportable(game)
    writer = worker(site, "writer", Writer)(assumed(game), site)
    writer.write()
    state = game.state
    assert isinstance(state, RailState)
    over = game.is_over
    return {
        "id": 1,
        "description": "",
        "title": site.title,
        "mode": "hotseat",
        "loaded": True,
        "status": "finished" if over else "active",
        "players": [{"id": writer.ids[seat], "name": writer.names[seat]} for seat in writer.order],
        "min_players": len(game.seats),
        "max_players": len(game.seats),
        "settings": {
            "seed": site_seed(game),
            "optional_rules": _rules(site, game),
        },
        "result": {str(writer.ids[seat]): score for seat, score in game.scores.items()} if over else {},
        "game_end_reason": END_REASONS.get(state.finished or "", state.finished) if over else None,
        "actions": writer.actions,
    }


def exportable(game: Game) -> Site:
    """The facts of the title if that site can have such a game; else ``NotExportable`` names all that it lacks."""
    record: Record = game.timeline.record(head=False)
    rules = game.rules
    if not isinstance(rules, RailRules):
        raise NotExportable(f"{record.title} is not played on {SITE}")
    site = site_for(record.title)
    wrong = _other_options(site, rules)
    if record.overlays:
        wrong.append(f"data files were replaced ({', '.join(sorted(record.overlays))})")
    if game.divergence is not None:
        wrong.append(f"its log cannot be followed: {game.divergence.sentence}")
    if wrong:
        raise NotExportable(f"{SITE} has no such game: " + "; ".join(wrong))
    return site


def _other_options(site: Site, rules: RailRules) -> list[str]:
    found = rules.options
    profile = found[PROFILE]
    if profile != SITE:
        return [f"it is played with {PROFILE} = {profile}, not {SITE}"]
    known = {PROFILE, CONSENT, FIRST, *(name for name, _ in site.rules.values())}
    wrong = []
    for name, value in found.items():
        if name in known:
            continue
        if name in site.fixed:
            if value != site.fixed[name]:
                wrong.append(f"option {name} is {value}; there it is always {site.fixed[name]}")
        elif _switched(rules.data.switch_values("18xx.games").get(name)) != value:
            wrong.append(f"switch {name} is {value}")
    return wrong


def _switched(value: object) -> object:
    """The side of a switch as an option has it."""
    return {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value


def _rules(site: Site, game: Game) -> list[str]:
    rules = game.rules
    assert isinstance(rules, RailRules)
    return [rule for rule, (name, value) in site.rules.items() if rules.options.get(name) == value]


class Writer:
    """Turns the standing actions of a game into those of the site, keeping its books on the way."""

    def __init__(self, game: Game, site: Site) -> None:
        assert isinstance(game.rules, RailRules)
        self.game = game
        self.site = site
        self.rules: RailRules = game.rules
        start = game.position(0)
        self.order: tuple[str, ...] = self.rules.clockwise_from(start, start.priority)
        self.ids = {seat: number for number, seat in enumerate(self.order, 1)}
        self.names = {seat.id: seat.name for seat in game.seats}
        self.actions: list[Plain] = []
        self._papers = Papers.fresh(self.rules)
        self._tiles = TileStock(self.rules.tileset.counts)
        self._trains = TrainNames(self.rules, start)

    def write(self) -> None:
        """All that stands."""
        before = self.game.position(0)
        ended_by = self.order[0]
        told = 0
        for number in self.game.timeline.standing():
            self._asides(told, number)
            told = number
            entry = self.game.timeline.log[number - 1]
            after = self.game.position(number)
            if isinstance(entry, Act):
                self._act(self.game.action(entry.action), before, after, entry.at)
            elif entry.by in self.ids:
                ended_by = entry.by
            before = after
        self._asides(told, self.game.number)
        if before.finished is not None and before.finished not in KNOWN_ENDS:
            self._add("end_game", ended_by, {}, None)

    def _asides(self, after: int, to: int) -> None:
        """What the file that was read held besides the play, from there to here in the log."""
        for entry in self.game.timeline.log[after:to]:
            kind = entry.data.get("type") if isinstance(entry, Aside) else None
            if isinstance(entry, Aside) and isinstance(kind, str) and kind.startswith(PROGRAM) and entry.by in self.ids:
                data = {key: value for key, value in entry.data.items() if key not in OWN_KEYS}
                self._add(kind, entry.by, data, entry.at)

    def _act(self, action: Action, before: RailState, after: RailState, at: str | None) -> None:
        named = self.writers[type(action)](self, action, before, after, at)
        self._trains.follow(after)
        if before.certificates is not after.certificates:
            self._papers = self._papers.after(self.rules, after, named or ())

    # one writer per kind of action; each gives the certificates it names, with who gets them

    def _bid(self, action: ours.Bid, before: RailState, after: RailState, at: str | None) -> None:
        kind = "corporation" if action.target in self.rules.companies else "company"
        self._add("bid", action.entity, {kind: action.target, "price": action.price}, at)
        if kind == "corporation" and self.site.homes_chosen and not isinstance(before.frame, MinorAuction):
            assert action.city is not None
            self._place(action.target, action.city, before, at)

    def _pass(self, action: ours.Pass, before: RailState, after: RailState, at: str | None) -> None:
        self._add("pass", action.entity, {}, at)

    def _start_major(
        self, action: ours.StartMajor, before: RailState, after: RailState, at: str | None
    ) -> list[tuple[str, str]]:
        share_price = cell_id(self.rules, action.cell)
        self._add("par", action.entity, {"corporation": action.company, "share_price": share_price}, at)
        return [(f"{action.company}_0", action.entity)]

    def _place_home(self, action: ours.PlaceHome, before: RailState, after: RailState, at: str | None) -> None:
        self._place(action.entity, action.city, before, at)

    def _place_token(self, action: ours.PlaceToken, before: RailState, after: RailState, at: str | None) -> None:
        self._place(action.entity, action.city, before, at)

    def _remove_token(self, action: ours.RemoveToken, before: RailState, after: RailState, at: str | None) -> None:
        node = parse_city(self.rules, before, action.city)
        assert node is not None
        gone = set(before.tokens[node[0]]) - set(after.tokens.get(node[0], ()))
        slot = next((token[1] for token in gone if token[0] == node[1]), 0)
        self._add("remove_token", action.entity, {"city": city_id(self.site, self._tiles.laid, node), "slot": slot}, at)

    def _lay_tile(self, action: ours.LayTile, before: RailState, after: RailState, at: str | None) -> None:
        tile = self._tiles.lay(action.hex, action.tile)
        self._add("lay_tile", action.entity, {"hex": action.hex, "tile": tile, "rotation": action.rotation}, at)

    def _buy_share(
        self, action: ours.BuyShare, before: RailState, after: RailState, at: str | None
    ) -> list[tuple[str, str]]:
        holder = POOL if action.source == "pool" else action.company
        return self._buy(action.entity, action.company, holder, 1, before, at)

    def _redeem(
        self, action: ours.Redeem, before: RailState, after: RailState, at: str | None
    ) -> list[tuple[str, str]]:
        return self._buy(action.entity, action.entity, POOL, action.shares, before, at)

    def _sell_shares(
        self, action: ours.SellShares, before: RailState, after: RailState, at: str | None
    ) -> list[tuple[str, str]]:
        held = self._papers.held(action.company, action.entity)
        tens = [certificate for certificate in held if not certificate.endswith("_0")]
        sold = tens[: action.shares]
        if len(sold) < action.shares:
            sold = [*tens, f"{action.company}_0"]
        percent = self.rules.unit(before, action.company) * action.shares
        self._add("sell_shares", action.entity, {"shares": sold, "percent": percent}, at)
        return parted(sold, action.shares)

    def _buy_train(self, action: ours.BuyTrain, before: RailState, after: RailState, at: str | None) -> None:
        holder = before.trains[action.train]
        data: Plain = {"train": self._trains.bought(action.train, before), "price": action.price}
        if holder in (YARD, POOL):
            data["variant"] = self.rules.train_kind(action.train).name
        if action.exchange is not None:
            data["exchange"] = self._trains.name(action.exchange)
        self._add("buy_train", action.entity, data, at)

    def _discard_train(self, action: ours.DiscardTrain, before: RailState, after: RailState, at: str | None) -> None:
        self._add("discard_train", action.entity, {"train": self._trains.name(action.train)}, at)

    def _run_routes(self, action: ours.RunRoutes, before: RailState, after: RailState, at: str | None) -> None:
        trains = [run.train for run in action.runs]
        paid = revenues(self.rules, before, action.entity, trains, action.runs)
        listed = []
        for run, revenue in zip(action.runs, paid, strict=True):
            listed.append(routes.write_run(run, revenue) | {"train": self._trains.name(run.train)})
        self._add("run_routes", action.entity, {"routes": listed, "extra_revenue": 0}, at)

    def _dividend(self, action: ours.PayDividend, before: RailState, after: RailState, at: str | None) -> None:
        self._add("dividend", action.entity, {"kind": KINDS[action.kind]}, at)

    def _buy_private(self, action: ours.BuyPrivate, before: RailState, after: RailState, at: str | None) -> None:
        self._add("buy_company", action.entity, {"company": action.private, "price": action.price}, at)

    def _nationalize(self, action: ours.Nationalize, before: RailState, after: RailState, at: str | None) -> None:
        self._add("choose", action.entity, {"choice": "nationalize"}, at)

    def _convert(self, action: ours.Convert, before: RailState, after: RailState, at: str | None) -> None:
        self._add("convert", action.entity, {}, at)

    def _merge(self, action: ours.Merge, before: RailState, after: RailState, at: str | None) -> None:
        self._add("merge", action.entity, {"corporation": action.minor}, at)

    def _choose_major(self, action: ours.ChooseMajor, before: RailState, after: RailState, at: str | None) -> None:
        self._add("merge", action.entity, {"corporation": action.major}, at)

    @property
    def writers(self) -> Mapping[type[Action], Writing]:
        """Kind of action -> what writes it."""
        return self._writers

    _writers: Mapping[type[Action], Writing] = {
        ours.Bid: _bid,
        ours.Pass: _pass,
        ours.StartMajor: _start_major,
        ours.PlaceHome: _place_home,
        ours.PlaceToken: _place_token,
        ours.RemoveToken: _remove_token,
        ours.LayTile: _lay_tile,
        ours.BuyShare: _buy_share,
        ours.Redeem: _redeem,
        ours.SellShares: _sell_shares,
        ours.BuyTrain: _buy_train,
        ours.DiscardTrain: _discard_train,
        ours.RunRoutes: _run_routes,
        ours.PayDividend: _dividend,
        ours.BuyPrivate: _buy_private,
        ours.Nationalize: _nationalize,
        ours.Convert: _convert,
        ours.Merge: _merge,
        ours.ChooseMajor: _choose_major,
    }

    # parts

    def _add(self, kind: str, entity: str, data: Plain, at: str | None) -> None:
        player = self.ids.get(entity)
        who = {
            "entity": entity if player is None else player,
            "entity_type": "corporation" if player is None else "player",
        }
        written: Plain = {"type": kind, **who, "id": len(self.actions) + 1, **data}
        if at is not None:
            written["created_at"] = int(datetime.fromisoformat(at).timestamp())
        self.actions.append(written)

    def _place(self, company: str, city: str, before: RailState, at: str | None) -> None:
        node = parse_city(self.rules, before, city)
        assert node is not None
        taken = {slot for place, slot, _ in before.tokens.get(node[0], ()) if place == node[1]}
        kept = {
            slot for place, slot, name in before.reservations.get(node[0], ()) if place == node[1] and name != company
        }
        slot = next(number for number in range(len(taken) + len(kept) + 1) if number not in taken | kept)
        data = {"city": city_id(self.site, self._tiles.laid, node), "slot": slot, "tokener": company}
        self._add("place_token", company, data, at)

    def _buy(
        self, buyer: str, company: str, holder: str, number: int, before: RailState, at: str | None
    ) -> list[tuple[str, str]]:
        held = [certificate for certificate in self._papers.held(company, holder) if not certificate.endswith("_0")]
        bought = held[:number]
        percent = self.rules.unit(before, company) * number
        self._add("buy_shares", buyer, {"shares": bought, "percent": percent}, at)
        return [(certificate, buyer) for certificate in bought]
