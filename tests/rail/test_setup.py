"""What lies where before the first decision [2, 16]."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rail.positions import TITLES, Scene, both, rules_for


@both("2.m")
@pytest.mark.parametrize("title", TITLES)
def test_chance_says_who_has_the_priority_deal(title: str) -> None:
    rules = rules_for(title, 4, (("first_player", "random"),))
    firsts = Counter(rules.setup(f"seed {n}").priority for n in range(80))
    assert set(firsts) == {"p1", "p2", "p3", "p4"}
    assert min(firsts.values()) > 5
    assert rules.setup("one") == rules.setup("one"), "the same seed draws the same"


@both("2.l", "7.5.a", "16.1.a")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("players", "cash", "certificates", "percent"),
    [(2, 420, 21, 70), (3, 420, 21, 60), (4, 315, 16, 60), (5, 252, 13, 60), (6, 210, 11, 60)],
)
def test_start_cash_comes_out_of_the_bank(title: str, players: int, cash: int, certificates: int, percent: int) -> None:
    rules = rules_for(title, players, ())
    state = rules.setup("scene")
    assert {state.cash[seat] for seat in rules.seats} == {cash}
    assert state.cash["bank"] == 15000 - players * cash
    assert (rules.limits.certificate_limit, rules.limits.ownership_limit) == (certificates, percent)
    assert rules.conservation(state) == []


@both("16.1.1.a", "16.2.a")
@pytest.mark.parametrize("title", TITLES)
def test_a38_two_players_have_fewer_trains_and_three_privates(title: str) -> None:
    rules = rules_for(title, 2, ())
    state = rules.setup("scene")
    trains = Counter(rules.train_kind(train).name for train in state.trains)
    assert [trains[name] for name in ("2", "3", "4", "5", "6", "7")] == [7, 5, 3, 3, 1, 1]
    assert Counter(state.privates.values()) == {"bank": 3, "closed": 2}
    drawn = {tuple(rules.setup(f"seed {n}").privates.values()) for n in range(60)}
    assert len(drawn) == 10, "any two of the five may be out"


@pytest.mark.rule("1861:16.3.3.a")
def test_the_short_game_for_two_brings_bundles_exports_and_the_end_on_the_6() -> None:
    policies = rules_for("1861", 2, (("two_players", "short"),)).policies
    assert (policies.bundles, policies.train_exports, policies.end_on) == (True, True, "6")


@pytest.mark.rule("1867:2.h")
def test_the_national_of_1867_starts_with_a_token_in_toronto() -> None:
    assert dict(rules_for("1867", 3, ()).setup("scene").tokens) == {"F16": ((0, 0, "CN"),)}


@pytest.mark.rule("1867:P.5.4.b")
def test_cities_that_are_no_homes_yet_block_nothing() -> None:
    scene = Scene("1867")
    assert scene.rules.blocked(scene.draft, ()) == {("F16", 0)}
