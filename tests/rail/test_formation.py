"""Shares, tokens and trains of a major formed by a merger [9.2C–9.2F; sheet 16.8–16.12]."""

from __future__ import annotations

import pytest

from tests.rail.positions import TITLES, Play, Scene, both
from tests.rail.situations import brown_moscow, trains_of
from towpath.kernel.codec import Codec, plain
from towpath.rail import formation
from towpath.rail.actions import BuyShare, DiscardTrain, Pass, RemoveToken
from towpath.rail.state import POOL

MINORS = {"1861": ("RO", "OK", "KR", "TR"), "1867": ("BO", "CS", "CV", "KP")}
SPOTS = {"1861": ("B4/0", "D20/0", "G15/0", "K17/0"), "1867": ("D8/0", "E15/0", "E17/0", "N12/0")}
MAJOR = {"1861": "NW", "1867": "GTR"}
SEED, SITE, DESIGNER = "own", "18xx.games", "designer"


def owned(title: str, *minors: tuple[str, int], profile: str = SEED, phase: str = "4", players: int = 3) -> Scene:
    """Minors with (owner, price), each in a hex of its own; nobody has money."""
    scene = Scene(title, players, market="column", profile=profile).phase(phase)
    scene.cash(**dict.fromkeys(scene.rules.seats, 0))
    for (owner, price), minor, spot in zip(minors, MINORS[title], SPOTS[title], strict=False):
        scene.minor(minor, owner, price, token=spot)
    return scene


def merged(scene: Scene, count: int = 2, first: int = 0) -> Play:
    """The merger of the first so many minors, the one with that index being active."""
    names = list(MINORS[scene.rules.title][:count])
    names.insert(0, names.pop(first))
    formation.merge(scene.rules, scene.draft, names, MAJOR[scene.rules.title])
    return scene.play()


def buy(play: Play, *players: str) -> Play:
    return play.do(*(BuyShare(entity=p, company=MAJOR[play.rules.title], source="treasury") for p in players))


# Exchange and purchases


@both("9.2.C.a", "9.2.C.b", "P.16.9.a", "9.2.C.c")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("profile", "order"), [(SEED, ("p1", "p2")), (SITE, ("p2", "p1")), (DESIGNER, ("p2", "p1"))])
def test_c043_who_buys_first_and_becomes_president(title: str, profile: str, order: tuple[str, str]) -> None:
    major = MAJOR[title]
    play = merged(owned(title, ("p1", 80), ("p2", 90), profile=profile).cash(p1=1000, p2=1000, p3=1000))
    assert [play.shares(major, player) for player in ("p1", "p2", "p3")] == [1, 1, 0]
    assert play.turn == order[:1]
    buy(play, order[0])
    assert play.president(major) == order[0]
    assert play.state.certificates[f"{major}_0"] == order[0]
    assert play.shares(major, order[0]) == 2
    play.do(Pass(entity=order[0]))
    assert play.turn == (order[1],)
    buy(play, order[1])
    assert play.president(major) == order[0], "a tie keeps the president"


@pytest.mark.rule("1861:9.2.D.a", "1861:9.2.D.b", "1861:9.2.E.c", "1861:9.2.C.c", "1861:P.16.11.b")
@pytest.mark.parametrize(("profile", "first", "second"), [(SITE, "p2", "p1"), (SEED, "p1", "p2")])
def test_a45_two_owners_in_brown_moscow(profile: str, first: str, second: str) -> None:
    scene = Scene("1861", 3, market="column", profile=profile).phase("5").cash(p1=270, p2=270, p3=135)
    scene.gone("M-K", "N", "MNN")
    scene = brown_moscow(scene).minor("MNN", "p1", 65, token="H8/0").minor("N", "p2", 80, token="H8/0")
    formation.merge(scene.rules, scene.draft, ("MNN", "N"), "NW")
    play = scene.play()
    assert play.price("NW") == 135
    assert play.turn == (first,)
    buy(play, first).do(Pass(entity=first))
    assert play.president("NW") == first
    buy(play, second).do(Pass(entity=second))
    order = play.rules.clockwise_from(play.state, first)
    assert play.turn == order[:1]
    buy(play, *order)
    assert [play.shares("NW", player) for player in ("p1", "p2", "p3")] == [3, 3, 1]
    assert play.cash("NW") == 5 * 135
    assert play.tokens("H8") == {(0, "NW")}
    assert len(play.state.tokens["H8"]) == 1
    assert play.state.charter["NW"] == (20, 40)
    assert play.over


@both("9.2.C.a", "9.2.D.a", "P.16.8", "3.3.b")
@pytest.mark.parametrize("title", TITLES)
def test_all_minors_of_a_player_are_exchanged_together_from_the_active_owner_on(title: str) -> None:
    major = MAJOR[title]
    scene = owned(title, ("p2", 60), ("p1", 70), ("p1", 60), ("p2", 70))
    play = merged(scene, 4)
    assert play.president(major) == "p2"
    assert [play.shares(major, player) for player in ("p1", "p2")] == [2, 2]
    assert play.turn == (major,), "two of four tokens must go"


