"""Bots at the tables: programs that play seats, one decision after the other, beside the requests of people.

One thread at most works for a table, in one of the servers that share the database. What it plays is stored like everything
else, one entry an action, so that a restart loses nothing: the table is taken up again when somebody looks at it or something is
done there, and where other servers hear of it, by one of those.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Event, Lock, Timer
from typing import Any, NamedTuple

from towpath.api import Action, Conflict, Game, Outcome
from towpath.bots import make
from towpath.kernel.engine import Engine
from towpath.kernel.record import Act
from towpath.server.games import Games, now
from towpath.server.store import NoSuchGame

WORKERS = 2
"""Threads that bots think in; more would only take the time of those who serve pages."""

LOOK_AGAIN = 1.0
"""Seconds after which a server looks again at a table where the bots of another one are at work."""

log = logging.getLogger("towpath.server")


class Task(NamedTuple):
    """A decision that a bot has to make: everything it needs, taken from the game under its lock."""

    engine: Engine[Any]
    state: Any
    seat: str
    bot: str
    number: int
    rng: Random


class BotRunner:
    """Lets bots play wherever they are to move. ``pause``: seconds between two of their actions, so that one can watch."""

    def __init__(self, games: Games, pause: float = 0.0) -> None:
        self._games = games
        self._pause = pause
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="bots")
        self._stopped = Event()
        self._lock = Lock()
        self._working: dict[str, bool] = {}
        self._waiting: dict[str, Timer] = {}
        games.listeners.append(self.nudge)
        games.openers.append(self.nudge)

    def nudge(self, game_id: str) -> None:
        """Something has changed at a table, or somebody looks at it: if a bot is to move there, it will."""
        with self._lock:
            if self._stopped.is_set():
                return
            if game_id in self._working:
                self._working[game_id] = True
                return
            self._working[game_id] = False
        self._pool.submit(self._work, game_id)

    def stop(self) -> None:
        """Let the decisions in progress come to their end, and begin none."""
        with self._lock:
            self._stopped.set()
            waiting = tuple(self._waiting.values())
        for timer in waiting:
            timer.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _work(self, game_id: str) -> None:
        elsewhere = False
        try:
            if self._games.seating.bot_is_asked(game_id):
                with self._games.store.database.only_one(f"bots of {game_id}") as ours:
                    elsewhere = not ours
                    if ours:
                        self._play(game_id)
        except Exception:
            log.exception("the bots of game %s stop until something is done there", game_id)
        with self._lock:
            again = self._working.pop(game_id, False)
        if elsewhere:
            self._look_later(game_id)
        elif again:
            self.nudge(game_id)

    def _look_later(self, game_id: str) -> None:
        """Another server's bots are at that table. Should it end before they are done, somebody has to go on."""
        with self._lock:
            if self._stopped.is_set() or game_id in self._waiting:
                return
            timer = self._waiting[game_id] = Timer(LOOK_AGAIN, self._look_again, (game_id,))
        timer.daemon = True
        timer.start()

    def _look_again(self, game_id: str) -> None:
        with self._lock:
            self._waiting.pop(game_id, None)
        self.nudge(game_id)

    def _play(self, game_id: str) -> None:
        """Play until no bot is to move."""
        bots = self._games.seating.bots(game_id)
        while bots and not self._stopped.is_set():
            with self._lock:
                # What was changed up to here is seen by the look that follows.
                self._working[game_id] = False
            task = self._task(game_id, bots)
            if task is None:
                return
            if self._stopped.wait(self._pause):
                return
            action = chosen(task)
            try:
                self._games.change(game_id, partial(_act, task, action))
            except Conflict:
                continue
            bots = self._games.seating.bots(game_id)

    def _task(self, game_id: str, bots: Mapping[str, str]) -> Task | None:
        """The next decision of a bot, if there is one."""
        try:
            opened = self._games.get(game_id)
        except NoSuchGame:
            return None
        with opened.lock:
            game = opened.game
            playing = {seat.id for seat in game.seats if seat.kind == "bot"} - game.timeline.away
            seat = next((seat for seat in game.to_move if seat in playing and seat in bots), None)
            if seat is None or game.is_over or game.timeline.unplayed:
                return None
            rng = Random(f"{game_id} {seat} {game.number}")
            return Task(game.engine, game.state, seat, bots[seat], game.number, rng)


def chosen(task: Task) -> Action:
    """What the bot does. One that fails, or wants what it may not, makes the least active legal choice instead: a game never
    waits for a faulty program."""
    try:
        bot = make(task.bot, title=task.engine.rules.title)
        action = bot.choose(task.engine, task.state, task.rng, task.seat)
        if not task.engine.check(task.state, action, task.seat):
            return action
        log.error("bot %s wanted what it may not in %s: %s", task.bot, task.engine.rules.title, action)
    except Exception:
        log.exception("bot %s failed in %s", task.bot, task.engine.rules.title)
    entity = next(
        each for each in task.engine.actors(task.state) if task.engine.rules.controller(task.state, each) == task.seat
    )
    return task.engine.quiet_action(task.state, entity)


def _act(task: Task, action: Action, game: Game) -> Outcome[Any]:
    """Write the action. ``Conflict`` when anything was done since it was chosen."""
    if game.number != task.number:
        raise Conflict(action.entity, task.number, game.number, "Something was done while the bot was thinking.")
    return game.write(Act(by=task.seat, at=now(), action=game.timeline.codec.plain(action), hand="bot"))


__all__ = ["BotRunner", "chosen"]
