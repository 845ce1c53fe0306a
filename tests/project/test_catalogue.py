"""The catalogue of words: it holds what the sources say, and translations of it are checked before anybody reads them."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from towpath.language import Languages, capital, current, either, english, listed, msg, say, say_n
from words import catalogue
from words.python_texts import SourceError, Text, texts


def test_the_catalogue_is_that_of_the_present_sources() -> None:
    assert catalogue.TEMPLATE.read_bytes() == catalogue.template(), "run `make words`"


def test_every_translation_keeps_its_placeholders() -> None:
    assert [fault for path in catalogue.translations() for fault in catalogue.faults(catalogue.load(path))] == []


def _found(tmp_path: Path, source: str) -> list[tuple[str, str]]:
    file = tmp_path / "a.py"
    file.write_text(source)
    return [(text.one, text.many) for text in texts(file)]


def test_texts_are_found_where_they_are_said(tmp_path: Path) -> None:
    source = """
class Lay:
    label = "lay track"

WORDS: Texts = {"a": "first", "b": ("second", "third")}

def f(x):
    say("Hello, {who}.", who=x)
    say_n("{n} hex", "{n} hexes", 3)
    say("open" if x else "shut")
    text = "No {thing}."
    return broken("code", "1.a", text, thing=x) or table.say("in two " "pieces")
"""
    assert _found(tmp_path, source) == [
        ("lay track", ""),
        ("first", ""),
        ("second", ""),
        ("third", ""),
        ("Hello, {who}.", ""),
        ("{n} hex", "{n} hexes"),
        ("open", ""),
        ("shut", ""),
        ("No {thing}.", ""),
        ("in two pieces", ""),
    ]


@pytest.mark.parametrize(
    "call", ['say(f"{x} trains")', 'msg("a" + x)', 'broken("c", "1", f"no {x}")', "say_n(a, b, 2)"]
)
def test_a_text_put_together_while_the_program_runs_is_refused(tmp_path: Path, call: str) -> None:
    with pytest.raises(SourceError, match=r"a\.py:1"):
        _found(tmp_path, call)


def _catalogue(*pairs: tuple[str | tuple[str, str], str | tuple[str, str]]) -> Catalog:
    made = Catalog(locale="de")
    for one, other in pairs:
        made.add(one, other)
    return made


def test_a_translation_that_loses_or_invents_a_placeholder_is_told() -> None:
    made = _catalogue(
        ("{who} passes.", "{who} passt."),
        ("{who} bids {price}.", "{who} bietet."),
        ("The end.", "Das {Ende}."),
        ("{who} wins.", "{wer} gewinnt."),
        ("{who} is out.", "{who ist raus."),
        (("{n} train", "{n} trains"), ("ein Zug", "{n} Züge")),
    )
    found = list(catalogue.faults(made))
    assert [fault.partition(":")[0] for fault in found] == [
        "'{who} bids {price}.'",
        "'{who} wins.'",
        "'{who} wins.'",
        "'{who} is out.'",
        "'{n} train'",
    ]
    assert "lacks {price}" in found[0]
    assert "has {wer}" in found[1]


@pytest.fixture
def languages(tmp_path: Path) -> Languages:
    """German and Brazilian Portuguese, of a few words."""
    german = _catalogue(
        ("English", "Deutsch"),
        ("{who} passes.", "{who} passt."),
        (("{n} train", "{n} trains"), ("{n} Zug", "{n} Züge")),
        ("{first} and {last}", "{first} und {last}"),
    )
    portuguese = _catalogue(("English", "Português"))
    for code, made in (("de", german), ("pt_BR", portuguese)):
        folder = tmp_path / code / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "towpath.mo").write_bytes(catalogue.compiled(made))
    return Languages(tmp_path)


def test_sentences_are_said_in_the_language_of_the_moment(languages: Languages) -> None:
    assert say("{who} passes.", who="Ann") == "Ann passes."
    with languages.speaking("de"):
        assert current() == "de"
        assert say("{who} passes.", who="Ann") == "Ann passt."
        assert [say_n("{n} train", "{n} trains", n) for n in (1, 2)] == ["1 Zug", "2 Züge"]
        assert listed(["a", "b", "c"]) == "a, b und c"
        assert say("What has no translation.") == "What has no translation."
        with english():
            assert say("{who} passes.", who="Ann") == "Ann passes."
    assert current() == "en"
    assert say_n("{n} train", "{n} trains", 2) == "2 trains"


def test_lists_and_capitals() -> None:
    assert [listed(items) for items in ([], ["a"], ["a", "b"])] == ["", "a", "a and b"]
    assert either(["a", "b", "c"]) == "a, b or c"
    assert capital(msg("{kept}")) == "{kept}"
    assert say("{braces mean themselves without values") == "{braces mean themselves without values"


def test_the_reader_gets_the_language_that_he_wants_most(languages: Languages) -> None:
    assert dict(languages.names) == {"en": "English", "de": "Deutsch", "pt-BR": "Português"}
    wanted = {
        "de": "de", "de-AT,de;q=0.9,en;q=0.8": "de", "en-GB,de": "en", "fr, de;q=0.5": "de", "pt": "pt-BR",
        "en;q=0.1, pt-PT;q=0.7": "pt-BR", "": "en", "*": "en", "de;q=0": "en", "de;q=x": "en", ";;,,": "en",
    }  # fmt: skip
    assert {header: languages.preferred(header) for header in wanted} == wanted


def test_texts_of_data_files_are_in_the_catalogue() -> None:
    found = {message.id for message in catalogue.collected()}
    assert "Limited special trains" in found
    assert Text(1, "a") == Text(1, "a", "", "")
