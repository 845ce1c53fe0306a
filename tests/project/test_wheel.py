"""A wheel holds all that the table needs and runs away from the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.server.running import build_scripts


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the package so that nothing is written into the checkout."""
    build_scripts()
    copy = tmp_path_factory.mktemp("source")
    shutil.copytree(root / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(root / "web", copy / "web", ignore=shutil.ignore_patterns("node_modules"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(root / name, copy)
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=copy,
        check=True,
        capture_output=True,
    )
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_holds_every_file_of_the_package(wheel: Path, root: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    source = root / "src"
    package = {p.relative_to(source).as_posix() for p in source.rglob("*") if p.is_file() and p.suffix != ".pyc"}
    assert "towpath/py.typed" in package
    assert package <= held
    assert {f"towpath/server/assets/{name}" for name in ("table.js", "new.js", "table.css")} <= held


def test_without_the_scripts_the_table_says_how_to_get_them(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    (tmp_path / "site" / "towpath" / "server" / "assets" / "table.js").unlink()
    told = subprocess.run(
        [sys.executable, "-m", "towpath.server", "--port", "0", "--database", str(tmp_path / "games.sqlite3")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 2
    assert "have not been built" in told.stderr
    assert "make web" in told.stderr
    assert "Traceback" not in told.stderr


def test_the_wheel_runs_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    told = subprocess.run(
        [sys.executable, "-c", "import towpath; print(towpath.__version__, towpath.__file__)"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=True,
    )
    version, file = told.stdout.split()
    assert version in wheel.name
    assert Path(file).is_relative_to(tmp_path)
    helped = subprocess.run(
        [sys.executable, "-m", "towpath", "--help"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert helped.returncode == 0, helped.stderr
    assert "serve" in helped.stdout
