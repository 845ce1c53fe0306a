"""The merger round: whose turn it is, converting, which minors may merge and at what price [9; sheet 16]."""

from __future__ import annotations

import pytest

from tests.rail.positions import TITLES, Play, Scene, both
from tests.rail.situations import brown_moscow, line_to_riga, merger_round
from towpath.rail import formation
from towpath.rail.actions import Accept, BuyShare, ChooseMajor, Convert, Decline, Merge, Pass
from towpath.rail.merger_groups import Groups, conversion_cell, convert_faults, merged_cell
from towpath.rail.state import POOL

PAIR = {"1861": ("SPW", "RO"), "1867": ("BO", "CS")}
MAJOR = {"1861": "NW", "1867": "GTR"}


def pair(title: str, first: int = 60, second: int = 50, owner: str = "p1", **options: str) -> Scene:
    """Two connected minors, the first of p1, the second of ``owner``; nobody has money."""
    scene = Scene(title, 3, **{"market": "column", **options}).phase("4").cash(p1=0, p2=0, p3=0)
    if title == "1861":
        return line_to_riga(scene).minor("SPW", "p1", first).minor("RO", owner, second)
    scene.tile("E15", "57").tile("E17", "57")
    return scene.minor("BO", "p1", first, token="E15/0").minor("CS", owner, second, token="E17/0")


def share(player: str, company: str) -> BuyShare:
    return BuyShare(entity=player, company=company, source="treasury")


def bought(play: Play, *players: str, company: str) -> Play:
    return play.do(*(share(player, company) for player in players))


# Turns


@both("9.a", "P.16.5")
@pytest.mark.parametrize("title", TITLES)
def test_minors_are_asked_by_price_and_one_that_passed_may_be_taken_later(title: str) -> None:
    high, low = PAIR[title]
    play = merger_round(pair(title, 70, 65))
    assert play.turn == (high,)
    play.do(Pass(entity=high))
    assert play.turn == (low,)
    play.do(Merge(entity=low, minor=high), ChooseMajor(entity=low, major=MAJOR[title]))
    assert play.state.standing[high] == "gone"
    assert play.over


@both("P.16.1")
@pytest.mark.parametrize("title", TITLES)
def test_a_minor_that_was_merged_has_no_turn_of_its_own(title: str) -> None:
    high, low = PAIR[title]
    play = merger_round(pair(title, 70, 65))
    play.do(Merge(entity=high, minor=low), ChooseMajor(entity=high, major=MAJOR[title]))
    assert play.over


@pytest.mark.rule("1861:9.a")
@pytest.mark.parametrize(("profile", "asked"), [("own", False), ("18xx.games", True)])
def test_a_minor_with_nothing_to_decide_is_skipped_but_on_the_site(profile: str, asked: bool) -> None:
    scene = Scene("1861", 3, market="column", profile=profile).phase("4").minor("TR", "p1", 60)
    assert merger_round(scene).over != asked


# Converting


@both("9.1.a")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("price", "possible"), [(90, False), (100, True), (165, True)])
def test_a_minor_converts_from_the_blue_zone(title: str, price: int, possible: bool) -> None:
    minor = PAIR[title][0]
    play = merger_round(pair(title, price, 50))
    assert bool(play.offered(Convert)) == possible
    if not possible:
        assert play.refusal(Convert(entity=minor)) == {"not_in_blue_zone": "9.1.a"}


@pytest.mark.rule("1861:9.1.a")
def test_on_the_grid_only_border_cells_are_blue() -> None:
    scene = Scene("1861", 3, market="grid").phase("4").minor("TR", "p1", 110, 3, 5).minor("E", "p2", 110, 4, 6)
    play = merger_round(scene)
    assert play.turn == ("E",)


