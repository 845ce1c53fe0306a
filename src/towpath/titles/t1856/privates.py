"""Privates of 1856: sold to companies, and what they let their company do [12.5-12.10]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options, Range, Rows
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken, shape
from towpath.rail import consent, verbs
from towpath.rail.actions import BuyPrivate, BuyRight, LayPrivateTile, MarkHex, PlacePrivateToken
from towpath.rail.state import BANK, CLOSED
from towpath.rail.tokens import city_shape, open_slots, parse_city
from towpath.titles.t1856.rules import Rules1856
from towpath.titles.t1856.state import Draft1856, Pos
from towpath.titles.t1856.track import put_tile, tile_faults, tile_shape
from towpath.titles.t1856.turn import Turn, power


def private_shape(rules: Rules1856, private: str) -> Iterator[Reason]:
    """Is there such a private?"""
    if private not in rules.privates:
        yield shape("no_such_private", "There is no private {private}.", private=private)


class BuyPrivateMove(Move[Turn, BuyPrivate]):
    """For half to twice the face value, from the treasury, with the owner's consent."""

    action = BuyPrivate
    label = "buy a private"
    rule = "12.5.a"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def shape(self, pos: Pos, action: BuyPrivate) -> Iterator[Reason]:
        """Is there such a private?"""
        return private_shape(self.rules, action.private)

    def bounds(self, private: str) -> tuple[int, int]:
        """Least and greatest price."""
        face = self.rules.privates[private].face
        return -(-face // 2), 2 * face

    def offers(self, pos: Pos, frame: Turn) -> Iterator[Offer]:
        """Each private of a player at every price that has not been refused."""
        if not self.rules.flag(pos, "private_sales"):
            return
        for private, holder in pos.privates.items():
            least, most = self.bounds(private)
            least = max(least, consent.highest_refused(frame.declined, private) + 1)
            most = min(most, pos.cash.get(frame.company, 0))
            if holder in self.rules.seats and least <= most:
                fixed = {"entity": frame.company, "private": private}
                yield Offer(BuyPrivate, fixed, Range("price", least, most), rule=self.rule)

    def check(self, pos: Pos, frame: Turn, action: BuyPrivate) -> Iterator[Reason]:
        """Phase, owner, price and money."""
        if not self.rules.flag(pos, "private_sales"):
            yield broken(
                "not_this_phase", self.rule, "Privates are not sold to companies in phase {phase}.", phase=pos.phase
            )
        holder = pos.privates[action.private]
        if holder not in self.rules.seats:
            yield broken(
                "not_a_players", self.rule, "{private} belongs to {holder}; only a player may sell a private.",
                private=action.private, holder=holder,
            )  # fmt: skip
        least, most = self.bounds(action.private)
        if not least <= action.price <= most:
            yield broken(
                "private_price", "12.5.b", "{private} costs between {least} and {most}; you offered {price}.",
                private=action.private, least=least, most=most, price=action.price,
            )  # fmt: skip
        yield from consent.refusal_faults(frame.declined, action.private, action.price, self.rule)
        cash = pos.cash.get(frame.company, 0)
        if action.price > cash:
            yield broken(
                "private_too_dear", self.rule, "{company} has {cash}, not {price}.",
                company=frame.company, cash=cash, price=action.price,
            )  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Turn, action: BuyPrivate) -> None:
        """Ask the owner if he is another player, else buy."""
        assert isinstance(draft, Draft1856)
        owner = draft.privates[action.private]
        if self.rules.policies.ask_consent and owner != self.rules.controller(draft, frame.company):
            consent.ask(self.rules, draft, action, (owner,), "sell_private")
        else:
            self.perform(draft, frame, action)

    def perform(self, draft: Draft1856, frame: Turn, action: BuyPrivate) -> None:
        """Pay the owner and take the private, with the first right to its bonus [12.10]."""
        owner = draft.privates[action.private]
        verbs.pay(self.rules, draft, frame.company, owner, action.price, f"private {action.private}")
        verbs.take_private(draft, action.private, frame.company)
        if self.rules.privates[action.private].right is not None:
            give_right(draft, action.private, frame.company)


