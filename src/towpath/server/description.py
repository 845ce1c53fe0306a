"""The API's description where it says more than its handlers do: what errors an address has, that unknown fields are refused,
what each field and each parameter means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin

from towpath.server.api_page import api_page
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


PARAMETERS = {
    "game_id": "the id of the game",
    "seat": "the id of a seat (`p1`); where a curtain hangs, whose eyes are asked for",
    "title": "the id of a title, as `/api/titles` lists them",
    "table": "the name of a table, as `/tables` lists them",
    "find": "whether to search what is searched only on demand (runs)",
    "about": "a type of action, or a place of the board",
    "company": "the company that is imagined to decide",
    "step": "what of it is tried: one of the `steps` of an answer",
}
"""Parameter -> what it means, wherever its handler does not say."""
FAULTS = "faults"
"""The option of a handler for errors of its own: status -> what it means there."""


CLAUSE = re.compile(r"(?<=[.;])\s+")
NAMED = re.compile(r"``(\w+)``")


def described(handlers: Sequence[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """The handlers, with the errors that each may be answered with in its description."""
    for handler in handlers:
        handler.responses = {status: _spec(meaning) for status, meaning in sorted(_errors(handler).items())}
    return list(handlers)


def _errors(handler: HTTPRouteHandler) -> dict[int, str]:
    found = dict(ALWAYS)
    if any("{game_id" in path for path in handler.paths):
        found |= AT_A_GAME
    if any("{title" in path for path in handler.paths):
        found |= {404: "There is no such title, or nothing of the kind about it"}
    if set(handler.http_methods) - {"GET", "HEAD", "OPTIONS"}:
        found |= WHERE_SENT
    found |= handler.opt.get(FAULTS, {})
    return found


def _spec(meaning: str) -> ResponseSpec:
    return ResponseSpec(Fault, generate_examples=False, description=meaning)


class Description(JsonRenderPlugin):
    """The description as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """As it is, with all that is added to it."""
        return super().render(request, completed(openapi_schema))


class DescriptionPage(OpenAPIRenderPlugin):
    """The description as a page."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """In the language of whoever reads, as far as it is ours: what the addresses say of themselves is English."""
        return api_page(completed(openapi_schema)).encode()


def completed(openapi_schema: dict[str, Any]) -> dict[str, Any]:
    """A description in which what may be sent is described by whoever reads it, with all limits and that fields of other
    names are refused, and everything says what it means."""
    shown = openapi_schema["components"]["schemas"]
    read = [kind for kind in _structs(msgspec.Struct) if _is_read(kind) and kind.__name__ in shown]
    _, exact = msgspec.json.schema_components(read, ref_template="#/components/schemas/{name}")
    for name, schema in exact.items():
        if name not in shown or any(kind.__name__ == name for kind in read):
            shown[name] = schema
    for name, schema in shown.items():
        _explain(name, schema)
    for ways in openapi_schema["paths"].values():
        for operation in ways.values():
            operation["description"] = _flowing(operation.get("description", ""))
            for parameter in operation.get("parameters", ()):
                parameter.setdefault("description", PARAMETERS.get(parameter["name"], ""))
    return openapi_schema


def _explain(name: str, schema: dict[str, Any]) -> None:
    """Put what a struct's docstring says of each field beside it."""
    properties = schema.get("properties", {})
    kinds = [each for each in _structs(msgspec.Struct) if each.__name__ == name]
    kind = next((each for each in kinds if set(each.__struct_fields__) == set(properties)), None)
    if kind is None:
        return
    meanings = meanings_of(kind)
    schema.setdefault("description", _flowing(kind.__doc__ or ""))
    for field, told in properties.items():
        if field in meanings:
            properties[field] = (
                {**told, "description": meanings[field]} if "$ref" not in told else _beside(told, meanings[field])
            )


def _flowing(text: str) -> str:
    """A docstring as readers of the description have it."""
    return " ".join(text.split()).replace("``", "`")


def _beside(reference: dict[str, Any], meaning: str) -> dict[str, Any]:
    return {"allOf": [reference], "description": meaning}


def meanings_of(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Field -> what the docstrings of a struct, and of those it is made from, say of it: the rest of the clause that names
    it."""
    text = " ".join(
        " ".join((each.__doc__ or "").split()) for each in reversed(kind.__mro__) if issubclass(each, msgspec.Struct)
    )
    found: dict[str, str] = {}
    for clause in CLAUSE.split(text):
        for field in NAMED.findall(clause):
            found.setdefault(field, clause.removeprefix(f"``{field}``: ").replace("``", "`").rstrip(".;"))
    return {field: found[field] for field in kind.__struct_fields__ if field in found}


def _is_read(kind: type[msgspec.Struct]) -> bool:
    """Whether it is the body of a request."""
    return kind.__module__.startswith("towpath.server") and kind.__struct_config__.forbid_unknown_fields


def _structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _structs(each)
