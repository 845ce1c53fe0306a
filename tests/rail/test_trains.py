"""Buying trains [8.11]."""

from __future__ import annotations

import pytest

from tests.rail.operation import TITLES, Operating, Operation, both
from towpath.rail.actions import Accept, BuyTrain, Decline, DiscardTrain, Pass

MAJOR = {"1861": "NW", "1867": "CNR"}
SECOND = {"1861": "SW", "1867": "CPR"}
MINOR = {"1861": ("KR", "G15/0"), "1867": ("BO", "I15/0")}
HOMES = {"1861": ("E9/0", "M7/0"), "1867": ("I15/0", "C17/0")}


def scene_of(title: str, phase: str, cash: int, *trains: str, loans: int = 0, **options: str) -> Operation:
    """A major of p1 with these trains, and one of p2 with a train of the phase, 500 and a token elsewhere."""
    scene = Operation(title, **options).phase(phase)
    scene.major(MAJOR[title], 100, p1=6, token=HOMES[title][0]).has(MAJOR[title], cash, loans=loans, trains=trains)
    scene.major(SECOND[title], 90, p2=6, token=HOMES[title][1])
    return scene


def buying(title: str, phase: str, cash: int, *trains: str, pool: tuple[str, ...] = (), loans: int = 0) -> Operating:
    """The major at its train step; the other one has a train and nothing else."""
    scene = scene_of(title, phase, cash, *trains, loans=loans)
    for kind in pool:
        scene.train(kind, "pool")
    return scene.turn(MAJOR[title], "trains")


def prices(play: Operating) -> dict[str, int]:
    """kind -> price of the trains offered at list price."""
    found = {}
    for offer in play.engine.offers(play.state):
        if offer.action is BuyTrain and not offer.domains and "exchange" not in offer.fixed:
            found[str(offer.fixed["train"]).rpartition("-")[0]] = int(offer.fixed["price"])
    return found


LIST = {"2": 100, "3": 225, "4": 350, "5": 550, "6": 650, "7": 800, "8": 1000, "2+2": 600, "5+5E": 1500}


@both("8.11.a", "8.11.d", "8.11.e")
@pytest.mark.parametrize("title", TITLES)
def test_prices_of_the_box(title: str) -> None:
    rules = Operation(title).rules
    assert {kind.name: kind.price for kind in rules.data.trains} == LIST


@both("8.11.d", "8.11.a")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("phase", "34567")
def test_the_yard_sells_its_lowest_rank(title: str, phase: str) -> None:
    play = buying(title, phase, 2000, phase)
    assert set(prices(play)) == {phase}
    nxt = str(int(phase) + 1)
    refused = play.refusal(BuyTrain(entity=MAJOR[title], train=f"{nxt}-0", price=LIST[nxt]))
    assert refused == {"not_on_sale": "8.11.d"}


@both("8.11.d", "8.11.1.a", "8.11.1.b", "11.a", "8.11.c")
@pytest.mark.parametrize("title", TITLES)
def test_when_a_rank_is_gone_the_next_one_begins_its_phase(title: str) -> None:
    scene = scene_of(title, "6", 3000, "6")
    scene.train("6", SECOND[title])
    play = scene.turn(MAJOR[title], "trains")
    assert prices(play) == {"7": 800}
    play.do(BuyTrain(entity=MAJOR[title], train="7-0", price=800))
    assert play.state.phase == "7"
    assert play.trains(MAJOR[title]) == ["6", "7"]


@both("8.11.e", "11.8.a")
@pytest.mark.parametrize("title", TITLES)
def test_special_trains_come_with_the_first_eight(title: str) -> None:
    early = buying(title, "7", 5000, "7")
    for train in ("2+2-0", "5+5E-0"):
        assert "not_on_sale" in early.refusal(BuyTrain(entity=MAJOR[title], train=train, price=LIST[train[:-2]]))
    play = buying(title, "8", 5000, "8")
    assert prices(play) == {"8": 1000, "2+2": 600, "5+5E": 1500}
    play.do(BuyTrain(entity=MAJOR[title], train="2+2-0", price=600))
    assert play.trains(MAJOR[title]) == ["8", "2+2"]
    assert [t for t, where in play.state.trains.items() if where == "yard" and t.startswith("2+2")] == ["2+2-1"]


