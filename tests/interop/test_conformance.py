"""Recorded games against their traces, and what the comparison notices."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.interop.games import written
from towpath.interop import compare_file, lines, read_game, trace_beside

GAMES = {"1856": "abcde", "1861": "ab", "1867": "ab"}
RECORDINGS = [
    f"{title}/{title}-{name}.{kind}.json" for title in GAMES for name in GAMES[title] for kind in ("record", "flat")
]
MOVES = {
    "1856-a": 478, "1856-b": 677, "1856-c": 16, "1856-d": 88, "1856-e": 212, "1861-a": 648, "1861-b": 659,
    "1867-a": 736, "1867-b": 221,
}  # fmt: skip
WAIVED = {"1856-d": {"not_joined"}}
"""That game's file has a destination reached which is on the other list of destinations."""


@pytest.mark.parametrize("name", RECORDINGS)
def test_every_recording_equals_its_trace(shared: Path, name: str) -> None:
    done = compare_file(shared / "conformance" / name)
    assert done.problem is None
    assert done.first is None, done.first.sentence
    assert done.passed
    assert done.groups == done.equal >= MOVES[done.name.partition(".")[0]]
    assert done.imported is not None
    assert not done.imported.differences
    assert not done.imported.needless
    assert not done.imported.added
    allowed = WAIVED.get(done.name.partition(".")[0], {"not_the_most"})
    assert {reason.code for _, reason in done.imported.waived} <= allowed


@pytest.mark.parametrize("name", [name for name in RECORDINGS if ".flat." in name])
def test_the_certificates_are_the_very_ones_of_the_trace(shared: Path, name: str) -> None:
    """Which copy is whose is that site's book-keeping; ours follows it, since files name copies."""
    from towpath.interop.comparing import read_trace
    from towpath.interop.document import read_document
    from towpath.interop.reading import Reader

    path = shared / "conformance" / name
    beside = trace_beside(path)
    assert beside is not None
    certs = {line["id"]: line["state"]["certs"] for line in read_trace(beside) if "state" in line}
    reader = Reader(read_document(path.read_bytes()))
    players = {
        str(player): seat.id
        for (player, _), seat in zip(reader.document.players, reader.imported.game.seats, strict=True)
    }
    for action in reader.document.actions:
        reader.step(action)
        if reader._last.bid is not None:
            continue  # a minor won but without its token is nobody's in our book-keeping
        papers = reader._last.papers
        for holder, names in certs[action.number].items():
            for certificate in names:
                ours = reader._translator.certificate(certificate)
                assert papers.holder(ours) == players.get(holder, holder), (action.name, certificate)


def beside(folder: Path, name: str, packed: bool) -> Path:
    """A written game with its own trace beside it."""
    data = written("1867")
    imported = read_game(data)
    text = "".join(json.dumps(line) + "\n" for line in lines(imported.game, imported))
    if packed:
        (folder / f"{name}.trace.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    else:
        (folder / f"{name}.trace.jsonl").write_text(text)
    path = folder / f"{name}.record.json"
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize("packed", [True, False])
def test_a_game_equals_its_own_trace(tmp_path: Path, packed: bool) -> None:
    done = compare_file(beside(tmp_path, "game", packed))
    assert done.passed
    assert done.groups == done.equal == len(written("1867")["actions"]) + 1
    assert done.runs > 0


def test_the_first_difference_is_named_with_both_values(tmp_path: Path) -> None:
    path = beside(tmp_path, "game", packed=False)
    trace = tmp_path / "game.trace.jsonl"
    rows = [json.loads(line) for line in trace.read_text().splitlines()]
    rows[40]["state"]["cash"]["bank"] += 7
    rows[50]["state"]["phase"] = "8"
    trace.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = compare_file(path)
    assert not done.passed
    assert done.groups - done.equal == 2
    assert done.first is not None
    assert (done.first.action, done.first.key) == (rows[40]["id"], "cash")
    bank = rows[40]["state"]["cash"]["bank"]
    assert f"'bank': {bank}" in done.first.recorded
    assert f"'bank': {bank - 7}" in done.first.found
    assert done.keys == {"cash": 1, "phase": 1}


def test_what_runs_earn_is_compared(tmp_path: Path) -> None:
    path = beside(tmp_path, "game", packed=False)
    trace = tmp_path / "game.trace.jsonl"
    rows = [json.loads(line) for line in trace.read_text().splitlines()]
    run = next(row for row in rows if "run" in row and row["run"]["routes"])
    run["run"]["routes"][0]["revenue"] += 10
    trace.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = compare_file(path)
    assert done.first is not None
    assert (done.first.action, done.first.key) == (run["id"], "run")


def test_a_game_shorter_than_its_trace_is_noticed(tmp_path: Path) -> None:
    path = beside(tmp_path, "game", packed=False)
    data = json.loads(path.read_text())
    data["actions"] = data["actions"][:100]
    path.write_text(json.dumps(data))
    done = compare_file(path)
    assert not done.passed
    assert done.problem is not None
    assert "the trace has action 101" in done.problem
    assert done.equal == 101


def test_a_damaged_trace_is_a_problem_not_an_error(tmp_path: Path) -> None:
    path = beside(tmp_path, "game", packed=True)
    packed = tmp_path / "game.trace.jsonl.gz"
    packed.write_bytes(packed.read_bytes()[:-200])
    done = compare_file(path)
    assert not done.passed
    assert done.problem is not None
    assert "damaged" in done.problem
    packed.unlink()
    assert "no trace" in str(compare_file(path).problem)
