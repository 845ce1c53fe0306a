"""The application: handlers, the API's description, limits, form tokens, headers, error pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import blake2b
from importlib import resources
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar, MediaType, Request, Response, Router, get
from litestar.config.allowed_hosts import AllowedHostsConfig
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath

from towpath import __version__
from towpath.language import SHIPPED, Languages
from towpath.server import (
    books_page,
    drawing,
    pages,
    seat_handlers,
    seat_service,
    seats,
    service,
    service_books,
    service_programs,
    service_table,
    service_trying,
    stream,
)
from towpath.server.bots_at_table import BotRunner
from towpath.server.browsers import Browsers, KnowBrowsers
from towpath.server.database import Database
from towpath.server.description import Description, DescriptionPage, described
from towpath.server.faults import answer
from towpath.server.games import Games
from towpath.server.gate import Access, Gate
from towpath.server.languages import SpeakTheirs, choose
from towpath.server.limits import limits
from towpath.server.live import Hub, LocalHub
from towpath.server.notices import handlers as notice_handlers
from towpath.server.notices import service as notice_service
from towpath.server.notices.desk import Desk
from towpath.server.notices.letters import Delivery, Messengers
from towpath.server.notices.links import Links
from towpath.server.notices.postman import Postman
from towpath.server.number_files import number_file
from towpath.server.seating import Seating
from towpath.server.security import form_tokens, harden, seal
from towpath.server.settings import MAX_FORM, Settings
from towpath.server.store import Store

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def create_app(settings: Settings, delivery: Delivery | None = None) -> Litestar:
    """The application over its database, which is opened (and migrated) here. ``DatabaseError`` when it cannot be. ``delivery``:
    what sends notices, if not processes of our own."""
    database = Database(settings.database)
    secret = database.secret()
    browsers, seating = Browsers(secret), Seating(database)
    languages = Languages(SHIPPED, *filter(None, (settings.translations,)))
    games = Games(Store(database), seating, settings.open_games, settings.notice_after, languages)
    bots = BotRunner(games, settings.bot_pause)
    gate = Gate(seating, browsers, games.screens, settings.local)
    hub = _hub(database, bots)
    speaking = [SpeakTheirs(languages)] if len(languages.names) > 1 else []
    games.listeners.append(hub.tell)
    links = Links(seating, secret, settings.address)
    delivery = delivery or Messengers(settings.own_network, filter(None, (urlsplit(settings.address).hostname,)))
    desk, postman = Desk(games, links, delivery), Postman(games, links, delivery, languages)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        hub.open()
        postman.start()
        yield
        hub.close()
        await asyncio.to_thread(bots.stop)
        await asyncio.to_thread(postman.stop)
        database.close()

    api = Router(
        "/api",
        route_handlers=described(
            [
                *service.HANDLERS,
                *seat_service.HANDLERS,
                *service_programs.HANDLERS,
                *service_table.HANDLERS,
                *service_trying.HANDLERS,
                *service_books.HANDLERS,
                *notice_service.HANDLERS,
            ]
        ),
        before_request=service.json_only,
        after_request=harden,
        tags=["games"],
    )
    handlers = [
        *pages.HANDLERS,
        *seats.HANDLERS,
        *seat_handlers.HANDLERS,
        *notice_handlers.HANDLERS,
        *stream.HANDLERS,
        number_file,
        choose,
    ]
    web = Router("/", route_handlers=handlers, include_in_schema=False, middleware=[KnowBrowsers(browsers)])
    files = Router("/", route_handlers=[*books_page.HANDLERS, asset, drawing_css, health], include_in_schema=False)
    return Litestar(
        route_handlers=[web, files, api],
        dependencies={
            "games": Provide(lambda: games, sync_to_thread=False, use_cache=True),
            "gate": Provide(lambda: gate, sync_to_thread=False, use_cache=True),
            "desk": Provide(lambda: desk, sync_to_thread=False, use_cache=True),
            "access": Provide(find_access, sync_to_thread=True),
        },
        lifespan=[lifespan],
        state=State({"hub": hub, "languages": languages, "streams": stream.Streams()}),
        exception_handlers={Exception: answer},
        after_request=harden,
        before_send=[seal],
        middleware=[*speaking, *(limits(browsers, database) if settings.limits else ())],
        csrf_config=form_tokens(secret),
        allowed_hosts=AllowedHostsConfig(list(settings.hosts)) if settings.hosts else None,
        request_max_body_size=MAX_FORM,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Towpath",
            version=__version__,
            description="Open, look at and play the games of this table.",
            path="/api",
            use_handler_docstrings=True,
            render_plugins=[Description(path="/openapi.json"), DescriptionPage(path="/", media_type=MediaType.HTML)],
        ),
    )


def _hub(database: Database, bots: BotRunner) -> Hub:
    """The hub that goes with a database. Where several servers share it, each looks after the bots of the others' tables too: one
    may end at any moment."""
    if not database.shared:
        return LocalHub()
    from towpath.server.shared_hub import SharedHub

    hub = SharedHub(database)
    hub.others.append(bots.nudge)
    return hub


def find_access(request: Request[Any, Any, Any], game_id: FromPath[str], gate: NamedDependency[Gate]) -> Access:
    """What whoever asks may do with the game in the address; see ``Gate.access``."""
    return gate.access(request, game_id)


@get("/assets/{name:str}", sync_to_thread=True)
def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A file of ours: style, script, picture."""
    kind = TYPES.get(name[name.rfind(".") :] if "." in name else "")
    file = resources.files("towpath.server").joinpath("assets", name)
    if kind is None or "/" in name or "\\" in name or not file.is_file():
        raise NotFoundException
    return _kept(request, file.read_bytes(), kind)


@get("/drawing.css", sync_to_thread=True)
def drawing_css(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The colours of the drawings."""
    return _kept(request, drawing.css().encode(), MediaType.CSS)


def _kept(request: Request[Any, Any, Any], content: bytes, kind: str) -> Response[bytes]:
    """A file that browsers keep, but ask about each time: after an upgrade no page runs with scripts of two versions."""
    tag = f'"{blake2b(content, digest_size=8).hexdigest()}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return harden(Response(b"", status_code=304, headers=headers))
    return harden(Response(content, media_type=kind, headers=headers))


@get("/health", sync_to_thread=True)
def health(request: Request[Any, Any, Any], games: NamedDependency[Games]) -> dict[str, str]:
    """Whether the table and its database answer."""
    return {"status": "ok" if games.store.database.alive() else "no database", "version": __version__}
