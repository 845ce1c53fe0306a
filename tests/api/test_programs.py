"""Seats' programs in a game: what they may be, how they act, and that they never do more than their seat may."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from towpath.api import BadProgram, FormatError, Game, programs
from towpath.api.programs import Standing
from towpath.bots import RandomBot
from towpath.kernel.codec import plain
from towpath.kernel.programs import read
from towpath.kernel.record import Act, HandOver
from towpath.rail.programs import KINDS, BidUpTo, PassUntil

BOT = RandomBot()


def in_first_stock_round(title: str = "1867", players: int = 3) -> Game:
    game, rng = Game.new(title, players, seed="programs"), Random(1)
    while not game.state.round.startswith("SR"):
        game.play(BOT.choose(game.engine, game.state, rng))
    return game


def by_program(game: Game) -> list[Act]:
    return [entry for entry in game.record.log if isinstance(entry, Act) and entry.hand == "program"]


# One at a time


def test_a_program_acts_as_its_seat_and_its_entries_say_so() -> None:
    game = in_first_stock_round()
    (seat,) = game.to_move
    (after,) = programs.run(game, [programs.set_up(game, seat, PassUntil(until=("gone",)))])
    assert (after.stop, after.acted) == (None, 1)
    assert [(entry.by, entry.action["type"]) for entry in by_program(game)] == [(seat, "pass")]
    assert game.to_move != (seat,)
    assert Game(game.record).state == game.state


def test_programs_of_all_seats_end_the_round_and_stop() -> None:
    game = in_first_stock_round()
    number = game.state.set_number
    wish = PassUntil(until=(), last=number)
    after = programs.run(game, [programs.set_up(game, seat.id, wish) for seat in game.seats])
    assert game.state.round != f"SR {number}"
    assert {each.stop.code for each in after if each.stop} == {"round_over"}
    assert all(each.stop is not None for each in after)


def test_when_nobody_decides_anything_for_too_long_they_all_stop() -> None:
    game = in_first_stock_round()
    wish = PassUntil(places=("stock", "merger", "auction"), until=(), last=0)
    standing = [programs.set_up(game, seat.id, wish) for seat in game.seats]
    game.play(BOT.choose(game.engine, game.state, Random(0)))
    for _ in range(30):
        standing = list(programs.run(game, standing))
        if all(each.stop for each in standing) or game.is_over:
            break
        game.play(BOT.choose(game.engine, game.state, Random(0)))
    assert len(by_program(game)) <= programs.MOST


def test_what_is_taken_back_is_not_done_again_by_a_program() -> None:
    game = in_first_stock_round()
    (seat,) = game.to_move
    standing = programs.run(game, [programs.set_up(game, seat, PassUntil(until=()))])
    made = game.number
    game.undo(seat, to=made - 1)
    assert game.to_move == (seat,)
    (after,) = programs.run(game, standing)
    assert after.stop is not None
    assert after.stop.code == "taken_back"
    assert len(by_program(game)) == 1


def test_an_undo_that_leads_to_others_changes_nothing_for_it() -> None:
    game = in_first_stock_round()
    first = game.to_move[0]
    game.play(next(action for action in game.legal_actions(first) if action.__struct_config__.tag == "pass"))
    second = game.to_move[0]
    standing = programs.run(game, [programs.set_up(game, second, PassUntil(until=()))])
    game.undo(first)
    (after,) = programs.run(game, standing)
    assert after.stop is None
    assert game.to_move == (first,)


def test_a_seat_that_changes_hands_has_no_program_any_more() -> None:
    game = in_first_stock_round()
    (seat,) = game.to_move
    standing = [programs.set_up(game, seat, PassUntil(until=()))]
    game.write(HandOver(seat=seat, name="Somebody else"))
    (after,) = programs.run(game, standing)
    assert after.stop is not None
    assert after.stop.code == "handed_over"
    assert not by_program(game)


def test_what_cannot_be_read_or_is_not_on_offer_is_refused_in_words() -> None:
    game = in_first_stock_round()
    with pytest.raises(FormatError, match="unknown program 'dance'; there are"):
        programs.set_up(game, "p1", {"type": "dance"})
    with pytest.raises(FormatError, match="program pass_until"):
        programs.set_up(game, "p1", {"type": "pass_until", "until": ["never"]})
    with pytest.raises(BadProgram, match="Last is 77; it can be"):
        programs.set_up(game, "p1", {"type": "pass_until", "last": 77})
    with pytest.raises(BadProgram, match="no seat 'p9'"):
        programs.set_up(game, "p9", PassUntil())
    with pytest.raises(BadProgram, match="once at most"):
        programs.set_up(game, "p1", PassUntil(until=("gone", "gone")))


def test_one_of_a_kind_takes_the_place_of_another() -> None:
    one, two = (Standing(seat="p1", program=BidUpTo(target=lot, most=50), seen=0) for lot in ("3", "4"))
    again = Standing(seat="p1", program=BidUpTo(target="3", most=90), seen=0)
    assert one.key == again.key != two.key


def test_programs_are_written_and_read_again() -> None:
    game, rng = in_first_stock_round("1856"), Random(3)
    for offer in programs.offers(game, "p1"):
        made = offer.draw(rng)
        assert read(KINDS, plain(made)) == made
        assert offer.described()["type"] == plain(made)["type"]


# At random


@pytest.mark.parametrize("title", ["1856", "1861", "1867"])
@pytest.mark.parametrize("seed", range(3))
def test_random_programs_in_random_games_keep_to_the_rules(title: str, seed: int) -> None:
    """Whatever is programmed whenever: each action is legal and its own seat's, and whoever stops says why."""
    game, rng = Game.new(title, 3 + seed % 3, seed=f"programs {seed}"), Random(seed)
    standing: dict[tuple[str, str], Standing] = {}
    stops: Counter[str] = Counter()
    for _ in range(500):
        if game.is_over:
            break
        seat = rng.choice(game.seats).id
        if rng.random() < 0.15 and (offered := programs.offers(game, seat)):
            made = programs.set_up(game, seat, rng.choice(offered).draw(rng))
            standing[made.key] = made
        if rng.random() < 0.03 and game.timeline.can_undo:
            game.undo()
        before = game.number
        for each in programs.run(game, standing.values()):
            standing[each.key] = each
        for number in range(before + 1, game.number + 1):
            entry = game.record.log[number - 1]
            assert isinstance(entry, Act)
            assert entry.hand == "program"
            was = game.position(number - 1)
            action = game.action(entry.action)
            assert not game.engine.check(was, action, entry.by)
            assert game.rules.controller(was, action.entity) == entry.by
        for key in [key for key, each in standing.items() if each.stop is not None]:
            stop = standing.pop(key).stop
            assert stop is not None
            assert stop.sentence.endswith(".")
            assert "{" not in stop.sentence
            stops[stop.code] += 1
        if not game.is_over:
            game.play(BOT.choose(game.engine, game.state, rng))
    assert by_program(game)
    assert stops
    assert Game(game.record).state == game.state
