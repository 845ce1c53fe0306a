"""Whoever is to act is told, once for each decision, unless he has seen it; reminders follow, and nothing is lost or doubled."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Event, Thread, current_thread
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import select, update

from tests.server.receiver import Kept, until
from tests.server.sitting import Guest, Seats
from towpath.language import SHIPPED, Languages
from towpath.server.app import create_app
from towpath.server.database import Database
from towpath.server.games import Games
from towpath.server.models import NoticeAddressRow, NoticeRow
from towpath.server.notices import desk, outbox
from towpath.server.notices.letters import Report
from towpath.server.notices.links import Links
from towpath.server.notices.postman import LAST_WAIT, Postman
from towpath.server.notices.texts import tame
from towpath.server.settings import Settings

ADDRESS = "tgram://123456789:abcdefghijklmnopqrstuvwxyz/42"
CHANNEL = "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js"
PUBLIC = "https://towpath.example.org"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits between two tries."""
    monkeypatch.setattr(desk, "BETWEEN_TRIES", 0.0)


@contextmanager
def serving(database: Path | str, sent: Kept, **settings: Any) -> Iterator[TestClient[Any]]:
    """A table that strangers reach, whose notices are kept."""
    given = {"notice_after": 0.0, "address": PUBLIC, **settings}
    url = database if isinstance(database, str) else f"sqlite:///{database}"
    app = create_app(Settings(database=url, **given), sent)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def sent() -> Kept:
    return Kept()


@pytest.fixture
def client(database: Path, sent: Kept) -> Iterator[TestClient[Any]]:
    with serving(database, sent) as opened:
        yield opened


def table_of(client: TestClient[Any], **fields: Any) -> Seats:
    """A table at which Ann, Bob and Cleo decide in that order."""
    return Seats(client, options={"first_player": "seat1"}, **fields)


def give(table: Seats, seat: str, address: str = ADDRESS, **more: Any) -> Any:
    path = f"/api{table.path}/seats/{seat}/notices"
    return table.client.put(path, json={"address": address, **more}, headers=table.guest(seat).headers)


def passes(table: Seats, seat: str) -> None:
    answer = table.guest(seat).post(f"{table.path}/act", action={"type": "pass", "entity": seat})
    assert answer.status_code == 200, answer.text


def rows(client: TestClient[Any], game: str) -> list[NoticeRow]:
    with _database(client).session() as session:
        return list(session.scalars(select(NoticeRow).where(NoticeRow.game_id == game)))


def games_of(client: TestClient[Any]) -> Games:
    """What a running table keeps its games in."""
    games: Games = client.app.dependencies["games"].dependency()  # type: ignore[union-attr]
    return games


def _database(client: TestClient[Any]) -> Database:
    return games_of(client).store.database


def later(client: TestClient[Any], **shift: float) -> None:
    """Time passes for all notices that wait."""
    back = timedelta(**shift)
    with _database(client).session.begin() as session:
        for row in session.scalars(select(NoticeRow)):
            row.due_at = None if row.due_at is None else row.due_at - back
            row.since -= back
            row.claimed_until = None if row.claimed_until is None else row.claimed_until - back
    games_of(client).outbox.fresh.set()
    games_of(client).tell("nobody")


# -- a turn ---------------------------------------------------------------------------------------------------------------


def test_whoever_is_to_act_is_told_with_a_link_to_his_seat(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client, name="Friday night")
    assert give(table, "p2").status_code == 200
    passes(table, "p1")
    until(lambda: sent.letters)
    (letter,) = sent.letters
    assert letter.address == ADDRESS
    assert letter.title == "Your turn: Friday night"
    text, link = letter.body.split("\n\n")
    assert text.startswith("1867, Auction round. Bob: ")
    assert link.startswith(f"{PUBLIC}{table.path}/come/p2/")
    other = table.browser()
    other.get(link.removeprefix(PUBLIC))
    assert '<span class="badge">you' in other.get(f"{table.path}/seats").text


def test_nobody_is_told_without_an_address_or_out_of_turn(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client)
    give(table, "p3")
    passes(table, "p1")
    assert rows(client, table.id) == []
    passes(table, "p2")
    until(lambda: sent.letters)
    assert len(sent.letters) == 1


