"""What privates let the company do that owns them: a tile or a token without connection [1856: 12.5-12.8]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options, Rows
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.rail import bonus_rights, private_sales, verbs
from towpath.rail.actions import BuyPrivate, LayPrivateTile, PlacePrivateToken
from towpath.rail.frames import OperatingTurn
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.laying_faults import tile_shape
from towpath.rail.shapes import private_shape
from towpath.rail.single_lay import put_tile, tile_faults
from towpath.rail.state import CLOSED, Position
from towpath.rail.tokens import city_shape, open_slots, parse_city
from towpath.rail.turn import Turn


class BuyPrivateMove(private_sales.BuyPrivateMove):
    """With the private the company gets the first right to its bonus [12.10]."""

    rule = "12.5.a"

    def too_dear(self, pos: Position, frame: OperatingTurn, action: BuyPrivate) -> Reason:
        """A loan may help, but it is taken first."""
        return broken(
            "private_too_dear", self.rule, "{company} has {cash}, not {price}.",
            company=frame.company, cash=pos.cash.get(frame.company, 0), price=action.price,
        )  # fmt: skip

    def perform(self, draft: Draft[Any], frame: OperatingTurn, action: BuyPrivate) -> None:
        """Pay, take the private, and its right."""
        assert isinstance(draft, IssueDraft)
        super().perform(draft, frame, action)
        if self.rules.privates[action.private].right is not None:
            bonus_rights.give_right(draft, action.private, frame.company)


def spend(rules: IssueRules, draft: IssueDraft, private: str) -> None:
    """The private's power is used: it closes at once or (policy) later, if it is one that closes [12.7, 12.8]."""
    draft.put("used", (*draft.used, private))
    lay = rules.privates[private].lay
    if lay is not None and not lay.extra and rules.policies.spent_privates_close == "use":
        verbs.take_private(draft, private, CLOSED)


def close_spent(rules: IssueRules, draft: IssueDraft, when: str) -> None:
    """Close what was used and closes only now."""
    if rules.policies.spent_privates_close != when:
        return
    for private in draft.used:
        lay = rules.privates[private].lay
        if lay is not None and not lay.extra and draft.privates[private] != CLOSED:
            verbs.take_private(draft, private, CLOSED)


class PrivateLayMove(Move[Turn, LayPrivateTile]):
    """A tile by the power of a private, without connection: as the tile of the turn, or besides it where its data say so
    [12.7, 12.8]."""

    action = LayPrivateTile
    label = "lay a private's tile"
    rule = "12.8.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def shape(self, pos: IssuePosition, action: LayPrivateTile) -> Iterator[Reason]:
        """Private, hex, tile and rotation exist."""
        yield from private_shape(self.rules, action.private)
        yield from tile_shape(self.rules, action.hex, action.tile, action.rotation)

    def _rule(self, private: str) -> str:
        lay = self.rules.privates[private].lay
        return "12.8.a" if lay is None or lay.extra else "12.7.a"

    def _power_faults(self, pos: IssuePosition, frame: Turn, private: str) -> Iterator[Reason]:
        fact, rule = self.rules.privates[private], self._rule(private)
        if fact.lay is None:
            yield broken("no_power", rule, "{private} lets nobody lay a tile.", private=private)
            return
        if pos.privates[private] != frame.company:
            yield broken("not_its_private", rule, "{company} does not own {private}.",
                         company=frame.company, private=private)  # fmt: skip
        if private in pos.used:
            yield broken("power_used", rule, "The power of {private} has been used.", private=private)
        if not fact.lay.extra and frame.lays:
            yield broken("no_lay_left", rule, "The tile of this turn is laid.")
        if fact.lay.hex in pos.tiles:
            yield broken("hex_built", rule, "{hex} has been built.", hex=fact.lay.hex)

    def still_open(self, pos: IssuePosition, private: str) -> bool:
        """Whether the private, once bought, would still bring a lay: the track step waits for who may want to buy it."""
        lay = self.rules.privates[private].lay
        return lay is not None and private not in pos.used and lay.hex not in pos.tiles

    def offers(self, pos: IssuePosition, frame: Turn) -> Iterator[Offer]:
        """Tiles and rotations."""
        rules = self.rules
        for private in rules.data.privates:
            lay = private.lay
            if lay is None or any(self._power_faults(pos, frame, private.id)):
                continue
            rows = tuple(
                (lay.hex, tile, rotation)
                for tile in lay.tiles
                for rotation in self._rotations(tile)
                if not any(tile_faults(rules, pos, lay.hex, tile, rotation))
            )
            if rows:
                fixed = {"entity": frame.company, "private": private.id}
                domain = Rows(("hex", "tile", "rotation"), rows)
                yield Offer(LayPrivateTile, fixed, domain, rule=self._rule(private.id))

    def _rotations(self, tile: str) -> list[int]:
        seen: list[object] = []
        found = []
        for rotation in range(6):
            picture = self.rules.tileset.face(tile, rotation).picture
            if picture not in seen:
                seen.append(picture)
                found.append(rotation)
        return found

    def check(self, pos: IssuePosition, frame: Turn, action: LayPrivateTile) -> Iterator[Reason]:
        """The private's owner, hex and tiles; colour, supply, geometry."""
        wrong = list(self._power_faults(pos, frame, action.private))
        yield from wrong
        lay = self.rules.privates[action.private].lay
        if lay is None:
            return
        if action.hex != lay.hex or action.tile not in lay.tiles:
            yield broken(
                "private_tile", self._rule(action.private), "{private} lays one of {tiles} in {hex}.",
                private=action.private, tiles=list(lay.tiles), hex=lay.hex,
            )  # fmt: skip
            return
        if not wrong:
            yield from tile_faults(self.rules, pos, action.hex, action.tile, action.rotation)

    def apply(self, draft: Draft[Any], frame: Turn, action: LayPrivateTile) -> None:
        """Lay it free of charge."""
        assert isinstance(draft, IssueDraft)
        lay = self.rules.privates[action.private].lay
        assert lay is not None
        if not lay.extra:
            draft.update(0, lays=((action.hex, False),))
        if lay.token:
            draft.update(0, laid_by=action.private)
        spend(self.rules, draft, action.private)
        put_tile(self.rules, draft, frame.company, action.hex, action.tile, action.rotation)


