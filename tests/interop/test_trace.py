"""Traces of games: what each line says, and that positions of records of ours can be traced as well."""

from __future__ import annotations

import pytest

from tests.interop.games import played, written
from towpath.interop import lines, read_game
from towpath.interop.comparing import KEYS


@pytest.mark.parametrize("title", ["1856", "1861", "1867"])
def test_every_line_has_all_keys(title: str) -> None:
    imported = read_game(written(title))
    rows = list(lines(imported.game, imported))
    assert rows[0]["type"] == "setup"
    assert [row["n"] for row in rows] == list(range(len(rows)))
    actions = written(title)["actions"]
    assert [row["id"] for row in rows if not row.get("sub")] == list(range(1 + len(actions)))
    late = {"finished", "end_reason"}
    for row in rows:
        assert set(KEYS) - late <= set(row["state"])
    listed = [each for action in actions for each in (action, *action.get("auto_actions", ()))]
    assert len(rows) == 1 + len(listed)
    assert {row["type"] for row in rows} == {"setup", *(action["type"] for action in listed)}


def test_runs_stand_with_the_line_that_made_them() -> None:
    imported = read_game(written("1867"))
    for row in lines(imported.game, imported):
        assert ("run" in row) == (row["type"] == "run_routes")
        if "run" in row:
            assert row["run"]["total"] == sum(route["revenue"] for route in row["run"]["routes"])


@pytest.mark.parametrize("title", ["1856", "1861", "1867"])
def test_a_record_of_ours_is_traced_action_by_action(title: str) -> None:
    game = played(title, 3, 220)
    rows = list(lines(game))
    assert len(rows) == 1 + len(game.timeline.standing())
    imported = read_game(written(title))
    assert rows[-1]["state"] == list(lines(imported.game, imported))[-1]["state"]


def test_a_minor_under_the_hammer_has_its_token_on_the_map() -> None:
    """The site puts it down with the opening bid; ours when the auction is won."""
    imported = read_game(written("1867"))
    rows = {row["id"]: row for row in lines(imported.game, imported)}
    for action in written("1867")["actions"]:
        if action["type"] != "place_token" or rows[action["id"] - 1]["type"] != "bid":
            continue
        minor = action["entity"]
        with_bid, with_token = rows[action["id"] - 1]["state"], rows[action["id"]]["state"]
        assert not any(token[2] == minor for there in with_bid["tokens"].values() for token in there)
        assert any(token[2] == minor for there in with_token["tokens"].values() for token in there)
        assert minor in with_bid["tokens_left"]
        assert minor not in with_token["tokens_left"]


def test_an_opening_bid_that_nobody_can_top_is_paid_before_its_token() -> None:
    imported = read_game(written("1867", most=400))
    rows = {row["id"]: row["state"] for row in lines(imported.game, imported)}
    won = 0
    for action in written("1867", most=400)["actions"]:
        number = action["id"]
        if action["type"] == "bid" and "corporation" in action and action["corporation"] in rows[number]["price"]:
            at_once = action["corporation"] not in rows[number - 1]["price"]
            opened = action["corporation"] not in [
                token[2] for there in rows[number - 1]["tokens"].values() for token in there
            ]
            if at_once and opened:
                won += 1
                assert rows[number]["cash"]["corporations"][action["corporation"]] == action["price"]
    assert won


def test_the_last_line_has_the_result() -> None:
    data = written("1867")
    data["actions"].append({"type": "end_game", "entity": 1, "entity_type": "player", "id": 999})
    imported = read_game(data)
    last = list(lines(imported.game, imported))[-1]
    assert last["type"] == "end"
    assert last["end_reason"] == "manually_ended"
    assert last["result"] == {str(n): imported.game.scores[f"p{n}"] for n in (1, 2, 3)}
