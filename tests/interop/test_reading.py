"""What game data may hold, and how it becomes a game of ours."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.interop.games import played, written
from towpath.api import Game, UnknownTitle, open_game
from towpath.interop import Diverged, read_game, write_game
from towpath.kernel.codec import FormatError
from towpath.kernel.record import Act, Aside, Note, dump

TITLES = ("1856", "1861", "1867")


def plain_actions(game: Game) -> list[dict[str, Any]]:
    """What stands, as plain data."""
    entries = [game.timeline.log[number - 1] for number in game.timeline.standing()]
    return [entry.action for entry in entries if isinstance(entry, Act)]


@pytest.mark.parametrize("title", TITLES)
def test_reading_gives_the_game_that_was_written(title: str) -> None:
    game = played(title, 3, 220)
    imported = read_game(written(title))
    assert plain_actions(imported.game) == plain_actions(game)
    assert imported.game.state == game.state
    assert not imported.waived
    assert not imported.needless
    assert not imported.added
    assert not imported.differences


def test_an_imported_game_is_a_game_like_any_other() -> None:
    imported = read_game(written("1867"))
    again = open_game(dump(imported.game.record))
    assert again.divergence is None
    assert again.state == imported.game.state
    again.undo()
    again.redo()
    assert again.state == imported.game.state


def test_entries_say_where_they_come_from() -> None:
    imported = read_game(written("1867"))
    sources = [entry.source for entry in imported.game.timeline.log]
    assert all(source is not None for source in sources)
    last = imported.applied[-1]
    assert imported.game.timeline.log[last.entries[-1] - 1].source == last.action.label
    assert {entry.hand for entry in imported.game.timeline.log if isinstance(entry, Act)} == {"import"}


def renamed(data: dict[str, Any], name: dict[int, Any]) -> dict[str, Any]:
    """The same game with other player ids."""
    data = deepcopy(data)
    for player in data["players"]:
        player["id"] = name[player["id"]]
    for action in data["actions"]:
        if action["entity_type"] == "player":
            action["entity"] = name[action["entity"]]
    return data


@pytest.mark.parametrize("name", [{1: 4711, 2: 12, 3: 99}, {1: "ann", 2: "Bob B.", 3: "x-3"}, {1: "1", 2: "2", 3: "3"}])
def test_players_may_have_any_ids(name: dict[int, Any]) -> None:
    imported = read_game(renamed(written("1867"), name))
    assert imported.game.state == played("1867", 3, 220).state


def test_clicks_times_and_unknown_keys_change_nothing() -> None:
    data = written("1867")
    data["unheard_of"] = {"deep": [1, 2]}
    data["user_settings"] = None
    for number, action in enumerate(data["actions"]):
        action["user"] = data["players"][number % 3]["id"]
        action["created_at"] = 1_700_000_000 + number
        action["meta"] = {"client": "x"}
    imported = read_game(data)
    assert imported.game.state == played("1867", 3, 220).state
    first = imported.game.timeline.log[0]
    assert first.at == "2023-11-14T22:13:20+00:00"
    assert [entry.by for entry in imported.game.timeline.log[:3]] == ["p1", "p2", "p3"]


def test_chat_becomes_notes_and_programs_change_nothing() -> None:
    data = written("1867")
    player = data["players"][0]["id"]
    who = {"entity": player, "entity_type": "player"}
    data["actions"].insert(5, {"type": "message", **who, "message": "good luck"})
    data["actions"].insert(9, {"type": "program_share_pass", **who, "id": 900})
    data["actions"].insert(12, {"type": "program_disable", **who, "reason": "by hand"})
    imported = read_game(data)
    assert imported.game.state == played("1867", 3, 220).state
    assert [entry.text for entry in imported.game.timeline.log if isinstance(entry, Note)] == ["good luck"]


def test_programs_of_the_file_are_kept_and_written_again_in_their_place() -> None:
    data = written("1867")
    player = data["players"][0]["id"]
    who = {"entity": player, "entity_type": "player"}
    bought = {"type": "program_buy_shares", "corporation": "GW", "until_condition": 3, "from_market": False}
    data["actions"].insert(9, {**bought, **who, "id": 900})
    data["actions"].append({"type": "program_disable", **who, "reason": "by hand", "id": 901})
    game = read_game(data).game
    kept = [(entry.by, entry.data) for entry in game.timeline.log if isinstance(entry, Aside)]
    assert kept == [("p1", bought), ("p1", {"type": "program_disable", "reason": "by hand"})]
    again = write_game(open_game(dump(game.record)))["actions"]
    assert {key: again[9][key] for key in bought} == bought
    assert again[9]["entity"] == again[-1]["entity"]
    assert again[-1]["type"] == "program_disable"


def test_automatic_actions_are_played_in_their_place() -> None:
    data = written("1867")
    actions = data["actions"]
    at = next(n for n, action in enumerate(actions) if action["type"] == "pass" and actions[n + 1]["type"] == "pass")
    hung = actions.pop(at + 1)
    del hung["id"]
    actions[at]["auto_actions"] = [hung]
    imported = read_game(data)
    assert imported.game.state == played("1867", 3, 220).state
    group = imported.groups()[at]
    assert [each.action.sub for each in group] == [0, 1]
    assert imported.game.timeline.log[group[1].entries[0] - 1].source == f"{actions[at]['id']}.1"


# undo and redo


def wandering(data: dict[str, Any], seed: int) -> dict[str, Any]:
    """The same game with undo and redo inside: what stands at the end is what stood before."""
    rng = Random(seed)
    flat = data["actions"]
    listed: list[dict[str, Any]] = []
    ids: list[int] = []
    undone: list[list[int]] = []
    number = 0
    while len(ids) < len(flat):
        number += rng.randint(1, 3)
        luck = rng.random()
        if ids and luck < 0.08:
            listed.append({"type": "undo", "entity": 1, "entity_type": "player", "id": number})
            undone.append([ids.pop()])
        elif ids and luck < 0.12:
            keep = rng.randint(max(0, len(ids) - 12), len(ids))
            target = ids[keep - 1] if keep else 0
            listed.append({"type": "undo", "entity": 1, "entity_type": "player", "id": number, "action_id": target})
            undone.append(ids[keep:])
            del ids[keep:]
        elif undone and luck < 0.5:
            listed.append({"type": "redo", "entity": 1, "entity_type": "player", "id": number})
            ids += undone.pop()
        else:
            listed.append({**flat[len(ids)], "id": number})
            ids.append(number)
            undone.clear()
    return {**data, "actions": listed}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(6))
def test_undo_and_redo_are_followed(title: str, seed: int) -> None:
    data = wandering(written(title), seed)
    kinds = [action["type"] for action in data["actions"]]
    assert kinds.count("undo") > 5
    assert kinds.count("redo") > 5
    imported = read_game(data)
    assert plain_actions(imported.game) == plain_actions(played(title, 3, 220))
    assert imported.game.state == played(title, 3, 220).state
    assert open_game(dump(imported.game.record)).state == imported.game.state


def test_an_opening_bid_may_be_taken_back_before_its_city() -> None:
    data = written("1867")
    actions = data["actions"]
    at = next(n for n, action in enumerate(actions) if action["type"] == "place_token")
    undo = {"type": "undo", "entity": 1, "entity_type": "player"}
    token, bid = actions[at], actions[at - 1]
    for extra in (
        [undo, token],
        [undo, undo, bid, token],
        [undo, undo, {**undo, "type": "redo"}, {**undo, "type": "redo"}],
    ):
        changed = [*actions[: at + 1], *(dict(each) for each in extra), *actions[at + 1 :]]
        for number, action in enumerate(changed, 1):
            action["id"] = number
        imported = read_game({**data, "actions": deepcopy(changed)})
        assert imported.game.state == played("1867", 3, 220).state


# what cannot be followed


def test_a_refused_action_is_named_and_the_game_before_it_stays() -> None:
    data = written("1867")
    at = next(n for n, action in enumerate(data["actions"]) if action["type"] == "buy_train")
    data["actions"][at]["price"] = 7
    with pytest.raises(Diverged) as caught:
        read_game(data)
    diverged = caught.value
    assert str(diverged).startswith(f"action {at + 1} (buy_train by ")
    assert "it to be allowed" in diverged.expected
    assert "costs 100, not 7" in diverged.found
    game = diverged.imported.game
    assert plain_actions(game) == plain_actions(read_game({**data, "actions": data["actions"][:at]}).game)
    game.play(game.sample(Random(1)))


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        ("lay_tile", {"hex": "ZZ99"}, "no hex ZZ99"),
        ("lay_tile", {"tile": "9999-0"}, "no tile 9999"),
        ("lay_tile", {"rotation": 17}, "rotation is 0 to 5"),
        ("lay_tile", {"rotation": "two"}, "rotation is 'two'"),
        ("lay_tile", {"entity": "XYZ"}, "no company 'XYZ'"),
        ("bid", {"price": 10**30}, "price is"),
        ("bid", {"price": -5}, "at least"),
        ("bid", {"company": "nobody"}, "nobody"),
        ("pass", {"entity": 77}, "no player '77'"),
        ("place_token", {"city": "57-99-0"}, "no city"),
        ("place_token", {"city": "nonsense"}, "no city"),
        ("buy_train", {"train": "99-0"}, "no train '99-0'"),
        ("buy_train", {"train": 5}, "train is 5"),
        ("run_routes", {"routes": "all"}, "routes is a list"),
        ("run_routes", {"routes": [{"train": "2-0"}]}, "connections"),
        ("run_routes", {"routes": [{"train": "2-0", "connections": [["A1", "A3"]]}]}, "fits no track"),
        ("bid", {"type": "teleport"}, "no such action"),
    ],
)
def test_nonsense_is_named(kind: str, change: dict[str, Any], told: str) -> None:
    data = written("1867")
    at = next(n for n, action in enumerate(data["actions"]) if action["type"] == kind)
    data["actions"][at].update(change)
    with pytest.raises(Diverged, match=told) as caught:
        read_game(data)
    assert caught.value.action.number == at + 1
    assert caught.value.imported.game.state is not None


def test_undo_of_nothing_and_redo_of_nothing_are_named() -> None:
    who = {"entity": 1, "entity_type": "player", "id": 1}
    for kind, extra in (("undo", {}), ("redo", {}), ("undo", {"action_id": 5})):
        data = {**written("1867"), "actions": [{"type": kind, **who, **extra}]}
        with pytest.raises(Diverged):
            read_game(data)


def test_a_wrong_figure_is_a_difference_not_an_end() -> None:
    data = written("1867")
    run = next(action for action in data["actions"] if action["type"] == "run_routes" and action["routes"])
    paid = run["routes"][0]["revenue"]
    run["routes"][0]["revenue"] = paid + 40
    imported = read_game(data)
    assert [(one.expected, one.found) for one in imported.differences] == [(str(paid + 40), str(paid))]
    assert f"action {run['id']} " in imported.differences[0].sentence


def test_a_game_ended_by_hand_is_over() -> None:
    data = written("1867")
    data["actions"].append({"type": "end_game", "entity": 2, "entity_type": "player", "id": 999})
    data["result"] = {"1": 1, "2": 2, "3": 3}
    imported = read_game(data)
    assert imported.game.state.finished == "by_hand"
    assert not imported.game.state.loans
    assert len(imported.differences) == 3
    assert all("final value" in difference.what for difference in imported.differences)
    data["actions"].append({"type": "pass", "entity": 2, "entity_type": "player", "id": 1000})
    with pytest.raises(Diverged, match="1000"):
        read_game(data)


# old records


def test_passes_that_are_missing_or_needless_are_bridged_and_listed() -> None:
    """The site has not always waited where it waits today."""
    data = written("1867", most=400)
    actions = data["actions"]
    at = next(
        n for n, action in enumerate(actions)
        if action["type"] == "pass" and action["entity_type"] == "corporation"
        and actions[n + 1]["entity"] == action["entity"] and actions[n + 1]["type"] != "pass"
    )  # fmt: skip
    missing = read_game({**data, "actions": actions[:at] + actions[at + 1 :]})
    assert missing.game.state == read_game(data).game.state
    assert len(missing.added) == 1
    needless = read_game(
        {**data, "actions": [*actions[: at + 2], {**actions[at], "entity": "CNR"}, *actions[at + 2 :]]}
    )
    assert needless.game.state == read_game(data).game.state
    assert [action.entity for action in needless.needless] == ["CNR"]


def test_a_move_that_is_refused_today_may_be_granted() -> None:
    """Track that reaches nothing new: old records hold such lays."""
    data = written("1861")
    at = next(n for n, action in enumerate(data["actions"]) if action["type"] == "lay_tile")
    lay = {**data["actions"][at], "hex": "P10", "tile": "9-1", "rotation": 0}
    imported = read_game({**data, "actions": [*data["actions"][:at], lay]})
    assert [reason.code for _, reason in imported.waived] == ["not_connected"]
    entry = imported.game.timeline.log[-1]
    assert isinstance(entry, Act)
    assert entry.waived == ("not_connected",)
    assert open_game(dump(imported.game.record)).divergence is None


# files that are none


def test_other_titles_and_rules_are_named() -> None:
    with pytest.raises(UnknownTitle, match="1889"):
        read_game({**written("1867"), "title": "1889"})
    with pytest.raises(FormatError, match="grid_market"):
        read_game({**written("1867"), "settings": {"optional_rules": ["no_such_rule"]}})


def test_the_other_market_is_an_option() -> None:
    for title, rule, value in (("1861", "column_market", "column"), ("1867", "grid_market", "grid")):
        imported = read_game({**written(title), "actions": [], "settings": {"optional_rules": [rule]}})
        assert imported.game.rules.options["market"] == value  # type: ignore[attr-defined]


def test_a_game_may_be_judged_by_other_rules() -> None:
    imported = read_game({**written("1867"), "actions": []}, {"profile": "rulebook"})
    assert imported.game.record.options["profile"] == "rulebook"


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("title", TITLES[1:])
def test_with_two_players_the_same_privates_are_out(title: str, seed: int) -> None:
    data = {
        "title": title,
        "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}],
        "actions": [],
        "settings": {"seed": seed},
    }
    state = read_game(data).game.state
    left = [private for private, holder in state.privates.items() if holder == "bank"]
    assert len(left) == 3
    if seed == 1:  # as the facts of both titles were taken down
        assert left == {"1861": ["TSR", "MRR", "WVR"], "1867": ["C&SL", "QB", "SCT"]}[title]
