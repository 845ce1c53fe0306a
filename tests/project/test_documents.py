"""The documents tell the truth: their examples run, their links lead somewhere, their commands exist."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from towpath.api.titles import compose
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueState
from towpath.rail.operating import OperatingTurnProcedure
from towpath.rail.phases import PhaseChangeProcedure
from towpath.rail.policies import Policies
from towpath.rail.rules import RailRules
from towpath.rail.turn_procedure import TurnProcedure

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]

FENCE = re.compile(
    r"^(?P<mark>`{3,}|~{3,})(?P<language>\w*)[^\n]*\n(?P<body>.*?)^(?P=mark)\s*$", re.MULTILINE | re.DOTALL
)
LINK = re.compile(
    r"(?<!\\)\[(?:[^\[\]]|\[[^\]]*\])*\]\((?P<inline>[^)\s]+)(?:\s+\"[^\"]*\")?\)|^\[[^\]]+\]:\s*(?P<listed>\S+)", re.M
)
SOURCE = re.compile(r"<(?:img|source)\b[^>]*?\bsrc(?:set)?=\"(?P<source>[^\"]+)\"")


def blocks(document: Path, *languages: str) -> list[str]:
    """The bodies of the fenced blocks in these languages."""
    return [m["body"] for m in FENCE.finditer(document.read_text()) if m["language"] in languages]


def prose(document: Path) -> str:
    """The document without code, fenced or inline, where a bracket is no link."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", document.read_text()))


def anchors(document: Path) -> set[str]:
    """The names under which a page's headings can be linked to, as code forges make them."""
    found: dict[str, int] = {}
    names = set()
    for heading in re.findall(r"^#{1,6}\s+(.+?)\s*#*$", FENCE.sub("", document.read_text()), re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        count = found.get(slug, 0)
        found[slug] = count + 1
        names.add(f"{slug}-{count}" if count else slug)
    return names


@pytest.mark.parametrize("name", NAMES)
def test_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All ``python`` blocks of a page that show a session run as one session; the others at least compile."""
    monkeypatch.chdir(tmp_path)
    session: dict[str, object] = {}
    report: list[str] = []
    for number, body in enumerate(blocks(ROOT / name, "python", "pycon"), 1):
        if ">>>" not in body:
            compile(body, f"{name}, block {number}", "exec")
            continue
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False)
        test = doctest.DocTestParser().get_doctest(body, session, f"{name}, block {number}", name, 0)
        runner.run(test, out=report.append, clear_globs=False)
        session.update(test.globs)
    assert not report, "".join(report)


def test_the_readme_shows_a_session() -> None:
    assert any(">>>" in body for body in blocks(ROOT / "README.md", "python", "pycon"))


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    text = prose(page)
    targets = [m["inline"] or m["listed"] for m in LINK.finditer(text)] + [m["source"] for m in SOURCE.finditer(text)]
    broken = []
    for target in targets:
        if re.match(r"(?:https?|mailto):", target):
            continue
        place, _, anchor = unquote(target).partition("#")
        found = (page.parent / place).resolve() if place else page
        inside = found.is_relative_to(ROOT)
        if not inside or not found.exists() or (anchor and found.suffix == ".md" and anchor not in anchors(found)):
            broken.append(target)
    assert not broken


def test_every_make_target_in_the_documents_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    shown = {
        word
        for page in DOCUMENTS
        for word in re.findall(r"(?:`|^\s*)make (?:[A-Z]+=\S+ )*([a-z]+)", page.read_text(), re.MULTILINE)
    }
    assert {"play", "test"} <= shown
    assert shown <= targets


def test_every_command_in_the_documents_exists() -> None:
    shown = {
        word
        for page in DOCUMENTS
        for word in re.findall(r"(?:`|^\$? *)towpath ([a-z]+)", page.read_text(), re.MULTILINE)
    }
    assert "serve" in shown
    for command in sorted(shown):
        asked = subprocess.run(
            [sys.executable, "-m", "towpath", command, "--help"], capture_output=True, text=True, check=False
        )
        assert asked.returncode == 0, f"towpath {command} --help: {asked.stderr.strip()[-300:]}"


def mechanisms() -> list[list[str]]:
    """The rows of the table of mechanisms: what, modules, data, policies and answers."""
    text = (ROOT / "docs" / "new_title.md").read_text()
    table = text[text.index("| mechanism | modules |") :].partition("\n\n")[0]
    return [re.split(r"\s*\|\s*", row.strip("| ")) for row in table.splitlines()[2:]]


def test_every_module_of_a_mechanism_exists() -> None:
    rail = ROOT / "src" / "towpath" / "rail"
    named = {module for row in mechanisms() for module in re.findall(r"`([\w*]+)`", row[1])}
    assert len(named) > 30
    assert {module for module in named if not list(rail.glob(f"{module}.py"))} == set()


def test_every_policy_and_answer_of_a_mechanism_exists() -> None:
    known = {*Policies.__struct_fields__, *vars(RailRules)}
    kinds = {procedure.__name__ for procedure in (OperatingTurnProcedure, TurnProcedure, PhaseChangeProcedure)}
    state = set(IssueState.__struct_fields__)
    missing = []
    for row in mechanisms():
        for name, star in re.findall(r"`([\w*]+)`(\\\*)?", row[3]):
            stem = name.removesuffix("*")
            if star:
                found = stem in vars(IssueRules)
            elif name != stem:
                found = any(each.startswith(stem) for each in known)
            else:
                found = stem in known | kinds | state
            missing += [] if found else [name]
    assert missing == []


def test_every_frame_of_the_design_exists_and_none_is_missing() -> None:
    text = (ROOT / "docs" / "design.md").read_text()
    table = text[text.index("| frame | pushed by |") :].partition("\n\n")[0]
    named = set(re.findall(r"`(\w+)`", table)) | {"Course"}
    seats = ("p1", "p2", "p3")
    used = {frame.__name__ for title in ("1861", "1867") for frame in compose(title, {}, seats).procedures}
    shared = {
        frame.__name__
        for frame, procedure in compose("1856", {}, seats).procedures.items()
        if not type(procedure).__module__.startswith("towpath.titles") or frame.__name__ in ("Turn", "PhaseChange")
    }
    assert used | shared == named
