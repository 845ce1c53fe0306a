"""Brass at the table: an action is composed from a goal, a card or a place, and says what it would change."""

from __future__ import annotations

import csv
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from litestar.testing import TestClient

from tests.brass.scenes import Scene, scene
from tests.server.conftest import Visitor, written
from tests.server.hidden import games_of, play_on
from towpath.api import Game
from towpath.kernel.codec import plain
from towpath.server.drawing import of
from towpath.server.terms import Terms
from towpath.server.wording import action_name, place_name


@pytest.fixture
def at_brass(visitor: Visitor) -> str:
    """A game of Brass that has just begun; its address."""
    return visitor.sit_with("table", "Brass", ("Ann", "Bob", "Cleo", "Dora"))


def composing(path: str, **begun: object) -> str:
    return f"{path}?{urlencode({'begun': msgspec.json.encode(begun).decode()})}"


def part(text: str, name: str) -> str:
    """A part of a page."""
    return re.split(rf'data-part="{name}"', text)[1].split("data-part=")[0]


def places(text: str) -> set[str]:
    """The places that can be picked in the decision."""
    return set(re.findall(r'data-place="([^"]+)"', part(text, "decision")))


def lit(text: str) -> set[str]:
    """The places outlined on the board."""
    return set(re.findall(r'data-hex="([^"]+)" data-kind="[a-z]+"', part(text, "map")))


def test_goals_hand_and_places_are_there_at_once(visitor: Visitor, at_brass: str) -> None:
    text = visitor.get(at_brass).text
    assert set(re.findall(r'data-goal="([a-z_]+)"', text)) == {"build", "develop", "take_loan", "pass"}
    assert re.findall(r'data-card="([a-z_]+)"', text)
    assert places(text) == lit(text) != set()


def test_a_card_and_a_goal_narrow_the_board(visitor: Visitor, at_brass: str) -> None:
    everything = lit(visitor.get(at_brass).text)
    card = next(
        card for card in re.findall(r'data-card="([a-z_]+)"', visitor.get(at_brass).text) if f"{card}-1" in everything
    )
    narrowed = lit(visitor.get(composing(at_brass, card=card)).text)
    assert narrowed == {place for place in everything if place.startswith(card)}
    assert lit(visitor.get(composing(at_brass, type="take_loan")).text) == set()


def test_what_is_unique_is_in_hand_at_once_with_what_it_changes(visitor: Visitor, at_brass: str) -> None:
    page = visitor.get(at_brass).text
    card = re.findall(r'data-card="([a-z_]+)"', page)[0]
    text = visitor.get(composing(at_brass, type="take_loan", amount=30, card=card)).text
    decision = unescape(part(text, "decision"))
    assert "£30 → £60" in decision
    assert "£0 → −£3" in decision
    assert "The next order, if nobody spent more:" in decision
    assert ">Confirm</button>" in decision


def test_points_are_told_although_the_cards_drawn_next_are_hidden(visitor: Visitor, at_brass: str) -> None:
    for number in range(3):
        offer = next(each for each in visitor.offered(at_brass) if each["type"] == "pass")
        assert visitor.act(at_brass, written(offer), number).status_code == 303
    card = re.findall(r'data-card="([a-z_]+)"', visitor.get(at_brass).text)[0]
    text = visitor.get(composing(at_brass, type="take_loan", amount=30, card=card)).text
    decision = unescape(part(text, "decision"))
    assert "What comes then is hidden until you confirm." in decision
    assert re.search(r"<td>3 → \d+</td>", decision)


def test_what_is_settled_can_be_taken_back_one_by_one(visitor: Visitor, at_brass: str) -> None:
    text = unescape(part(visitor.get(composing(at_brass, type="take_loan", amount=30)).text, "decision"))
    assert "Take back: £30" in text
    assert "Take back: take a loan" in text
    assert "Which card?" in text


@pytest.mark.parametrize(
    "begun", [{"type": "build", "card": "paris"}, {"odd": 1}, {"place": "barrow-1", "type": "pass"}]
)
def test_what_fits_nothing_is_told_and_begun_again(visitor: Visitor, at_brass: str, begun: dict[str, Any]) -> None:
    answer = visitor.get(composing(at_brass, **begun))
    assert answer.status_code == 200
    assert "Nothing that is possible now fits all of this." in answer.text


@pytest.mark.parametrize(
    "query", ["begun=%5B1%5D", "begun=x", "begun=%7B", "hex=nowhere", "hex=barrow-1", "why=barrow-1"]
)
def test_odd_addresses_are_answered(visitor: Visitor, at_brass: str, query: str) -> None:
    assert visitor.get(f"{at_brass}?{query}").status_code == 200


