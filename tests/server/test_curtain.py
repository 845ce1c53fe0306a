"""The curtain between players on one screen: what one holds is shown after he has said that he is there, and to nobody else."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.server import hidden
from tests.server.conftest import Visitor, written

PLAYERS = ("Ann", "Bob", "Cleo", "Dora")


@pytest.fixture
def path(visitor: Visitor) -> str:
    """A game of Brass on one screen that has just begun."""
    return visitor.sit_with("curtain", "Brass", PLAYERS, curtain=True)


def to_move(visitor: Visitor, path: str) -> str:
    (seat,) = visitor.client.get(f"/api{path}").json()["to_move"]
    return str(seat)


def hand(visitor: Visitor, path: str, seat: str) -> set[str]:
    """The kinds of cards that a seat holds."""
    game = hidden.games_of(visitor.client).get(path.removeprefix("/games/")).game
    return set(game.state.hands[seat])


def shown(text: str) -> set[str]:
    """The cards that a page shows in a hand or to choose from."""
    return set(re.findall(r'data-card="([a-z_]+)"', text))


def there(visitor: Visitor, path: str, seat: str) -> str:
    """Say that a player is at the screen; the page that he then sees."""
    visitor.get(path)
    assert visitor.post(f"{path}/screen", seat=seat).status_code == 303
    return visitor.get(path).text


def pass_turn(visitor: Visitor, path: str, seat: str) -> None:
    offers = visitor.client.get(f"/api{path}/offers?seat={seat}").json()["offers"]
    action = written(next(each for each in offers if each["type"] == "pass"))
    assert visitor.act(path, action, visitor.length(path)).status_code == 303


def test_the_screen_is_handed_over_before_a_hand_is_shown(visitor: Visitor, path: str) -> None:
    seat = to_move(visitor, path)
    name = PLAYERS[int(seat[1:]) - 1]
    page = unescape(visitor.get(path).text)
    assert f"Hand the screen to {name}." in page
    assert f">I am {name}</button>" in page
    assert shown(page) == set()
    assert shown(there(visitor, path, seat)) == hand(visitor, path, seat)


def test_the_curtain_falls_when_the_decision_passes_to_another(visitor: Visitor, path: str) -> None:
    first = to_move(visitor, path)
    there(visitor, path, first)
    pass_turn(visitor, path, first)
    second = to_move(visitor, path)
    assert second != first
    page = unescape(visitor.get(path).text)
    assert "Hand the screen to" in page
    assert shown(page) == set()
    # Nor does it rise for whoever takes back what the one before has done.
    assert visitor.post(f"{path}/undo", after=str(visitor.length(path))).status_code == 303
    assert to_move(visitor, path) == first
    assert shown(visitor.get(path).text) == set()


def test_whoever_goes_on_deciding_goes_on_seeing_his_hand(visitor: Visitor, path: str) -> None:
    for _ in range(4):
        seat = to_move(visitor, path)
        there(visitor, path, seat)
        pass_turn(visitor, path, seat)
    seat = to_move(visitor, path)
    there(visitor, path, seat)
    pass_turn(visitor, path, seat)
    assert to_move(visitor, path) == seat
    assert shown(visitor.get(path).text) == hand(visitor, path, seat)


def test_the_answer_to_the_last_action_of_a_turn_shows_no_hand_any_more(visitor: Visitor, path: str) -> None:
    seat = to_move(visitor, path)
    there(visitor, path, seat)
    offers = visitor.client.get(f"/api{path}/offers?seat={seat}").json()["offers"]
    action = written(next(each for each in offers if each["type"] == "pass"))
    parts = visitor.act(path, action, 0, **{"x-towpath-parts": "1"}).json()["parts"]
    assert all(shown(part["html"]) == set() for part in parts.values())
    assert "Hand the screen to" in parts["decision"]["html"]


@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_looking_back_shows_no_other_hand(visitor: Visitor, path: str, at: int) -> None:
    for _ in range(4):
        seat = to_move(visitor, path)
        there(visitor, path, seat)
        pass_turn(visitor, path, seat)
    assert shown(visitor.get(f"{path}?at={at}").text) == set()
    state = visitor.client.get(f"/api{path}?at={at}").json()["state"]
    assert {card for cards in state["hands"].values() for card in cards} == {"?"}
    seat = to_move(visitor, path)
    there(visitor, path, seat)
    then = hidden.games_of(visitor.client).get(path.removeprefix("/games/")).game.position(at).hands[seat]
    assert shown(visitor.get(f"{path}?at={at}").text) == set(then)


def test_who_waits_may_look_at_his_own_hand_and_do_nothing(visitor: Visitor, path: str) -> None:
    seat = to_move(visitor, path)
    other = next(each for each in ("p1", "p2") if each != seat)
    page = there(visitor, path, other)
    assert shown(page) == hand(visitor, path, other)
    assert "data-goal" not in page
    assert "Hand the screen to" in unescape(page)
    offers = visitor.client.get(f"/api{path}/offers?seat={seat}").json()["offers"]
    assert visitor.act(path, written(offers[0]), 0).status_code == 403
    assert visitor.length(path) == 0


def test_a_hand_is_hidden_by_a_press(visitor: Visitor, path: str) -> None:
    seat = to_move(visitor, path)
    assert "Hide what I hold" in there(visitor, path, seat)
    page = there(visitor, path, "")
    assert shown(page) == set()
    assert "Hide what I hold" not in page


@pytest.mark.parametrize("seat", ["p9", "nobody", "p1 "])
def test_nobody_else_can_be_at_the_screen(visitor: Visitor, path: str, seat: str) -> None:
    visitor.get(path)
    answer = visitor.post(f"{path}/screen", seat=seat)
    assert answer.status_code == 422
    assert "No person plays this seat." in unescape(answer.text)


def test_what_one_had_in_hand_is_not_found_by_going_back(visitor: Visitor, path: str) -> None:
    seat = to_move(visitor, path)
    card = min(hand(visitor, path, seat))
    begun = msgspec.json.encode({"type": "pass", "card": card}).decode()
    there(visitor, path, seat)
    assert "Confirm" in visitor.get(path, params={"begun": begun}).text
    there(visitor, path, "")
    answer = visitor.client.get(path, params={"begun": begun}, headers={"x-towpath-parts": "1"})
    assert "begun" not in answer.json()["url"]
    assert card not in answer.json()["parts"]["decision"]["html"]


def test_pages_are_not_kept_by_the_browser(visitor: Visitor, path: str) -> None:
    there(visitor, path, to_move(visitor, path))
    answer = visitor.get(path)
    assert answer.headers["cache-control"] == "no-store"
    assert 'data-curtain="yes"' in answer.text


def test_another_browser_has_a_curtain_of_its_own(visitor: Visitor, path: str) -> None:
    seat = to_move(visitor, path)
    there(visitor, path, seat)
    other = Visitor(TestClient(visitor.client.app, raise_server_exceptions=False))
    assert shown(other.get(path).text) == set()
    assert shown(visitor.get(path).text) == hand(visitor, path, seat)


def test_a_running_game_is_downloaded_without_its_secrets(visitor: Visitor, path: str) -> None:
    for address in (f"{path}/record", f"/api{path}/record"):
        told = visitor.client.get(address).json()
        assert told["transcript"] == 1
        assert "seed" not in told
        assert told["seat"] is None
    there(visitor, path, "p2")
    assert visitor.client.get(f"{path}/record").json()["seat"] == "p2"


def test_notes_are_those_of_whoever_is_at_the_screen(visitor: Visitor, path: str) -> None:
    there(visitor, path, "p1")
    assert visitor.post(f"{path}/notes", text="Ann's thoughts").status_code == 303
    assert "Ann&#39;s thoughts" in visitor.get(path).text
    for seat in ("p2", ""):
        assert "thoughts" not in there(visitor, path, seat)
    assert "Ann&#39;s thoughts" in there(visitor, path, "p1")


def test_plans_are_those_of_whoever_is_at_the_screen(visitor: Visitor, path: str) -> None:
    seat = to_move(visitor, path)
    there(visitor, path, seat)
    answer = visitor.post(f"{path}/plans", name="A daring plan")
    plan = str(answer.headers["location"])
    assert shown(visitor.get(plan).text) == hand(visitor, path, seat)
    assert "A daring plan" in visitor.get(f"{path}/seats").text
    for other in ("", "p1" if seat != "p1" else "p2"):
        there(visitor, path, other)
        assert visitor.get(plan).status_code == 404
        assert visitor.get(f"{plan}/record").status_code == 404
        assert "A daring plan" not in visitor.get(f"{path}/seats").text
    there(visitor, path, seat)
    assert visitor.get(plan).status_code == 200


@pytest.mark.parametrize("bots", [(), PLAYERS[1:]], ids=["four at one screen", "one against bots"])
def test_what_was_kept_behind_the_curtain_is_there_when_the_game_is_over(
    visitor: Visitor, bots: tuple[str, ...]
) -> None:
    path = visitor.sit_with("curtain", "Brass", PLAYERS, curtain=True, bots=dict.fromkeys(bots, "random"))
    there(visitor, path, "p1")
    assert visitor.post(f"{path}/notes", text="Ann's thoughts").status_code == 303
    plan = str(visitor.post(f"{path}/plans", name="A daring plan").headers["location"])
    assert visitor.post(f"{path}/end", sure="yes").status_code == 303
    page = unescape(visitor.get(f"{path}?tab=log").text)
    assert "What Ann wrote behind the curtain" in page
    assert "Ann's thoughts" in page
    assert visitor.client.get(f"/api{path}/notes").json() == {"text": "", "behind": {"p1": "Ann's thoughts"}}
    assert "A daring plan" in visitor.get(f"{path}/seats").text
    assert visitor.get(plan).status_code == 200


def test_programs_are_those_of_whoever_is_at_the_screen(visitor: Visitor, path: str) -> None:
    there(visitor, path, "p1")
    offers = visitor.client.get(f"/api{path}/programs").json()
    assert offers["seat"] == "p1"
    there(visitor, path, "")
    assert visitor.client.get(f"/api{path}/programs").status_code == 403


def test_programs_of_other_makers_name_the_seat_they_ask_for(client: TestClient[Any]) -> None:
    started = client.post("/api/games", json={"title": "Brass", "players": PLAYERS, "seed": "curtain"}).json()
    path = f"/api/games/{started['game']['id']}"
    assert all(card == "?" for cards in started["state"]["hands"].values() for card in cards)
    assert client.get(f"{path}/offers").json()["offers"] == []
    (seat,) = started["to_move"]
    hands = client.get(path, params={"seat": seat}).json()["state"]["hands"]
    assert "?" not in hands[seat]
    assert all(set(cards) == {"?"} for other, cards in hands.items() if other != seat)
    offer = client.get(f"{path}/offers", params={"seat": seat}).json()["offers"][0]
    assert client.post(f"{path}/preview", json={"action": written(offer), "seat": seat}).json()["legal"]
    played = client.post(f"{path}/act", json={"action": written(offer), "seat": seat})
    assert played.status_code == 200
    assert "?" not in played.json()["state"]["hands"][seat]


def test_a_bot_never_shows_its_hand(client: TestClient[Any]) -> None:
    fields = {"title": "Brass", "players": ["Ann", "Robot", "Robert"], "seed": "bots"}
    fields["bots"] = {"Robot": "random", "Robert": "random"}
    path = f"/api/games/{client.post('/api/games', json=fields).json()['game']['id']}"
    for seat in ("p2", "p3", None):
        hands = client.get(path, params={"seat": seat} if seat else {}).json()["state"]["hands"]
        assert set(hands["p2"]) == set(hands["p3"]) == {"?"}
    assert "transcript" in client.get(f"{path}/record").json()
    # One who plays against bots alone has nobody to hide his hand from.
    assert "?" not in client.get(path).json()["state"]["hands"]["p1"]
    assert "Hand the screen to" not in client.get(path.removeprefix("/api")).text


def test_the_curtain_can_be_taken_away_and_hung_again(visitor: Visitor, path: str) -> None:
    seat = to_move(visitor, path)
    page = visitor.get(f"{path}/seats").text
    assert re.search(r'name="curtain"[^>]* checked', page)
    assert visitor.post(f"{path}/terms", listed="yes").status_code == 303
    assert shown(visitor.get(path).text) == hand(visitor, path, seat)
    assert "Hand the screen" not in visitor.get(path).text
    assert visitor.post(f"{path}/terms", listed="yes", curtain="yes").status_code == 303
    assert shown(visitor.get(path).text) == set()


def test_the_form_offers_it_where_something_is_hidden(visitor: Visitor) -> None:
    assert re.search(r'name="curtain"[^>]* checked', visitor.get("/new/Brass").text)
    assert 'name="curtain"' not in visitor.get("/new/1867").text
    shared = visitor.sit("Brass", PLAYERS, curtain="yes")
    assert "Hand the screen to" in unescape(visitor.get(shared).text)
    assert "Hand the screen to" not in visitor.get(visitor.sit("Brass", PLAYERS)).text
    assert "Hand the screen to" not in visitor.get(visitor.sit("1867")).text


def test_a_table_with_links_has_no_screen_to_hand_round(visitor: Visitor) -> None:
    fields = {"title": "Brass", "players": PLAYERS, "seed": "links", "sitting": "seats"}
    started = visitor.client.post("/api/games", json=fields).json()
    path = f"/games/{started['game']['id']}"
    visitor.get("/new/Brass")
    assert visitor.post(f"{path}/screen", seat="p1").status_code == 422


def test_everything_is_shown_when_the_game_is_over(visitor: Visitor, path: str) -> None:
    visitor.get(path)
    assert visitor.post(f"{path}/end", sure="yes").status_code == 303
    assert "seed" in visitor.client.get(f"{path}/record").json()
    assert "Hand the screen to" not in unescape(visitor.get(path).text)
