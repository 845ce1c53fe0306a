"""Programmed actions of 1861 and 1867: pass until, buy until, bid up to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.rail.positions import TITLES, Play, Scene
from tests.rail.situations import first_train, in_round, merger_round, nationalized, turn
from tests.rail.stock_scenes import X, Y, buy, no, scene, sell
from tests.rail.test_auction import LOTS, bid, privates
from tests.rail.test_consent import MINORS
from tests.rail.test_consent import scene as asking
from tests.rail.test_merger import pair
from tests.rail.watching import Watched
from towpath.kernel.programs import BadProgram, Stop, check, decide
from towpath.rail import nationalization
from towpath.rail.actions import Accept, Bid, BuyTrain, Decline, Pass, StartMajor
from towpath.rail.frames import Course
from towpath.rail.programs import (
    CONDITIONS,
    Answer,
    AnswerOffers,
    BidUpTo,
    BuyShares,
    BuyUntilFloated,
    Condition,
    PassUntil,
    Place,
)

SELDOM: tuple[Condition, ...] = ("gone",)


def two_majors(title: str) -> Scene:
    """p1 presides over X, p2 over Y; p3 has one share of X."""
    return scene(title).cash(p1=600, p2=600, p3=600).major(X[title], 100, p1=4, p3=1, pool=1).major(Y[title], 90, p2=4)


def passing(*until: Condition, places: tuple[Place, ...] = ("stock",), last: int = 0) -> PassUntil:
    return PassUntil(places=places, until=until, last=last)


# Passing


@pytest.mark.parametrize("title", TITLES)
def test_it_passes_at_each_turn_and_for_nobody_else(title: str) -> None:
    table = Watched(two_majors(title).stock_round("p1").play(), "p3", passing(*SELDOM))
    assert not table.made
    table.do(buy("p1", X[title]), no("p2"))
    assert table.made == [no("p3")]
    assert table.play.turn == ("p1",)
    table.do(buy("p1", X[title]), no("p2"))
    assert table.made == [no("p3")] * 2
    assert table.stop is None


def close_to_a_change(title: str) -> Scene:
    """p1 and p2 have three shares of X each, p3 has one; Y is p2's."""
    board = scene(title).cash(p1=600, p2=600, p3=600)
    return board.major(X[title], 100, p1=3, p2=3, p3=1).major(Y[title], 90, p2=4)


def started(title: str) -> Play:
    play = two_majors(title).stock_round("p1").play()
    return play.do(next(each for each in play.engine.legal_actions(play.state) if isinstance(each, StartMajor)))


def put_up(title: str) -> Play:
    play = Scene(title, 3).cash(p1=400, p2=400, p3=150).stock_round("p1").play()
    return play.do(next(each for each in play.engine.legal_actions(play.state) if isinstance(each, Bid)))


def trouble(title: str) -> Scene:
    """An operating round in which p3's company has a share with p1."""
    return in_round(scene(title).phase("5").major(X[title], 100, p3=4, p1=1))


NEWS: dict[str, tuple[Callable[[str], Play], set[Condition]]] = {
    "a purchase": (lambda t: two_majors(t).stock_round("p1").play().do(buy("p1", X[t])), {"traded"}),
    "a sale": (lambda t: two_majors(t).stock_round("p1").play().do(sell("p1", X[t], 1)), {"traded", "sold"}),
    "a sale elsewhere": (lambda t: two_majors(t).stock_round("p2").play().do(sell("p2", Y[t], 1)), {"sold"}),
    "a president": (
        lambda t: close_to_a_change(t).stock_round("p2").play().do(buy("p2", X[t])), {"traded", "president"},
    ),
    "a fall": (lambda t: two_majors(t).stock_round("p1").play().do(sell("p1", X[t], 1), no("p1")), {"price"}),
    "a start": (started, {"started"}),
    "a minor put up": (put_up, {"started"}),
    "the national": (lambda t: nationalized(trouble(t), X[t]), {"gone"}),
    "a phase": (lambda t: first_train(trouble(t), "6"), {"phase"}),
    "the last train": (lambda t: first_train(trouble(t), "8"), {"phase", "end"}),
    "trade elsewhere": (lambda t: two_majors(t).stock_round("p1").play().do(buy("p1", Y[t])), set()),
}  # fmt: skip
"""What happens before p3 is asked -> the conditions that it meets."""


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("what", [*NEWS])
@pytest.mark.parametrize("condition", [*CONDITIONS])
def test_it_stops_for_what_it_was_told_to_wait_for_and_for_nothing_else(
    title: str, what: str, condition: Condition
) -> None:
    happen, met = NEWS[what]
    play = happen(title)
    advice = decide(play.engine, play.state, "p3", passing(condition), play.events)
    if condition not in met:
        assert not isinstance(advice, Stop)
        return
    assert isinstance(advice, Stop)
    assert advice.code in met
    assert advice.sentence.endswith(".")
    assert not advice.reached


