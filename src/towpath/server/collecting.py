"""When Python looks for what nobody needs any more among all that a server holds.

A full look goes through every open game, and nothing else is done meanwhile: with fifty tables for a quarter of a second, and by
itself Python takes it whenever much is new. So it is taken while nothing goes on, and now and then in any case; what is
young is looked through as ever.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

NEVER = 2**31 - 1
LOOK = 5.0
"""Seconds between two looks whether anything goes on."""
IDLE = 0.02
"""The share of one processor below which nothing goes on."""
LEAST, MOST = 60.0, 900.0
"""Seconds between two full looks: so many at least, and so many at most even if the server is never idle."""


@contextmanager
def collected_when_idle() -> Iterator[None]:
    """While this lasts, full collections happen when this process has little to do, in a thread of their own."""
    thresholds, ended = gc.get_threshold(), Event()
    gc.collect()
    gc.freeze()  # modules and the data of titles stay
    gc.set_threshold(*thresholds[:2], NEVER)
    thread = Thread(target=_collect, args=(ended,), name="collecting", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(LOOK)
        gc.set_threshold(*thresholds)
        gc.unfreeze()


def _collect(ended: Event) -> None:
    last, worked = time.monotonic(), time.process_time()
    while not ended.wait(LOOK):
        now, until_now = time.monotonic(), time.process_time()
        if is_due(now - last, (until_now - worked) / LOOK):
            gc.collect()
            last = now
        worked = time.process_time()


def is_due(since: float, share: float) -> bool:
    """Whether a full look is to be taken. ``since``: seconds since the last; ``share``: of one processor that was used lately."""
    return since >= MOST or (since >= LEAST and share < IDLE)