@both("3.3.c", "9.2.C.c")
@pytest.mark.parametrize("title", TITLES)
def test_whoever_comes_to_hold_more_takes_the_certificate(title: str) -> None:
    major = MAJOR[title]
    play = merged(owned(title, ("p1", 60), ("p1", 60), ("p2", 60)).cash(p2=1000), 3)
    assert play.president(major) == "p1"
    buy(play, "p2")
    assert play.president(major) == "p1"
    buy(play, "p2")
    assert play.president(major) == "p2"
    assert play.shares(major, "p2") == 3


@both("9.2.C.d")
@pytest.mark.parametrize("title", TITLES)
def test_without_a_president_everything_is_as_before(title: str) -> None:
    one, two = MINORS[title][:2]
    private = {"1861": "BSS", "1867": "QB"}[title]
    scene = owned(title, ("p1", 100), ("p2", 60)).cash(p1=200, p2=200).treasury(one, 33).loans(two, 2)
    scene.train("3", two).private(private, one)
    before = scene.draft.commit()
    play = merged(scene)
    codec = Codec(play.rules)
    assert codec.state(plain(play.state)) == play.state
    assert play.cash(MAJOR[title]) == 33
    play.do(Pass(entity="p1"), Pass(entity="p2"))
    assert play.over
    assert "merger_undone" in {event.kind for event in play.events}
    same = [name for name in before.__struct_fields__ if getattr(before, name) != getattr(play.state, name)]
    assert same == []


@both("9.2.D.a", "9.2.D.b", "7.4.1.a")
@pytest.mark.parametrize("title", TITLES)
def test_the_second_buying_is_one_share_each_while_there_are_any(title: str) -> None:
    major = MAJOR[title]
    play = merged(owned(title, ("p1", 60), ("p2", 60), players=4).cash(p1=2000, p2=2000, p3=2000, p4=2000))
    buy(play, *["p1"] * 5)
    assert play.shares(major, "p1") == 6
    assert play.turn == ("p2",), "60 % is the limit"
    buy(play, *["p2"] * 2)
    play.do(Pass(entity="p2"))
    assert play.turn == ("p2",), "the president cannot buy more"
    buy(play, "p2")
    assert play.over, "ten shares are sold"
    assert play.cash(major) == 8 * 120
    assert play.shares(major, major) == 0


# Tokens


@both("9.2.E.a", "9.2.E.b", "P.16.11.a")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("profile", "before_shares"), [(SEED, False), (SITE, True), (DESIGNER, True)])
def test_c069_when_the_tokens_are_chosen(title: str, profile: str, before_shares: bool) -> None:
    major = MAJOR[title]
    scene = owned(title, ("p1", 60), ("p1", 60), ("p1", 60), profile=profile).cash(p1=1000)
    play = merged(scene, 3)
    if not before_shares:
        assert play.turn == ("p1",)
        play.do(Pass(entity="p1"))
    assert play.turn == (major,)
    assert play.rules.controller(play.state, major) == "p1"
    assert {action.city for action in play.offered(RemoveToken)} == set(SPOTS[title][:3])
    play.do(RemoveToken(entity=major, city=SPOTS[title][0]))
    hexes = [spot.split("/")[0] for spot in SPOTS[title][:3]]
    assert [play.tokens(hex_id) for hex_id in hexes] == [set(), {(0, major)}, {(0, major)}]
    assert play.state.charter[major] == (40,)
    assert play.turn == (("p1",) if before_shares else ())


@pytest.mark.rule("1861:9.2.E.a")
def test_before_there_is_a_president_the_active_owner_chooses() -> None:
    play = merged(owned("1861", ("p2", 60), ("p1", 60), ("p3", 60), profile=SITE).cash(p1=1000), 3)
    assert play.turn == ("NW",)
    assert play.president("NW") is None
    assert play.rules.controller(play.state, "NW") == "p2"


@pytest.mark.rule("1867:P.16.11.a", "1867:9.2.E.a", "1867:9.2.E.b")
@pytest.mark.parametrize("gone", ["L12/1", "L12/2"])
def test_c047_the_only_token_in_another_hex_must_stay(gone: str) -> None:
    scene = Scene("1867", 3, market="column").phase("4").cash(p1=0, p2=0, p3=0).tile("L12", "637", 0, (0, 1, 2))
    scene.minor("BO", "p1", 60, token="L12/1").minor("CS", "p1", 60, token="L12/2").minor("CV", "p1", 60, token="D8/0")
    play = merged(scene, 3)
    assert play.refusal(RemoveToken(entity="GTR", city="D8/0")) == {"last_other_hex": "P.16.11.a"}
    assert play.refusal(RemoveToken(entity="GTR", city="L12/0")) == {"no_token_there": "9.2.E.b"}
    assert play.refusal(RemoveToken(entity="GTR", city="A1/0")) == {"no_such_city": ""}
    play.do(RemoveToken(entity="GTR", city=gone))
    assert play.over
    assert len(play.rules.tokens_of(play.state, "GTR")) == 2
    assert play.state.charter["GTR"] == (40,)


