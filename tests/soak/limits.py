"""What a loader may take: seconds of the processor, and memory beyond what the process has."""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

SECONDS = 1.0
"""Seconds that any file may take on a machine on which `floor` takes no longer than that."""
MEMORY = 200 * 2**20
"""Bytes that any file may take."""
STUCK = 60
"""Seconds after which something is taken to have no end."""
_LOOP, _PARTS = 10_000_000, 10


class Stuck(Exception):
    """Something did not come to an end."""


@cache
def floor() -> float:
    """Processor seconds of a plain loop of ten million steps here, by the fastest of its parts."""
    return _PARTS * min(_loop() for _ in range(_PARTS // 2))


def _loop() -> float:
    begun = time.process_time()
    total = 0
    for number in range(_LOOP // _PARTS):
        total += number
    return time.process_time() - begun


def allowed() -> float:
    """Processor seconds that a file may take here: a slow machine gets as many more."""
    return SECONDS * max(1.0, 2 * floor())


def over_limits(work: Callable[[], object]) -> str:
    """Does some work within the limits; what it broke, or "". Other exceptions pass."""
    seconds = allowed()
    begun = time.process_time()
    try:
        with _memory_capped(), _time_capped():
            work()
    except MemoryError:
        return f"takes more than {MEMORY >> 20} MiB"
    except Stuck:
        return f"does not end within {STUCK} s"
    taken = time.process_time() - begun
    return (
        f"takes {taken:.1f} s, {taken / floor():.0f} times a plain loop" if taken > seconds else ""
    )


@contextmanager
def _memory_capped() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextmanager
def _time_capped() -> Iterator[None]:
    def stuck(_number: int, _frame: object) -> None:
        raise Stuck

    before = signal.signal(signal.SIGALRM, stuck)
    signal.alarm(STUCK)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
