"""Playing a card for an action: which cards serve, and what is wrong with one that does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from towpath.brass.data import INDUSTRIES
from towpath.brass.frames import Turn
from towpath.brass.state import BrassDraft, Pos
from towpath.brass.verbs import play_card
from towpath.kernel.offers import Spare
from towpath.kernel.reasons import Reason, broken, shape

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules


@lru_cache(maxsize=1024)
def any_card(hand: tuple[str, ...]) -> Spare:
    """Any card of a hand serves."""
    return Spare(("card",), tuple((card,) for card in sorted(set(hand))))


@lru_cache(maxsize=1024)
def any_two(hand: tuple[str, ...]) -> Spare | None:
    """Any two cards of a hand serve together; ``None`` without two cards."""
    pairs = sorted(set(combinations(sorted(hand), 2)))
    return Spare(("card", "second_card"), tuple(pairs)) if pairs else None


def is_card(rules: BrassRules, name: str) -> bool:
    """Whether there can be a card of that name: one of a town or of an industry."""
    return name in INDUSTRIES or bool(rules.board.in_town.get(name))


def unknown_cards(rules: BrassRules, *cards: str) -> Iterator[Reason]:
    """Reasons of shape against cards that do not exist."""
    for card in cards:
        if not is_card(rules, card):
            yield shape(
                "no_such_card", "There is no card {card}; cards are called after towns and industries.", card=card
            )


def not_in_hand(pos: Pos, seat: str, *cards: str) -> Iterator[Reason]:
    """Reasons against cards that the player does not hold."""
    if len(cards) == 1 and cards[0] in pos.hands[seat]:
        return
    missing = Counter(cards) - Counter(pos.hands[seat])
    for card, count in sorted(missing.items()):
        held = pos.hands[seat].count(card)
        if held:
            text = "{entity} holds only {held} card {card}, not {wanted}."
            yield broken("not_in_hand", "5.3.b", text, entity=seat, card=card, held=held, wanted=held + count)
        else:
            yield broken("not_in_hand", "5.3.b", "{entity} does not hold the card {card}.", entity=seat, card=card)


def begin_action(draft: BrassDraft, frame: Turn, *cards: str) -> None:
    """Play the cards of an action; each stands for one action of the turn."""
    play_card(draft, frame.player, *cards)
    draft.update(0, actions=frame.actions - len(cards))
