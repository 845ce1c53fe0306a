"""The commands, as they are called: what they print, and their exit status."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from tests.interop.games import PLAYED, written
from towpath.api import Game, open_game
from towpath.bots import RandomBot, names, play_on
from towpath.cli import counting
from towpath.cli.counting import blocks
from towpath.cli.main import COMMANDS, run
from towpath.interop import lines, read_game

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def site_file(tmp_path: Path) -> str:
    """Game data of 18xx.games."""
    path = tmp_path / "site.json"
    path.write_text(json.dumps(written("1867")))
    return str(path)


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A record of ours, under that site's rules."""
    game = Game.new("1867", ["Ann", "Bob", "Cleo"], PLAYED, seed="4")
    play_on(game, RandomBot(), Random(4), 120)
    path = tmp_path / "game.json"
    game.save(path)
    return str(path)


def refused(capsys: Capture, *args: str) -> str:
    """The sentence on stderr of a call that must fail with status 2."""
    assert run(args) == 2
    told = capsys.readouterr()
    assert told.err.startswith("towpath: ")
    assert told.err.count("\n") == 1
    return told.err


# help


def test_help_teaches_every_command(capsys: Capture) -> None:
    assert run(["--help"]) == 0
    told = capsys.readouterr().out
    assert "Examples" in told
    for name, (_, text) in COMMANDS.items():
        assert name in told
        assert text in told
        assert run([name, "--help"]) == 0
        helped = capsys.readouterr().out
        assert f"towpath {name}" in helped
        if name != "titles":
            assert "Example" in helped