class PrivateTokenMove(Move[Turn, PlacePrivateToken]):
    """One of the company's own tokens, free, without connection; it is the token of the turn [9.3, 12.7]."""

    action = PlacePrivateToken
    label = "place a private's token"
    rule = "12.7.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def shape(self, pos: IssuePosition, action: PlacePrivateToken) -> Iterator[Reason]:
        """Private and city exist."""
        yield from private_shape(self.rules, action.private)
        yield from city_shape(self.rules, pos, action.city)

    def _faults(self, pos: IssuePosition, frame: Turn, private: str) -> Iterator[Reason]:
        lay = self.rules.privates[private].lay
        if lay is None or not lay.token:
            yield broken("no_power", self.rule, "{private} lets nobody place a token.", private=private)
            return
        unused = pos.privates[private] == frame.company and private not in pos.used
        if not unused and frame.laid_by != private:
            yield broken("not_its_private", self.rule, "{company} does not have the power of {private}.",
                         company=frame.company, private=private)  # fmt: skip
        if not pos.charter.get(frame.company, ()):
            yield broken("no_token_left", "P.9.3.a", "{company} has no token left.", company=frame.company)
        if any(token[2] == frame.company for token in pos.tokens.get(lay.hex, ())):
            yield broken("token_in_hex", "P.9.1.b", "{company} already has a token in {hex}.",
                         company=frame.company, hex=lay.hex)  # fmt: skip

    def _cities(self, pos: IssuePosition, frame: Turn, private: str) -> tuple[str, ...]:
        lay = self.rules.privates[private].lay
        assert lay is not None
        nodes = [(lay.hex, i) for i in range(len(self.rules.tile_at(pos, lay.hex).stops))]
        return tuple(f"{h}/{i}" for h, i in nodes if open_slots(self.rules, pos, (h, i), frame.company) > 0)

    def offers(self, pos: IssuePosition, frame: Turn) -> Iterator[Offer]:
        """The open cities of the hex."""
        for private in self.rules.privates:
            if not any(self._faults(pos, frame, private)):
                cities = self._cities(pos, frame, private)
                if cities:
                    fixed = {"entity": frame.company, "private": private}
                    yield Offer(PlacePrivateToken, fixed, Options("city", cities), rule=self.rule)

    def check(self, pos: IssuePosition, frame: Turn, action: PlacePrivateToken) -> Iterator[Reason]:
        """Power, a token left, an open city."""
        wrong = list(self._faults(pos, frame, action.private))
        yield from wrong
        lay = self.rules.privates[action.private].lay
        if lay is not None and lay.token and action.city not in self._cities(pos, frame, action.private):
            yield broken("city_full", self.rule, "{city} is no open city of {hex}.", city=action.city, hex=lay.hex)

    def apply(self, draft: Draft[Any], frame: Turn, action: PlacePrivateToken) -> None:
        """Place it; the step is over."""
        assert isinstance(draft, IssueDraft)
        node = parse_city(self.rules, draft, action.city)
        assert node is not None
        verbs.put_token(self.rules, draft, frame.company, node[0], node[1], draft.charter[frame.company][0])
        draft.update(0, step="run", laid_by=None)
        if action.private not in draft.used:
            spend(self.rules, draft, action.private)