@both("14.a")
@pytest.mark.parametrize("title", TITLES)
def test_with_the_option_there_are_two_of_each_special_train(title: str) -> None:
    scene = Operation(title, limited_special_trains="on").phase("8")
    scene.major(MAJOR[title], 100, p1=6, token=HOMES[title][0]).has(MAJOR[title], 3000, trains=["8"])
    scene.train("2+2", "pool")
    play = scene.turn(MAJOR[title], "trains")
    play.do(BuyTrain(entity=MAJOR[title], train="2+2-1", price=600))
    assert [t for t in play.state.trains if t.startswith("2+2")] == ["2+2-0", "2+2-1"]


@both("8.11.a")
@pytest.mark.parametrize("price", [349, 351, 0, -1, -350, 10**12])
def test_list_prices_are_fixed(price: int) -> None:
    play = buying("1861", "4", 2000, "4")
    assert play.refusal(BuyTrain(entity="NW", train="4-1", price=price)) == {"list_price": "8.11.a"}


@both("8.11.3.a", "8.11.3.c", "8.11.3.d", "8.11.3.e", "8.2.h", "8.2.g", "P.7.3")
@pytest.mark.parametrize("title", TITLES)
def test_a_compulsory_train_may_be_any_that_loans_reach(title: str) -> None:
    """C061: 400 and no loan: the 4 of the pool for cash, or a 5 with four loans."""
    name = MAJOR[title]
    play = buying(title, "5", 400, pool=("4",))
    assert prices(play) == {"4": 350, "5": 550}
    assert play.refusal(Pass(entity=name)) == {"must_buy_train": "8.11.3.a"}
    play.do(BuyTrain(entity=name, train="4-0", price=350))
    assert (play.cash(name), play.loans(name)) == (50, 0)
    play = buying(title, "5", 400, pool=("4",))
    play.do(BuyTrain(entity=name, train="5-1", price=550))
    assert (play.cash(name), play.loans(name)) == (30, 4)


@both("8.11.3.d", "8.11.3.f", "8.2.j", "8.2.h")
@pytest.mark.parametrize("title", TITLES)
def test_only_the_train_that_can_be_reached(title: str) -> None:
    """A34: 230 and two loans; the pool's 4 with three more loans, the yard's 5 never."""
    name = MAJOR[title]
    play = buying(title, "5", 230, pool=("4",), loans=2)
    assert prices(play) == {"4": 350}
    assert play.refusal(BuyTrain(entity=name, train="5-1", price=550)) == {"too_dear": "8.2.h"}
    play.do(BuyTrain(entity=name, train="4-0", price=350))
    assert (play.cash(name), play.loans(name)) == (15, 5)


@both("8.11.3.f", "8.11.3.b", "P.13.5", "P.13.4")
@pytest.mark.parametrize("title", TITLES)
def test_out_of_reach_no_loan_is_taken_and_the_company_goes(title: str) -> None:
    """A34 with an empty pool: another's train may still be bought; when the step ends the company is nationalized."""
    name, other = MAJOR[title], SECOND[title]
    scene = scene_of(title, "5", 230, loans=2)
    play = scene.has(other, 0, trains=["5"]).cash(p1=2000).turn(name, "trains")
    assert prices(play) == {}
    assert {(a.train, a.price) for a in play.offered(BuyTrain) if a.price in (1, 230)} == {("5-0", 1), ("5-0", 230)}
    assert play.refusal(BuyTrain(entity=name, train="5-0", price=231)) == {"too_dear": "8.2.h"}
    saved = play.state
    play.do(BuyTrain(entity=name, train="5-0", price=230))
    assert (play.trains(name), play.cash(other), play.loans(name)) == (["5"], 230, 2)
    play.state = saved
    play.do(Pass(entity=name))
    assert play.state.standing[name] == "unstarted"
    assert not play.happened("loan_taken")
    assert play.cash("p1") > 2000  # paid for its shares, not asked for money


