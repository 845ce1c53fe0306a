"""In which language somebody is answered: as chosen on a page of ours, else as his browser asks, else in English."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Annotated, Any

import htpy as h
from htpy import Node
from litestar import Request, post
from litestar.enums import RequestEncodingType, ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.params import Body
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from litestar.types import ASGIApp, Receive, Scope, Send

from towpath import language
from towpath.language import Languages, say
from towpath.server.security import harden
from towpath.server.shell import csrf_field

COOKIE = "towpath_language"
YEAR = 365 * 24 * 3600
"""Seconds that a browser keeps the choice."""


def wanted(request: Request[Any, Any, Any], languages: Languages) -> str:
    """The language to answer a request in."""
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in languages.names else languages.preferred(request.headers.get("accept-language", ""))


class SpeakTheirs(ASGIMiddleware):
    """Answers every request in the language of whoever asks."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Set the language for all that is done for this request."""
        self._languages.speak(wanted(Request(scope), self._languages))
        await next_app(scope, receive, send)


def chooser(token: str, back: str) -> Node:
    """The form to choose a language by; nothing where there is only English. ``back``: the address to go on with."""
    names = language.offered()
    if len(names) < 2:
        return None
    return h.form(".language", method="post", action="/language")[
        csrf_field(token),
        h.input(type="hidden", name="back", value=back),
        h.label[
            h.span[say("Language")],
            h.select(name="language")[
                [
                    h.option(value=code, lang=code, selected=code == language.current())[name]
                    for code, name in names.items()
                ]
            ],
        ],
        h.button(type="submit")[say("Use it")],
    ]


@post("/language", sync_to_thread=False, status_code=HTTP_303_SEE_OTHER)
def choose(data: Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]) -> Redirect:
    """Keep the choice in the browser and go back to where it was made."""
    back = data.get("back", "/")
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = harden(Redirect(back if inside else "/", status_code=HTTP_303_SEE_OTHER))
    chosen = data.get("language", "")
    if chosen in language.offered():
        jar = SimpleCookie({COOKIE: chosen})
        jar[COOKIE].update({"max-age": str(YEAR), "path": "/", "samesite": "lax"})
        answer.headers["Set-Cookie"] = jar[COOKIE].OutputString()
    return answer
