"""Timelines: undo and redo, looking back, agreed ends, players who leave, conflicts, divergences."""

import threading
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel import play
from tests.kernel.fair import FairRules
from towpath.kernel import record as records
from towpath.kernel.moments import Conflict, LogError, NothingToRedo, NothingToUndo, Unreachable
from towpath.kernel.reasons import Refused
from towpath.kernel.record import Act, EndAnswer, EndOffer, HandOver, Head, Leave, Note, Redo, Return, Undo


def test_undo_three_redo_two_undo_one_new_action_redo():  # case C057
    game = play.random_play(play.game(3, secrets=False), 8)
    at = [game.position(n) for n in range(9)]
    for _ in range(3):
        game.undo("p1")
    assert game.state == at[5]
    game.redo("p1")
    game.redo("p1")
    assert game.state == at[7]
    game.undo("p1")
    assert game.state == at[6]
    assert game.timeline.standing() == (1, 2, 3, 4, 5, 6)
    game.play(game.sample(Random(5)))
    assert game.timeline.standing() == (1, 2, 3, 4, 5, 6, 15)
    with pytest.raises(NothingToRedo):
        game.redo("p1")
    remaining = [game.timeline.log[n - 1] for n in game.timeline.standing()]
    flat = play.again(play.record(3, log=tuple(remaining)), secrets=False)
    assert flat.state == game.state
    assert play.again(game.record, secrets=False).state == game.state


def test_undo_to_an_entry_and_to_the_start():
    game = play.random_play(play.game(secrets=False), 6)
    at = [game.position(n) for n in range(7)]
    game.undo("p1", to=4)
    assert game.state is at[4]
    game.undo("p1", to=0)
    assert game.state is at[0]
    game.redo()
    assert game.state is at[4]
    game.redo()
    assert game.state is at[6]
    assert [game.timeline.standing(n) for n in (6, 7, 8)] == [(1, 2, 3, 4, 5, 6), (1, 2, 3, 4), ()]
    assert game.timeline.position_after(2) is at[2]
    with pytest.raises(LogError, match="no action 7; 6 are standing"):
        game.timeline.position_after(7)


def test_nothing_to_undo_or_redo():
    game = play.game()
    assert not game.timeline.can_undo
    with pytest.raises(NothingToUndo):
        game.undo()
    with pytest.raises(NothingToUndo):
        game.timeline.append(Undo(by="p1"))
    with pytest.raises(NothingToRedo):
        game.redo()
    game.play(play.sit("p1"))
    with pytest.raises(NothingToUndo, match="after entry 1"):
        game.undo(to=1)
    assert game.number == 1


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.sampled_from("aaaurt"), max_size=40))
def test_any_mix_of_undo_and_redo_equals_the_replay_of_what_stands(seed, steps):
    game = play.game(3, str(seed), secrets=False)
    rng = Random(seed)
    model: list = []
    undone: list = []
    for step in steps:
        if step == "a" and not game.is_over:
            game.play(game.sample(rng))
            model.append(game.number)
            undone = []
        elif step == "u" and model:
            undone.append(model)
            model = model[:-1]
            game.undo()
        elif step == "t" and model:
            to = rng.randrange(model[-1])
            undone.append(model)
            model = [number for number in model if number <= to]
            game.undo(to=to)
        elif step == "r" and undone:
            model = undone.pop()
            game.redo()
        assert list(game.timeline.standing()) == model
        assert game.timeline.can_redo == bool(undone)
    flat = play.again(play.record(3, str(seed), log=tuple(game.timeline.log[n - 1] for n in model)), secrets=False)
    assert flat.state == game.state
    assert play.again(records.load(records.dump(game.record)), secrets=False).state == game.state


def test_every_position_is_there_at_once_and_shared():
    game = play.random_play(play.game(3), 30)
    assert game.position(3) is game.position(3)
    assert game.what_if(3).state is game.position(3)
    with pytest.raises(LogError, match="the log has"):
        game.position(game.number + 1)


