"""By which rules a file of 18xx.games is judged: that site's, unless told otherwise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import Capture, refused
from tests.interop.games import written
from towpath.api import Game
from towpath.cli.main import run


@pytest.fixture
def site_file(tmp_path: Path) -> str:
    """Game data of 18xx.games."""
    path = tmp_path / "site.json"
    path.write_text(json.dumps(written("1867")))
    return str(path)


def test_a_profile_named_is_the_one_the_game_is_judged_by(site_file: str, capsys: Capture) -> None:
    assert run(["replay", site_file, "--profile", "18xx.games"]) == 0
    told = capsys.readouterr().out
    assert run(["replay", site_file]) == 0
    assert capsys.readouterr().out == told


def test_a_profile_that_there_is_not_is_refused_with_those_there_are(site_file: str, capsys: Capture) -> None:
    assert "it can be own, rulebook, designer, 18xx.games" in refused(capsys, "replay", site_file, "--profile", "x")


def test_a_record_of_ours_says_itself_by_which_rules_it_is_played(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "ours.json"
    Game.new("1867", 3).save(path)
    assert "a record of Towpath says itself" in refused(capsys, "replay", str(path), "--profile", "own")
