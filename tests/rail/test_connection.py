"""What a company is connected to [8.1], and where that lets it lay track [8.6.2]."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.rail.operation import TITLES, Operating, Operation, both
from towpath.hexmap.board import NodeId
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState


class Line(NamedTuple):
    """Two cities in neighbouring hexes and the hex behind the second: home – full – beyond."""

    home: tuple[str, str, int]
    full: tuple[str, str, int]
    beyond: tuple[str, str, int]
    mine: str
    other: str


LINES = {
    "1861": Line(("H18", "57", 2), ("I19", "6", 2), ("J18", "9", 1), "NW", "V"),
    "1867": Line(("C17", "57", 1), ("D16", "621", 1), ("E15", "57", 1), "CNR", "BO"),
}


def along(title: str, *, full: bool, tile: tuple[str, str, int] | None = None, phase: str = "3") -> Operation:
    """The first city has a major's token, the second, if ``full``, one of another's minor that fills it."""
    line = LINES[title]
    scene = Operation(title).lay(*line.home).lay(*(tile or line.full)).phase(phase)
    scene.major(line.mine, 100, p1=2, token=f"{line.home[0]}/0").has(line.mine, 500)
    if full:
        scene.minor(line.other, "p2", 60, token=f"{line.full[0]}/0")
    return scene


@both("8.1.a", "8.6.2.e", "8.6.2.f")
@pytest.mark.parametrize("title", TITLES)
def test_a_path_of_any_length_through_an_open_city_extends_the_route(title: str) -> None:
    line = LINES[title]
    play = along(title, full=False).turn(line.mine, "track")
    assert line.beyond in play.lays(line.beyond[0])


@both("8.1.a", "8.6.2.e")
@pytest.mark.parametrize(
    ("title", "company", "home", "other", "track", "lay"),
    [
        ("1861", "NW", "E9/0", "H18/0", ("H18", "57", 2), ("I19", "57", 2)),
        ("1861", "NW", "H18/0", "E9/0", ("E9", "57", 0), ("E7", "9", 0)),
        ("1867", "CNR", "C17/0", "F8/0", ("F8", "57", 2), ("G9", "9", 2)),
        ("1867", "CNR", "F8/0", "C17/0", ("C17", "57", 1), ("D16", "621", 1)),
    ],
)  # fmt: skip
def test_any_of_its_tokens_reaches(
    title: str, company: str, home: str, other: str, track: tuple[str, str, int], lay: tuple[str, str, int]
) -> None:
    scene = Operation(title).lay(*track).phase("3").major(company, 100, p1=2, token=home)
    assert lay not in scene.has(company, 500).turn(company, "track").lays(lay[0])
    assert lay in scene.has(company, 500, tokens=[other]).turn(company, "track").lays(lay[0])


@both("8.1.e", "8.6.2.e")
@pytest.mark.parametrize("title", TITLES)
def test_a_city_full_of_others_stops_the_path(title: str) -> None:
    line = LINES[title]
    play = along(title, full=True).turn(line.mine, "track")
    assert play.lays(line.beyond[0]) == set()
    assert play.refusal(play.lay(*line.beyond)) == {"not_connected": "8.6.2.e"}


@both("P.9.4.a")
@pytest.mark.parametrize("title", TITLES)
def test_a_full_city_is_itself_reached_and_an_own_token_opens_it(title: str) -> None:
    line = LINES[title]
    full = {"1861": ("I19", "14", 1), "1867": ("D16", "208", 1)}[title]  # two places each
    scene = along(title, full=True, tile=full)
    scene.minor("OK" if title == "1861" else "CS", "p3", 55, token=f"{full[0]}/0")
    play = scene.turn(line.mine, "track")
    assert (full[0], 0) in play.rules.reach(play.state, line.mine).nodes
    assert play.refusal(play.lay(*line.beyond)) == {"not_connected": "8.6.2.e"}
    scene = along(title, full=True, tile=full).has(line.mine, 500, tokens=[f"{full[0]}/0"])
    play = scene.turn(line.mine, "track")
    assert line.beyond in play.lays(line.beyond[0])


@both("P.8.5.b", "8.6.2.e")
@pytest.mark.parametrize("title", TITLES)
def test_a_full_city_that_is_reached_may_be_raised(title: str) -> None:
    """Its track beyond is not reached, but the city itself is, and it gains value."""
    line = LINES[title]
    play = along(title, full=True).turn(line.mine, "track")
    assert play.lays(line.full[0])
    far = {"1861": ("K17", "57", 0), "1867": ("O7", "621", 1)}[title]
    play = along(title, full=True).lay(*far).turn(line.mine, "track")
    tile = {"1861": ("K17", "15", 0), "1867": ("O7", "208", 1)}[title]
    assert play.refusal(play.lay(*tile)) == {"not_connected": "8.6.2.e"}


@both("P.9.3")
@pytest.mark.parametrize(("title", "line"), [("1861", LINES["1861"]), ("1867", LINES["1867"])])
def test_an_empty_place_kept_for_somebody_stops_no_path(title: str, line: Line) -> None:
    scene = along(title, full=False)
    scene.draft.edit("reservations")[line.full[0]] = ((0, 0, line.other),)
    play = scene.turn(line.mine, "track")
    assert line.beyond in play.lays(line.beyond[0])


@both("8.1.b", "8.6.2.f")
def test_a_path_does_not_turn_back_at_a_junction() -> None:
    scene = Operation("1861").lay("E9", "57", 0).lay("E7", "9", 0).phase("3").minor("MB", "p1", 60).has("MB", 100)
    play = scene.turn("MB", "track")
    # 23 turned by 3 keeps 0-3 and adds 3-1: that is reached only by turning back at side 3
    assert play.refusal(play.lay("E7", "23", 3)) == {"not_connected": "8.6.2.e"}
    assert play.legal(play.lay("E7", "23", 0))  # adds 0-4
    # beyond the junction: what leads off sideways is not reached either
    scene = Operation("1861").lay("E9", "57", 0).lay("E7", "23", 3).phase("3").minor("MB", "p1", 60).has("MB", 100)
    play = scene.turn("MB", "track")
    assert play.lays("D8") == set()
    assert play.lays("E5") != set()


@both("8.6.2.e", "8.6.2.f")
def test_new_track_that_nobody_can_run_to_is_refused() -> None:
    scene = Operation("1861").lay("E9", "57", 0).lay("E7", "9", 0).phase("3").minor("MB", "p1", 60).has("MB", 100)
    play = scene.turn("MB", "track")
    assert play.refusal(play.lay("E5", "8", 1)) == {"not_connected": "8.6.2.e"}  # beside the route
    assert play.refusal(play.lay("L8", "9", 0)) == {"not_connected": "8.6.2.e"}  # far away
    assert play.refusal(play.lay("E7", "20", 0)) == {"not_connected": "8.6.2.e"}  # 1-4 crosses 0-3 and is not joined
    assert play.legal(play.lay("E5", "8", 0))


def trails(rules: RailRules, state: RailState, company: str) -> set[NodeId]:
    """Every stop that a trail from a token comes to, by walking all of them."""
    graph, blocked = rules.graph(state), rules.blocked(state, (company,))
    found: set[NodeId] = set()
    for start in rules.tokens_of(state, company):
        found.add(start)
        bit = graph.stop_bit(start)
        stack = [(move, graph.takes[move] | bit) for move in graph.leaving(start)]
        while stack:
            move, used = stack.pop()
            head = graph.moves[move].head
            if head >= 6:
                node = (graph.numbering.owner[move], head - 6)
                found.add(node)
                if node in blocked or rules.stop_at(state, node).ends_runs:
                    continue
            stack += [(m, used | graph.takes[m]) for m in graph.after(move) if not graph.takes[m] & used]
    return found


@both("8.1.a", "8.1.b", "8.1.c")
def test_reach_is_what_walking_every_trail_finds() -> None:
    """No trail takes track twice or comes to a city or town twice; a ring with a spur, and a way round to Moscow."""
    scene = Operation("1861").phase("5")
    for tile in (("E9", "63", 0), ("E7", "24", 0), ("D8", "8", 3), ("E11", "87", 3), ("F8", "23", 1), ("F10", "24", 2),
                 ("G9", "23", 1), ("H8", "637", 0), ("E5", "9", 0)):  # fmt: skip
        scene.lay(*tile)
    scene.minor("MB", "p1", 60).minor("M-K", "p2", 65).minor("N", "p3", 70)
    play = scene.turn("M-K", "track")
    for company in ("MB", "M-K", "N"):
        assert play.rules.reach(play.state, company).nodes == trails(play.rules, play.state, company)
    assert len(play.rules.reach(play.state, "MB").nodes) > 2


@both("8.6.2.e", "P.8.5.a")
@pytest.mark.parametrize(("restricted", "legal"), [("off", True), ("on", False)])
def test_the_home_hex_is_open_even_without_a_token_there(restricted: str, legal: bool) -> None:
    """[C8] A major keeps its home hex although its first token left it; with the switch it is a hex like others."""
    scene = Operation("1861", home_hex_restricted=restricted).lay("H18", "57", 2).phase("4")
    scene.gone("MB").major("NW", 100, p1=2, token="H18/0").has("NW", 100)
    scene.draft.edit("homes")["NW"] = "E9"
    play = scene.turn("NW", "track")
    assert bool(play.lays("E9")) == legal
    if legal:
        assert play.legal(play.lay("E9", "57", 0))
    else:
        assert play.refusal(play.lay("E9", "57", 0)) == {"not_connected": "8.6.2.e"}


@both("8.6.2.e")
@pytest.mark.parametrize("title", TITLES)
def test_every_offered_lay_passes_and_its_neighbours_agree(title: str) -> None:
    """Every tile in every rotation on every hex near the company: what passes is offered or looks like an offer."""
    line = LINES[title]
    play: Operating = along(title, full=True).turn(line.mine, "track")
    offered = play.lays()
    pictures = {(h, play.rules.tileset.face(t, r).name, play.rules.tileset.face(t, r).picture) for h, t, r in offered}
    for hex_id in (line.home[0], line.full[0], line.beyond[0]):
        for name in play.rules.tileset.tiles:
            for rotation in range(6):
                passes = not play.engine.check(play.state, play.lay(hex_id, name, rotation))
                face = play.rules.tileset.face(name, rotation)
                assert passes == ((hex_id, name, face.picture) in pictures)
