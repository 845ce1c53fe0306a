"""1856 in that site's files: its recordings written again, random games there and back, and what is refused."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.interop.games import played, written
from towpath.api import Game
from towpath.interop import Diverged, Import, NotExportable, lines, read_game, write_game
from towpath.interop.t1856 import certificate_here, certificate_there

NAMES = "abcde"
BOOKED = ("orig_id", "id", "created_at", "user", "percent", "variant", "slot", "tokener", "routes", "extra_revenue")
"""What a recording may lack, or number in another way."""


def recording(shared: Path, name: str) -> dict[str, Any]:
    found = json.loads((shared / "conformance" / "1856" / f"1856-{name}.flat.json").read_bytes())
    assert isinstance(found, dict)
    return found


@cache
def imported(shared: Path, name: str) -> Import:
    return read_game(recording(shared, name))


def plain(action: dict[str, Any]) -> dict[str, Any]:
    """An action without book-keeping, and without which copy of a tile was taken."""
    kept = {key: value for key, value in action.items() if key not in BOOKED}
    if "tile" in kept:
        kept["tile"] = kept["tile"].rpartition("-")[0]
    kept["auto_actions"] = [plain(each) for each in kept.get("auto_actions", ())]
    return kept


@pytest.mark.parametrize("name", "abcd")
def test_a_recording_is_written_as_it_was(shared: Path, name: str) -> None:
    """Loans, certificates of the CGR, powers of privates, destinations: action for action, to the end by hand."""
    theirs = [plain(action) for action in recording(shared, name)["actions"] if action["type"] != "end_game"]
    mine = [plain(action) for action in write_game(imported(shared, name).game)["actions"]]
    assert mine[: len(theirs)] == theirs
    assert {action["type"] for action in mine[len(theirs) :]} <= {"end_game"}


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_written_and_read_again_is_the_same_game(shared: Path, name: str) -> None:
    game = imported(shared, name).game
    again = read_game(json.loads(json.dumps(write_game(game)))).game
    assert [line.get("state") for line in lines(again)] == [line.get("state") for line in lines(game)]
    assert again.scores == game.scores


def test_a_bankruptcy_is_declared_after_the_last_sale(shared: Path) -> None:
    actions = write_game(imported(shared, "e").game)["actions"]
    assert [action["type"] for action in actions[-2:]] == ["sell_shares", "bankrupt"]
    assert actions[-1]["entity"] == "BBG"


@pytest.mark.parametrize("number", range(6))
def test_random_games_go_there_and_back(number: int) -> None:
    options = {"alternate_destinations": "on"} if number % 2 else {"eight_train_variant": "on"}
    game = played("1856", 3 + number % 4, 260, str(20 + number), **options)
    data = json.loads(json.dumps(write_game(game)))
    back = read_game(data)
    assert not back.needless
    assert not back.added
    assert not back.waived
    assert not back.differences
    assert write_game(back.game)["actions"] == data["actions"]
    assert list(lines(back.game))[-1].get("state") == list(lines(game))[-1].get("state")


def test_every_track_step_ends_with_a_look_at_destinations() -> None:
    data = written("1856", 4, 200)
    looked = [action for action in data["actions"] if "auto_actions" in action]
    assert len(looked) > 3
    for action in looked:
        assert [auto["type"] for auto in action["auto_actions"]] == ["destination_connection"]
        assert action["type"] in ("lay_tile", "pass", "place_token", "buy_company")


def test_names_of_that_site_are_used() -> None:
    named = {action.get("corporation") for action in written("1856", 4, 200)["actions"] if action["type"] == "par"} | {
        action["entity"] for action in written("1856", 3, 260)["actions"]
    }
    assert not named & {"BB", "CVR"}


def test_certificates_are_renamed_both_ways() -> None:
    for ours, theirs in (("BB_3", "BBG_3"), ("CVR_0", "CV_0"), ("GT_8", "GT_8"), ("CGR_8", "CGR_8"), ("CGR_9", "CGR_20"),
                         ("CGR_18", "CGR_29")):  # fmt: skip
        assert certificate_there(ours) == theirs
        assert certificate_here(theirs) == ours


def spoiled(kind: str, **changes: Any) -> dict[str, Any]:
    """A game in which the first action of a kind is changed."""
    data = deepcopy(written("1856", 4, 200))
    action = next(each for each in data["actions"] if each["type"] == kind)
    action.update(changes)
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (lambda: spoiled("par", corporation="XYZ"), "has no company 'XYZ'"),
        (lambda: spoiled("take_loan", type="choose", choice="x"), "has no such action"),
        (lambda: spoiled("take_loan", type="special_buy", description="Ferry"), "description is 'Ferry'"),
        (
            lambda: spoiled("take_loan", type="assign", entity="GLSX", entity_type="company"),
            "no company owns a private",
        ),
    ],
)
def test_what_cannot_be_understood_is_named(data: Any, message: str) -> None:
    with pytest.raises(Diverged, match=message):
        read_game(data())


def test_only_games_under_that_sites_rules_are_written() -> None:
    with pytest.raises(NotExportable, match="profile"):
        write_game(Game.new("1856", 4))
