"""Asking the others: whether something may be taken back, and whether an answer was made to the question that is open."""

import msgspec
import pytest

from tests.kernel import play
from towpath.kernel import views
from towpath.kernel.moments import Conflict, LogError, NothingToRedo, NothingToUndo
from towpath.kernel.record import Act, EndAnswer, EndOffer, HandOver, Leave, Note, UndoAnswer, UndoOffer


def test_an_undo_is_done_when_everybody_agrees():
    game = play.random_play(play.game(3), 5)
    at = [game.position(n) for n in range(6)]
    game.ask("undo", "p2")
    request = game.timeline.request
    assert (request.by, request.what, request.agreed, request.missing) == ("p2", "undo", ("p2",), ("p1", "p3"))
    game.write(Note(by="p1", text="why?"))
    game.write(UndoAnswer(by="p3", agree=True))
    assert game.state is at[5]
    game.write(UndoAnswer(by="p1", agree=True))
    assert game.state is at[4]
    assert game.timeline.request is None
    assert game.timeline.standing() == (1, 2, 3, 4)
    again = play.again(game.record)
    assert (again.state, again.timeline.standing()) == (game.state, (1, 2, 3, 4))


def test_a_redo_is_asked_for_likewise():
    game = play.random_play(play.game(), 4)
    last = game.state
    game.undo("p1")
    game.ask("redo", "p1")
    game.write(UndoAnswer(by="p2", agree=True))
    assert game.state is last


def test_going_back_to_an_entry_by_consent_can_be_brought_back():
    game = play.random_play(play.game(), 6)
    at = [game.position(n) for n in range(7)]
    game.ask("undo", "p1", to=2)
    game.write(UndoAnswer(by="p2", agree=True))
    assert game.view("p1") == views.view(game.rules, at[2], "p1")
    game.redo()
    assert game.state is at[6]


def test_what_is_taken_back_by_consent_is_shuffled_anew_after_a_reveal():
    game = play.random_play(play.game(), 8)
    while not game.timeline.undo_reveals(0):
        game.play(game.sample())
    start = game.position(0)
    game.ask("undo", "p1", to=0)
    assert game.timeline.log[-1].reshuffled
    game.write(UndoAnswer(by="p2", agree=True))
    assert game.state.hands == start.hands
    assert game.state.deck != start.deck
    assert game.timeline.unshuffled_undos() == ()
    assert play.again(game.record).state == game.state
    forged = game.record
    asked = msgspec.structs.replace(forged.log[-2], reshuffled=False)
    forged = msgspec.structs.replace(forged, log=(*forged.log[:-2], asked, forged.log[-1]), head=None)
    assert play.again(forged).timeline.unshuffled_undos() == (len(forged.log),)


def test_one_refusal_or_a_new_action_ends_the_question():
    game = play.random_play(play.game(), 3)
    before = game.state
    game.ask("undo", "p1")
    game.write(UndoAnswer(by="p2", agree=False))
    assert game.state is before
    with pytest.raises(LogError, match="Nobody has asked"):
        game.write(UndoAnswer(by="p2", agree=True))
    game.ask("undo", "p1")
    game.play(game.sample())
    assert game.timeline.request is None


def test_what_cannot_be_done_is_not_asked_for():
    game = play.game()
    for asked in (lambda: game.ask("undo", "p1"), lambda: game.write(UndoOffer(by="p1"))):
        with pytest.raises(NothingToUndo):
            asked()
    with pytest.raises(NothingToRedo):
        game.ask("redo", "p1")
    with pytest.raises(LogError, match="earlier entry"):
        game.ask("undo", "p1", to=7)
    game.play(play.sit("p1"))
    with pytest.raises(LogError, match="no player at the table"):
        game.ask("undo", "host")
    assert game.number == 1


def test_bots_are_not_asked_and_what_they_did_goes_with_the_undo():
    game = play.game()
    game.write(HandOver(by="p2", seat="p2", name="Robot", kind="bot"))
    start = game.view("p1")
    game.play(play.sit("p1"))
    game.write(Act(by="p2", action=play.sit("p2"), hand="bot"))
    game.ask("undo", "p1")
    assert game.view("p1") == start
    assert not game.timeline.can_undo


def test_who_leaves_is_no_longer_asked():
    game = play.random_play(play.game(3), 4)
    before = game.position(3)
    game.ask("undo", "p1")
    game.write(UndoAnswer(by="p2", agree=True))
    game.write(Leave(by="p3", seat="p3"))
    standing = game.timeline.standing()
    assert standing[:3] == (1, 2, 3)
    assert 4 not in standing
    assert game.position(7) is before


def test_an_answer_to_another_question_is_a_conflict():
    game = play.random_play(play.game(3), 3)
    game.ask("undo", "p1")
    seen = game.number
    game.write(UndoAnswer(by="p3", agree=False))
    game.ask("undo", "p2", to=0)
    with pytest.raises(Conflict, match="Another question"):
        game.write(UndoAnswer(by="p3", agree=True), after=seen)
    game.write(UndoAnswer(by="p3", agree=True), after=game.number)
    game.write(EndOffer(by="p1"))
    seen = game.number
    game.play(game.sample())
    game.write(EndOffer(by="p1"))
    with pytest.raises(Conflict, match="Another question"):
        game.write(EndAnswer(by="p2", agree=True), after=seen)


def test_asking_after_something_was_done_is_a_conflict():
    game = play.random_play(play.game(), 3)
    with pytest.raises(Conflict, match="in the meantime"):
        game.ask("undo", "p1", after=2)
    for nowhere in (-1, 9):
        with pytest.raises(Conflict, match="in the meantime"):
            game.undo("p1", after=nowhere)
    game.write(Note(by="p2", text="go on"))
    game.undo("p1", after=3)
    assert game.timeline.standing() == (1, 2)
