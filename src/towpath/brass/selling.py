"""Selling cotton: mill by mill, to ports or to the distant market."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from towpath.brass import verbs
from towpath.brass.actions import DISTANT, SellCotton, SellMore, StopSelling
from towpath.brass.cards import any_card, begin_action, not_in_hand, unknown_cards
from towpath.brass.frames import Selling, Turn
from towpath.brass.ground import Ground
from towpath.brass.state import BrassDraft, Pos
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Rows
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken, shape

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules


class Cotton:
    """One sale of cotton."""

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules

    def rows(self, pos: Pos, seat: str) -> list[tuple[str, str]]:
        """Mills that can be sold, each with a port that takes its cotton, or the distant market."""
        ground = self.rules.ground(pos)
        sales = ground.kept(("cotton", seat), lambda: self._sales(pos, ground, seat))
        return sales if not sales or self.market_open(pos) else [sale for sale in sales if sale[1] != DISTANT]

    def _sales(self, pos: Pos, ground: Ground, seat: str) -> list[tuple[str, str]]:
        """All that can be sold while the distant market is open."""
        fresh = [(space, counter) for space, counter in sorted(pos.counters.items()) if not counter.flipped]
        ports = [space for space, counter in fresh if counter.industry == "port"]
        found = []
        for mill, counter in fresh:
            if counter.industry == "cotton" and counter.owner == seat:
                found += [(mill, port) for port in ports if ground.joined(mill, port)]
                if ground.access(self.rules.board.where[mill]):
                    found.append((mill, DISTANT))
        return found

    def market_open(self, pos: Pos) -> bool:
        """Whether the distant market still buys."""
        return pos.cotton < len(self.rules.rows) and bool(pos.distant)

    def shape(self, mill: str, to: str) -> Iterator[Reason]:
        """Mill and buyer exist."""
        spaces = self.rules.board.spaces
        if mill not in spaces:
            yield shape(
                "no_such_space",
                "There is no space {space}; they are called as {example}.",
                space=mill,
                example=next(iter(spaces)),
            )
        if to != DISTANT and to not in spaces:
            yield shape("no_such_buyer", "{to} is neither a space with a port nor {distant}.", to=to, distant=DISTANT)

    def faults(self, pos: Pos, seat: str, mill: str, to: str) -> Iterator[Reason]:
        """All that is wrong with a sale."""
        counter = pos.counters.get(mill)
        if counter is None or counter.industry != "cotton" or counter.owner != seat:
            yield broken("no_mill", "P.10.1", "{entity} has no cotton mill on {space}.", entity=seat, space=mill)
            return
        if counter.flipped:
            yield broken("mill_sold", "P.10.1", "The mill on {space} has sold its cotton.", space=mill)
        ground = self.rules.ground(pos)
        if to == DISTANT:
            if not self.market_open(pos):
                yield broken("market_closed", "P.10.3.a", "The distant market buys no more in this period.")
            if not ground.access(self.rules.board.where[mill]):
                text = "No port and no external place is joined to {space}."
                yield broken("no_port_access", "P.10.3.a", text, space=mill)
            return
        port = pos.counters.get(to)
        if port is None or port.industry != "port":
            yield broken("no_port", "P.10.2.a", "There is no port on {to}.", to=to)
        elif port.flipped:
            yield broken("port_used", "P.10.2.b", "The port on {to} has served a mill already.", to=to)
        elif not ground.joined(mill, to):
            yield broken("not_joined", "P.10.2.a", "No chain of links joins {mill} and {to}.", mill=mill, to=to)

    def sell(self, draft: BrassDraft, seat: str, mill: str, to: str) -> bool:
        """Sell a mill's cotton; ``False`` when the distant market failed, which ends the action."""
        rules = self.rules
        if to != DISTANT:
            draft.emit("cotton_sold", seat=seat, mill=mill, to=to, owner=draft.counters[to].owner)
            verbs.flip(draft, rules, mill)
            verbs.flip(draft, rules, to)
            return True
        draft.reveal()
        tile = draft.distant[0]
        row = min(draft.cotton + tile, len(rules.rows))
        draft.put("distant", draft.distant[1:])
        draft.put("turned", (*draft.turned, tile))
        draft.put("cotton", row)
        draft.emit("tile_turned", seat=seat, mill=mill, tile=tile, row=row)
        if row == len(rules.rows):
            draft.emit("market_failed", seat=seat, mill=mill)
            return False
        draft.emit("cotton_sold", seat=seat, mill=mill, to=DISTANT, owner=None)
        verbs.flip(draft, rules, mill)
        if rules.rows[row]:
            verbs.move_income(draft, rules, seat, rules.rows[row], "distant_market")
        return True


