"""Games as that site's data: that they come back the same, and that others are refused by name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.interop.games import PLAYED, played, written
from tests.interop.test_reading import plain_actions
from towpath.api import Game
from towpath.bots import RandomBot, play_on
from towpath.interop import Import, NotExportable, lines, read_game, write_game

RECORDINGS = [f"{title}/{title}-{name}.record.json" for title in ("1861", "1867") for name in "ab"]


def positions(imported: Import) -> list[dict[str, Any]]:
    """The positions of the trace, without what only counts lines; one of each row of equal ones."""
    found: list[dict[str, Any]] = []
    for line in lines(imported.game, imported):
        if "state" in line and (not found or found[-1] != line["state"]):
            found.append(line["state"])
    return found


@pytest.mark.parametrize("name", RECORDINGS)
def test_recordings_written_and_read_again_give_the_same_trace(shared: Path, name: str) -> None:
    first = read_game((shared / "conformance" / name).read_bytes())
    data = json.loads(json.dumps(write_game(first.game)))
    again = read_game(data)
    assert positions(again) == positions(first)
    assert again.game.state == first.game.state
    assert not again.needless
    assert not again.added
    assert not again.differences


@pytest.mark.parametrize("name", RECORDINGS)
def test_every_action_and_pass_of_a_recording_is_written(shared: Path, name: str) -> None:
    flat = json.loads((shared / "conformance" / name.replace(".record.", ".flat.")).read_text())
    listed = [each for action in flat["actions"] for each in (action, *action.get("auto_actions", ()))]
    data = write_game(read_game(flat).game)
    left_out = (
        "id",
        "orig_id",
        "user",
        "created_at",
        "auto_actions",
        "routes",
        "tokener",
        "variant",
        "extra_revenue",
        "subsidy",
    )

    def told(action: dict[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in action.items() if key not in left_out}
        return kept | ({"tile": kept["tile"].partition("-")[0]} if "tile" in kept else {})

    assert len(data["actions"]) == len(listed)
    for number, (action, recorded) in enumerate(zip(data["actions"], listed, strict=True), 1):
        assert action["id"] == number
        if action["type"] in ("place_token", "remove_token"):
            assert action["entity"] == recorded["entity"]
            continue  # the city's id has the copy of its tile, the slot is the one that was clicked on, not the one taken
        assert told(action) == told(recorded)


@pytest.mark.parametrize(
    ("title", "players", "options"),
    [
        ("1861", 2, {}),
        ("1861", 4, {"market": "column", "first_player": "random"}),
        ("1867", 3, {}),
        ("1867", 5, {"market": "grid", "first_player": "random"}),
        ("1856", 3, {}),
        ("1856", 6, {"first_player": "random", "alternate_destinations": "on"}),
    ],
)
def test_random_games_come_back(title: str, players: int, options: dict[str, str]) -> None:
    game = played(title, players, 700, "7", **options)
    data = json.loads(json.dumps(write_game(game)))
    again = read_game(data)
    assert not again.needless
    assert not again.added
    assert not again.waived
    assert not again.differences
    turned = {f"p{number}": seat for number, seat in enumerate(_order(game), 1)}
    mine = [
        {**action, "entity": turned.get(action["entity"], action["entity"])} for action in plain_actions(again.game)
    ]
    assert mine == plain_actions(game)
    assert {turned[seat]: score for seat, score in again.game.scores.items()} == game.scores
    assert again.game.state.tiles == game.state.tiles
    assert again.game.state.tokens == game.state.tokens
    assert again.game.state.trains == game.state.trains


def _order(game: Game) -> list[str]:
    start = game.position(0)
    at = start.seating.index(start.priority)
    return [*start.seating[at:], *start.seating[:at]]


def _players(title: str, number: int) -> int:
    return 3 + number % 4 if title == "1856" else 2 + number % 5


@pytest.mark.prove
@pytest.mark.parametrize("title", ["1856", "1861", "1867"])
def test_whole_random_games_come_back(title: str, proof: Callable[[str], None]) -> None:
    counts = []
    for number in range(12):
        options = {
            **PLAYED,
            "consent": "on" if number % 3 == 1 else "off",
            "first_player": "random" if number % 2 else "seat1",
        }
        game = Game.new(title, _players(title, number), options, seed=str(number))
        play_on(game, RandomBot(), Random(number))
        again = read_game(json.loads(json.dumps(write_game(game))))
        assert not [*again.needless, *again.added, *again.differences]
        names = {seat.id: seat.name for seat in again.game.seats}
        own = {seat.name: game.scores[seat.id] for seat in game.seats}
        assert {names[seat]: score for seat, score in again.game.scores.items()} == own
        counts.append(game.number)
    proof(f"{title}: {len(counts)} random games written for 18xx.games and read again, {sum(counts)} actions")


def test_asked_owners_leave_no_mark() -> None:
    """What was agreed is written as done, what was refused is not written at all."""
    game = Game.new("1867", 3, {**PLAYED, "consent": "on"}, seed="5")
    play_on(game, RandomBot(), Random(5), 500)
    kinds = [action["type"] for action in plain_actions(game)]
    assert "accept" in kinds
    assert "decline" in kinds
    again = read_game(write_game(game))
    assert not again.needless
    assert not again.added
    assert again.game.scores == game.scores
    assert not {"accept", "decline"} & {action["type"] for action in plain_actions(again.game)}


def test_what_was_undone_is_left_out() -> None:
    game = read_game(written("1867")).game
    before = write_game(game)
    play_on(game, RandomBot(), Random(3), 5)
    for _ in range(5):
        game.undo()
    assert write_game(game) == before


@pytest.mark.parametrize("consent", ["on", "off"])
def test_names_and_agreed_ends_are_kept(consent: str) -> None:
    game = Game.new("1867", ["Ann", "Bob", "Cleo"], {**PLAYED, "consent": consent}, seed="11")
    play_on(game, RandomBot(), Random(11), 30)
    from towpath.kernel.record import EndAnswer, EndOffer

    game.write(EndOffer(by="p2"))
    game.write(EndAnswer(by="p1", agree=True))
    game.write(EndAnswer(by="p3", agree=True))
    data = write_game(game)
    assert [player["name"] for player in data["players"]] == ["Ann", "Bob", "Cleo"]
    assert data["actions"][-1]["type"] == "end_game"
    assert data["game_end_reason"] == "manually_ended"
    assert data["result"] == {"1": game.scores["p1"], "2": game.scores["p2"], "3": game.scores["p3"]}
    assert data["settings"]["seed"] == 11
    again = read_game(data)
    assert again.game.scores == game.scores
    assert not again.differences


@pytest.mark.parametrize("title", ["1861", "1867"])
def test_with_two_players_the_seed_takes_out_the_same_privates(title: str) -> None:
    for seed in range(5):
        game = Game.new(title, 2, PLAYED, seed=f"own {seed}")
        again = read_game(write_game(game)).game
        assert again.state.privates == game.state.privates


@pytest.mark.parametrize("most", [96, 97, 140, 141, 300])
def test_the_site_waits_where_we_have_gone_on_because_of_a_refusal(most: int) -> None:
    """Wherever the game is left, reading it again comes to the same point."""
    game = Game.new("1867", 6, {**PLAYED, "consent": "on"}, seed="10")
    play_on(game, RandomBot(), Random(10), most)
    again = read_game(write_game(game))
    assert not again.added
    assert not again.needless
    assert again.game.scores == game.scores
    if type(game.state.frame).__name__ != "Consent":
        assert again.game.engine.actors(again.game.state) == game.engine.actors(game.state)


@pytest.mark.parametrize(
    ("title", "options", "told"),
    [
        ("1867", {}, "profile = own"),
        ("1867", {"profile": "rulebook"}, "profile = rulebook"),
        ("1867", {**PLAYED, "long_game": "on"}, "option long_game is on; there it is always off"),
        ("1867", {**PLAYED, "merge_chain": "off"}, "switch merge_chain is off"),
        (
            "1861",
            {**PLAYED, "train_exports": "on", "no_price_floor": "on"},
            "train_exports is on.*; option|no_price_floor is on",
        ),
        ("1861", {**PLAYED, "bundles": "on"}, "option bundles is on"),
    ],
)
def test_games_that_the_site_cannot_have_are_refused_by_name(title: str, options: dict[str, str], told: str) -> None:
    with pytest.raises(NotExportable, match=told):
        write_game(Game.new(title, 3, options))


def test_replaced_data_files_are_refused() -> None:
    from importlib.resources import files

    text = files("towpath.titles.t1867").joinpath("market.toml").read_text(encoding="utf-8")
    with pytest.raises(NotExportable, match=r"market\.toml"):
        write_game(Game.new("1867", 3, PLAYED, overlays={"market.toml": text}))


def test_a_switch_that_says_what_the_site_does_is_no_obstacle() -> None:
    write_game(Game.new("1867", 3, {**PLAYED, "merge_chain": "on"}))