def test_what_was_answered_in_the_meantime_is_not_told(database: Path, sent: Kept) -> None:
    with serving(database, sent, notice_after=3600) as client:
        table = table_of(client)
        give(table, "p2")
        passes(table, "p1")
        assert [(row.seat, row.kind, row.stage) for row in rows(client, table.id)] == [("p2", "turn", 0)]
        passes(table, "p2")
        assert rows(client, table.id) == []
        later(client, hours=2)
        give(table, "p3", ADDRESS)
        assert sent.letters == []


def test_one_decision_is_told_once_whatever_else_happens(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client)
    give(table, "p2")
    passes(table, "p1")
    until(lambda: sent.letters)
    for seat in ("p1", "p3"):
        assert table.guest(seat).post(f"{table.path}/talk", text="Hello").status_code == 200
    later(client, hours=5)
    passes(table, "p2")
    assert len(sent.letters) == 1


def test_a_turn_that_goes_on_after_ones_own_action_is_not_told_again(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client)
    give(table, "p2")
    passes(table, "p1")
    until(lambda: sent.letters)
    undone = table.guest("p1").post(f"{table.path}/undo")
    assert undone.status_code == 200, undone.text
    give(table, "p1")
    sent.letters.clear()
    # Ann has her decision back by her own hand: she knows.
    assert [(row.seat, row.stage) for row in rows(client, table.id)] == [("p1", 1)]
    passes(table, "p1")
    until(lambda: sent.letters)
    assert [letter.title.partition(":")[0] for letter in sent.letters] == ["Your turn"]


def test_whoever_has_the_table_open_is_not_told(database: Path, sent: Kept) -> None:
    with serving(database, sent, notice_after=3600) as client:
        table = table_of(client, reminder_hours=10)
        give(table, "p2")
        bob = table.browser("p2")
        passes(table, "p1")
        parts = {"x-towpath-parts": "1", "x-towpath-hidden": "1"}
        bob.client.get(table.path, headers=parts)
        bob.client.get(f"{table.path}/now", headers={"x-towpath-hidden": "1"})
        bob.client.get(table.path, headers={"sec-purpose": "prefetch;prerender"})
        table.browser("p1").get(table.path)
        table.browser().get(table.path)
        assert [row.stage for row in rows(client, table.id)] == [0]
        bob.client.get(f"{table.path}/now")
        assert [row.stage for row in rows(client, table.id)] == [1]
        later(client, hours=2)
        assert sent.letters == []
        later(client, hours=9)
        until(lambda: sent.letters)
        assert sent.letters[0].title.startswith("Still your turn")


def test_a_bot_and_somebody_who_has_left_are_told_nothing(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client)
    give(table, "p2")
    give(table, "p3")
    client.put(f"/api{table.path}/seats/p2/presence", json={"away": True}, headers=table.guest("p2").headers)
    client.put(f"/api{table.path}/seats/p3/player", json={"bot": "random"}, headers=table.guest("").headers)
    passes(table, "p1")
    until(lambda: table.guest("p1").get(table.path).json()["to_move"] == ["p1"])
    assert sent.letters == []
    assert {row.seat for row in rows(client, table.id)} <= {"p2"}


# -- reminders ------------------------------------------------------------------------------------------------------------


def test_reminders_come_after_the_time_of_the_table_and_once_more(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client, reminder_hours=6)
    give(table, "p2")
    passes(table, "p1")
    until(lambda: len(sent.letters) == 1)
    for count in (2, 3):
        until(lambda: rows(client, table.id)[0].claimed_until is None)
        later(client, hours=6)
        until(lambda count=count: len(sent.letters) == count)  # type: ignore[misc]
    until(lambda: rows(client, table.id)[0].due_at is None)
    titles = [letter.title.partition(":")[0] for letter in sent.letters]
    assert titles == ["Your turn", "Still your turn", "Still your turn"]
    assert "The others have been waiting for 6 h" in sent.letters[1].body
    assert "The others have been waiting for 12 h" in sent.letters[2].body


