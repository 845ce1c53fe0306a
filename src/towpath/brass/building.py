"""Building industries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from towpath.brass import verbs
from towpath.brass.actions import TRACK, Build
from towpath.brass.cards import any_two, begin_action, not_in_hand, unknown_cards
from towpath.brass.data import INDUSTRIES, CounterKind
from towpath.brass.frames import Turn
from towpath.brass.ground import Ground
from towpath.brass.sites import open_spaces, reach, serves, site_faults, unknown_space
from towpath.brass.state import BrassDraft, Pos
from towpath.brass.supply import coal_faults, iron_faults, price_of, too_dear, unknown_sources
from towpath.kernel.offers import Offer, Rows
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.language import msg

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules

Site = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""A space, an industry, the sources of coal and those of iron."""
Opening = tuple[int, str, tuple[str, ...], int]
"""A place by its number, a space there, the sources of coal, and how many of them are purchases."""


class BuildMove(Move[Turn, Build]):
    """Build the top counter of a stack: the card allows it, the space is free or its counter may be built over, coal and iron
    are there, and money for everything."""

    action = Build
    label = "build an industry"
    rule = "5.3.f"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules

    # -- offers -------------------------------------------------------------------------------------------------------

    def offers(self, pos: Pos, frame: Turn) -> Iterable[Offer]:
        """One offer of sites with the cards that allow them, and one of all sites for any two cards."""
        seat = frame.player
        ground = self.rules.ground(pos)
        sites = self._sites(pos, ground, seat)
        if not sites:
            return
        hand = set(pos.hands[seat])
        reached = reach(self.rules, pos, ground, seat)
        spaces = self.rules.board.spaces
        rows = []
        for site in sites:
            town, industry = spaces[site[0]].town, site[1]
            if town in hand:
                rows.append((town, *site))
            if industry in hand and (reached is None or town in reached):
                rows.append((industry, *site))
        if rows:
            yield Offer(
                Build, {"entity": seat}, Rows(("card", "space", "industry", "coal", "iron"), tuple(rows)), rule="5.3.f"
            )
        pairs = any_two(pos.hands[seat]) if frame.actions >= 2 else None
        if pairs is not None:
            every = Rows(("space", "industry", "coal", "iron"), tuple(sites))
            yield Offer(Build, {"entity": seat}, pairs, every, rule="P.5.2.d")

    def _sites(self, pos: Pos, ground: Ground, seat: str) -> list[Site]:
        """Everything that could be built if any card served."""
        rules = self.rules
        sites: list[Site] = []
        for industry in INDUSTRIES:
            kind = rules.top(pos, seat, industry)
            if kind is None or self._stack_code(pos, kind):
                continue
            purse = pos.cash[seat] - (kind.cost or 0)
            purse -= rules.cost(pos, "iron", ground.iron_bought(kind.iron))
            iron_ways = ground.iron(kind.iron)
            coal_prices = [rules.cost(pos, "coal", bought) for bought in range(kind.coal + 1)]
            helped = rules.policies.sale_helps_to_pay
            for place, space, coal, bought in self._open(pos, ground, seat, kind):
                money = purse - coal_prices[bought]
                if helped:
                    money += self._help(pos, ground, kind, place)
                if money >= 0:
                    sites += [(space, industry, coal, iron) for iron in iron_ways]
        return sites

    def _open(self, pos: Pos, ground: Ground, seat: str, kind: CounterKind) -> list[Opening]:
        """The spaces that are open to a counter, with the ways to bring its coal, whatever it all costs."""
        rules = self.rules

        def find() -> list[Opening]:
            found: list[Opening] = []
            where, need = rules.board.where, kind.coal
            for space in open_spaces(rules, pos, ground, seat, kind):
                place = where[space.id]
                found += [(place, space.id, coal, coal.count(TRACK)) for coal in ground.coal((place,), need)]
            return found

        empty_track = not pos.demand.get(kind.industry, 1)
        return ground.kept(("sites", seat, kind.industry, kind.level, pos.period, empty_track), find)

    # -- check --------------------------------------------------------------------------------------------------------

    def shape(self, pos: Pos, action: Build) -> Iterable[Reason]:
        """Cards, space and sources exist."""
        yield from unknown_cards(self.rules, *_cards(action))
        yield from unknown_sources(self.rules, *action.coal, *action.iron)
        yield from unknown_space(self.rules, action.space)

    def check(self, pos: Pos, frame: Turn, action: Build) -> Iterable[Reason]:
        """All that is wrong with cards, counter, space, coal, iron and money."""
        rules, seat, industry = self.rules, frame.player, action.industry
        ground, space = rules.ground(pos), rules.board.spaces[action.space]
        yield from self._card_faults(pos, ground, frame, action)
        if industry not in space.takes:
            text = "{space} takes {takes}, not {industry}."
            yield broken("wrong_industry", "P.5.4.a", text, space=space.id, takes=list(space.takes), industry=industry)
            return
        kind = rules.top(pos, seat, industry)
        if kind is None:
            yield broken(
                "no_counter_left", "2.b", "{entity} has no {industry} counter left.", entity=seat, industry=industry
            )
            return
        code = self._stack_code(pos, kind)
        if code:
            rule, text = _STACK_FAULTS[code]
            yield broken(code, rule, text, industry=industry, level=kind.level, need=kind.cubes)
        yield from site_faults(rules, pos, ground, seat, space, kind)
        place = rules.board.where[space.id]
        supply = [
            *coal_faults(rules, ground, (place,), kind.coal, action.coal),
            *iron_faults(ground, kind.iron, action.iron),
        ]
        yield from supply
        if not supply:
            cost = (kind.cost or 0) + price_of(rules, pos, action.coal, action.iron)
            yield from too_dear(pos, seat, cost - self._help(pos, ground, kind, place), "P.5.1")

    def _card_faults(self, pos: Pos, ground: Ground, frame: Turn, action: Build) -> Iterator[Reason]:
        seat, space = frame.player, self.rules.board.spaces[action.space]
        yield from not_in_hand(pos, seat, *_cards(action))
        if action.second_card is not None:
            if frame.actions < 2:
                text = "Two cards serve as one only with both actions of a turn; {entity} has {left} left."
                yield broken("one_action_left", "P.5.2.d", text, entity=seat, left=frame.actions)
            return
        reached = reach(self.rules, pos, ground, seat)
        if serves(action.card, space.town, action.industry, reached):
            return
        town = self.rules.board.places[space.town].name
        if action.card == action.industry:
            text = "An industry card serves only in the player's network; {town} is not in {entity}'s."
            yield broken("not_in_network", "P.5.2.b", text, town=town, entity=seat)
        elif action.card in INDUSTRIES:
            text = "The card of {card} serves no {industry}."
            yield broken("wrong_card", "P.5.2.b", text, card=action.card, industry=action.industry)
        else:
            card = self.rules.board.places[action.card].name
            yield broken(
                "wrong_card", "P.5.2.a", "The card of {card} serves only there, not in {town}.", card=card, town=town
            )

    def _stack_code(self, pos: Pos, kind: CounterKind) -> str:
        """Why the top counter of a stack cannot be built at all now; empty when it can."""
        if kind.cost is None:
            return "never_built"
        if not kind.built_in(pos.period):
            return "canal_only" if kind.canal else "rail_only"
        if self.rules.policies.cube_limit and kind.cubes and pos.stock[kind.industry] < kind.cubes:
            return "too_few_cubes"
        return ""

    def _help(self, pos: Pos, ground: Ground, kind: CounterKind, place: int) -> int:
        """What selling the cubes of a new counter adds to the money that it can be paid with."""
        if not self.rules.policies.sale_helps_to_pay or not kind.cubes:
            return 0
        if kind.industry == "coal":
            return sum(self.rules.sale_prices(pos, "coal", kind.cubes)) if ground.access(place) else 0
        return sum(self.rules.sale_prices(pos, "iron", kind.cubes))

    # -- effect -------------------------------------------------------------------------------------------------------

    def apply(self, draft: BrassDraft, frame: Turn, action: Build) -> None:
        """Play the card, pay, use coal and iron, replace what stood there, and let the counter do what it does."""
        rules, seat = self.rules, frame.player
        begin_action(draft, frame, *_cards(action))
        kind = rules.top(draft, seat, action.industry)
        assert kind is not None
        verbs.pay(draft, seat, kind.cost or 0, action.industry)
        verbs.use_cubes(draft, rules, seat, "coal", action.coal)
        verbs.use_cubes(draft, rules, seat, "iron", action.iron)
        if action.space in draft.counters:
            verbs.remove_counter(draft, rules, action.space, "built_over")
        verbs.place_counter(draft, rules, seat, kind, action.space)
        if action.industry == "shipyard":
            verbs.flip(draft, rules, action.space)
        elif kind.cubes and (action.industry == "iron" or self._reaches_port(draft, action.space)):
            verbs.sell_cubes(draft, rules, action.space)

    def _reaches_port(self, draft: Any, space: str) -> bool:
        return self.rules.ground(draft).access(self.rules.board.where[space])


_STACK_FAULTS: dict[str, tuple[str, str]] = {
    "never_built": (
        "P.5.5.c",
        msg("The {industry} counter of level {level} on top of the stack cannot be built, only developed."),
    ),
    "canal_only": (
        "P.5.5.a",
        msg("The {industry} counter of level {level} can be built in the canal period only; develop it first."),
    ),
    "rail_only": ("P.5.5.b", msg("The {industry} counter of level {level} can be built in the rail period only.")),
    "too_few_cubes": ("P.5.8.f", msg("There are fewer than {need} cubes of {industry} left in the stock.")),
}


def _cards(action: Build) -> tuple[str, ...]:
    return (action.card,) if action.second_card is None else (action.card, action.second_card)
