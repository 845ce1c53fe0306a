"""Files that are damaged, huge, of other kinds, or made to break a reader: always one sentence, never another error."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.interop.games import written
from towpath.api import UnknownTitle
from towpath.interop import Diverged, Import, read_game, write_game
from towpath.kernel.codec import MAX_BYTES, FormatError

REFUSALS = (FormatError, Diverged, UnknownTitle, ValueError)
TITLES = ("1856", "1861", "1867")
every_title = pytest.mark.parametrize("title", TITLES)


def text(title: str) -> bytes:
    return json.dumps(written(title, most=60)).encode()


@every_title
@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_truncated_files(title: str, part: float) -> None:
    whole = text(title)
    with pytest.raises(FormatError, match="JSON"):
        read_game(whole[: int(len(whole) * part)])


@every_title
def test_files_that_are_no_utf8(title: str) -> None:
    with pytest.raises(FormatError):
        read_game(text(title).replace(b"Player", b"Pl\xff\xfeyer"))
    with pytest.raises(FormatError):
        read_game(json.dumps(written(title, most=60)).encode("utf-16"))


def test_files_that_are_too_large() -> None:
    with pytest.raises(FormatError, match="larger than"):
        read_game(b'{"title": "' + b"x" * MAX_BYTES + b'"}')


@every_title
def test_games_that_are_too_long(title: str) -> None:
    with pytest.raises(FormatError, match="50001 actions"):
        read_game({**written(title, most=60), "actions": [{"type": "pass"}] * 50_001})


@every_title
def test_files_that_are_nested_too_deeply(title: str) -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    with pytest.raises(FormatError):
        read_game(deep)
    with pytest.raises(FormatError):
        read_game(f'{{"title": "{title}", "players": '.encode() + deep + b', "actions": []}')


@pytest.mark.parametrize("data", [[], [1, 2], "1867", 5, None, True, {}, {"title": "1867"}, {"title": "1856"}])
def test_json_that_is_no_game(data: Any) -> None:
    with pytest.raises(FormatError):
        read_game(json.dumps(data))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"title": 1867}, "title is 1867"),
        ({"title": None}, "title is missing"),
        ({"players": []}, "players is a list"),
        ({"players": {"1": "A"}}, "players is an object"),
        ({"players": [{"name": "A"}]}, "player 1"),
        ({"players": [{"id": 1, "name": "A"}, {"id": 1, "name": "B"}, {"id": 2, "name": "C"}]}, "once"),
        ({"players": [{"id": [1]}, {"id": 2}]}, "player 1"),
        ({"actions": None}, "actions is missing"),
        ({"actions": {"1": {}}}, "actions is an object"),
        ({"actions": ["pass"]}, r"actions\[0\] is a text"),
        ({"actions": [{"entity": 1}]}, "type is missing"),
        ({"actions": [{"type": "pass", "entity": {"id": 1}}]}, "entity is"),
        ({"actions": [{"type": "pass", "entity": 1, "entity_type": "dog"}]}, "entity_type is 'dog'"),
        ({"actions": [{"type": "pass", "entity": 1, "auto_actions": "all"}]}, "auto_actions is a text"),
        ({"actions": [{"type": "pass", "auto_actions": [{"type": "pass", "auto_actions": []}]}]}, "auto_actions"),
        ({"settings": "none"}, "settings is a text"),
        ({"settings": {"optional_rules": "none"}}, "optional_rules is 'none'"),
    ],
)
@every_title
def test_wrong_types_are_named(title: str, change: dict[str, Any], told: str) -> None:
    with pytest.raises(FormatError, match=told):
        read_game({**written(title, most=60), **change})


@every_title
def test_too_many_players_are_named(title: str) -> None:
    least = 3 if title == "1856" else 2
    for count in (1, least - 1, 7, 12):
        players = [{"id": number, "name": f"P{number}"} for number in range(count)]
        with pytest.raises(ValueError, match=f"{least} to 6 players"):
            read_game({**written(title, most=60), "players": players, "actions": []})


VALUES: list[Any] = [
    None, True, -1, 0, 3, 10**9, 10**40, 1.5, "", "x", "p1", "CNR", "2-0", "57-0-0", "H8", "🚂", "a" * 5000, [], [[]], [1],
    ["GT_1"], "BBG", "CGR", "WSRC", "I12",
    ["CNR_0", "XYZ_9"], [{"train": "2-0", "connections": [["H8", "G9"]]}], {}, {"a": {"b": []}},
]  # fmt: skip


def outcome(data: Any) -> tuple[Import | None, str]:
    """The game as far as it goes, and the sentence that says why not further."""
    try:
        return read_game(data), ""
    except Diverged as diverged:
        return diverged.imported, str(diverged)
    except REFUSALS as refused:
        return None, str(refused) or "nothing"


def changed(rng: Random, actions: list[Any]) -> None:
    """One thing done to a list of actions: a value swapped, an action doubled, dropped, put in or moved."""
    at, how = rng.randrange(len(actions)), rng.randrange(5)
    if how == 0:
        actions[at][rng.choice([*actions[at], "percent", "action_id", "user", "auto_actions"])] = rng.choice(VALUES)
    elif how == 1:
        actions.insert(rng.randrange(len(actions)), deepcopy(actions[at]))
    elif how == 2:
        actions.pop(at)
    elif how == 3:
        kind = rng.choice(["undo", "redo", "end_game", "message"])
        actions.insert(at, {"type": kind, "entity": 1, "action_id": rng.choice(VALUES)})
    else:
        other = rng.randrange(len(actions))
        actions[at], actions[other] = actions[other], actions[at]


@given(st.sampled_from(TITLES), st.integers(0, 2**32))
def test_any_change_gives_a_game_or_one_sentence(title: str, seed: int) -> None:
    rng = Random(seed)
    data = written(title, most=rng.choice((60, 220)))
    for _ in range(rng.randint(1, 4)):
        changed(rng, data["actions"])
    imported, told = outcome(data)
    assert told != "nothing"
    if imported is not None:
        assert not imported.game.rules.conservation(imported.game.state)
        write_game(imported.game)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.sampled_from(TITLES), ANY_JSON)
def test_any_json_is_refused_in_a_sentence(title: str, data: Any) -> None:
    for candidate in (
        data,
        {"title": title, "players": data, "actions": data},
        {"title": data, "players": [], "actions": []},
    ):
        told = outcome(json.dumps(candidate))[1]
        assert told not in ("", "nothing")
