"""The live side of a table: a stream that says how far the log has come and who decides, and nothing else.

What a page does not have yet it fetches as it fetches everything, so whatever may be known of the game passes the same way
and the stream has no secrets to keep.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import Any

import msgspec
from anyio import to_thread
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import TooManyRequestsException
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage
from sqlalchemy.exc import DBAPIError

from towpath import language
from towpath.server.browsers import asking, returning
from towpath.server.games import Games
from towpath.server.gate import Access, BadToken, Gate, NotAdmitted
from towpath.server.live import Circle, Hub
from towpath.server.security import harden
from towpath.server.seen import saw
from towpath.server.store import NoSuchGame, Standing

log = logging.getLogger("towpath.server")

BEAT_SECONDS = 15
"""A listener that hears nothing for much longer than this has lost the connection."""
RETRY_MILLISECONDS = 2000
MOST_STREAMS = 4
"""Streams of one browser: it has six connections to a server, and pages need some. Further pages ask now and then."""
MOST_OF_ADDRESS = 400
"""Streams of programs, which keep no cookie, from one address."""
MOST_IN_ALL = 4000


class Told(msgspec.Struct, frozen=True):
    """``number``: the length of the log. ``turn``: who decides what, in words; empty when the game is over."""

    number: int
    turn: str


class Streams:
    """Counts the streams that are open, by browser. All of it on the event loop."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def claim(self, browser: str, most: int) -> None:
        """``TooManyRequestsException`` when the browser, or the server, has as many as may be."""
        if self._open[browser] >= most or self._open.total() >= MOST_IN_ALL:
            raise TooManyRequestsException
        self._open[browser] += 1

    @contextmanager
    def counted(self, browser: str, most: int) -> Iterator[None]:
        """Count one for a while; see ``claim``."""
        self.claim(browser, most)
        try:
            yield
        finally:
            self.release(browser)

    def release(self, browser: str) -> None:
        """A stream has ended."""
        self._open[browser] -= 1
        if self._open[browser] <= 0:
            del self._open[browser]


def _in_words(standing: Standing) -> Told:
    """How a game stands, in the language of whoever asks."""
    return Told(standing.number, standing.turn_in(language.current()))


class Watch:
    """What one stream tells. ``look``: finds out what whoever listens may do by now; ``access`` is what he might at first."""

    def __init__(self, games: Games, access: Access, look: Callable[[], Access]) -> None:
        self._games = games
        self._access = access
        self._look = look
        self._admission = -1

    async def told(self, circle: Circle) -> Told | None:
        """How the game stands; ``None`` once the listener has lost something: his link is void, say, or the game deleted. The
        game is not opened for it, and its row is read once for all in the ``circle``, so that a crowd costs next to nothing."""
        standing = await circle.read(self._read)
        if standing is None:
            return None
        if standing.admission != self._admission or self._access.table.plan_of is not None:
            if not await to_thread.run_sync(self._admitted):
                return None
            self._admission = standing.admission
        return _in_words(standing)

    async def _read(self) -> Standing | None:
        try:
            return await to_thread.run_sync(self._games.store.told, self._access.table.id)
        except NoSuchGame:
            return None

    def _admitted(self) -> bool:
        """Whether he still may all that he might. Who may see a plan depends on another table too, so of one it is asked each
        time."""
        try:
            access = self._look()
        except (BadToken, NotAdmitted, NoSuchGame):
            return False
        kept = access.covers(self._access)
        self._access = access
        return kept


def told(games: Games, game_id: str) -> Told:
    """How a game stands, in the language of whoever asks. ``NoSuchGame``."""
    return _in_words(games.store.told(game_id))


async def waited(
    request: Request[Any, Any, Any],
    state: State,
    games: Games,
    gate: Gate,
    access: Access,
    after: int | None,
    seconds: int,
) -> Told:
    """How a game stands: at once, or where its log is no longer than ``after`` as soon as it is, ``seconds`` later at most.
    ``TooManyRequestsException``; whoever has lost what he might see meanwhile gets the error that he would get now."""
    game_id = access.table.id
    games.visit(game_id)
    found = await to_thread.run_sync(told, games, game_id)
    if after is None or found.number > after or not seconds:
        return found
    with state.streams.counted(*_whose(request)), state.hub.listening(game_id) as listener:
        end = monotonic() + seconds
        while not listener.is_closed:
            # Looked at once more after the listening began: what came just before would not be heard.
            await to_thread.run_sync(gate.access, request, game_id)
            found = await to_thread.run_sync(told, games, game_id)
            left = end - monotonic()
            if found.number > after or left <= 0:
                break
            await listener.news(min(left, BEAT_SECONDS))
    return found


def _whose(request: Request[Any, Any, Any]) -> tuple[str, int]:
    """In whose name a stream is counted, and how many he may have."""
    if returning(request):
        return asking(request), MOST_STREAMS
    return str(request.client and request.client.host), MOST_OF_ADDRESS


@get("/games/{game_id:str}/now", sync_to_thread=True)
def now(
    request: Request[Any, Any, Any], access: NamedDependency[Access], games: NamedDependency[Games]
) -> Response[Told]:
    """The same once, for those who have no stream, and for those who have come back to their page."""
    games.visit(access.table.id)
    found = told(games, access.table.id)
    saw(request, access, games, found.number)
    return harden(Response(found))


@get("/games/{game_id:str}/stream")
async def stream(
    request: Request[Any, Any, Any],
    state: State,
    access: NamedDependency[Access],
    games: NamedDependency[Games],
    gate: NamedDependency[Gate],
) -> ServerSentEvent:
    """How the game stands, at once and after each stored entry, as events of the kind ``entry`` with the log's length as their
    id; in between ``beat``, so that a lost connection is noticed. Nothing can be missed: each event says all there is to say.
    Whoever has lost what he might see or do here is told so (``shut``), and his stream ends.
    """
    streams: Streams = state.streams
    whose, most = _whose(request)
    streams.claim(whose, most)
    games.visit(access.table.id)
    watch = Watch(games, access, partial(gate.access, request, access.table.id))
    events = _events(watch, state.hub, streams, whose, access.table.id)
    return harden(ServerSentEvent(events, retry_duration=RETRY_MILLISECONDS))


async def _events(
    watch: Watch, hub: Hub, streams: Streams, browser: str, game_id: str
) -> AsyncIterator[ServerSentEventMessage]:
    try:
        with hub.listening(game_id) as listener:
            changed, last = True, None
            while not listener.is_closed:
                # Without news as well: what another server did may not have been heard here.
                found = await watch.told(listener.circle)
                if found is None:
                    yield ServerSentEventMessage(data="", event="shut")
                    return
                if changed or found != last:
                    yield ServerSentEventMessage(data=msgspec.json.encode(found), event="entry", id=found.number)
                else:
                    yield ServerSentEventMessage(data="", event="beat")
                last = found
                changed = await listener.news(BEAT_SECONDS)
    except DBAPIError as error:
        log.warning("a stream of game %s ends, and will be asked for again: %s", game_id, error.orig)
    finally:
        streams.release(browser)


HANDLERS = (now, stream)