@both("8.11.3.f", "P.6.3")
@pytest.mark.parametrize("title", TITLES)
def test_with_nothing_to_try_it_goes_at_once_and_the_next_one_acts(title: str) -> None:
    """C064: the turn of a company that is gone is over."""
    name, other = MAJOR[title], SECOND[title]
    play = scene_of(title, "5", 100).has(other, 500, trains=["5"]).treasury(name, 0).turn(name, "trains")
    assert play.state.standing[name] == "unstarted"
    assert play.acting == other
    assert not play.happened("loan_taken")


@both("8.11.3.f")
@pytest.mark.parametrize(("title", "paid"), [("1861", 140), ("1867", 130)])
def test_a_minor_that_reaches_nothing(title: str, paid: int) -> None:
    """A21: at 90 with a loan and 21, in phase 3: 21 + 45 buys nothing. Two steps in 1861, three in 1867."""
    name, home = MINOR[title]
    scene = Operation(title).phase("3").minor(name, "p1", 90, token=home).has(name, 21, loans=1)
    before = scene.draft.cash["p1"]
    play = scene.turn(name, "trains")
    assert play.cash("p1") - before == paid
    assert play.loans(name) == 0
    assert play.cash("RSR") == (21 if title == "1861" else 0)


@both("8.2.h", "8.11.3.g", "8.2.d")
@pytest.mark.parametrize("title", TITLES)
def test_a_second_train_is_paid_in_cash(title: str) -> None:
    name = MAJOR[title]
    play = buying(title, "4", 800)
    play.do(BuyTrain(entity=name, train="4-1", price=350))
    play.do(BuyTrain(entity=name, train="4-2", price=350))
    assert (play.cash(name), play.trains(name)) == (100, ["4", "4"])
    play = buying(title, "4", 349, "4")
    assert play.step != "trains" or prices(play) == {}


@both("8.11.2.a", "8.11.2.b")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("phase", "minor", "major"),
    [("2", 2, 0), ("3", 2, 4), ("4", 1, 3), ("5", 1, 3), ("6", 1, 2), ("7", 1, 2), ("8", 0, 2)],
)
def test_train_limits_by_phase(title: str, phase: str, minor: int, major: int) -> None:
    rules = Operation(title).rules
    assert (rules.phases[phase].limits.get("minor", 0), rules.phases[phase].limits.get("major", 0)) == (minor, major)


@both("8.11.2.a", "8.11.2.b", "8.11.2.d")
@pytest.mark.parametrize("title", TITLES)
def test_at_the_limit_not_even_a_train_that_would_rust_others(title: str) -> None:
    """A35: three 3s in phase 5, the yard shows the first 6."""
    name = MAJOR[title]
    scene = scene_of(title, "5", 5000, "3", "3", "3")
    for kind in ("5", "5", "5", "5"):
        scene.train(kind, SECOND[title])
    play = scene.private("TSR" if title == "1861" else "NFB", "p2").turn(name, "trains")
    assert play.step == "private_late"  # nothing to buy, nothing to give up
    assert play.trains(name) == ["3", "3", "3"]
    assert play.refusal(DiscardTrain(entity=name, train="3-0"))
    assert play.refusal(BuyTrain(entity=name, train="6-0", price=650))


