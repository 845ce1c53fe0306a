"""A copy of all games is made while they are played, is whole, and finds its way back into either kind of database."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from tests.server.crowd import Crowd, until
from tests.server.postgres import Cluster
from tests.server.running import Running
from tests.server.sitting import Seats
from tests.server.test_upgrade import at_version, old_game
from towpath.api import Game
from towpath.cli.main import run
from towpath.kernel import record as records
from towpath.server.app import create_app
from towpath.server.backup import back_up, restore
from towpath.server.copies import BackupError
from towpath.server.database import Database, address
from towpath.server.settings import Settings
from towpath.server.store import Store


def all_games(url: str) -> dict[str, Game]:
    """Every game in a database, replayed with every check."""
    database = Database(url)
    store = Store(database)
    try:
        games = {each.id: Game(store.load(each.id)[1]) for each in store.listed()}
    finally:
        database.close()
    assert all(game.divergence is None for game in games.values())
    return games


def test_copies_made_under_load_are_of_one_moment_each(kept: str, tmp_path: Path) -> None:
    server = Running(kept)
    new = {"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "backup"}
    first, second = (server.client.post("/api/games", json=new).json()["game"]["id"] for _ in range(2))
    crowds = [Crowd(game, lambda: [server.address], 2, seed) for seed, game in enumerate((first, second))]
    try:
        for number in range(3):
            enough = sum(crowd.count for crowd in crowds) + 6
            until(lambda enough=enough: sum(crowd.count for crowd in crowds) >= enough, "nothing is played")  # type: ignore[misc]
            answered = {crowd.game: max((deed.number for deed in crowd.answered), default=0) for crowd in crowds}
            copy = tmp_path / f"copy{number}.sqlite3"
            counted = back_up(kept, copy)
            games = all_games(f"sqlite:///{copy}")
            assert counted.games == len(games) == 2
            assert counted.entries == sum(game.number for game in games.values())
            assert all(games[game].number >= number for game, number in answered.items())
    finally:
        for crowd in crowds:
            crowd.stop()
        server.stop()
    assert not any(crowd.faults for crowd in crowds)


def played(url: str) -> Seats:
    """A table with everything that is kept about one."""
    with TestClient(create_app(Settings(database=url))) as client:
        table = Seats(client, undo="own", listed=True)
        for _ in range(3):
            seat, action = table.some_action()
            assert table.guest(seat).post(f"{table.path}/act", action=action).status_code == 200
        browser = table.browser("p2")
        browser.get(table.path)
        assert browser.post(f"{table.path}/notes", text="my plan").status_code == 303
        assert table.guest("p1").post(f"{table.path}/plans", name="What if").status_code == 201
        table.position = table.guest("p1").get(table.path).json()  # type: ignore[attr-defined]
    return table


@pytest.fixture(params=["sqlite", "postgres"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Another empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    return str(request.getfixturevalue("postgres").database())


def test_a_copy_is_restored_into_either_kind_and_played_on_by_the_same_links(
    kept: str, elsewhere: str, tmp_path: Path
) -> None:
    table, copy = played(kept), tmp_path / "copy.sqlite3"
    counted = back_up(kept, copy)
    assert restore(copy, elsewhere) == counted
    with TestClient(create_app(Settings(database=elsewhere))) as client:
        table.client = client
        assert table.guest("p1").get(table.path).json() == table.position  # type: ignore[attr-defined]
        assert [plan["name"] for plan in table.guest("p1").get(f"{table.path}/plans").json()] == ["What if"]
        visitor = Visitor(client)
        assert visitor.get(table.links["p3"]).status_code == 200
        seat, action = table.some_action()
        assert table.guest(seat).post(f"{table.path}/act", action=action).status_code == 200
    again = tmp_path / "again.sqlite3"
    assert back_up(elsewhere, again).entries == counted.entries + 1
    with sqlite3.connect(copy) as one, sqlite3.connect(again) as other:
        for query in (
            "SELECT * FROM notes",
            "SELECT id, created_at FROM games ORDER BY id",
            "SELECT * FROM server_values",
        ):
            assert one.execute(query).fetchall() == other.execute(query).fetchall()


def test_what_is_there_is_not_overwritten_unasked(kept: str, elsewhere: str, tmp_path: Path) -> None:
    table, copy = played(kept), tmp_path / "copy.sqlite3"
    back_up(kept, copy)
    with pytest.raises(BackupError, match="is there already; --overwrite"):
        back_up(kept, copy)
    assert back_up(kept, copy, overwrite=True).games == 2
    other = played(elsewhere)
    with pytest.raises(BackupError, match=r"games in .* already; --replace"):
        restore(copy, elsewhere)
    assert other.id in all_games(elsewhere)
    restore(copy, elsewhere, replace=True)
    assert set(all_games(elsewhere)) == {table.id}


def test_a_database_of_the_first_version_is_copied_as_it_is_and_comes_up_to_date_when_it_is_served(
    kept: str, elsewhere: str, tmp_path: Path
) -> None:
    """So that a copy can be made before an upgrade, by either version."""
    (tmp_path / "games").mkdir()
    at_version(str(address(kept)), "0001")
    game = old_game(str(address(kept)))
    copy = tmp_path / "old.sqlite3"
    back_up(kept, copy)
    with sqlite3.connect(copy) as opened:
        assert opened.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    restore(copy, elsewhere)
    assert all_games(elsewhere)["old-game"].state == game.state


def test_restoring_into_a_database_in_use_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("towpath.server.backup.BUSY_SECONDS", 0.05)
    source, copy = f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "copy.sqlite3"
    Database(source).close()
    back_up(source, copy)
    held = sqlite3.connect(tmp_path / "games.sqlite3")
    held.execute("CREATE TABLE of_later (number)")
    held.commit()
    held.execute("SELECT count(*) FROM games").fetchall()
    with pytest.raises(BackupError, match="it is in use; stop the server that has it open first"):
        restore(copy, source, replace=True)
    assert held.execute("SELECT name FROM sqlite_master WHERE name = 'of_later'").fetchall()
    held.close()
    assert restore(copy, source, replace=True).games == 0


def test_a_copy_that_is_damaged_or_none_is_told(tmp_path: Path, postgres: Cluster) -> None:
    url = f"sqlite:///{tmp_path / 'table.sqlite3'}"
    with pytest.raises(BackupError, match="no file"):
        back_up(url, tmp_path / "copy.sqlite3")
    played(url)
    copy = tmp_path / "copy.sqlite3"
    back_up(url, copy)
    with sqlite3.connect(copy) as opened:
        opened.execute("DELETE FROM entries WHERE number = 3")
    with pytest.raises(BackupError, match=r"damaged: game .* not as many entries"):
        restore(copy, postgres.database())
    (tmp_path / "noise").write_bytes(b"noise" * 500)
    with pytest.raises(BackupError, match=r"noise cannot be restored"):
        restore(tmp_path / "noise", url, replace=True)
    sqlite3.connect(tmp_path / "empty").close()
    with pytest.raises(BackupError, match="no games of Towpath"):
        restore(tmp_path / "empty", url, replace=True)
    with pytest.raises(BackupError, match="database itself"):
        back_up(url, tmp_path / "table.sqlite3", overwrite=True)
    with pytest.raises(BackupError, match="cannot be copied"):
        back_up("postgresql://nobody@localhost:1/x", tmp_path / "other")
    assert sorted(path.name for path in tmp_path.glob("*.part")) == []
    assert len(all_games(url)) == 1


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        ("UPDATE entries SET entry = replace(entry, '{', '[') WHERE number = 2", "damaged: .*cannot be read"),
        ('UPDATE entries SET entry = \'{"kind":"dance"}\' WHERE number = 2', "damaged: .*cannot be read"),
        ("UPDATE entries SET number = 7 WHERE number = 2", "damaged: .*not as many entries"),
        ("UPDATE games SET heading = '{}'", "damaged: .*cannot be read"),
        ("UPDATE games SET heading = ''", "damaged: .*cannot be read"),
        ("UPDATE games SET heading = x'ff00'", "damaged: .*cannot be read"),
    ],
)
def test_a_copy_damaged_within_its_rows_takes_no_database_s_place(tmp_path: Path, spoil: str, told: str) -> None:
    url, copy = f"sqlite:///{tmp_path / 'table.sqlite3'}", tmp_path / "copy.sqlite3"
    table = played(url)
    back_up(url, copy)
    with sqlite3.connect(copy) as opened:
        opened.execute(spoil)
    with pytest.raises(BackupError, match=told):
        restore(copy, url, replace=True)
    assert table.id in all_games(url)


def test_a_copy_damaged_in_its_pages_takes_no_database_s_place(tmp_path: Path) -> None:
    url, copy = f"sqlite:///{tmp_path / 'table.sqlite3'}", tmp_path / "copy.sqlite3"
    table = played(url)
    back_up(url, copy)
    whole = copy.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    for page in range(1, len(whole) // size):
        copy.write_bytes(whole[: page * size] + b"\xa5" * size + whole[(page + 1) * size :])
        with pytest.raises(BackupError):
            restore(copy, url, replace=True)
    assert table.id in all_games(url)


def test_only_an_older_copy_that_nobody_serves_is_overwritten(tmp_path: Path) -> None:
    """A slip of the keyboard must not put a copy in the place of something else, and least of all of a database in use."""
    url, other = f"sqlite:///{tmp_path / 'table.sqlite3'}", tmp_path / "other.sqlite3"
    played(url)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear friends")
    with (
        TestClient(create_app(Settings(database=url))),
        TestClient(create_app(Settings(database=f"sqlite:///{other}"))),
    ):
        for beside in ("-wal", "-shm"):
            journal = tmp_path / f"table.sqlite3{beside}"
            before = journal.read_bytes()
            with pytest.raises(BackupError, match="is no copy of games"):
                back_up(url, journal, overwrite=True)
            assert journal.read_bytes() == before
        with pytest.raises(BackupError, match="is in use"):
            back_up(url, other, overwrite=True)
    with pytest.raises(BackupError, match="is no copy of games"):
        back_up(url, letter, overwrite=True)
    assert letter.read_text() == "Dear friends"
    with pytest.raises(BackupError, match="is no copy of games"):
        back_up(url, tmp_path, overwrite=True)


@pytest.fixture
def games(tmp_path: Path) -> str:
    file = tmp_path / "table.sqlite3"
    played(f"sqlite:///{file}")
    return str(file)


def test_the_commands(games: str, tmp_path: Path, capsys: pytest.CaptureFixture[Any]) -> None:
    copy, new = str(tmp_path / "copy.sqlite3"), str(tmp_path / "new.sqlite3")
    assert run(["backup", copy, "--database", games]) == 0
    assert capsys.readouterr().out == f"{copy}: 2 games, 6 log entries\n"
    assert run(["backup", copy, "--database", games]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert run(["backup", copy, "--database", games, "--overwrite"]) == 0
    assert run(["restore", copy, "--database", new]) == 0
    assert "2 games restored, 6 log entries" in capsys.readouterr().out
    assert run(["restore", copy, "--database", new]) == 2
    refused = capsys.readouterr().err
    assert f"there are games in {new} already; --replace" in refused
    assert run(["restore", copy, "--database", new, "--replace"]) == 0
    assert run(["backup", str(tmp_path / "no" / "way"), "--database", games]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert records.load(records.dump(next(iter(all_games(f"sqlite:///{new}").values())).record))