@pytest.mark.parametrize("title", TITLES)
def test_why_it_stopped_is_said_in_words(title: str) -> None:
    board = close_to_a_change(title).stock_round("p2").play()
    table = Watched(board, "p3", passing("president")).do(buy("p2", X[title]))
    assert table.stop is not None
    assert table.stop.sentence == f"The president of {X[title]} is now p2."


@pytest.mark.parametrize("title", TITLES)
def test_trade_in_companies_of_others_is_no_news(title: str) -> None:
    table = Watched(two_majors(title).stock_round("p1").play(), "p3", passing("traded", "president"))
    table.do(buy("p1", Y[title]), no("p2"))
    assert table.stop is None
    assert table.made == [no("p3")]


@pytest.mark.parametrize("title", TITLES)
def test_c073_in_the_new_round_he_is_asked_when_a_company_has_gone_under(title: str) -> None:
    """C073: B passes by program; A's company is taken by the national; in the new round B is asked."""
    board = two_majors(title)
    board.draft.put("set_number", 1)
    board.draft.put("round", "OR 1.1")
    board.draft.put("stack", (Course(stage="operating", number=2),))
    board.draft.put("set_length", 2)
    board.draft.put("priority", "p3")
    nationalization.nationalize(board.rules, board.draft, Y[title])
    play = board.play()
    assert play.state.round == "SR 2"
    assert play.turn == ("p3",)
    advice = decide(play.engine, play.state, "p3", passing("gone"), play.events)
    assert isinstance(advice, Stop)
    assert advice.sentence == f"{Y[title]} has left the market."
    assert decide(play.engine, play.state, "p3", passing("phase"), play.events) == no("p3")


@pytest.mark.parametrize("title", TITLES)
def test_it_lasts_for_one_stock_round_unless_it_is_to_go_on(title: str) -> None:
    for last in (1, 0):
        board = two_majors(title)
        board.draft.put("set_number", 1)
        board.draft.put("stack", (Course(stage="stock"),))
        table = Watched(board.stock_round("p3").play(), "p3", passing(*SELDOM, last=last))
        table.do(no("p1"), no("p2"))
        assert table.play.state.round != "SR 1"
        assert table.made == [no("p3")]
        assert (table.code == "round_over") == (last == 1)


@pytest.mark.parametrize("title", TITLES)
def test_who_must_sell_is_not_passed_but_told(title: str) -> None:
    board = two_majors(title)
    limit = board.rules.certificate_limit(board.draft)
    names = [c.id for c in board.rules.data.companies if c.kind == "major" and c.id not in (X[title], Y[title])]
    for name in names:
        if board.rules.certificate_count(board.draft, "p3") <= limit:
            board.major(name, 70, p1=2, p3=6)
    table = Watched(board.stock_round("p3").play(), "p3", passing(*SELDOM))
    assert (table.code, table.made) == ("not_allowed", [])
    assert table.stop is not None
    assert "has to sell" in table.stop.sentence


@pytest.mark.parametrize("title", TITLES)
def test_a_turn_that_he_has_begun_is_his_to_end(title: str) -> None:
    play = two_majors(title).stock_round("p1").play().do(sell("p1", X[title], 1))
    table = Watched(play, "p1", passing(*SELDOM))
    assert table.made == []
    table.do(no("p1"), no("p2"), no("p3"))
    assert table.made == [no("p1")]


