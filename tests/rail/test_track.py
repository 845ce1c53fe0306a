"""Laying and upgrading track [8.6]: order, colours, supply, costs and loans."""

from __future__ import annotations

import pytest

from tests.rail.operation import TITLES, Operating, Operation, both
from towpath.rail.actions import LayTile

COLOURS = {
    "1861": {"2": "yellow", "3": "green", "4": "green", "5": "brown", "6": "gray", "7": "gray", "8": "gray"},
    "1867": {"2": "yellow", "3": "green", "4": "green", "5": "brown", "6": "brown", "7": "gray", "8": "gray"},
}


def kharkov(cash: int, phase: str = "3", **frame: object) -> Operating:
    """KR with a 2 at home on a yellow tile, joined to the town of G13; its other track leads to F16 (terrain 40)."""
    scene = Operation("1861").phase(phase).lay("G15", "202", 1).lay("G13", "4", 0).minor("KR", "p1", 60)
    return scene.has("KR", cash, trains=["2"]).turn("KR", "track", **frame)  # type: ignore[arg-type]


@pytest.mark.rule(
    "1861:8.6.a", "1861:8.6.b", "1861:8.6.f", "1861:8.6.g", "1861:8.6.2.a", "1861:8.6.2.c", "1861:8.2.a", "1861:8.2.b",
    "1861:8.2.f", "1861:8.2.g",
)  # fmt: skip
def test_the_rulebook_upgrades_kharkov_and_borrows_once_for_the_second_lay() -> None:
    """A4: 50 in the treasury; the upgrade is free, the second lay costs 60."""
    play = kharkov(50)
    play.do(play.lay("G15", "622", 1))
    assert (play.cash("KR"), play.loans("KR")) == (50, 0)
    play.do(play.lay("F16", "8", 2))  # 20 for the second action and 40 for the river
    assert (play.cash("KR"), play.loans("KR")) == (50 + 45 - 60, 1)
    assert play.step != "track"


@pytest.mark.rule("1861:8.6.h")
def test_the_lay_may_come_before_the_upgrade_for_the_same_sum() -> None:
    play = kharkov(50)
    play.do(play.lay("F16", "8", 2))
    assert (play.cash("KR"), play.loans("KR")) == (10, 0)
    play.do(play.lay("G15", "622", 1))
    assert (play.cash("KR"), play.loans("KR")) == (35, 1)


@pytest.mark.rule("1861:8.6.g")
def test_two_yellow_lays_cost_twenty_in_all() -> None:
    play = kharkov(20, "2")
    play.do(play.lay("G11", "9", 0), play.lay("G9", "9", 0))
    assert (play.cash("KR"), play.loans("KR")) == (0, 0)


@pytest.mark.rule("1861:8.6.g", "1861:8.6.i")
def test_a_turn_has_one_upgrade_and_one_tile_a_hex() -> None:
    play = kharkov(100)
    play.do(play.lay("G15", "622", 1))
    assert play.refusal(play.lay("G15", "623", 1))["same_hex"] == "8.6.i"
    assert play.refusal(play.lay("D14", "635", 0))["second_upgrade"] == "8.6.g"
    play = kharkov(100)
    play.do(play.lay("G11", "9", 0))
    assert play.refusal(play.lay("G11", "23", 0))["same_hex"] == "8.6.i"


@pytest.mark.rule("1861:8.6.f", "1861:8.4.a")
def test_after_two_track_actions_the_step_is_over() -> None:
    play = kharkov(100)
    play.do(play.lay("G11", "9", 0), play.lay("G9", "9", 0))
    assert play.refusal(LayTile(entity="KR", hex="F16", tile="8", rotation=2)).keys() == {"other_step"}


def ottawa(cash: int, phase: str = "3") -> Operating:
    """1867: BO at home on a yellow tile with track to I13 and J10; somebody else's private keeps its turn open."""
    scene = Operation("1867").phase(phase).lay("J12", "202", 1).minor("BO", "p1", 60, token="J12/0")
    return scene.private("NFB", "p2").has("BO", cash, trains=[phase]).turn("BO", "track")


