"""The shape of the project's files: short modules with telling names, and nothing of anybody's machine in them."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

LONGEST = 600
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}

# Written in pieces, so that this file does not hold what it looks for.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:" + "|".join(("work", "tmp", "root", "home")) + r")/[\w.]")
REGISTRIES = ("pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".org", "npmjs" + ".com", "deb.debian" + ".org")
DELIVERY = ("jsdelivr" + ".net", "unpkg" + ".com", "cdnjs" + ".cloudflare.com", "fonts.googleapis" + ".com")
UNFINISHED = re.compile(r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X")) + r")\b")


def project_files(root: Path) -> list[Path]:
    """The files that git holds or would take; without git all that make and caches did not put there."""
    listing = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode == 0:
        names = [name for name in listing.stdout.split("\0") if name]
        return [root / name for name in names if (root / name).is_file()]
    return [path for top in ("src", "tests", "docs", "bench") for path in (root / top).rglob("*") if path.is_file()]


def texts(root: Path) -> list[tuple[str, str]]:
    """Name and text of every file of the project that is text."""
    found = []
    for path in project_files(root):
        data = path.read_bytes()
        if b"\0" not in data:
            found.append((path.relative_to(root).as_posix(), data.decode("utf-8", errors="replace")))
    assert any(name == "src/towpath/__init__.py" for name, _ in found), "the project's own files were not found"
    return found


def offending_lines(root: Path, pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in texts(root)
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_module_is_long(root: Path) -> None:
    modules = [(n, text.count("\n")) for n, text in texts(root) if n.startswith("src/") and n.endswith(".py")]
    assert not [f"{name}: {lines} lines" for name, lines in modules if lines > LONGEST]


def test_every_module_is_named_after_what_it_does(root: Path) -> None:
    named = [p.relative_to(root) for p in project_files(root) if p.suffix == ".py"]
    assert not [str(p) for p in named if EMPTY_NAMES & {part.strip("_") for part in p.with_suffix("").parts}]


def test_no_file_holds_a_path_of_a_machine(root: Path) -> None:
    assert not offending_lines(root, MACHINE_PATH)


def test_no_file_names_a_registry_or_fetches_from_elsewhere(root: Path) -> None:
    assert not offending_lines(root, re.compile("|".join(map(re.escape, REGISTRIES + DELIVERY))))


def test_no_code_is_marked_unfinished(root: Path) -> None:
    assert not [line for line in offending_lines(root, UNFINISHED) if line.startswith(("src/", "tests/", "bench/"))]


@pytest.mark.parametrize("line", ["see /" + "tmp/x", '"/' + 'work/main"', "file:///" + "home/someone/a"])
def test_the_search_for_machine_paths_finds_them(line: str) -> None:
    assert MACHINE_PATH.search(line)


def test_constraints_pin_exactly_and_name_no_address(root: Path) -> None:
    lines = (root / "constraints.txt").read_text().split()
    assert lines
    assert not [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.+!]+", line)]


def test_every_dependency_is_pinned(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    wanted = [
        *project["dependencies"],
        *(need for extra in project["optional-dependencies"].values() for need in extra),
    ]
    names = {re.match(r"[\w.-]+", need).group().lower().replace("_", "-") for need in wanted}  # type: ignore[union-attr]
    pins = (root / "constraints.txt").read_text().split()
    assert names <= {pin.split("==")[0].lower().replace("_", "-") for pin in pins}
