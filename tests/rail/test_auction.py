"""The auctions: privates [5], minors [7.2], bundles [15.1]."""

from __future__ import annotations

import pytest

from tests.rail.positions import TITLES, Play, Scene, both
from towpath.rail import auction, bundles
from towpath.rail.actions import Bid, Pass
from towpath.rail.homes import minor_homes
from towpath.rail.state import BANK

LOTS = {"1861": ("TSR", "BSS", "MYR", "MRR", "WVR"), "1867": ("C&SL", "NFB", "MB", "QB", "SCT")}


def bid(player: str, target: str, price: int, city: str | None = None) -> Bid:
    return Bid(entity=player, target=target, price=price, city=city)


def no(player: str) -> Pass:
    return Pass(entity=player)


def privates(title: str = "1861", players: int = 3, *, cash: dict[str, int] | None = None, **options: str) -> Play:
    scene = Scene(title, players, **options).cash(**(cash or {}))
    return scene.frame(auction.open_auction(scene.rules, scene.draft)).play()


@both("2.l", "5.1.a", "5.1.b", "5.2.b", "5.2.d", "5.2.e", "5.3.a")
@pytest.mark.parametrize("title", TITLES)
def test_privates_are_sold_in_order_and_the_next_is_opened_left_of_the_winner(title: str) -> None:
    game = privates(title)
    lots = LOTS[title]
    assert [private.least_bid for private in map(game.rules.data.private, lots)] == [20, 30, 40, 50, 60]
    assert (game.turn, game.cash("p1"), game.cash(BANK)) == (("p1",), 420, 15000 - 3 * 420)
    game.do(bid("p1", lots[0], 20), bid("p2", lots[0], 25), no("p3"), no("p1"))
    assert (game.state.privates[lots[0]], game.cash("p2"), game.cash(BANK)) == ("p2", 395, 15000 - 3 * 420 + 25)
    assert game.turn == ("p3",)
    game.do(bid("p3", lots[1], 30), no("p1"), no("p2"))
    game.do(bid("p1", lots[2], 40), no("p2"), no("p3"))
    game.do(bid("p2", lots[3], 50), no("p3"), bid("p1", lots[3], 55), no("p2"))
    assert game.turn == ("p2",)
    game.do(bid("p2", lots[4], 60), no("p3"), no("p1"))
    assert game.over
    assert game.state.priority == "p3"


@both("5.1.a", "5.1.c", "5.1.d", "5.2.a", "P.3.2.b")
@pytest.mark.parametrize("title", TITLES)
def test_a_bid_is_for_the_lot_on_offer_in_fives_enough_and_paid_in_cash(title: str) -> None:
    game = privates(title, cash={"p1": 50, "p2": 52})
    first, second, *_ = LOTS[title]
    assert game.refusal(bid("p1", second, 30)) == {"other_lot": "5.1.a"}
    assert game.refusal(bid("p1", first, 15)) == {"bid_too_low": "5.2.a"}
    assert game.refusal(bid("p1", first, 22)) == {"bid_not_in_steps": "5.1.c"}
    assert game.refusal(bid("p1", first, 55)) == {"bid_over_cash": "5.1.d"}
    assert game.refusal(bid("p1", first, 57)) == {"bid_over_cash": "5.1.d", "bid_not_in_steps": "5.1.c"}
    game.do(bid("p1", first, 30))
    assert game.refusal(bid("p2", first, 30)) == {"bid_too_low": "P.3.2.b"}
    assert [action.price for action in game.offered(Bid)] == [35, 40, 45, 50]


@both("5.2.c")
@pytest.mark.parametrize("title", TITLES)
def test_a_pass_against_a_bid_is_final_for_that_lot(title: str) -> None:
    game = privates(title)
    lot, following, *_ = LOTS[title]
    game.do(bid("p1", lot, 20), no("p2"), bid("p3", lot, 25), bid("p1", lot, 30))
    assert game.turn == ("p3",), "p2 is not asked again"
    game.do(no("p3"))
    assert game.state.privates[lot] == "p1"
    game.do(bid("p2", following, 30))
    assert game.turn == ("p3",)