def within_reach(rules: Rules1856, pos: Pos, frame: Turn) -> bool:
    """Whether the treasury with the loan of the turn would buy a private, or there is a port to mark."""
    owned = [private.id for private in rules.data.privates if private.one_bonus_hex]
    if any(pos.privates[private] == frame.company for private in owned):
        return True
    faces = [rules.privates[private].face for private, holder in pos.privates.items() if holder in rules.seats]
    least = min((-(-face // 2) for face in faces), default=None)
    return rules.flag(pos, "private_sales") and least is not None and least <= power(rules, pos, frame)


def give_right(draft: Draft1856, private: str, company: str) -> None:
    """A company may add the private's bonus from now on."""
    owners = draft.rights.get(private, ())
    if company not in owners:
        draft.edit("rights")[private] = (*owners, company)
        draft.emit("right_given", private=private, company=company)


class BuyRightMove(Move[Turn, BuyRight]):
    """The right to the bonus at Buffalo or Sarnia, from the company that owns the private, or the bank."""

    action = BuyRight
    label = "buy the right to a bonus"
    rule = "12.10.b"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def shape(self, pos: Pos, action: BuyRight) -> Iterator[Reason]:
        """Is there such a private?"""
        return private_shape(self.rules, action.private)

    def _faults(self, pos: Pos, frame: Turn, private: str) -> Iterator[Reason]:
        right = self.rules.privates[private].right
        if right is None:
            yield broken("no_right", self.rule, "{private} gives no right to others.", private=private)
            return
        holder, owners = pos.privates[private], pos.rights.get(private, ())
        if holder in self.rules.seats or holder == BANK:
            yield broken("right_not_sold", "12.10.c", "Its right is not sold while {holder} has {private}.",
                         holder=holder, private=private)  # fmt: skip
        if frame.company in owners:
            yield broken("has_right", "P.12.10.b", "{company} has that right.", company=frame.company)
        if len(owners) >= right.count and not self.rules.policies.unlimited_rights:
            yield broken("no_right_left", "P.12.10.c", "All {count} rights of {private} are taken.",
                         count=right.count, private=private)  # fmt: skip
        cash = pos.cash.get(frame.company, 0)
        if cash < right.price:
            yield broken("right_too_dear", self.rule, "The right costs {price}; {company} has {cash}.",
                         price=right.price, company=frame.company, cash=cash)  # fmt: skip

    def offers(self, pos: Pos, frame: Turn) -> Iterator[Offer]:
        """The rights that it may buy."""
        found = tuple(private for private in self.rules.privates if not any(self._faults(pos, frame, private)))
        if found:
            yield Offer(BuyRight, {"entity": frame.company}, Options("private", found), rule=self.rule)

    def check(self, pos: Pos, frame: Turn, action: BuyRight) -> Iterator[Reason]:
        """For sale, one a company, so many in all, money."""
        return self._faults(pos, frame, action.private)

    def apply(self, draft: Draft[Any], frame: Turn, action: BuyRight) -> None:
        """Pay the owning company or the bank."""
        assert isinstance(draft, Draft1856)
        right = self.rules.privates[action.private].right
        assert right is not None
        holder = draft.privates[action.private]
        payee = BANK if holder == CLOSED else holder
        verbs.pay(self.rules, draft, frame.company, payee, right.price, f"right of {action.private}")
        give_right(draft, action.private, frame.company)


class MarkHexMove(Move[Turn, MarkHex]):
    """Close the shipping company and mark the hex of a port."""

    action = MarkHex
    label = "mark a port"
    rule = "12.9.a"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def shape(self, pos: Pos, action: MarkHex) -> Iterator[Reason]:
        """Private and hex exist."""
        yield from private_shape(self.rules, action.private)
        if action.hex not in self.rules.board.hexes:
            yield shape("no_such_hex", "There is no hex {hex}.", hex=action.hex)

    def _owned(self, pos: Pos, frame: Turn) -> list[str]:
        return [
            private.id
            for private in self.rules.data.privates
            if private.one_bonus_hex and pos.privates[private.id] == frame.company
        ]

    def offers(self, pos: Pos, frame: Turn) -> Iterator[Offer]:
        """Every port."""
        for private in self._owned(pos, frame):
            fixed = {"entity": frame.company, "private": private}
            yield Offer(MarkHex, fixed, Options("hex", self.rules.privates[private].bonus_hexes), rule=self.rule)

    def check(self, pos: Pos, frame: Turn, action: MarkHex) -> Iterator[Reason]:
        """The company's own private, and a port."""
        if action.private not in self._owned(pos, frame):
            yield broken("no_marker", self.rule, "{company} owns no private {private} with a marker.",
                         company=frame.company, private=action.private)  # fmt: skip
            return
        ports = self.rules.privates[action.private].bonus_hexes
        if action.hex not in ports:
            yield broken(
                "no_port", self.rule, "{hex} has no port; there are {ports}.", hex=action.hex, ports=list(ports)
            )

    def apply(self, draft: Draft[Any], frame: Turn, action: MarkHex) -> None:
        """Close and mark."""
        assert isinstance(draft, Draft1856)
        verbs.take_private(draft, action.private, CLOSED)
        draft.edit("marks")[action.hex] = frame.company
        draft.emit("hex_marked", company=frame.company, private=action.private, hex=action.hex)


def spend(rules: Rules1856, draft: Draft1856, private: str) -> None:
    """The private's power is used: it closes at once or (C5) later, if it is one that closes [12.7, 12.8]."""
    draft.put("used", (*draft.used, private))
    lay = rules.privates[private].lay
    if lay is not None and not lay.extra and rules.policies.spent_privates_close == "use":
        verbs.take_private(draft, private, CLOSED)


def close_spent(rules: Rules1856, draft: Draft1856, when: str) -> None:
    """Close what was used and closes only now (C5)."""
    if rules.policies.spent_privates_close != when:
        return
    for private in draft.used:
        lay = rules.privates[private].lay
        if lay is not None and not lay.extra and draft.privates[private] != CLOSED:
            verbs.take_private(draft, private, CLOSED)


class PrivateLayMove(Move[Turn, LayPrivateTile]):
    """A tile by the power of a private, without connection: Kitchener's as the tile of the turn, The Canada Company's
    besides it [12.7, 12.8]."""

    action = LayPrivateTile
    label = "lay a private's tile"
    rule = "12.8.a"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def shape(self, pos: Pos, action: LayPrivateTile) -> Iterator[Reason]:
        """Private, hex, tile and rotation exist."""
        yield from private_shape(self.rules, action.private)
        yield from tile_shape(self.rules, action.hex, action.tile, action.rotation)

    def _rule(self, private: str) -> str:
        lay = self.rules.privates[private].lay
        return "12.8.a" if lay is None or lay.extra else "12.7.a"

    def _power_faults(self, pos: Pos, frame: Turn, private: str) -> Iterator[Reason]:
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

    def still_open(self, pos: Pos, private: str) -> bool:
        """Whether the private, once bought, would still bring a lay: the track step waits for who may want to buy it."""
        lay = self.rules.privates[private].lay
        return lay is not None and private not in pos.used and lay.hex not in pos.tiles

    def offers(self, pos: Pos, frame: Turn) -> Iterator[Offer]:
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

    def check(self, pos: Pos, frame: Turn, action: LayPrivateTile) -> Iterator[Reason]:
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
        assert isinstance(draft, Draft1856)
        lay = self.rules.privates[action.private].lay
        assert lay is not None
        if not lay.extra:
            draft.update(0, lays=((action.hex, False),))
        if lay.token:
            draft.update(0, laid_by=action.private)
        spend(self.rules, draft, action.private)
        put_tile(self.rules, draft, frame.company, action.hex, action.tile, action.rotation)


class PrivateTokenMove(Move[Turn, PlacePrivateToken]):
    """One of the company's own tokens, free, in Kitchener without connection; it is the token of the turn [9.3, 12.7]."""

    action = PlacePrivateToken
    label = "place a private's token"
    rule = "12.7.a"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def shape(self, pos: Pos, action: PlacePrivateToken) -> Iterator[Reason]:
        """Private and city exist."""
        yield from private_shape(self.rules, action.private)
        yield from city_shape(self.rules, pos, action.city)

    def _faults(self, pos: Pos, frame: Turn, private: str) -> Iterator[Reason]:
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

    def _cities(self, pos: Pos, frame: Turn, private: str) -> tuple[str, ...]:
        lay = self.rules.privates[private].lay
        assert lay is not None
        nodes = [(lay.hex, i) for i in range(len(self.rules.tile_at(pos, lay.hex).stops))]
        return tuple(f"{h}/{i}" for h, i in nodes if open_slots(self.rules, pos, (h, i), frame.company) > 0)

    def offers(self, pos: Pos, frame: Turn) -> Iterator[Offer]:
        """The open cities of the hex."""
        for private in self.rules.privates:
            if not any(self._faults(pos, frame, private)):
                cities = self._cities(pos, frame, private)
                if cities:
                    fixed = {"entity": frame.company, "private": private}
                    yield Offer(PlacePrivateToken, fixed, Options("city", cities), rule=self.rule)

    def check(self, pos: Pos, frame: Turn, action: PlacePrivateToken) -> Iterator[Reason]:
        """Power, a token left, an open city."""
        wrong = list(self._faults(pos, frame, action.private))
        yield from wrong
        lay = self.rules.privates[action.private].lay
        if lay is not None and lay.token and action.city not in self._cities(pos, frame, action.private):
            yield broken("city_full", self.rule, "{city} is no open city of {hex}.", city=action.city, hex=lay.hex)

    def apply(self, draft: Draft[Any], frame: Turn, action: PlacePrivateToken) -> None:
        """Place it; the step is over."""
        assert isinstance(draft, Draft1856)
        node = parse_city(self.rules, draft, action.city)
        assert node is not None
        verbs.put_token(self.rules, draft, frame.company, node[0], node[1], draft.charter[frame.company][0])
        draft.update(0, step="run", laid_by=None)
        if action.private not in draft.used:
            spend(self.rules, draft, action.private)
