"""How each title is played: it can be read, names real rules, and a slip in it is told by file and key."""

from __future__ import annotations

from importlib.resources import files

import pytest

from towpath.api import books
from towpath.facts.files import DataError
from towpath.facts.guide import FILE, load_guide, pieces


@pytest.mark.parametrize("title", ["1856", "1861", "1867"])
def test_every_section_says_something(title: str) -> None:
    guide, ledger = books.guide(title), books.ledger(title)
    assert guide is not None
    assert ledger is not None
    assert all(section.heading and (section.text or section.points) for section in guide.sections)
    cited = {rule for text in guide.texts() for _, rules in pieces(text) for rule in rules}
    assert len(cited) > 40
    assert all(rule in ledger for rule in cited)


def test_a_text_is_cut_after_each_mention_of_rules() -> None:
    assert list(pieces("One [8.6.f, P.2.7.a] and two [6.a].")) == [
        ("One", ("8.6.f", "P.2.7.a")), (" and two", ("6.a",)), (".", ()),
    ]  # fmt: skip
    assert list(pieces("No rule [here].")) == [("No rule [here].", ())]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("[12.2.e]", "[12.99]"), "a rule in the text is '12.99'"),
        (('8 = "Operating round"\n', ""), "chapters is '8'"),
        (("heading", "haeding"), "haeding"),
    ],
)
def test_a_slip_is_told(change: tuple[str, str], told: str) -> None:
    folder = files("towpath.titles.t1867")
    text = folder.joinpath(FILE).read_text().replace(*change)
    ledger = books.ledger("1867")
    assert ledger is not None
    with pytest.raises(DataError, match=FILE) as caught:
        load_guide(folder, ledger, {FILE: text})
    assert told in str(caught.value)
