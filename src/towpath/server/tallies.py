"""How often somebody has done something in the present minute or hour, counted for all servers that share a database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from random import random
from typing import Any, NamedTuple

from litestar import Request
from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.middleware.rate_limit import DurationUnit
from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy import delete, text
from sqlalchemy.dialects.postgresql import insert

from towpath.server.database import Database
from towpath.server.models import TallyRow

SECONDS: Mapping[DurationUnit, int] = {"second": 1, "minute": 60, "hour": 3600, "day": 24 * 3600}
SWEEPING = 0.01
"""Of how many countings one throws away what is past."""


class Limit(NamedTuple):
    """``most`` requests in a ``unit`` of those that are ``counted``, by each one ``whose`` they are."""

    unit: DurationUnit
    most: int
    whose: Callable[[Request[Any, Any, Any]], str]
    counted: Callable[[Request[Any, Any, Any]], bool]


class Tallies:
    """Counts in PostgreSQL. Names are kept as hashes only: they hold addresses of people."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def count(self, wanted: Iterable[tuple[str, int]]) -> list[int]:
        """Count one more of each name in its stretch of so many seconds; how many there are now."""
        now = int(time.time())
        with self.database.session.begin() as session:
            # A count that a power cut loses hurts nobody, and so nobody waits for the disk.
            session.execute(text("SET LOCAL synchronous_commit TO OFF"))
            if random() < SWEEPING:
                session.execute(delete(TallyRow).where(TallyRow.ends < now))
            return [self._one(session, name, (now // seconds + 1) * seconds) for name, seconds in wanted]

    def _one(self, session: Any, name: str, ends: int) -> int:
        made = insert(TallyRow).values(name=sha256(name.encode()).hexdigest(), ends=ends, count=1)
        more = made.on_conflict_do_update(index_elements=["name", "ends"], set_={"count": TallyRow.count + 1})
        return int(session.scalar(more.returning(TallyRow.count)))


class SharedLimits(ASGIMiddleware):
    """Says 429 to whoever goes beyond a limit, at whichever server."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, database: Database, rules: Sequence[Limit]) -> None:
        self._tallies = Tallies(database)
        self._rules = rules

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Count, and refuse or go on."""
        request: Request[Any, Any, Any] = Request(scope)
        rules = [rule for rule in self._rules if rule.counted(request)]
        if rules:
            wanted = [(rule.whose(request), SECONDS[rule.unit]) for rule in rules]
            counts = await asyncio.to_thread(self._tallies.count, wanted)
            if any(count > rule.most for count, rule in zip(counts, rules, strict=True)):
                raise TooManyRequestsException
        await next_app(scope, receive, send)
