"""Building canals and rails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from towpath.brass import verbs
from towpath.brass.actions import TRACK, BuildLink, BuildSecondRail, StopBuilding
from towpath.brass.cards import any_card, begin_action, not_in_hand, unknown_cards
from towpath.brass.frames import SecondRail, Turn
from towpath.brass.ground import Ground
from towpath.brass.state import BrassDraft, Pos
from towpath.brass.supply import coal_faults, price_of, too_dear, unknown_sources
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Rows
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken, shape

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules


class Links:
    """What the first link of an action and a second rail have in common. ``second``: it is the latter."""

    def __init__(self, rules: BrassRules, second: bool) -> None:
        self.rules = rules
        self.second = second

    def price(self, pos: Pos) -> int:
        """Pounds for the link itself."""
        costs = self.rules.data.links
        return costs.second_rail if self.second else costs.canal if pos.period == "canal" else costs.rail

    def need(self, pos: Pos) -> int:
        """Coal that the link takes."""
        return 0 if pos.period == "canal" else self.rules.data.links.rail_coal

    def rows(self, pos: Pos, seat: str) -> list[tuple[str, tuple[str, ...]]]:
        """The lines that the player may build on, with the sources of their coal."""
        rules = self.rules
        purse = pos.cash[seat] - self.price(pos)
        if purse < 0 or not rules.links_left(pos, seat):
            return []
        reached = self._reached(pos, rules.ground(pos), seat)
        return [
            (line, coal) for line, coal, bought in reached if not bought or rules.cost(pos, "coal", bought) <= purse
        ]

    def _reached(self, pos: Pos, ground: Ground, seat: str) -> list[tuple[str, tuple[str, ...], int]]:
        """The free lines that touch the network, with the ways to bring their coal, and how much of it is bought."""
        need, taken, board = self.need(pos), pos.links, self.rules.board

        def find() -> list[tuple[str, tuple[str, ...], int]]:
            return [
                (line.id, coal, coal.count(TRACK))
                for line in board.open_to[pos.period]
                if line.id not in taken and self.touches(ground, seat, line.ends)
                for coal in ground.coal(line.places, need)
            ]

        return ground.kept(("lines", seat, pos.period), find)

    def touches(self, ground: Ground, seat: str, ends: tuple[str, str]) -> bool:
        """Whether a line with these ends begins or ends in the player's network."""
        network = ground.networks[seat]
        if not network:
            return self.rules.policies.link_without_network
        return ends[0] in network or ends[1] in network

    def shape(self, line: str, coal: tuple[str, ...]) -> Iterator[Reason]:
        """Line and sources exist."""
        yield from unknown_sources(self.rules, *coal)
        if line not in self.rules.board.lines:
            example = next(iter(self.rules.board.lines))
            yield shape(
                "no_such_line", "There is no line {line}; they are called as {example}.", line=line, example=example
            )

    def faults(self, pos: Pos, seat: str, line_id: str, coal: tuple[str, ...]) -> Iterator[Reason]:
        """All that is wrong with a link."""
        rules, line = self.rules, self.rules.board.lines[line_id]
        ground = rules.ground(pos)
        if not line.takes(pos.period):
            yield broken(
                "wrong_period", "P.6.2", "No {period} can be built on {line}.", period=pos.period, line=line_id
            )
        if line_id in pos.links:
            yield broken("line_taken", "P.6.2", "{owner} has a link on {line}.", owner=pos.links[line_id], line=line_id)
        if not rules.links_left(pos, seat):
            text = "{entity} has built all {count} link counters."
            yield broken("no_link_left", "P.6.7", text, entity=seat, count=rules.data.link_counters)
        if not self.touches(ground, seat, line.ends):
            rule = "P.6.3" if ground.networks[seat] else "P.6.5"
            yield broken("not_in_network", rule, "{line} does not touch {entity}'s network.", line=line_id, entity=seat)
        supply = list(coal_faults(rules, ground, rules.board.ends[line_id], self.need(pos), coal))
        yield from supply
        if not supply:
            yield from too_dear(pos, seat, self.price(pos) + price_of(rules, pos, coal), "P.6.1")

    def build(self, draft: BrassDraft, seat: str, line: str, coal: tuple[str, ...]) -> None:
        """Pay, use coal, place the link."""
        verbs.pay(draft, seat, self.price(draft), draft.period)
        verbs.use_cubes(draft, self.rules, seat, "coal", coal)
        draft.edit("links")[line] = seat
        draft.emit("link_built", seat=seat, line=line, period=draft.period)