@pytest.mark.parametrize("title", TITLES)
def test_minors_pass_in_merger_rounds_if_he_says_so(title: str) -> None:
    high, low = {"1861": ("SPW", "RO"), "1867": ("BO", "CS")}[title]
    idle = Watched(merger_round(pair(title, 70, 65)), "p1", passing(*SELDOM))
    assert idle.made == []
    table = Watched(merger_round(pair(title, 70, 65)), "p1", passing(*SELDOM, places=("merger",)))
    assert table.made == [Pass(entity=high), Pass(entity=low)]
    assert table.play.over


@pytest.mark.parametrize("title", TITLES)
def test_it_declines_in_auctions_if_he_says_so(title: str) -> None:
    lots = LOTS[title]
    table = Watched(privates(title), "p2", passing(*SELDOM, places=("auction",)))
    table.do(bid("p1", lots[0], 20))
    assert table.made == [no("p2")]
    assert table.play.turn == ("p3",)


# Buying


@pytest.mark.parametrize("title", TITLES)
def test_shares_are_bought_until_he_has_enough(title: str) -> None:
    x = X[title]
    goal = BuyShares(company=x, source="treasury", shares=3, most=200)
    table = Watched(two_majors(title).stock_round("p3").play(), "p3", goal)
    assert table.made == [buy("p3", x)]
    table.do(no("p1"), no("p2"))
    assert table.made == [buy("p3", x)] * 2
    assert table.play.shares(x, "p3") == 3
    assert (table.code, table.stop and table.stop.reached) == ("held", True)


@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_bought_above_the_limit(title: str) -> None:
    play = two_majors(title).stock_round("p1").play()
    table = Watched(play, "p3", BuyShares(company=X[title], source="pool", shares=2, most=100))
    table.do(sell("p1", X[title], 1))
    assert table.code == "sold"
    with pytest.raises(BadProgram, match="Most is 90; it can be 100 to"):
        check(play.rules.programs(play.state, "p2"), BuyShares(company=X[title], source="treasury", shares=1, most=90))


@pytest.mark.parametrize("title", TITLES)
def test_another_president_or_no_money_end_it(title: str) -> None:
    x = X[title]
    board = scene(title).cash(p1=600, p2=600, p3=250).major(x, 100, p1=3, p2=3, p3=1)
    goal = BuyShares(company=x, source="treasury", shares=4, most=200)
    assert Watched(board.stock_round("p2").play(), "p3", goal).do(buy("p2", x)).code == "president"
    board = scene(title).cash(p1=600, p2=600, p3=250).major(x, 100, p1=5, p2=1, p3=1)
    table = Watched(board.stock_round("p3").play(), "p3", goal).do(no("p1"), no("p2")).do(no("p1"), no("p2"))
    assert table.code == "not_allowed"
    assert table.stop is not None
    assert "It costs 100; p3 has 50." in table.stop.sentence


@pytest.mark.parametrize("title", TITLES)
def test_where_a_presidents_certificate_floats_nothing_waits_for_it(title: str) -> None:
    play = two_majors(title).stock_round("p1").play()
    kinds = {offer.program for offer in play.rules.programs(play.state, "p3")}
    assert kinds == {PassUntil, BuyShares, BidUpTo, AnswerOffers}
    with pytest.raises(BadProgram, match="cannot be programmed"):
        check(play.rules.programs(play.state, "p3"), BuyUntilFloated(company=X[title]))


# Bidding


@pytest.mark.parametrize("title", TITLES)
def test_he_bids_the_least_needed_and_passes_above_his_limit(title: str) -> None:
    lots = LOTS[title]
    table = Watched(privates(title), "p2", BidUpTo(target=lots[0], most=30))
    table.do(bid("p1", lots[0], 20))
    assert table.made == [bid("p2", lots[0], 25)]
    table.do(no("p3"), bid("p1", lots[0], 30))
    assert table.made[1:] == [no("p2")]
    assert table.stop is not None
    assert (table.code, table.stop.sentence) == ("lost", f"p1 has bought {lots[0]} for 30.")


@pytest.mark.parametrize("title", TITLES)
def test_it_opens_wins_and_says_so(title: str) -> None:
    lots = LOTS[title]
    table = Watched(privates(title), "p1", BidUpTo(target=lots[0], most=30))
    assert table.made == [bid("p1", lots[0], 20)]
    table.do(no("p2"), no("p3"))
    assert table.stop is not None
    assert (table.code, table.stop.reached) == ("won", True)
    assert table.play.state.privates[lots[0]] == "p1"


