"""Trying things out by the API: what a company could do, and runs changed stop by stop, with the answers of the page."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.api.test_sandbox import until
from tests.server import hidden
from tests.server.conftest import written
from tests.server.sitting import Seats, choice
from tests.server.test_runs_on_the_page import about_to_run
from tests.server.test_trial import lays
from towpath.api import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return until("1867", "run_routes")


@pytest.fixture(scope="module")
def running() -> Game:
    """A game in which runs are on offer that earn something."""
    return about_to_run("1867")


def _best(game: Game) -> dict[str, Any]:
    offer = next(offer for offer in game.offers() if offer.type == "run_routes")
    return dict(game.timeline.codec.plain(next(offer.actions(0))))


def _opened(client: TestClient[Any], game: Game) -> str:
    record: dict[str, Any] = game.timeline.codec.plain(game.record)
    return f"/api/games/{client.post('/api/games/import', json=record).json()['game']['id']}"


def test_what_a_company_could_lay_and_earn_then(client: TestClient[Any], game: Game) -> None:
    path = _opened(client, game)
    number, company, action = lays(game, game.number)
    asked: dict[str, Any] = {"company": company, "step": "track", "at": number}
    told = client.get(f"{path}/trial", params=asked).json()
    assert told["company"] == company
    assert told["step"] == "track"
    assert company in told["companies"]
    lay = next(offer for offer in told["offers"] if offer["type"] == "lay_tile")
    tried = client.post(f"{path}/trial", json={**asked, "action": written(lay), "find": True}).json()
    assert tried["legal"]
    assert any("is laid on" in sentence for sentence in tried["told"])
    assert tried["state"]["tiles"] != client.get(path, params={"at": number}).json()["state"]["tiles"]
    box = game.sandbox(company, number)
    best = box.best(game.action(written(lay)))
    assert (tried["after"] is None) == (best is None)
    assert best is None or tried["after"]["proved"] == best.proved
    refused = client.post(f"{path}/trial", json={**asked, "action": {**action, "hex": "ZZ99"}}).json()
    assert not refused["legal"]
    assert refused["reasons"][0]["sentence"]
    assert refused["state"] is None
    assert client.get(f"{path}/log").json()["number"] == game.number


def test_the_best_runs_of_a_company_and_why_a_hex_takes_nothing(client: TestClient[Any], game: Game) -> None:
    path = _opened(client, game)
    (company,) = game.engine.actors(game.state)
    told = client.get(f"{path}/trial", params={"company": company, "step": "run", "find": True}).json()
    best = game.sandbox(company).best()
    assert best is not None
    assert told["best"]["proved"] is best.proved
    assert told["best"]["revenue"] == sum(
        event.data["revenue"] for event in best.glimpse.events if event.kind == "train_ran"
    )
    number, company, _ = lays(game, game.number)
    asked = {"company": company, "step": "track", "at": number, "about": "D2"}
    assert client.get(f"{path}/trial", params=asked).json()["reasons"]


@pytest.mark.parametrize("wrong", [{"company": "nobody"}, {"step": "nonsense"}, {"at": 10**6}])
def test_what_cannot_be_tried_is_refused_with_what_can(
    client: TestClient[Any], game: Game, wrong: dict[str, Any]
) -> None:
    answer = client.get(f"{_opened(client, game)}/trial", params=wrong)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_where_anything_is_secret_nothing_can_be_tried(client: TestClient[Any]) -> None:
    table = Seats(client, "Brass", players=hidden.PLAYERS)
    told = table.guest("p1").get(f"{table.path}/trial", company="p1", find=True).json()
    assert told == {
        "number": 0, "companies": [], "company": "", "step": "", "steps": [], "offers": [], "best": None, "reasons": [],
    }  # fmt: skip
    tried = table.guest("p1").post(f"{table.path}/trial", company="p1", action={"type": "pass", "entity": "p1"})
    assert tried.status_code == 400
    assert table.guest("p1").post(f"{table.path}/runs", action={"entity": "p1", "runs": []}).status_code == 400


def test_runs_are_changed_stop_by_stop_and_compared_with_the_best(client: TestClient[Any], running: Game) -> None:
    game, path, best = running, _opened(client, running), _best(running)
    run = best["runs"][0]

    def tapped(stop: str, action: dict[str, Any] = best, find: bool = True) -> dict[str, Any]:
        asked = {"action": action, "train": run["train"], "tap": stop, "find": find}
        answer = client.post(f"{path}/runs", json=asked)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    whole = tapped("")
    assert whole["action"]["runs"] == best["runs"]
    assert (whole["revenue"], whole["proved"], whole["reasons"]) == (whole["best"], True, [])
    assert whole["revenue"] == sum(each["revenue"] for each in whole["runs"])
    shorter = tapped(run["stops"][0])
    assert shorter["action"]["runs"][0]["stops"] == run["stops"][1:]
    assert shorter["revenue"] < shorter["best"]
    assert run["stops"][0] in shorter["next"]
    again = tapped(run["stops"][0], shorter["action"], find=False)
    assert sorted(again["action"]["runs"][0]["stops"]) == sorted(run["stops"])
    assert again["best"] is None
    assert tapped("clear")["action"]["runs"] == best["runs"][1:]
    assert "No free track leads" in tapped("O7")["problem"]
    assert "no stop to run to" in tapped("<b>")["problem"]
    found = client.get(f"{path}/offers", params={"find": True}).json()["offers"]
    (domain,) = next(each for each in found if each["type"] == "run_routes")["domains"]
    assert domain["proved"] is True
    assert client.get(f"{path}/log").json()["number"] == game.number


def test_what_holds_no_runs_is_refused(client: TestClient[Any], running: Game) -> None:
    best, path = _best(running), _opened(client, running)
    without = {name: value for name, value in best.items() if name != "runs"}
    wrong: list[dict[str, Any]] = [
        {"action": without},
        {"action": {**without, "runs": "all"}},
        {"action": {**best, "entity": "nobody"}},
        {"action": {**best, "runs": [{"train": "x-1", "stops": [], "ways": []}]}},
        {"action": best, "train": "x-1"},
        {"action": best, "tap": "D2/0"},
    ]
    for each in wrong:
        answer = client.post(f"{path}/runs", json=each)
        assert answer.status_code == 400, each
        assert answer.json()["error"]


def test_the_runs_of_another_cannot_be_changed(client: TestClient[Any], running: Game) -> None:
    game, path = running, _opened(client, running)
    links = client.post(f"{path}/links", json={}).json()
    (company,) = game.engine.actors(game.state)
    owner = game.rules.controller(game.state, company)
    best = _best(game)
    for link in links:
        headers = {"Authorization": f"Bearer {link['token']}"}
        answer = client.post(f"{path}/runs", json={"action": best}, headers=headers)
        assert answer.status_code == (200 if link["seat"] == owner else 400), answer.text


def test_runs_that_fit_nothing_are_looked_at_all_the_same(client: TestClient[Any], running: Game) -> None:
    """As many ways as anybody likes, stops that there are not: they are told, with the reasons against them."""
    best, path = _best(running), _opened(client, running)
    run = best["runs"][0]
    for stops, tap in product(
        ([], ["ZZ/9"], ["D2/0", "D2/0", "F8/0"], run["stops"]), ("", "D2", "clear", run["stops"][0])
    ):
        odd = {**run, "stops": stops, "ways": [["D2"]] * 7}
        asked = {"action": {**best, "runs": [odd]}, "train": run["train"], "find": True}
        answer = client.post(f"{path}/runs", json={**asked, "tap": tap})
        assert answer.status_code == 200, (stops, tap)
        assert answer.json()["reasons"] or answer.json()["action"]["runs"][:1] != [odd]
        page = {"choice": choice(asked["action"]), "edit": run["train"], "tap": tap}
        assert client.get(path.removeprefix("/api"), params=page).status_code == 200, (stops, tap)


def test_a_stop_is_asked_about_as_its_hex_is(client: TestClient[Any], game: Game) -> None:
    path = _opened(client, game)

    def reasons(place: str) -> list[Any]:
        assert client.get(path.removeprefix("/api"), params={"why": place}).status_code == 200, place
        told = client.get(f"{path}/whynot", params={"about": place})
        assert told.status_code == 200, place
        return [each["reasons"] for each in told.json()["refusals"]]

    assert all(reasons(place) == reasons("D2") for place in ("D2/0", "D2/99", "D2/x", "D2/"))
