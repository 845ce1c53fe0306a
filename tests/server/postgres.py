"""A PostgreSQL of the tests' own: a cluster in a temporary folder, on a socket there, ended and removed with the session.

Debian's package ``postgresql`` is all it needs. PostgreSQL refuses to run as root, so root runs it as somebody else.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

NAME = "towpath"
PATIENCE = 60
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=200", "listen_addresses=")
"""Nothing here outlives the session, and it is our servers that are killed, never the database."""


def binaries() -> Path | None:
    """The folder of ``initdb`` and ``postgres``; ``None`` where there is no PostgreSQL."""
    if sys.platform == "win32":
        return None
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parts[-3].zfill(4))
    if installed:
        return installed[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


class Cluster:
    """A running PostgreSQL. Every test has databases of its own in it."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._data = folder / "data"
        self._numbers = count(1)
        self._who = _somebody()
        if self._who:
            os.chown(folder, self._who["user"], self._who["group"])
        made = self._run(programs / "initdb", "-D", self._data, "-U", NAME, "-A", "trust", "-E", "UTF8", "--no-sync")
        assert made.returncode == 0, made.stderr
        self.programs = programs
        self.process = self._start()

    def database(self) -> str:
        """A new database; its address, as ``TOWPATH_DATABASE`` would have it."""
        name = f"games{next(self._numbers)}"
        with self._connection() as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return f"postgresql://{NAME}@/{name}?host={self.folder}"

    def cut_connections(self) -> None:
        """End every connection that anybody has, as a restart of the database would."""
        with self._connection() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )

    def stop(self) -> None:
        """End it at once."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(timeout=PATIENCE)

    def _connection(self) -> psycopg.Connection[Any]:
        return psycopg.connect(host=str(self.folder), user=NAME, dbname="postgres", autocommit=True)

    def _run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, capture_output=True, text=True, cwd=self.folder, check=False, timeout=PATIENCE, **self._who
        )

    def _start(self) -> subprocess.Popen[bytes]:
        settings = [part for each in QUICK for part in ("-c", each)]
        command = [str(self.programs / "postgres"), "-D", str(self._data), "-k", str(self.folder), *settings]
        with (self.folder / "log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self._who)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._connection().close()
                return process
            except psycopg.OperationalError:
                assert process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < until, "the database does not answer"
                time.sleep(0.05)


def _somebody() -> dict[str, Any]:
    """Whom root runs it as; nothing for anybody else."""
    if os.geteuid() != 0:
        return {}
    import pwd  # there is none on Windows

    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": ()}
    raise LookupError("root has nobody to run the database as")


@contextmanager
def running_cluster(programs: Path) -> Iterator[Cluster]:
    """A cluster for as long as it is needed. Its folder has a short name: the path of a socket must not be long."""
    folder = Path(tempfile.mkdtemp(prefix="towpath-pg-"))
    try:
        cluster = Cluster(folder, programs)
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
