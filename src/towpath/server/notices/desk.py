"""What the owner of a seat may do about its notices: give an address, try it, take it away."""

from __future__ import annotations

from functools import partial
from threading import Lock
from time import monotonic

from towpath import language
from towpath.api import LogError
from towpath.language import say
from towpath.server.games import Games
from towpath.server.gate import Access, NotYours
from towpath.server.holding import confirm
from towpath.server.notices.addresses import Given, Linked, Shown
from towpath.server.notices.letters import Delivery
from towpath.server.notices.links import Links
from towpath.server.notices.services import BadAddress, service_of
from towpath.server.notices.texts import trial

BETWEEN_TRIES = 5.0
"""Seconds between two tries of one seat: nobody is flooded, and nobody searches a network with them."""


class Desk:
    """The one place that addresses of notices are given at."""

    def __init__(self, games: Games, links: Links, delivery: Delivery) -> None:
        self.links = links
        self._games, self._book, self._outbox, self._delivery = games, games.addresses, games.outbox, delivery
        self._tried: dict[tuple[str, str, str], float] = {}
        self._lock = Lock()

    def shown(self, access: Access, seat: str) -> Shown | None:
        """What the owner of a seat is told of his address. ``NotYours``, ``LogError``."""
        return self._book.shown(self._own(access, seat), seat)

    def give(self, access: Access, seat: str, address: str, link: Linked, origin: str) -> Shown:
        """Set the address of one's own seat. ``BadAddress`` for one that cannot be used, with the reason; ``NotYours``,
        ``LogError``."""
        game_id = self._own(access, seat)
        opened = self._games.get(game_id)
        if opened.game.is_over:
            raise LogError(say("The game is over; there is nothing to be told of any more."))
        address = address.strip()
        service_of(address)
        self._pause(game_id, seat, "check")
        report = self._delivery.check(address)
        if report.outcome != "sent":
            raise BadAddress(report.sentence)
        given = Given(address=address, link=link, origin=origin, language=language.current())
        self._book.give(game_id, seat, given, partial(confirm, access))
        with opened.lock:
            self._outbox.expect(game_id, opened.game, seat, access.table.terms.reminder_hours)
        self._games.tell(game_id)
        found = self._book.shown(game_id, seat)
        assert found is not None
        return found

    def change_link(self, access: Access, seat: str, link: Linked) -> None:
        """Have notices bring another link. ``NotYours``; ``LogError`` when no address was given."""
        game_id = self._own(access, seat)
        if not self._book.link(game_id, seat, link):
            raise LogError(say("This seat has given no address for notices."))

    def drop(self, access: Access, seat: str) -> None:
        """Forget the address of one's own seat. ``NotYours``, ``LogError``."""
        self._book.drop(self._own(access, seat), seat)

    def test(self, access: Access, seat: str) -> Shown:
        """Send a notice that says that it is one. The answer tells what became of it. ``NotYours``, ``LogError``."""
        game_id = self._own(access, seat)
        given = self._book.of(game_id, seat)
        if given is None:
            raise LogError(say("This seat has given no address for notices."))
        self._pause(game_id, seat, "test")
        link = self.links.to(game_id, seat, given.origin, given.brings_seat)
        opened = self._games.get(game_id)
        with opened.lock:
            made = trial(opened, seat, link)
        report = self._delivery.send(given.address, made.title, made.body)
        self._book.note(game_id, seat, given.address, report.sentence)
        found = self._book.shown(game_id, seat)
        if found is None:
            raise LogError(say("The address was taken away in the meantime."))
        return found

    def _own(self, access: Access, seat: str) -> str:
        """The game, if the seat is his who asks; not even the host's word opens another's."""
        if access.every:
            raise LogError(
                say("Notices are for tables that are sat at by links; here all seats are played on one screen.")
            )
        if not access.may(seat):
            raise NotYours(say("Only whoever holds a seat may see or change where its notices go."))
        return access.table.id

    def _pause(self, game_id: str, seat: str, what: str) -> None:
        now = monotonic()
        with self._lock:
            if now - self._tried.get((game_id, seat, what), -BETWEEN_TRIES) < BETWEEN_TRIES:
                raise LogError(say("Wait {seconds} seconds between two tries.", seconds=int(BETWEEN_TRIES)))
            self._tried = {key: then for key, then in self._tried.items() if now - then < BETWEEN_TRIES}
            self._tried[game_id, seat, what] = now