@both("P.3.2.a")
@pytest.mark.parametrize("profile", ["own", "designer", "18xx.games"])
@pytest.mark.parametrize("title", TITLES)
def test_a40_who_declined_to_open_may_join_once_somebody_has_opened(title: str, profile: str) -> None:
    lot = LOTS[title][0]
    game = privates(title, profile=profile).do(no("p1"), bid("p2", lot, 20), no("p3"))
    assert game.turn == ("p1",)
    game.do(bid("p1", lot, 25), no("p2"))
    assert game.state.privates[lot] == "p1"


@pytest.mark.parametrize("title", TITLES)
def test_a40_by_the_printed_text_who_declined_is_out(title: str) -> None:
    lot = LOTS[title][0]
    game = privates(title, profile="rulebook").do(no("p1"), bid("p2", lot, 20))
    assert game.turn == ("p3",)
    game.do(no("p3"))
    assert game.state.privates[lot] == "p2"


@both("5.3.b")
@pytest.mark.parametrize("title", TITLES)
def test_a41_when_all_decline_the_least_bid_falls_and_bidding_starts_anew(title: str) -> None:
    lot = LOTS[title][0]
    game = privates(title).do(no("p1"), no("p2"), no("p3"))
    assert game.turn == ("p1",)
    assert game.refusal(bid("p1", lot, 10)) == {"bid_too_low": "5.2.a"}
    game.do(no("p1"), bid("p2", lot, 15))
    assert game.turn == ("p3",)
    game.do(bid("p3", lot, 20), bid("p1", lot, 25), no("p2"), no("p3"))
    assert (game.state.privates[lot], game.cash("p1")) == ("p1", 395)


@pytest.mark.parametrize(
    "options", [{"private_falling_price": "on"}, {"profile": "18xx.games"}], ids=["switch", "site"]
)
@pytest.mark.parametrize("title", TITLES)
def test_a41_with_the_switch_the_first_taker_has_it_unopposed(title: str, options: dict[str, str]) -> None:
    lot = LOTS[title][0]
    game = privates(title, **options).do(no("p1"), no("p2"), no("p3"), no("p1"))
    assert game.refusal(bid("p2", lot, 20)) == {"price_is_fixed": "5.3.b"}
    game.do(bid("p2", lot, 15))
    assert (game.state.privates[lot], game.cash("p2"), game.turn) == ("p2", 405, ("p3",))


@both("5.3.c")
@pytest.mark.parametrize("switch", ["off", "on"])
@pytest.mark.parametrize("title", TITLES)
def test_a41_at_nothing_the_first_offered_gets_it_free_and_counts_as_winner(title: str, switch: str) -> None:
    game = privates(title, private_falling_price=switch)
    game.do(*[no(player) for _ in range(4) for player in ("p1", "p2", "p3")])
    assert (game.state.privates[LOTS[title][0]], game.cash("p1"), game.turn) == ("p1", 420, ("p2",))


@both("P.3.4", "P.3.5")
@pytest.mark.parametrize("title", TITLES)
def test_who_cannot_pay_is_passed_over_and_an_unbeatable_bid_wins_at_once(title: str) -> None:
    first, second, *_ = LOTS[title]
    game = privates(title, cash={"p1": 10, "p2": 24, "p3": 50})
    assert game.turn == ("p2",), "p1 cannot pay 20"
    game.do(bid("p2", first, 20))
    assert game.turn == ("p3",), "p1 cannot raise"
    game.do(bid("p3", first, 25))
    assert game.state.privates[first] == "p3", "p2 has 24 and cannot raise to 30"
    # Nobody can pay 30, then 25; at 20 p2 can, who is passed over no longer: p3 has 25 and p2 24.
    assert game.state.frame.lots[0] == second  # type: ignore[union-attr]
    assert (game.state.frame.least, game.turn) == (25, ("p3",))  # type: ignore[union-attr]


@both("14.d", "P.20.4")
@pytest.mark.parametrize("title", TITLES)
def test_with_the_option_the_turn_goes_left_of_who_had_the_first_chance(title: str) -> None:
    first, second, *rest = LOTS[title]
    game = privates(title, left_of_auctioneer="on").do(bid("p1", first, 20), no("p2"), bid("p3", first, 25), no("p1"))
    assert game.turn == ("p2",)
    game.do(no("p2"), bid("p3", second, 30), no("p1"), no("p2"))
    assert game.turn == ("p3",), "p2 had the first chance of the second lot"
    for lot, opener in zip(rest, ("p3", "p1", "p2"), strict=True):
        game.do(bid(opener, lot, 100), *[no(p) for p in game.rules.clockwise_from(game.state, opener)[1:]])
    assert game.state.priority == "p3"


