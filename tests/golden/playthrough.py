"""A whole game as text, one line an action with what it led to: the pinned behaviour of a title, readable in a diff.

``python -m tests.golden`` replays the stored games and writes their texts anew; ``python -m tests.golden --new`` plays new games
first (for when a rule has changed so that a stored game no longer goes through).
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from tests.brass.test_games import towards_industry
from tests.titles.variants import paying, towards_the_national
from towpath.api import Game
from towpath.bots import RandomBot, play_on
from towpath.kernel import record as records
from towpath.kernel.codec import plain
from towpath.kernel.record import Act
from towpath.kernel.state import Event

FOLDER = Path(__file__).parent
PLAYS: dict[str, dict[str, Any]] = {
    "1856": {"players": 4, "options": {}, "seed": "golden-1856-17"},
    "1861": {"players": 3, "options": {}, "seed": "golden-1861"},
    "1867": {"players": 4, "options": {}, "seed": "golden-1867"},
    "Brass-2007": {"title": "Brass", "players": 4, "options": {}, "seed": "golden-brass-2007"},
    "Brass-2018": {"title": "Brass", "players": 3, "options": {"edition": "2018"}, "seed": "golden-brass-2018"},
    "Brass-2009": {"title": "Brass", "players": 2, "options": {"edition": "2009"}, "seed": "golden-brass-2009"},
}
"""Name of the playthrough -> the game. Where no title is said the name is the title."""
HIDDEN = {"standing", "loans_left", "certificate_moved"}
"""Events that repeat what another one of the same action says."""


def record_path(title: str) -> Path:
    """Where the stored game lies."""
    return FOLDER / f"{title}.record.json"


def text_path(title: str) -> Path:
    """Where its text lies."""
    return FOLDER / f"{title}.txt"


def stored(title: str) -> Game:
    """The stored game, replayed with every check."""
    return Game(records.load(record_path(title).read_bytes()))


def new_game(title: str) -> Game:
    """A game that random players play to its end; in 1856 those of the long proof, under whom the CGR forms, and in Brass
    those who build before they pass."""
    play = PLAYS[title]
    game = Game.new(play.get("title", title), play["players"], options=play["options"], seed=play["seed"])
    rng = Random(play["seed"])
    if game.rules.title == "Brass":
        while not game.is_over:
            offers = game.offers()
            game.play(rng.choices(offers, [towards_industry(offer) for offer in offers])[0].draw(rng))
        return game
    if title != "1856":
        play_on(game, RandomBot(), rng)
        return game
    while not game.is_over:
        offers = game.offers()
        game.play(paying(rng.choices(offers, [towards_the_national(offer) for offer in offers])[0], rng))
    return game


def lines(game: Game) -> list[str]:
    """The playthrough: actions, events in brief, and everybody's worth at the end of each round."""
    found = []
    for number, entry in enumerate(game.record.log, 1):
        if not isinstance(entry, Act):
            continue
        before, after = game.position(number - 1), game.position(number)
        told = "; ".join(_brief(event) for event in game.events(number) if event.kind not in HIDDEN)
        found.append(f"{number:4} {before.round:<7} {_action(entry.action)} -> {told}")
        if after.round != before.round:
            scores = " ".join(f"{seat}={worth}" for seat, worth in game.rules.scores(after).items())
            phase = f"phase {after.phase} " if hasattr(after, "phase") else ""
            found.append(f"---- {after.round} {phase}bank={after.cash['bank']} {scores}")
    found.append(f"==== {game.state.finished} {game.scores}")
    return found


def _action(action: dict[str, Any]) -> str:
    rest = " ".join(
        f"{key}={_value(value)}" for key, value in action.items() if key not in ("type", "entity") and value is not None
    )
    return f"{action['entity']} {action['type']} {rest}".rstrip()


def _brief(event: Event) -> str:
    values = " ".join(f"{key}={_value(value)}" for key, value in plain(event.data).items() if value not in (None, ""))
    return f"{event.kind} {values}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + " ".join(f"{key}={_value(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(_value(each) for each in value) + "]"
    return str(value)