@both("8.11.2.c", "P.13.2", "8.11.1.b")
@pytest.mark.parametrize("title", TITLES)
def test_a_lower_limit_sends_trains_to_the_pool_before_the_buyer_goes_on(title: str) -> None:
    name, other = MAJOR[title], SECOND[title]
    scene = scene_of(title, "3", 1000, "2", "2", "3")
    for _ in range(5):
        scene.train("3", other if _ < 4 else "pool")
    scene.train("3", "pool")
    play = scene.turn(name, "trains")
    play.do(BuyTrain(entity=name, train="4-0", price=350))
    assert play.state.phase == "4"
    assert play.acting == other
    kinds = {action.train for action in play.offered(DiscardTrain)}
    assert len(kinds) >= 1
    before = play.cash(other)
    play.do(play.offered(DiscardTrain)[0])
    assert (len(play.trains(other)), play.cash(other)) == (3, before)
    assert (play.acting, play.step) == (name, "trains")
    assert play.trains("pool") == ["3", "3", "3"]


@both("8.11.b", "8.11.3.b", "8.2.h")
@pytest.mark.parametrize("title", TITLES)
def test_trains_of_other_companies_cost_what_is_agreed(title: str) -> None:
    name, other = MAJOR[title], SECOND[title]

    def asking() -> Operating:
        scene = scene_of(title, "4", 300, "4", consent="on").has(other, 10, trains=["4"])
        return scene.turn(name, "trains")

    play = asking()
    offers = [action.price for action in play.offered(BuyTrain)]
    assert (min(offers), max(offers)) == (1, 300)
    for wrong in (0, -5):
        assert play.refusal(BuyTrain(entity=name, train="4-1", price=wrong)) == {"train_price": "8.11.b"}
    assert play.refusal(BuyTrain(entity=name, train="4-1", price=301)) == {"too_dear": "8.2.h"}
    play.do(BuyTrain(entity=name, train="4-1", price=120))
    assert play.acting == "p2"
    play.do(Accept(entity="p2"))
    assert (play.cash(name), play.cash(other), play.trains(name), play.trains(other)) == (180, 130, ["4", "4"], [])
    play = asking().do(BuyTrain(entity=name, train="4-1", price=120), Decline(entity="p2"))
    assert (play.cash(name), play.acting) == (300, name)
    assert play.refusal(BuyTrain(entity=name, train="4-1", price=120)) == {"declined": "8.11.b"}
    assert play.refusal(BuyTrain(entity=name, train="4-1", price=119)) == {"declined": "8.11.b"}
    assert play.legal(BuyTrain(entity=name, train="4-1", price=121))


@both("8.11.b")
def test_a_president_need_not_ask_himself() -> None:
    scene = Operation("1861", consent="on").phase("4").major("NW", 100, p1=6, token="E9/0").has("NW", 300, trains=["4"])
    play = scene.major("SW", 90, p1=6, token="M7/0").has("SW", 0, trains=["4"]).turn("NW", "trains")
    play.do(BuyTrain(entity="NW", train="4-1", price=1))
    assert (play.trains("NW"), play.cash("SW")) == (["4", "4"], 1)


@both("P.7.3", "8.2.h")
@pytest.mark.parametrize(("cash", "enough"), [(649, False), (650, True)])
@pytest.mark.parametrize("title", TITLES)
def test_money_that_the_phase_would_bring_does_not_count(title: str, cash: int, enough: bool) -> None:
    """The first 6 would bring 90 for a private, but only after it is paid."""
    name = MAJOR[title]
    scene = scene_of(title, "5", cash, "5").private({"1861": "WVR", "1867": "SCT"}[title], name)
    for _ in range(2):
        scene.train("5", "exported")
    scene.has(SECOND[title], 0, trains=["5"])
    play = scene.private({"1861": "BSS", "1867": "NFB"}[title], "p3").turn(name, "trains")
    action = BuyTrain(entity=name, train="6-0", price=650)
    if enough:
        assert play.do(action).cash(name) == 90
    else:
        assert play.refusal(action).keys() & {"too_dear", "other_step"}