def test_who_gives_an_address_while_it_is_his_turn_is_only_reminded(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client, reminder_hours=6)
    give(table, "p1")
    assert [(row.seat, row.stage) for row in rows(client, table.id)] == [("p1", 1)]
    later(client, hours=7)
    until(lambda: sent.letters)
    assert sent.letters[0].title.startswith("Still your turn")


def test_the_host_changes_the_time_of_reminders(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client)
    give(table, "p1")
    assert rows(client, table.id)[0].due_at is None
    host = table.guest("").headers
    client.patch(f"/api{table.path}", json={"reminder_hours": 2}, headers=host)
    due = rows(client, table.id)[0].due_at
    assert due is not None
    assert timedelta(hours=1, minutes=59) < due - datetime.now(UTC) <= timedelta(hours=2)
    client.patch(f"/api{table.path}", json={"listed": True}, headers=host)
    assert rows(client, table.id)[0].due_at == due
    client.patch(f"/api{table.path}", json={"reminder_hours": 0}, headers=host)
    assert rows(client, table.id)[0].due_at is None


# -- questions and the end ------------------------------------------------------------------------------------------------


def test_what_the_others_ask_is_told_to_those_who_are_asked(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client, undo="consent", name="Friday")
    for seat in ("p1", "p2", "p3"):
        give(table, seat, f"{ADDRESS}{seat}")
    passes(table, "p1")
    until(lambda: len(sent.letters) == 1)
    assert table.guest("p1").post(f"{table.path}/undo").status_code == 200
    until(lambda: len(sent.letters) == 3)
    asked = sent.letters[1:]
    assert {letter.address[-2:] for letter in asked} == {"p2", "p3"}
    assert {letter.title for letter in asked} == {"A question: Friday"}
    assert all("Ann asks to take back" in letter.body and "Do you agree?" in letter.body for letter in asked)
    assert table.guest("p2").post(f"{table.path}/undoing/answer", agree=False).status_code == 200
    assert table.guest("p2").post(f"{table.path}/ending").status_code == 200
    until(lambda: len(sent.letters) == 5)
    assert all("Bob would end the game as it stands." in letter.body for letter in sent.letters[3:])
    for seat in ("p1", "p3"):
        assert table.guest(seat).post(f"{table.path}/ending/answer", agree=True).status_code == 200
    until(lambda: len(sent.letters) == 7)
    over = sent.letters[5:]
    # Cleo, who agreed last and so ended it, knows.
    assert {letter.address[-2:] for letter in over} == {"p1", "p2"}
    assert {letter.title for letter in over} == {"The game is over: Friday"}
    assert "Ann $" in over[0].body


def test_a_question_that_is_answered_in_time_is_not_told(database: Path, sent: Kept) -> None:
    with serving(database, sent, notice_after=3600) as client:
        table = table_of(client)
        give(table, "p3")
        table.guest("p2").post(f"{table.path}/ending")
        assert [(row.seat, row.kind) for row in rows(client, table.id)] == [("p3", "end")]
        table.guest("p3").post(f"{table.path}/ending/answer", agree=False)
        assert rows(client, table.id) == []


# -- delivery -------------------------------------------------------------------------------------------------------------


def test_what_cannot_be_delivered_is_tried_again_and_then_given_up(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client)
    give(table, "p2")
    sent.answers = [Report("failed", "it answered with {status}", {"status": "503"})] * 5
    passes(table, "p1")
    for count in range(1, 6):
        until(lambda count=count: sent.tried == count)  # type: ignore[misc]
        until(lambda: rows(client, table.id)[0].claimed_until is None)
        later(client, hours=2)
    told = table.guest("p2").get(f"{table.path}/seats/p2/notices").json()
    assert told["problem"] == "The service cannot be used at the moment: it answered with 503."
    assert sent.letters == []
    page = table.browser("p2").get(f"{table.path}/seats").text
    assert "The last notice could not be delivered: The service cannot be used at the moment" in page
    assert "could not be delivered" not in table.browser("p3").get(f"{table.path}/seats").text
    bob = table.guest("p2")
    assert bob.post(f"{table.path}/seats/p2/notices/test").json()["problem"] == ""


def test_what_is_refused_is_not_tried_again(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client)
    give(table, "p2")
    sent.answers = [Report("refused", "it points into the server's own network, where notices may not go")]
    passes(table, "p1")
    until(lambda: table.guest("p2").get(f"{table.path}/seats/p2/notices").json()["problem"])
    later(client, hours=5)
    assert sent.tried == 1


