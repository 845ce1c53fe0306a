"""Games played by the engine with some purpose, and a telling position for each type of action that was ever on offer."""

from __future__ import annotations

from functools import cache
from random import Random

from towpath.api import Game
from towpath.kernel.offers import Lazy, Offer, Range

PLAYERS = ("Ann", "Bob", "Cleo")
MOST_ACTIONS = 1500
EAGERNESS = {
    "pass": 0.2, "decline": 0.3, "sell_shares": 0.1, "redeem": 0.1, "buy_private": 0.3, "merge": 3, "convert": 2,
    "take_loan": 0.05,
}  # fmt: skip
"""How much a type of action is liked; the others 1."""
SEEDS = {"1867": 4, "1861": 9, "1856": 1}
"""Title -> what leads to a game in which nearly every type of action is met."""
PRICED = 0.1
"""Instead, where a price is offered: trains that go from hand to hand bring no game to its end."""


def _kind(offer: Offer) -> str:
    """The type of action; with a question mark where a price is offered that another may refuse."""
    priced = offer.type != "bid" and any(isinstance(domain, Range) for domain in offer.domains)
    return offer.type + ("?" if priced else "")


def _liking(kind: str) -> float:
    return PRICED if kind.endswith("?") else EAGERNESS.get(kind, 1)


class Course:
    """A whole game. ``found``: type of action -> the numbers of the positions in which it was on offer."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.found: dict[str, list[int]] = {}
        rng = Random(seed)
        while not game.is_over:
            assert game.number < MOST_ACTIONS, game.state.round
            kinds: dict[str, list[Offer]] = {}
            for offer in game.offers():
                kinds.setdefault(_kind(offer), []).append(offer)
            for kind in kinds:
                self.found.setdefault(kind.removesuffix("?"), []).append(game.number)
            offer = rng.choice(kinds[rng.choices(list(kinds), list(map(_liking, kinds)))[0]])
            least = offer.type == "bid" or any(isinstance(domain, Lazy | Range) for domain in offer.domains)
            game.play(next(offer.actions(2)) if least else offer.draw(rng))

    def at(self, kind: str, share: float = 0.6) -> Game:
        """The game as it stood in one of the positions with an offer of that type: which, by its place among them."""
        numbers = self.found[kind]
        return self.game.what_if(numbers[int(share * (len(numbers) - 1))])


@cache
def course(title: str) -> Course:
    """The same whole game each time."""
    return Course(Game.new(title, list(PLAYERS), seed="looks"), SEEDS[title])