@both("P.13.1")
@pytest.mark.parametrize(("title", "national"), [("1861", "RSR"), ("1867", "CN")])
def test_the_national_and_gone_trains_are_not_for_sale(title: str, national: str) -> None:
    scene = scene_of(title, "4", 900, "4")
    if title == "1861":
        scene.train("4", national)
    play = scene.turn(MAJOR[title], "trains")
    for train, where in play.state.trains.items():
        if where in (national, "rusted", "exported"):
            refused = play.refusal(BuyTrain(entity=MAJOR[title], train=train, price=1))
            assert refused == {"not_for_sale": "P.13.1"}
            break
    else:
        pytest.fail("no such train")
    own = play.rules.trains_of(play.state, MAJOR[title])[0]
    assert "not_for_sale" in play.refusal(BuyTrain(entity=MAJOR[title], train=own, price=1))


# the exchange of 1867


def exchanging(old: str, cash: int, *, phase: str = "8", pool: tuple[str, ...] = (), **options: str) -> Operating:
    scene = Operation("1867", **options).phase(phase).major("CNR", 100, p1=6, token="I15/0")
    scene.has("CNR", cash, trains=[old, old])
    for kind in pool:
        scene.train(kind, "pool")
    return scene.turn("CNR", "trains")


@pytest.mark.rule("1867:8.11.f", "1867:8.11.g", "1867:P.13.6.a", "1867:P.13.6.b", "1867:P.13.6.d")
@pytest.mark.parametrize(
    ("old", "new", "price"), [("5", "8", 725), ("7", "5+5E", 1100), ("8", "2+2", 100), ("5", "2+2", 325)]
)
def test_a_train_handed_in_counts_half(old: str, new: str, price: int) -> None:
    """A37 and C053. The major is at its limit of two."""
    play = exchanging(old, price)
    handed = play.rules.trains_of(play.state, "CNR")[0]
    wanted = next(t for t in play.rules.yard(play.state) if play.rules.train_kind(t).name == new)
    play.do(BuyTrain(entity="CNR", train=wanted, price=price, exchange=handed))
    assert sorted(play.trains("CNR")) == sorted([old, new])
    assert play.cash("CNR") == 0
    assert play.state.trains[handed] == "pool"


@pytest.mark.rule("1867:8.11.f", "1867:P.13.6.d")
def test_the_train_handed_in_is_on_sale_at_its_price() -> None:
    play = exchanging("5", 725)
    play.do(BuyTrain(entity="CNR", train="8-1", price=725, exchange="5-0"))
    scene = Operation("1867").phase("8").major("CNR", 100, p1=6, token="I15/0").has("CNR", 550, trains=["8"])
    assert prices(scene.train("5", "pool").turn("CNR", "trains")) == {"5": 550}


@pytest.mark.rule("1867:8.11.f", "1867:P.13.6.e", "1867:8.2.d")
def test_when_an_exchange_is_refused() -> None:
    def trade(train: str, price: int, old: str = "5-0") -> BuyTrain:
        return BuyTrain(entity="CNR", train=train, price=price, exchange=old)

    play = exchanging("5", 724)
    assert play.refusal(trade("8-1", 725)) == {"too_dear": "8.2.d"}
    assert play.refusal(trade("2+2-0", 326)) == {"list_price": "8.11.a"}
    assert play.refusal(trade("2+2-0", 325, "5-2"))["not_own_train"] == "8.11.f"
    assert play.refusal(trade("2+2-0", 325, "9-9")) == {"no_such_train": ""}
    before = Operation("1867").phase("7").major("CNR", 100, p1=6, token="I15/0").has("CNR", 3000, trains=["5"])
    early = before.turn("CNR", "trains")  # A37: in phase 7 nothing is exchanged, though a 7 may be bought
    assert early.legal(BuyTrain(entity="CNR", train="7-1", price=800))
    assert early.refusal(trade("7-1", 800 - 275))["no_exchange"] == "8.11.f"
    assert not [action for action in early.offered(BuyTrain) if action.exchange]
    scene = Operation("1867").phase("7").major("CNR", 100, p1=6, token="I15/0").has("CNR", 3000, trains=["5"])
    for kind in ("7", "7"):
        scene.train(kind, "pool")
    play = scene.turn("CNR", "trains")
    assert play.refusal(trade("8-0", 725))["no_exchange"] == "8.11.f"  # the 8 that would begin phase 8


