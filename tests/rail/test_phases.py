"""What the first train of a rank brings [8.11.1, 11; sheet 18]."""

from __future__ import annotations

import pytest

from tests.rail.operation import Operation
from tests.rail.positions import TITLES, Play, Scene, both
from tests.rail.situations import brown_moscow, first_train, in_round, sold_out_below, trains_of, turn
from towpath.rail import national_tokens, phases, verbs
from towpath.rail.actions import BuyTrain, DiscardTrain, Nationalize, Pass
from towpath.rail.discard import DiscardTrains
from towpath.rail.frames import OperatingRound
from towpath.rail.phases import AskMajors
from towpath.rail.state import EXPORTED, POOL, RUSTED

MAJORS = {"1861": ("NW", "SW", "SE"), "1867": ("CNR", "GTR", "GWR")}
SPOTS = {"1861": ("E9/0", "H18/0", "I19/0"), "1867": ("D8/0", "E15/0", "E17/0")}
MINORS = {"1861": ("RO", "OK", "KR"), "1867": ("BO", "CS", "CV")}
PLACES = {"1861": ("", "", ""), "1867": ("J12/0", "G15/0", "N12/0")}


def column(title: str, phase: str = "2", players: int = 3, **options: str) -> Scene:
    scene = Scene(title, players, market="column", **options).phase(phase)
    return scene.gone("MB", "Y", "V") if title == "1861" else scene


def owned_minor(scene: Scene, index: int, owner: str, price: int, operated: bool = True) -> Scene:
    title = scene.rules.title
    return scene.minor(MINORS[title][index], owner, price, operated=operated, token=PLACES[title][index])


def owned_major(scene: Scene, index: int, price: int, operated: bool = True, **tenths: int) -> Scene:
    title = scene.rules.title
    return scene.major(MAJORS[title][index], price, operated=operated, token=SPOTS[title][index], **tenths)


def rusted(play: Play) -> set[str]:
    return {play.rules.train_kind(train).name for train in play.rules.trains_of(play.state, RUSTED)}


# Phase and rust


@both("11.a", "11.4.a", "8.11.1.a", "8.11.1.b", "P.18.1")
@pytest.mark.parametrize("title", TITLES)
def test_the_first_4_rusts_the_2s_everywhere_at_once(title: str) -> None:
    scene = owned_major(in_round(column(title, "3")), 0, 100, p1=2)
    major, national = MAJORS[title][0], scene.rules.national
    for holder in (major, major, POOL, national):
        scene.train("2", holder)
    scene.train("3", major)
    play = first_train(scene, "4", major)
    assert play.state.phase == "4"
    assert trains_of(play, major) == ["3", "4"]
    assert rusted(play) == {"2"}
    assert not trains_of(play, POOL)
    assert not trains_of(play, national)
    assert play.over


@both("8.11.1.a")
@pytest.mark.parametrize("title", TITLES)
def test_a_second_train_of_a_rank_changes_nothing(title: str) -> None:
    scene = owned_major(in_round(column(title, "3")), 0, 100, p1=2)
    major = MAJORS[title][0]
    scene.train("3", EXPORTED).train("3", major)
    phases.train_acquired(scene.rules, scene.draft, "3-1", major)
    assert scene.play().state.phase == "3"


@both("11.6.a", "11.8.a")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("first", "gone"), [("6", "3"), ("8", "4")])
def test_later_ranks_rust_theirs(title: str, first: str, gone: str) -> None:
    scene = in_round(column(title, "5"))
    scene.train(gone, POOL).train("5", POOL)
    play = first_train(scene, first)
    assert gone in rusted(play)
    assert trains_of(play, POOL) == ["5"]


@both("11.a")
@pytest.mark.parametrize("title", TITLES)
def test_phase_5_ends_minors_that_never_started_and_their_places(title: str) -> None:
    scene = owned_minor(in_round(Scene(title, 3, market="column").phase("4")), 0, "p1", 100)
    play = first_train(scene.train("3", MINORS[title][0]), "5")
    assert play.state.standing[MINORS[title][0]] == "started"
    others = [c.id for c in play.rules.data.companies if c.kind == "minor" and c.id != MINORS[title][0]]
    assert {play.state.standing[minor] for minor in others} == {"gone"}
    kept = {name for places in play.state.reservations.values() for _, _, name in places}
    assert kept <= {play.rules.national}


# Companies without trains


