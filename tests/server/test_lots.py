"""Auctions on the page: each lot stands alone, with what it is worth, what it does and what a bid on it really does."""

from __future__ import annotations

import re

import htpy as h

from towpath.api import Game
from towpath.server import decision
from towpath.server.games import OpenGame
from towpath.server.gate import Access
from towpath.server.looking import Asked, Look
from towpath.server.seating import Table
from towpath.server.terms import Terms
from towpath.server.wording import action_name

SEATS = ["Ann", "Bob", "Cleo"]


def look(game: Game, every: bool = True) -> Look:
    table = Table(id="lots", name="", terms=Terms(), length=game.number)
    return Look(OpenGame("lots", "Lots", game), Asked(), Access(table=table, every=every))


def rows(game: Game, every: bool = True) -> dict[str, str]:
    """Lot -> its row as text, labels of buttons and fields in it."""
    page = str(h.fragment[decision.decision(look(game, every), "token")])
    lots = page.partition('class="lots"')[2].partition("</ul></section>")[0]
    return {part.partition('"')[0]: part for part in re.split(r'data-lot="', lots)[1:]}


def new_1856() -> Game:
    return Game.new("1856", SEATS, {"first_player": "seat1"}, seed="lots")


def bid(game: Game, seat: str, lot: str, price: int) -> None:
    game.play({"type": "bid", "entity": seat, "target": lot, "price": price})


def test_two_lots_with_equal_bounds_have_a_form_each() -> None:
    found = rows(new_1856())
    assert list(found) == ["FT", "WSRC", "TCC", "GLSC", "NFSBC", "SCFTC"]
    for lot in ("NFSBC", "SCFTC"):
        assert found[lot].count("<form") == 1
        assert 'min="105" max="500"' in found[lot]
    assert "Bid: Niagara Falls Suspension Bridge Company" in found["NFSBC"]
    assert "Bid: St. Clair Frontier Tunnel Company" in found["SCFTC"]


def test_a_lot_says_what_a_bid_on_it_does() -> None:
    game = new_1856()
    assert "Buy for $20…" in rows(game)["FT"]
    bid(game, "p1", "WSRC", 45)
    bid(game, "p2", "WSRC", 50)
    assert "bids: Bob $50, Ann $45" in rows(game)["WSRC"]
    bid(game, "p3", "FT", 20)
    contested = rows(game)
    assert list(contested) == ["WSRC"]
    assert "Raise…" in contested["WSRC"]


def test_a_bid_in_hand_is_called_by_what_it_does() -> None:
    game = new_1856()
    names = [
        action_name(game.rules, game.state, {"type": "bid", "entity": "p1", "target": lot, "price": price}, {})
        for lot, price in (("FT", 20), ("TCC", 55))
    ]
    assert names == ["Buy Flos Tramway for $20", "Bid $55 for The Canada Company"]


def test_powers_prices_and_the_end_of_a_private_are_told_where_it_is_bid_for() -> None:
    found = rows(new_1856())
    assert "face $40, income $10" in found["WSRC"]
    assert "its company may lay 59 in I12 Kitchener, without connection" in found["WSRC"]
    assert "Using it closes the private." in found["WSRC"]
    assert "While a player owns it nobody lays track in L3." in found["FT"]
    assert "Companies may buy it for $25 to $100 from phase 3 to phase 4." in found["TCC"]
    assert "It closes with the first 5." in found["GLSC"]


def test_who_only_waits_reads_the_same_lots_without_a_button() -> None:
    game = new_1856()
    bid(game, "p1", "WSRC", 45)
    found = rows(game, every=False)
    assert "bids: Ann $45" in found["WSRC"]
    assert "<form" not in "".join(found.values())


def test_privates_that_come_one_by_one_are_listed_with_those_to_come() -> None:
    found = rows(Game.new("1867", SEATS, seed="lots"))
    first, *rest = found
    assert "Bid…" in found[first]
    assert rest
    assert all("Comes later" in found[lot] and "<form" not in found[lot] for lot in rest)


def test_what_cannot_be_paid_for_leads_to_the_reasons() -> None:
    game = new_1856()
    bid(game, "p1", "SCFTC", 500)
    bid(game, "p2", "NFSBC", 500)
    bid(game, "p3", "GLSC", 500)
    found = rows(game)
    assert "Not now" in found["FT"]
    assert "why=bid" in found["FT"]
