"""Trains: what is sold where, limits, trade-ins, and the train that is a must [1.5, 12.1-12.4]."""

from __future__ import annotations

import pytest

from tests.rail.stock_scenes import sell
from tests.t1856.scenes import Operating, Scene1856, route, rule
from towpath.rail.actions import Accept, BuyTrain, Decline, DiscardTrain, Pass
from towpath.rail.turn import Turn


def scene(phase: str, cash: int, *trains: str, route: bool = True, **options: str) -> Scene1856:
    """GT with that money and these trains; its president has 500. With a route it could run from Oshawa to Toronto."""
    built = Scene1856(**options).phase(phase).cash(p1=500, p2=500, p3=500)
    if route:
        built.lay("P9", "57", 1).lay("O10", "9", 1)
    return built.company("GT", 100, 1, 5, p1=4, p2=2).has("GT", cash, trains=trains)


def prices(play: Operating) -> dict[str, int]:
    """kind -> price of what bank and pool offer without a trade-in."""
    found = {}
    for offer in play.engine.offers(play.state):
        if offer.action is BuyTrain and not offer.domains and "exchange" not in offer.fixed:
            found[str(offer.fixed["train"]).rpartition("-")[0]] = int(offer.fixed["price"])
    return found


def first(play: Operating, kind: str, holder: str = "yard") -> str:
    return next(t for t in play.rules.trains_of(play.state, holder) if play.rules.train_kind(t).name == kind)


def buying(play: Operating, kind: str, price: int, holder: str = "yard", exchange: str | None = None) -> BuyTrain:
    own = None if exchange is None else first(play, exchange, play.acting)
    return BuyTrain(entity=play.acting, train=first(play, kind, holder), price=price, exchange=own)


@rule("P.12.1.a", "1.f")
def test_the_bank_sells_its_lowest_kind_and_the_pool_what_it_has() -> None:
    play = scene("3", 2000).train("2", "pool").turn("GT", "trains")
    assert prices(play) == {"2": 100, "3": 225}
    assert play.refusal(buying(play, "4", 350))["not_on_sale"] == "P.12.1.a"
    assert play.refusal(buying(play, "3", 200)) == {"list_price": "1.f"}
    play.do(buying(play, "2", 100, "pool"))
    assert (play.cash("GT"), play.trains("GT"), play.trains("pool")) == (1900, ["2"], [])
    poor = scene("3", 200, "2").turn("GT", "trains")
    assert poor.refusal(buying(poor, "3", 225)) == {"too_dear": "P.12.1.a"}


@rule("P.1.e", "P.12.1.a")
def test_ds_are_sold_beside_the_6s_from_the_first_6_on() -> None:
    assert prices(scene("6", 2000, route=False).turn("GT", "trains")) == {"6": 700, "D": 1100}
    assert prices(scene("5", 2000, route=False).for_sale("6").turn("GT", "trains")) == {"6": 700}
    last = scene("D", 3000, route=False).turn("GT", "trains")
    assert prices(last) == {"D": 1100}
    last.do(buying(last, "D", 1100)).do(buying(last, "D", 1100))
    assert last.trains("GT") == ["D", "D"]
    assert last.trains("yard") == ["D"], "there is always another one"