@pytest.mark.rule("1861:10.d", "1861:10.1.E.c", "1861:P.17.2.b")
def test_a17_trainless_minors_go_highest_price_first_and_new_ones_stay() -> None:
    scene = in_round(Scene("1861", 3, market="grid").phase("3").gone("MB"))
    scene.minor("SPW", "p1", 100, 5, 6).minor("KB", "p2", 70, 6, 4).minor("OK", "p3", 120, 3, 6, operated=False)
    scene.minor("RO", "p3", 100, 4, 5).cash(p1=0, p2=0, p3=0, SPW=220, KB=220, OK=220)
    for minor in ("SPW", "KB", "OK"):
        scene.train("2", minor)
    play = first_train(scene, "4", "RO")
    assert [e.data["company"] for e in play.events if e.kind == "nationalization"] == ["SPW", "KB"]
    assert (play.cash("p1"), play.cash("p2"), play.cash("p3")) == (180, 130, 0)
    assert play.cash("RSR") == 440
    assert play.state.standing["OK"] == "started"
    assert trains_of(play, "RO") == ["4"]
    assert (0, "RSR") in play.tokens("E1")
    assert (1, "RSR") in play.tokens("D14")


@pytest.mark.rule("1861:10.d", "1861:8.11.3.f", "1861:10.1.E.c", "1861:8.13.f", "1861:P.15.1", "1861:P.17.2.b")
@pytest.mark.parametrize("profile", ["own", "18xx.games"])
def test_a17_from_the_first_4_to_the_state_railways_own_4(profile: str) -> None:
    """The new company survives that moment, falls to 110 as it does not run, and then 220 and two loans buy no 4."""
    scene = Operation("1861", market="grid", profile=profile).phase("3").minor("RO", "p1", 120, 3, 6)
    scene.minor("SPW", "p1", 100, 5, 6).minor("KB", "p2", 70, 6, 4).minor("OK", "p3", 120, 3, 6, operated=False)
    scene.has("RO", 350, trains=["2"]).has("SPW", 220, trains=["2"]).has("KB", 220, trains=["2"]).has("OK", 220)
    for _ in range(7):
        scene.train("3", EXPORTED)
    play = scene.cash(p1=0, p2=0, p3=0).turn("RO", "trains", at="2.1")
    play.do(BuyTrain(entity="RO", train="4-0", price=350))
    assert [data["company"] for data in play.happened("nationalization")] == ["SPW", "KB"]
    while play.acting in ("RO", "OK"):
        play.done()
    assert [play.cash(player) for player in ("p1", "p2", "p3")] == [180, 130, 200]
    assert {minor: play.state.standing[minor] for minor in ("SPW", "KB", "OK")} == dict.fromkeys(
        ("SPW", "KB", "OK"), "gone"
    )
    assert play.trains("RSR") == ["4"]
    assert (play.cash("RSR"), play.loans("RSR")) == (660 - 350, 0)
    assert [hex_id for hex_id in play.state.tokens if "RSR" in {owner for _, owner in play.tokens(hex_id)}] == [
        "E1", "D14", "D20",
    ]  # fmt: skip
    assert len(play.state.tokens["E1"]) == 1


@both("10.d", "10.1.A", "10.1.D.b")
@pytest.mark.parametrize("title", TITLES)
def test_c001_a_minor_that_loses_its_only_train_to_the_first_4(title: str) -> None:
    scene = owned_minor(in_round(column(title, "3")), 0, "p1", 135).cash(p1=0).treasury(MINORS[title][0], 50)
    play = first_train(scene.loans(MINORS[title][0], 1).train("2", MINORS[title][0]), "4")
    assert play.state.standing[MINORS[title][0]] == "gone"
    assert (play.cash("p1"), play.cash(play.rules.national), play.state.loans) == (240, 0, {})


@both("10.a", "P.18.1")
@pytest.mark.parametrize("buys", [True, False])
@pytest.mark.parametrize("title", TITLES)
def test_c052_privates_at_the_first_6(title: str, buys: bool) -> None:
    scene = in_round(column(title, "5"))
    names = [private.id for private in scene.rules.data.privates]
    major, national = MAJORS[title][0], scene.rules.national
    owned_major(scene, 0, 100, p1=2).train("5", major).cash(p2=0)
    scene.private(names[0], "p2").private(names[2], major).private(names[4], national)
    play = first_train(scene, "6", major if buys else None)
    assert (play.cash("p2"), play.cash(major), play.cash(national)) == (30, 60, 0)
    assert {play.state.privates[name] for name in (names[0], names[2], names[4])} == {national}


