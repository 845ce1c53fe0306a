"""Best routes: the shared corpus, the published benchmark and the stress set, one thread, nothing cached between them.

Before that, how long it takes to make the problems of the recorded games: from a position alone, from the position before
the last tile, and on the same map.

Before that, how long it takes to make the problems of recorded games: from a position alone, from the problem of the map one
tile earlier, and once more on the same map.

``TOWPATH_SHARED`` names the folder of reference material (else ``../shared``); without it there is nothing to measure.
``TOWPATH_ROUTES_STRESS`` = a number of seconds also measures the stress set with that deadline.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.timing import percentile, seconds
from towpath.api import Game
from towpath.hexmap import TrackGraph
from towpath.interop import read_game
from towpath.rail.route_graph import RouteGraph, instance_for
from towpath.rail.rules import RailRules
from towpath.rail.runs import instance
from towpath.rail.state import RailState
from towpath.routes import Instance, best, milp


def shared() -> Path:
    """The folder of reference material."""
    return Path(os.environ.get("TOWPATH_SHARED") or Path(__file__).resolve().parent.parent.parent / "shared")


def entries(name: str) -> list[dict[str, Any]]:
    with gzip.open(shared() / "conformance" / "routes" / f"{name}.json.gz") as file:
        found: list[dict[str, Any]] = json.load(file)
    return found


def line(what: str, times: list[float], proved: int) -> str:
    figures = "  ".join(f"p{p} {1000 * percentile(times, p):.2f}" for p in (50, 95, 99))
    return (
        f"{what}: n {len(times)}  {figures}  max {1000 * max(times):.1f} ms  proved {100 * proved / len(times):.1f} %"
    )


def run(found: list[dict[str, Any]], use_milp: bool | None, deadline: float | None) -> list[tuple[float, bool]]:
    """Seconds and whether it was proved, for each entry; an optimum that is known must be met."""
    results = []
    for entry in found:
        instance = Instance.from_corpus(entry)
        begun = perf_counter()
        answer = best(instance, deadline=deadline, use_milp=use_milp)
        results.append((perf_counter() - begun, answer.proved))
        if answer.proved and entry["optimum"] not in (None, answer.total):
            raise AssertionError(f"{entry['title']} {entry['game']} action {entry['action']}: {answer.total}")
    return results


def building_lines(title: str) -> Iterator[str]:
    """Making the problem of a company with tokens and trains, wherever the map has changed in the recorded games."""
    alone: list[float] = []
    one_tile: list[float] = []
    same_map: list[float] = []
    for path in sorted((shared() / "conformance" / title).glob("*.flat.json")):
        game, near = read_game(path.read_bytes()).game, None
        rules = game.rules
        assert isinstance(rules, RailRules)
        for pos, company in changed_maps(game, rules):
            make = partial(built, rules, pos, company)
            alone.append(seconds(partial(make, None)))
            if near is not None:
                one_tile.append(seconds(partial(make, near)))
            near = make(near)
            same_map.append(seconds(partial(instance, rules, pos, company, rules.trains_of(pos, company))))
    for what, times in (("alone", alone), ("one tile later", one_tile), ("same map", same_map)):
        figures = "  ".join(f"p{p} {1000 * percentile(times, p):.2f}" for p in (50, 95))
        yield f"{title} problem made, {what}: n {len(times)}  {figures}  max {1000 * max(times):.2f} ms"


def changed_maps(game: Game, rules: RailRules) -> Iterator[tuple[RailState, str]]:
    """The positions of a game with a map not seen before, each with a company that could run."""
    seen = set()
    for number in range(game.number):
        pos = game.position(number)
        runners = [c for c in rules.companies if rules.trains_of(pos, c) and rules.tokens_of(pos, c)]
        if runners and pos.tiles.version not in seen:
            seen.add(pos.tiles.version)
            instance(rules, pos, runners[0], ())
            yield pos, runners[0]


def built(rules: RailRules, pos: RailState, company: str, near: RouteGraph | None) -> RouteGraph:
    """Graph, numbers and problem, from nothing or from the parts of a map nearby."""
    graph = TrackGraph(rules.board, rules.tileset, pos.tiles) if near is None else near.graph.relaid(pos.tiles)
    made = RouteGraph(graph, rules.policies.one_stop_per_hex, near)
    instance_for(rules, pos, made, company, rules.trains_of(pos, company))
    return made


def measure() -> Iterator[str]:
    if not (shared() / "conformance" / "routes").is_dir():
        yield "the reference material is not here; name its folder in TOWPATH_SHARED"
        return
    for title in ("1856", "1861", "1867"):
        yield from building_lines(title)
    for title in ("1856", "1861", "1867"):
        yield from building_lines(title)
    found = entries("instances-a")
    gc.collect()
    gc.freeze()  # the corpus itself would be walked by every collection
    for use_milp, how in ((False, "standard library"), (None, "with highspy")):
        if use_milp is None and not milp.installed():
            continue
        results = run(found, use_milp, None)
        yield line(f"corpus, {how}", [t for t, _ in results], sum(proved for _, proved in results))
        for title in sorted({entry["title"] for entry in found}):
            mine = [result for result, entry in zip(results, found, strict=True) if entry["title"] == title]
            yield line(f"  {title}", [t for t, _ in mine], sum(proved for _, proved in mine))
    for entry in entries("benchmark-1867"):
        instance = Instance.from_corpus(entry)
        time = seconds(lambda instance=instance: best(instance, use_milp=False), 3)  # type: ignore[misc]
        yield f"benchmark {entry['company']}: {best(instance, use_milp=False).total} in {1000 * time:.0f} ms"
    deadline = os.environ.get("TOWPATH_ROUTES_STRESS")
    if deadline:
        stress = entries("stress")
        for name, some in (
            ("random", stress[:45]),
            ("half of the hexes, tuned", [e for e in stress if "-0.5-" in e["action"]]),
            ("every hex, tuned", [e for e in stress[45:] if "-0.5-" not in e["action"]]),
        ):
            results = run(some, None, float(deadline))
            yield line(f"stress, {name}", [t for t, _ in results], sum(proved for _, proved in results))
