"""Rounds and periods: order, hands, cards, and what happens in between."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tests.brass.scenes import Scene, rules_for, scene
from towpath.api import Game
from towpath.kernel.engine import Engine
from towpath.kernel.record import Leave


def passing(players: int, **options: str) -> Game:
    """A new game in which the first seat begins."""
    return Game.new("Brass", players, options={"first_player": "seat1", **options}, seed="course")


def pass_once(game: Game) -> str:
    """Whoever is asked does as little as possible."""
    seat = game.to_move[0]
    game.play(game.engine.quiet_action(game.state, seat), seat)
    return seat


# -- order ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Brass:5.4.a", "Brass:5.4.b", "Brass:5.4.c", "Brass:5.3.a")
def test_least_spent_goes_first_and_equals_stay_as_they_were():  # case 19
    at = scene(
        player="p4",
        actions=1,
        waiting=(),
        spent={"p1": 12, "p2": 5, "p3": 5},
        hands={"p4": ["bury", "wigan", "bolton"]},
    )
    at.play("pass", entity="p4", card="bury")
    assert at.state.order == ("p4", "p2", "p3", "p1")
    assert set(at.state.spent.values()) == {0}
    assert at.state.stack[-1].player == "p4"


@pytest.mark.rule("Brass:P.4.4", "Brass:3.b", "Brass:7.e")
def test_the_first_rail_round_goes_by_the_last_canal_round():  # case 20
    at = scene(player="p4", number=8, actions=1, waiting=(), hand_size=0, deck=0, hands={"p4": ["bury"]},
               spent={"p1": 20, "p2": 0, "p3": 9, "p4": 9}, points={"p2": 50})  # fmt: skip
    at.play("pass", entity="p4", card="bury")
    assert (at.state.period, at.state.number) == ("rail", 1)
    assert at.state.order == ("p2", "p3", "p4", "p1")
    assert at.state.stack[-1].player == "p2"
    assert at.state.stack[-1].actions == 2


# -- cards ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "Brass:4.a", "Brass:4.b", "Brass:5.a", "Brass:5.c", "Brass:5.5.a", "Brass:5.5.b", "Brass:5.3.c", "Brass:P.2.7"
)
@pytest.mark.parametrize(
    ("players", "edition", "rounds"),
    [(4, "2007", 8), (3, "2007", 10), (4, "2018", 8), (3, "2018", 9), (2, "2018", 10), (2, "2009", 10)],
)
def test_cards_last_exactly_as_long_as_the_rounds(players, edition, rounds):  # case C011
    game = passing(players, edition=edition)
    played: dict[str, Counter[str]] = {"canal": Counter(), "rail": Counter()}
    turns: dict[str, int] = {}
    while not game.is_over:
        state = game.state
        empty_hands = [seat for seat, hand in state.hands.items() if not hand]
        assert not state.deck or not empty_hands
        turns[state.period] = state.number
        played[state.period][pass_once(game)] += 1
    assert turns == {"canal": rounds, "rail": rounds}
    assert set(played["canal"].values()) == {2 * rounds - 1}
    assert set(played["rail"].values()) == {2 * rounds}
    assert not game.state.deck
    assert not any(game.state.hands.values())


@pytest.mark.rule("Brass:4.b", "Brass:1.a", "Brass:P.2.6", "Brass:P.15.2")
@pytest.mark.parametrize(
    ("players", "edition", "cards", "canal", "rail"),
    [(4, "2007", 66, 6, 2), (3, "2007", 66, 9, 6), (4, "2018", 64, 4, 0), (3, "2018", 54, 3, 0), (2, "2018", 40, 2, 0),
     (2, "2009", 40, 2, 0)],
)  # fmt: skip
def test_cards_of_the_editions_and_those_put_aside(players, edition, cards, canal, rail):
    game = passing(players, edition=edition)
    assert len(game.rules.cards) == cards
    assert len(game.state.aside) == canal
    assert all(len(hand) == 8 for hand in game.state.hands.values())
    while game.state.period == "canal":
        pass_once(game)
    assert len(game.state.aside) == rail


@pytest.mark.rule("Brass:5.b", "Brass:P.3.1")
def test_2007_refills_hands_when_the_round_is_over_in_the_new_order():
    options = {"refill_order": "new"}
    common = {
        "player": "p4", "actions": 1, "waiting": (), "spent": {"p1": 9}, "deck": 10, "hand_size": 6,
        "hands": {"p4": ["bury", "wigan", "bolton", "oldham", "colne", "burnley", "preston"]},
    }  # fmt: skip
    new = scene(**common, options=options)
    new.play("pass", entity="p4", card="bury")
    assert [each["seat"] for each in new.told("drew")] == ["p2", "p3", "p4", "p1"]
    old = scene(**common, options={"refill_order": "old"})
    old.play("pass", entity="p4", card="bury")
    assert [each["seat"] for each in old.told("drew")] == ["p1", "p2", "p3", "p4"]


@pytest.mark.rule("Brass:P.3.2.a")
def test_2018_refills_a_hand_at_the_end_of_the_own_turn():
    game = passing(4, edition="2018")
    game.play({"type": "pass", "entity": "p1", "card": game.state.hands["p1"][0]})
    assert len(game.state.hands["p1"]) == 8
    seven = passing(4)
    seven.play({"type": "pass", "entity": "p1", "card": seven.state.hands["p1"][0]})
    assert len(seven.state.hands["p1"]) == 7


@pytest.mark.rule("Brass:5.3.b", "Brass:5.3.c", "Brass:5.3.e", "Brass:5.3.g")
def test_one_card_in_the_first_round_two_later_and_a_pass_only_discards():  # case 95
    game = passing(4)
    assert game.state.stack[-1].actions == 1
    before = game.state
    pass_once(game)
    assert game.state.discards == (min(before.hands["p1"]),)
    assert game.state.cash == before.cash
    assert game.to_move == ("p2",)
    for _ in range(3):
        pass_once(game)
    assert game.state.stack[-1].actions == 2
    pass_once(game)
    assert game.to_move == ("p1",)
    pass_once(game)
    assert game.to_move == ("p2",)


@pytest.mark.rule("Brass:P.3.2.b", "Brass:5.1.a")
def test_2018_pays_income_at_the_end_of_a_round_but_not_of_the_last():
    hands = {"p1": ["bury", "wigan", "bolton"]}
    common = {"waiting": (), "actions": 1, "income": {"p1": 50}, "hands": hands, "deck": 0}
    seen = scene(**common, options={"edition": "2018"})
    seen.play("pass", card="bury")
    assert seen.state.cash["p1"] == 47
    kinds = seen.kinds()
    assert kinds.index("order") < kinds.index("paid") < kinds.index("round_begins")
    last = scene(**{**common, "hands": {"p1": ["bury"]}}, hand_size=0, period="rail", options={"edition": "2018"})
    last.play("pass", card="bury")
    assert last.state.finished
    assert last.state.cash["p1"] == 30


@pytest.mark.rule("Brass:P.3.3")
def test_the_income_between_the_periods():  # case 17
    common = {
        "waiting": (), "number": 8, "actions": 1, "hands": {"p1": ["bury"]}, "hand_size": 0, "deck": 0,
        "income": {"p2": 7}, "cash": {"p2": 0}, "counters": {"bolton-1": ("p2", "cotton", 1, -1)},
    }  # fmt: skip
    seven = scene(**common)
    seven.play("pass", card="bury")
    assert seven.state.points["p2"] == 3
    assert seven.state.cash["p2"] == 0
    eighteen = scene(**common, options={"edition": "2018"})
    eighteen.play("pass", card="bury")
    assert eighteen.state.points["p2"] == 0
    assert eighteen.state.cash["p2"] == 6 - 3
    assert not eighteen.state.counters


# -- between the periods ----------------------------------------------------------------------------------------------------


def canal_end(**more) -> Scene:
    """The last card of the canal period."""
    common = {"number": 8, "actions": 1, "waiting": (), "hand_size": 0, "deck": 0, "hands": {"p1": ["bury"]}}
    at = scene(**{**common, **more})
    at.play("pass", card="bury")
    return at


@pytest.mark.rule("Brass:3.a", "Brass:7.a", "Brass:7.b", "Brass:7.c", "Brass:6.d", "Brass:6.a")
def test_what_stays_and_what_goes_after_the_canal_period():  # cases C019, 88 and 89
    at = canal_end(
        income={"p1": 23},
        counters={"bolton-1": ("p1", "cotton", 1, -1), "preston-1": ("p1", "port", 2), "wigan-1": ("p1", "coal", 2, -1),
                  "bury-1": ("p2", "coal", 1)},
        links={"bolton--manchester": "p1"},
    )  # fmt: skip
    assert at.state.points["p1"] == 3 + 1 + 2
    assert set(at.state.counters) == {"preston-1", "wigan-1"}
    assert not at.state.links
    assert at.level() == 7
    assert at.state.removed["p1/cotton"] == (1,)
    assert at.state.stock["coal"] == 22
    assert at.rules.links_left(at.state, "p1") == 14


@pytest.mark.rule("Brass:7.d")
def test_the_distant_market_begins_anew():
    rules = rules_for()
    start = scene(number=8, actions=1, waiting=(), hand_size=0, deck=0, hands={"p1": ["bury"]}, cotton=8)
    state = msgspec.structs.replace(start.state, distant=start.state.distant[:2], turned=start.state.distant[2:])
    start.state = state
    start.play("pass", card="bury")
    assert start.state.cotton == 0
    assert sorted(start.state.distant) == sorted(rules.tiles)
    assert start.state.turned == ()


@pytest.mark.rule("Brass:P.12.4.a")
def test_the_demand_tracks_stay_as_they_are_unless_agreed():  # case 91
    assert dict(canal_end(demand={"coal": 3, "iron": 0}).state.demand) == {"coal": 3, "iron": 0}
    filled = canal_end(demand={"coal": 3, "iron": 0}, options={"refill_demand": "on"})
    assert dict(filled.state.demand) == {"coal": 8, "iron": 8}


@pytest.mark.rule("Brass:7.b")
def test_counters_of_level_1_in_the_stacks_stay_there():
    assert canal_end().state.stacks["p1/cotton"][:3] == (1, 1, 1)


# -- setup ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Brass:2.a", "Brass:2.c", "Brass:2.d", "Brass:2.e", "Brass:2.g", "Brass:1.a", "Brass:1.b")
def test_the_first_position_of_2007():
    state = Engine(rules_for()).start("setup")
    assert {state.income[seat] for seat in ("p1", "p2", "p3", "p4")} == {10}
    assert dict(state.demand) == {"coal": 8, "iron": 8}
    assert dict(state.stock) == {"coal": 22, "iron": 17}
    assert state.cotton == 0
    assert len(state.distant) == 12
    assert {state.cash[seat] for seat in state.order} == {30}
    sizes = {key: len(stack) for key, stack in state.stacks.items() if key.startswith("p1/")}
    assert sizes == {"p1/cotton": 12, "p1/port": 8, "p1/coal": 7, "p1/iron": 4, "p1/shipyard": 6}
    assert state.stacks["p1/shipyard"] == (0, 0, 1, 1, 2, 2)
    tiles = {Engine(rules_for()).start(str(seed)).distant for seed in range(4)}
    assert len(tiles) > 1


@pytest.mark.rule("Brass:2.f", "Brass:P.2.5")
def test_who_begins_and_how_it_goes_on():
    clockwise = {Engine(rules_for(4, first_player="random")).start(str(seed)).order for seed in range(40)}
    assert len(clockwise) == 4
    assert all(order[(order.index("p1") + 1) % 4] == "p2" for order in clockwise)
    drawn = {Engine(rules_for(4, first_player="random", edition="2018")).start(str(seed)).order for seed in range(60)}
    assert len(drawn) > 8


@pytest.mark.rule("Brass:5.3.e")
def test_cards_of_one_kind_are_played_one_at_a_time():
    at = scene(hands={"p1": ["wigan", "wigan", "bury"]})
    at.play("pass", card="wigan")
    assert at.state.hands["p1"] == ("wigan", "bury")
    assert at.state.discards[-1] == "wigan"


def test_a_player_who_has_left_passes_with_every_card():  # case C074
    game = Game.new("Brass", ["Ann", "Bob", "Cleo"], seed="away")
    game.write(Leave(by="p2", seat="p2"))
    while not game.is_over:
        seat = game.to_move[0]
        assert seat != "p2"
        game.play(game.engine.quiet_action(game.state, seat), seat)
    assert len([entry for entry in game.timeline.log if getattr(entry, "hand", "") == "absent"]) == 19 + 20
