"""Options of 1856: other destinations, bonus rights without number, 8-trains [15]; profiles and what they set [16]."""

from __future__ import annotations

import pytest

from tests.t1856.scenes import Scene1856, rule
from towpath.rail.actions import BuyRight, BuyTrain
from towpath.rail.composition import OptionError
from towpath.rail.destinations import destination_of
from towpath.rail.state import CLOSED
from towpath.titles.t1856.policies import policies_of

STANDARD = {
    "BB": ("N17",), "CA": ("H15",), "CPR": ("N11",), "CVR": ("I14",), "GT": ("K8",), "GW": ("A20",), "LPS": ("F17",),
    "TGB": ("H5",), "THB": ("J11",), "WR": ("L15",), "WGB": ("F9",),
}  # fmt: skip
ALTERNATE = {
    "BB": ("N11",), "CA": ("A20",), "CPR": ("P9",), "CVR": ("M4",), "GT": ("L13",), "GW": ("J15",), "LPS": ("F15",),
    "TGB": ("O2", "N1"), "THB": ("H15",), "WR": ("L15",), "WGB": ("H5",),
}  # fmt: skip
SWITCHES = (
    "auction_contest_order", "sr_private_trade", "six_for_sale_capital", "closed_company_trains", "wsrc_close",
    "port_until", "cgr_timing", "cgr_president_choice", "cgr_odd_share", "cgr_takes_fours", "cgr_borrow",
    "cert_limit_after_six", "l_brown_optional", "destination_from_any_home_city", "five_start_escrow",
    "interest_in_tens", "cgr_tokens_compulsory",
)  # fmt: skip


@rule("P.15.a")
@pytest.mark.parametrize(("option", "wanted"), [("off", STANDARD), ("on", ALTERNATE)])
def test_where_companies_want_to_go(option: str, wanted: dict[str, tuple[str, ...]]) -> None:
    rules = Scene1856(alternate_destinations=option).rules
    found = {name: destination_of(rules, name) for name in wanted}  # type: ignore[arg-type]
    assert {name: goal.to for name, goal in found.items() if goal is not None} == wanted


@rule("P.15.a")
def test_the_canada_air_line_joins_detroit_and_london() -> None:
    """Its way begins in London, not at its home in Glencoe."""
    scene = Scene1856(alternate_destinations="on").phase("3").company("CA", 80, p1=6).escrow("CA", 80).has("CA", 0)
    for hex_id, tile, rotation in (
        ("F15", "121", 1), ("E16", "9", 1), ("D17", "57", 1), ("C18", "9", 1), ("B19", "57", 1),
    ):  # fmt: skip
        scene.lay(hex_id, tile, rotation)
    play = scene.turn("CA", "track")
    while play.step == "track":
        play.done()
    assert play.cash("CA") == 80
    assert play.state.destined["CA"]  # type: ignore[attr-defined]


@rule("P.15.b", "P.12.10.c")
@pytest.mark.parametrize(("option", "sold"), [("off", False), ("on", True)])
def test_a_fourth_right(option: str, sold: bool) -> None:
    scene = Scene1856(unlimited_bonus_tokens=option).phase("3").company("WGB", 80, p1=6).has("WGB", 50)
    scene.private("NFSBC", CLOSED).rights("NFSBC", "GT", "GW", "CPR")
    play = scene.turn("WGB", "trains")
    right = BuyRight(entity="WGB", private="NFSBC")
    if sold:
        assert play.legal(right)
    else:
        assert play.refusal(right) == {"no_right_left": "P.12.10.c"}


@rule("P.15.c")
def test_the_8_takes_the_place_of_the_d() -> None:
    scene = Scene1856(eight_train_variant="on").phase("6").company("WGB", 80, p1=6).has("WGB", 1650, trains=["4"])
    scene.company("BB", 70, p2=6).has("BB", 0, trains=["4"])
    assert list(scene.rules.kinds) == ["2", "3", "4", "5", "6", "8"]
    play = scene.turn("WGB", "trains")
    old = play.rules.trains_of(play.state, "WGB")[0]
    assert play.legal(BuyTrain(entity="WGB", train="8-0", price=1000))
    play.do(BuyTrain(entity="WGB", train="8-0", price=650, exchange=old))
    assert play.trains("WGB") == ["8"]
    assert play.cash("WGB") == 1000
    assert play.trains("BB") == []
    assert play.trains("pool") == []
    assert play.state.phase == "8"
    assert play.rules.phase(play.state).offboard == "black"
    assert play.rules.kinds["8"].stops == 8
    play.do(BuyTrain(entity="WGB", train="8-1", price=1000))
    assert play.trains("WGB") == ["8", "8"]


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_stands_alone_and_in_profiles(switch: str) -> None:
    """Each of the seventeen can be set by itself to any of its values, whatever the profile."""
    data = Scene1856().rules.data
    fact = next(each for each in data.switches if each.id == switch)
    assert fact.conflict == SWITCHES.index(switch) + 1
    for value in [choice.id for choice in fact.choices] or ["on", "off"]:
        for profile in ("own", "rulebook", "18xx.games"):
            policies = policies_of(Scene1856(profile=profile, **{switch: value}).rules)
            assert getattr(policies, fact.sets) == (value if fact.choices else value == "on")


OWN = (
    "turn_order", True, True, "pool", "use", "first_5", "turn_end", True, "discarded", False, "until_permanent", "fixed",
    False, False, False, True, True,
)  # fmt: skip
RULEBOOK = (
    "turn_order", True, True, "pool", "use", "first_5", "turn_end", False, "discarded", False, "whenever_trainless",
    "recomputed", True, False, True, False, False,
)  # fmt: skip
SITE = (
    "lowest_bid", False, False, "removed", "round", "first_6", "purchase", True, "pool", True, "until_permanent",
    "if_formed", False, True, False, True, True,
)  # fmt: skip


@pytest.mark.parametrize(
    ("profile", "wanted"), [("own", OWN), ("designer", OWN), ("rulebook", RULEBOOK), ("18xx.games", SITE)]
)
def test_what_a_profile_sets(profile: str, wanted: tuple[object, ...]) -> None:
    rules = Scene1856(profile=profile).rules
    assert tuple(getattr(rules.policies, switch.sets) for switch in rules.data.switches) == wanted


def test_a_value_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="cgr_timing"):
        Scene1856(cgr_timing="never")
    with pytest.raises(OptionError, match="3 to 6 players"):
        Scene1856(7)