@both("9.1.A.a", "9.1.A.b", "9.1.B.a", "9.1.C.a", "9.1.D.a", "9.1.E.a", "P.16.13")
@pytest.mark.parametrize("title", TITLES)
def test_a_conversion_moves_everything_over(title: str) -> None:
    minor, other = PAIR[title]
    private, hex_id = {"1861": ("BSS", "E1"), "1867": ("QB", "E15")}[title]
    scene = pair(title, 100, 100, "p2").treasury(minor, 77).loans(minor, 2).train("3", minor).private(private, minor)
    play = merger_round(scene).do(Convert(entity=minor))
    assert play.refusal(ChooseMajor(entity=minor, major="nobody")) == {"no_such_major": ""}
    play.do(ChooseMajor(entity=minor, major=MAJOR[title]))
    major = MAJOR[title]
    assert play.price(major) == 100
    assert play.state.stacks[play.state.cells[major]] == (other, major)
    assert (play.cash(major), play.state.loans) == (77, {major: 2})
    assert play.rules.trains_of(play.state, major) == ["3-0"]
    assert play.state.privates[private] == major
    assert (0, major) in play.tokens(hex_id)
    assert play.state.charter[major] == (20, 40)
    assert (play.shares(major, "p1"), play.shares(major, major)) == (2, 8)
    assert play.president(major) == "p1"
    assert play.state.standing[minor] == "gone"
    assert play.state.homes[major] == hex_id
    assert not play.state.operated.get(major, False)


@pytest.mark.rule("1861:9.1.A.c", "1867:9.1.A.c")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("price", "blue", "cell"),
    [(100, (5, 6), (4, 5)), (110, (4, 6), (3, 5)), (120, (3, 6), (3, 6)), (150, (1, 6), (2, 7)), (165, (0, 6), (1, 7))],
)
def test_on_the_grid_a_converted_major_stands_on_pink_or_teal(
    title: str, price: int, blue: tuple[int, int], cell: tuple[int, int]
) -> None:
    minor = {"1861": "TR", "1867": "BO"}[title]
    scene = (
        Scene(title, 3, market="grid")
        .phase("4")
        .minor(minor, "p1", price, *blue, token="K17/0" if title == "1861" else "E15/0")
    )
    found = conversion_cell(scene.rules, scene.draft, minor)
    assert (found.row, found.column, found.price) == (*cell, price)


@both("9.1.D.b", "9.1.D.c", "9.1.D.d", "7.4.1.a")
@pytest.mark.parametrize("title", TITLES)
def test_the_president_buys_to_the_limit_then_each_other_player_one(title: str) -> None:
    minor, major = PAIR[title][0], MAJOR[title]
    scene = pair(title, 100, 50).cash(p1=1000, p2=1000, p3=99)
    play = merger_round(scene).do(Convert(entity=minor), ChooseMajor(entity=minor, major=major))
    assert play.turn == ("p1",)
    bought(play, *["p1"] * 4, company=major)
    assert (play.shares(major, "p1"), play.cash(major), play.cash("p1")) == (6, 400, 600)
    assert play.turn == ("p2",)
    assert play.refusal(BuyShare(entity="p2", company=major, source="pool")) == {"only_new_shares": "9.2.D.a"}
    bought(play, "p2", company=major)
    assert play.shares(major, "p2") == 1
    assert play.over, "p3 cannot pay for a share"


@both("9.1.D.b")
@pytest.mark.parametrize("title", TITLES)
def test_nobody_has_to_buy(title: str) -> None:
    minor, major = PAIR[title][0], MAJOR[title]
    play = merger_round(pair(title, 100, 50).cash(p1=1000, p2=1000, p3=1000))
    play.do(Convert(entity=minor), ChooseMajor(entity=minor, major=major))
    play.do(Pass(entity="p1"), Pass(entity="p2"), Pass(entity="p3"))
    assert play.shares(major, major) == 8


@both("P.16.4")
@pytest.mark.parametrize("title", TITLES)
def test_the_certificate_limit_holds(title: str) -> None:
    scene = Scene(title, 6, market="column").phase("4").gone(*({"1861": ["MB", "Y"]}.get(title, [])))
    minors, majors, spots, new = {
        "1861": (("TR", "SV"), ("SW", "SE"), ("K17/0", "N10/0", "E9/0", "H18/0"), "NW"),
        "1867": (("BO", "CS"), ("CPR", "CNR"), ("E15/0", "E17/0", "D8/0", "N12/0"), "GTR"),
    }[title]
    scene.minor(minors[0], "p1", 100, token=spots[0]).minor(minors[1], "p2", 60, token=spots[1])
    for major, spot in zip(majors, spots[2:], strict=True):
        scene.major(major, 100, p2=6, token=spot)
    scene.cash(**dict.fromkeys(scene.rules.seats, 0)).cash(p2=500)
    play = merger_round(scene, minors[0]).do(Convert(entity=minors[0]), ChooseMajor(entity=minors[0], major=new))
    assert play.over, "p2 has eleven certificates, the others no money"


