"""What the places of a route are worth: off-board values, bonuses of pairs and privates, special trains [8.8.2, 8.8.3]."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.rail.operation import Operating, Operation, both, route
from towpath.rail.route_graph import instance_for, packed_train
from towpath.rail.runs import route_graph
from towpath.routes import CITY, OFFBOARD, Instance, Segment, Stop, best, score_stops

POLAND = (
    ("D14", "635", 0), ("C13", "9", 2), ("B12", "8", 5), ("D12", "8", 0), ("C11", "9", 2), ("B10", "9", 2),
)  # fmt: skip
"""1861: Kiev's second city joined with A13 and, another way, with A9."""

TO_A13 = ("D14/1", "D14 C13 B12 A13", "A13/0")
TO_A9 = ("D14/1", "D14 D12 C11 B10 A9", "A9/0")
TO_DETROIT = ("C17/0", "C17 B18", "B18/0", "B18 A19", "A19/0")

OFFBOARD_VALUES = {
    "1861": {"2": 30, "3": 40, "4": 40, "5": 50, "6": 70, "7": 70, "8": 70},
    "1867": {"2": 30, "3": 40, "4": 40, "5": 50, "6": 50, "7": 70, "8": 70},
}

URALS = (
    ("H8", "638", 0), ("I7", "9", 1), ("J6", "9", 1), ("K5", "9", 1), ("L4", "9", 1), ("M3", "9", 1), ("N2", "9", 1),
    ("O1", "9", 1), ("P2", "6", 3),
)  # fmt: skip
MOSCOW_EKATERINBURG = ("H8/0", "H8 I7 J6 K5 L4 M3 N2 O1 P0 P2", "P2/0", "P2 Q3", "Q3/0")

TIMMINS = (
    ("L12", "637", 0), ("K13", "58", 2), ("J12", "208", 1), ("I11", "9", 2), ("H10", "4", 2), ("G9", "8", 3),
    ("G7", "8", 0), ("F6", "9", 2), ("E5", "8", 3), ("E3", "8", 0),
)  # fmt: skip
MONTREAL_TIMMINS = (
    "L12/0", "L12 K13", "K13/0", "K13 J12", "J12/0", "J12 I11 H10", "H10/0", "H10 G9 G7 F6 E5 E3 D2", "D2/0",
)  # fmt: skip


def on(title: str, *tiles: tuple[str, str, int], phase: str) -> Operation:
    scene = Operation(title).phase(phase)
    for tile in tiles:
        scene.lay(*tile)
    return scene


def earns(play: Operating, *parts: str, train: str) -> int:
    """What that train gets for the route."""
    play.run(route(train, *parts))
    return int(play.happened("train_ran")[0]["revenue"])


@pytest.mark.rule(
    "1861:11.c", "1867:11.c", "1861:11.6.b", "1867:11.7.b", "1861:11.a", "1867:11.a", "1861:8.8.1.f", "1867:8.8.1.f"
)
@pytest.mark.parametrize("phase", "2345678")
@pytest.mark.parametrize("title", ["1861", "1867"])
def test_offboard_places_rise_with_the_phase(title: str, phase: str) -> None:
    """A53 and the table of phases: Poland and Detroit."""
    train = "8" if phase == "8" else phase
    if title == "1861":
        scene = on("1861", *POLAND, phase=phase).major("NW", 100, p1=2, token="D14/1").has("NW", 0, trains=[train])
        play = scene.turn("NW", "run")
        assert earns(play, *TO_A13, train=f"{train}-0") == 40 + OFFBOARD_VALUES[title][phase]
    else:
        scene = on("1867", ("C17", "57", 1), ("B18", "4", 1), phase=phase).major("CNR", 100, p1=2, token="C17/0")
        play = scene.has("CNR", 0, trains=[train]).turn("CNR", "run")
        town = 0 if train == "2" else 10
        assert earns(play, *TO_DETROIT, train=f"{train}-0") == 20 + town + OFFBOARD_VALUES[title][phase]