@pytest.mark.rule("1867:8.6.a", "1867:8.6.f", "1867:8.6.g", "1867:8.6.h", "1867:8.2.b", "1867:8.2.f", "1867:8.2.g")
@pytest.mark.parametrize("upgrade_first", [True, False])
def test_an_upgrade_and_a_lay_in_either_order_cost_twenty(upgrade_first: bool) -> None:
    lays = [("J12", "208", 0), ("J10", "9", 0)]
    play = ottawa(19)
    for number, lay in enumerate(lays if upgrade_first else lays[::-1]):
        play.do(play.lay(*lay))
        assert (play.cash("BO"), play.loans("BO")) == ((19, 0), (19 + 45 - 20, 1))[number]
    assert play.refusal(play.lay("J8", "9", 0)).keys() == {"other_step"}


@pytest.mark.rule("1867:8.6.g", "1867:8.6.i", "1867:8.6.b")
def test_a_turn_of_1867_has_one_upgrade_and_one_tile_a_hex() -> None:
    play = ottawa(100)
    play.do(play.lay("J12", "208", 0))
    assert play.refusal(play.lay("J12", "623", 0))["same_hex"] == "8.6.i"
    assert play.refusal(play.lay("L12", "637", 0))["second_upgrade"] == "8.6.g"
    play = ottawa(100)
    play.do(play.lay("J10", "9", 0), play.lay("J8", "9", 0))
    assert play.cash("BO") == 80


@pytest.mark.rule("1867:8.6.c", "1867:8.6.1.a")
def test_a_replaced_tile_of_1867_goes_back_to_the_supply() -> None:
    play = ottawa(100)
    before = dict(play.state.supply)
    play.do(play.lay("J12", "208", 0))
    assert play.state.supply["202"] == before["202"] + 1
    assert play.state.supply["208"] == before["208"] - 1


@both("8.6.e", "11.a")
@pytest.mark.parametrize("phase", "2345678")
@pytest.mark.parametrize("title", TITLES)
def test_colours_open_with_their_phases(title: str, phase: str) -> None:
    order = ("yellow", "green", "brown", "gray")
    latest = order.index(COLOURS[title][phase])
    home = {"1861": "G15", "1867": "J12"}[title]
    ways = ("202", "622", "623", "640" if title == "1861" else "X8")
    major = {"1861": "NW", "1867": "CNR"}[title]
    for before, name in enumerate(ways):
        scene = Operation(title).gone("KR" if title == "1861" else "BO")
        if before:
            scene.lay(home, ways[before - 1], 1 if before < 3 else 0)
        scene.phase(phase).major(major, 100, p1=2, token=f"{home}/0").has(major, 500)
        play = scene.turn(major, "track")
        if before <= latest:
            assert name in play.tiles_for(home)
        else:
            assert play.refusal(play.lay(home, name, 1))["phase_colour"] == "8.6.e"


@pytest.mark.rule("1861:11.6.b", "1867:11.7.b")
@pytest.mark.parametrize(("title", "first"), [("1861", "6"), ("1867", "7")])
def test_gray_tiles_come_with_phase_six_or_seven(title: str, first: str) -> None:
    rules = Operation(title).rules
    assert next(phase.name for phase in rules.data.phases if "gray" in phase.tiles) == first
    assert next(phase.name for phase in rules.data.phases if phase.offboard == "gray") == first


@pytest.mark.rule("1861:8.6.b", "1861:8.6.a")
def test_colours_come_one_step_at_a_time() -> None:
    play = kharkov(100, "5")
    assert play.refusal(play.lay("G15", "623", 1))["lay_colour"] == "8.6.b"
    assert play.refusal(play.lay("G15", "201", 1))["lay_colour"] == "8.6.b"
    assert play.refusal(play.lay("G11", "23", 0))["lay_colour"] == "8.6.b"  # a bare hex takes yellow
    assert play.refusal(play.lay("F16", "63", 0))["lay_colour"] == "8.6.b"


@both("8.6.b")
@pytest.mark.parametrize(
    ("title", "company", "hex_id", "tile"), [("1861", "N", "H8", "637"), ("1867", "CS", "F16", "120")]
)
def test_printed_yellow_is_upgraded_to_green(title: str, company: str, hex_id: str, tile: str) -> None:
    scene = Operation(title).phase("3").minor(company, "p1", 60, token=f"{hex_id}/1").has(company, 100)
    play = scene.turn(company, "track")
    assert play.tiles_for(hex_id) >= {tile}
    assert play.refusal(play.lay(hex_id, "57", 0))["lay_colour"] == "8.6.b"