def test_a_branch_is_independent():
    game = play.random_play(play.game(3), 7)
    branch = game.what_if(4)
    branch.play(branch.sample(Random(9)))
    branch.undo()
    branch.undo()
    assert (game.number, branch.number) == (7, 7)
    assert game.timeline.log[:4] == branch.timeline.log[:4]
    assert branch.state == game.position(3)


def test_notes_change_nothing_but_the_log():
    game = play.random_play(play.game(), 3)
    before = game.state
    game.undo()
    game.write(Note(by="p1", text="sorry"))
    game.redo()
    assert game.state is before


def test_the_wrong_hand_is_refused_and_writes_nothing():
    game = play.game()
    action = play.sit("p1")
    for entry in (
        Act(by="p2", action=action),
        Act(by="", action=action),
        Act(by="host", action=action, hand="bot"),
        Act(by="p1", action={"type": "sit_out", "entity": "p7"}),
        Act(by="p1", action={"type": "sit_out"}),
        Act(by="p1", action={}),
        Act(by="p1", action=play.lay("p1", -5)),
        Act(by="p1", action=play.lay("p1", 10**30)),
        Act(by="p1", action={**action, "entity": None}),
    ):
        with pytest.raises(Refused):
            game.write(entry)
    assert game.number == 0
    game.write(Act(by="a stranger", action=action, hand="import"))
    assert game.number == 1


# -- agreed end -------------------------------------------------------------------------------------------------------


def test_the_game_ends_when_every_person_agrees():
    game = play.random_play(play.game(3), 2)
    game.write(HandOver(by="p1", seat="p3", name="Robot", kind="bot"))
    before = game.state
    game.write(EndOffer(by="p2"))
    assert (game.timeline.agreement.agreed, game.timeline.agreement.missing) == (("p2",), ("p1",))
    assert not game.is_over
    game.write(EndAnswer(by="p1", agree=True))
    assert game.state.finished == "agreed"
    assert game.to_move == ()
    assert play.again(game.record).state == game.state
    game.undo()
    assert game.state is before
    game.redo()
    assert game.is_over
    with pytest.raises(LogError, match="over already"):
        game.write(EndOffer(by="p1"))


def test_one_refusal_or_a_new_action_withdraws_the_proposal():
    game = play.game()
    game.write(EndOffer(by="p1"))
    game.write(EndAnswer(by="p2", agree=False))
    with pytest.raises(LogError, match="Nobody has proposed"):
        game.write(EndAnswer(by="p2", agree=True))
    game.write(EndOffer(by="p1"))
    game.play(play.sit("p2"))
    assert game.timeline.agreement is None
    with pytest.raises(LogError, match="no player at the table"):
        game.write(EndOffer(by="host"))


def test_the_last_one_asked_may_also_leave():
    game = play.game()
    game.write(EndOffer(by="p1"))
    game.write(Leave(by="p2", seat="p2"))
    assert game.state.finished == "agreed"


def test_an_imported_end_is_at_once():
    game = play.game()
    game.write(EndOffer(hand="import"))
    assert game.state.finished == "by_hand"


# -- players who leave ------------------------------------------------------------------------------------------------


def test_decisions_of_one_who_left_are_answered_until_he_returns():
    game = play.game(3)
    game.write(Leave(by="p2", seat="p2"))
    assert game.to_move == ("p1", "p3")
    answer = game.timeline.log[-1]
    assert (answer.hand, answer.by, answer.action["entity"]) == ("absent", "p2", "p2")
    with pytest.raises(LogError, match="left already"):
        game.write(Leave(by="p2", seat="p2"))
    game.play(play.sit("p1"))
    game.play(play.sit("p3"))
    assert "p2" not in game.to_move
    game.write(Return(by="p2", seat="p2"))
    with pytest.raises(LogError, match="has not left"):
        game.write(Return(by="p2", seat="p2"))
    game.play(play.sit("p1"))
    game.play(play.sit("p3"))
    assert "p2" in game.to_move
    assert play.again(game.record).state == game.state


