"""The curtain between players who share a screen: of what is hidden, nothing leaves the server before somebody says that he is
there, and nothing any more once the decision has passed to another.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock

import msgspec
from sqlalchemy import delete

from towpath.api import Game
from towpath.language import say
from towpath.server.database import Database, put
from towpath.server.models import ScreenRow


class Sitter(msgspec.Struct, frozen=True):
    """Who said that he is at a screen, and how long the log was then."""

    seat: str
    number: int


class Screens:
    """Knows who is at each screen: of a game, and of a browser or program that looks at it."""

    def __init__(
        self, database: Database, games: Callable[[str], tuple[Game, RLock]], catch_up: Callable[[str], object]
    ) -> None:
        """``games``: a game as it stands in memory, with the lock to take while it is read; ``catch_up``: brings it there up to
        date."""
        self._database = database
        self._games = games
        self._catch_up = catch_up

    def curtain(self, game_id: str, who: str) -> Curtain:
        """The curtain as it hangs now, whichever server has played on."""
        self._catch_up(game_id)
        return Curtain(self, game_id, who)

    def hung(self, game_id: str) -> bool:
        """Whether there is anything to hide at a table on one screen: the game has secrets and goes on. They are kept from one
        who plays against bots as well."""
        game, _ = self._games(game_id)
        return game.rules.secrets and not game.is_over

    def people(self, game_id: str) -> tuple[str, ...]:
        """The seats that people play, in order."""
        game, _ = self._games(game_id)
        return _people(game)

    def number(self, game_id: str) -> int:
        """How many entries the log has."""
        game, _ = self._games(game_id)
        return game.number

    def take(self, game_id: str, who: str, seat: str) -> None:
        """Somebody says that he is at the screen. ``LookupError`` for a seat that no person has."""
        if seat not in self.people(game_id):
            raise LookupError(say("No person plays this seat."))
        with self._database.session.begin() as session:
            put(session, ScreenRow, {"game_id": game_id, "who": who}, seat=seat, number=self.number(game_id))

    def leave(self, game_id: str, who: str) -> None:
        """Nobody is at the screen."""
        with self._database.session.begin() as session:
            session.execute(delete(ScreenRow).where(ScreenRow.game_id == game_id, ScreenRow.who == who))

    def present(self, game_id: str, who: str) -> str | None:
        """Who is at the screen, as far as is known: the only person who plays, or he who said so, while no other person
        has had to decide since without him."""
        people = self.people(game_id)
        if len(people) == 1:
            return people[0]
        sitter = self._sitter(game_id, who)
        if sitter is None:
            return None
        game, lock = self._games(game_id)
        with lock:
            stays = all(_stays(game, sitter.seat, at) for at in range(sitter.number + 1, game.number + 1))
        return sitter.seat if stays else None

    def _sitter(self, game_id: str, who: str) -> Sitter | None:
        if not who:
            return None
        with self._database.session() as session:
            row = session.get(ScreenRow, (game_id, who))
            return Sitter(row.seat, row.number) if row is not None else None


def _stays(game: Game, seat: str, number: int) -> bool:
    """Whether a position leaves the screen to whoever is at it: he decides there, or no person does."""
    people = _people(game)
    deciding = [each for each in game.engine.seats_to_act(game.position(number)) if each in people]
    return seat in people and (not deciding or seat in deciding)


def _people(game: Game) -> tuple[str, ...]:
    return tuple(seat.id for seat in game.seats if seat.kind == "person")


class Curtain(msgspec.Struct, frozen=True):
    """The curtain as it hangs before somebody (``who``) who looks at a game. ``named``: the seat that a program says it asks
    for, which is as good as saying that one is there. ``read``: length of the log -> who is there then, for one request."""

    screens: Screens
    game_id: str
    who: str
    named: str = ""
    read: dict[int, str | None] = {}

    @property
    def hung(self) -> bool:
        """Whether it hides anything now."""
        return self.screens.hung(self.game_id)

    @property
    def people(self) -> tuple[str, ...]:
        """The seats between which it hangs."""
        return self.screens.people(self.game_id)

    @property
    def shared(self) -> bool:
        """Whether it hangs between several people."""
        return self.hung and len(self.people) > 1

    @property
    def present(self) -> str | None:
        """The seat whose secrets may be shown."""
        if self.named:
            return self.named if self.named in self.people else None
        number = self.screens.number(self.game_id)
        if number not in self.read:
            self.read[number] = self.screens.present(self.game_id, self.who)
        return self.read[number]

    def take(self, seat: str) -> None:
        """Say who is at the screen; an empty seat: nobody. ``LookupError`` for a seat that no person has."""
        if seat:
            self.screens.take(self.game_id, self.who, seat)
        else:
            self.screens.leave(self.game_id, self.who)
        self.read.clear()
