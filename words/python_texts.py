"""Texts for people in Python sources: what is given to ``say`` and its kin, tables annotated ``Texts``, labels of moves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PLACES = {
    "say": (0,), "msg": (0,), "shape": (1,), "moment": (1,), "broken": (2,), "Reason": (2,), "Stop": (1,), "ProgramOffer": (1, 2),
}  # fmt: skip
"""Function -> which of its arguments are texts (or ``text=`` by name)."""
PLURAL = "say_n"
TABLE = re.compile(r"\bTexts?\b")
"""Annotation of what holds texts."""
LABEL = "label"
"""Attribute of the classes of moves and procedures that holds a text."""


class Text(NamedTuple):
    """A text in a source. ``many``: its plural, where it has one; ``note``: what translators should know."""

    line: int
    one: str
    many: str = ""
    note: str = ""


class SourceError(Exception):
    """A text that no catalogue can hold: it is put together of pieces while the program runs."""


def texts(path: Path) -> Iterator[Text]:
    """All texts of a source in the order of its lines. ``SourceError`` names the line of one that has no single form."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = dict.fromkeys(_within(tree, {}, path))
    return iter(sorted(found, key=lambda text: text.line))


Assigned = dict[str, list[ast.expr]]
"""Name -> what is assigned to it in the function around."""


def _within(node: ast.AST, assigned: Assigned, path: Path) -> Iterator[Text]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        assigned = _assignments(node)
    yield from _of(node, assigned, path)
    for child in ast.iter_child_nodes(node):
        yield from _within(child, assigned, path)


def _assignments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Assigned:
    found: Assigned = {}
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        match node.targets[0], node.value:
            case ast.Name(id=name), value:
                found.setdefault(name, []).append(value)
            case ast.Tuple(elts=names), ast.Tuple(elts=values):
                for each, value in zip(names, values, strict=False):
                    if isinstance(each, ast.Name):
                        found.setdefault(each.id, []).append(value)
    return found


def _of(node: ast.AST, assigned: Assigned, path: Path) -> Iterator[Text]:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            yield from _said(node, name, assigned, path)
        case ast.AnnAssign(annotation=annotation, value=ast.expr() as value) if TABLE.search(ast.unparse(annotation)):
            yield from _table(value, path)
        case ast.ClassDef(body=body):
            for each in body:
                if isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None and _is_label(each):
                    yield from _one(each.value, {}, path)


def _is_label(node: ast.Assign | ast.AnnAssign) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(target, ast.Name) and target.id == LABEL for target in targets)


def _said(call: ast.Call, name: str, assigned: Assigned, path: Path) -> Iterator[Text]:
    if name == PLURAL and len(call.args) > 1:
        one, many = ([text.one for text in _one(each, assigned, path)] for each in call.args[:2])
        if not one or len(one) != len(many):
            raise SourceError(f"{path}:{call.lineno}: both forms of a plural are written out where they are said")
        yield from (Text(call.lineno, *pair) for pair in zip(one, many, strict=True))
    elif name in PLACES:
        given = [call.args[place] for place in PLACES[name] if len(call.args) > place]
        for each in given or [keyword.value for keyword in call.keywords if keyword.arg == "text"]:
            yield from _one(each, assigned, path)


def _one(node: ast.expr, assigned: Assigned, path: Path) -> Iterator[Text]:
    """A literal, each of a choice of literals, or those that a variable was given in the same function. What comes from further
    away stands in the catalogue where it was written."""
    match node:
        case ast.JoinedStr() | ast.BinOp():
            raise SourceError(f"{path}:{node.lineno}: name the values in braces instead of gluing the text together")
        case ast.IfExp(body=body, orelse=orelse):
            yield from _one(body, assigned, path)
            yield from _one(orelse, assigned, path)
        case ast.BoolOp(values=values):
            for each in values:
                yield from _one(each, assigned, path)
        case ast.Name(id=name) if name in assigned:
            for each in assigned[name]:
                yield from _one(each, {}, path)
        case ast.Constant(value=str(text)) if text:
            yield Text(node.lineno, text)


def _table(node: ast.expr, path: Path) -> Iterator[Text]:
    match node:
        case ast.Dict(values=values):
            for value in values:
                yield from _table(value, path)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            for element in elements:
                yield from _table(element, path)
        case _:
            yield from _one(node, {}, path)
