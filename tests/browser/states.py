"""Every kind of page state, by a name that sorts well: for the tests of all pages, and for their pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.moments import PLAYERS, course
from tests.browser.tables import adopt, stands
from tests.server.running import Running
from towpath.api import Game

BRASS_PLAYERS = ("Ann", "Bob", "Cleo", "Dora")
RAILS = ("1867", "1861", "1856")
RAIL_TABS = ("map", "market", "players", "log", "companies", "sheet", "graphs", "trains", "tiles")
BRASS_TABS = ("map", "market", "players", "log", "mats", "income", "scoring", "graphs")

Step = Callable[[Page], None]
Where = Callable[[], str]
"""The path of a table that is taken in when somebody wants to see it."""


class State(NamedTuple):
    """Where it is (or what brings it there), whose browser shows it (``""``: that of a passer-by, else who came by the link of
    that name), and what is done there first."""

    path: str | Where
    who: str = ""
    step: Step | None = None


class People:
    """Browsers of one size and colour scheme: one for each who looks."""

    def __init__(self, browser: Browser, table: Running, links: Mapping[str, str], **how: Any) -> None:
        self._browser = browser
        self._table = table
        self._links = links
        self._how = how
        self._pages: dict[str, Page] = {}
        self._contexts: list[BrowserContext] = []

    def show(self, state: State) -> Page:
        """Bring the state about and wait until the page stands."""
        page = self._page(state.who)
        page.goto(self._table.address + (state.path if isinstance(state.path, str) else state.path()))
        if page.locator("[data-part=decision]").count():
            stands(page)
        if state.step is not None:
            state.step(page)
        return page

    def _page(self, who: str) -> Page:
        if who not in self._pages:
            context = self._browser.new_context(**self._how)
            context.set_default_timeout(20_000)
            self._contexts.append(context)
            self._pages[who] = context.new_page()
            if who:
                self._pages[who].goto(self._table.address + self._links[who])
        return self._pages[who]

    def go(self) -> None:
        """All leave."""
        for context in self._contexts:
            context.close()


def asking(path: str, **asked: object) -> str:
    """An address with things asked for; plain data is written as JSON."""
    written = {
        key: msgspec.json.encode(each).decode() if isinstance(each, dict) else each for key, each in asked.items()
    }
    return f"{path}?{urlencode(written)}"


def taken_in(table: Running, game: Callable[[], Game], curtain: bool = False) -> Where:
    """Take a game in, once."""
    return cache(lambda: adopt(table, game(), curtain))


def then(where: Where, **asked: object) -> Where:
    """The same table with things asked for."""
    return lambda: asking(where(), **asked)


def all_states(table: Running, titles: Sequence[str] = RAILS) -> tuple[dict[str, State], dict[str, str]]:
    """Name -> state, and the links of those who sit at the tables. ``titles``: those of which every type of action is shown."""
    links: dict[str, str] = {}
    found = {**_house(), **_sitting(table, links), **_rails(table, titles), **_looking(table), **_brass(table)}
    return found, links


# -- the house ----------------------------------------------------------------------------------------------------------


def _house() -> dict[str, State]:
    found = {"00 home": State("/"), "00 home, a file that is none": State("/", step=_wrong_file)}
    for title in ("1861", "1867", "1856", "Brass"):
        found |= {
            f"01 new {title}": State(f"/new/{title}"),
            f"02 guide {title}": State(f"/guide/{title}"),
            f"03 rules {title}": State(f"/rules/{title}"),
        }
    return found | {
        "01 new, one name twice": State("/new/1867", step=_same_names),
        "01 new, with links": State("/new/1867", step=_with_links),
        "03 rules of all": State("/rules"),
        "03 the API": State("/api"),
        "04 no such game": State("/games/nonsense"),
        "04 no such page": State("/nowhere/at/all"),
        "04 no such title": State("/new/1999"),
        "04 a void link": State("/seat/nonsense"),
    }


def _wrong_file(page: Page) -> None:
    page.locator("input[type=file]").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"{"})
    page.locator("form[enctype] button[type=submit]").click()
    expect(page.locator(".error")).to_be_visible()


def _same_names(page: Page) -> None:
    for seat in (1, 2):
        page.locator(f"input[name=player{seat}]").fill("Ann")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_be_visible()


def _with_links(page: Page) -> None:
    page.locator("input[name=sitting][value=seats]").check()


# -- tables with links --------------------------------------------------------------------------------------------------


def _sitting(table: Running, links: dict[str, str]) -> dict[str, State]:
    """One table whose host looks after it, one with an undo asked for, one whose end is proposed."""
    calm, undone, ending = (_with_seats(table, name, links) for name in ("calm", "undone", "ending"))
    _pass(table, *undone)
    _tell(table, f"{undone[0]}/undo", undone[1]["p1"])
    _tell(table, f"{ending[0]}/ending", ending[1]["p2"])
    _told_at(table, *undone)
    return {
        "10 seats, the host": State(f"{calm[0]}/seats", "calm host", _unfold),
        "10 seats, a player": State(f"{calm[0]}/seats", "calm p2", _unfold),
        "10 seats, a passer-by": State(f"{calm[0]}/seats"),
        "10 seats, told by notices": State(f"{undone[0]}/seats", "undone p3", _unfold),
        "11 an invitation opened": State(calm[0], "calm p1"),
        "11 another's turn": State(calm[0], "calm p2"),
        "11 looking on": State(calm[0]),
        "12 an undo one is asked about": State(undone[0], "undone p2"),
        "12 an undo one has asked for": State(undone[0], "undone p1"),
        "12 an end one is asked about": State(ending[0], "ending p1"),
        "12 an end one has proposed": State(ending[0], "ending p2"),
        "13 programmes": State(calm[0], "calm p1", _unfold),
        "14 a plan": State(f"{calm[0]}/seats", "calm p2", _plan),
        "14 seats with a plan": State(f"{calm[0]}/seats", "calm p2"),
        "15 talk and notes": State(asking(calm[0], tab="log"), "calm p2", _talk),
    }


def _tell(table: Running, path: str, token: str, **data: Any) -> None:
    answer = table.client.post(f"/api{path}", json=data, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.text


def _told_at(table: Running, path: str, tokens: Mapping[str, str]) -> None:
    """The third player, who is not to act, wants notices; none is sent."""
    answer = table.client.put(
        f"/api{path}/seats/p3/notices",
        json={"address": "ntfys://a-topic-that-nobody-guesses"},
        headers={"Authorization": f"Bearer {tokens['p3']}"},
    )
    assert answer.status_code == 200, answer.text


def _pass(table: Running, path: str, tokens: Mapping[str, str]) -> None:
    """The first player passes."""
    head = {"Authorization": f"Bearer {tokens['p1']}"}
    offers = table.client.get(f"/api{path}/offers", headers=head).json()["offers"]
    passing = next(each for each in offers if each["type"] == "pass")
    _tell(table, f"{path}/act", tokens["p1"], action={"type": "pass", **passing["fixed"]})


def _with_seats(table: Running, name: str, links: dict[str, str]) -> tuple[str, dict[str, str]]:
    answer = table.client.post(
        "/api/games",
        json={
            "title": "1867", "players": list(PLAYERS), "sitting": "seats", "undo": "consent", "seed": "states", "name": name,
            "options": {"first_player": "seat1"},
        },
    )  # fmt: skip
    assert answer.status_code == 201, answer.text
    made = answer.json()
    for each in made["invitations"]:
        links[f"{name} {each['seat'] or 'host'}"] = each["link"]
    return f"/games/{made['game']['id']}", {each["seat"]: each["token"] for each in made["invitations"]}


def _unfold(page: Page) -> None:
    page.locator("main details").evaluate_all("all => all.forEach((each) => { each.open = true; })")


def _plan(page: Page) -> None:
    page.get_by_role("button", name="Plan from the position now").click()
    expect(page.locator(".part-banner")).to_contain_text("your plan")
    stands(page)


def _talk(page: Page) -> None:
    part = page.locator("[data-part=talk]")
    part.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    part.scroll_into_view_if_needed()


# -- titles with rails --------------------------------------------------------------------------------------------------


def _rails(table: Running, titles: Sequence[str]) -> dict[str, State]:
    """A position for each type of action, with the same in hand; and the end."""
    found = {}
    for title in titles:
        played = course(title)
        for kind in sorted(played.found):
            game = played.at(kind)
            where = taken_in(table, partial(played.at, kind))
            found[f"2 {title} {kind}"] = State(where)
            if kind not in ("pass", "run_routes"):
                found[f"2 {title} {kind} in hand"] = State(then(where, choice=_some_action(game, kind)))
        where = taken_in(table, partial(getattr, played, "game"))
        found[f"3 {title} over"] = State(where)
        found |= {f"3 {title} over, {tab}": State(then(where, tab=tab)) for tab in ("log", "sheet", "graphs")}
    return found


def _some_action(game: Game, kind: str) -> dict[str, Any]:
    offer = next(offer for offer in game.offers() if offer.type == kind)
    action: dict[str, Any] = game.timeline.codec.plain(next(iter(offer.actions(0))))
    return action


def _looking(table: Running) -> dict[str, State]:
    """Everything besides playing: why not, the past, trying out, changing runs, the tabs."""
    played = course("1867")
    laying = played.at("lay_tile")
    track, run = (taken_in(table, partial(played.at, kind)) for kind in ("lay_tile", "run_routes"))
    action = _some_action(laying, "lay_tile")
    company, place = action["entity"], action["hex"]
    hand = {"hex": place, "choice": action}
    box: dict[str, object] = {"sandbox": company, "step": "track"}
    found = {
        "40 a hex picked": State(then(track, hex=place)),
        "40 a tile in hand": State(then(track, **hand)),
        "40 refused": State(then(track, choice={**action, "hex": "D2"})),
        "41 why not a hex": State(then(track, why="C3")),
        "41 why not a kind": State(then(track, why="lay_tile")),
        "42 the past": State(then(track, at=9)),
        "43 trying out": State(then(track, **box)),
        "43 a tile tried out": State(then(track, **box, find="best", **hand)),
        "43 trying out, why not": State(then(track, **box, why="D2")),
        "43 runs tried out": State(then(run, sandbox="any", step="run")),
        "44 a run being changed": State(run, step=_change_runs),
        "45 keys": State(track, step=_keys),
    }
    found |= {f"46 tab {tab}": State(then(track, tab=tab)) for tab in RAIL_TABS}
    return found


def _change_runs(page: Page) -> None:
    page.locator(".edit-runs summary").click()
    page.locator("[data-edit]").first.click()
    page.locator(".in-hand").wait_for()


def _keys(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()


# -- Brass --------------------------------------------------------------------------------------------------------------


def brass_game(entries: int) -> Game:
    """A game of Brass played at random, but seldom idly."""
    game, rng = Game.new("Brass", list(BRASS_PLAYERS), seed="looks"), Random(2)
    while game.number < entries and not game.is_over:
        busy = [offer for offer in game.offers() if offer.type not in ("pass", "take_loan")]
        game.play(rng.choice(busy or game.offers()).draw(rng))
    return game


def _brass(table: Running) -> dict[str, State]:
    late = cache(partial(brass_game, 95))
    path = taken_in(table, late)

    def with_card() -> str:
        state = late().state
        return asking(path(), begun={"type": "pass", "card": min(state.hands[state.frame.player])})

    found: dict[str, Where] = {
        "50 Brass canals": taken_in(table, partial(brass_game, 25)),
        "50 Brass curtain": taken_in(table, partial(brass_game, 25), curtain=True),
        "50 Brass rails": path,
        "51 Brass composing": then(path, begun={"type": "pass"}),
        "51 Brass in hand": with_card,
        "51 Brass nothing fits": then(path, begun={"type": "pass", "place": "wigan-1"}),
        "52 Brass why not a place": then(path, why="barrow-1"),
        "52 Brass why not a kind": then(path, why="build"),
        "53 Brass the past": then(path, at=12),
        "55 Brass over": taken_in(table, partial(brass_game, 10_000)),
    }
    found |= {f"54 Brass tab {tab}": then(path, tab=tab) for tab in BRASS_TABS}
    return {name: State(where) for name, where in found.items()}