@both("16.2.a", "16.1.a")
@pytest.mark.parametrize("title", TITLES)
def test_a38_two_players_auction_three_privates(title: str) -> None:
    game = privates(title, 2)
    assert len(game.state.frame.lots) == 3  # type: ignore[union-attr]
    limits = game.rules.limits
    assert (game.cash("p1"), limits.certificate_limit, limits.ownership_limit) == (420, 21, 70)


# Minors


def minors(title: str, **cash: int) -> Play:
    return Scene(title, 3).cash(**cash).stock_round().play()


HOME = {"1861": None, "1867": "C17/0"}
FIRST = {"1861": "N", "1867": "BO"}


@both("7.2.a", "7.2.1.l", "7.2.1.o", "3.2.a")
@pytest.mark.parametrize("title", TITLES)
def test_a39_the_winner_pays_the_treasury_and_the_turn_passes_to_the_left(title: str) -> None:
    minor = FIRST[title]
    game = minors(title).do(bid("p1", minor, 100, HOME[title]), bid("p2", minor, 105), no("p3"), no("p1"))
    assert (game.president(minor), game.cash(minor), game.cash("p2")) == ("p2", 105, 315)
    assert game.price(minor) == 50
    assert game.rules.controller(game.state, minor) == "p2"
    assert game.turn == ("p3",)
    game.do(*map(no, ("p3", "p1", "p2")))
    assert (game.over, game.state.priority) == (True, "p3")


@both("7.6.a", "P.5.7")
@pytest.mark.parametrize("title", TITLES)
def test_c036_the_winner_of_an_auction_is_the_one_who_acted(title: str) -> None:
    minor = FIRST[title]
    game = Scene(title, 4).stock_round().play()
    game.do(bid("p1", minor, 100, HOME[title]), no("p2"), no("p3"), bid("p4", minor, 105), no("p1"))
    assert game.turn == ("p1",)
    game.do(*map(no, ("p1", "p2", "p3", "p4")))
    assert game.over
    assert game.state.priority == "p1"


@both("14.d", "P.20.4")
@pytest.mark.parametrize("title", TITLES)
def test_with_the_option_the_turn_and_the_priority_go_left_of_the_proposer(title: str) -> None:
    minor = FIRST[title]
    game = Scene(title, 3, left_of_auctioneer="on").stock_round().play()
    game.do(bid("p1", minor, 100, HOME[title]), bid("p2", minor, 105), no("p3"), no("p1"))
    assert game.turn == ("p2",)
    game.do(no("p2"), no("p3"), no("p1"))
    assert game.state.priority == "p2"


@both("7.2.1.g", "7.2.1.h", "7.2.1.i", "7.2.1.j", "P.3.2.b")
@pytest.mark.parametrize("title", TITLES)
def test_bids_for_minors(title: str) -> None:
    minor, home = FIRST[title], HOME[title]
    game = minors(title, p1=400, p2=130, p3=300)
    assert game.refusal(bid("p1", minor, 95, home)) == {"bid_too_low": "7.2.1.g"}
    assert game.refusal(bid("p1", minor, 102, home)) == {"bid_not_in_steps": "7.2.1.h"}
    assert game.refusal(bid("p1", minor, 405, home)) == {"bid_over_cash": "7.2.1.i"}
    game.do(bid("p1", minor, 120, home))
    assert game.refusal(bid("p2", minor, 120)) == {"bid_too_low": "P.3.2.b"}
    assert [action.price for action in game.offered(Bid)] == [125, 130]
    game.do(no("p2"), bid("p3", minor, 125))
    assert game.turn == ("p1",)
    game.do(bid("p1", minor, 130))
    assert game.turn == ("p3",), "p2 has passed for good"


