"""Undo across something that was seen: what nobody knew is shuffled anew, for all to see, and the record replays."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel import play
from towpath.api import FormatError
from towpath.kernel import record as records
from towpath.kernel import views
from towpath.kernel.commitment import commitment_of
from towpath.kernel.record import Act, Undo

seeds = st.integers(0, 10**6)


def after_a_round(seed: str = "1"):
    """Everybody has sat out, so that a round is over, cards were dealt and a die was thrown."""
    game = play.game(2, seed)
    game.play(play.sit("p1"))
    game.play(play.sit("p2"))
    return game


def same_views(game, one, other):
    return all(views.view(game.rules, one, seat) == views.view(game.rules, other, seat) for seat in (None, "p1", "p2"))


def test_an_undo_of_what_all_knew_leads_to_the_very_position():
    game = play.game(2)
    start = game.state
    game.play(play.sit("p1"))
    assert not game.undo_reveals
    game.undo("p1")
    assert game.state is start
    assert game.timeline.log[-1] == Undo(by="p1")


def test_an_undo_across_a_revelation_shuffles_what_nobody_knew():
    game = after_a_round()
    before = game.position(1)
    assert game.undo_reveals
    outcome = game.undo("p2")
    assert game.timeline.log[-1] == Undo(by="p2", reshuffled=True)
    assert [event.kind for event in outcome.events] == ["reshuffled"]
    assert [event.kind for event in game.events_for(None)] == ["reshuffled"]
    assert game.state.deck != before.deck
    assert sorted(game.state.deck) == sorted(before.deck)
    assert game.state.hands == before.hands
    assert same_views(game, game.state, before)


def test_the_same_play_again_meets_another_card_and_another_die():
    ends = set()
    for seed in range(12):
        game = after_a_round(str(seed))
        was = game.state
        game.undo("p2")
        game.play(play.sit("p2"))
        ends.add((was.hands["p2"] == game.state.hands["p2"], was.stack == game.state.stack))
    assert any(not same_hand for same_hand, _ in ends)
    assert any(not same_die for _, same_die in ends)


def test_no_two_undos_shuffle_alike():
    game = after_a_round()
    decks = set()
    for _ in range(5):
        game.undo("p2")
        decks.add(game.state.deck)
        game.redo("p2")
    for _ in range(5):
        game.undo("p2")
        decks.add(game.state.deck)
        game.play(play.sit("p2"))
    assert len(decks) == 10


def test_going_further_back_from_there_shuffles_again():
    game = after_a_round()
    start = game.position(0)
    game.undo("p2")
    assert game.undo_reveals
    game.undo("p1")
    assert game.state.deck != start.deck
    assert same_views(game, game.state, start)
    assert game.timeline.standing() == ()


def test_redo_brings_back_the_very_position_that_was_seen():
    game = after_a_round()
    seen = game.state
    game.undo("p2")
    game.redo("p2")
    assert game.state is seen


def test_a_title_without_secrets_goes_back_plainly():
    game = play.game(2, secrets=False)
    game.play(play.sit("p1"))
    before = game.state
    game.play(play.sit("p2"))
    assert not game.undo_reveals
    game.undo("p2")
    assert game.state is before


def test_nobody_but_the_timeline_says_whether_it_shuffles():
    game = after_a_round()
    game.write(Undo(by="p2", reshuffled=False))
    assert game.timeline.log[-1].reshuffled
    game.play(play.sit("p2"))
    game.undo("p2", to=game.number - 1)
    one = play.game(2)
    one.play(play.sit("p1"))
    one.write(Undo(by="p1", reshuffled=True))
    assert not one.timeline.log[-1].reshuffled


def test_an_older_record_that_went_back_plainly_still_does():
    game = after_a_round()
    log = (*game.timeline.log, Undo(by="p2"))
    again = play.again(msgspec.structs.replace(game.timeline.record(head=False), log=log))
    assert again.divergence is None
    assert again.state == game.position(1)


@settings(max_examples=30, deadline=None)
@given(seeds, st.lists(st.sampled_from("aaaaurt"), max_size=40))
def test_any_mix_replays_to_the_same_position_and_loses_nothing(seed, steps):
    game, rng = play.game(3, str(seed)), Random(seed)
    for step in steps:
        if step == "a" and not game.is_over:
            game.play(game.sample(rng))
        elif step == "u" and game.timeline.can_undo:
            game.undo()
        elif step == "t" and game.timeline.can_undo:
            game.undo(to=rng.randrange(game.timeline.standing()[-1]))
        elif step == "r" and game.timeline.can_redo:
            game.redo()
        assert not game.rules.conservation(game.state)
    again = play.again(records.load(records.dump(game.record)))
    assert again.divergence is None
    assert again.state == game.state
    standing = game.timeline.standing()
    positions = [game.timeline.position_after(n) for n in range(len(standing) + 1)]
    assert positions[-1] == game.state
    assert all(isinstance(game.timeline.log[n - 1], Act) for n in standing)


@settings(max_examples=30, deadline=None)
@given(seeds, st.integers(0, 30))
def test_what_a_seat_sees_after_an_undo_does_not_depend_on_what_it_may_not_know(seed, count):
    game = play.random_play(play.game(3, str(seed)), count, seed)
    if not game.timeline.can_undo:
        return
    to = Random(seed).randrange(game.timeline.standing()[-1])
    before = game.position(to)
    game.undo(to=to)
    for seat in (None, *game.rules.seats):
        assert views.view(game.rules, game.state, seat) == views.view(game.rules, before, seat)


def test_a_plan_goes_on_from_a_made_up_position():
    game = play.random_play(play.game(3, "7"), 4)
    plan = game.plan("p1")
    assert plan.view("p1") == game.view("p1")
    assert plan.state.deck != game.state.deck
    assert plan.number == 0
    plan.play(plan.sample(Random(1)))
    plan.undo()
    assert not plan.timeline.can_undo
    assert game.number == 4
    again = play.again(records.load(records.dump(plan.record)))
    assert again.state == plan.state
    assert again.divergence is None
    assert plan.commitment == plan.record.commitment == ""
    assert plan.text()
    assert repr(plan)


def test_a_plan_may_begin_at_a_past_position():
    game = play.random_play(play.game(3, "7"), 6)
    plan = game.plan("p2", number=3)
    assert plan.view("p2") == game.view("p2", 3)


def test_a_made_up_position_that_nothing_can_stand_in_is_refused():
    plan = play.random_play(play.game(3, "7"), 4).plan("p1")
    record = plan.record
    for spoil in ({"deck": []}, {"cash": {}}, {"hands": {"p1": [1, 1]}}, {"stack": []}):
        spoilt = msgspec.structs.replace(record, origin={**record.origin, **spoil}, head=None)
        with pytest.raises(FormatError):
            play.again(spoilt)


def test_plans_differ_by_their_seed_alone():
    game = play.random_play(play.game(3, "7"), 4)
    assert game.plan("p1", 1).state == game.plan("p1", 1).state
    assert game.plan("p1", 1).state != game.plan("p1", 2).state


def test_a_commitment_fixes_the_setup_and_nothing_else():
    record = play.record(2, "a long seed")
    named = msgspec.structs.replace(
        record, seats=tuple(msgspec.structs.replace(s, name="X" + s.id) for s in record.seats)
    )
    assert len(commitment_of(record)) == 64
    assert commitment_of(record) == commitment_of(named) == commitment_of(record.extended(Undo()))
    for changed in (
        msgspec.structs.replace(record, seed="another seed"),
        msgspec.structs.replace(record, options={"coins": 50}),
        msgspec.structs.replace(record, overlays={"cards.txt": "30"}),
        msgspec.structs.replace(record, seats=record.seats[:1]),
    ):
        assert commitment_of(changed) != commitment_of(record)
