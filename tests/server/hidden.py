"""A game of Brass at a table: all that somebody may not know can be changed, to see whether any answer changes with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from litestar.testing import TestClient

from tests.brass.test_secrets import scramble
from tests.server.conftest import written
from towpath.api import Game
from towpath.kernel.state import Event
from towpath.kernel.timeline import Timeline
from towpath.server.games import Games

PLAYERS = ("Ann", "Bob", "Cleo", "Dora")
TABS = ("act", "map", "market", "players", "log", "mats", "income", "scoring", "graphs")
KINDS = ("build", "build_link", "develop", "sell_cotton", "take_loan", "pass")


def games_of(client: TestClient[Any]) -> Games:
    """The games of a table that runs in this process."""
    found: Games = client.app.dependencies["games"].dependency()  # type: ignore[attr-defined]
    return found


def play_on(games: Games, game_id: str, entries: int, seed: int = 5) -> None:
    """Play at random, without asking anybody."""
    rng = Random(seed)
    for _ in range(entries):
        games.change(game_id, lambda game: game.play(game.sample(rng)))


def pages(path: str, number: int, offers: list[dict[str, Any]]) -> Iterator[str]:
    """Addresses of pages, parts of them and files: everything that can be asked for by going somewhere."""
    yield from (f"{path}?tab={tab}" for tab in TABS)
    yield from (f"{path}?tab={tab}&at={at}" for at in (1, number - 1) for tab in TABS)
    yield from (f"{path}?why={kind}" for kind in KINDS)
    yield from (f"{path}?{key}=bolton-1" for key in ("why", "hex"))
    yield from (f"{path}?chapter=all&tab=log", f"{path}/record", f"{path}/seats", f"{path}/now", "/")
    yield from (f"{path}/tables/{table}.csv" for table in ("course", "players", "spending", "worth", "points"))
    for offer in offers:
        action = written(offer)
        begun = {"type": offer["type"], "card": action.get("card", "wigan")}
        yield f"{path}?{urlencode({'choice': msgspec.json.encode(action).decode()})}"
        yield f"{path}?{urlencode({'begun': msgspec.json.encode(begun).decode()})}"


def questions(path: str, number: int, seat: str) -> Iterator[str]:
    """Addresses of the API."""
    api = f"/api{path}"
    yield from (f"{api}{part}?seat={seat}" if seat else f"{api}{part}" for part in ("", "/offers", "/record", "/plans"))
    yield from (f"{api}?at={at}&seat={seat}" if seat else f"{api}?at={at}" for at in (0, 1, number - 1))
    yield from (
        f"{api}/{part}" for part in ("numbers", "me", "seats", "talk", "clocks", "tables", "tables/sheet", "now")
    )
    yield from ("/api/games", f"{api}/trial", f"{api}/trial?at={number - 1}&find=true")
    for each in (f"seat={seat}", "") if seat else ("",):
        yield from (f"{api}/log?{each}", f"{api}/log?after=1&{each}", f"{api}/notes?{each}")
        yield from (f"{api}/whynot?about={about}&{each}" for about in ("", "bolton-1", *KINDS))


@contextmanager
def otherwise(games: Games, game_id: str, seat: str | None) -> Iterator[None]:
    """The same game, but all that a seat (``None``: a spectator) may not know is different."""
    position, events = Timeline.position, Timeline.events

    def changed(event: Event) -> Event:
        if event.seen_by is None or (seat is not None and seat in event.seen_by):
            return event
        hidden = {key: ["wigan"] if isinstance(value, list | tuple) else value for key, value in event.data.items()}
        return msgspec.structs.replace(event, data=hidden)

    games.forget(game_id)
    # The commitment depends on the seed, and tells nobody anything of it.
    promised = games.get(game_id).game.commitment
    timeline = games.get(game_id).game.timeline
    timeline._record = msgspec.structs.replace(timeline._record, seed="quite another")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "commitment", promised)
        patch.setattr(Timeline, "position", lambda self, number: scramble(position(self, number), seat, Random(9)))
        patch.setattr(Timeline, "events", lambda self, number: tuple(map(changed, events(self, number))))
        yield
    games.forget(game_id)


def same(ask: Callable[[], dict[str, bytes]], games: Games, game_id: str, seat: str | None) -> None:
    """Assert that no answer depends on what a seat may not know."""
    games.forget(game_id)
    known = ask()
    with otherwise(games, game_id, seat):
        again = ask()
    assert known.keys() == again.keys()
    differing = [address for address, content in known.items() if content != again[address]]
    assert differing == [], first_difference(known[differing[0]], again[differing[0]])


def first_difference(one: bytes, other: bytes) -> str:
    """Where two answers part, with what stands around it."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[at - 200 : at + 200]!r}\n{other[at - 200 : at + 200]!r}"