@both("9.1.A.a")
@pytest.mark.parametrize("title", TITLES)
def test_without_a_major_left_nobody_converts_or_merges(title: str) -> None:
    minor = PAIR[title][0]
    scene = pair(title, 100, 50)
    spots = {"1861": ["E9/0", "H18/0", "I19/0", "K17/0", "N10/0", "Q3/0", "D20/0", "G15/0"],
             "1867": ["D8/0", "G15/0", "J12/0", "N12/0", "F8/0", "M9/0", "O7/0", "D2/0"]}[title]  # fmt: skip
    scene.gone(*({"1861": ["MB", "Y", "V", "TR", "SV", "E", "OK", "KR"]}.get(title, [])))
    for company, spot in zip([c for c in scene.rules.data.companies if c.kind == "major"], spots, strict=True):
        scene.major(company.id, 100, p3=2, token=spot)
    assert merger_round(scene).over
    assert {reason.rule for reason in convert_faults(scene.rules, scene.draft, minor)} == {"9.1.A.a"}


# Price of a merger


@both("9.2.A.b", "9.2.A.c", "P.16.6.a")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("prices", "price"),
    [
        ((165, 165), 200), ((165, 165, 120), 200), ((50, 35), 100), ((80, 65), 135),
        ((55, 70, 95), 150), ((60, 65), 120), ((120, 135), 200), ((45, 50), 100), ((60, 50), 110),
    ],
)  # fmt: skip
def test_a44_c005_lowest_and_highest_together(title: str, prices: tuple[int, ...], price: int) -> None:
    rules = Scene(title, 3, market="column").rules
    assert merged_cell(rules, prices).price == price
    assert merged_cell(Scene(title, 3, market="grid").rules, prices).price == price


@both("P.16.6.b", "9.2.A.c")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("prices", "own", "site"),
    [((50, 50), (5, 6), (4, 5)), ((60, 50), (4, 6), (3, 5)), ((80, 65), (2, 6), (2, 6)), ((80, 70), (2, 7), (2, 7))],
)
def test_c21_on_the_grid_blue_below_150(
    title: str, prices: tuple[int, ...], own: tuple[int, int], site: tuple[int, int]
) -> None:
    for profile, place in (("own", own), ("18xx.games", site)):
        cell = merged_cell(Scene(title, 3, market="grid", profile=profile).rules, prices)
        assert (cell.row, cell.column) == place


# Which minors


@both("9.2.a", "9.2.A.a", "9.2.B.a", "9.2.C.a", "9.2.C.b", "9.2.F.a", "P.16.6.a")
@pytest.mark.parametrize("title", TITLES)
def test_a7_two_minors_of_one_owner(title: str) -> None:
    (one, two), major = PAIR[title], MAJOR[title]
    scene = pair(title).cash(p1=1000).treasury(one, 30).treasury(two, 40).loans(one, 2).loans(two, 1)
    scene.train("2", one).train("3", two)
    play = merger_round(scene).do(Merge(entity=one, minor=two), ChooseMajor(entity=one, major=major))
    assert (play.price(major), play.cash(major), play.state.loans) == (110, 70, {major: 3})
    assert play.rules.trains_of(play.state, major) == ["2-0", "3-0"]
    assert (play.shares(major, "p1"), play.president(major)) == (2, "p1")
    bought(play, *["p1"] * 4, company=major)
    assert (play.cash(major), play.cash("p1")) == (70 + 440, 560)
    assert {play.state.standing[minor] for minor in (one, two)} == {"gone"}
    hexes = {"1861": ("E1", "B4"), "1867": ("E15", "E17")}[title]
    assert all((0, major) in play.tokens(hex_id) for hex_id in hexes)
    assert play.state.charter[major] == (40,)
    assert play.state.homes[major] == hexes[0]


@both("9.2.d", "9.2.g")
@pytest.mark.parametrize(("title", "hex_id", "minors"), [("1861", "H8", ("N", "M-K")), ("1867", "L12", ("BO", "CS"))])
def test_separate_cities_of_a_hex_are_not_connected(title: str, hex_id: str, minors: tuple[str, str]) -> None:
    scene = Scene(title, 3, market="column").phase("4")
    for number, minor in enumerate(minors):
        scene.minor(minor, "p1", 100, token="" if title == "1861" else f"{hex_id}/{number}")
    play = merger_round(scene)
    assert play.refusal(Merge(entity=minors[0], minor=minors[1])) == {"not_connected": "9.2.d"}


