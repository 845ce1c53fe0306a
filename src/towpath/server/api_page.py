"""The page for people who write programs: every address of the API with what is sent, what is answered, and what it all means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import htpy as h
from htpy import Node

from towpath.language import say
from towpath.server.shell import plain_page

REFERENCE = "#/components/schemas/"


def api_page(description: Mapping[str, Any]) -> str:
    """The page for a description in OpenAPI."""
    operations = [
        (f"{method.upper()} {path}", operation)
        for path, ways in description["paths"].items()
        for method, operation in ways.items()
    ]
    types = sorted(description["components"]["schemas"].items())
    return plain_page(
        say("The HTTP API"),
        h.h1[say("The HTTP API")],
        h.p[
            say(
                "Whatever the pages can do, a program can do as JSON. It sends the last part of an invitation link along:"
            ),
            " ",
            h.code["Authorization: Bearer TOKEN"],
        ],
        h.p[h.a(".button", href="/api/openapi.json")[say("The same as OpenAPI")]],
        h.nav(".contents", aria_label=say("Addresses"))[
            h.ul(".points")[
                [
                    h.li[h.a(href=f"#{_anchor(address)}")[h.code[address]], " ", operation["summary"]]
                    for address, operation in operations
                ]
            ]
        ],
        [_operation(address, operation) for address, operation in operations],
        h.h2[say("What is sent and answered")],
        [_type(name, schema) for name, schema in types],
        page="book",
    )


def _anchor(address: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", address.lower()).strip("-")


def _operation(address: str, operation: Mapping[str, Any]) -> Node:
    body = operation.get("requestBody", {}).get("content", {})
    answers = {code: each for code, each in operation["responses"].items() if code.startswith("2")}
    return h.section(".prose", id=_anchor(address))[
        h.h2[h.code[address]],
        h.p[h.strong[operation["summary"]], ". ", operation["description"]],
        h.dl(".rules")[
            [_line(each["name"], each["schema"], each["description"]) for each in operation.get("parameters", ())],
            [_entry(say("Sends"), _words(each["schema"])) for each in body.values()],
            [_entry(say("Answers {code}", code=code), _answer(each)) for code, each in answers.items()],
        ],
    ]


def _answer(answer: Mapping[str, Any]) -> Node:
    found = [
        [kind, ": ", _words(each.get("schema", {}))] if "json" not in kind else _words(each.get("schema", {}))
        for kind, each in answer.get("content", {}).items()
    ]
    return found or say("nothing")


def _type(name: str, schema: Mapping[str, Any]) -> Node:
    fields = schema.get("properties", {})
    # What a type is comes first in its description; the rest is about its fields, which have it beside them.
    told = schema.get("description", "").partition(". `" if fields else "\n")[0]
    return h.section(".prose", id=f"type-{name}")[
        h.h3[name],
        h.p[told],
        h.dl(".rules")[[_line(field, each, each.get("description", "")) for field, each in fields.items()]]
        if fields
        else h.p[_words(schema)],
    ]


def _line(name: str, schema: Mapping[str, Any], meaning: str) -> Node:
    return _entry(h.code[name], [_words(schema), h.span(".note")[f" {meaning}" if meaning else ""]])


def _entry(term: Node, told: Node) -> Node:
    return h.div(".rule-line")[h.dt[term], h.dd[told]]


def _words(schema: Mapping[str, Any]) -> Node:
    """What kind of value it is, in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REFERENCE)
        return h.a(href=f"#type-{name}")[name]
    several = schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf")
    if several:
        return list(_joined([_words(each) for each in several]))
    if "enum" in schema or "const" in schema:
        return ", ".join(f"“{value}”" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return [say("list of"), " ", _words(schema.get("items", {}))]
    if isinstance(schema.get("additionalProperties"), dict):
        return [say("object of"), " ", _words(schema["additionalProperties"])]
    return str(schema.get("type", say("any value")))


def _joined(parts: list[Node]) -> Iterator[Node]:
    for index, part in enumerate(parts):
        yield from (" | ", part) if index else (part,)
