"""Development: counters leave the stacks for iron."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from towpath.brass import verbs
from towpath.brass.actions import Develop
from towpath.brass.cards import any_card, begin_action, not_in_hand, unknown_cards
from towpath.brass.data import INDUSTRIES, Industry
from towpath.brass.frames import Turn
from towpath.brass.ground import Ground
from towpath.brass.state import BrassDraft, Pos
from towpath.brass.supply import iron_faults, price_of, too_dear, unknown_sources
from towpath.kernel.offers import Offer, Rows
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules

MOST = 2
"""Counters developed with one action."""

CHOICES: tuple[tuple[Industry, ...], ...] = tuple(
    chosen for count in range(1, MOST + 1) for chosen in combinations_with_replacement(INDUSTRIES, count)
)


class DevelopMove(Move[Turn, Develop]):
    """Remove one or two counters from the tops of stacks, for one iron each."""

    action = Develop
    label = "develop"
    rule = "P.9.1"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules

    def offers(self, pos: Pos, frame: Turn) -> Iterable[Offer]:
        """Industries with the sources of their iron, for any card."""
        rules, seat = self.rules, frame.player
        left = tuple(min(MOST, len(pos.stacks[rules.stack_key(seat, industry)])) for industry in INDUSTRIES)
        ground, cash = rules.ground(pos), pos.cash[seat]
        most = next(
            (count for count in range(MOST, 0, -1) if rules.cost(pos, "iron", ground.iron_bought(count)) <= cash), 0
        )
        rows = ground.kept(("develop", left, most), lambda: _rows(ground, left, most))
        if rows.rows:
            yield Offer(Develop, {"entity": seat}, any_card(pos.hands[seat]), rows, rule="P.9.1")

    def shape(self, pos: Pos, action: Develop) -> Iterable[Reason]:
        """Card and sources exist."""
        yield from unknown_cards(self.rules, action.card)
        yield from unknown_sources(self.rules, *action.iron)

    def check(self, pos: Pos, frame: Turn, action: Develop) -> Iterable[Reason]:
        """All that is wrong with it."""
        rules, seat = self.rules, frame.player
        yield from not_in_hand(pos, seat, action.card)
        if not 1 <= len(action.industries) <= MOST:
            text = "One or two counters are developed with an action, not {count}."
            yield broken("wrong_count", "P.9.1", text, count=len(action.industries))
            return
        for industry, count in Counter(action.industries).items():
            left = len(pos.stacks[rules.stack_key(seat, industry)])
            if left < count:
                text = "{entity} has {left} {industry} counters left, not {count}."
                yield broken("no_counter_left", "P.9.1", text, entity=seat, left=left, industry=industry, count=count)
        supply = list(iron_faults(rules.ground(pos), len(action.industries), action.iron))
        yield from supply
        if not supply:
            yield from too_dear(pos, seat, price_of(rules, pos, iron=action.iron), "P.8.2")

    def apply(self, draft: BrassDraft, frame: Turn, action: Develop) -> None:
        """Play the card, use iron, remove the counters one after the other."""
        rules, seat = self.rules, frame.player
        begin_action(draft, frame, action.card)
        verbs.use_cubes(draft, rules, seat, "iron", action.iron)
        for industry in action.industries:
            verbs.develop(draft, rules, seat, industry)


def _rows(ground: Ground, left: tuple[int, ...], most: int) -> Rows:
    """Choices of counters that are there, each with every way to bring so much iron, up to ``most`` of it."""
    rows = tuple((chosen, iron) for chosen in choices(left) if len(chosen) <= most for iron in ground.iron(len(chosen)))
    return Rows(("industries", "iron"), rows)


@lru_cache(maxsize=256)
def choices(left: tuple[int, ...]) -> tuple[tuple[Industry, ...], ...]:
    """What can be developed when so many counters are left in each stack, in the order of the mats."""
    there = dict(zip(INDUSTRIES, left, strict=True))
    return tuple(chosen for chosen in CHOICES if all(there[industry] >= chosen.count(industry) for industry in chosen))
