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


class Errand:
    """One piece of work, as its thread knows it."""

    def __init__(self, screen: Screen[Any]) -> None:
        """Work for a screen."""
        self._screen = screen
        self._dropped = False
        self._worker: Worker[None] | None = None

    @property
    def dropped(self) -> bool:
        """Whether nobody waits for it any more."""
        return self._dropped or (self._worker is not None and self._worker.is_cancelled)

    def begun(self, worker: Worker[None]) -> None:
        """A worker does it; Textual cancels it when its screen goes."""
        self._worker = worker

    def drop(self) -> None:
        """Nobody waits for it any more."""
        self._dropped = True

    def tell(self, hear: Callable[[T], None], what: T) -> None:
        """Let the screen hear something, in its own thread, if it still wants to."""
        if not self.dropped:
            self._screen.call_later(self._told, hear, what)

    def _told(self, hear: Callable[[T], None], what: T) -> None:
        if not self.dropped and self._screen.is_attached:
            hear(what)


class Beside:
    """What is worked out beside a screen, one thing at a time: of several the newest."""

    def __init__(self, screen: Screen[Any], group: str) -> None:
        """Begin with nothing to do; `group` names the workers."""
        self._screen = screen
        self._group = group
        self._errand: Errand | None = None

    def begin(
        self,
        work: Callable[[Errand], T],
        done: Callable[[T], None],
        failed: Callable[[str], None],
    ) -> None:
        """Begin to work something out; what was begun before is dropped.

        Args:
            work: Called in a thread; a long one looks whether its errand is `dropped`.
            done: Called on the screen with the result.
            failed: Called on the screen with the words for what went wrong.
        """
        self.drop()
        errand = self._errand = Errand(self._screen)
        worker: Worker[None] = self._screen.run_worker(
            lambda: _run(errand, work, done, failed),
            group=self._group,
            exclusive=True,
            thread=True,
            exit_on_error=False,
        )
        errand.begun(worker)

    def drop(self) -> None:
        """Nobody waits for it any more."""
        if self._errand is not None:
            self._errand.drop()
            self._errand = None


def _run(
    errand: Errand,
    work: Callable[[Errand], T],
    done: Callable[[T], None],
    failed: Callable[[str], None],
) -> None:
    try:
        found = work(errand)
    except SkirmishError as error:
        errand.tell(failed, str(error))
    except Exception as error:
        # No more than its kind: what stands in it may be about figures that nobody sees.
        errand.tell(failed, f"a fault of the program ({type(error).__name__})")
        raise
    else:
        errand.tell(done, found)
