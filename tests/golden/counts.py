"""Move counts from named positions of the stored games."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from tests.golden.playthrough import FOLDER
from towpath.api import Game
from towpath.kernel.codec import plain
from towpath.kernel.record import Act
from towpath.testing.perft import perft

DEPTH = 3
MOST_NODES = 3_000
"""The greatest depth-2 count of a position whose depth 3 is still counted."""

FIRST = "first"
WANTED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("the private auction opens", "AR", {}),
    ("the first stock round", "SR 1", {}),
    ("the first operating turn", "OR", {}),
    ("after the first lay", "", {"after": "lay_tile"}),
    ("after the first run", "", {"after": "run_routes"}),
    ("phase 3 begins", "", {"phase": "3"}),
    ("phase 4 begins", "", {"phase": "4"}),
    ("phase 5 begins", "", {"phase": "5"}),
    ("phase 6 begins", "", {"phase": "6"}),
    ("phase D begins", "", {"phase": "D"}),
    ("phase 7 begins", "", {"phase": "7"}),
    ("phase 8 begins", "", {"phase": "8"}),
    ("a merger round", "MR", {}),
    ("a group forms", "", {"after": "merge"}),
    ("a stock round with majors", "", {"after": "sell_shares"}),
    ("after a conversion", "", {"after": "convert"}),
    ("after a major's dividend", "", {"after": "pay_dividend"}),
    ("after the first token", "", {"after": "place_token"}),
    ("after the first loan", "", {"after": "take_loan"}),
    ("after a private's sale", "", {"after": "buy_private"}),
    ("loans are settled", "", {"frame": "settlement"}),
    ("the CGR's tokens", "", {"frame": "national_tokens"}),
    ("after a company is given up", "", {"after": "abandon"}),
    ("a president sells for his company", "", {"frame": "raise_money"}),
    ("the national's turn", "", {"company": "CGR"}),
    ("a train is borrowed", "", {"company": "CGR", "step": "run"}),
    ("the first canal round", "canal 1", {}),
    ("the second canal round", "canal 2", {}),
    ("the fifth canal round", "canal 5", {}),
    ("the first rail round", "rail 1", {}),
    ("the third rail round", "rail 3", {}),
    ("the last rail rounds", "rail 8", {}),
    ("one action left", "canal 3", {"actions": 1}),
    ("a second rail", "rail", {"frame": "second_rail"}),
    ("more cotton to sell", "", {"frame": "selling"}),
    ("after the first counter", "", {"after": "build"}),
    ("after the first link", "", {"after": "build_link"}),
    ("after the first development", "", {"after": "develop"}),
    ("after the first sale of cotton", "", {"after": "sell_cotton"}),
    ("income that cannot be paid", "", {"frame": "shortfall"}),
)
"""(name, label the round begins with, what else must hold); the first position of the game that fits is taken."""


def positions(game: Game) -> Iterator[tuple[str, int]]:
    """The named positions of a game: name and entry number."""
    acts = [entry.action["type"] if isinstance(entry, Act) else "" for entry in game.record.log]
    for name, label, wanted in WANTED:
        for number in range(game.number):
            state = game.position(number)
            if _fits(state, label, wanted) and (
                "after" not in wanted or (number and acts[number - 1] == wanted["after"])
            ):
                yield name, number
                break


def _fits(state: Any, label: str, wanted: dict[str, Any]) -> bool:
    """The label of the round, the phase, and of the innermost frame its kind, company and step."""
    frame = plain(state.frame) or {}
    told = {"phase": getattr(state, "phase", ""), **frame}
    return state.round.startswith(label) and all(told.get(key) == wanted[key] for key in wanted if key != "after")


def count(game: Game, number: int) -> list[int]:
    """Counts for depth 1 to 3, the last one only where it is not too many."""
    state, engine = game.position(number), game.engine
    found = [perft(engine, state, 1), perft(engine, state, 2)]
    if found[1] <= MOST_NODES:
        found.append(perft(engine, state, 3))
    return found


def path(title: str) -> Any:
    """Where the counts of a title lie."""
    return FOLDER / f"{title}.counts.toml"


def read(title: str) -> list[dict[str, Any]]:
    """The stored counts: name, entry, counts."""
    return list(tomllib.loads(path(title).read_text(encoding="utf-8"))["positions"])


def write(title: str, game: Game) -> None:
    """Count anew and store."""
    text = [
        "# Lines of play from named positions of the stored game, depth 1, 2 and 3; written by python -m tests.golden\n"
    ]
    for name, number in positions(game):
        counted = count(game, number)
        text.append(f'[[positions]]\nname = "{name}"\nentry = {number}\ncounts = {counted}\n')
        print(f"{title} {name}: {counted}")
    path(title).write_text("\n".join(text), encoding="utf-8")