@both("P.10.2", "8.8.1.j")
@pytest.mark.parametrize(
    ("title", "places"),
    [("1861", {"Poland": 4, "Romania": 2, "Caucasus": 3, "CentralAsia": 2}), ("1867", {"Detroit": 2})],
)
def test_offboard_hexes_of_one_name_are_one_place(title: str, places: dict[str, int]) -> None:
    """A54: a route from A9 to A13 visits one place twice."""
    rules = Operation(title).rules
    found: dict[str, int] = {}
    for place in rules.board.hexes.values():
        for stop in place.printed.stops:
            for name in stop.groups:
                found[name] = found.get(name, 0) + 1
    assert found == places
    if title == "1861":
        play = on("1861", *POLAND, phase="3").minor("KB", "p1", 60).has("KB", 0, trains=["3"]).turn("KB", "run")
        both_ways = ("A9/0", "A9 B10 C11 D12 D14", *TO_A13)
        assert play.why_not(route("3-0", *both_ways)) == {"route_one_of_group": "8.8.1.j"}
        assert earns(play, *TO_A9, train="3-0") == 80


@both("20.a")
def test_an_offboard_place_is_only_an_end() -> None:
    scene = on("1861", ("I19", "57", 2), ("K19", "8", 1), ("K17", "57", 0), phase="3").minor("V", "p1", 60)
    play = scene.has("V", 0, trains=["3"]).turn("V", "run")
    through = ("I19/0", "I19 J20", "J20/0", "J20 K19 K17", "K17/0")
    assert play.why_not(route("3-0", *through)) == {"route_passes_offboard": "20.a"}
    assert earns(play, *through[:3], train="3-0") == 20 + 20


@pytest.mark.rule("1867:P.10.4")
@pytest.mark.parametrize(
    ("home", "tile", "parts"),
    [
        ("I15", ("I15", "57", 1), ("I15/0", "I15 H16", "H16/0")),
        ("E17", ("E17", "621", 0), ("E17/0", "E17 E19", "E19/0")),
    ],
)
def test_the_blue_hexes_are_ends_worth_ten(home: str, tile: tuple[str, str, int], parts: tuple[str, ...]) -> None:
    play = (
        on("1867", tile, phase="3")
        .minor("BO", "p1", 60, token=f"{home}/0")
        .has("BO", 0, trains=["2"])
        .turn("BO", "run")
    )
    city = 20 if home == "I15" else 30
    assert earns(play, *parts, train="2-0") == city + 10
    assert play.rules.board.hexes["H16"].printed.stops[0].ends_runs


@pytest.mark.rule("1867:8.8.2.c", "1867:8.8.1.g", "1867:8.8.2.a")
def test_timmins_counts_twice_with_montreal() -> None:
    """A51: a 3 counts the three cities, skips both towns: 50 + 40 + 80."""
    play = (
        on("1867", *TIMMINS, phase="3")
        .minor("BO", "p1", 60, token="L12/0")
        .has("BO", 0, trains=["3"])
        .turn("BO", "run")
    )
    assert earns(play, *MONTREAL_TIMMINS, train="3-0") == 170


@pytest.mark.rule("1867:8.8.2.c", "1867:P.10.6")
def test_timmins_alone_counts_once() -> None:
    play = (
        on("1867", *TIMMINS, phase="3")
        .minor("BO", "p1", 60, token="J12/0")
        .has("BO", 0, trains=["3"])
        .turn("BO", "run")
    )
    assert earns(play, *MONTREAL_TIMMINS[4:], train="3-0") == 40 + 10 + 40


@pytest.mark.rule("1861:8.8.2.c")
def test_ekaterinburg_counts_twice_with_moscow() -> None:
    play = on("1861", *URALS, phase="5").minor("N", "p1", 60, token="H8/0").has("N", 0, trains=["5"]).turn("N", "run")
    assert earns(play, *MOSCOW_EKATERINBURG, train="5-0") == 70 + 20 + 40 + 40
    play = on("1861", *URALS, phase="5").minor("E", "p1", 60).has("E", 0, trains=["5"]).turn("E", "run")
    assert earns(play, *MOSCOW_EKATERINBURG[2:], train="5-0") == 20 + 40