@both("7.2.1.m", "7.2.1.n")
@pytest.mark.parametrize(
    ("won", "price", "place"),
    [
        (100, 50, (7, 1)),
        (155, 70, (5, 3)),
        (165, 80, (5, 4)),
        (220, 110, (3, 5)),
        (265, 120, (3, 6)),
        (900, 135, (2, 6)),
    ],
)
@pytest.mark.parametrize("title", TITLES)
def test_a14_the_price_is_half_the_bid_rounded_down(title: str, won: int, price: int, place: tuple[int, int]) -> None:
    minor, home = FIRST[title], HOME[title]
    game = (
        Scene(title, 3, market="grid").cash(p1=1000, p2=90, p3=90).stock_round().play().do(bid("p1", minor, won, home))
    )
    assert (game.president(minor), game.cash(minor)) == ("p1", won)
    assert (game.price(minor), game.place(minor)) == (price, place)
    game = (
        Scene(title, 3, market="column")
        .cash(p1=1000, p2=90, p3=90)
        .stock_round()
        .play()
        .do(bid("p1", minor, won, home))
    )
    assert game.price(minor) == price


@pytest.mark.rule("1861:7.2.1.a", "1861:7.2.1.b", "1861:P.5.3")
def test_in_1861_the_nikolaev_is_first_and_tokens_go_to_printed_homes() -> None:
    game = minors("1861")
    assert {action.target for action in game.offered(Bid)} == {"N"}
    assert game.refusal(bid("p1", "KR", 100)) == {"first_minor": "7.2.1.b"}
    game.do(bid("p1", "N", 100), no("p2"), no("p3"))
    assert game.tokens("H8") == {(1, "N")}
    assert game.state.homes["N"] == "H8"
    game.do(bid("p2", "KB", 100), no("p3"), no("p1"))
    assert game.tokens("D14") == {(1, "KB")}
    gone = Scene("1861", 3).gone("N").stock_round().play()
    gone.do(bid("p1", "KR", 100))


def test_a_city_is_named_only_where_it_is_chosen() -> None:
    assert minors("1861").refusal(bid("p1", "N", 100, "H8/1")) == {"no_city_here": ""}
    game = minors("1867")
    assert game.refusal(bid("p1", "BO", 100)) == {"home_missing": "7.2.1.c"}
    assert game.refusal(bid("p1", "BO", 100, "Z99/0")) == {"no_such_city": ""}
    assert game.refusal(bid("p1", "BO", 100, "F16/7")) == {"no_such_city": ""}
    game.do(bid("p1", "BO", 100, "C17/0"))
    assert game.refusal(bid("p2", "BO", 105, "C17/0")) == {"no_city_here": ""}
    assert game.refusal(bid("p2", "NO", 105)) == {"other_lot": "7.2.1.j"}


@pytest.mark.rule("1867:2.h", "1867:7.2.1.c", "1867:7.2.1.d", "1867:7.2.1.e", "1867:7.2.1.f")
def test_in_1867_the_proposer_picks_an_empty_city() -> None:
    scene = Scene("1867", 3).minor("CV", "p2", 50, token="L12/0").minor("CS", "p3", 50, token="O7/0")
    game = scene.stock_round().play()
    assert game.refusal(bid("p1", "BO", 100, "F16/0")) == {"city_occupied": "7.2.1.f"}
    assert game.refusal(bid("p1", "BO", 100, "O7/0")) == {"city_occupied": "7.2.1.c"}
    assert game.refusal(bid("p1", "BO", 100, "L12/2")) == {"city_closed": "7.2.1.e"}
    assert game.refusal(bid("p1", "BO", 100, "D2/0")) == {"city_closed": "7.2.1.e"}
    game.do(bid("p1", "BO", 100, "L12/1"), no("p2"), no("p3"))
    assert game.tokens("L12") == {(0, "CV"), (1, "BO")}
    game.do(bid("p2", "NO", 100, "F16/1"))
    later = scene.phase("3").play()
    later.do(bid("p1", "BO", 100, "L12/2"), no("p2"), no("p3"), bid("p2", "NO", 100, "D2/0"))


@pytest.mark.rule("1867:P.5.4.a")
def test_a42_a_city_emptied_again_is_a_home() -> None:
    scene = Scene("1867", 3).phase("3").minor("CV", "p2", 50, token="L12/0").minor("CS", "p3", 50, token="L12/1")
    assert ("L12", 1) not in minor_homes(scene.rules, scene.draft)
    scene.draft.put("tokens", scene.draft.tokens.opened().seal())
    tokens = scene.draft.edit("tokens")
    tokens["L12"] = tuple(token for token in tokens["L12"] if token[2] != "CS")
    assert ("L12", 1) in minor_homes(scene.rules, scene.draft)


