"""What a seat may not know: other hands, the deck, the cards put aside, the tiles face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

import msgspec

from towpath.brass.state import HIDDEN_CARD, HIDDEN_TILE, BrassDraft, BrassState
from towpath.kernel.table import Table

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules


def redacted(state: BrassState, seat: str | None) -> BrassState:
    """The position as a seat (``None``: a spectator) may know it. How many cards there are anywhere is no secret."""
    if state.finished is not None:
        return state
    hands = {who: hand if who == seat else _backs(hand) for who, hand in state.hands.items()}
    return msgspec.structs.replace(
        state,
        hands=Table(hands),
        deck=_backs(state.deck),
        aside=_backs(state.aside),
        distant=(HIDDEN_TILE,) * len(state.distant),
    )


def determinized(rules: BrassRules, view: BrassState, rng: Random) -> BrassState:
    """Deal what a view hides at random over the places that it may be in."""
    unseen = _unseen_cards(rules, view)
    rng.shuffle(unseen)
    tiles = list((Counter(rules.tiles) - Counter(view.turned)).elements())
    rng.shuffle(tiles)

    def face(cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(unseen.pop() if card == HIDDEN_CARD else card for card in cards)

    return msgspec.structs.replace(
        view,
        chance=rng.getrandbits(63),
        hands=Table({who: face(hand) for who, hand in view.hands.items()}),
        deck=face(view.deck),
        aside=face(view.aside),
        distant=tuple(tiles) if HIDDEN_TILE in view.distant else view.distant,
    )


def reshuffle(draft: BrassDraft) -> None:
    """Shuffle what nobody may know yet, each kind within itself, for all to see that it is done."""
    cards = draft.shuffle((*draft.deck, *draft.aside))
    left = len(draft.deck)
    draft.put("deck", cards[:left])
    draft.put("aside", cards[left:])
    draft.put("distant", draft.shuffle(draft.distant))
    draft.emit("reshuffled", cards=len(cards), tiles=len(draft.distant))


def _unseen_cards(rules: BrassRules, view: BrassState) -> list[str]:
    known = Counter(view.discards)
    for cards in (*view.hands.values(), view.deck, view.aside):
        known.update(card for card in cards if card != HIDDEN_CARD)
    return list((Counter(rules.cards) - known).elements())


def _backs(cards: Sequence[str]) -> tuple[str, ...]:
    return (HIDDEN_CARD,) * len(cards)
