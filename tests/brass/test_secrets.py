"""What a seat may not know changes nothing that it is shown."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brass.scenes import SEATS, scene
from towpath.api import Game
from towpath.brass import BrassState
from towpath.brass.state import HIDDEN_CARD, HIDDEN_TILE
from towpath.kernel import views
from towpath.kernel.codec import plain
from towpath.kernel.table import Table
from towpath.testing import conformance

seeds = st.integers(0, 10**6)
VARIANTS = [("2007", 4), ("2007", 3), ("2018", 4), ("2018", 2), ("2009", 2)]


def scramble(state: BrassState, seat: str | None, rng: Random) -> BrassState:
    """A position that differs only in what the seat may not know."""
    if state.finished is not None:
        return msgspec.structs.replace(state, chance=rng.getrandbits(63))
    unseen = [card for who, hand in state.hands.items() if who != seat for card in hand] + [*state.deck, *state.aside]
    rng.shuffle(unseen)
    tiles = list(state.distant)
    rng.shuffle(tiles)

    def take(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(unseen.pop() for _ in cards)

    hands = {who: hand if who == seat else take(hand) for who, hand in state.hands.items()}
    return msgspec.structs.replace(
        state,
        chance=rng.getrandbits(63),
        hands=Table(hands),
        deck=take(state.deck),
        aside=take(state.aside),
        distant=tuple(tiles),
    )


def random_game(edition: str, players: int, seed: int, count: int) -> Game:
    game, rng = Game.new("Brass", players, options={"edition": edition}, seed=f"secret {seed}"), Random(seed)
    for _ in range(count):
        if game.is_over:
            break
        game.play(game.sample(rng))
    return game


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from(VARIANTS), st.integers(0, 140))
def test_views_offers_and_previews_hold_nothing_hidden(seed, variant, count):
    game, rng = random_game(*variant, seed, count), Random(seed)
    for seat in (None, *game.rules.seats):
        other = scramble(game.state, seat, rng)
        assert not game.rules.conservation(other)
        shown, hidden = (msgspec.json.encode(views.view(game.rules, each, seat)) for each in (game.state, other))
        assert shown == hidden
        if seat is None:
            continue
        mine, same = (game.engine.offers(each, seat) for each in (game.state, other))
        assert [offer.described() for offer in mine] == [offer.described() for offer in same]
        for offer in mine:
            action = offer.draw(rng)
            one, two = (game.engine.preview(each, action, seat) for each in (game.state, other))
            assert views.events_for(game.rules, one.events, seat) == views.events_for(game.rules, two.events, seat)
            assert one.stopped == two.stopped
            ends = [each and msgspec.json.encode(views.view(game.rules, each, seat)) for each in (one.until, two.until)]
            assert ends[0] == ends[1]


@settings(max_examples=30, deadline=None)
@given(seeds, st.sampled_from(VARIANTS), st.integers(0, 140))
def test_a_made_up_position_is_whole_and_fits_its_view(seed, variant, count):
    game = random_game(*variant, seed, count)
    for seat in (None, *game.rules.seats):
        full = game.rules.determinize(game.view(seat), Random(seed))
        assert not game.rules.conservation(full)
        assert views.view(game.rules, full, seat) == game.view(seat)


def test_what_is_hidden_and_what_is_not():
    game = Game.new("Brass", 4, seed="hidden")
    own, spectator = game.view("p1"), game.view(None)
    assert own.hands["p1"] == game.state.hands["p1"]
    assert set(own.hands["p2"]) == set(own.deck) == set(own.aside) == {HIDDEN_CARD}
    assert set(own.distant) == {HIDDEN_TILE}
    assert len(own.deck) == len(game.state.deck)
    assert set(spectator.hands["p1"]) == {HIDDEN_CARD}
    assert own.chance == 0
    seat = game.to_move[0]
    card = game.state.hands[seat][0]
    game.play({"type": "pass", "entity": seat, "card": card})
    assert game.view(None).discards == (card,)


def test_drawn_cards_are_told_to_their_owner_alone():
    game = Game.new("Brass", 4, options={"edition": "2018"}, seed="drawn")
    seat = game.to_move[0]
    game.play(game.engine.quiet_action(game.state, seat))
    others = [other for other in SEATS if other != seat]
    assert "drawn" in [event.kind for event in game.events_for(seat)]
    for other in (None, *others):
        kinds = [event.kind for event in game.events_for(other)]
        assert "drew" in kinds
        assert "drawn" not in kinds


def test_a_preview_stops_before_a_tile_and_before_cards():
    at = scene(
        period="rail", hands={"p1": ["bury", "bolton"]},
        counters={"bolton-1": ("p1", "cotton", 2), "warrington_runcorn-2": ("p2", "port", 2)},
        links={"bolton--manchester": "p2", "manchester--warrington_runcorn": "p3"},
    )  # fmt: skip
    sale = at.codec.action({"type": "sell_cotton", "entity": "p1", "card": "bury", "mill": "bolton-1", "to": "distant"})
    glimpse = at.engine.preview(at.state, sale)
    assert glimpse.stopped
    assert [event.kind for event in glimpse.events] == ["card_played"]
    assert glimpse.until is None  # nobody knows what the sale itself brings
    to_port = msgspec.structs.replace(sale, to="warrington_runcorn-2")
    assert not at.engine.preview(at.state, to_port).stopped
    last = scene(waiting=(), actions=1, hands={"p1": ["bury", "bolton", "wigan"]}, deck=9, hand_size=3)
    glimpse = last.engine.preview(last.state, last.codec.action({"type": "pass", "entity": "p1", "card": "bury"}))
    assert glimpse.stopped
    assert "order" in [event.kind for event in glimpse.events]
    assert glimpse.until is not None
    assert glimpse.until.hands["p1"] == ("bolton", "wigan")


def test_an_undo_after_a_tile_shuffles_tiles_and_deck_and_says_so():
    for seed in range(200):
        game, rng = Game.new("Brass", 3, seed=f"tiles {seed}"), Random(seed)
        while not game.is_over and not game.state.turned:
            game.play(game.sample(rng))
        if game.state.turned:
            break
    before = game.position(game.number - 1)
    outcome = game.undo()
    told = [event for event in outcome.events if event.kind == "reshuffled"]
    assert told[0].data == {"cards": len(before.deck) + len(before.aside), "tiles": len(before.distant)}
    assert game.state.turned == before.turned
    assert sorted(game.state.distant) == sorted(before.distant)
    assert game.state.hands == before.hands
    assert (game.state.deck, game.state.aside, game.state.distant) != (before.deck, before.aside, before.distant)


def test_after_the_game_everything_is_shown():
    game = random_game("2007", 3, 1, 400)
    assert game.is_over
    assert msgspec.structs.replace(game.state, chance=0) == game.view(None)


@pytest.mark.parametrize(("edition", "players"), VARIANTS)
def test_the_suite_with_hidden_things_changed(edition, players):
    report = conformance(
        "Brass",
        players=players,
        options={"edition": edition},
        games=1,
        every=6,
        scramble=scramble,
        seed="secrets",
        checked_offers=15,
    )
    assert report.ok, report
    assert report.endings == {"played_out": 1}


def test_plain_positions_survive_the_text_form():
    game = random_game("2007", 4, 3, 60)
    assert game.read_text(game.text()) == game.state
    assert plain(game.view("p2"))["hands"]["p1"][0] == HIDDEN_CARD
