from __future__ import annotations

import pytest

from tests.render import golden


@pytest.mark.parametrize(("name", "text"), list(golden.pictures()), ids=lambda value: value if len(value) < 40 else "")
def test_picture_is_the_one_kept(name: str, text: str) -> None:
    kept = (golden.FOLDER / name).read_text(encoding="utf-8")
    assert text == kept, f"{name} has changed; if that is meant: python -m tests.render.golden"


def test_no_picture_is_kept_for_nothing() -> None:
    assert {path.name for path in golden.FOLDER.iterdir()} == {name for name, _ in golden.pictures()}