@both("P.10.6")
@pytest.mark.parametrize(
    ("title", "hex_id", "partners"), [("1861", "Q3", ["H8"]), ("1867", "D2", ["F16", "L12", "O7"])]
)
def test_the_bonus_of_a_pair_is_forty_once_and_only_if_both_count(title: str, hex_id: str, partners: list[str]) -> None:
    play = Operation(title).phase("3").minor("KR" if title == "1861" else "BO", "p1", 60, token="G15/0").round()
    rules, name = play.rules, "KR" if title == "1861" else "BO"
    graph = route_graph(rules, play.state)
    problem = instance_for(rules, play.state, graph, name, ["2-0", "3-0"])
    numbers = {node: graph.numbers[node] for node in graph.nodes}
    problem = Instance(
        **{**{f: getattr(problem, f) for f in problem.__struct_fields__}, "tokens": tuple(numbers.values())}
    )
    far = numbers[hex_id, 0]
    others = [numbers[partner, 0] for partner in partners]
    three = packed_train(rules.kinds["3"])
    values = {number: problem.stops[number].value for number in numbers.values()}
    assert problem.pair_bonus[0][2] == 40
    for other in others:
        score = score_stops(problem, three, [far, other])
        assert score is not None
        assert score.revenue == values[far] + values[other] + 40
    if len(others) > 1:
        score = score_stops(problem, three, [others[0], far, others[1]])
        assert score is not None
        assert score.revenue == values[far] + values[others[0]] + values[others[1]] + 40


@both("8.8.2.b", "P.10.7.a", "P.10.7.b", "8.12.d")
@pytest.mark.parametrize(
    ("holders", "bonus"),
    [({"MYR": "M-K"}, 10), ({"MYR": "M-K", "MRR": "M-K"}, 20), ({"MYR": "p1", "MRR": "p1"}, 0), ({"MYR": "N"}, 0)],
)
def test_each_train_to_moscow_earns_ten_for_each_private_of_the_company(holders: dict[str, str], bonus: int) -> None:
    tiles = (("H8", "637", 0), ("H10", "4", 0), ("E9", "57", 2), ("F10", "8", 2), ("G9", "9", 1))
    scene = on("1861", *tiles, phase="3").minor("M-K", "p1", 60).minor("N", "p2", 55)
    for private, holder in holders.items():
        scene.private(private, holder)
    play = scene.has("M-K", 0, trains=["2", "2"]).turn("M-K", "run")
    play.run(route("2-0", "H8/0", "H8 H10", "H10/0"), route("2-1", "H8/0", "H8 G9 F10 E9", "E9/0"))
    assert [data["revenue"] for data in play.happened("train_ran")] == [60 + bonus, 70 + bonus]


@pytest.mark.rule("1861:8.8.2.b", "1867:8.8.2.b")
@pytest.mark.parametrize(
    ("title", "private", "hexes"),
    [
        ("1861", "TSR", set()), ("1861", "BSS", {"D20"}), ("1861", "MYR", {"H8"}), ("1861", "MRR", {"H8"}),
        ("1861", "WVR", {"A9", "A11", "A13", "A15"}), ("1867", "C&SL", set()), ("1867", "NFB", {"F18"}),
        ("1867", "MB", {"L12"}), ("1867", "QB", {"O7"}), ("1867", "SCT", {"A17", "A19"}),
    ],
)  # fmt: skip
def test_which_places_a_private_raises(title: str, private: str, hexes: set[str]) -> None:
    name = "MB" if title == "1861" else "BO"
    home = "" if title == "1861" else "C17/0"
    play = Operation(title).minor(name, "p1", 60, token=home).private(private, name).round()
    graph = route_graph(play.rules, play.state)
    problem = instance_for(play.rules, play.state, graph, name, [])
    raised = {graph.nodes[number][0]: stop.bonus for number, stop in enumerate(problem.stops) if stop.bonus}
    assert raised == dict.fromkeys(hexes, 10)


