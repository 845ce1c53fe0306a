"""What there is to tell follows from the log, however it is cut into changes: one notice for each time that a seat is asked."""

from __future__ import annotations

from random import Random

import pytest

from towpath.api import Game
from towpath.kernel.moments import LogError
from towpath.kernel.record import Act, EndOffer, HandOver, Leave, Note, Redo, Return, Undo
from towpath.server.notices.occasions import Occasion, asked, is_own, occasions, since


def lively(seed: int, entries: int = 60) -> tuple[Game, list[int]]:
    """A game of three with all that happens at tables, and where its changes began: what is done for somebody who has left
    belongs to the change that set it off."""
    rng = Random(seed)
    game = Game.new(rng.choice(("1861", "1867")), ["Ann", "Bob", "Cleo"], seed=seed)
    begun = []
    while game.number < entries and not game.is_over:
        known, seat = game.number, rng.choice(("p1", "p2", "p3"))
        try:
            match rng.randrange(12):
                case 0:
                    game.write(Undo(by=seat))
                case 1:
                    game.write(Redo(by=seat))
                case 2:
                    game.write(Note(by=seat, text="Well."))
                case 3 if len(game.timeline.away) < 1:
                    game.write(Leave(seat=seat, by=seat))
                case 4 if seat in game.timeline.away:
                    game.write(Return(seat=seat, by=seat))
                case 5 if game.number % 3 == 0:
                    game.write(HandOver(seat=seat, name=f"Dora {game.number}"))
                case _:
                    hand = rng.choice(("person", "person", "program"))
                    action = game.sample(rng)
                    game.play(action, hand=hand)  # type: ignore[arg-type]
        except (LogError, LookupError):
            continue
        begun.append(known)
    return game, begun


@pytest.mark.parametrize("seed", range(12))
def test_every_time_that_a_seat_is_asked_is_told_once(seed: int) -> None:
    game, begun = lively(seed)
    told: dict[str, list[int]] = {"p1": [], "p2": [], "p3": []}
    for known, end in zip(begun, [*begun[1:], game.number], strict=True):
        twin = game.what_if(end)
        found = occasions(twin, known)
        away = twin.timeline.away
        assert set(found) == set(told) - away
        for seat, each in found.items():
            turns = [occasion for occasion in each if occasion.kind == "turn"]
            assert bool(turns) == (seat in twin.to_move and not twin.is_over)
            for turn in turns:
                assert turn.about == 0 or known < turn.about <= end
                if turn.about and not turn.told:
                    told[seat].append(turn.about)
                if not turn.told:
                    assert (since(twin, seat) or 0) <= (turn.about or known)
    ends = {*begun[1:], game.number}
    for seat, numbers in told.items():
        assert len(set(numbers)) == len(numbers)
        for number in numbers:
            assert not is_own(game.timeline.log[number - 1], seat)
            assert seat not in asked(game, number - 1)
        fresh = [
            number
            for number in ends
            if number and seat in asked(game, number) and seat not in asked(game, number - 1)
            and not is_own(game.timeline.log[number - 1], seat) and seat not in game.what_if(number).timeline.away
            and not game.what_if(number).is_over
        ]  # fmt: skip
        assert set(fresh) <= set(numbers)


def test_a_turn_that_was_there_before_is_no_news() -> None:
    game = Game.new("1867", ["Ann", "Bob"], {"first_player": "seat1"}, seed="occasions")
    game.write(Note(by="p2", text="Hello."))
    assert occasions(game, 0)["p1"] == (Occasion("turn", 0),)
    assert since(game, "p1") == 0
    assert since(game, "p2") is None


def test_whoever_ended_the_game_knows() -> None:
    game = Game.new("1867", ["Ann", "Bob"], {"first_player": "seat1"}, seed="occasions")
    game.write(EndOffer(hand="host"))
    assert occasions(game, 0) == {"p1": (Occasion("over", 1),), "p2": (Occasion("over", 1),)}
    assert occasions(game, 1) == {"p1": (Occasion("over", 0),), "p2": (Occasion("over", 0),)}


def test_what_a_program_did_for_a_seat_is_not_the_seats_own_doing() -> None:
    assert not is_own(Act(by="p1", hand="program", action={}), "p1")
    assert not is_own(Act(by="p1", hand="absent", action={}), "p1")
    assert is_own(Act(by="p1", action={}), "p1")
    assert is_own(Undo(by="p1"), "p1")
    assert not is_own(Undo(by="p1"), "p2")