@both("10.d", "P.4.3", "P.17.2.b")
@pytest.mark.parametrize("title", TITLES)
def test_c015_the_round_goes_on_with_the_company_that_had_not_operated(title: str) -> None:
    scene = in_round(column(title, "3", 4, consent="off"))
    a, b, c, d = (*MINORS[title], {"1861": "MV", "1867": "KP"}[title])
    for index, (owner, price, operated) in enumerate([("p1", 120, True), ("p2", 110, True), ("p3", 100, False)]):
        owned_minor(scene, index, owner, price, operated)
    scene.minor(d, "p4", 90, token={"1867": "M9/0"}.get(title, "")).treasury(a, 400)
    for minor in (b, c, d):
        scene.train("2", minor)
    play = turn(sold_out_below(scene, "4"), a, "trains", b, c, d)
    play.do(BuyTrain(entity=a, train="4-0", price=350))
    assert [play.state.standing[minor] for minor in (a, b, c, d)] == ["started", "gone", "started", "gone"]
    while play.turn == (a,):
        play.do(Pass(entity=a))
    assert play.turn == (c,)
    assert [f.index for f in play.state.stack if isinstance(f, OperatingRound)] == [3]


@both("10.e", "P.17.2.a", "P.18.2")
@pytest.mark.parametrize("title", TITLES)
def test_presidents_of_trainless_majors_are_asked_in_price_order_after_the_minors(title: str) -> None:
    scene = owned_minor(in_round(column(title, "3")), 0, "p3", 60)
    for index, price in enumerate((100, 120, 110)):
        owned_major(scene, index, price, operated=index < 2, p1=2, p2=2)
        scene.train("2", MAJORS[title][index])
    low, high, new = MAJORS[title]
    play = first_train(scene.cash(p1=0, p2=0), "4")
    assert play.state.standing[MINORS[title][0]] == "gone"
    assert isinstance(play.state.frame, AskMajors)
    assert play.turn == (high,)
    play.do(Pass(entity=high))
    assert play.turn == (low,)
    assert "10.e" in {offer.rule for offer in play.engine.offers(play.state)}
    play.do(Nationalize(entity=low))
    assert (play.cash("p1"), play.cash("p2")) == (180, 180)
    assert [play.state.standing[major] for major in (low, high, new)] == ["unstarted", "started", "started"]
    assert play.over


@both("10.f", "P.17.2.a", "10.e")
@pytest.mark.parametrize("title", TITLES)
def test_the_first_8_takes_all_minors_then_asks_trainless_majors(title: str) -> None:
    scene = owned_minor(owned_minor(in_round(column(title, "7")), 0, "p1", 100), 1, "p2", 80, operated=False)
    owned_major(scene, 0, 150, p3=2).train("4", MAJORS[title][0]).train("5", MINORS[title][0])
    play = first_train(scene.cash(p1=0, p2=0).loans(MINORS[title][1], 1).treasury(MINORS[title][1], 10), "8")
    per_loan = {"1861": 65, "1867": 60}[title]
    assert (play.cash("p1"), play.cash("p2")) == (180, 2 * per_loan)
    assert play.turn == (MAJORS[title][0],)
    play.do(Pass(entity=MAJORS[title][0]))
    assert play.over


@both("P.17.7")
@pytest.mark.parametrize("title", TITLES)
def test_a_minor_that_buys_the_first_8_goes_with_it(title: str) -> None:
    scene = owned_minor(in_round(column(title, "7")), 0, "p1", 100)
    play = first_train(scene, "8", MINORS[title][0])
    assert play.state.standing[MINORS[title][0]] == "gone"
    assert play.state.trains["8-0"] == {"1861": "RSR", "1867": EXPORTED}[title]


@pytest.mark.rule("1861:10.f", "1861:10.1.E.d", "1861:P.15.10")
def test_a27_the_state_railway_at_the_first_8() -> None:
    scene = in_round(Scene("1861", 3, market="grid").phase("7").gone("N", "KK", "OK", "KR", "MNN"))
    for minor, owner, price, cell in (
        ("RO", "p1", 165, (0, 6)), ("MB", "p2", 165, (0, 6)), ("SV", "p1", 150, (1, 6)), ("Y", "p2", 150, (1, 6)),
        ("E", "p3", 135, (2, 6)), ("MV", "p3", 90, (4, 4)),
    ):  # fmt: skip
        scene.minor(minor, owner, price, *cell)
    scene.gone("KB", "TR").tile("D14", "635", 0, (0, 1, 2)).tile("D14", "636", 0, (0, 0, 0))
    for spot in ("D14/0", "D20/0", "G15/0", "K17/0"):
        scene.token("RSR", spot)
    scene.cash(p1=0, p2=0, p3=0, RSR=823, RO=500, MB=400, SV=300, Y=200, E=104, MV=100)
    scene.major("MK", 100, p3=2, token="L12/0")
    for kind, holder in (("5", "RO"), ("5", "Y"), ("5", "E"), ("6", "MV"), ("4", "MB"), ("4", "MK")):
        scene.train(kind, holder)
    play = first_train(scene, "8")
    paid = [
        e.data["amount"] for e in play.events if e.kind == "paid" and str(e.data["why"]).startswith("nationalization")
    ]
    assert paid == [300, 300, 270, 270, 240, 160]
    assert (play.cash("RSR"), trains_of(play, "RSR")) == (2427, ["5", "5", "5", "6"])
    assert (type(play.state.frame), play.turn) == (AskMajors, ("MK",))
    assert [(0, "RSR") in play.tokens(h) for h in ("B4", "E9", "N10", "H18", "Q3", "I13")] == [True, True] + [False] * 4