@rule("1.f", "P.1.f", "1.g", "1.h", "P.12.3.a")
@pytest.mark.parametrize(
    ("kind", "price", "scraps", "limit", "rounds"),
    [("3", 225, "", 4, 2), ("4", 350, "2", 3, 2), ("5", 550, "", 2, 3), ("6", 700, "3", 2, 3), ("D", 1100, "4", 2, 3)],
)
def test_the_first_train_of_a_kind_scraps_and_limits(
    kind: str, price: int, scraps: str, limit: int, rounds: int
) -> None:
    before = {"3": "2", "4": "3", "5": "4", "6": "5", "D": "6"}[kind]
    built = Scene1856().phase(before).for_sale(kind).company("GT", 100, p1=6).has("GT", price)
    built.company("CPR", 90, p2=6).company("BB", 80, p3=6)
    held = {"3": ["2"] * 4, "4": ["2", "3", "3", "3"], "5": ["3", "3", "4"], "6": ["3", "5"], "D": ["4", "5"]}[kind]
    if kind == "5":
        held = ["3", "4", "4"]
    built.has("CPR", 0, trains=held)
    for train in {"4": "2", "6": "3", "D": "4"}.get(kind, ""):
        built.train(train, "pool")
    play = built.turn("GT", "trains")
    play.do(buying(play, kind, price))
    kept = [name for name in held if name != scraps]
    if len(kept) > limit:
        assert play.acting == "CPR"
        assert play.refusal(DiscardTrain(entity="CPR", train=first(play, kind, "GT"))) == {"not_own_train": "P.12.3.a"}
        play.do(DiscardTrain(entity="CPR", train=first(play, "4", "CPR")))
        kept.remove("4")
        assert (play.trains("pool"), play.cash("CPR")) == (["4"], 0), "unpaid, in the pool"
    assert play.trains("CPR") == kept
    assert play.state.phase == kind
    assert scraps not in play.trains("pool")
    assert play.rules.train_limit(play.state, "CPR") == limit
    assert play.rules.phase(play.state).operating_rounds == rounds
    for lasting in ("5", "6", "D"):
        assert play.rules.kinds[lasting].rusts_on is None


@rule("P.6.3.a", "1.h")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)])
def test_a_set_has_as_many_rounds_as_its_phase_said_when_the_stock_round_ended(phase: str, rounds: int) -> None:
    built = Scene1856().phase(phase).company("GT", 100, p1=4).has("GT", 0)
    labels = []
    play = built.course("stock")
    for _ in range(40):
        if play.state.round not in labels:
            labels.append(play.state.round)
        if play.state.round.startswith("SR"):
            break
        play.done()
    assert labels == [f"OR 1.{i + 1}" for i in range(rounds)] + ["SR 2"]


@rule("P.6.3.a")
def test_a_first_3_bought_in_a_set_does_not_lengthen_it() -> None:
    built = scene("2", 225, route=False).for_sale("3")
    built.draft.put("set_length", 1)
    play = built.turn("GT", "trains")
    play.do(buying(play, "3", 225))
    assert play.rules.phase(play.state).operating_rounds == 2
    while play.acting == "GT":
        play.done()
    assert play.state.round == "SR 2"


@rule("12.2.a", "P.12.2.a", "P.12.1.d", "1.f")
def test_a15_a_d_costs_750_with_a_train_handed_in_at_the_limit_too() -> None:
    play = scene("D", 750, "5", "5").turn("GT", "trains")
    assert play.refusal(buying(play, "D", 1100)) == {"train_limit": "P.12.1.d", "too_dear": "P.12.1.a"}
    play.do(buying(play, "D", 750, exchange="5"))
    assert (play.trains("GT"), play.cash("GT")) == (["5", "D"], 0)
    other = scene("D", 550, "6").train("5", "pool").turn("GT", "trains")
    assert prices(other)["5"] == 550, "at face value"


@rule("12.2.a", "P.12.2.a")
def test_a_4_handed_in_for_the_first_d_is_scrapped() -> None:
    play = scene("6", 750, "4", "5").turn("GT", "trains")
    play.do(buying(play, "D", 750, exchange="4"))
    assert (play.state.phase, play.trains("pool"), play.trains("GT")) == ("D", [], ["5", "D"])
    kept = scene("6", 750, "6", "5").turn("GT", "trains")
    kept.do(buying(kept, "D", 750, exchange="6"))
    assert kept.trains("pool") == ["6"]


@rule("12.2.a")
def test_only_4s_5s_and_6s_are_handed_in_and_only_for_a_d_from_the_bank() -> None:
    play = scene("4", 900, "3").turn("GT", "trains")
    assert play.refusal(buying(play, "4", 350, exchange="3"))["no_exchange"] == "12.2.a"
    six = scene("6", 2000, "D").turn("GT", "trains")
    assert six.refusal(buying(six, "D", 750, exchange="D"))["exchange_kind"] == "12.2.a"
    own = scene("6", 2000, "5").company("CPR", 90, p2=4).has("CPR", 0, trains=["6"]).turn("GT", "trains")
    wrong = BuyTrain(entity="GT", train=first(own, "D"), price=750, exchange=first(own, "6", "CPR"))
    assert own.refusal(wrong)["not_own_train"] == "12.2.a"
    deal = BuyTrain(entity="GT", train=first(own, "6", "CPR"), price=1, exchange=first(own, "5", "GT"))
    assert own.refusal(deal)["no_exchange"] == "12.2.a"


