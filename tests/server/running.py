"""A server in a process of its own, to be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]


@cache
def build_scripts() -> None:
    """The scripts of the pages, built if a source has changed since."""
    done = subprocess.run([sys.executable, ROOT / "web" / "build.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


class Running:
    """A server. ``database``: a file or an address; ``port`` 0 takes a free one; ``bot_pause`` and ``options`` as on the
    command line."""

    def __init__(self, database: Path | str, port: int = 0, bot_pause: float = 0, *options: str) -> None:
        build_scripts()
        command = [sys.executable, "-m", "towpath.server", "--port", str(port), "--database", str(database)]
        command += ["--bot-pause", str(bot_pause), *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+:(\d+)/", line)
        assert found, line
        self.port = int(found[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.address, timeout=30)

    def kill(self) -> None:
        """End it without a word, as a power cut would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.client.close()

    def stop(self) -> int:
        """End it in good order; its exit status."""
        self.client.close()
        self.process.terminate()
        return self.process.wait(timeout=20)
