"""Headers that keep a page to itself: nothing from elsewhere, no framing, no sniffing."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, TypeVar

from litestar import Response
from litestar.config.csrf import CSRFConfig
from litestar.types import Message, Scope

R = TypeVar("R", bound=Response[Any])

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def harden(response: R) -> R:
    """Add the headers to a response; pages are never kept by caches, what is versioned may be."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


async def seal(message: Message, scope: Scope) -> None:
    """A browser that came by https sends the cookies it is given by nothing else."""
    if message["type"] == "http.response.start" and scope["scheme"] == "https":
        message["headers"] = [
            (name, value + b"; Secure" if name.lower() == b"set-cookie" and b"secure" not in value.lower() else value)
            for name, value in message["headers"]
        ]


def form_tokens(secret: str) -> CSRFConfig:
    """Every form of the pages carries a signed token that must match a cookie of ours. The API takes JSON only, which no
    foreign page can send, so it needs none. The cookie is named after the secret: tables on other ports have others."""
    mark = sha256(secret.encode()).hexdigest()[:8]
    return CSRFConfig(
        secret=secret,
        cookie_name=f"towpath_{mark}",
        cookie_samesite="strict",
        cookie_httponly=True,
        exclude=["^/api/"],
    )