def test_undo_goes_past_the_answers_given_for_one_who_left():
    game = play.game(2, secrets=False)
    game.write(Leave(by="p2", seat="p2"))
    start = game.state
    game.play(play.sit("p1"))
    assert game.timeline.log[-1].hand == "absent"
    game.undo("p1")
    assert game.state == start
    assert game.to_move == ("p1",)
    assert not game.timeline.can_undo


def test_a_table_that_all_have_left_waits():
    game = play.game(2)
    game.write(Leave(by="p1", seat="p1"))
    game.write(Leave(by="p2", seat="p2"))
    count = game.number
    assert not game.is_over
    game.write(HandOver(by="host", seat="p2", name="Robot", kind="bot"))
    assert game.timeline.away == {"p1"}
    assert game.seats[1].kind == "bot"
    assert game.number >= count + 1


# -- concurrency ------------------------------------------------------------------------------------------------------


def test_two_answers_to_one_decision_one_is_taken():  # case C021
    for index in range(100):
        game = play.game(2, str(index))
        card = game.state.hands["p1"][0]
        outcomes: list = []
        barrier = threading.Barrier(2)

        def fire(action, game=game, barrier=barrier, outcomes=outcomes):
            barrier.wait()
            try:
                game.timeline.append(Act(by="p1", action=action), after=0)
                outcomes.append("taken")
            except Conflict as conflict:
                outcomes.append((conflict.entity, conflict.after, conflict.now))

        threads = [threading.Thread(target=fire, args=(a,)) for a in (play.sit("p1"), play.lay("p1", card))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes, key=str) == [("p1", 0, 1), "taken"]
        assert play.again(game.record).state == game.state


def test_an_answer_to_a_decision_that_is_still_open_is_taken_late():
    game = play.game(3)
    game.play(play.sit("p1"), after=0)
    game.write(Note(by="p1", text="hello"))
    game.play(play.sit("p2"), after=0)
    assert game.timeline.decision("p3") == 0
    game.play(play.sit("p3"), after=1)
    assert game.timeline.decision("p1") == 4
    with pytest.raises(Conflict, match="no longer open"):
        game.play(play.sit("p2"), after=1)
    with pytest.raises(Conflict, match="the action says it was made after 9"):
        game.play(play.sit("p2"), after=9)


def test_an_answer_from_before_an_undo_is_a_conflict():
    game = play.game(3)
    game.play(play.sit("p1"))
    game.undo()
    with pytest.raises(Conflict):
        game.play(play.sit("p1"), after=0)
    with pytest.raises(Conflict):
        game.redo(after=0)
    game.play(play.sit("p1"), after=2)


def test_a_late_action_is_checked_against_the_present_position():
    game = play.game(3)
    game.play(play.sit("p1"))
    with pytest.raises(Refused):
        game.play(play.lay("p2", game.state.hands["p3"][0]), after=0)
    assert game.number == 1


# -- imports and later rules ------------------------------------------------------------------------------------------


def doubled(game):
    """A card that p1 holds with the value of one laid before, by making it so."""
    for _ in range(60):
        hand, last = game.state.hands["p1"], game.state.last.get("p1")
        same = [card for card in hand if last is not None and card % 6 == last]
        if same and "p1" in game.to_move:
            return same[0]
        game.play(game.sample(Random(game.number)))
    raise AssertionError("no such position")


def test_only_imported_entries_carry_waivers():
    game = play.game(2, "3")
    card = doubled(game)
    action = play.lay("p1", card)
    assert [reason.code for reason in game.explain(action)] == ["same_value"]
    for entry in (Act(by="p1", action=action), Act(by="p1", action=action, hand="import")):
        with pytest.raises(Refused):
            game.write(entry)
    with pytest.raises(Refused):
        game.write(Act(by="p1", action=action), waive=True)
    with pytest.raises(Refused):
        game.write(Act(by="p1", action=action, hand="import", waived=("another",)))
    outcome = game.write(Act(by="p1", action=action, hand="import"), waive=True)
    assert [reason.code for reason in outcome.waived] == ["same_value"]
    assert game.timeline.log[-1].waived == ("same_value",)
    assert play.again(game.record).state == game.state
    with pytest.raises(Refused):
        game.write(Act(by="p1", action=play.lay("p1", 35), hand="import"), waive=True)


