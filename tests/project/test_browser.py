"""The browser that the set-up finds can be driven at all."""

import pytest
from playwright.sync_api import Page


@pytest.mark.browser
def test_a_page_is_drawn_and_clicked(page: Page) -> None:
    page.set_content("<button onclick=\"this.textContent='pressed'\">press</button>")
    page.get_by_role("button").click()
    assert page.get_by_role("button").inner_text() == "pressed"
