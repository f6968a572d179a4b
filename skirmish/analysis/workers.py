"""Workers for tasks: this process, other processes of this machine, or those of a cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
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
from contextlib import contextmanager, redirect_stderr
from itertools import islice
from multiprocessing import resource_tracker
from threading import Thread
from typing import Any, TypeVar

from attrs import frozen

from skirmish.errors import SkirmishError

Result = TypeVar("Result")
Progress = Callable[[int, int], None]
"""Called with the number of finished units of work, and of all units."""
_LOOK = 0.1
"""Seconds between two checks whether the work is still wanted."""
TASKS_PER_SLOT = 3
"""Number of tasks that are handed out at a time for each slot."""


class Stopped(SkirmishError):
    """The work is no longer wanted."""


@frozen(eq=False)
class Workers:
    """An executor and the number of tasks it can do at a time; None does them in this process.

    `stopped`: polled to know whether the work is no longer wanted.
    """

    executor: Executor | None = None
    slots: int = 1
    stopped: Callable[[], bool] | None = None


def in_process() -> Workers:
    """Do all tasks in this process."""
    return Workers()


def cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def local_processes(jobs: int, stopped: Callable[[], bool] | None = None) -> Iterator[Workers]:
    """Start processes of this machine; a single job is done by this process itself.

    They end when the work is `stopped`, which is polled.
    """
    if jobs == 1:
        yield Workers(stopped=stopped)
        return
    others = multiprocessing.active_children()
    with process_pool(jobs) as executor:
        try:
            yield Workers(executor, jobs, stopped)
        except BaseException:
            # Their results are not needed any more, and a game may take a while.
            executor.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                if process not in others:
                    process.terminate()
            raise


def process_pool(jobs: int) -> ProcessPoolExecutor:
    """An executor of processes on this machine."""
    # The tracker is handed the file of standard error; its replacement under a screen has none.
    with redirect_stderr(sys.__stderr__):
        resource_tracker.ensure_running()
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_serve)


def _serve() -> None:
    """Set up a worker process: it ends with its parent and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()


@contextmanager
def _deaf_processes() -> Iterator[None]:
    """Shield starting processes from Ctrl-C, which must not interrupt their imports."""
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
    """Yield the number and result of each task, in the order in which they are finished.

    Only as many tasks are handed out as keep all slots busy, so that little work is lost when the
    caller stops.

    Raises:
        SkirmishError: The workers are gone.
        Stopped: The workers were told to stop.
    """
    numbered = enumerate(tasks)
    if workers.executor is None:
        for number, task in numbered:
            _check_wanted(workers)
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
            look = _LOOK if workers.stopped else None
            done, _ = wait(given, look, return_when=FIRST_COMPLETED)
            _check_wanted(workers)
            for future in sorted(done, key=given.__getitem__):
                yield given.pop(future), future.result()
    except (BrokenExecutor, CancelledError):
        raise SkirmishError(
            "the processes that played were stopped", remedy="see why, and run it again"
        ) from None
    finally:
        for future in given:
            future.cancel()


def _check_wanted(workers: Workers) -> None:
    if workers.stopped is not None and workers.stopped():
        raise Stopped("the games were stopped")