@pytest.mark.parametrize(
    "begun",
    [
        {"pair": True, "card": ["wigan"]},
        {"pair": False, "card": None},
        {"type": {"a": 1}},
        {"place": ["wigan-1"]},
        {"amount": "much", "type": "take_loan"},
        {"industries": ["gold"], "coal": 3, "type": ["build"]},
        {"second_card": "wigan"},
    ],
)
def test_hostile_beginnings_are_answered(visitor: Visitor, at_brass: str, begun: dict[str, Any]) -> None:
    assert visitor.get(composing(at_brass, **begun)).status_code == 200


def test_a_place_where_nothing_goes_says_why(visitor: Visitor, at_brass: str) -> None:
    for query in ("hex=barrow-1", "why=barrow-1"):
        text = unescape(visitor.get(f"{at_brass}?{query}").text)
        assert "Why not Barrow-in-Furness 1?" in text
        assert "cannot be built, only developed" in text
        assert "is free for a shipyard" in text
    assert "does not touch" in unescape(visitor.get(f"{at_brass}?why=colne--yorkshire").text)
    assert "has no cotton mill" not in visitor.get(f"{at_brass}?why=wigan-1").text


def test_a_place_asked_about_stands_out_alone_and_only_then(visitor: Visitor, at_brass: str) -> None:
    assert lit(visitor.get(f"{at_brass}?why=barrow-1").text) == {"barrow-1"}
    assert len(lit(visitor.get(at_brass).text)) > 1


def test_a_whole_action_is_played_by_what_the_page_offers(visitor: Visitor, at_brass: str) -> None:
    text = visitor.get(at_brass).text
    for _ in range(6):
        if ">Confirm</button>" in text:
            break
        rest = part(text, "decision").split("Start again")[-1]
        links = re.findall(r'class="button choice" href="([^"]*begun=[^"]+)"', rest)
        links += re.findall(r'href="([^"]*begun=[^"]+)"[^>]*data-place', rest)
        text = visitor.get(unescape(links[0])).text
    choice = re.search(r'name="choice" value="([^"]+)"', text)
    assert choice is not None
    answer = visitor.act(at_brass, msgspec.json.decode(unescape(choice[1])), 0)
    assert answer.status_code == 303
    assert visitor.length(at_brass) == 1


@pytest.mark.parametrize("tab", ["market", "mats", "income", "scoring", "sheet", "graphs", "log"])
def test_each_tab_shows_something_of_its_own(client: TestClient[Any], at_brass: str, tab: str) -> None:
    words = {
        "market": "Coal: 8 of 8 cubes", "mats": "Mat of Dora", "income": "Income track", "scoring": "Together",
        "graphs": "Points by round", "log": "commitment", "sheet": "Order that followed",
    }  # fmt: skip
    assert words[tab] in unescape(part(client.get(f"{at_brass}?tab={tab}").text, "panel"))
    tabs = re.findall(r'data-tab="([a-z]+)"', part(client.get(at_brass).text, "tabs"))
    assert tabs == ["act", "map", "market", "players", "log", "mats", "income", "scoring", "sheet", "graphs"]


def test_the_rounds_tell_who_spent_what_and_who_came_first(visitor: Visitor, at_brass: str) -> None:
    game_id, games = at_brass.removeprefix("/games/"), games_of(visitor.client)
    play_on(games, game_id, 26)
    game = games.get(game_id).game
    orders = [event.data for number in range(1, 27) for event in game.events_for(None, number) if event.kind == "order"]
    assert len(orders) == 3
    rows = list(csv.DictReader(visitor.get(f"{at_brass}/tables/sheet.csv").text.splitlines()))
    assert [row["Round"] for row in rows] == ["Start", "canal 1", "canal 2", "canal 3", "canal 4"]
    for row, told in zip(rows[1:4], orders, strict=True):
        for place, seat in enumerate(told["order"], 1):
            name = ("Ann", "Bob", "Cleo", "Dora")[int(seat[1]) - 1]
            assert row[f"{name}: spent"] == str(told["spent"][seat])
            assert row[f"{name}: place"] == str(place)
    assert rows[0]["Ann: cash"] == "30"
    assert rows[4]["Ann: place"] == ""
    page = part(visitor.get(f"{at_brass}?tab=sheet").text, "panel")
    first = orders[0]["order"][0]
    assert f"{('Ann', 'Bob', 'Cleo', 'Dora')[int(first[1]) - 1]} £{orders[0]['spent'][first]}" in page


def test_points_are_called_points_and_pounds_carry_their_sign(visitor: Visitor, at_brass: str) -> None:
    page = part(visitor.get(f"{at_brass}?tab=graphs").text, "panel")
    assert "Worth" not in page
    assert "Points by round" in page
    assert "Ann £30" in page
    assert visitor.get(f"{at_brass}/tables/worth.csv").text.splitlines()[0].endswith("Dora: points")
    assert ">Worth<" in visitor.get(f"{visitor.sit('1867')}?tab=graphs").text


