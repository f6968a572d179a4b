"""Tasks spread over whoever works for us: this process, others here, or a cluster's workers."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import islice
from threading import Thread
from typing import Any, TypeVar

from attrs import frozen

from skirmish.errors import SkirmishError

Result = TypeVar("Result")
Progress = Callable[[int, int], None]
"""Called with how much is done, and of how much."""
JOBS = 2
TASKS_PER_SLOT = 3
"""Tasks that wait or are at work, for each that can be at work."""


@frozen(eq=False)
class Workers:
    """Who plays: an executor and how many tasks it has hands for; None plays in this process."""

    executor: Executor | None = None
    slots: int = 1


def in_process() -> Workers:
    """Nobody but this process."""
    return Workers()


@contextmanager
def local_processes(jobs: int = JOBS) -> Iterator[Workers]:
    """Processes of this machine; one job is done by this process itself."""
    if jobs == 1:
        yield in_process()
        return
    others = multiprocessing.active_children()
    with process_pool(jobs) as executor:
        try:
            yield Workers(executor, jobs)
        except BaseException:
            # Nobody wants what they are at any more, and a game may take a while.
            executor.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                if process not in others:
                    process.terminate()
            raise


def process_pool(jobs: int = JOBS) -> ProcessPoolExecutor:
    """An executor of processes on this machine."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_serve)


def _serve() -> None:
    """Work until who gave the work out stops it, or is gone.

    Ctrl-C is told to every process of a terminal: it is his to answer.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()


@contextmanager
def _deaf_processes() -> Iterator[None]:
    """Hold Ctrl-C back from processes that are started: it must not break into their imports."""
    if not hasattr(signal, "pthread_sigmask"):  # not on every system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def run_tasks(
    work: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], workers: Workers
) -> Iterator[tuple[int, Result]]:
    """What comes of each task, with its number, in the order in which they are done.

    No more are given out than keep all hands busy, so that little is lost where the caller stops.

    Raises:
        SkirmishError: Who worked is gone.
    """
    numbered = enumerate(tasks)
    if workers.executor is None:
        for number, task in numbered:
            yield number, work(*task)
        return
    given: dict[Future[Result], int] = {}
    try:
        while True:
            for number, task in islice(numbered, TASKS_PER_SLOT * workers.slots - len(given)):
                with _deaf_processes():
                    future = workers.executor.submit(work, *task)
                given[future] = number
            if not given:
                return
            done, _ = wait(given, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=given.__getitem__):
                yield given.pop(future), future.result()
    except (BrokenExecutor, CancelledError):
        raise SkirmishError(
            "the processes that played were stopped", remedy="see why, and run it again"
        ) from None
    finally:
        for future in given:
            future.cancel()
