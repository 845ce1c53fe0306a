"""Players' names on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from towpath.cli.main import run


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann", "ann", "Cleo"], "same name"),
        (["", "Bob", "Cleo"], "no name"),
        (["Ann\n", "Bob", "Cleo"], "cannot be shown"),
        (["\u202eAnn", "Bob", "Cleo"], "cannot be shown"),
        (["\u200b\u3164", "Bob", "Cleo"], "no name"),
        (["Ann", "A\u200bnn", "Cleo"], "same name"),
        (["Ann Lee", "Ａnn  Lee", "Cleo"], "same name"),
    ],
)
def test_names_that_nobody_can_read_or_tell_apart(
    names: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "game.json"
    given = [part for name in names for part in ("-p", name)]
    assert run(["new", "1867", *given, "-o", str(output)]) == 2
    assert told in capsys.readouterr().err
    assert not output.exists()
