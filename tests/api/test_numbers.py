"""The numbers of a game: right by the positions and the money that moved, cheap to ask for again, true after undo."""

from pathlib import Path

import pytest

from tests.kernel import fair
from towpath.api import Game, open_game, titles
from towpath.api.numbers import Numbers

GOLDEN = Path(__file__).parents[1] / "golden"
TITLES = ("1856", "1861", "1867")


@pytest.fixture(scope="module", params=TITLES)
def game(request):
    """A whole game of each title, played by bots."""
    return open_game(GOLDEN / f"{request.param}.record.json")


def test_at_every_point_the_parts_add_up_to_the_score(game):
    for point in Numbers(game).course().points:
        state = game.position(point.number)
        assert {seat: sum(parts.values()) for seat, parts in point.measures.items()} == game.rules.scores(state)
        assert point.prices == {company: game.rules.market.price(state, company) for company in state.cells}


def test_there_is_a_point_for_every_round_that_is_over(game):
    points = Numbers(game).course().points
    assert (points[0].number, points[0].round) == (0, "")
    for point in points[1:-1]:
        (before,) = (n for n in game.timeline.standing(point.number)[-2:-1])
        assert point.round == game.position(before).round != game.position(point.number).round
    assert points[-1].number == game.number
    assert not points[-1].open


def test_all_dividends_are_in_the_history_and_what_was_paid_is_what_holders_got(game):
    told = Numbers(game).course().earnings
    events = [
        (number, event)
        for number in game.timeline.standing()
        for event in game.events(number)
        if event.kind == "dividend"
    ]
    national = game.rules.national if game.rules.title == "1861" else ""
    assert [(n, e.data["company"], e.data["revenue"], e.data["paid"]) for n, e in events] == [
        (each.number, each.earner, each.total, each.paid) for each in told if each.earner != national
    ]
    for each in told:
        amounts = [
            event.data["amount"]
            for event in game.events(each.number)
            if event.kind == "paid" and event.data["why"] == f"dividend of {each.earner}"
        ]
        assert bool(amounts) == (each.way in ("paid", "split"))
        if each.share and each.share * 10 == each.paid:  # ten shares, nothing to round
            assert all(amount % each.share == 0 for amount in amounts)
            assert sum(amounts) <= each.paid


def test_trains_stand_with_the_distribution_of_what_they_ran_for(game):
    told = Numbers(game).course().earnings
    ran = [
        event.data["revenue"]
        for number in game.timeline.standing()
        for event in game.events(number)
        if event.kind == "train_ran"
    ]
    assert sum(part.amount for each in told for part in each.parts) == sum(ran)
    if game.rules.title != "1856":  # there interest may be taken from the run
        assert all(each.total == sum(part.amount for part in each.parts) for each in told)
    assert any(part.places for each in told for part in each.parts)


def test_a_past_moment_is_told_as_it_was_then(game):
    numbers = Numbers(game)
    whole = numbers.course()
    for number in (0, 1, game.number // 3, game.number // 2):
        then = numbers.course(number)
        assert then == Numbers(game.what_if(number)).course()
        assert then.earnings == whole.earnings[: len(then.earnings)]
        assert then.points[-1].number <= number
    assert numbers.course() == whole


def test_asked_as_the_game_grows_and_is_taken_back_it_always_tells_the_same_as_asked_anew(game):
    twin = game.what_if(700)
    numbers = Numbers(twin)
    for entry in game.timeline.log[700:760]:
        twin.write(entry)
        assert numbers.course() == Numbers(twin).course()
    twin.undo(to=720)
    assert numbers.course() == Numbers(twin).course()
    assert numbers.course().points[-1].number == 720
    twin.redo()
    assert numbers.course() == Numbers(twin).course()
    assert numbers.course().points[-1].number == 760


def test_a_round_that_goes_on_has_an_open_point(game):
    half = game.what_if(game.number // 2 + 1)
    last = Numbers(half).course().points[-1]
    assert last.open
    assert last.round == half.state.round


def test_each_entry_is_walked_once_and_after_an_undo_only_what_is_new(game, monkeypatch):
    walked, step = [], Numbers._step

    def counted(self, before, number, held):
        walked.append(number)
        return step(self, before, number, held)

    monkeypatch.setattr(Numbers, "_step", counted)
    twin = game.what_if(300)
    numbers = Numbers(twin)

    def newly_walked():
        walked.clear()
        numbers.course()
        return tuple(walked)

    standing = twin.timeline.standing(twin.number)
    assert newly_walked() == standing
    assert newly_walked() == ()
    twin.undo()
    assert newly_walked() == ()
    twin.redo()
    assert newly_walked() == standing[-1:]


def test_a_title_without_rounds_or_money_has_its_scores():
    titles.register("fair", fair.compose)
    try:
        game = Game.new("fair", 2, seed="9")
        for _ in range(4):
            game.play(game.sample())
        course = Numbers(game).course()
    finally:
        titles._LOADERS.pop("fair")
    assert [point.number for point in course.points] == [0, 4]
    assert course.points[-1].measures == {seat: {"score": score} for seat, score in game.scores.items()}
    assert course.earnings == ()
