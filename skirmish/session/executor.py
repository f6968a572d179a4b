"""Background work and delayed calls, as a session requests them.

The screen runs jobs in threads (`tui/background.py`), line mode one after the other
(`QueuedExecutor`), a test at once (`ImmediateExecutor`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol, TypeVar

from skirmish.errors import SkirmishError

T = TypeVar("T")


class Job(Protocol):
    """One piece of work, as its own code sees it."""

    @property
    def cancelled(self) -> bool:
        """Whether the result is no longer wanted."""


class Task(Protocol):
    """Work of one kind; a new job replaces an older one."""

    def start(
        self,
        work: Callable[[Job], T],
        done: Callable[[T], None],
        failed: Callable[[str], None],
        after: float = 0.0,
    ) -> None:
        """Start a job and cancel the previous one.

        Args:
            work: Called in the background; long work checks whether its job is `cancelled`.
            done: Called with the result, unless the job was cancelled.
            failed: Called with the reason for a failure, unless the job was cancelled.
            after: Seconds after which the work begins.
        """

    def cancel(self) -> None:
        """Cancel the job."""


class Timer(Protocol):
    """A call that is repeated."""

    def stop(self) -> None:
        """Stop the calls."""


class Executor(Protocol):
    """Runs work that a session does not wait for."""

    def task(self, group: str) -> Task:
        """Return a task; `group` names its kind of work."""

    def every(self, seconds: float, then: Callable[[], None]) -> Timer:
        """Call a function repeatedly."""

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Call a function after a delay, unless the session has ended by then."""

    def now(self) -> float:
        """Seconds on a clock that never goes back."""


def failure_words(error: Exception) -> str:
    """Why a job failed; for a program error only its type: its message may name hidden figures."""
    if isinstance(error, SkirmishError):
        return str(error)
    return f"a program error ({type(error).__name__})"


class QueuedExecutor:
    """Runs jobs and delayed calls one after the other, when its owner asks for it.

    Attributes:
        clock: The time that `now` returns, in seconds; it does not advance by itself.
    """

    def __init__(self, *, raising: bool = False) -> None:
        """Begin with nothing to run; with `raising`, `step` raises what a job raises."""
        self.clock = 0.0
        self.raising = raising
        self._calls = deque[Callable[[], None]]()
        self._timers: list[_ManualTimer] = []

    @property
    def pending(self) -> bool:
        """Whether there is anything to run."""
        return bool(self._calls)

    def step(self) -> None:
        """Run the oldest call."""
        self._calls.popleft()()

    def run(self) -> None:
        """Run all calls, and those that they add."""
        while self._calls:
            self.step()

    def tick(self) -> None:
        """Make every repeated call once."""
        for timer in self._timers:
            timer.call()

    def task(self, group: str) -> Task:
        """A kind of work."""
        del group
        return _QueuedTask(self)

    def every(self, seconds: float, then: Callable[[], None]) -> Timer:
        """A call that `tick` repeats."""
        del seconds
        timer = _ManualTimer(then)
        self._timers = [one for one in self._timers if not one.stopped] + [timer]
        return timer

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Call a function after the calls before it."""
        del seconds
        self._calls.append(then)

    def now(self) -> float:
        """The time of `clock`."""
        return self.clock


class ImmediateExecutor(QueuedExecutor):
    """Runs everything at once; calls added meanwhile run afterwards."""

    def __init__(self) -> None:
        """Begin with nothing to run."""
        super().__init__()
        self._running = False

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Call a function as soon as the calls before it have returned."""
        super().later(seconds, then)
        if not self._running:
            self._running = True
            try:
                self.run()
            finally:
                self._running = False


class _ManualTimer:
    def __init__(self, then: Callable[[], None]) -> None:
        self.stopped = False
        self._then = then

    def call(self) -> None:
        if not self.stopped:
            self._then()

    def stop(self) -> None:
        self.stopped = True


class _QueuedJob:
    def __init__(self) -> None:
        self.cancelled = False


class _QueuedTask:
    def __init__(self, executor: QueuedExecutor) -> None:
        self._executor = executor
        self._job = _QueuedJob()

    def start(
        self,
        work: Callable[[Job], T],
        done: Callable[[T], None],
        failed: Callable[[str], None],
        after: float = 0.0,
    ) -> None:
        self.cancel()
        job = self._job = _QueuedJob()

        def run() -> None:
            if job.cancelled:
                return
            try:
                found = work(job)
            except Exception as error:
                if self._executor.raising:
                    raise
                failed(failure_words(error))
            else:
                done(found)

        self._executor.later(after, run)

    def cancel(self) -> None:
        self._job.cancelled = True
