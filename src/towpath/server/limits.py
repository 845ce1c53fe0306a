"""How often one address and one browser may make tables and post: enough for any evening, too little to fill a disk with."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from litestar import Request
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.types import Middleware

from towpath.server.browsers import Browsers
from towpath.server.database import Database
from towpath.server.gate import bearer
from towpath.server.tallies import Limit, SharedLimits

MADE = ("/games", "/import", "/api/games", "/api/games/import")
"""Addresses that make a game when something is posted to them; so does ``…/plans``."""
TABLES_AN_HOUR = 120
"""New games, files and plans of one address: a club behind one router, all evening."""
NOTICES_AN_HOUR = 60
"""Addresses for notices given or tried from one address: each makes the server look something up, or send something."""
POSTS_A_MINUTE = 240
"""Posts of one browser or token: four a second, for a minute."""
POSTS_OF_ADDRESS = 1200
"""Posts of one address, whoever it says it is."""


def limits(browsers: Browsers, database: Database) -> list[Middleware]:
    """The middleware that says 429 to whoever goes beyond: by what this process has counted, or all that share its database."""

    def address(request: Request[Any, Any, Any]) -> str:
        return request.client.host if request.client is not None else "nobody"

    def whose(request: Request[Any, Any, Any]) -> str:
        token = bearer(request)
        if token:
            return sha256(token.encode()).hexdigest()
        return browsers.known(request) or address(request)

    rules = (
        Limit("hour", TABLES_AN_HOUR, lambda request: f"made {address(request)}", makes),
        Limit("hour", NOTICES_AN_HOUR, lambda request: f"notices {address(request)}", notifies),
        Limit("minute", POSTS_A_MINUTE, lambda request: f"posted {whose(request)}", posts),
        Limit("minute", POSTS_OF_ADDRESS, lambda request: f"posts of {address(request)}", posts),
    )
    return [SharedLimits(database, rules)] if database.shared else [_alone(rule) for rule in rules]


def posts(request: Request[Any, Any, Any]) -> bool:
    """Whether a request wants to change something."""
    return request.method in ("POST", "PUT", "PATCH", "DELETE")


def notifies(request: Request[Any, Any, Any]) -> bool:
    """Whether a request wants to give or try an address for notices."""
    path = request.url.path.rstrip("/")
    return request.method in ("POST", "PUT") and path.endswith(("/notices", "/notices/test"))


def makes(request: Request[Any, Any, Any]) -> bool:
    """Whether a request wants to make a game."""
    path = request.url.path.rstrip("/")
    return request.method == "POST" and (path in MADE or path.endswith("/plans"))


def _alone(rule: Limit) -> Middleware:
    return RateLimitConfig(
        (rule.unit, rule.most),
        identifier_for_request=rule.whose,
        check_throttle_handler=rule.counted,
        set_rate_limit_headers=False,
    ).middleware