@both("7.2.a", "7.2.b", "7.2.c")
@pytest.mark.parametrize("title", TITLES)
def test_green_minors_wait_for_phase_3_and_none_is_put_up_from_phase_5(title: str) -> None:
    green = {"1861": "MB", "1867": "BBG"}[title]
    scene = Scene(title, 3).minor(FIRST[title], "p2", 50, token=HOME[title] or "").cash(p2=400)
    home = {"1861": None, "1867": "E15/0"}[title]
    game = scene.stock_round().play()
    assert game.refusal(bid("p1", green, 100, home)) == {"green_too_early": "7.2.b"}
    assert game.refusal(bid("p1", FIRST[title], 100, home)) == {"not_available": "7.2.a"}
    assert game.refusal(bid("p1", "CNR" if title == "1867" else "NW", 100)) == {"not_available": "7.2.a"}
    scene.phase("3").play().do(bid("p1", green, 100, home))
    scene.phase("4").play().do(bid("p1", green, 100, home))
    # A major to buy keeps the round open: with nothing to do for anybody it would be over.
    other = {"1861": "NW", "1867": "CNR"}[title]
    scene.phase("5").major(other, 100, p2=2, token={"1861": "L12/0", "1867": "E13/0"}[title])
    assert scene.play().refusal(bid("p1", green, 100, home)) == {"too_late": "7.2.c"}


@both("P.5.5", "7.5.a", "7.5.b")
@pytest.mark.parametrize("title", TITLES)
def test_a_player_at_the_certificate_limit_does_not_bid(title: str) -> None:
    # Six players hold 11 certificates: five privates, four minors, the 20 % certificate of a major and a share of it.
    scene = Scene(title, 6).phase("3").cash(p1=500, p2=500)
    minors = [c.id for c in scene.rules.data.companies if c.kind == "minor" and c.id != "N"]
    homes = [""] * 4 if title == "1861" else ["C17/0", "D8/0", "D16/0", "E13/0"]
    for minor, home in zip(minors, homes, strict=False):
        scene.minor(minor, "p1", 50, token=home)
    for lot in LOTS[title]:
        scene.private(lot, "p1")
    scene.major({"1861": "NW", "1867": "CNR"}[title], 100, p1=3, token={"1861": "M7/0", "1867": "O7/0"}[title])
    target, spot = ("N", None) if title == "1861" else (minors[5], "F8/0")
    game = scene.stock_round().play()
    assert game.refusal(bid("p1", target, 100, spot)) == {"certificate_limit": "P.5.5"}
    game = scene.stock_round("p6").play().do(bid("p6", target, 100, spot))
    assert game.turn == ("p2",), "p1 is not asked"


# Bundles


def bundle_sale(players: int = 3, **options: str) -> Play:
    scene = Scene("1861", players, **({"bundles": "on"} | options))
    return scene.frame(bundles.open_bundles(scene.rules, scene.draft)).play()


@pytest.mark.rule(
    "1861:15.1.a", "1861:15.1.b", "1861:15.1.d", "1861:15.1.g", "1861:15.1.h", "1861:P.21.2.a", "1861:P.21.2.b"
)
def test_a50_a_bundle_brings_privates_minors_and_their_prices() -> None:
    game = bundle_sale().do(bid("p1", "bundle-3", 395), no("p2"), no("p3"))
    assert game.cash("p1") == 25
    assert [game.price(minor) for minor in ("M-K", "KK", "KR")] == [70, 55, 50]
    assert [game.cash(minor) for minor in ("M-K", "KK", "KR")] == [140, 110, 100]
    assert (game.state.privates["BSS"], game.president("KR")) == ("p1", "p1")
    assert game.cash(BANK) == 15000 - 3 * 420 + 395 - 140 - 110 - 100
    assert (game.tokens("H8"), game.tokens("D14"), game.tokens("G15")) == ({(0, "M-K")}, {(2, "KK")}, {(0, "KR")})
    assert game.turn == ("p2",)
    game.do(bid("p2", "bundle-1", 395), bid("p3", "bundle-1", 400), no("p2"))
    assert (game.cash("p3"), game.cash("N"), game.price("N"), game.price("KB")) == (30, 165, 80, 50)
    assert game.turn == ("p2",), "p1 has a bundle"
    game.do(bid("p2", "bundle-2", 395))
    assert game.over
    assert game.state.priority == "p3"