@both("9.2.f", "9.2.d")
@pytest.mark.parametrize("title", TITLES)
def test_a_path_may_come_back_to_a_hex(title: str) -> None:
    scene = Scene(title, 3, market="column").phase("4")
    if title == "1861":
        one, two = "N", "M-K"
        scene.minor(one, "p1", 60).minor(two, "p1", 60).tile("G7", "7", 5).tile("G9", "8", 3).tile("H10", "7", 2)
    else:
        one, two = "BO", "CS"
        scene.minor(one, "p1", 60, token="L12/0").minor(two, "p1", 60, token="L12/1")
        scene.tile("L10", "7", 0).tile("K11", "8", 4).tile("K13", "7", 3)
    assert merger_round(scene).offered(Merge) == [Merge(entity=one, minor=two)]


LINE = {"1861": ("SPW", "KR", "TR", "RO"), "1867": ("BO", "CS", "CV", "KP")}
"""Minors in four cities of one line of track."""


@both("9.2.e", "9.2.d")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("profile", ["own", "18xx.games"])
def test_tokens_of_minors_in_the_merger_do_not_block(title: str, profile: str) -> None:
    scene = Scene(title, 3, market="column", profile=profile, consent="off").phase("4")
    if title == "1861":
        scene.tile("D2", "57", 1).tile("C3", "57", 1).tile("B4", "5", 3)
        places = ("", "D2/0", "C3/0", "")
    else:
        scene.tile("E11", "15").tile("E13", "15").tile("E15", "57").tile("E17", "57")
        places = ("E11/0", "E13/0", "E15/0", "E17/0")
    first, second, third, fourth = LINE[title]
    for minor, price, place in zip(LINE[title], (70, 60, 55, 50), places, strict=True):
        scene.minor(minor, "p1" if price > 55 else "p2", price, token=place)
    if title == "1867":
        scene.major("GTR", 100, p3=2, token="E13/0")
    play = merger_round(scene)
    assert play.refusal(Merge(entity=first, minor=fourth)) == {"not_connected": "9.2.d"}
    assert play.refusal(Merge(entity=first, minor=third)) == {"not_connected": "9.2.d"}
    play.do(*(Merge(entity=first, minor=minor) for minor in (second, third, fourth)))
    assert play.offered(ChooseMajor, first)


@pytest.mark.rule("1861:9.2.d")
def test_a_foreign_token_blocks() -> None:
    scene = Scene("1861", 3, market="column").phase("4").tile("D2", "57", 1).tile("C3", "9", 1).tile("B4", "57", 1)
    scene.minor("SPW", "p1", 70).minor("RO", "p1", 50).major("NW", 100, p3=2, token="D2/0")
    play = merger_round(scene)
    assert play.over
    assert merger_round(line_to_riga(Scene("1861", 3, market="column").phase("4").minor("SPW", "p1", 70)
                                     .minor("RO", "p1", 50))).turn == ("SPW",)  # fmt: skip


@both("9.2.a")
@pytest.mark.parametrize("title", TITLES)
def test_only_other_minors_in_play_can_join(title: str) -> None:
    one, _ = PAIR[title]
    play = merger_round(pair(title))
    unstarted = {"1861": "TR", "1867": "KP"}[title]
    assert play.refusal(Merge(entity=one, minor=one)) == {"cannot_join": "9.2.a"}
    assert play.refusal(Merge(entity=one, minor=unstarted)) == {"cannot_join": "9.2.a"}
    assert play.refusal(Merge(entity=one, minor=MAJOR[title])) == {"no_such_minor": ""}


