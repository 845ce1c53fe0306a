"""The engine, proved by the invented title: simultaneous decisions, secrets, chance, nested frames, reasons."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel import fair, play
from towpath.kernel import views
from towpath.kernel.codec import plain
from towpath.kernel.reasons import Refused

seeds = st.integers(0, 10**6)


def bargaining(share=None):
    """A game of two in which the seats tied; with ``share`` the first has proposed it."""
    for seed in range(200):
        game = play.game(2, str(seed))
        one, two = game.state.hands["p1"], game.state.hands["p2"]
        tied = [(a, b) for a in one for b in two if fair.value(a) == fair.value(b)]
        if tied:
            game.play(play.lay("p1", tied[0][0]))
            game.play(play.lay("p2", tied[0][1]))
            if share is not None:
                game.play({"type": "propose", "entity": "p1", "share": share})
            return game
    raise AssertionError("no seed ties")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_simultaneous_decisions_lead_to_the_same_position_in_any_order(players):
    there, back = play.game(players, "9"), play.game(players, "9")
    actions = {}
    for seat in there.to_move:
        actions[seat] = there.sample(Random(7), seat)
    for seat in actions:
        there.play(actions[seat])
    for seat in reversed(actions):
        back.play(actions[seat])
    assert there.state == back.state
    assert there.text().replace(there.seats[0].name, "") == back.text().replace(back.seats[0].name, "")


@settings(max_examples=60, deadline=None)
@given(seeds, st.integers(2, 4), st.integers(0, 40))
def test_views_hold_nothing_that_a_seat_may_not_know(seed, players, count):
    game = play.random_play(play.game(players, str(seed)), count, seed)
    rng = Random(seed)
    for seat in (None, *game.rules.seats):
        shown = game.view_json(seat)
        for _ in range(3):
            other = fair.scramble(game.state, seat, rng)
            assert msgspec.json.encode(views.view(game.rules, other, seat)) == shown


def test_a_view_shows_ones_own_and_hides_the_rest():
    game = play.game(2)
    card = game.state.hands["p1"][0]
    game.play(play.lay("p1", card))
    own, other, nobody = (game.view(seat) for seat in ("p1", "p2", None))
    assert own.hands["p1"] == game.state.hands["p1"]
    assert own.laid["p1"] == card
    assert set(other.hands["p1"]) == {fair.HIDDEN}
    assert other.laid["p1"] == fair.HIDDEN
    assert set(nobody.deck) == {fair.HIDDEN}
    assert {own.chance, other.chance, nobody.chance} == {0}
    assert [event.kind for event in game.events()] == ["laid", "laid_card"]
    assert [event.kind for event in game.events_for("p1")] == ["laid", "laid_card"]
    assert [event.kind for event in game.events_for("p2")] == ["laid"]
    assert [event.kind for event in game.events_for(None)] == ["laid"]


def test_a_preview_stops_before_a_secret_and_before_chance():
    game = play.game(2)
    first = game.preview(play.sit("p1"))
    assert not first.stopped
    assert first.state.frame.waiting == ("p2",)
    game.play(play.lay("p1", game.state.hands["p1"][0]))
    before = game.state
    shown = game.preview(play.lay("p2", game.state.hands["p2"][0]))
    assert shown.stopped
    assert shown.state is None
    assert "shown" not in [event.kind for event in shown.events]
    assert game.state is before
    assert game.preview(play.sit("p1")).reasons[0].code == "not_your_turn"
    game = bargaining(1)
    die = game.preview({"type": "answer", "entity": "p2", "accept": True})
    assert die.stopped
    assert "prize" not in [event.kind for event in die.events]
    assert [event.data["coins"] for event in die.events if event.kind == "paid"]


@pytest.mark.parametrize("accept", [True, False])
def test_an_inner_frame_resumes_the_outer_one_with_its_result(accept):
    game = bargaining()
    assert [type(frame).__name__ for frame in game.state.stack] == ["Fair", "Stall", "Bargain"]
    assert game.to_move == ("p1",)
    prize = game.state.frame.prize
    game.play({"type": "propose", "entity": "p1", "share": prize})
    assert game.to_move == ("p2",)
    game.play({"type": "answer", "entity": "p2", "accept": accept})
    assert [type(frame).__name__ for frame in game.state.stack] == ["Fair", "Stall"]
    assert game.scores == {"p1": 2, "p2": 2 + prize * accept}


def test_chance_is_the_seeds():
    one, same, other = play.game(2, "a"), play.game(2, "a"), play.game(2, "b")
    assert one.state == same.state
    assert one.state.hands != other.state.hands


def test_reasons_come_by_tier_and_all_at_once():
    game = play.game(2, "3")
    codes = lambda action, seat=None: [(r.tier, r.code) for r in game.explain(action, seat)]  # noqa: E731
    assert codes({"type": "lay_card", "entity": "p1", "card": 99}) == [("shape", "no_such_card")]
    assert codes({"type": "lay_card", "entity": "p8", "card": 99}) == [("shape", "no_such_entity")]
    assert codes({"type": "lay_card", "entity": "p1"}) == [("shape", "malformed")]
    assert codes({"type": "steal", "entity": "p1"}) == [("shape", "malformed")]
    assert codes({"type": "propose", "entity": "p1", "share": 1}) == [("moment", "other_step")]
    assert codes(play.sit("p1"), "p2") == [("moment", "not_yours")]
    game.play(play.sit("p1"))
    assert codes({"type": "propose", "entity": "p1", "share": 1}, "p2") == [
        ("moment", "not_yours"),
        ("moment", "not_your_turn"),
        ("moment", "other_step"),
    ]
    theirs = next(card for card in game.state.hands["p1"])
    assert codes(play.lay("p2", theirs)) == [("rules", "not_in_hand")]
    sentence = game.explain({"type": "propose", "entity": "p2", "share": 1})[0].sentence
    assert sentence == "You cannot propose a split now; the step is: lay a card. Open here: lay a card, sit out."


def test_two_rules_broken_give_two_reasons():
    for seed in range(50):
        game = play.random_play(play.game(3, str(seed)), 12, seed)
        for seat in game.to_move:
            if not isinstance(game.state.frame, fair.Stall):
                break
            last = game.state.last.get(seat)
            for card in range(36):
                if card % 6 == last and card not in game.state.hands[seat]:
                    codes = {(reason.code, reason.rule) for reason in game.explain(play.lay(seat, card))}
                    assert codes == {("not_in_hand", "fair:2"), ("same_value", "fair:3")}
                    return
    raise AssertionError("no such position")


@settings(max_examples=60, deadline=None)
@given(seeds, st.integers(2, 4))
def test_the_offers_are_exactly_what_passes_the_check(seed, players):
    """Every action there could be, tried: legal ones are those that are offered."""
    game = play.random_play(play.game(players, str(seed)), seed % 25, seed)
    if game.is_over:
        return
    offered = {msgspec.json.encode(action) for action in game.legal_actions(ranges=0)}
    legal = set()
    for seat in (*game.rules.seats, "bank", ""):
        every = [play.sit(seat)]
        every += [play.lay(seat, card) for card in range(-2, 40)]
        every += [{"type": "propose", "entity": seat, "share": share} for share in range(-3, 10)]
        every += [{"type": "answer", "entity": seat, "accept": accept} for accept in (True, False)]
        legal |= {msgspec.json.encode(game.action(each)) for each in every if not game.explain(each)}
    assert offered == legal


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(2, 4))
def test_play_conserves_serialises_and_replays_at_each_step(seed, players):
    game = play.game(players, str(seed))
    rng = Random(seed)
    for _ in range(60):
        if game.is_over:
            break
        action = game.sample(rng)
        game.play(action)
        assert game.rules.conservation(game.state) == []
        assert game.timeline.codec.state(msgspec.json.decode(msgspec.json.encode(plain(game.state)))) == game.state
    assert play.again(game.record).state == game.state


def test_conservation_notices_what_is_lost():
    game = play.game(2)
    lost = msgspec.structs.replace(game.state, discard=(1,), cash={"bank": 0})
    assert len(game.rules.conservation(lost)) == 2


def test_the_engine_names_a_title_that_never_decides(monkeypatch):
    class Stuck(fair.FairRules):
        pass

    rules = Stuck(["p1", "p2"])
    rules.procedures = {**rules.procedures}
    monkeypatch.setattr(rules.procedures[fair.Stall], "advance", lambda draft, frame: True)
    with pytest.raises(RuntimeError, match="Stall never comes to a decision"):
        play.Game(play.record(), rules)


def test_nothing_may_be_done_after_the_end():
    game = play.random_play(play.game(2), 500)
    assert game.is_over
    assert game.state.finished in ("bank_empty", "cards_gone", "nobody_lays")
    assert game.offers() == []
    assert game.explain(play.sit("p1"))[0].code == "game_over"
    with pytest.raises(Refused):
        game.play(play.sit("p1"))
    with pytest.raises(LookupError):
        game.sample(Random(1))
