"""How long pictures take, warm: a late map with marks and runs, the market, the page parts."""

from __future__ import annotations

from collections.abc import Iterator

from bench.timing import seconds
from tests.render.positions import NAMES, TITLES, late, rules_of
from towpath.rail.runs import best_runs
from towpath.render.cards import players_panel
from towpath.render.map import map_svg
from towpath.render.market import market_svg
from towpath.render.sheet import spreadsheet
from towpath.render.tile import face
from towpath.render.tiles import manifest


def measure() -> Iterator[str]:
    """A line a part and title; the first one draws every face anew."""
    for title in TITLES:
        rules, state = rules_of(title), late(title)
        company = next(c.id for c in rules.data.companies if rules.trains_of(state, c.id))
        routes, _ = best_runs(rules, state, company, rules.trains_of(state, company), deadline=5.0)
        marks = dict.fromkeys(list(rules.board.hexes)[::4], "lay")

        def cold(rules: object = rules) -> None:
            face.cache_clear()
            map_svg(rules, state)  # type: ignore[arg-type]  # noqa: B023  used within its turn of the loop

        yield f"{title} map, every face anew: {seconds(cold, 3) * 1000:.1f} ms"
        yield f"{title} map: {seconds(lambda: map_svg(rules, state)) * 1000:.1f} ms"  # noqa: B023
        drawn = seconds(lambda: map_svg(rules, state, highlights=marks, routes=routes))  # noqa: B023
        yield f"{title} map with {len(marks)} marks and {len(routes)} runs: {drawn * 1000:.1f} ms"
        yield f"{title} market: {seconds(lambda: market_svg(rules, state)) * 1000:.1f} ms"  # noqa: B023
        yield f"{title} players: {seconds(lambda: players_panel(rules, state, NAMES)) * 1000:.1f} ms"  # noqa: B023
        yield f"{title} spreadsheet: {seconds(lambda: spreadsheet(rules, state, NAMES)) * 1000:.1f} ms"  # noqa: B023
        yield f"{title} manifest: {seconds(lambda: manifest(rules, state)) * 1000:.1f} ms"  # noqa: B023
