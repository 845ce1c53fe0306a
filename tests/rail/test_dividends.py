"""Distributing earnings and moving the price [8.9], and redeeming shares [8.5]."""

from __future__ import annotations

import pytest

from tests.rail.operation import TITLES, Operating, Operation, both
from towpath.rail import dividends
from towpath.rail.actions import PayDividend, Redeem

MAJOR = {"1861": "NW", "1867": "CNR"}
MINOR = {"1861": ("KR", "G15/0"), "1867": ("BO", "I15/0")}


def earning(
    title: str, revenue: int, price: int, *place: int, market: str = "column", cash: int = 0, **tenths: int
) -> Operating:
    """A major that has earned so much and must say how it pays."""
    name = MAJOR[title]
    home = {"1861": "E9/0", "1867": "I15/0"}[title]
    scene = Operation(title, market=market).phase("3").major(name, price, *place, token=home, **(tenths or {"p1": 6}))
    return scene.has(name, cash, trains=["3"]).turn(name, "dividend", revenue=revenue)


def pays(play: Operating, kind: str) -> Operating:
    return play.do(PayDividend(entity=play.acting, kind=kind))  # type: ignore[arg-type]


def gains(play: Operating, kind: str, *holders: str) -> list[int]:
    """What each holder gains by the payment."""
    company = play.acting
    names = [company if holder == "treasury" else holder for holder in holders]
    before = [play.cash(name) for name in names]
    pays(play, kind)
    return [play.cash(name) - cash for name, cash in zip(names, before, strict=True)]


@both("8.9.1.a", "8.9.1.b", "8.9.1.c", "8.9.1.d", "8.9.1.f", "8.9.2.c", "8.9.2.d")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("kind", "sums", "price"),
    [("full", [69, 115, 23, 23], 135), ("half", [146, 60, 12, 12], 135), ("withhold", [230, 0, 0, 0], 110)],
)
def test_the_rulebooks_major_at_120_earns_230(title: str, kind: str, sums: list[int], price: int) -> None:
    """A3. The treasury holds three shares, one player five and two others one each."""
    play = earning(title, 230, 120, p1=5, p2=1, p3=1)
    assert gains(play, kind, "treasury", "p1", "p2", "p3") == sums
    assert play.price(MAJOR[title]) == price


@both("8.9.1.b")
@pytest.mark.parametrize(
    ("income", "kept", "share"), [(10, 0, 1), (20, 10, 1), (30, 10, 2), (230, 110, 12), (240, 120, 12)]
)
def test_half_is_rounded_down_to_tens(income: int, kept: int, share: int) -> None:
    """A36."""
    play = earning("1861", income, 100, p1=10)
    assert gains(play, "half", "treasury", "p1") == [kept, 10 * share]


@both("8.9.1.d", "P.11.4", "8.9.2.d")
def test_the_pool_gets_nothing_but_counts_in_what_was_paid() -> None:
    play = earning("1861", 120, 120, p1=4, p2=1, pool=5)
    bank = play.cash("bank")
    assert gains(play, "full", "treasury", "p1", "p2") == [0, 48, 12]
    assert bank - play.cash("bank") == 60
    assert play.price("NW") == 135  # 120 in all, though the players had only 60


@both("8.9.2.d", "8.9.2.e", "8.9.2.c")
@pytest.mark.parametrize(("paid", "price"), [(165, 180), (170, 180), (160, 165), (10, 165), (0, 150)])
def test_a_major_at_165_needs_165_to_rise(paid: int, price: int) -> None:
    """A9: 165 is enough, 160 leaves it, nothing lowers it."""
    scene = Operation("1861").phase("3").major("NW", 165, p1=6, token="E9/0")
    dividends.distribute(scene.rules, scene.draft, "NW", paid or 200, "full" if paid else "withhold")
    assert scene.rules.market.price(scene.draft, "NW") == price


@both("8.9.1.g", "8.9.2.b", "4.3.b", "8.9.2.f")
@pytest.mark.parametrize(("price", "after"), [(60, 65), (150, 165), (165, 165)])
@pytest.mark.parametrize("title", TITLES)
def test_a_minor_pays_half_and_rises_as_far_as_the_border(title: str, price: int, after: int) -> None:
    """A9: a minor on 165 that pays stays there."""
    name, home = MINOR[title]
    scene = Operation(title).phase("2").minor(name, "p2", price, token=home, operated=False)
    before = scene.draft.cash["p2"]
    play = scene.has(name, 5, trains=["2", "2"]).turn(name, "dividend", revenue=70)
    assert play.step != "dividend"  # nothing to choose
    assert (play.cash(name), play.cash("p2") - before) == (40, 35)
    assert play.price(name) == after
    assert play.state.operated[name]


@both("8.9.1.g")
def test_a_minors_owner_has_no_choice() -> None:
    scene = Operation("1861").phase("3").minor("KR", "p2", 60).private("TSR", "p1")
    play = scene.has("KR", 5, trains=["2", "2"]).turn("KR", "dividend", revenue=70)
    assert play.refusal(PayDividend(entity="KR", kind="withhold")).keys() == {"other_step"}