@rule("P.12.1.b", "P.12.1.c", "P.12.1.d")
@pytest.mark.parametrize("phase", ["2", "4", "6"])
def test_another_companys_train_costs_whatever_both_agree(phase: str) -> None:
    built = scene(phase, 90, consent="on").company("CPR", 90, p2=4).has("CPR", 0, trains=[phase])
    play = built.turn("GT", "trains")
    train = first(play, phase, "CPR")
    assert {a.price for a in play.offered(BuyTrain) if a.train == train} == set(range(1, 91))
    assert play.refusal(BuyTrain(entity="GT", train=train, price=0)) == {"train_price": "P.12.1.b"}
    assert play.refusal(BuyTrain(entity="GT", train=train, price=91)) == {"too_dear": "P.12.1.c"}
    play.do(BuyTrain(entity="GT", train=train, price=5))
    assert play.turn == ("p2",)
    play.do(Decline(entity="p2"))
    assert play.refusal(BuyTrain(entity="GT", train=train, price=5)) == {"declined": "P.12.1.b"}
    play.do(BuyTrain(entity="GT", train=train, price=6), Accept(entity="p2"))
    assert (play.trains("GT"), play.cash("GT"), play.cash("CPR")) == ([phase], 84, 6)


@rule("P.12.1.d", "1.g")
@pytest.mark.parametrize(
    ("phase", "held"), [("3", ["2", "2", "3", "3"]), ("4", ["3", "3", "4"]), ("5", ["4", "5"]), ("6", ["5", "5"])]
)
def test_at_the_limit_no_other_train_is_bought(phase: str, held: list[str]) -> None:
    play = scene(phase, 2000, *held).company("CPR", 90, p2=4).has("CPR", 0, trains=[phase]).turn("GT", "track")
    draft = play.rules.draft(play.state)
    draft.update(0, step="trains")
    play.state = draft.commit()
    kind = play.trains("yard")[0]
    price = play.rules.kinds[kind].price
    assert play.refusal(buying(play, kind, price)) == {"train_limit": "P.12.1.d"}
    assert play.refusal(BuyTrain(entity="GT", train=first(play, phase, "CPR"), price=5)) == {"train_limit": "P.12.1.d"}


@rule("12.4.a", "12.4.b")
def test_a_company_with_a_route_must_have_a_train_and_its_president_helps_to_the_cheapest() -> None:
    play = scene("3", 80).train("2", "pool").turn("GT", "trains", borrowed=True)
    assert play.refusal(Pass(entity="GT")) == {"must_buy_train": "12.4.a"}
    assert prices(play) == {"2": 100}, "the cheapest alone"
    assert play.refusal(buying(play, "3", 225)) == {"too_dear": "12.4.b"}
    play.do(buying(play, "2", 100, "pool"))
    assert (play.cash("GT"), play.cash("p1"), play.trains("GT")) == (0, 480, ["2"])
    rich = scene("3", 100).train("2", "pool").turn("GT", "trains", borrowed=True)
    assert rich.refusal(buying(rich, "3", 225)) == {"too_dear": "12.4.b"}, "it can pay for one itself"
    rich.do(buying(rich, "2", 100, "pool"))
    assert rich.cash("p1") == 500


@rule("12.4.a")
def test_without_a_route_or_with_a_train_nothing_must_be_bought() -> None:
    play = scene("3", 300, route=False).turn("GT", "trains")
    play.do(Pass(entity="GT"))
    play = scene("3", 300, "3").turn("GT", "trains")
    play.do(Pass(entity="GT"))
    sold = scene("3", 300).company("CPR", 90, p2=4).has("CPR", 0, trains=["3"]).turn("GT", "trains")
    assert sold.refusal(Pass(entity="GT")) == {"must_buy_train": "12.4.a"}
    sold.do(BuyTrain(entity="GT", train=first(sold, "3", "CPR"), price=1))
    sold.do(Pass(entity="GT"))


