"""What somebody may not know changes not one byte of what the server answers him: pages, files, the API and its questions."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server import hidden
from tests.server.conftest import Visitor, written
from tests.server.sitting import Seats


@pytest.mark.parametrize(("seat", "entries"), [("p1", 38), ("p3", 9), (None, 38), ("", 0)])
def test_a_seat_a_spectator_and_the_host(client: TestClient[Any], entries: int, seat: str | None) -> None:
    table = Seats(
        client, "Brass", clocks=False, players=hidden.PLAYERS, options={"edition": "2018"} if entries == 9 else {}
    )
    games = hidden.games_of(client)
    hidden.play_on(games, table.id, entries)
    browser, guest, name = table.browser(seat), table.guest(seat), seat or ""
    offers = guest.get(f"{table.path}/offers").json()["offers"]
    other = "p2"
    theirs = table.guest(other).get(f"{table.path}/offers").json()["offers"]

    def ask() -> dict[str, bytes]:
        found = {each: browser.get(each).content for each in hidden.pages(table.path, entries + 1, offers or theirs)}
        for each in hidden.questions(table.path, entries + 1, name):
            found[each] = client.get(each, headers=guest.headers).content
        for offer in [*offers, *theirs]:
            answer = guest.post(f"{table.path}/preview", action=written(offer))
            found[f"preview {written(offer)}"] = answer.content
        return found

    hidden.same(ask, games, table.id, seat or None)


def test_what_another_keeps_for_himself(client: TestClient[Any]) -> None:
    table = Seats(client, "Brass", clocks=False, players=hidden.PLAYERS)
    ann, bob = table.browser("p1"), table.browser("p2")
    addresses = [*hidden.pages(table.path, 1, []), *hidden.questions(table.path, 1, "p1")]
    known = [ann.get(each).content for each in addresses]
    bob.get(table.path)
    assert bob.post(f"{table.path}/notes", text="a note of Bob's").status_code == 303
    assert bob.post(f"{table.path}/plans", name="a plan of Bob's").status_code == 303
    offered = table.guest("p2").get(f"{table.path}/programs").json()["offers"]
    for offer in offered:
        if offer["type"] == "pass":
            table.guest("p2").post(f"{table.path}/programs", program=written(offer))
    assert [ann.get(each).content for each in addresses] == known


@pytest.mark.parametrize("entries", [0, 38])
def test_a_shared_screen_before_anybody_says_that_he_is_there(visitor: Visitor, entries: int) -> None:
    path = visitor.sit_with("shared", "Brass", hidden.PLAYERS, curtain=True, clocks=False)
    game_id, games = path.removeprefix("/games/"), hidden.games_of(visitor.client)
    hidden.play_on(games, game_id, entries)
    offers = games.get(game_id).game.offers()
    described = [offer.described() for offer in offers]

    def ask() -> dict[str, bytes]:
        addresses = [*hidden.pages(path, entries + 1, described), *hidden.questions(path, entries + 1, "")]
        return {each: visitor.get(each).content for each in addresses}

    hidden.same(ask, games, game_id, None)


@pytest.mark.parametrize("seat", ["p1", "p2"])
def test_a_shared_screen_with_one_player_at_it(visitor: Visitor, seat: str) -> None:
    path = visitor.sit_with("shared", "Brass", hidden.PLAYERS, curtain=True, clocks=False)
    game_id, games = path.removeprefix("/games/"), hidden.games_of(visitor.client)
    hidden.play_on(games, game_id, 14)
    visitor.get(path)
    assert visitor.post(f"{path}/screen", seat=seat).status_code == 303
    offers = [offer.described() for offer in games.get(game_id).game.offers()]

    def ask() -> dict[str, bytes]:
        addresses = [*hidden.pages(path, 15, offers), *hidden.questions(path, 15, "")]
        return {each: visitor.get(each).content for each in addresses}

    hidden.same(ask, games, game_id, seat)


def test_the_answers_do_hold_what_a_seat_may_know(client: TestClient[Any]) -> None:
    """The changes of this suite are seen where they may be, or it would prove nothing."""
    table = Seats(client, "Brass", clocks=False, players=hidden.PLAYERS)
    games = hidden.games_of(client)
    hands = games.get(table.id).game.state.hands
    page = table.guest("p1").get(table.path).json()["state"]
    assert tuple(page["hands"]["p1"]) == hands["p1"]
    with hidden.otherwise(games, table.id, "p2"):
        assert tuple(table.guest("p1").get(table.path).json()["state"]["hands"]["p1"]) != hands["p1"]
