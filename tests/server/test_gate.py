"""The gate: who asks, for whom he may act, and what he sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.kernel import fair
from tests.server.sitting import Guest, Seats, choice
from towpath.api import Game, titles
from towpath.kernel.moments import Node, changed
from towpath.server import table_page
from towpath.server.app import create_app
from towpath.server.database import Database
from towpath.server.games import OpenGame
from towpath.server.gate import Access
from towpath.server.looking import Asked, Look
from towpath.server.recording import record_bytes
from towpath.server.seating import Seating, Table
from towpath.server.settings import Settings
from towpath.server.terms import Terms

FAIR = "Lantern Fair"


@pytest.fixture
def public(database: Path) -> Iterator[TestClient[Any]]:
    """A table that strangers reach."""
    settings = Settings(database=f"sqlite:///{database}")
    with TestClient(create_app(settings), raise_server_exceptions=False) as opened:
        yield opened


@pytest.fixture
def registered() -> Iterator[None]:
    titles.register(FAIR, fair.compose)
    yield
    titles._LOADERS.pop(FAIR)


# -- who asks -------------------------------------------------------------------------------------------------------------


def test_a_link_takes_the_seat_for_this_browser(public: TestClient[Any]) -> None:
    table = Seats(public)
    seat, action = table.some_action()
    visitor = table.browser(seat)
    page = visitor.get(table.path, params={"choice": choice(action)}).text
    assert ">Confirm<" in page
    assert visitor.act(table.path, action, 0).status_code == 303
    assert visitor.length(table.path) == 1


def test_several_devices_hold_one_seat_and_one_answer_counts(public: TestClient[Any]) -> None:
    table = Seats(public)
    seat, action = table.some_action()
    desk, phone = table.browser(seat), table.browser(seat)
    desk.get(table.path)
    phone.get(table.path)
    assert desk.act(table.path, action, 0).status_code == 303
    late = phone.act(table.path, action, 0)
    assert late.status_code == 409
    assert "Nothing was done" in late.text
    assert desk.length(table.path) == 1


def test_acting_for_another_seat_is_refused_with_what_to_do(public: TestClient[Any]) -> None:
    table = Seats(public)
    seat, action = table.some_action()
    other = next(each for each in ("p1", "p2", "p3") if each != seat)
    for who in (other, None):
        visitor = table.browser(who)
        page = visitor.get(table.path, params={"choice": choice(action)}).text
        assert ">Confirm<" not in page
        answer = visitor.act(table.path, action, 0)
        assert answer.status_code == 403
        assert "open the link to that seat" in answer.text
        by_program = table.guest(who).post(f"{table.path}/act", action=action)
        assert by_program.status_code == 403
        assert "open the link to that seat" in by_program.json()["error"]
        assert table.guest(who).post(f"{table.path}/act", action=action, seat=seat).status_code == 403
    assert table.guest(None).get(table.path).json()["number"] == 0


def test_offers_are_shown_to_the_seat_they_are_made_to(public: TestClient[Any]) -> None:
    table = Seats(public)
    seat, _ = table.some_action()
    assert table.guest(seat).get(f"{table.path}/offers").json()["offers"]
    for other in ({"", "p1", "p2", "p3"} - {seat}) | {None}:
        assert table.guest(other).get(f"{table.path}/offers").json()["offers"] == []


def test_undo_is_for_players(public: TestClient[Any]) -> None:
    table = Seats(public)
    seat, action = table.some_action()
    assert table.guest(seat).post(f"{table.path}/act", action=action).status_code == 200
    assert table.guest(None).post(f"{table.path}/undo").status_code == 403
    assert table.guest("").post(f"{table.path}/undo").status_code == 403
    assert table.guest(seat).post(f"{table.path}/undo").status_code == 200
    assert public.get(f"/api{table.path}/record").json()["log"][-1] == {"entry": "undo", "by": seat}


@pytest.mark.parametrize("token", ["nonsense", "x" * 400, "é"])
def test_a_token_that_opens_nothing_says_so(public: TestClient[Any], token: str) -> None:
    table = Seats(public)
    visitor = table.browser()
    page = visitor.get(f"/seat/{token}")
    assert page.status_code == 401
    assert "a newer one may have been sent out" in page.text
    answer = public.get(f"/api{table.path}", headers={"Authorization": f"Bearer {token}".encode()})
    assert answer.status_code == 401


def test_a_token_of_one_table_opens_no_other(public: TestClient[Any]) -> None:
    table, other = Seats(public), Seats(public)
    assert Guest(public, other.tokens["p1"]).get(table.path).status_code == 401
    visitor = other.browser("p1")
    _, action = table.some_action()
    visitor.get(table.path)
    assert visitor.act(table.path, action, 0).status_code == 403


def test_a_program_that_only_looks_at_a_link_takes_no_seat(public: TestClient[Any], database: Path) -> None:
    table = Seats(public)
    public.cookies.clear()
    looked = public.get(table.links["p1"], follow_redirects=False)
    assert looked.status_code == 303
    public.cookies.clear()
    again = public.get(looked.headers["location"], follow_redirects=False)
    assert again.status_code == 403
    assert "keeps no cookies" in again.text
    seating = Seating(Database(f"sqlite:///{database}"))
    assert seating.places(table.id)["p1"].since is None
    table.browser("p1")
    assert seating.places(table.id)["p1"].since is not None


def test_a_forged_cookie_is_nobody(public: TestClient[Any]) -> None:
    table = Seats(public)
    visitor = table.browser("p1")
    name = next(cookie for cookie in visitor.client.cookies if cookie.startswith("towpath_id"))
    known = visitor.client.cookies[name]
    assert "HttpOnly" in visitor.client.get("/").headers["set-cookie"]
    stranger = table.browser()
    forged = ("0" if known[-1] != "0" else "1").join((known[:-1], ""))
    for value in (forged, known.split(".")[0], ""):
        stranger.client.cookies.clear()
        stranger.client.cookies.set(name, value)
        assert stranger.client.get(f"/api{table.path}/offers").json()["offers"] == []


def test_tokens_are_kept_as_hashes_only(public: TestClient[Any], database: Path) -> None:
    table = Seats(public)
    kept = b"".join(path.read_bytes() for path in database.parent.iterdir())
    assert table.id.encode() in kept
    for token in table.tokens.values():
        assert token.encode() not in kept


def test_a_table_without_spectators_shows_strangers_nothing(public: TestClient[Any]) -> None:
    table = Seats(public, spectators=False)
    for address in (table.path, f"{table.path}/record", f"/api{table.path}", f"/api{table.path}/record"):
        refused = table.browser().get(address)
        assert refused.status_code == 403
        assert "Only those who sit at this table" in refused.text
    assert table.browser("p2").get(table.path).status_code == 200
    assert table.guest("").get(table.path).status_code == 200


# -- what he sees ---------------------------------------------------------------------------------------------------------


def looked(game: Game, seats: tuple[str, ...]) -> Look:
    table = Table(id="fair", name="", terms=Terms(sitting="seats"), length=game.number)
    return Look(OpenGame("fair", "Fair", game), Asked(), Access(table=table, seats=seats))


def shown(game: Game, seats: tuple[str, ...], at: int | None = None) -> list[object]:
    """All that leaves the server for somebody with these seats."""
    look = looked(game, seats)
    other = next(seat for seat in ("p1", "p2", "p3") if seat not in seats)
    guesses = [{"type": "lay_card", "entity": other, "card": card} for card in range(0, 36, 5)]
    answers = []
    for guess in guesses:
        tried = Look(look.opened, Asked(choice=guess), look.access)
        answers.append((tried.preview(guess).reasons, tried.against(guess)))
        answers.append(table_page.page(tried, "token"))
    pages = [table_page.page(Look(look.opened, Asked(at=at, tab=tab), look.access), "token") for tab in ("act", "log")]
    whys = [
        table_page.page(Look(look.opened, Asked(why=kind), look.access), "token") for kind in ("lay_card", "sit_out")
    ]
    offers = [offer.described() for offer in look.offers]
    return [pages, whys, answers, offers, record_bytes(look), look.state, look.rules.scores(look.state)]


@pytest.mark.parametrize("seed", range(6))
def test_nothing_of_what_a_seat_may_not_know_leaves_the_server(registered: None, seed: int) -> None:
    """Two games that differ only in others' hands, cards laid face down, the deck and chance look alike to a seat."""
    rng = Random(seed)
    game = Game.new(FAIR, ["Ann", "Bob", "Cleo"], seed=str(seed))
    for _ in range(2 + 2 * seed):
        if not game.is_over:
            game.play(game.sample(rng))
    if game.is_over:
        game.undo()
    for seats in ((), ("p1",), ("p2",)):
        viewer = seats[0] if seats else None
        twin = game.what_if()
        last = twin.timeline._moments[-1]
        state = fair.scramble(last.node.state, viewer, rng)
        node = Node(last.node.number, state, last.node.parent, last.node.depth)
        twin.timeline._moments[-1] = changed(last, node=node)
        assert shown(twin, seats) == shown(game, seats)