@pytest.mark.parametrize("title", TITLES)
def test_other_lots_are_none_of_its_business(title: str) -> None:
    lots = LOTS[title]
    table = Watched(privates(title), "p2", BidUpTo(target=lots[1], most=100))
    table.do(bid("p1", lots[0], 20))
    assert table.made == []
    table.do(no("p2"), no("p3"))
    assert table.made == [bid("p2", lots[1], 30)]


@pytest.mark.parametrize("title", TITLES)
def test_a_minor_is_raised_for_and_never_put_up(title: str) -> None:
    board: Play = Scene(title, 3).cash(p1=400, p2=400, p3=150).stock_round("p2").play()
    offer = next(action for action in board.engine.legal_actions(board.state) if isinstance(action, Bid))
    table = Watched(board, "p2", BidUpTo(target=offer.target, most=200))
    assert table.made == []
    table.do(no("p2"))
    up = next(
        action
        for action in board.engine.legal_actions(board.state, ranges=0)
        if isinstance(action, Bid) and action.target == offer.target and action.price == 100
    )
    table.do(up).do(no("p1"))
    assert table.made == [Bid(entity="p2", target=offer.target, price=105)]
    table.do(no("p3"))
    assert table.code == "won"


@pytest.mark.parametrize("title", TITLES)
def test_what_is_sold_or_never_was_for_sale_cannot_be_bid_for(title: str) -> None:
    play = privates(title)
    for wrong in (BidUpTo(target="nothing", most=50), BidUpTo(target=LOTS[title][0], most=10_000)):
        with pytest.raises(BadProgram):
            check(play.rules.programs(play.state, "p1"), wrong)


# Answering


def asked_for_a_train(title: str, price: int) -> Play:
    """p1's minor offers so much for a train of p2's, who is asked."""
    one = MINORS[title][0]
    return turn(asking(title), one, "trains").do(BuyTrain(entity=one, train="2-1", price=price))


def advised(play: Play, seat: str, program: AnswerOffers) -> object:
    return decide(play.engine, play.state, seat, program, ())


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("answer", "price", "offered", "given"),
    [
        ("accept", 0, 5, Accept(entity="p2")),
        ("accept", 70, 70, Accept(entity="p2")),
        ("accept", 70, 65, None),
        ("refuse", 0, 200, Decline(entity="p2")),
        ("refuse", 70, 65, Decline(entity="p2")),
        ("refuse", 70, 70, None),
    ],
)
def test_offers_are_answered_by_their_price(
    title: str, answer: Answer, price: int, offered: int, given: object
) -> None:
    play = asked_for_a_train(title, offered)
    assert advised(play, "p2", AnswerOffers(question="sell_train", answer=answer, price=price)) == given


@pytest.mark.parametrize("title", TITLES)
def test_only_the_question_meant_and_only_ones_own_is_answered(title: str) -> None:
    play = asked_for_a_train(title, 70)
    assert advised(play, "p2", AnswerOffers(question="merge", answer="accept")) is None
    assert advised(play, "p3", AnswerOffers(question="sell_train", answer="accept")) is None


@pytest.mark.parametrize("title", TITLES)
def test_who_has_no_private_any_more_has_nothing_to_answer(title: str) -> None:
    play = turn(asking(title), MINORS[title][0], "trains")
    program = AnswerOffers(question="sell_private", answer="refuse")
    assert advised(play, "p3", program) is None
    stop = advised(play, "p2", program)
    assert isinstance(stop, Stop)
    assert (stop.code, stop.reached) == ("none_left", True)


@pytest.mark.parametrize("title", TITLES)
def test_answers_are_offered_where_owners_are_asked(title: str) -> None:
    play = turn(asking(title), MINORS[title][0], "trains")
    kinds = {
        seat: {
            offer.fixed["question"] for offer in play.rules.programs(play.state, seat) if offer.program is AnswerOffers
        }
        for seat in ("p2", "p3")
    }
    assert kinds == {"p2": {"sell_train", "merge"}, "p3": {"sell_private", "sell_train", "merge"}}
    alone = turn(asking(title, "off"), MINORS[title][0], "trains")
    assert not [offer for offer in alone.rules.programs(alone.state, "p2") if offer.program is AnswerOffers]