BUNDLES = {
    3: ("1 5 N:165:80 KB:100:50 +10", "3 4 MNN:130:65 SPW:120:60", "2 M-K:140:70 KK:110:55 KR:100:50"),
    4: ("5 N:165:80 +20", "2 SPW:120:60 RO:100:50 +10", "1 M-K:140:70 KR:100:50 +5", "3 4 MNN:130:65"),
    5: ("2 N:165:80 +10", "4 M-K:140:70", "5 MNN:130:65", "1 3 SPW:120:60 +5", "KK:110:55 KR:100:50 +10"),
}
"""Privates by number, minors with treasury and price, and bonus cash of every bundle."""


@pytest.mark.rule("1861:15.1.1.a", "1861:15.1.g", "1861:15.1.h", "1861:15.1.b")
@pytest.mark.parametrize("players", sorted(BUNDLES))
def test_every_bundle_holds_what_is_printed(players: int) -> None:
    least = {3: 395, 4: 275, 5: 220}[players]
    game = bundle_sale(players)
    before = game.cash("p1")
    for number, text in enumerate(BUNDLES[players], 1):
        player, lot = f"p{number}", f"bundle-{number}"
        game.do(bid(player, lot, least), *[no(other) for other in game.rules.seats[number:]])
        parts = text.split()
        bonus = sum(int(part) for part in parts if part.startswith("+"))
        assert game.cash(player) == before - least + bonus
        numbers = {int(part) for part in parts if part.isdigit()}
        owned = {game.rules.privates[lot].number for lot, holder in game.state.privates.items() if holder == player}
        assert owned == numbers
        minors = {part.split(":")[0]: part.split(":")[1:] for part in parts if ":" in part}
        assert {minor for minor in game.rules.certificates if game.president(minor) == player} == set(minors)
        for minor, (treasury, price) in minors.items():
            assert (game.cash(minor), game.price(minor)) == (int(treasury), int(price))
    assert game.over
    assert game.state.priority == "p1"


@pytest.mark.rule("1861:15.1.c", "1861:15.1.d", "1861:15.1.e", "1861:15.1.f", "1861:15.1.1.a")
@pytest.mark.parametrize(("players", "least", "lots"), [(3, 395, 3), (4, 275, 4), (5, 220, 5)])
def test_bids_for_bundles(players: int, least: int, lots: int) -> None:
    game = bundle_sale(players)
    assert game.refusal(no("p1")) == {"must_nominate": "15.1.d"}
    assert game.refusal(bid("p1", "bundle-1", least - 5)) == {"bid_too_low": "15.1.c"}
    assert game.refusal(bid("p1", "bundle-1", least + 2)) == {"bid_not_in_steps": "15.1.e"}
    assert game.refusal(bid("p1", "bundle-1", 425)) == {"bid_over_cash": "15.1.f"}, "420 and the bonus of the bundle"
    assert game.refusal(bid("p1", "bundle-9", least)) == {"no_such_bundle": ""}
    assert len({action.target for action in game.offered(Bid)}) == lots
    game.do(bid("p1", "bundle-1", least))
    assert game.refusal(bid("p2", "bundle-2", least)) == {"other_lot": "15.1.d", "bid_too_low": "P.3.2.b"}
    game.do(*[no(p) for p in game.rules.seats[1:]])
    assert game.refusal(bid("p2", "bundle-1", least)) == {"bundle_sold": "15.1.d"}


@pytest.mark.rule("1861:15.1.a", "1861:P.21.2.c")
def test_with_bundles_privates_are_not_auctioned_and_the_nikolaev_is_not_first() -> None:
    scene = Scene("1861", 3, bundles="on")
    assert scene.frame(auction.open_auction(scene.rules, scene.draft)).play().over
    scene = Scene("1861", 2, two_players="short")
    scene.stock_round().play().do(bid("p1", "KR", 100))


@pytest.mark.rule("1861:16.3.1.a", "1861:16.3.2.a", "1861:16.3.2.b")
def test_two_players_share_the_bundles_for_three() -> None:
    game = bundle_sale(2, bundles="on", two_players="short")
    game.do(bid("p1", "bundle-1", 395), no("p2"), bid("p2", "bundle-3", 420))
    assert game.over
    assert [game.state.privates[lot] for lot in LOTS["1861"]] == ["p1", "p2", "closed", "closed", "p1"]
    assert game.state.standing["MNN"] == "unstarted"
    assert game.state.priority == "p1"