@pytest.mark.rule("1867:10.d", "1867:10.a", "1867:P.18.2", "1867:P.17.4.b", "1867:8.13.b")
@pytest.mark.parametrize("profile", ["own", "18xx.games"])
def test_a26_an_exported_6(profile: str) -> None:
    scene = in_round(Scene("1867", 3, market="column", profile=profile).phase("5"))
    scene.minor("BBG", "p1", 120, token="D8/0").minor("NO", "p2", 70, token="L12/1").cash(p1=0, p2=0)
    scene.major("C&O", 100, p3=2, token="E15/0").major("GWR", 100, p3=2, token="E17/0")
    scene.train("5", "C&O").train("5", "GWR").train("3", "BBG").train("3", "NO")
    for private, holder in (("C&SL", "C&O"), ("NFB", "C&O"), ("MB", "C&O"), ("QB", "GWR"), ("SCT", "GWR")):
        scene.private(private, holder)
    play = first_train(scene, "6")
    assert (play.cash("p1"), play.cash("p2")) == (220, 130)
    assert (play.cash("C&O"), play.cash("GWR")) == (135, 165)
    assert play.tokens("L12") == {(1, "CN")}
    kinds = [event.kind for event in play.events]
    first = next(kind for kind in kinds[kinds.index("phase_begun") :] if kind in ("nationalization", "private_moved"))
    assert first == {"own": "nationalization", "18xx.games": "private_moved"}[profile]


@pytest.mark.rule("1861:10.a", "1861:P.18.1")
@pytest.mark.parametrize(("profile", "steps"), [("own", 3), ("18xx.games", 1)])
def test_a_private_may_save_a_trainless_minor_steps_when_it_is_paid_first(profile: str, steps: int) -> None:
    scene = owned_minor(in_round(column("1861", "5", profile=profile)), 0, "p1", 100).cash(p1=0).loans("RO", 2)
    play = first_train(scene.private("WVR", "RO").train("3", "RO").treasury("RO", 10), "6")
    assert play.cash("p1") == 2 * {3: 70, 1: 90}[steps]
    assert play.cash("RSR") == {3: 10, 1: 0}[steps]


# Discards


@both("8.11.2.c", "P.13.2", "8.11.2.a", "8.11.2.d")
@pytest.mark.parametrize("title", TITLES)
def test_companies_over_a_new_limit_discard_in_the_order_they_are_listed(title: str) -> None:
    scene = in_round(column(title, "5"))
    first, second = MAJORS[title][:2]
    for index in (1, 0):
        owned_major(scene, index, 100 + 10 * index, p1=2)
        for kind in ("4", "5"):
            scene.train(kind, MAJORS[title][index])
    scene.train("5", second).train("4", first)
    play = first_train(scene, "6", second)
    assert isinstance(play.state.frame, DiscardTrains)
    assert play.turn == (first,)
    assert play.refusal(DiscardTrain(entity=first, train="6-0")) == {"not_own_train": "8.11.2.c"}
    play.do(DiscardTrain(entity=first, train="5-1"))
    assert play.turn == (second,)
    play.do(DiscardTrain(entity=second, train="4-0"), DiscardTrain(entity=second, train="5-0"))
    assert trains_of(play, second) == ["5", "6"]
    assert trains_of(play, POOL) == ["4", "5", "5"]
    assert play.over


@pytest.mark.rule("1867:8.11.2.c", "1867:8.13.b", "1867:P.18.2")
def test_c062_after_an_export_the_discard_comes_before_the_next_round() -> None:
    scene = in_round(column("1867", "5"), 2, 4)
    owned_major(scene, 0, 100, p1=2).train("4", "CNR").train("5", "CNR").train("5", "CNR")
    play = first_train(scene, "6")
    assert play.turn == ("CNR",)
    assert {action.train for action in play.offered(DiscardTrain)} == {"4-0", "5-0", "5-1"}
    play.do(DiscardTrain(entity="CNR", train="4-0"))
    assert trains_of(play, POOL) == ["4"]