def test_the_keys_in_the_list_are_those_of_the_title(visitor: Visitor, at_brass: str) -> None:
    for path, keys, tabs in (
        (at_brass, "M, C, I, O, X, G, L", "markets, mats, income, scoring, rounds, graphs, log"),
        (visitor.sit("1867"), "M, C, T, I, X, G, L", "market, companies, trains, tiles, sheet, graphs, log"),
    ):
        text = visitor.get(path).text
        assert f"<kbd>{keys}</kbd></dt><dd>{tabs}</dd>" in text
        assert ("turn the tile" in text) == (path != at_brass)
        assert sorted(re.findall(r'data-key="([A-Z])"', part(text, "tabs"))) == sorted(re.findall("[A-Z]", keys))


def test_railways_keep_their_tabs(visitor: Visitor) -> None:
    tabs = re.findall(r'data-tab="([a-z]+)"', part(visitor.get(visitor.sit("1867")).text, "tabs"))
    assert tabs == ["act", "map", "market", "players", "log", "companies", "sheet", "graphs", "trains", "tiles"]


# -- values and sources in words ------------------------------------------------------------------------------------------


@pytest.fixture
def rails() -> Scene:
    """Two mines at the same distance from a line, in the rail period."""
    return scene(
        period="rail",
        counters={"bolton-1": ("p1", "coal", 2), "manchester-1": ("p2", "coal", 2), "bury-1": ("p1", "cotton", 2)},
        links={"bolton--bury": "p1", "bury--manchester": "p1"},
    )


def test_an_action_names_its_sources(rails: Scene) -> None:
    action = {"type": "build_link", "entity": "p1", "card": "wigan", "line": "bury--rochdale", "coal": ["bolton-1"]}
    text = action_name(rails.rules, rails.state, action, {"p1": "Ann"})
    assert text == "Build a canal or rail: card Wigan, Bury to Rochdale, coal: 1 from Bolton 1"
    assert place_name(rails.rules, "manchester-1") == "Manchester 1"
    assert place_name(rails.rules, "p1") == ""


def test_a_title_that_nothing_is_drawn_of_has_its_players_and_graphs() -> None:
    class Other:
        pass

    art = of(Other())  # type: ignore[arg-type]
    assert art.steps is None
    assert list(art.panels) == ["graphs"]


def test_two_cards_serve_as_one(visitor: Visitor) -> None:
    # Here the one who is to act holds no card for some place that has room.
    at_brass = visitor.sit_with("two cards", "Brass", ("Ann", "Bob", "Cleo", "Dora"))
    for _ in range(4):
        card = next(each for each in visitor.offered(at_brass) if each["type"] == "pass")
        action = {"type": "pass", **card["fixed"], "card": card["domains"][0]["rows"][0][0]}
        assert visitor.act(at_brass, action, visitor.length(at_brass)).status_code == 303
    text = visitor.get(at_brass).text
    assert 'data-goal="pair"' in text
    hand = re.findall(r'data-card="([a-z_]+)"', text)
    anywhere = visitor.get(composing(at_brass, type="build", pair=True)).text
    assert lit(anywhere) > lit(visitor.get(composing(at_brass, type="build")).text)
    for card in hand:
        begun = {"type": "build", "pair": True, "place": "macclesfield-1", "card": card}
        second = visitor.get(composing(at_brass, **begun)).text
        assert "And which second card?" in second
        others = re.findall(r'data-card="([a-z_]+)"', part(second, "decision"))
        assert set(others) >= set(hand) - {card}
        chosen = visitor.get(composing(at_brass, **begun, second_card=next(c for c in others if c != card))).text
        assert ">Confirm</button>" in chosen


# -- clicks on the board and what they keep -------------------------------------------------------------------------------


def clicked(path: str, place: str, **begun: object) -> str:
    """The address of a click on a place while an action is composed."""
    return f"{path}?{urlencode({'hex': place, 'begun': msgspec.json.encode(begun).decode()})}"


def a_town_card(visitor: Visitor, path: str) -> str:
    """A card in hand by which something can be built."""
    text = visitor.get(path).text
    towns = {place.rpartition("-")[0] for place in lit(text)}
    return next(card for card in re.findall(r'data-card="([a-z_]+)"', text) if card in towns)


