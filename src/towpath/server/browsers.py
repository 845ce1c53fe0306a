"""Which browser asks: a signed cookie with a random id, so that nobody needs an account."""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256
from http.cookies import SimpleCookie
from typing import Any

from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

YEAR = 365 * 24 * 3600
"""Seconds that a browser is remembered for after it was last on the home page."""
VALUE = re.compile(r"([\w-]{16,40})\.([0-9a-f]{64})")


class Browsers:
    """Makes and reads the cookie. Its name comes from the secret: tables on other ports have others."""

    def __init__(self, secret: str) -> None:
        self._key = sha256(f"browser {secret}".encode()).digest()
        self.cookie = f"towpath_id_{sha256(secret.encode()).hexdigest()[:8]}"

    def known(self, request: Request[Any, Any, Any]) -> str:
        """The id of the browser that asks; empty when it brings none that we signed."""
        found = VALUE.fullmatch(request.cookies.get(self.cookie, ""))
        return found[1] if found and hmac.compare_digest(self._signed(found[1]), found[0]) else ""

    def header(self, browser: str, secure: bool) -> str:
        """The ``Set-Cookie`` header that makes a browser known. Links from elsewhere bring the cookie along (``lax``), or an
        invitation followed from a letter would not know who follows it; requests made by foreign pages do not."""
        jar = SimpleCookie({self.cookie: self._signed(browser)})
        kept = {
            "max-age": str(YEAR),
            "path": "/",
            "httponly": "yes",
            "samesite": "lax",
            "secure": "yes" if secure else "",
        }
        jar[self.cookie].update(kept)
        return jar[self.cookie].OutputString()

    def _signed(self, browser: str) -> str:
        return f"{browser}.{hmac.new(self._key, browser.encode(), sha256).hexdigest()}"


class KnowBrowsers(ASGIMiddleware):
    """Makes every browser that asks for a page known, and says in ``scope["state"]`` which one asks (``browser``) and whether
    it was known before (``returning``)."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, browsers: Browsers) -> None:
        self._browsers = browsers

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Read the cookie, and set it where there is none or it is time to set it anew."""
        known = self._browsers.known(Request(scope))
        browser = known or secrets.token_urlsafe(18)
        scope["state"]["browser"], scope["state"]["returning"] = browser, bool(known)
        header = self._browsers.header(browser, scope["scheme"] == "https")

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and (not known or scope["path"] == "/"):
                MutableScopeHeaders.from_message(message).add("set-cookie", header)
            await send(message)

        await next_app(scope, receive, answer)


def asking(request: Request[Any, Any, Any]) -> str:
    """The id of the browser that asks for a page."""
    return str(request.state.get("browser", ""))


def returning(request: Request[Any, Any, Any]) -> bool:
    """Whether that browser brought its id along: one that never does keeps no cookies."""
    return bool(request.state.get("returning", False))
