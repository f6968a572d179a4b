"""Work in a thread for a screen, which gets the result or the reason for a failure.

`ScreenExecutor` is the screen's executor for a session. Every failure is reported. Nothing is
delivered after a task was cancelled or its screen removed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any, TypeVar

from textual.screen import Screen
from textual.timer import Timer
from textual.worker import Worker

from skirmish.errors import SkirmishError
from skirmish.session.executor import failure_words
from skirmish.tui.settings_app import ANSWER, SettingsApp

_OF_DRAFT = ("outlook", "reach", "labels")
"""Groups of work on a draft order, which pause while an order is played on the map."""
T = TypeVar("T")


class Job:
    """One piece of work, as its own thread sees it."""

    def __init__(self, screen: Screen[Any], waits: Callable[[], bool] = lambda: False) -> None:
        """Work for a screen; it pauses while `waits()` is true."""
        self._screen, self._app, self._waits = screen, screen.app, waits
        self._cancelled = False
        self._worker: Worker[None] | None = None

    @property
    def cancelled(self) -> bool:
        """Whether the result is no longer wanted; blocks while the work must pause."""
        while not self._dropped and (left := self._rest) > 0:
            sleep(left)
        return self._dropped

    @property
    def _rest(self) -> float:
        """Seconds for which the work must still pause."""
        if self._waits():
            return ANSWER
        return self._app.answered_at - monotonic() if isinstance(self._app, SettingsApp) else 0.0

    @property
    def _dropped(self) -> bool:
        return self._cancelled or (self._worker is not None and self._worker.is_cancelled)

    def started(self, worker: Worker[None]) -> None:
        """Keep the worker, which Textual cancels with its screen."""
        self._worker = worker

    def cancel(self) -> None:
        """Drop the result."""
        self._cancelled = True

    def send(self, hear: Callable[[T], None], what: T) -> None:
        """Call a function with a value in the screen's thread, unless cancelled."""
        if not self._dropped:
            self._screen.call_later(self._deliver, hear, what)

    def _deliver(self, hear: Callable[[T], None], what: T) -> None:
        if not self._dropped and self._screen.is_attached:
            hear(what)


class BackgroundTask:
    """Work for a screen, one job at a time; a new job replaces an older one."""

    def __init__(
        self, screen: Screen[Any], group: str, waits: Callable[[], bool] = lambda: False
    ) -> None:
        """Begin without a job; `group` names the workers, which pause while `waits()` is true."""
        self._screen = screen
        self._group = group
        self._waits = waits
        self._job: Job | None = None

    def start(
        self,
        work: Callable[[Job], T],
        done: Callable[[T], None],
        failed: Callable[[str], None],
        after: float = 0.0,
    ) -> None:
        """Start a job and cancel the previous one.

        Args:
            work: Called in a thread; long work checks whether its job is `cancelled`.
            done: Called on the screen with the result.
            failed: Called on the screen with the reason for a failure.
            after: Seconds for which the thread waits first.
        """
        self.cancel()
        job = self._job = Job(self._screen, self._waits)
        worker: Worker[None] = self._screen.run_worker(
            lambda: _run(job, work, done, failed, after),
            group=self._group,
            exclusive=True,
            thread=True,
            exit_on_error=False,
        )
        job.started(worker)

    def cancel(self) -> None:
        """Cancel the job."""
        if self._job is not None:
            self._job.cancel()
            self._job = None


class ScreenExecutor:
    """Runs work that a session does not wait for, while its screen is shown."""

    def __init__(self, screen: Screen[Any], watching: Callable[[], bool]) -> None:
        """Work for a screen; `watching` says whether something is played on it."""
        self._screen = screen
        self._watching = watching

    def task(self, group: str) -> BackgroundTask:
        """Return a task; `group` names its workers."""
        if group in _OF_DRAFT:
            return BackgroundTask(self._screen, group, self._watching)
        return BackgroundTask(self._screen, group)

    def every(self, seconds: float, then: Callable[[], None]) -> Timer:
        """Call a function repeatedly."""
        return self._screen.set_interval(seconds, then)

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Call a function after a delay, unless the screen is gone by then."""

        def call() -> None:
            if self._screen.is_attached:
                then()

        if seconds:
            self._screen.set_timer(seconds, call)
        else:
            self._screen.call_later(call)

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
        return monotonic()


def _run(
    job: Job,
    work: Callable[[Job], T],
    done: Callable[[T], None],
    failed: Callable[[str], None],
    after: float,
) -> None:
    try:
        if after:
            sleep(after)
            if job.cancelled:
                return
        found = work(job)
    except SkirmishError as error:
        job.send(failed, failure_words(error))
    except Exception as error:
        job.send(failed, failure_words(error))
        raise
    else:
        job.send(done, found)