@pytest.mark.rule("1867:P.13.6.c")
def test_a37_only_on_the_site_an_exchange_pays_the_company() -> None:
    """[C9] A 5+5E for a 2+2 would pay 150; the other site does pay it."""
    trade = BuyTrain(entity="CNR", train="2+2-0", price=-150, exchange="5+5E-0")
    own = exchanging("5+5E", 300)  # enough to swap one for an 8
    assert own.refusal(trade) == {"negative_price": "P.13.6.c"}
    assert own.refusal(BuyTrain(entity="CNR", train="2+2-0", price=0, exchange="5+5E-0")).keys() == {
        "list_price", "negative_price",
    }  # fmt: skip
    site = exchanging("5+5E", 0, profile="18xx.games").do(trade)
    assert (site.cash("CNR"), sorted(site.trains("CNR"))) == (150, ["2+2", "5+5E"])


@pytest.mark.rule("1867:P.13.6.b")
@pytest.mark.parametrize(("switch", "allowed"), [("off", True), ("on", False)])
def test_what_an_exchange_may_bring(switch: str, allowed: bool) -> None:
    """[C9] As printed any train of yard or pool; with the switch only an 8 or a special one. Never another company's."""
    play = exchanging("5", 2000, pool=("7",), exchange_special_only=switch)
    trade = BuyTrain(entity="CNR", train="7-0", price=800 - 275, exchange="5-0")
    if allowed:
        assert play.legal(trade)
    else:
        assert play.refusal(trade) == {"exchange_kind": "P.13.6.b"}
    scene = Operation("1867").phase("8").major("CNR", 100, p1=6, token="I15/0").has("CNR", 2000, trains=["5"])
    play = scene.major("CPR", 90, p2=6, token="C17/0").has("CPR", 0, trains=["8"]).turn("CNR", "trains")
    found = play.refusal(BuyTrain(entity="CNR", train="8-0", price=1, exchange="5-0"))
    assert found["no_exchange"] == "P.13.6.b"


def test_1861_has_no_exchange() -> None:
    """C053. The reason names a rule that 1861 has."""
    scene = Operation("1861").phase("8").major("NW", 100, p1=6, token="E9/0").has("NW", 2000, trains=["5"])
    play = scene.major("SW", 90, p2=6, token="M7/0").has("SW", 0, trains=["8"]).turn("NW", "trains")
    for train, price in (("8-1", 725), ("8-0", 1)):
        found = play.refusal(BuyTrain(entity="NW", train=train, price=price, exchange="5-0"))
        assert found["no_exchange"] == "8.11.a"


@both("8.11.a")
@pytest.mark.parametrize("title", TITLES)
def test_what_is_no_train_and_who_is_not_in_turn(title: str) -> None:
    """C016 for trains."""
    name, other = MAJOR[title], SECOND[title]
    play = scene_of(title, "4", 800, "4").has(other, 900, trains=["4"]).turn(name, "trains")
    for train in ("", "4", "4-", "99-0", "4-0-0", "pool"):
        assert play.refusal(BuyTrain(entity=name, train=train, price=350)) == {"no_such_train": ""}
    for entity in (other, "p1", "bank", play.rules.national):
        assert play.refusal(BuyTrain(entity=entity, train="4-2", price=350)).keys() & {
            "not_your_turn",
            "no_such_entity",
        }
    assert (
        play.engine.check(play.state, BuyTrain(entity=name, train="4-2", price=350), seat="p2")[0].code == "not_yours"
    )