class BuildLinkMove(Move[Turn, BuildLink]):
    """Build a canal, or a rail that a second one may follow."""

    action = BuildLink
    label = "build a canal or rail"
    rule = "5.3.f"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules
        self.links = Links(rules, second=False)

    def offers(self, pos: Pos, frame: Turn) -> Iterable[Offer]:
        """Lines with their coal, for any card."""
        rows = self.links.rows(pos, frame.player)
        if rows:
            yield Offer(
                BuildLink,
                {"entity": frame.player},
                any_card(pos.hands[frame.player]),
                Rows(("line", "coal"), tuple(rows)),
                rule="P.6.1",
            )

    def shape(self, pos: Pos, action: BuildLink) -> Iterable[Reason]:
        """Card, line and sources exist."""
        yield from unknown_cards(self.rules, action.card)
        yield from self.links.shape(action.line, action.coal)

    def check(self, pos: Pos, frame: Turn, action: BuildLink) -> Iterable[Reason]:
        """All that is wrong with it."""
        yield from not_in_hand(pos, frame.player, action.card)
        yield from self.links.faults(pos, frame.player, action.line, action.coal)

    def apply(self, draft: BrassDraft, frame: Turn, action: BuildLink) -> None:
        """Play the card and build."""
        begin_action(draft, frame, action.card)
        self.links.build(draft, frame.player, action.line, action.coal)
        if draft.period == "rail":
            draft.push(SecondRail(player=frame.player))


class BuildSecondRailMove(Move[SecondRail, BuildSecondRail]):
    """Build a second rail with the same action."""

    action = BuildSecondRail
    label = "build a second rail"
    rule = "P.6.1"

    def __init__(self, rules: BrassRules) -> None:
        self.links = Links(rules, second=True)

    def offers(self, pos: Pos, frame: SecondRail) -> Iterable[Offer]:
        """Lines with their coal."""
        rows = self.links.rows(pos, frame.player)
        if rows:
            yield Offer(BuildSecondRail, {"entity": frame.player}, Rows(("line", "coal"), tuple(rows)), rule="P.6.1")

    def shape(self, pos: Pos, action: BuildSecondRail) -> Iterable[Reason]:
        """Line and sources exist."""
        return self.links.shape(action.line, action.coal)

    def check(self, pos: Pos, frame: SecondRail, action: BuildSecondRail) -> Iterable[Reason]:
        """All that is wrong with it."""
        return self.links.faults(pos, frame.player, action.line, action.coal)

    def apply(self, draft: BrassDraft, frame: SecondRail, action: BuildSecondRail) -> None:
        """Build; the action is over."""
        draft.pop()
        self.links.build(draft, frame.player, action.line, action.coal)


class StopBuildingMove(Move[SecondRail, StopBuilding]):
    """Build no second rail."""

    action = StopBuilding
    label = "build no second rail"
    rule = "P.6.1"

    def offers(self, pos: Pos, frame: SecondRail) -> Iterable[Offer]:
        """Always possible."""
        yield Offer(StopBuilding, {"entity": frame.player}, rule="P.6.1")

    def check(self, pos: Pos, frame: SecondRail, action: StopBuilding) -> Iterable[Reason]:
        """Nothing forbids it."""
        return ()

    def apply(self, draft: BrassDraft, frame: SecondRail, action: StopBuilding) -> None:
        """The action is over."""
        draft.pop()


class SecondRailProcedure(Procedure[SecondRail]):
    """After a first rail: another one, or none. Where none can be built nobody is asked."""

    frame = SecondRail
    label = "build a second rail, or none"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules
        self.links = Links(rules, second=True)
        self.open_moves = (BuildSecondRailMove(rules), StopBuildingMove())

    def actors(self, pos: Pos, frame: SecondRail) -> tuple[str, ...]:
        """The player who builds."""
        return (frame.player,)

    def advance(self, draft: BrassDraft, frame: SecondRail) -> bool:
        """Go on at once where there is no second rail to build."""
        if self.links.rows(draft, frame.player):
            return False
        finish(draft, self.rules)
        return True
