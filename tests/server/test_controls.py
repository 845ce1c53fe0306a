"""From offers to controls and back."""

from __future__ import annotations

import htpy as h
import msgspec
import pytest

from tests.server.test_no_ids import golden, look
from towpath.api import Game
from towpath.kernel.offers import Findings, Lazy, Offer, Options, Range, Rows
from towpath.rail.actions import Bid, BuyShare, BuyTrain, LayTile, Pass, RunRoutes, SellShares
from towpath.server import decision
from towpath.server.controls import MOST_BUTTONS, BadChoice, Group, groups, read_choice


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.new("1867", ["Ann", "Bob", "Cleo"], seed="controls")


def made(game: Game, *offers: Offer, find: bool = False) -> list[Group]:
    return groups(game.rules, game.state, offers, {"p1": "Ann"}, find)


def test_passes_come_last_whatever_the_order(game: Game) -> None:
    found = made(
        game, Offer(Pass, {"entity": "p1"}), Offer(Bid, {"entity": "p1", "target": "C&SL"}, Range("price", 5, 50, 5))
    )
    assert [group.kind for group in found] == ["bid", "pass"]
    assert found[1].quiet


def test_few_values_are_buttons_and_many_a_form(game: Game) -> None:
    rows = tuple(("CNR", source) for source in ("pool", "treasury"))
    few = made(game, Offer(BuyShare, {"entity": "p1"}, Rows(("company", "source"), rows)))[0]
    assert [choice.label for choice in few.choices] == [
        "CNR Canadian Northern Railway, from the bank pool",
        "CNR Canadian Northern Railway, from its treasury",
    ]
    many = tuple(f"x{n}" for n in range(MOST_BUTTONS + 1))
    form = made(game, Offer(BuyShare, {"entity": "p1", "source": "pool"}, Options("company", many)))[0].forms[0]
    assert len(form.fields[0].values) == MOST_BUTTONS + 1


def test_a_thing_and_how_many_of_it_is_stepped_through(game: Game) -> None:
    rows = (("BO", 1), ("BO", 2), ("BO", 3), ("CV", 1))
    forms = made(game, Offer(SellShares, {"entity": "p1"}, Rows(("company", "shares"), rows)))[0].forms
    assert [(form.label.split()[0], form.fields[0].least, form.fields[0].most) for form in forms] == [
        ("BO", 1, 3),
        ("CV", 1, 1),
    ]
    assert all(form.counted for form in forms)
    gap = (("BO", 1), ("BO", 3))
    assert not made(game, Offer(SellShares, {"entity": "p1"}, Rows(("company", "shares"), gap)))[0].forms


def test_a_range_is_a_number_field_with_its_limits(game: Game) -> None:
    form = made(game, Offer(Bid, {"entity": "p1", "target": "C&SL"}, Range("price", 5, 50, 5)))[0].forms[0]
    assert (form.fields[0].least, form.fields[0].most, form.fields[0].step) == (5, 50, 5)
    assert form.label == "C&SL Champlain & St. Lawrence"


def test_tiles_open_when_their_hex_is_picked(game: Game) -> None:
    rows = (("C17", "5", 0), ("C17", "5", 2), ("C17", "57", 1), ("E13", "6", 3))
    group = made(game, Offer(LayTile, {"entity": "BO"}, Rows(("hex", "tile", "rotation"), rows)))[0]
    assert {place: len(choices) for place, choices in group.hexes.items()} == {"C17": 3, "E13": 1}
    assert group.hexes["E13"][0].action == {
        "type": "lay_tile",
        "entity": "BO",
        "hex": "E13",
        "tile": "6",
        "rotation": 3,
    }


def test_offers_that_differ_in_one_thing_become_one_form(game: Game) -> None:
    trains = list(game.state.trains)[:3]
    offers = [Offer(BuyTrain, {"entity": "BO", "train": train}, Range("price", 1, 90)) for train in trains]
    forms = made(game, *offers)[0].forms
    assert len(forms) == 1
    choice, price = forms[0].fields
    assert choice.name == "train"
    assert price.is_range
    # All three are alike to a player, so one stands for them.
    assert len(choice.values) == 1
    other = Offer(BuyTrain, {"entity": "BO", "train": trains[0]}, Range("price", 1, 60))
    assert len(made(game, *offers, other)[0].forms) == 2


def test_what_is_lazy_is_searched_only_when_asked(game: Game) -> None:
    asked = []

    def find() -> Findings:
        asked.append(1)
        return Findings([{"runs": ()}], proved=True)

    offer = Offer(RunRoutes, {"entity": "BO"}, Lazy(("runs",), find))
    assert made(game, offer)[0].search
    assert not asked
    found = made(game, offer, find=True)[0]
    assert not found.search
    assert found.choices[0].action == {"type": "run_routes", "entity": "BO", "runs": []}
    made(game, offer, find=True)
    assert len(asked) == 1


def test_every_choice_and_form_leads_back_to_a_legal_action(game: Game) -> None:
    play = game.what_if()
    for _ in range(40):
        for group in groups(play.rules, play.state, play.offers(), {}):
            for choice in group.choices:
                read = read_choice({"choice": msgspec.json.encode(choice.action).decode()})
                assert read is not None
                assert play.explain(read) == ()
            for form in group.forms:
                query = {"base": form.base}
                for field in form.fields:
                    key = f"n.{field.name}" if field.is_range else f"v.{field.name}"
                    query[key] = str(field.least) if field.is_range else field.values[-1][0]
                read = read_choice(query)
                assert read is not None
                assert play.explain(read) == ()
        play.play(next(play.offers()[0].actions(2)))


UNREADABLE = [
    {"choice": "{"}, {"choice": "7"}, {"base": "[]"}, {"base": "{}", "v.a": "1"},
    *({"base": "{}", "n.price": text} for text in ("1.5", "", "٣", "1e3", "9" * 40)),
]  # fmt: skip


@pytest.mark.parametrize("query", UNREADABLE)
def test_what_cannot_be_read_is_told(query: dict[str, str]) -> None:
    with pytest.raises(BadChoice):
        read_choice(query)


def test_nothing_chosen_is_nothing() -> None:
    assert read_choice({}) is None
    assert read_choice({"tab": "log"}) is None


def test_several_prices_of_a_kind_are_folded_in_until_one_is_opened() -> None:
    game, _ = golden("1867")
    there = next(each for n in range(game.number) if _bounds_differ(each := game.plan(None, number=n)))
    shown = str(h.fragment[decision.decision(look(there), "token")])
    assert shown.count('class="one-of"') == len(_bounds(there))


def _bounds(game: Game) -> list[tuple[int, int]]:
    """The least and the most price of every private that may be bought."""
    domains = [domain for offer in game.offers() if offer.type == "buy_private" for domain in offer.domains]
    return [(domain.least, domain.most) for domain in domains if isinstance(domain, Range)]


def _bounds_differ(game: Game) -> bool:
    found = _bounds(game)
    return len(found) > 1 and len(set(found)) == len(found)