def sat_out_early():
    """A record whose second entry later rules refuse."""
    game = play.game(2)
    game.play(play.lay("p1", game.state.hands["p1"][0]))
    game.play(play.sit("p2"))
    return play.random_play(game, 5)


def test_without_a_stored_position_the_game_stands_before_what_is_refused():
    old = sat_out_early()
    log = old.timeline.log
    game = play.again(old.timeline.record(head=False), version="2", sitting=False)
    parted = game.divergence
    assert (parted.number, parted.action_number, parted.resumed_at) == (2, 2, None)
    assert parted.reasons[0].code == "no_sitting_out"
    assert "sit_out by p2" in parted.sentence
    assert "Nobody may sit out" in parted.sentence
    assert game.number == 1
    assert game.record.log == log
    with pytest.raises(LogError, match="cut the rest off"):
        game.play(play.lay("p2", game.state.hands["p2"][0]))
    assert game.timeline.cut() == log[1:]
    game.play(play.lay("p2", game.state.hands["p2"][0]))
    assert game.number == 2


def test_from_a_stored_position_play_goes_on():
    old = sat_out_early()
    while old.is_over or type(old.state.frame).__name__ != "Stall":
        old.undo()
    saved = records.load(records.dump(old.record))
    game = play.again(saved, version="2", sitting=False)
    assert (game.divergence.number, game.divergence.resumed_at) == (2, old.number)
    assert game.state == old.state
    assert game.position(1) == old.position(1)
    with pytest.raises(Unreachable, match="Entry 2 of the log"):
        game.position(2)
    with pytest.raises(Unreachable):
        game.undo(to=2)
    game.undo(to=1)
    game.redo()
    assert game.state == old.state
    before = game.number
    seat = game.to_move[0]
    card = next(offer for offer in game.offers(seat)).draw(Random(1))
    game.play(card)
    assert game.number == before + 1
    reopened = play.again(records.load(records.dump(game.record)), version="2", sitting=False)
    assert reopened.state == game.state
    assert reopened.timeline.standing() == game.timeline.standing()


def test_another_result_by_these_rules_is_told_too():
    old = play.random_play(play.game(2), 6)
    cash = {**old.state.cash, "p1": old.state.cash["p1"] + 1, "bank": old.state.cash["bank"] - 1}
    altered = msgspec.structs.replace(old.state, cash=cash)
    saved = msgspec.structs.replace(old.record, head=Head(6, old.timeline.codec.plain(altered)))
    game = play.again(saved)
    assert game.state.cash["p1"] == cash["p1"]
    assert (game.divergence.number, game.divergence.resumed_at) == (6, 6)


def test_an_unreadable_stored_position_is_done_without():
    old = play.random_play(play.game(2), 6)
    game = play.again(msgspec.structs.replace(old.record, head=Head(6, {"stack": [{"frame": "gone"}]})))
    assert game.state == old.state
    assert game.divergence is None


def test_a_stored_position_that_no_game_can_stand_in_is_done_without():
    """Coins from nowhere, a seat that is not there, nobody to act: whatever a file says, the log is the truth."""
    old = play.random_play(play.game(2), 6)
    plain = old.timeline.codec.plain(old.state)
    for altered in (
        {**plain, "cash": {**plain["cash"], "p1": 1000}},
        {**plain, "cash": {}},
        {**plain, "hands": {}},
        {**plain, "stack": []},
        {**plain, "stack": [*plain["stack"][:-1], {**plain["stack"][-1], "waiting": ["p9"]}]},
        {**plain, "stack": [*plain["stack"][:-1], {**plain["stack"][-1], "waiting": []}]},
    ):
        game = play.again(msgspec.structs.replace(old.record, head=Head(6, altered)))
        assert game.state == old.state
        assert game.divergence is None


