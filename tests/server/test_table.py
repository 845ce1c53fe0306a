"""Playing through the pages: start, choose, confirm, refuse, conflict, take back, look back, come back after a restart."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from towpath.server.app import create_app
from towpath.server.settings import Settings

PARTS = {"X-Towpath-Parts": "1"}


def test_who_comes_back_finds_the_games_in_progress_first(visitor: Visitor) -> None:
    empty = visitor.get("/").text
    assert empty.index('id="start"') < empty.index('id="running"')
    visitor.sit()
    again = visitor.get("/").text
    assert again.index('id="running"') < again.index('id="start"')


def test_the_first_page_offers_every_title(visitor: Visitor) -> None:
    page = visitor.get("/").text
    assert 'href="/new/1861"' in page
    assert 'href="/new/1867"' in page


@pytest.mark.parametrize("title", ["1861", "1867"])
def test_a_title_is_set_up_with_its_options_explained(visitor: Visitor, title: str) -> None:
    page = visitor.get(f"/new/{title}").text
    assert "Stock market" in page
    assert "Limited special trains" in page
    assert "Only two 2+2" in page
    assert "Advanced: compatibility" in page
    assert 'value="18xx.games"' in page


def test_a_started_game_is_listed_with_players_round_and_turn(visitor: Visitor) -> None:
    path = visitor.sit(name="Friday night")
    page = visitor.get("/").text
    assert "Friday night" in page
    assert "Ann, Bob, Cleo" in page
    assert f'href="{path}"' in page


def test_options_reach_the_rules(visitor: Visitor) -> None:
    path = visitor.sit(**{"o.market": "grid", "o.profile": "18xx.games", "o.drop_per_sale": "off"})
    options = visitor.client.get(f"/api{path}/record").json()["options"]
    assert options["market"] == "grid"
    assert options["profile"] == "18xx.games"
    assert options["drop_per_sale"] == "off"


def test_options_of_other_player_counts_are_left_out_or_refused(visitor: Visitor) -> None:
    title = next(each for each in visitor.client.get("/api/titles").json() if each["id"] == "1861")
    short = next(each for each in title["options"] if each["players"] and 5 not in each["players"])
    five = tuple("ABCDE")
    visitor.sit("1861", five, **{f"o.{short['id']}": short["default"]})
    other = next(value["id"] for value in short["values"] if value["id"] != short["default"])
    names = {f"player{n}": name for n, name in enumerate(five, 1)}
    visitor.get("/new/1861")
    refused = visitor.post("/games", **{"title": "1861", f"o.{short['id']}": other, **names})
    assert refused.status_code == 422
    assert short["label"] in refused.text


def test_defaults_give_way_to_what_another_choice_brings(visitor: Visitor) -> None:
    untouched = {"o.bundles": "off", "o.train_exports": "off", "o.end_on_six": "off", "o.long_game": "off"}
    path = visitor.sit("1861", ("Ann", "Bob"), **{**untouched, "o.two_players": "short"})
    options = visitor.get(f"{path}/record").json()["options"]
    assert {options[name] for name in ("bundles", "train_exports", "end_on_six")} == {"on"}
    visitor.get("/new/1861")
    fields = {"player1": "Ann", "player2": "Bob", "o.two_players": "short", "o.long_game": "on"}
    refused = visitor.post("/games", title="1861", **{**untouched, **fields})
    assert refused.status_code == 422
    assert "“Long game: Yes” does not go with “End on the first 6: Yes”" in refused.text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"player1": "Ann"}, "One player is named"),
        ({"player1": "Ann", "player2": "ann "}, "same name"),
        ({"player1": "Ann", "player2": "Bob", "o.market": "circle"}, "circle"),
        ({"player1": "Ann", "player2": "Bob", "o.nonsense": "on"}, "nonsense"),
    ],
)
def test_a_faulty_set_up_is_told_and_keeps_what_was_filled_in(
    visitor: Visitor, fields: dict[str, str], words: str
) -> None:
    visitor.get("/new/1867")
    answer = visitor.post("/games", title="1867", name="My table", **fields)
    assert answer.status_code == 422
    assert words in answer.text
    assert 'value="Ann"' in answer.text
    assert 'value="My table"' in answer.text


def test_the_table_says_whose_turn_it_is_and_what_is_offered(visitor: Visitor) -> None:
    page = visitor.get(visitor.sit(**{"o.first_player": "seat1"})).text
    assert "<strong>Ann</strong>" in page
    assert 'name="n.price"' in page
    assert ">Pass<" in page
    assert "<title>Ann: " in page


def test_a_choice_shows_what_it_does_before_it_is_confirmed(visitor: Visitor) -> None:
    path = visitor.sit()
    before = visitor.length(path)
    offer = next(each for each in visitor.offered(path) if each["domains"])
    base = '{{"type":"{}","entity":"{}","target":"{}"}}'.format(
        offer["type"],
        offer["fixed"]["entity"],
        offer["fixed"]["target"],
    )
    page = visitor.get(path, params={"base": base, "n.price": str(offer["domains"][0]["least"])})
    assert page.status_code == 200
    assert "What this does" in page.text
    assert "Confirm" in page.text
    assert visitor.length(path) == before


def test_a_pass_that_only_hands_on_the_turn_is_one_click(visitor: Visitor) -> None:
    path = visitor.sit(**{"o.first_player": "seat1"})
    page = visitor.get(path).text
    form = re.search(r'<form class="at-once".*?</form>', page, re.DOTALL)
    assert form
    fields = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form[0])}
    assert visitor.post(f"{path}/act", **fields).status_code == 303
    assert visitor.length(path) == 1
    # The pass that makes somebody pay for the lot is shown before it is confirmed.
    visitor.act(path, visitor.some_action(path), 1)
    found = []
    for number in range(2, 6):
        game = visitor.client.get(f"/api{path}").json()
        action = {"type": "pass", "entity": game["to_move"][0]}
        foreseen = visitor.client.post(f"/api{path}/preview", json={"action": action}).json()
        page = visitor.get(path).text
        found.append(any(event["kind"] == "paid" for event in foreseen["events"]))
        assert ('class="at-once"' in page) != found[-1]
        visitor.act(path, action, number)
    assert set(found) == {True, False}


def test_a_confirmed_action_is_played_and_told(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get(path)
    answer = visitor.act(path, visitor.some_action(path), 0)
    assert answer.status_code == 303
    assert answer.headers["location"] == path
    assert visitor.length(path) == 1
    assert "at=0" in visitor.get(path).text


def test_parts_are_sent_to_scripts_and_those_they_have_are_not_sent_again(visitor: Visitor) -> None:
    path = visitor.sit()
    first = visitor.get(path, headers=PARTS).json()
    assert {"decision", "map", "status", "panel", "players", "history"} <= set(first["parts"])
    have = ",".join(f"{name}={part['version']}" for name, part in first["parts"].items())
    again = visitor.get(path, headers={**PARTS, "X-Towpath-Have": have}).json()
    assert all(part["html"] is None for part in again["parts"].values())
    visitor.get(path)
    played = visitor.act(path, visitor.some_action(path), 0, **{**PARTS, "X-Towpath-Have": have}).json()
    assert played["parts"]["decision"]["html"]
    assert played["parts"]["map"]["html"] is None
    assert played["url"] == path


def test_an_illegal_action_is_refused_with_its_reasons_and_changes_nothing(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get(path)
    action = visitor.some_action(path) | {"price": 7}
    answer = visitor.act(path, action, 0)
    assert answer.status_code == 422
    assert "multiples of 5" in answer.text
    assert visitor.length(path) == 0
    looked = visitor.get(
        path, params={"choice": '{{"type":"bid","entity":"{}","target":"C&SL","price":7}}'.format(action["entity"])}
    )
    assert "This is not possible" in looked.text
    assert re.search(r'<span class="rule"><a href="[^"]+"[^>]*>1867 ', looked.text)


def test_a_second_answer_to_the_same_decision_is_a_conflict(visitor: Visitor) -> None:
    """C068: the same request twice with one number of the log."""
    path = visitor.sit()
    visitor.get(path)
    action = visitor.some_action(path)
    assert visitor.act(path, action, 0).status_code == 303
    late = visitor.act(path, action, 0)
    assert late.status_code == 409
    assert "no longer open" in late.text
    assert visitor.length(path) == 1


def test_undo_and_redo(visitor: Visitor) -> None:
    path = visitor.sit()
    states = []
    for number in range(3):
        states.append(visitor.client.get(f"/api{path}").json()["state"])
        visitor.get(path)
        visitor.act(path, visitor.some_action(path), number)
    played = visitor.client.get(f"/api{path}").json()["state"]
    assert visitor.post(f"{path}/undo", after="3").status_code == 303
    assert visitor.client.get(f"/api{path}").json()["state"] == states[2]
    late = visitor.post(f"{path}/undo", after="3")
    assert late.status_code == 409
    assert "in the meantime" in late.text
    assert 'class="undone' in visitor.get(path).text
    assert visitor.post(f"{path}/redo", after="4").status_code == 303
    assert visitor.client.get(f"/api{path}").json()["state"] == played
    nothing = visitor.post(f"{path}/redo", after="5")
    assert nothing.status_code == 400
    assert "nothing to bring back" in nothing.text


def test_every_position_can_be_looked_at(visitor: Visitor) -> None:
    path = visitor.sit()
    for number in range(6):
        visitor.get(path)
        assert visitor.act(path, visitor.some_action(path), number).status_code == 303
    for number in range(6):
        page = visitor.get(path, params={"at": number}).text
        assert f"Looking back: entry {number} of 6" in page
        assert "Back to now" in page
        assert ">Confirm<" not in page
    assert "Looking back" not in visitor.get(path, params={"at": 6}).text
    assert "Looking back" not in visitor.get(path, params={"at": 999}).text


@pytest.mark.parametrize(
    "tab", ["market", "players", "log", "companies", "sheet", "trains", "tiles", "map", "nonsense"]
)
def test_every_tab_is_drawn(visitor: Visitor, tab: str) -> None:
    path = visitor.sit()
    answer = visitor.get(path, params={"tab": tab})
    assert answer.status_code == 200
    assert 'data-part="panel"' in answer.text


def test_what_is_not_offered_says_why(visitor: Visitor) -> None:
    path = visitor.sit()
    page = visitor.get(path, params={"why": "bid"}).text
    assert "Why not" in page
    assert 'class="reasons"' in page
    assert visitor.get(path, params={"why": "nonsense"}).status_code == 200


def test_a_restart_goes_on_where_it_was(visitor: Visitor, database: Path) -> None:
    path = visitor.sit()
    token_page = visitor.get(path)
    visitor.act(path, visitor.some_action(path), 0)
    state = visitor.client.get(f"/api{path}").json()["state"]
    cookies = dict(visitor.client.cookies)
    with TestClient(create_app(Settings(database=f"sqlite:///{database}"))) as again:
        again.cookies.update(cookies)
        other = Visitor(again)
        assert again.get(f"/api{path}").json()["state"] == state
        other.token = visitor.token
        assert token_page.status_code == 200
        # A page from before the restart still works: its token is good, and so is its log number.
        assert other.act(path, other.some_action(path), 1).status_code == 303


@pytest.mark.parametrize("name", ["\u202eevil", "two\nlines", "\u200b", "\u3164"])
def test_a_table_has_a_name_that_can_be_read(visitor: Visitor, name: str) -> None:
    visitor.get("/")
    path = visitor.sit_with("named", "1867", ("Ann", "Bob"))
    before = visitor.client.get(f"/api{path}").json()["game"]["name"]
    page = visitor.post(f"{path}/rename", name=name)
    api = visitor.client.patch(f"/api{path}", json={"name": name, "spectators": False})
    assert (page.status_code, api.status_code) == (400, 400)
    assert api.json()["error"] == "A table's name shows something, all in one line."
    now = visitor.client.get(f"/api{path}").json()["game"]
    assert now["name"] == before


def test_a_game_is_renamed_and_deleted(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get("/")
    assert visitor.post(f"{path}/rename", name="Sunday").status_code == 303
    assert "Sunday" in visitor.get("/").text
    assert visitor.post(f"{path}/delete").status_code == 303
    assert visitor.get(path).status_code == 200
    assert visitor.post(f"{path}/delete", sure="yes").status_code == 303
    gone = visitor.get(path)
    assert gone.status_code == 404
    assert "no such game" in gone.text


def test_two_processes_at_one_game(client: TestClient[Any], visitor: Visitor, database: Path) -> None:
    path = visitor.sit()
    visitor.get(path)
    with TestClient(create_app(Settings(database=f"sqlite:///{database}"))) as second:
        other = Visitor(second)
        other.get(path)
        action = visitor.some_action(path)
        assert other.act(path, action, 0).status_code == 303
        # The first process has the game in memory as it was; it must notice.
        assert visitor.act(path, action, 0).status_code == 409
        assert visitor.length(path) == 1
        assert visitor.act(path, visitor.some_action(path), 1).status_code == 303
        assert other.length(path) == 2


def test_a_game_is_ended_as_it_stands_and_that_can_be_undone(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get("/")
    assert visitor.post(f"{path}/end").headers["location"] == "/"
    assert visitor.post(f"{path}/end", sure="yes").headers["location"] == path
    page = visitor.get(path).text
    assert "The game is over" in page
    assert "Finished games" in visitor.get("/").text
    assert visitor.post(f"{path}/end", sure="yes").status_code == 400
    assert visitor.post(f"{path}/undo", after=str(visitor.length(path))).status_code == 303
    assert "The game is over" not in visitor.get(path).text


def test_hexes_say_why_nothing_can_be_laid(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get(path)
    number = 0
    while not any(offer["type"] == "lay_tile" for offer in visitor.offered(path)):
        assert visitor.act(path, visitor.some_action(path), number).status_code == 303
        number += 1
        assert number < 200
    offered = {
        row[0] for offer in visitor.offered(path) for domain in offer["domains"] for row in domain.get("rows", [])
    }
    assert offered
    for hex_id in ("A7", "C3", "H10", "L12", "E17"):
        if hex_id not in offered:
            page = visitor.get(path, params={"why": hex_id}).text
            assert "Why not" in page
            assert '<ul class="reasons"><li>' in page, hex_id
    here = next(iter(offered))
    strip = visitor.get(path, params={"hex": here}).text
    assert f'data-strip="{here}"' in strip
    assert 'class="turn"' in strip