@both("8.9.2.a", "8.9.2.c", "8.9.2.f")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("kind", ["minor", "major"])
def test_without_a_run_the_price_falls_and_the_turn_counts_as_operated(title: str, kind: str) -> None:
    scene = Operation(title).phase("3")
    if kind == "minor":
        name, home = MINOR[title]
        scene.minor(name, "p1", 60, token=home, operated=False).has(name, 0, trains=["2", "2"])
    else:
        name = MAJOR[title]
        scene.major(name, 65, p1=6, operated=False, token={"1861": "E9/0", "1867": "I15/0"}[title])
        scene.has(name, 0, trains=["3", "3"])
    play = scene.turn(name, "run")
    assert play.price(name) == (55 if kind == "minor" else 60)
    assert play.state.operated[name]


@both("8.9.2.b")
@pytest.mark.parametrize(("place", "after"), [((4, 6), (3, 6)), ((0, 6), (0, 6)), ((5, 3), (5, 4))])
def test_minors_on_the_grid(place: tuple[int, int], after: tuple[int, int]) -> None:
    """A10: at the border they go up, and at its top they stay."""
    price = {(4, 6): 110, (0, 6): 165, (5, 3): 70}[place]
    scene = Operation("1861", market="grid").phase("2").minor("KR", "p1", price, *place)
    play = scene.has("KR", 0, trains=["2", "2"]).turn("KR", "dividend", revenue=20)
    assert play.place("KR") == after


@both("8.9.2.d", "8.9.2.c")
@pytest.mark.parametrize(
    ("place", "price", "kind", "after"),
    [((5, 7), 110, "full", (4, 7)), ((0, 4), 135, "withhold", (1, 4)), ((3, 6), 120, "full", (3, 7))],
)
def test_majors_on_the_grid(place: tuple[int, int], price: int, kind: str, after: tuple[int, int]) -> None:
    """A11: from the end of a row up, from its start down."""
    play = pays(earning("1861", 10 * -(-price // 10), price, *place, market="grid"), kind)
    assert play.place("NW") == after


def test_other_ways_of_paying_do_not_exist() -> None:
    play = earning("1861", 230, 120)
    assert play.refusal(PayDividend(entity="NW", kind="double")).keys() == {"no_such_pay"}  # type: ignore[arg-type]
    assert [action.kind for action in play.offered(PayDividend)] == ["full", "half", "withhold"]
    for entity in ("p1", "SW", "bank"):
        assert play.refusal(PayDividend(entity=entity, kind="full"))


# redeeming


def redeeming(title: str, cash: int, pool: int = 4) -> Operating:
    home = {"1861": "E9/0", "1867": "I15/0"}[title]
    name = MAJOR[title]
    scene = Operation(title).phase("3").major(name, 100, p1=3, p2=1, pool=pool, token=home)
    return scene.has(name, cash, trains=["3", "3"]).turn(name)


@both("8.5.a", "8.5.b", "P.6.2.a", "P.6.2.b", "8.4.a")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("shares", [1, 3])
def test_a_major_takes_its_shares_back_at_the_price(title: str, shares: int) -> None:
    name = MAJOR[title]
    play = redeeming(title, 350)
    bank = play.cash("bank")
    assert play.step == "redeem"
    play.do(Redeem(entity=name, shares=shares))
    assert play.cash(name) == 350 - 100 * shares
    assert play.cash("bank") == bank + 100 * shares
    assert (play.shares(name, "pool"), play.shares(name, name)) == (4 - shares, 2 + shares)
    assert play.price(name) == 100
    assert play.step == "track"
    assert play.refusal(Redeem(entity=name, shares=1)).keys() == {"other_step"}


@both("8.5.a", "8.2.d")
@pytest.mark.parametrize("title", TITLES)
def test_it_redeems_no_more_than_the_pool_holds_and_the_treasury_pays(title: str) -> None:
    name = MAJOR[title]
    play = redeeming(title, 350)
    assert [action.shares for action in play.offered(Redeem)] == [1, 2, 3]
    assert play.refusal(Redeem(entity=name, shares=4)) == {"too_dear": "8.2.d"}
    for wrong in (0, -1, 5, 10**20):
        assert play.refusal(Redeem(entity=name, shares=wrong)) == {"not_in_pool": "8.5.a"}
    assert redeeming(title, 900).legal(Redeem(entity=name, shares=4))


@both("8.5.a", "8.4.c")
def test_there_is_no_redeem_step_without_shares_money_or_for_minors() -> None:
    assert redeeming("1861", 99).step == "track"
    assert redeeming("1861", 500, pool=0).step == "track"
    scene = Operation("1861").phase("3").minor("KR", "p1", 60).has("KR", 500, trains=["2"])
    assert scene.turn("KR").step == "track"