# Phase 8 and the end


@both("8.13.i", "P.15.9", "8.13.j")
@pytest.mark.parametrize("title", TITLES)
def test_the_kept_token_goes_down_after_the_nationalizations_of_phase_8(title: str) -> None:
    hex_id = {"1861": "H8", "1867": "L12"}[title]
    scene = in_round(column(title, "7")).gone(*({"1861": ["M-K", "N", "MNN"]}.get(title, [])))
    owned_minor(scene, 0, "p1", 100)
    play = first_train(scene, "8")
    national = play.rules.national
    assert play.tokens(hex_id) == {(0, national)}
    kinds = [event.kind for event in play.events if event.data.get("hex") == hex_id or event.kind == "nationalization"]
    assert kinds == ["nationalization", "token_placed"]
    assert not play.rules.flag(play.state, "national_operates")


@pytest.mark.rule("1861:8.13.i")
def test_a_token_that_the_state_railway_has_in_moscow_is_enough() -> None:
    scene = brown_moscow(in_round(column("1861", "7")).gone("M-K", "MNN")).minor("N", "p1", 60, token="H8/0")
    play = first_train(scene, "8")
    assert play.tokens("H8") == {(0, "RSR")}
    assert len([token for token in play.state.tokens["H8"] if token[2] == "RSR"]) == 1


@pytest.mark.rule("1861:8.13.i")
def test_without_a_free_space_the_kept_token_stays_off_the_map() -> None:
    scene = brown_moscow(in_round(column("1861", "7")).gone("M-K", "N", "MNN"))
    for index in range(3):
        scene.major(MAJORS["1861"][index], 100, p1=2, token="H8/0").train("5", MAJORS["1861"][index])
    assert (0, "RSR") not in first_train(scene, "8").tokens("H8")


@both("8.13.i")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("profile", ["own", "18xx.games"])
def test_c13_the_place_on_the_gray_tile_is_kept_or_taken(title: str, profile: str) -> None:
    hex_id = {"1861": "H8", "1867": "L12"}[title]
    scene = in_round(Scene(title, 3, market="column", profile=profile).phase("7"))
    scene.gone(*({"1861": ["M-K", "N", "MNN"]}.get(title, []))).tile(hex_id, "639", 0, (0, 0, 0))
    national_tokens.on_lay(scene.rules, scene.draft, hex_id)
    national = scene.rules.national
    placed = (0, national) in {(city, company) for city, _, company in scene.draft.tokens.get(hex_id, ())}
    assert placed == (profile == "18xx.games")
    assert scene.draft.reservations.get(hex_id, ()) == (() if placed else ((0, 3, national),))
    play = first_train(scene, "8")
    assert play.tokens(hex_id) == {(0, national)}
    assert hex_id not in play.state.reservations


@pytest.mark.rule("1861:12.1.a", "1861:12.1.b")
@pytest.mark.parametrize(("number", "end"), [(1, (6, 3)), (2, (7, 3))])
def test_a48_the_first_8_brings_the_end(number: int, end: tuple[int, int]) -> None:
    play = first_train(in_round(column("1861", "7"), number, 6), "8")
    assert play.state.ending is not None
    assert (play.state.ending.set_number, play.state.ending.round_number) == end


@pytest.mark.rule("1867:12.1.a")
@pytest.mark.parametrize("number", [1, 2])
def test_a48_in_1867_a_set_of_three_follows(number: int) -> None:
    play = first_train(in_round(column("1867", "7"), number, 5), "8")
    assert play.state.ending is not None
    assert (play.state.ending.set_number, play.state.ending.round_number) == (6, 3)


@pytest.mark.rule("1861:15.3.a")
def test_the_short_game_ends_on_the_first_6() -> None:
    assert first_train(in_round(column("1861", "5", end_on_six="on")), "6").state.ending is not None
    assert first_train(in_round(column("1861", "5")), "6").state.ending is None


@both("8.11.e")
@pytest.mark.parametrize("title", TITLES)
def test_specials_begin_no_phase(title: str) -> None:
    scene = in_round(column(title, "8"))
    verbs.move_train(scene.rules, scene.draft, "8-0", POOL)
    verbs.move_train(scene.rules, scene.draft, "2+2-0", POOL)
    phases.train_acquired(scene.rules, scene.draft, "2+2-0", None)
    play = scene.play()
    assert play.state.phase == "8"
    assert "phase_begun" not in {event.kind for event in play.events}