def test_others_secret_actions_and_the_seed_stay_inside_until_the_end(
    registered: None, public: TestClient[Any]
) -> None:
    table = Seats(public, FAIR, players=["Ann", "Bob"], seed="a seed to keep")
    laid: dict[str, dict[str, Any]] = {}
    for seat in ("p1", "p2"):
        offers = table.guest(seat).get(f"{table.path}/offers").json()["offers"]
        laid[seat] = {"type": "lay_card", "entity": seat, "card": offers[0]["domains"][0]["values"][0]}
        if seat == "p1":
            assert table.guest(seat).post(f"{table.path}/act", action=laid[seat]).status_code == 200
    own = table.guest("p1").get(f"{table.path}/record").json()
    assert own["log"][0]["action"] == laid["p1"]
    for who in ("p2", "", None):
        answer = table.guest(who).get(f"{table.path}/record")
        assert "a seed to keep" not in answer.text
        told = answer.json()["log"][0]
        assert "action" not in told
        assert "laid_card" not in answer.text.replace("laid card", "laid_card")
        page = table.browser(who).get(table.path, params={"tab": "log"}).text
        assert "laid card" not in page
    again = public.post("/api/games/import", json=own)
    assert again.status_code == 400
    assert "transcript" in again.json()["error"]
    assert table.guest("").post(f"{table.path}/end").status_code == 200
    whole = table.guest(None).get(f"{table.path}/record").json()
    assert whole["seed"] == "a seed to keep"
    assert whole["log"][0]["action"] == laid["p1"]


def test_a_title_that_hides_nothing_shows_everybody_everything(public: TestClient[Any]) -> None:
    table = Seats(public)
    seat, action = table.some_action()
    other = next(each for each in ("p1", "p2", "p3") if each != seat)
    tried = table.guest(other).post(f"{table.path}/preview", action=action).json()
    assert tried["legal"]
    assert msgspec.json.decode(table.guest(None).get(f"{table.path}/record").content)["seed"] == "seats"
