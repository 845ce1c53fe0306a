"""Reading at the table: rules by section, how to play, and refusals that lead to the rule they rest on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from towpath.api import books, title_names

TITLES = ("1856", "1861", "1867", "Brass")


@pytest.mark.parametrize("title", TITLES)
def test_every_rule_has_its_place_on_the_page(client: TestClient[Any], title: str) -> None:
    page = client.get(f"/rules/{title}").text
    ledger = books.ledger(title)
    assert ledger is not None
    for rule in ledger:
        assert page.count(f'id="{rule.id}"') == 1
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("title", TITLES)
def test_the_guide_leads_to_rules_that_are_there(client: TestClient[Any], title: str) -> None:
    page = client.get(f"/guide/{title}").text
    ledger = books.ledger(title)
    assert ledger is not None
    cited = re.findall(rf'href="/rules/{title}#([^"]+)"', page)
    assert len(cited) > 20
    assert all(rule in ledger for rule in cited)
    assert "replaces no rulebook" in page
    assert "[" not in re.sub(r"<[^>]+>", "", re.sub(r'<span class="cited">.*?</span>', "", page))


def test_every_title_with_a_ledger_is_on_the_shelf(client: TestClient[Any]) -> None:
    page = client.get("/rules").text
    for title in title_names():
        assert (f'href="/rules/{title}"' in page) == (books.ledger(title) is not None)


@pytest.mark.parametrize("path", ["/rules/1899", "/guide/1899", "/rules/<b>"])
def test_what_is_not_there_is_said(client: TestClient[Any], path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<b>" not in answer.text


def test_the_home_page_offers_how_to_play(client: TestClient[Any]) -> None:
    page = client.get("/").text
    for title in TITLES:
        assert f'href="/guide/{title}"' in page


def test_a_refusal_links_to_the_rule_it_rests_on(visitor: Visitor) -> None:
    path = visitor.sit()
    page = visitor.get(f"{path}?why=bid").text
    linked = re.findall(r'href="/rules/1867#([^"]+)"', page)
    assert linked
    ledger = books.ledger("1867")
    assert ledger is not None
    assert all(rule in ledger for rule in linked)
