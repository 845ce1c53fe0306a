"""Elements written out as text, in one pass.

htpy's own way is a generator for each element, in which Python 3.11 tests every list of children against a protocol; most of
the time that a page took went there. What is not known here is left to htpy.
"""

from __future__ import annotations

from collections.abc import Callable
from types import GeneratorType
from typing import Any

import htpy as h
from htpy import Node
from markupsafe import Markup, escape

_PLAIN = type(h.div)
_EMPTY = type(h.br)
_PAGE = type(h.html)
DOCTYPE = "<!doctype html>"


def written(node: Node) -> Markup:
    """The HTML of a node: what ``str`` gives of a fragment of it."""
    out: list[str] = []
    _write(node, out.append)
    return Markup("".join(out))


def _write(node: Any, add: Callable[[str], object]) -> None:
    kind = type(node)
    if kind is _PLAIN or kind is _PAGE:
        if kind is _PAGE:
            add(DOCTYPE)
        name, children = node._name, node._children
        add(f"<{name}{node._attrs}>")
        if children is not None:
            _write(children, add)
        add(f"</{name}>")
    elif kind is str:
        add(escape(node))
    elif kind is list or kind is tuple or kind is GeneratorType:
        for child in node:
            _write(child, add)
    elif kind is Markup:
        add(node)
    elif kind is _EMPTY:
        add(f"<{node._name}{node._attrs}>")
    elif kind is int:
        add(str(node))
    elif node is not None and kind is not bool:
        add(str(h.fragment[node]))