@rule("P.12.4.a")
def test_no_president_adds_money_for_another_companys_train() -> None:
    built = scene("3", 10).company("CPR", 90, p1=4).has("CPR", 0, trains=["3"])
    play = built.turn("GT", "trains", borrowed=True)
    assert play.refusal(BuyTrain(entity="GT", train=first(play, "3", "CPR"), price=11)) == {"too_dear": "P.12.1.c"}
    play.do(BuyTrain(entity="GT", train=first(play, "3", "CPR"), price=10))
    assert (play.cash("p1"), play.trains("GT")) == (500, ["3"])


@rule("12.4.c", "P.12.4.b", "P.12.4.c", "P.6.1.c")
def test_he_sells_no_more_than_is_needed_and_keeps_this_presidency() -> None:
    built = Scene1856().phase("3").cash(p1=50, p2=0, p3=0).lay("P9", "57", 1).lay("O10", "9", 1)
    built.company("GT", 100, 1, 5, p1=3, p2=3).has("GT", 0).company("CPR", 90, 2, 5, p1=4, p2=3).company(
        "BB", 80, 2, 4, p3=5
    )
    play = built.turn("GT", "trains", borrowed=True)
    play.do(buying(play, "3", 225))
    assert (play.turn, play.step) == (("p1",), "RaiseMoney")
    assert play.refusal(sell("p1", "GT", 1)) == {"keeps_presidency": "P.12.4.c"}
    assert play.refusal(sell("p1", "CPR", 3)) == {"more_than_needed": "P.12.4.b"}
    play.do(sell("p1", "CPR", 2))
    assert (play.president("CPR"), play.price("CPR")) == ("p2", 75)
    assert (play.turn, play.cash("p1")) == (("GT",), 230)
    assert play.refusal(Pass(entity="GT")) == {"must_buy_train": "12.4.a"}
    play.do(buying(play, "3", 225))
    assert (play.trains("GT"), play.cash("p1"), play.president("GT")) == (["3"], 50 + 180 - 225, "p1")
    while play.acting == "GT":
        play.done()
    assert play.acting == "BB", "it stands higher than CPR now"


@rule("13.2.a", "12.4.c", "P.13.2.a")
def test_a_president_who_cannot_pay_for_the_train_is_bankrupt() -> None:
    built = Scene1856().phase("3").cash(p1=50).lay("P9", "57", 1).lay("O10", "9", 1)
    built.company("GT", 100, 1, 5, p1=2).has("GT", 0).company("CPR", 90, 2, 5, p2=4, p1=1)
    play = built.turn("GT", "trains", borrowed=True)
    play.do(buying(play, "3", 225))
    assert not play.state.finished, "first he sells what he may"
    play.do(sell("p1", "CPR", 1))
    assert play.state.finished == "bankrupt"
    assert play.state.bankrupt == "p1"  # type: ignore[attr-defined]


@rule("1.i", "P.1.g")
@pytest.mark.parametrize(
    ("phase", "windsor", "huron"), [("2", 30, 30), ("4", 30, 30), ("5", 50, 50), ("6", 50, 50), ("D", 60, 40)]
)
def test_c067_off_board_values_go_by_the_phase(phase: str, windsor: int, huron: int) -> None:
    play = Scene1856().phase(phase).company("GT", 100, p1=4).turn("GT", "trains")
    for hex_id, value in (("A20", windsor), ("H5", huron)):
        stop = play.rules.tile_at(play.state, hex_id).stops[0]
        assert stop.value(play.rules.phase(play.state).offboard) == value


@rule("1.i", "P.1.g")
@pytest.mark.parametrize(
    ("phase", "kind", "value"), [("4", "4", 30), ("5", "4", 50), ("5", "5", 50), ("6", "5", 50), ("D", "5", 50)]
)
def test_what_sarnia_pays_goes_by_the_phase_not_by_the_train(phase: str, kind: str, value: int) -> None:
    built = Scene1856().phase(phase).lay("C14", "57", 2).company("LPS", 100, p1=4).has("LPS", 0, trains=[kind])
    play = built.turn("LPS", "run")
    play.run(route(first(play, kind, "LPS"), "C14/0", "C14 B13", "B13/0"))
    frame = play.state.frame
    assert isinstance(frame, Turn)
    assert frame.revenue == 20 + value
