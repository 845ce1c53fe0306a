"""The API's description where it says more than its handlers do: what errors an address has, that unknown fields are refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin

from towpath.server.faults import Fault

ALWAYS = {400: "What was sent cannot be read, or asks for what there is not", 401: "The token opens nothing here"}
AT_A_GAME = {403: "Whoever asks may not do that, or may not look at this table", 404: "There is no such game"}
WHERE_SENT = {
    404: "There is no such game, or no such title",
    409: "Somebody was faster: the decision was answered since",
    413: "More was sent than is ever needed",
    415: "What was sent is no JSON",
    422: "The rules refuse it; all reasons are named",
    429: "Too much was posted in a short time",
}


def described(handlers: Sequence[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """The handlers, with the errors that each may be answered with in its description."""
    for handler in handlers:
        handler.responses = {status: _spec(meaning) for status, meaning in sorted(_errors(handler).items())}
    return list(handlers)


def _errors(handler: HTTPRouteHandler) -> dict[int, str]:
    found = dict(ALWAYS)
    if any("{game_id" in path for path in handler.paths):
        found |= AT_A_GAME
    if set(handler.http_methods) - {"GET", "HEAD", "OPTIONS"}:
        found |= WHERE_SENT
    return found


def _spec(meaning: str) -> ResponseSpec:
    return ResponseSpec(Fault, generate_examples=False, description=meaning)


class Description(JsonRenderPlugin):
    """The description as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """What may be sent is described by whoever reads it: with all limits, and that fields of other names are refused."""
        shown = openapi_schema["components"]["schemas"]
        read = [kind for kind in _structs(msgspec.Struct) if _is_read(kind) and kind.__name__ in shown]
        _, exact = msgspec.json.schema_components(read, ref_template="#/components/schemas/{name}")
        for name, schema in exact.items():
            if name not in shown or any(kind.__name__ == name for kind in read):
                shown[name] = schema
        return super().render(request, openapi_schema)


def _is_read(kind: type[msgspec.Struct]) -> bool:
    """Whether it is the body of a request."""
    return kind.__module__.startswith("towpath.server") and kind.__struct_config__.forbid_unknown_fields


def _structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _structs(each)