def chain(kinds: Sequence[tuple[int, int, int]], tokens: Sequence[int], full: Sequence[int] = ()) -> Instance:
    """Stops in a row, (kind, value, bonus) each, for one 5+5E and one 2+2 of 1867."""
    rules = Operation("1867").rules
    return Instance(
        stops=tuple(Stop(*kind) for kind in kinds),
        segments=tuple(Segment(i, i + 1, (i,)) for i in range(len(kinds) - 1)),
        tracks=len(kinds),
        trains=(packed_train(rules.kinds["5+5E"]),),
        tokens=tuple(tokens),
        full=tuple(full),
    )


def cities(*values: int) -> list[tuple[int, int, int]]:
    return [(CITY, value, 0) for value in values]


@both("8.8.3.b", "8.8.3.c", "P.10.8.b")
@pytest.mark.parametrize(
    ("values", "token", "revenue"),
    [
        ((100, 90, 80, 70, 60, 30), 5, 740),  # A55: without the 30 it would be 800
        ((90, 80, 70, 60, 50, 40), 5, 680),  # C024
        ((90, 80, 70, 60, 50, 40), 0, 700),
        ((50, 40), 1, 180),
    ],
)
def test_an_express_counts_its_five_best_with_a_token_among_them(
    values: tuple[int, ...], token: int, revenue: int
) -> None:
    answer = best(chain(cities(*values), [token]))
    assert answer.proved
    assert answer.total == revenue


@both("P.10.8.a")
def test_an_express_may_not_leave_out_an_offboard_place() -> None:
    row = [(OFFBOARD, 10, 0), *cities(90, 80, 70, 60, 50)]
    problem = chain(row, [1])
    score = score_stops(problem, problem.trains[0], range(6))
    assert score is not None
    assert score.revenue == 2 * (10 + 90 + 80 + 70 + 60)
    assert best(problem).total == 2 * (90 + 80 + 70 + 60 + 50)  # so it had better not go there


@both("P.10.8.c", "8.8.3.a", "8.8.3.b")
def test_special_trains_double_values_but_not_a_private() -> None:
    problem = chain([(CITY, 50, 10), (CITY, 40, 0)], [0])
    assert best(problem).total == 2 * 90 + 10


@both("8.8.3.c", "8.8.1.k")
def test_an_express_passes_no_blocked_city() -> None:
    problem = chain(cities(40, 10, 90), [0], full=[1])
    assert best(problem).total == 2 * 50


@both("8.8.3.a", "8.8.1.e", "8.8.1.g")
def test_a_two_plus_two_counts_two_doubled() -> None:
    rows = (
        ("D14", "635", 0), ("E13", "58", 5), ("F14", "9", 2), ("G15", "207", 0), ("G17", "8", 1), ("F18", "57", 1),
    )  # fmt: skip

    def ready() -> Operating:
        scene = on("1861", *rows, phase="8").major("NW", 100, p1=2, token="G15/0")
        return scene.has("NW", 0, trains=["2+2"]).turn("NW", "run")

    over_town = ("D14/2", "D14 E13", "E13/0", "E13 F14 G15", "G15/0")
    assert earns(ready(), *over_town, train="2+2-0") == 2 * (40 + 40)
    assert earns(ready(), *over_town[2:], train="2+2-0") == 2 * (10 + 40)
    too_long = ready().why_not(route("2+2-0", *over_town, "G15 G17 F18", "F18/0"))
    assert too_long == {"route_too_many_mandatory": "8.8.1.e"}


@both("8.8.3.b", "P.10.6")
def test_an_express_doubles_the_bonus_of_a_pair() -> None:
    scene = on("1861", *URALS, phase="8").major("NW", 100, p1=2, token="H8/0").has("NW", 0, trains=["5+5E"])
    assert earns(scene.turn("NW", "run"), *MOSCOW_EKATERINBURG, train="5+5E-0") == 2 * (70 + 20 + 40 + 40)


@both("8.8.2.a")
def test_towns_pay_ten_whatever_their_colour() -> None:
    for name, tile in Operation("1867").rules.tileset.tiles.items():
        assert {stop.value("gray") for stop in tile.stops if stop.kind == "town"} <= {10}, name