class SellCottonMove(Move[Turn, SellCotton]):
    """Sell the cotton of a first mill."""

    action = SellCotton
    label = "sell cotton"
    rule = "P.10.1"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules
        self.cotton = Cotton(rules)

    def offers(self, pos: Pos, frame: Turn) -> Iterable[Offer]:
        """Mills with their buyers, for any card."""
        rows = self.cotton.rows(pos, frame.player)
        if rows:
            yield Offer(
                SellCotton,
                {"entity": frame.player},
                any_card(pos.hands[frame.player]),
                Rows(("mill", "to"), tuple(rows)),
                rule="P.10.1",
            )

    def shape(self, pos: Pos, action: SellCotton) -> Iterable[Reason]:
        """Card, mill and buyer exist."""
        yield from unknown_cards(self.rules, action.card)
        yield from self.cotton.shape(action.mill, action.to)

    def check(self, pos: Pos, frame: Turn, action: SellCotton) -> Iterable[Reason]:
        """All that is wrong with it."""
        yield from not_in_hand(pos, frame.player, action.card)
        yield from self.cotton.faults(pos, frame.player, action.mill, action.to)

    def apply(self, draft: BrassDraft, frame: Turn, action: SellCotton) -> None:
        """Play the card and sell; unless the market fails more may follow."""
        begin_action(draft, frame, action.card)
        if self.cotton.sell(draft, frame.player, action.mill, action.to):
            draft.push(Selling(player=frame.player))


class SellMoreMove(Move[Selling, SellMore]):
    """Sell the cotton of another mill."""

    action = SellMore
    label = "sell more cotton"
    rule = "P.10.1"

    def __init__(self, rules: BrassRules) -> None:
        self.cotton = Cotton(rules)

    def offers(self, pos: Pos, frame: Selling) -> Iterable[Offer]:
        """Mills with their buyers."""
        rows = self.cotton.rows(pos, frame.player)
        if rows:
            yield Offer(SellMore, {"entity": frame.player}, Rows(("mill", "to"), tuple(rows)), rule="P.10.1")

    def shape(self, pos: Pos, action: SellMore) -> Iterable[Reason]:
        """Mill and buyer exist."""
        return self.cotton.shape(action.mill, action.to)

    def check(self, pos: Pos, frame: Selling, action: SellMore) -> Iterable[Reason]:
        """All that is wrong with it."""
        return self.cotton.faults(pos, frame.player, action.mill, action.to)

    def apply(self, draft: BrassDraft, frame: Selling, action: SellMore) -> None:
        """Sell; when the market fails the action is over."""
        if not self.cotton.sell(draft, frame.player, action.mill, action.to):
            draft.pop()


class StopSellingMove(Move[Selling, StopSelling]):
    """Sell no more."""

    action = StopSelling
    label = "sell no more"
    rule = "P.10.1"

    def offers(self, pos: Pos, frame: Selling) -> Iterable[Offer]:
        """Always possible."""
        yield Offer(StopSelling, {"entity": frame.player}, rule="P.10.1")

    def check(self, pos: Pos, frame: Selling, action: StopSelling) -> Iterable[Reason]:
        """Nothing forbids it."""
        return ()

    def apply(self, draft: BrassDraft, frame: Selling, action: StopSelling) -> None:
        """The action is over."""
        draft.pop()


class SellingProcedure(Procedure[Selling]):
    """After a first sale: more, or no more. Where nothing can be sold nobody is asked."""

    frame = Selling
    label = "sell more cotton, or no more"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules
        self.cotton = Cotton(rules)
        self.open_moves = (SellMoreMove(rules), StopSellingMove())

    def actors(self, pos: Pos, frame: Selling) -> tuple[str, ...]:
        """The player who sells."""
        return (frame.player,)

    def advance(self, draft: BrassDraft, frame: Selling) -> bool:
        """Go on at once where nothing is left to sell."""
        if self.cotton.rows(draft, frame.player):
            return False
        finish(draft, self.rules)
        return True