def test_help_names_the_bots_and_keeps_an_example_on_one_line(capsys: Capture) -> None:
    assert run(["simulate", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert all(name in told.partition("--bot")[2].partition("--seed")[0] for name in names())
    assert run(["--help"]) == 0
    assert '"--at 0" is the start, "--at 12" after the twelfth' in capsys.readouterr().out


def test_the_command_answers_without_loading_the_engine() -> None:
    code = (
        "import sys; from towpath.cli.main import run; run(['--help']); "
        "print([m for m in sys.modules if m.startswith('towpath')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-1] == "['towpath', 'towpath.cli', 'towpath.cli.main']"


@pytest.mark.parametrize("module", ["towpath", "towpath.cli.main"])
def test_the_module_runs_as_a_program(module: str) -> None:
    told = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("towpath ")


# replay


def test_replay_prints_the_standings(capsys: Capture, site_file: str, record: str) -> None:
    assert run(["replay", site_file]) == 0
    told = capsys.readouterr()
    scores = read_game(written("1867")).game.scores
    for score in scores.values():
        assert str(score) in told.out
    assert told.err == ""
    assert run(["replay", record]) == 0
    assert "Cleo" in capsys.readouterr().out


def test_replay_stops_where_it_is_told(capsys: Capture, site_file: str) -> None:
    assert run(["replay", site_file, "--to", "10"]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("after 10 actions")
    assert "there is no action 9999" in refused(capsys, "replay", site_file, "--to", "9999")


def test_replay_writes_the_trace(capsys: Capture, site_file: str, record: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert run(["replay", site_file, "--trace", str(out)]) == 0
    imported = read_game(written("1867"))
    assert [json.loads(line) for line in out.read_text().splitlines()] == json.loads(
        json.dumps(list(lines(imported.game, imported)))
    )
    assert run(["replay", site_file, "--trace", str(out), "--to", "7"]) == 0
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == list(range(8))
    assert run(["replay", record, "--trace", str(tmp_path / "own.jsonl.gz")]) == 0
    assert (tmp_path / "own.jsonl.gz").read_bytes()[:2] == b"\x1f\x8b"


def test_replay_of_a_game_that_diverges_shows_the_position_before(capsys: Capture, tmp_path: Path) -> None:
    data = written("1867")
    at = next(n for n, action in enumerate(data["actions"]) if action["type"] == "buy_train")
    data["actions"][at]["price"] = 1
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(data))
    assert run(["replay", str(path)]) == 2
    told = capsys.readouterr()
    assert f"action {at + 1} (buy_train" in told.err
    assert "expected" in told.err
    assert "found" in told.err
    assert "Player 1" in told.out
    assert run(["show", str(path)]) == 0
    told = capsys.readouterr()
    assert "To move" in told.out
    assert f"action {at + 1} (buy_train" in told.err


# conform


def test_conform_gives_a_table_and_status(capsys: Capture, site_file: str, tmp_path: Path) -> None:
    assert run(["replay", site_file, "--trace", str(tmp_path / "site.trace.jsonl")]) == 0
    capsys.readouterr()
    assert run(["conform", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    count = len(written("1867")["actions"])
    assert f"{count + 1}/{count + 1}" in told
    assert "Ignored:" in told
    rows = (tmp_path / "site.trace.jsonl").read_text().splitlines()
    rows[30] = rows[30].replace('"phase": "2"', '"phase": "9"')
    (tmp_path / "site.trace.jsonl").write_text("\n".join(rows))
    assert run(["conform", site_file]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "action 30, phase: recorded 9, found 2" in told


def test_conform_without_anything_to_compare_is_refused(capsys: Capture, tmp_path: Path) -> None:
    assert "trace beside" in refused(capsys, "conform", str(tmp_path))
    assert "no such file" in refused(capsys, "conform", str(tmp_path / "nothing.json"))


def test_conform_on_the_recordings(capsys: Capture, shared: Path) -> None:
    assert run(["conform", str(shared / "conformance" / "1867")]) == 0
    assert "737/737" in capsys.readouterr().out


# export


def test_export_writes_what_can_be_read_again(capsys: Capture, record: str, tmp_path: Path) -> None:
    assert run(["export", record]) == 0
    data = json.loads(capsys.readouterr().out)
    assert read_game(data).game.scores == open_game(record).scores
    out = tmp_path / "out.json"
    assert run(["export", record, "-o", str(out)]) == 0
    assert json.loads(out.read_text()) == data
    capsys.readouterr()
    assert str(out) in refused(capsys, "export", record, "-o", f"{out}/x").replace("\n", " ")


def test_export_names_why_not(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    Game.new("1867", 3).save(path)
    assert "profile = own" in refused(capsys, "export", str(path))


# looking


def test_show_prints_players_and_companies(capsys: Capture, record: str) -> None:
    assert run(["show", record]) == 0
    told = capsys.readouterr().out
    game = open_game(record)
    for name in ("Ann", "Bob", "Cleo", *game.state.cells):
        assert name in told
    assert run(["show", record, "--at", "0"]) == 0
    assert "AR, phase 2" in capsys.readouterr().out


def test_show_draws(capsys: Capture, record: str, tmp_path: Path) -> None:
    out, market = tmp_path / "map.svg", tmp_path / "market.svg"
    assert run(["show", record, "--svg", str(out), "--market", str(market)]) == 0
    assert out.read_text().lstrip().startswith("<svg")
    assert market.read_text().lstrip().startswith("<svg")
    assert "nowhere" in refused(capsys, "show", record, "--svg", str(tmp_path / "nowhere" / "map.svg"))


def test_the_board_of_brass_is_drawn_and_its_choices_are_words(capsys: Capture, tmp_path: Path) -> None:
    game = Game.new("Brass", ["Ann", "Bob", "Cleo"], seed="4")
    play_on(game, RandomBot(), Random(4), 20)
    record, out = tmp_path / "brass.json", tmp_path / "board.svg"
    game.save(record)
    assert run(["show", str(record), "--svg", str(out)]) == 0
    assert out.read_text().lstrip().startswith("<svg")
    assert "Manchester" in out.read_text()
    assert "no stock market" in refused(capsys, "show", str(record), "--market", str(out))
    assert run(["legal", str(record), "--at", "0"]) == 0
    told = capsys.readouterr().out
    assert "cotton+port" in told
    assert "('" not in told
    assert "()" not in told


def test_show_gives_the_text_form_and_json(capsys: Capture, record: str) -> None:
    game = open_game(record)
    assert run(["show", record, "--text"]) == 0
    assert game.read_text(capsys.readouterr().out) == game.state
    assert run(["show", record, "--json"]) == 0
    assert game.timeline.codec.state(json.loads(capsys.readouterr().out)) == game.state


def test_legal_lists_what_may_be_done(capsys: Capture, record: str) -> None:
    game = open_game(record)
    assert run(["legal", record]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(game.offers())
    assert run(["legal", record, "--all"]) == 0
    listed = [game.action(json.loads(line)) for line in capsys.readouterr().out.splitlines()]
    assert listed == game.legal_actions()
    idle = next(seat.id for seat in game.seats if seat.id not in game.to_move)
    assert run(["legal", record, "--seat", idle]) == 0
    assert capsys.readouterr().out == "Nothing.\n"
    assert "seats are p1, p2, p3" in refused(capsys, "legal", record, "--seat", "p9")


def test_explain_gives_reasons_with_their_rules(capsys: Capture, record: str, tmp_path: Path) -> None:
    action = tmp_path / "action.json"
    action.write_text('{"type": "bid", "entity": "p1", "target": "C&SL", "price": 12}')
    assert run(["explain", record, str(action), "--at", "0"]) == 1
    told = capsys.readouterr().out
    assert "[1867 5.1.c] Bids are multiples of 5" in told
    assert "[1867 5.2.a]" in told
    assert run(["explain", record, '{"type": "bid", "entity": "p1", "target": "C&SL", "price": 20}', "--at", "0"]) == 0
    assert "Nothing speaks against it" in capsys.readouterr().out
    assert run(["explain", record, '{"type": "dance", "entity": "p1"}']) == 1
    assert "unknown action type" in capsys.readouterr().out
    action.write_text("{")
    assert "not readable as JSON" in refused(capsys, "explain", record, str(action))
    action.write_text("[1]")
    assert "the action is an object" in refused(capsys, "explain", record, str(action))


def test_routes_finds_the_best_runs(capsys: Capture, record: str, tmp_path: Path) -> None:
    game = open_game(record)
    ran = next(
        (n, game.timeline.log[entry - 1].action)  # type: ignore[union-attr]
        for n, entry in enumerate(game.timeline.standing(), 1)
        if game.timeline.log[entry - 1].action["type"] == "run_routes" and game.timeline.log[entry - 1].action["runs"]  # type: ignore[union-attr]
    )
    assert run(["routes", record, "--at", str(ran[0] - 1)]) == 0
    told = capsys.readouterr().out
    assert f"{ran[1]['entity']} earns" in told
    assert "proved best" in told
    picture = tmp_path / "runs.svg"
    assert run(["routes", record, "--at", str(ran[0] - 1), "--svg", str(picture)]) == 0
    assert 'class="run-line"' in picture.read_text()
    capsys.readouterr()
    assert "no company 'XYZ'" in refused(capsys, "routes", record, "XYZ")
    assert "no company is to move" in refused(capsys, "routes", record, "--at", "0")
    assert "no train" in refused(capsys, "routes", record, "NYC", "--at", "0")


def typed_map() -> str:
    """The example of docs/routes.md."""
    page = (Path(__file__).parents[2] / "docs" / "routes.md").read_text()
    return page.partition("```toml\n")[2].partition("```")[0]


def test_routes_of_a_typed_map_are_those_of_the_page(capsys: Capture, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "routes.md").read_text()
    table, picture = tmp_path / "table.toml", tmp_path / "runs.svg"
    table.write_text(typed_map())
    assert run(["routes", "--tiles", str(table), "--svg", str(picture)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 3
    for line in told:
        assert line.rpartition(";")[0] in page or line in page, line
    assert picture.read_text().count('class="run-line"') == 2


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"1867"', '"1830"', "no title '1830'"),
        ('phase = "5"', 'phase = "9"', "no phase '9'"),
        ('company = "GWR"', 'company = "B&O"', "no company 'B&O'"),
        ('trains = ["4", "5"]', 'trains = ["9"]', "no kind of train '9'"),
        ('trains = ["4", "5"]', "trains = []", "trains is empty"),
        ('trains = ["4", "5"]', "trains = 4", "$.trains"),
        ('"SCT"', '"XYZ"', "no private 'XYZ'"),
        ("C17 = ", "Z99 = ", "no such hex"),
        ('"57@1"', '"57"', "tile@rotation"),
        ('"57@1"', '"57@6"', "tile@rotation"),
        ('"57@1"', '"999@1"', "no tile '999'"),
        ('["D16/0"]', '["D16"]', "no city of this map"),
        ('["E15/0"]', '["E15/0", "F16/0"]', "no space left"),
        ("[tiles]", "[tiles", "not readable as TOML"),
        ("[tiles]", "more = 1\n[tiles]", "unknown field"),
    ],
)
def test_a_slip_in_a_typed_map_is_told(capsys: Capture, tmp_path: Path, old: str, new: str, words: str) -> None:
    table = tmp_path / "table.toml"
    assert old in typed_map()
    table.write_text(typed_map().replace(old, new, 1))
    assert words in refused(capsys, "routes", "--tiles", str(table))


def test_routes_wants_a_game_or_a_typed_map(capsys: Capture, record: str, tmp_path: Path) -> None:
    assert "not both" in refused(capsys, "routes")
    assert "not both" in refused(capsys, "routes", record, "--tiles", str(tmp_path / "x.toml"))
    assert "--at goes with a game" in refused(capsys, "routes", "--tiles", str(tmp_path / "x.toml"), "--at", "3")


# playing


def test_new_writes_a_game(capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "new.json"
    args = ["new", "1861", "-p", "Ann", "-p", "Bob", "-O", "two_players=short", "--seed", "9", "-o", str(out)]
    assert run(args) == 0
    game = open_game(out)
    assert [seat.name for seat in game.seats] == ["Ann", "Bob"]
    assert game.record.options == {"two_players": "short"}
    assert "exists already" in refused(capsys, *args)
    assert "2 to 6 players" in refused(capsys, "new", "1861", "-p", "Ann", "-o", str(tmp_path / "x.json"))
    assert "no option" in refused(
        capsys, "new", "1861", "-p", "A", "-p", "B", "-O", "no=thing", "-o", str(tmp_path / "x.json")
    )
    assert "NAME=VALUE" in refused(
        capsys, "new", "1861", "-p", "A", "-p", "B", "-O", "market", "-o", str(tmp_path / "x.json")
    )
    assert "name the players" in refused(capsys, "new", "1861", "-o", str(tmp_path / "x.json"))


def test_data_of_ones_own_plays_and_travels_in_the_record(capsys: Capture, tmp_path: Path) -> None:
    folder, out = tmp_path / "board", tmp_path / "own.json"
    folder.mkdir()
    start = ["new", "1867", "-p", "Ann", "-p", "Bob", "-p", "Cleo", "--data", str(folder), "-o", str(out)]
    assert "holds no data file" in refused(capsys, *start)
    text = files("towpath.titles").joinpath("t1867", "title.toml").read_text(encoding="utf-8")
    (folder / "title.toml").write_text(text.replace("cash = 420\ncertificate_limit = 21\nownership_limit = 60",
                                                    "cash = 500\ncertificate_limit = 21\nownership_limit = 60"))  # fmt: skip
    assert run(start) == 0
    (folder / "title.toml").unlink()
    game = open_game(out)
    assert set(game.record.overlays) == {"title.toml"}
    assert {game.state.cash[seat.id] for seat in game.seats} == {500}
    (folder / "title.toml").write_text(text.replace("bank = 15000", 'bank = "much"'))
    other = [*start[:-1], str(tmp_path / "other.json")]
    assert "title.toml: bank is 'much'" in refused(capsys, *other)
    (folder / "title.toml").rename(folder / "titel.toml")
    assert "titel.toml" in refused(capsys, *other)
    assert "titel.toml" in refused(capsys, "simulate", "1867", "--data", str(folder))
    assert "No such file" in refused(capsys, *[*start[:-3], str(tmp_path / "none"), *start[-2:]])
    (folder / "titel.toml").unlink()
    (folder / "title.toml").write_text(text.replace("least_bid = 20", "least_bid = 25"))
    games = tmp_path / "games"
    played = ["simulate", "1867", "--games", "1", "--most", "12", "--data", str(folder), "--save", str(games)]
    run(played)
    assert "1 game of 1867 for 4" in capsys.readouterr().out
    assert set(open_game(next(games.iterdir())).record.overlays) == {"title.toml"}


def test_titles_and_options_are_listed(capsys: Capture) -> None:
    assert run(["titles"]) == 0
    told = capsys.readouterr().out
    assert "1861" in told
    assert "2 to 6 players" in told
    assert run(["options", "1861"]) == 0
    told = capsys.readouterr().out
    for name in ("market", "two_players", "profile", "merge_chain", "rsr_loop"):
        assert name in told
    assert "there are 1856, 1861, 1867" in refused(capsys, "options", "1830")


def test_simulate_plays_the_same_games_again(capsys: Capture, tmp_path: Path) -> None:
    args = ["simulate", "1867", "--games", "2", "--players", "3", "--seed", "6", "--most", "150", "-O", "consent=off"]
    assert run([*args, "--save", str(tmp_path / "a")]) == 0
    told = capsys.readouterr().out
    assert "given up: 2" in told
    assert run([*args, "--save", str(tmp_path / "b")]) == 0
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
    assert len(list((tmp_path / "a").iterdir())) == 2
    assert "for 1867; there are random, greedy" in refused(capsys, "simulate", "1867", "--bot", "genius")
    assert run(["simulate", "1861", "--games", "1", "--bot", "greedy", "--most", "30"]) == 0
    alone = capsys.readouterr().out
    assert "median" not in alone
    assert re.search(r"actions +│ +30 ", alone)
    assert "no title '1830'" in refused(capsys, "simulate", "1830")


# bad input


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe\x00",
        b"null",
        b'{"format": 99}',
        b'{"format": 1}',
        b'{"actions": 5}',
        b"[" * 200_000,
    ],
)
@pytest.mark.parametrize("command", ["replay", "show", "legal", "export", "routes"])
def test_damaged_files_give_one_sentence(capsys: Capture, tmp_path: Path, command: str, content: bytes) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    assert str(path) in refused(capsys, command, str(path))


def test_a_missing_file_a_folder_and_bad_arguments_give_one_sentence(
    capsys: Capture, tmp_path: Path, record: str
) -> None:
    assert "No such file" in refused(capsys, "replay", str(tmp_path / "nothing.json"))
    assert "directory" in refused(capsys, "replay", str(tmp_path))
    assert "--help" in refused(capsys, "replay")
    assert "--help" in refused(capsys, "replay", record, "--to", "x")
    assert "--help" in refused(capsys, "show", record, "--at", "-3")
    assert "--help" in refused(capsys, "fly")
    assert "--help" in refused(capsys, "show", record, "--frob")
    assert "there is no action 9999" in refused(capsys, "show", record, "--at", "9999")


def test_a_file_of_another_title_is_named(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(json.dumps({**written("1867"), "title": "1830"}))
    assert "1830" in refused(capsys, "replay", str(path))


def test_a_fault_of_the_program_is_told_without_a_traceback(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, record: str
) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("wheels came off")

    monkeypatch.delenv("TOWPATH_DEBUG", raising=False)
    monkeypatch.setattr("towpath.cli.looking.open_file", broken)
    assert run(["show", record]) == 70
    assert "wheels came off" in capsys.readouterr().err
    monkeypatch.setenv("TOWPATH_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run(["show", record])


# numbers


def test_numbers_are_printed_or_written_as_csv(record: str, capsys: Capture) -> None:
    assert run(["numbers", record]) == 0
    assert "Ann: worth" in " ".join(capsys.readouterr().out.split())
    for table, head in (
        ("worth", "Round,Entry,Ann: cash"), ("prices", "Round,Entry"), ("earnings", "Round,Entry,Company,Trains"),
        ("sheet", "Company,Ann,Bob,Cleo,Unsold,Pool,Price,Par"),
    ):  # fmt: skip
        assert run(["numbers", record, "--table", table, "--csv"]) == 0
        assert capsys.readouterr().out.startswith(head)


@pytest.mark.parametrize("table", ["prices", "earnings", "sheet"])
def test_a_game_without_companies_has_no_tables_of_them(tmp_path: Path, capsys: Capture, table: str) -> None:
    out = tmp_path / "brass.json"
    Game.new("Brass", ["Ann", "Bob", "Cleo"], seed="4").save(out)
    assert "only worth" in refused(capsys, "numbers", str(out), "--table", table)


@pytest.mark.parametrize("table", ["worth", "prices", "sheet"])
def test_numbers_fit_the_width_of_the_terminal(
    record: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    printed = []
    for width in (200, 60):
        monkeypatch.setattr(counting, "console", lambda width=width: Console(width=width, highlight=False))
        assert run(["numbers", record, "--table", table]) == 0
        printed.append(capsys.readouterr().out)
    wide, narrow = printed
    assert all(len(line) <= 60 for line in narrow.splitlines())
    assert "…" not in narrow
    assert set(re.findall(r"\d{3,}", wide)) <= set(re.findall(r"\d{3,}", narrow))
    assert narrow.count("┏") >= wide.count("┏") == 1
    assert table == "prices" or narrow.count("┏") > 1


def test_columns_are_dealt_out_to_tables_that_fit() -> None:
    assert blocks([5, 5, 10, 10, 10], 2, 200) == [[0, 1, 2, 3, 4]]
    assert blocks([5, 5, 10, 10, 10], 2, 45) == [[0, 1, 2, 3], [0, 1, 4]]
    assert blocks([5, 90, 10], 1, 40) == [[0, 1], [0, 2]]
    assert blocks([5], 1, 40) == [[0]]


def test_numbers_of_a_moment_end_there(record: str, capsys: Capture) -> None:
    assert run(["numbers", record, "--at", "0", "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:] == ["Start,0,420,0,0,420,420,0,0,420,420,0,0,420"]
    assert "there is no action 9999" in refused(capsys, "numbers", record, "--at", "9999")


def test_verify_checks_a_game_with_secrets(tmp_path, capsys):
    out = tmp_path / "brass.json"
    assert run(["new", "Brass", "-p", "Ann", "-p", "Bob", "-p", "Cleo", "-o", str(out)]) == 0
    commitment = capsys.readouterr().out.split()[-1]
    assert len(commitment) == 64
    assert run(["verify", str(out), "--commitment", commitment]) == 0
    assert "is the one noted" in capsys.readouterr().out
    assert run(["verify", str(out), "--commitment", "0" * 64]) == 1
    assert "NO  The commitment" in capsys.readouterr().out
    out.write_text("{}")
    assert run(["verify", str(out)]) == 2
    assert capsys.readouterr().err.startswith("towpath: ")


# rules


def test_a_rule_a_section_or_the_guide_is_printed(capsys: Capture) -> None:
    assert run(["rules", "1867", "8.6.f"]) == 0
    assert capsys.readouterr().out.startswith("8.6.f ")
    assert run(["rules", "1867", "8.6"]) == 0
    ids = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert "8.6.f" in ids
    assert "8.6.2.e" in ids
    assert not any(each.startswith("8.7") for each in ids)
    assert run(["rules", "1856", "--guide"]) == 0
    assert "Loans" in capsys.readouterr().out
    assert "no title '1899'" in refused(capsys, "rules", "1899")
    assert "no rule or section '99.x'" in refused(capsys, "rules", "1867", "99.x")