@pytest.mark.rule("1861:P.16.11.a", "1861:9.2.E.a", "1861:9.2.E.b")
@pytest.mark.parametrize("profile", [SEED, SITE, DESIGNER])
@pytest.mark.parametrize("gone", ["H8/1", "H8/2"])
def test_c047_in_1861_two_in_moscow_and_one_in_riga(profile: str, gone: str) -> None:
    scene = Scene("1861", 3, market="column", profile=profile).phase("4").cash(p1=0, p2=0, p3=0)
    scene.tile("H8", "637", 0, (0, 1, 2)).minor("N", "p1", 60).minor("MNN", "p1", 60).minor("RO", "p1", 60)
    formation.merge(scene.rules, scene.draft, ("N", "MNN", "RO"), "NW")
    play = scene.play()
    assert play.refusal(RemoveToken(entity="NW", city="B4/0")) == {"last_other_hex": "P.16.11.a"}
    play.do(RemoveToken(entity="NW", city=gone))
    assert play.over
    assert len(play.rules.tokens_of(play.state, "NW")) == 2


@pytest.mark.rule("1861:9.2.E.c", "1861:P.16.11.b")
@pytest.mark.parametrize(
    ("profile", "removed", "charter"),
    [(SEED, "D14/2", (20, 40)), (SITE, "D14/2", (0, 40)), (SITE, "D14/1", (20, 40)), (DESIGNER, "D14/2", (20, 40))],
)
def test_a46_two_cities_of_green_kiev(profile: str, removed: str, charter: tuple[int, int]) -> None:
    scene = Scene("1861", 3, market="column", profile=profile).phase("4").cash(p1=0, p2=0, p3=0)
    scene.tile("D14", "635", 0, (0, 1, 2)).minor("KK", "p1", 60).minor("KB", "p1", 60)
    formation.merge(scene.rules, scene.draft, ("KK", "KB"), "NW")
    play = scene.play()
    assert play.turn == ("NW",)
    play.do(RemoveToken(entity="NW", city=removed))
    kept = {"D14/1": 2, "D14/2": 1}[removed]
    assert play.tokens("D14") == {(kept, "NW")}
    assert play.state.charter["NW"] == charter
    assert play.state.homes["NW"] == "D14"


@both("9.2.E.c", "P.16.11.b")
@pytest.mark.parametrize("title", TITLES)
def test_of_three_tokens_in_one_hex_one_is_kept(title: str) -> None:
    hex_id, names = {"1861": ("H8", ("N", "M-K", "MNN")), "1867": ("L12", ("BO", "CS", "CV"))}[title]
    major = MAJOR[title]
    scene = Scene(title, 3, market="column").phase("4").cash(p1=0, p2=0, p3=0).tile(hex_id, "637", 0, (0, 1, 2))
    for number, name in enumerate(names):
        scene.minor(name, "p1", 60, token="" if title == "1861" else f"{hex_id}/{number}")
    formation.merge(scene.rules, scene.draft, names, major)
    play = scene.play()
    play.do(RemoveToken(entity=major, city=f"{hex_id}/0"), RemoveToken(entity=major, city=f"{hex_id}/2"))
    assert play.over
    assert play.tokens(hex_id) == {(1, major)}
    assert play.state.charter[major] == (20, 40)


# Trains and loans


@both("9.2.F.b", "9.2.B.a", "8.11.2.c")
@pytest.mark.parametrize("title", TITLES)
def test_a47_five_trains_and_six_loans(title: str) -> None:
    major = MAJOR[title]
    scene = owned(title, ("p1", 60), ("p1", 60), ("p1", 60), phase="3")
    for index, minor in enumerate(MINORS[title][:3]):
        scene.loans(minor, 2).train("2", minor)
        if index:
            scene.train("2", minor)
    play = merged(scene, 3).do(RemoveToken(entity=major, city=SPOTS[title][0]))
    assert play.state.loans == {major: 6}
    assert play.turn == (major,)
    play.do(DiscardTrain(entity=major, train="2-2"))
    assert trains_of(play, major) == ["2"] * 4
    assert play.state.trains["2-2"] == POOL
    assert play.over


@both("P.16.13")
@pytest.mark.parametrize("title", TITLES)
def test_a_formed_major_has_not_operated(title: str) -> None:
    play = merged(owned(title, ("p1", 60), ("p1", 60)))
    assert not play.state.operated.get(MAJOR[title], False)