@both("8.6.d")
@pytest.mark.parametrize(("title", "printed", "company"), [("1861", "Q3", "NW"), ("1867", "D2", "CNR")])
def test_printed_gray_and_coloured_borders_stay(title: str, printed: str, company: str) -> None:
    scene = Operation(title).phase("8").major(company, 100, p1=2, token=f"{printed}/0").has(company, 500)
    play = scene.turn(company, "track")
    for tile in ("57", "63", "639"):
        assert play.refusal(play.lay(printed, tile, 0))["lay_fixed_hex"] == "8.6.d"
    offboard = "A9" if title == "1861" else "A19"
    assert play.refusal(play.lay(offboard, "9", 0))["lay_fixed_hex"] == "8.6.d"


@both("8.6.d")
@pytest.mark.parametrize(
    ("title", "hex_id", "tile", "company"), [("1861", "G15", "640", "NW"), ("1867", "J12", "X8", "CNR")]
)
def test_a_gray_tile_is_the_last_one(title: str, hex_id: str, tile: str, company: str) -> None:
    scene = (
        Operation(title).lay(hex_id, tile).phase("8").major(company, 100, p1=2, token=f"{hex_id}/0").has(company, 500)
    )
    play = scene.turn(company, "track")
    assert play.tiles_for(hex_id) == set()
    for name in ("639", "623", "57"):
        assert play.refusal(play.lay(hex_id, name, 0))["lay_colour"] == "8.6.b"


@pytest.mark.rule("1861:8.6.c", "1861:8.6.1.a")
def test_a_replaced_tile_goes_back_to_the_supply() -> None:
    scene = Operation("1861").phase("3").lay("G15", "621", 0).lay("B4", "621", 2).minor("KR", "p1", 60)
    scene.minor("OK", "p2", 55).has("KR", 100).has("OK", 100)
    play = scene.turn("KR", "track")
    assert play.state.supply["621"] == 0
    assert play.refusal(LayTile(entity="KR", hex="D20", tile="621", rotation=0))["no_tile_left"] == "8.6.1.a"
    play.do(play.lay("G15", "207", min(r for _, t, r in play.lays("G15") if t == "207")))
    assert play.state.supply["621"] == 1
    assert play.state.supply["207"] == 4


@both("8.6.1.a", "8.6.1.b")
@pytest.mark.parametrize("title", TITLES)
def test_every_tile_is_limited_but_three(title: str) -> None:
    rules = Operation(title).rules
    assert {name for name, count in rules.tileset.counts.items() if count is None} == {"7", "8", "9"}
    assert not {"7", "8", "9"} & set(rules.setup("x").supply)


@both("8.6.1.a", "8.6.1.b")
def test_plain_track_never_runs_out() -> None:
    scene = Operation("1861")
    for hex_id in (
        "B10",
        "B12",
        "C13",
        "D16",
        "D18",
        "E17",
        "F6",
        "F8",
        "G9",
        "H2",
        "H4",
        "H12",
        "I11",
        "J12",
        "K9",
        "L8",
    ):
        scene.lay(hex_id, "8", 0)
    scene.lay("G13", "58", 0).lay("B8", "58", 0).lay("C9", "58", 0).lay("E11", "58", 0).minor("KR", "p1", 60)
    play = scene.lay("G15", "202", 1).has("KR", 100).turn("KR", "track")
    assert "8" in play.tiles_for("F16")
    assert play.refusal(play.lay("E13", "58", 0))["no_tile_left"] == "8.6.1.a"
    assert scene.rules.conservation(play.state) == []


@pytest.mark.rule("1861:8.6.m", "1867:8.6.m")
@pytest.mark.parametrize("title", TITLES)
def test_locked_hexes_wait_for_phase_three(title: str) -> None:
    locked = {"1861": {"E3", "H6", "I5", "I9", "J10"}, "1867": {"M13"}}[title]
    rules = Operation(title).rules
    assert {name for name, place in rules.board.hexes.items() if place.locked} == locked
    for hex_id, company, home in {"1861": [("I9", "MNN", "H8/2")], "1867": [("M13", "CS", "N12/0")]}[title]:
        for phase, open_now in (("2", False), ("3", True)):
            scene = Operation(title).phase(phase)
            if title == "1867":
                scene.lay("N12", "57", 1)
            else:
                scene.lay("H8", "637", 0)
            scene.minor(company, "p1", 60, token=home).has(company, 200)
            play = scene.turn(company, "track")
            assert bool(play.lays(hex_id)) == open_now
            if not open_now:
                tile = "8" if title == "1861" else "58"
                assert play.refusal(play.lay(hex_id, tile, 2))["locked"] == "8.6.m"


