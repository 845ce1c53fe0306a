"""Every lay of the reference's recorded games: allowed by geometry, and the tokens go where the city map says."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from tests.hexmap.boards import title
from towpath.hexmap import candidates, current_tile, faults, make_candidate


@pytest.mark.parametrize("name", ["1861", "1867"])
def test_recorded_lays_have_no_faults_and_move_tokens_by_the_city_map(shared: Path, name: str) -> None:
    board, tiles = title(name)
    seen: Counter[str] = Counter()
    for path in sorted((shared / "conformance" / name).glob("*.trace.jsonl.gz")):
        laid: dict[str, tuple[str, int]] = {}
        tokens: dict[str, list[list[object]]] = {}
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            states = [line["state"] for line in map(json.loads, lines) if "state" in line]
        for state in states:
            now = {
                h: (t.partition("@")[0].rpartition("-")[0], int(t.rpartition("@")[2]))
                for h, t in state["tiles"].items()
            }
            for hex_id in now:
                if now[hex_id] == laid.get(hex_id):
                    continue
                old = current_tile(board, tiles, laid, hex_id)
                assert not faults(board, tiles, hex_id, old, *now[hex_id]), (path.name, hex_id, now[hex_id])
                made = make_candidate(tiles, old, *now[hex_id])
                shown = [c for c in candidates(board, tiles, hex_id, old) if c.tile.picture == made.tile.picture]
                assert len(shown) == 1
                seen["lays"] += 1
                before = {(str(t[2]), made.city_map[int(str(t[0]))]) for t in tokens.get(hex_id, []) if len(t) < 4}
                after = {(str(t[2]), int(str(t[0]))) for t in state["tokens"].get(hex_id, []) if len(t) < 4}
                assert before <= after, (path.name, hex_id, old.name, now[hex_id], before, after)
                seen["tokens"] += len(before)
                seen["cities told apart"] += len(before) * (len(old.stops) > 1)
            laid, tokens = now, state["tokens"]
    assert seen["lays"] > 100
    assert seen["cities told apart"] > 10