def test_entries_that_no_record_may_hold_are_refused():
    """What is written can be read again: entries obey the same rules when they are made and when a file brings them."""
    game = play.random_play(play.game(2), 3)
    before = game.number
    for entry in (Undo(by="p1", to=-1), Undo(by="p1", to=before + 1), Undo(by="p1", to=10**30)):
        with pytest.raises(LogError, match="must be an earlier entry"):
            game.write(entry)
    for to in (-1, 10**30):
        with pytest.raises(LogError, match="must be an earlier entry"):
            game.undo("p1", to=to)
    with pytest.raises(NothingToUndo, match="after entry 3"):
        game.write(Undo(by="p1", to=before))
    with pytest.raises(LogError, match="carry a waiver"):
        game.write(Act(by="p1", action=play.sit("p1"), waived=("x",)))
    assert game.number == before
    assert not game.timeline.can_redo
    assert play.again(records.load(records.dump(game.record))).state == game.state


def test_a_log_that_makes_no_sense_stops_where_it_starts():
    game = play.again(play.record(log=(Act(by="p1", action=play.sit("p1")), Redo(by="p1"), Undo(by="p1"))))
    assert (game.divergence.number, game.number) == (2, 1)
    assert "redo" in game.divergence.sentence
    assert ".." not in game.divergence.sentence


def test_an_entry_without_an_entity_is_told_without_one():
    game = play.again(play.record(log=(Act(by="p1", action={"type": "x" * 999}),)))
    assert "None" not in game.divergence.sentence
    assert len(game.divergence.sentence) < 500


def test_a_seat_the_log_does_not_know_is_refused():
    game = play.game()
    for entry in (Leave(seat="p9"), Return(seat="p9"), HandOver(seat="p9", name="X")):
        with pytest.raises(LogError, match="no seat 'p9'"):
            game.write(entry)


def test_the_version_written_is_that_of_the_rules_that_play():
    game = play.again(play.record(), version="7")
    assert isinstance(game.rules, FairRules)
    assert game.record.rules_version == "7"


def test_two_who_hold_one_game_follow_each_other_entry_by_entry():
    ours, theirs = play.game(3), play.game(3)
    rng = Random(11)
    for step in range(40):
        one, other = (ours, theirs) if step % 2 else (theirs, ours)
        before = one.number
        if one.timeline.can_undo and rng.random() < 0.2:
            one.undo("p1")
        elif one.timeline.can_redo and rng.random() < 0.5:
            one.redo("p1")
        elif one.is_over or rng.random() < 0.1:
            one.write(Note(by="p2", text="hm"))
        else:
            one.play(one.sample(rng))
        other.timeline.follow(one.timeline.log[before:])
        assert other.state == one.state
        assert other.timeline.log == one.timeline.log
        assert other.timeline.standing() == one.timeline.standing()
        assert other.events() == one.events()


def test_an_entry_that_cannot_be_followed_leaves_those_before_it():
    game = play.game()
    good, bad = Note(by="p1", text="so far"), Leave(seat="p9")
    with pytest.raises(LogError):
        game.timeline.follow((good, bad))
    assert game.timeline.log == (good,)


def test_what_could_not_be_kept_is_forgotten_without_a_trace():
    game = play.random_play(play.game(3), 6)
    same, log = game.what_if(), game.timeline.log
    game.undo("p1")
    game.play(game.sample(Random(2)))
    game.write(Leave(seat="p2"))
    game.timeline.forget(6)
    assert (game.timeline.log, game.state, game.timeline.away) == (log, same.state, frozenset())
    assert game.undo("p1").state == same.undo("p1").state
    with pytest.raises(LogError, match="no entry"):
        game.timeline.forget(99)
