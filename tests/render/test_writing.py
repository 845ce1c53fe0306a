"""What is written in one pass is what htpy writes, whatever stands in a tree."""

from __future__ import annotations

import htpy as h
import pytest
from htpy import Node
from markupsafe import Markup

from towpath.render.writing import written


class Drawn:
    """Something that knows its own HTML."""

    def __html__(self) -> str:
        return "<b>its own</b>"


def tree(number: int) -> Node:
    """A tree with all that pages are made of."""
    return [
        h.div("#one.two", {"data-x": 'a"b<c>'}, hidden=True, title=None, aria_label=f"n & {number}")[
            h.p["text & <marks>", 7, 0, None, True, False, Markup("<i>as it is</i>")],
            [h.br, (h.span[str(each)] for each in range(number)), ()],
            h.img(src="x?a=1&b=2", alt=""),
            h.p,
            Drawn(),
            h.fragment[h.b["in a fragment"], "&"],
            lambda: h.em["asked for late"],
        ],
        "&",
    ]


@pytest.mark.parametrize("number", [0, 3])
def test_it_writes_as_htpy_does(number: int) -> None:
    assert written(tree(number)) == str(h.fragment[tree(number)])
    page = h.html(lang="en")[h.head[h.title["<"]], h.body[tree(number)]]
    assert written(h.html(lang="en")[h.head[h.title["<"]], h.body[tree(number)]]) == str(page)


def test_nothing_is_nothing_and_what_is_no_child_is_refused() -> None:
    assert written(None) == written([]) == written(False) == ""
    with pytest.raises(TypeError):
        written(3.5)  # type: ignore[arg-type]