@both("9.2.b", "9.2.a")
@pytest.mark.parametrize("title", TITLES)
def test_six_of_one_player_and_ten_in_all(title: str) -> None:
    scene = Scene(title, 3, market="column").phase("4")
    minors = [c.id for c in scene.rules.data.companies if c.kind == "minor"]
    for number, minor in enumerate(minors):
        scene.minor(minor, "p1" if number < 8 else "p2", 60)
    groups = Groups(scene.rules)

    def codes(group: list[str], minor: str) -> dict[str, str]:
        return {reason.code: reason.rule for reason in groups.faults(scene.draft, group, minor)}

    assert "too_many_of_one_player" not in codes(minors[:5], minors[5])
    assert codes(minors[:6], minors[6])["too_many_of_one_player"] == "9.2.b"
    nine = minors[:5] + minors[8:12]
    assert "too_many_minors" not in codes(nine, minors[5])
    assert codes([*nine, minors[5]], minors[12])["too_many_minors"] == "9.2.a"


# Consent


@both("9.2.c")
@pytest.mark.parametrize("title", TITLES)
def test_c075_after_the_first_pick_no_conversion_and_the_other_owner_must_agree(title: str) -> None:
    (one, two), major = PAIR[title], MAJOR[title]
    play = merger_round(pair(title, 100, 90, "p2").cash(p1=1000))
    assert play.offered(Convert)
    play.do(Merge(entity=one, minor=two))
    assert play.turn == ("p2",)
    play.do(Accept(entity="p2"))
    assert play.refusal(Convert(entity=one)) == {"other_step": "9.1.a"}
    play.do(ChooseMajor(entity=one, major=major))
    assert play.state.standing[two] == "gone"


@both("9.2.c")
@pytest.mark.parametrize("title", TITLES)
def test_a_refusal_holds_for_this_turn(title: str) -> None:
    one, two = PAIR[title]
    play = merger_round(pair(title, 100, 90, "p2").cash(p1=1000, p2=1000))
    play.do(Merge(entity=one, minor=two), Decline(entity="p2"))
    assert play.turn == (one,)
    assert play.refusal(Merge(entity=one, minor=two)) == {"owner_refused": "9.2.c"}
    play.do(Pass(entity=one))
    assert play.offered(Merge, two) == [Merge(entity=two, minor=one)]


# No hope


@both("P.16.9.b")
@pytest.mark.parametrize("title", TITLES)
def test_a_merger_without_hope_of_a_president_is_refused(title: str) -> None:
    one, two = PAIR[title]
    poor = merger_round(pair(title, 100, 60, "p2").cash(p1=149, p2=149))
    assert poor.refusal(Merge(entity=one, minor=two)) == {"hopeless_merger": "P.16.9.b"}
    rich = merger_round(pair(title, 100, 60, "p2").cash(p1=149, p2=150))
    assert rich.offered(Merge)


@pytest.mark.rule("1861:P.16.9.b", "1861:9.2.c")
def test_a_group_that_a_refusal_leaves_without_hope_is_given_up() -> None:
    scene = brown_moscow(Scene("1861", 3, market="column").phase("4").cash(p1=0, p2=0, p3=0))
    scene.gone("M-K", "N", "MNN").minor("N", "p1", 70, token="H8/0").minor("M-K", "p2", 65, token="H8/0")
    scene.minor("MNN", "p2", 60, token="H8/0")
    play = merger_round(scene).do(Merge(entity="N", minor="M-K"), Accept(entity="p2"))
    play.do(Merge(entity="N", minor="MNN"), Decline(entity="p2"))
    assert "merger_given_up" in {event.kind for event in play.events}
    assert play.turn == ("M-K",)
    assert play.state.standing["N"] == "started"
    again = merger_round(scene).do(Merge(entity="N", minor="M-K"), Accept(entity="p2"), Pass(entity="N"))
    assert again.turn == ("M-K",)


def test_what_a_merger_changes_is_what_is_saved() -> None:
    """A table that is not among the saved ones would stay changed when a merger is undone."""
    scene = pair("1861", 100, 60, "p2").cash(p1=500, p2=500).private("BSS", "SPW").train("3", "RO")
    before = scene.draft.commit()
    formation.merge(scene.rules, scene.draft, ("SPW", "RO"), "NW")
    after = scene.draft.commit()
    changed = {name for name in before.__struct_fields__ if getattr(before, name) != getattr(after, name)}
    assert changed - {"stack"} <= set(formation.Before.__struct_fields__)
    formation.restore(scene.draft, formation.saved(before))
    again = scene.draft.commit()
    assert [n for n in before.__struct_fields__ if n != "stack" and getattr(before, n) != getattr(again, n)] == []
    assert POOL not in again.trains.values()
