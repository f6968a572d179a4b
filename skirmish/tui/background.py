"""Work beside a screen: begun in a thread; then its result, or in words why there is none.

Nobody waits for ever: whatever goes wrong is told. Nothing comes late: what was dropped, or begun
for a screen that is gone, is heard no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from textual.screen import Screen
from textual.worker import Worker

from skirmish.errors import SkirmishError

T = TypeVar("T")


class Job:
    """One piece of work, as its thread knows it."""

    def __init__(self, screen: Screen[Any]) -> None:
        """Work for a screen."""
        self._screen = screen
        self._cancelled = False
        self._worker: Worker[None] | None = None

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for it any more."""
        return self._cancelled or (self._worker is not None and self._worker.is_cancelled)

    def started(self, worker: Worker[None]) -> None:
        """A worker does it; Textual cancels it when its screen goes."""
        self._worker = worker

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        self._cancelled = True

    def send(self, hear: Callable[[T], None], what: T) -> None:
        """Let the screen hear something, in its own thread, if it still wants to."""
        if not self.cancelled:
            self._screen.call_later(self._deliver, hear, what)

    def _deliver(self, hear: Callable[[T], None], what: T) -> None:
        if not self.cancelled and self._screen.is_attached:
            hear(what)


class BackgroundTask:
    """What is worked out beside a screen, one thing at a time: of several the newest."""

    def __init__(self, screen: Screen[Any], group: str) -> None:
        """Begin with nothing to do; `group` names the workers."""
        self._screen = screen
        self._group = group
        self._job: Job | None = None

    def begin(
        self,
        work: Callable[[Job], T],
        done: Callable[[T], None],
        failed: Callable[[str], None],
    ) -> None:
        """Begin to work something out; what was begun before is dropped.

        Args:
            work: Called in a thread; a long one looks whether its errand is `dropped`.
            done: Called on the screen with the result.
            failed: Called on the screen with the words for what went wrong.
        """
        self.cancel()
        job = self._job = Job(self._screen)
        worker: Worker[None] = self._screen.run_worker(
            lambda: _run(job, work, done, failed),
            group=self._group,
            exclusive=True,
            thread=True,
            exit_on_error=False,
        )
        job.started(worker)

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        if self._job is not None:
            self._job.cancel()
            self._job = None


def _run(
    job: Job,
    work: Callable[[Job], T],
    done: Callable[[T], None],
    failed: Callable[[str], None],
) -> None:
    try:
        found = work(job)
    except SkirmishError as error:
        job.send(failed, str(error))
    except Exception as error:
        # No more than its kind: what stands in it may be about figures that nobody sees.
        job.send(failed, f"a fault of the program ({type(error).__name__})")
        raise
    else:
        job.send(done, found)