def test_a_restart_loses_no_notice(database: Path, sent: Kept) -> None:
    with serving(database, sent, notice_after=3600) as client:
        table = table_of(client)
        give(table, "p2")
        passes(table, "p1")
        with _database(client).session.begin() as session:
            session.execute(update(NoticeRow).values(due_at=datetime.now(UTC)))
    assert sent.letters == []
    with serving(database, sent):
        until(lambda: sent.letters)
    with serving(database, sent):
        pass
    assert len(sent.letters) == 1


def test_what_a_process_was_sending_when_it_died_is_sent_when_its_claim_ends(database: Path, sent: Kept) -> None:
    with serving(database, sent, notice_after=3600) as client:
        table = table_of(client)
        give(table, "p2")
        passes(table, "p1")
        box = outbox.Outbox(_database(client))
        with _database(client).session.begin() as session:
            session.execute(update(NoticeRow).values(due_at=datetime.now(UTC) - timedelta(seconds=1)))
        assert box.claim() is not None
        assert box.claim() is None
        later(client, minutes=4)
        until(lambda: sent.letters)


def test_of_many_who_claim_a_notice_one_gets_it(kept: str) -> None:
    with serving(kept, Kept(), notice_after=3600) as client:
        table = table_of(client)
        give(table, "p2")
        passes(table, "p1")
        with _database(client).session.begin() as session:
            session.execute(update(NoticeRow).values(due_at=datetime.now(UTC) + timedelta(minutes=5)))
        later_on = datetime.now(UTC) + timedelta(minutes=10)
        boxes = [outbox.Outbox(Database(kept)) for _ in range(6)]
        start, got = Barrier(len(boxes)), []

        def claim(box: outbox.Outbox) -> None:
            start.wait()
            got.append(box.claim(later_on))

        threads = [Thread(target=claim, args=(box,)) for box in boxes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sum(each is not None for each in got) == 1
        for box in boxes:
            box.database.close()


def test_two_servers_send_one_notice(kept: str, sent: Kept) -> None:
    with serving(kept, sent) as one, serving(kept, sent) as other:
        table = table_of(one)
        give(table, "p2")
        give(table, "p3")
        passes(table, "p1")
        until(lambda: len(sent.letters) == 1)
        answer = other.post(
            f"/api{table.path}/act",
            json={"action": {"type": "pass", "entity": "p2"}},
            headers=table.guest("p2").headers,
        )
        assert answer.status_code == 200
        until(lambda: len(sent.letters) == 2)
        for client in (one, other):
            later(client, hours=1)
        assert len(sent.letters) == 2


# -- secrets --------------------------------------------------------------------------------------------------------------


def test_an_address_is_its_owners_alone(client: TestClient[Any], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = table_of(client)
    give(table, "p2")
    secret = ADDRESS.rpartition("/")[0].rpartition(":")[2]
    path = f"/api{table.path}/seats/p2/notices"
    assert table.guest("p2").get(path.removeprefix("/api")).json() == {
        "address": "Telegram, …/42", "link": "auto", "problem": "", "reminder_hours": 0,
    }  # fmt: skip
    for who in ("p1", "", None):
        headers = table.guest(who).headers
        assert client.get(path, headers=headers).status_code == 403
        assert client.put(path, json={"address": ADDRESS}, headers=headers).status_code == 403
        assert client.post(f"{path}/test", json={}, headers=headers).status_code == 403
        assert client.delete(path, headers=headers).status_code == 403
    pages = [
        visitor.get(f"{table.path}{part}").text
        for visitor in (table.browser("p1"), table.browser("p2"), table.browser(""), table.browser())
        for part in ("", "/seats", "/record")
    ]
    answers = [
        table.guest(who).get(f"{table.path}{part}").text
        for who in ("p1", "p2", "", None)
        for part in ("", "/seats", "/record", "/me", "/offers", "/talk")
    ]
    assert not [text for text in (*pages, *answers) if secret in text]
    assert [("Notices go to" in text) for text in pages[1::3]] == [False, True, False, False]
    assert secret not in caplog.text


def test_what_is_refused_is_not_said_again(client: TestClient[Any]) -> None:
    table = table_of(client)
    answer = give(table, "p2", "file:///etc/shadow")
    assert answer.status_code == 400
    assert "shadow" not in answer.text
    assert "Notices do not go through file here" in answer.json()["error"]


@pytest.mark.parametrize("how", ["link", "person", "bot"])
def test_who_gets_a_seat_gets_nothing_of_its_former_holders(client: TestClient[Any], how: str) -> None:
    table = table_of(client, reminder_hours=3)
    give(table, "p1")
    host = table.guest("").headers
    if how == "link":
        client.post(f"/api{table.path}/seats/p1/link", json={}, headers=host)
    else:
        hand = {"bot": "random"} if how == "bot" else {"name": "Dora"}
        client.put(f"/api{table.path}/seats/p1/player", json=hand, headers=host)
    with _database(client).session() as session:
        assert session.scalars(select(NoticeAddressRow)).all() == []
    assert rows(client, table.id) == []


def test_a_deleted_game_takes_its_addresses_along(client: TestClient[Any]) -> None:
    table = table_of(client)
    give(table, "p2")
    passes(table, "p1")
    assert client.delete(f"/api{table.path}", headers=table.guest("").headers).status_code == 204
    with _database(client).session() as session:
        assert session.scalars(select(NoticeAddressRow)).all() == []
        assert session.scalars(select(NoticeRow)).all() == []


def test_on_one_screen_there_are_no_notices(client: TestClient[Any]) -> None:
    answer = client.post("/api/games", json={"title": "1867", "players": ["Ann", "Bob"]}).json()
    path = f"/api/games/{answer['game']['id']}/seats/p1/notices"
    assert client.put(path, json={"address": ADDRESS}).status_code == 400
    assert "one screen" in client.get(path).json()["error"]


# -- links ----------------------------------------------------------------------------------------------------------------


def test_a_channel_is_given_the_table_and_one_person_the_seat(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client)
    give(table, "p2", CHANNEL)
    passes(table, "p1")
    until(lambda: len(sent.letters) == 1)
    assert sent.letters[0].body.endswith(f"\n\n{PUBLIC}{table.path}")
    give(table, "p3", CHANNEL, link="seat")
    passes(table, "p2")
    until(lambda: len(sent.letters) == 2)
    assert "/come/p3/" in sent.letters[1].body
    client.post(f"/api{table.path}/seats/p1/link", json={}, headers=table.guest("").headers)


def test_a_link_of_a_notice_is_void_when_the_seats_own_is_made_anew(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client)
    give(table, "p2")
    passes(table, "p1")
    until(lambda: sent.letters)
    link = sent.letters[0].body.split("\n\n")[1].removeprefix(PUBLIC)
    for wrong in (link[:-1], link.replace("/p2/", "/p3/"), link.replace("/p2/", "//"), f"{table.path}/come/p1/x"):
        assert table.browser().get(wrong).status_code in (401, 404)
    client.post(f"/api{table.path}/seats/p2/link", json={}, headers=table.guest("").headers)
    assert table.browser().get(link).status_code == 401


def test_without_a_public_address_a_link_begins_as_its_readers_own(database: Path, sent: Kept) -> None:
    with serving(database, sent, address="") as client:
        table = table_of(client)
        give(table, "p2")
        # Whatever others say the server is called: it is not what Bob is sent.
        evil = {**table.guest("p1").headers, "Host": "evil.example"}
        act = {"action": {"type": "pass", "entity": "p1"}}
        assert client.post(f"/api{table.path}/act", json=act, headers=evil).status_code == 200
        until(lambda: sent.letters)
        assert f"http://testserver.local{table.path}/come/p2/" in sent.letters[0].body
        assert "evil" not in sent.letters[0].body


def test_names_that_others_chose_call_nobody_and_link_nowhere(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client, name="@everyone https://evil.example <!channel> [x](y)")
    client.put(f"/api{table.path}/seats/p2/name", json={"name": "<@everyone>"}, headers=table.guest("p2").headers)
    give(table, "p2", link="table")
    passes(table, "p1")
    until(lambda: sent.letters)
    letter = sent.letters[0]
    text = letter.title + letter.body.replace(PUBLIC, "")
    assert not [bad for bad in ("@everyone", "https://", "<!", "[x]") if bad in text]
    assert tame("a  b\nc") == "a b c"


# -- the page -------------------------------------------------------------------------------------------------------------


def test_the_page_gives_tries_and_drops_an_address(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client, reminder_hours=12)
    bob = table.browser("p2")
    page = bob.get(f"{table.path}/seats").text
    assert page.count('action="' + table.path + '/notices"') == 1
    assert "This table reminds you after 12 hours" in page
    assert bob.post(f"{table.path}/notices", seat="p1", address=ADDRESS, link="auto").status_code == 403
    assert bob.post(f"{table.path}/notices", seat="p2", address="", link="seat").status_code == 422
    refused = bob.post(f"{table.path}/notices", seat="p2", address="tgram://bad", link="auto")
    assert refused.status_code == 422
    assert "That address cannot be used: it is bad." in refused.text
    assert bob.post(f"{table.path}/notices", seat="p2", address=ADDRESS, link="other").status_code == 422
    given = bob.post(f"{table.path}/notices", seat="p2", address=ADDRESS, link="auto")
    assert "Notices go to: Telegram, …/42." in given.text
    assert "Saved." in bob.post(f"{table.path}/notices", seat="p2", address="", link="table").text
    assert (
        bob.client.get(f"/api{table.path}/seats/p2/notices", headers=table.guest("p2").headers).json()["link"]
        == "table"
    )
    tried = bob.post(f"{table.path}/notices/test", seat="p2")
    assert "A test notice has been sent." in tried.text
    assert sent.letters[0].title.startswith("A test: ")
    sent.answers = [Report("failed", "it does not answer")]
    assert "it does not answer" in bob.post(f"{table.path}/notices/test", seat="p2").text
    assert "The address is forgotten" in bob.post(f"{table.path}/notices/drop", seat="p2").text
    assert bob.post(f"{table.path}/notices/test", seat="p2").status_code == 422


def test_tries_are_not_made_one_after_the_other(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "BETWEEN_TRIES", 60.0)
    table = table_of(client)
    assert give(table, "p2").status_code == 200
    assert give(table, "p2").status_code == 400
    assert table.guest("p2").post(f"{table.path}/seats/p2/notices/test").status_code == 200
    again = table.guest("p2").post(f"{table.path}/seats/p2/notices/test")
    assert again.status_code == 400
    assert "Wait 60 seconds" in again.json()["error"]


def test_a_program_of_an_address_of_its_own_uses_the_api(client: TestClient[Any], sent: Kept) -> None:
    table = table_of(client)
    bob: Guest = table.guest("p2")
    assert bob.get(f"{table.path}/seats/p2/notices").json()["address"] is None
    assert give(table, "p2", link="table").json()["link"] == "table"
    assert bob.post(f"{table.path}/seats/p2/notices/test").json()["problem"] == ""
    assert len(sent.letters) == 1
    assert client.delete(f"/api{table.path}/seats/p2/notices", headers=bob.headers).status_code == 204
    assert bob.get(f"{table.path}/seats/p2/notices").json()["address"] is None
    assert give(table, "p2", "").status_code == 400


def test_both_that_send_hear_that_the_server_ends(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """They share what wakes them: whoever wakes first must not take it from the other, who would sleep on for seconds."""
    links, languages = Links(games_of(client).seating, b"secret", PUBLIC), Languages(SHIPPED)
    postman = Postman(games_of(client), links, Kept(), languages)
    both, go_on = Barrier(3), Event()
    threads: list[Thread] = []

    def look() -> bool:
        if current_thread() not in threads:
            threads.append(current_thread())
            both.wait(5)
            if threads[0] is current_thread():
                go_on.wait(5)
        return False

    monkeypatch.setattr(postman, "send_one", look)
    postman.start()
    both.wait(5)
    stopping = Thread(target=postman.stop)
    stopping.start()
    until(lambda: sum(each.is_alive() for each in threads) == 1)
    go_on.set()
    stopping.join(LAST_WAIT / 2)
    assert not stopping.is_alive()
