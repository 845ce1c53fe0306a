"""Ways to set games of the invented title going."""

from random import Random
from typing import Any

from tests.kernel.fair import FairRules
from towpath.api.game import Game
from towpath.kernel.record import Record, Seat

NAMES = ("Ann", "Bob", "Cleo", "Dora")


def record(players: int = 2, seed: str = "1", **fields: Any) -> Record:
    seats = tuple(Seat(f"p{n}", name) for n, name in enumerate(NAMES[:players], 1))
    return Record(title="Lantern Fair", rules_version="1", seats=seats, seed=seed, **fields)


def game(players: int = 2, seed: str = "1", **rules: Any) -> Game:
    start = record(players, seed)
    return Game(start, FairRules([seat.id for seat in start.seats], **rules))


def again(saved: Record, **rules: Any) -> Game:
    return Game(saved, FairRules([seat.id for seat in saved.seats], **rules))


def random_play(played: Game, count: int, seed: int = 0) -> Game:
    rng = Random(seed)
    for _ in range(count):
        if played.is_over:
            break
        played.play(played.sample(rng))
    return played


def sit(entity: str) -> dict[str, Any]:
    return {"type": "sit_out", "entity": entity}


def lay(entity: str, card: int) -> dict[str, Any]:
    return {"type": "lay_card", "entity": entity, "card": card}