@pytest.mark.rule("1861:8.6.2.a", "1861:P.8.9.a", "1867:8.6.2.a", "1867:P.8.9.a")
@pytest.mark.parametrize(
    ("title", "company", "token", "hex_id", "before", "tile", "cost"),
    [
        ("1861", "NW", "K7/0", "K7", None, "207", 20),  # printed yellow with a river
        ("1861", "NW", "D14/1", "D14", "635", "636", 40),  # the tile itself carries 40
        ("1861", "NW", "F18/0", "F18", "57", "619", 0),  # paid by the first tile
        ("1861", "NW", "D14/1", "D14", None, "635", 0),
        ("1867", "CNR", "L12/1", "L12", None, "637", 20),
        ("1867", "CNR", "J12/0", "J12", None, "202", 20),
        ("1867", "CNR", "J12/0", "J12", "202", "207", 0),
        ("1867", "CNR", "L12/0", "L12", "637", "X6", 0),
    ],
)
def test_a_printed_cost_is_paid_once(
    title: str, company: str, token: str, hex_id: str, before: str | None, tile: str, cost: int
) -> None:
    scene = Operation(title)
    if before:
        scene.lay(hex_id, before, 1 if before == "57" else 0)
    scene.phase("5").major(company, 100, p1=2, token=token).has(company, 100)
    play = scene.turn(company, "track")
    rotation = min(r for _, t, r in play.lays(hex_id) if t == tile)
    play.do(play.lay(hex_id, tile, rotation))
    assert play.cash(company) == 100 - cost


@both("P.8.10", "8.6.2.c", "8.2.i", "8.2.j")
@pytest.mark.parametrize(
    ("kind", "loans", "cash", "enough"),
    [("minor", 0, 0, True), ("minor", 1, 35, True), ("minor", 1, 34, False), ("minor", 2, 79, False),
     ("major", 4, 35, True), ("major", 5, 79, False), ("major", 7, 79, False), ("major", 7, 80, True)],
)  # fmt: skip
def test_a_lay_may_cost_no_more_than_treasury_and_loans(kind: str, loans: int, cash: int, enough: bool) -> None:
    scene = Operation("1861").lay("D14", "635", 0).phase("3")  # D12 costs 80
    name = "KB" if kind == "minor" else "NW"
    if kind == "minor":
        scene.minor("KB", "p1", 60, token="D14/1")
    else:
        scene.gone("KB").major("NW", 100, p1=2, token="D14/1")
    play = scene.has(name, cash, loans=loans).turn(name, "track")
    action = play.lay("D12", "9", 0)
    if enough:
        play.do(action)
        borrowed = len(play.happened("loan_taken"))
        assert cash + 45 * borrowed >= 80 > cash + 45 * (borrowed - 1)
    else:
        assert play.refusal(action)["too_dear"] == "8.6.2.c"


@pytest.mark.rule("1861:8.2.g", "1867:8.2.g", "1861:P.7.2", "1867:P.7.2")
@pytest.mark.parametrize(("cash", "loans"), [(0, 2), (35, 1), (34, 2), (80, 0), (79, 1)])
def test_track_takes_the_fewest_loans(cash: int, loans: int) -> None:
    scene = Operation("1861").lay("D14", "635", 0).phase("3").minor("KB", "p1", 60, token="D14/1")
    play = scene.has("KB", cash).turn("KB", "track")
    play.do(play.lay("D12", "9", 0))
    assert len(play.happened("loan_taken")) == loans
    track = [data for data in play.happened("paid") if data["why"] == "track in D12"]
    assert [(data["payer"], data["payee"], data["amount"]) for data in track] == [("KB", "bank", 80)]


def test_names_that_do_not_exist_are_told_so() -> None:
    play = kharkov(50)
    for action, code in (
        (LayTile(entity="KR", hex="Z99", tile="9", rotation=0), "no_such_hex"),
        (LayTile(entity="KR", hex="G13", tile="999", rotation=0), "no_such_tile"),
        (LayTile(entity="KR", hex="G13", tile="9", rotation=6), "no_such_rotation"),
        (LayTile(entity="KR", hex="G13", tile="9", rotation=-1), "no_such_rotation"),
        (LayTile(entity="KR", hex="G13", tile="9", rotation=10**30), "no_such_rotation"),
    ):
        assert code in play.refusal(action)