def test_a_click_elsewhere_keeps_what_still_goes_with_it(visitor: Visitor, at_brass: str) -> None:
    card = a_town_card(visitor, at_brass)
    everywhere = lit(visitor.get(composing(at_brass, type="build")).text)
    other = next(place for place in sorted(everywhere) if not place.startswith(card))
    same = next(place for place in sorted(everywhere) if place.startswith(card))
    kept = unescape(part(visitor.get(clicked(at_brass, same, type="build", card=card)).text, "decision"))
    assert "Take back: build" in kept
    assert f"Take back: {place_name_of(visitor, at_brass, card)}" in kept
    # There the card does not go: it is put back, and the goal stays.
    text = unescape(part(visitor.get(clicked(at_brass, other, type="build", card=card)).text, "decision"))
    assert "Take back: build" in text
    assert f"Take back: {place_name_of(visitor, at_brass, card)}" not in text
    assert "Nothing that is possible" not in text
    # A goal that goes with no place is put back too.
    text = unescape(part(visitor.get(clicked(at_brass, other, type="take_loan")).text, "decision"))
    assert "Take back: take a loan" not in text


def place_name_of(visitor: Visitor, path: str, card: str) -> str:
    game = games_of(visitor.client).get(path.removeprefix("/games/")).game
    return str(game.rules.board.places[card].name)


def test_a_question_about_a_place_leaves_what_is_composed(visitor: Visitor, at_brass: str) -> None:
    card = a_town_card(visitor, at_brass)
    text = visitor.get(clicked(at_brass, "barrow-1", type="build", card=card)).text
    assert "Why not Barrow-in-Furness 1?" in text
    back = re.findall(r'href="([^"]+)"[^>]*>Back</a>', part(text, "decision"))[0]
    again = unescape(part(visitor.get(unescape(back)).text, "decision"))
    assert "Take back: build" in again


def test_many_refusals_are_told_by_town(visitor: Visitor, at_brass: str) -> None:
    text = part(visitor.get(f"{at_brass}?why=build_link").text, "decision")
    assert "Why not" in text
    text = part(visitor.get(f"{at_brass}?why=build").text, "decision")
    assert "Nearest to possible" in text
    assert len(re.findall(r"<summary>[^<]+ \(\d+\)</summary>", text)) > 5


# -- positions that come late or seldom -----------------------------------------------------------------------------------


def at_scene(visitor: Visitor, made: Scene, **options: str) -> str:
    """A table whose game begins with a position put together by hand; its address."""
    players = ("Ann", "Bob", "Cleo", "Dora")
    begun = Game.new("Brass", players, {"first_player": "seat1", **options}, "scene").timeline.setup
    games = games_of(visitor.client)
    opened = games.adopt(Game(msgspec.structs.replace(begun, origin=plain(made.state))))
    games.seating.settle(opened.id, Terms(curtain=False))
    return f"/games/{opened.id}"


def test_who_cannot_pay_is_told_what_he_owes_and_what_counters_bring(visitor: Visitor) -> None:
    made = scene(
        options={"edition": "2018"}, waiting=(), actions=1, income={"p1": 6}, cash={"p1": 1}, hands={"p1": ["bury"]}, hand_size=8,
        counters={"bolton-1": ("p1", "coal", 1), "manchester-1": ("p1", "cotton", 2), "bury-1": ("p2", "cotton", 1, -1)},
    )  # fmt: skip
    made.play("pass", card="bury")
    path = at_scene(visitor, made, edition="2018")
    text = unescape(part(visitor.get(path).text, "decision"))
    assert "Ann owes £4 for negative income and has £1." in text
    assert places(visitor.get(path).text) == {"bolton-1", "manchester-1"}
    # The mine alone brings £2, which is not enough, so the mill goes as well: 2 and 7 less the 4 that are due.
    assert re.search(r'data-place="bolton-1"[^>]*>Bolton 1<small>\+£5', text)
    assert re.search(r'data-place="manchester-1"[^>]*>Manchester 1<small>\+£3', text)
    text = unescape(part(visitor.get(composing(path, place="manchester-1")).text, "decision"))
    assert ">Confirm</button>" in text
    assert "£1 → £4" in text


def test_mines_at_the_same_distance_are_outlined_and_can_be_clicked(visitor: Visitor, rails: Scene) -> None:
    path = at_scene(visitor, rails)
    begun = {"type": "build_link", "place": "bury--rochdale"}
    page = visitor.get(composing(path, **begun)).text
    assert "Where does the coal come from?" in page
    assert {"bolton-1", "manchester-1"} <= places(page)
    assert {"bolton-1", "manchester-1"} <= lit(page)
    link = re.findall(r'href="([^"]+)"[^>]*data-place="manchester-1"', part(page, "decision"))[0]
    assert "%22coal%22%3A%5B%22manchester-1%22%5D" in unescape(link)


def test_refusals_name_pounds(visitor: Visitor) -> None:
    path = at_scene(visitor, scene(cash={"p1": 0}, hands={"p1": ["port", "coal", "wigan"]}))
    text = unescape(part(visitor.get(f"{path}?why=build").text, "decision"))
    assert re.search(r"It costs £\d+ with all cubes that must be bought; Ann has £0\.", text)
