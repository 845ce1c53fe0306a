"""What the pages say of the moment."""

from __future__ import annotations

from random import Random

import pytest

from towpath.api import Game
from towpath.bots import RandomBot, play_on
from towpath.rail.frames import OperatingTurn
from towpath.rail.merger import MergerRound
from towpath.rail.minor_auction import MinorAuction
from towpath.server.wording import ENDED, open_label, place_name, situation, value_name


@pytest.fixture(scope="module")
def game() -> Game:
    played = Game.new("1867", ["Ann", "Bob", "Cleo"], seed="wording")
    play_on(played, RandomBot(), Random(1), most=500)
    return played


def test_a_private_is_shown_with_what_it_is_worth(game: Game) -> None:
    names = {"p1": "Ann", "p2": "Bob", "p3": "Cleo"}
    start = game.position(0)
    assert situation(game.rules, start, names) == [
        "Champlain & St. Lawrence: face value $30, income $10 an operating round."
    ]
    lots = [game.position(number) for number in range(game.number)]
    tunnel = next(state for state in lots if getattr(state.frame, "lots", ("",))[0:1] == ("SCT",))
    assert "+10 for trains to Detroit." in situation(game.rules, tunnel, names)[0]


def test_privates_of_1856_are_shown_with_the_bids_that_stand_on_them() -> None:
    names = {"p1": "Ann", "p2": "Bob", "p3": "Cleo"}
    game = Game.new("1856", ["Ann", "Bob", "Cleo"], {"first_player": "seat1"})
    for seat, lot, price in (("p1", "WSRC", 45), ("p2", "TCC", 55), ("p3", "WSRC", 50)):
        game.play({"type": "bid", "entity": seat, "target": lot, "price": price})
    told = situation(game.rules, game.state, names)
    assert told[:3] == [
        "FT: face $20, income $5.",
        "WSRC: face $40, income $10; bids: Cleo $50, Ann $45.",
        "TCC: face $50, income $10; bids: Bob $55.",
    ]
    game.play({"type": "bid", "entity": "p1", "target": "FT", "price": 20})
    assert situation(game.rules, game.state, names) == ["WSRC: face $40, income $10; bids: Cleo $50, Ann $45."]


def test_a_minor_is_shown_with_its_city(game: Game) -> None:
    state = next(s for s in map(game.position, range(game.number)) if isinstance(s.frame, MinorAuction))
    assert place_name(game.rules, state.frame.city) in situation(game.rules, state, {})[0]


def test_a_pass_says_what_it_leaves_undone(game: Game) -> None:
    seen = set()
    for state in map(game.position, range(game.number)):
        label = open_label(game.rules, state, "pass")
        if isinstance(state.frame, OperatingTurn):
            seen.add(state.frame.step)
            again = state.frame.step == "track" and not state.frame.lays
            assert label == ("lay no track" if again else ENDED[state.frame.step])
        elif isinstance(state.frame, MergerRound) and not state.frame.group:
            seen.add("merger")
            assert label == "neither convert nor merge"
    assert {"track", "trains", "merger"} <= seen


def test_bundles_are_shown_with_all_that_is_in_them() -> None:
    short = Game.new("1861", ["Ann", "Bob"], {"two_players": "short", "first_player": "seat1"})
    told = situation(short.rules, short.state, {})
    assert len(told) == 3
    assert told[0].startswith("Bundle 1: N with ₽165, KB with ₽100, ")
    assert told[0].endswith("₽10 in cash.")
    short.play({"type": "bid", "entity": "p1", "target": "bundle-2", "price": 395})
    assert situation(short.rules, short.state, {"p1": "Ann"})[0].startswith("Bundle 2: MNN with ₽130")
    assert value_name(short.rules, short.state, "target", "bundle-3", {}) == "bundle 3 (M-K, KK, KR)"
