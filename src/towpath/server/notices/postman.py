"""Sending what waits: two threads of the server, each with one notice at a time."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from threading import Event, Thread

from towpath.language import Languages
from towpath.server.games import Games
from towpath.server.notices.addresses import Given
from towpath.server.notices.letters import Delivery, Report
from towpath.server.notices.links import Links
from towpath.server.notices.outbox import Claim
from towpath.server.notices.services import BadAddress
from towpath.server.notices.texts import letter
from towpath.server.store import NoSuchGame

THREADS = 2
LONGEST_SLEEP = 20.0
"""Seconds after which a thread looks for itself: other processes may have left something."""
LAST_WAIT = 5.0
"""Seconds that a notice on its way has when the server is stopped."""

log = logging.getLogger("towpath.server")


class Postman:
    """Sends the notices of all games until it is stopped, each in the language of whoever gets it."""

    def __init__(self, games: Games, links: Links, delivery: Delivery, languages: Languages) -> None:
        self._games, self._outbox, self._book = games, games.outbox, games.addresses
        self._links, self._delivery, self._languages = links, delivery, languages
        self._wake, self._stopped = Event(), Event()
        self._threads = [Thread(target=self._work, name=f"notices {n}", daemon=True) for n in range(THREADS)]
        games.listeners.append(self.nudge)

    def start(self) -> None:
        """Begin; what was left by an earlier run is taken up."""
        for thread in self._threads:
            thread.start()

    def nudge(self, _: str = "") -> None:
        """Something has changed: look whether a notice was written."""
        if self._outbox.fresh.is_set():
            self._outbox.fresh.clear()
            self._wake.set()

    def stop(self) -> None:
        """Begin with no more notices, and let those on their way arrive."""
        self._stopped.set()
        self._wake.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(LAST_WAIT)

    def _work(self) -> None:
        while not self._stopped.is_set():
            try:
                found = self.send_one()
                pause = 0.0 if found else self._until_next()
            except Exception:
                log.exception("notices are not sent for a while")
                pause = LONGEST_SLEEP
            if pause > 0:
                self._wake.wait(pause)
                self._wake.clear()
                if self._stopped.is_set():  # the other thread may not have heard it yet
                    self._wake.set()

    def _until_next(self) -> float:
        due = self._outbox.next_due()
        left = LONGEST_SLEEP if due is None else (due - datetime.now(UTC)).total_seconds()
        return min(max(left, 0.05), LONGEST_SLEEP)

    def send_one(self) -> bool:
        """Send the notice that has been due longest; whether there was one."""
        claim = self._outbox.claim()
        if claim is None:
            return False
        try:
            opened = self._games.get(claim.game_id)
        except NoSuchGame:
            self._outbox.drop(claim)
            return True
        given = self._book.of(claim.game_id, claim.seat)
        if given is None:
            self._outbox.drop(claim)
            return True
        link = self._link(claim, given)
        with self._languages.speaking(given.language):
            with opened.lock:
                made = letter(opened, claim, link)
            if made is None:
                self._outbox.drop(claim)
            else:
                self._settle(claim, given, self._delivery.send(given.address, made.title, made.body))
        return True

    def _link(self, claim: Claim, given: Given) -> str:
        try:
            with_seat = given.brings_seat
        except BadAddress:  # of a service that this version does not know any more
            with_seat = False
        return self._links.to(claim.game_id, claim.seat, given.origin, with_seat)

    def _settle(self, claim: Claim, given: Given, report: Report) -> None:
        """Note what came of it; what is given up is told to the owner of the seat."""
        if report.outcome == "failed" and self._outbox.again(claim):
            return
        problem = report.sentence
        self._book.note(claim.game_id, claim.seat, given.address, problem)
        hours = self._games.seating.table(claim.game_id).terms.reminder_hours
        self._outbox.sent(claim, hours)
