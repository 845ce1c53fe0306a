"""What a private does, in sentences that its data give."""

from __future__ import annotations

import msgspec

from tests.render.positions import rules_of
from towpath.api import Game
from towpath.render.powers import fate, powers, state_of
from towpath.titles.t1856 import compose


def test_privates_of_1861_and_1867() -> None:
    rules = rules_of("1861")
    assert powers(rules, rules.privates["TSR"]) == []
    assert powers(rules, rules.privates["MYR"]) == ["₽10 more for each train of its company that stops in Moscow."]
    assert fate(rules, rules.privates["MYR"])[-1].endswith("the national railway takes it over for its face value.")


def test_powers_of_1856() -> None:
    rules = compose({}, ("p1", "p2", "p3"), {})
    told = {private.id: " ".join(powers(rules, private)) for private in rules.data.privates}
    assert told["TCC"] == (
        "Besides its own tile its company may lay 3, 4 or 58 in H11, without connection. "
        "While a player owns it nobody lays track in H11."
    )
    assert "makes a hex its port: $20 more" in told["GLSC"]
    assert "others may buy the right to the same bonus for $50; there are 3 in all" in told["NFSBC"]
    unlimited = compose({"unlimited_bonus_tokens": "on"}, ("p1", "p2", "p3"), {})
    assert "any other may buy the right" in " ".join(powers(unlimited, unlimited.privates["NFSBC"]))


def test_what_has_become_of_a_power_is_told() -> None:
    game = Game.new("1856", ["Ann", "Bob", "Cleo"])
    rules = compose({}, ("p1", "p2", "p3"), {})
    state = msgspec.structs.replace(game.state, used=("WSRC",), rights={"NFSBC": ("GT", "WR")}, marks={"C14": "LPS"})
    assert state_of(rules, state, rules.privates["WSRC"]) == ["Its power has been used."]
    assert state_of(rules, state, rules.privates["NFSBC"]) == ["The right to its bonus: GT and WR."]
    assert state_of(rules, state, rules.privates["GLSC"]) == ["LPS has marked C14 Maudaumin."]
    assert state_of(rules, state, rules.privates["FT"]) == []
