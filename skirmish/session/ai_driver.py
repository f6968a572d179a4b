"""The computer player of a session: it thinks in the background, one order at a time.

While an enemy thinks, only the elapsed time is shown: which figures it considers, and how many, is
secret. The adviser uses `ThoughtProgress`, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from attrs import frozen

from skirmish.ai import Pace
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.setup.opponents import ComputerOpponent, OpponentFactory, Opponents
from skirmish.session.executor import Executor, Timer

STOPPED = "*"
"""Value of `waiting` while the player has stopped the computer; no side has this id."""
LONGEST = 3.0
"""Seconds after which the search considers no further figure; few searches take that long."""
PATIENCE = 1
"""Whole seconds before the elapsed time is shown."""
OFTEN = 0.25
"""Seconds between two updates of the progress."""


class ThoughtProgress:
    """Progress of one search of the computer in a thread."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Start measuring the time; `now` is the clock in seconds."""
        self._now = now
        self._since = now()
        self._figure, self._number, self._of = "", 0, 0
        self.stopped = False

    @property
    def pace(self) -> Pace:
        """The callbacks by which the search reports progress and can be cut off."""
        return Pace(self._cut, self._tell)

    def _cut(self) -> bool:
        return self.stopped or self._now() - self._since > LONGEST

    def _tell(self, figure: str, number: int, of: int) -> None:
        self._figure, self._number, self._of = figure, number, of

    @property
    def progress(self) -> str:
        """The own figure being considered, as in ` b3, 4 of 9`; empty before the first."""
        return f" {self._figure}, {self._number} of {self._of}" if self._figure else ""

    @property
    def elapsed(self) -> str:
        """Elapsed whole seconds, as in ` 2 s`; empty at first."""
        seconds = int(self._now() - self._since)
        return f" {seconds} s" if seconds >= PATIENCE else ""


@frozen
class AiChoice:
    """Result of a search on a view: an order, or why there is none."""

    view: View
    order: Order | None
    fault: str = ""


class AiDriver:
    """Finds the orders of the sides that no person plays.

    An order is found on the view of its side. `thinking` is the side whose order is being found,
    `stopped` whether the player has stopped the search.
    """

    def __init__(
        self,
        game: Game,
        hire: OpponentFactory,
        executor: Executor,
        *,
        seat: Callable[[], str],
        found: Callable[[], None],
        changed: Callable[[], None],
    ) -> None:
        """Begin with nothing to find.

        Args:
            game: The battle.
            hire: Makes the opponent of a side.
            executor: Runs the search.
            seat: The side that looks now.
            found: Called when a choice can be taken.
            changed: Called when the progress has changed, or a choice is held while stopped.
        """
        self.thinking = ""
        self.stopped = False
        self._game = game
        self._executor = executor
        self._opponents = Opponents(game, hire)
        self._seat = seat
        self._found = found
        self._changed = changed
        self._held: AiChoice | None = None
        self._task = executor.task("ai")
        self._progress = ThoughtProgress(executor.now)
        self._shown = ""
        self._timer: Timer | None = None

    @property
    def progress(self) -> str:
        """Progress as far as the player may know it: for an enemy only the time."""
        if not self.thinking:
            return ""
        own = self.thinking == self._seat()
        return (self._progress.progress if own else "") or self._progress.elapsed

    @property
    def waiting(self) -> str:
        """What the player waits for: a side that thinks, `STOPPED`, or nothing."""
        return STOPPED if self.stopped else self.thinking

    def think(self) -> None:
        """Start to find the next order, unless one is held or the player has stopped it."""
        if self.stopped or self._held is not None:
            return
        side = self.thinking = self._game.to_act
        opponent, view = self._opponents.for_side(side), self._game.view(side)
        self._progress = ThoughtProgress(self._executor.now)
        if isinstance(opponent, ComputerOpponent):
            opponent.pace = self._progress.pace
        if self._timer is None:
            self._timer = self._executor.every(OFTEN, self._look)
        self._changed()
        self._task.start(lambda _: opponent(view), partial(self._chose, view), self._failed(view))

    def _chose(self, view: View, order: Order) -> None:
        self._hold(AiChoice(view, order))

    def _failed(self, view: View) -> Callable[[str], None]:
        return lambda why: self._hold(AiChoice(view, None, f"the computer could not decide: {why}"))

    def _hold(self, choice: AiChoice) -> None:
        self._done()
        self._held = choice
        if self.stopped:
            self._changed()
        else:
            self._found()

    def take(self) -> AiChoice | None:
        """Return the choice that was found and clear it."""
        choice, self._held = self._held, None
        return choice

    def _look(self) -> None:
        """Report the progress if it has changed."""
        # `progress` hides what the player may not know, so hidden changes are not reported.
        if self.progress != self._shown:
            self._shown = self.progress
            self._changed()

    def _done(self) -> None:
        self.thinking = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def cancel(self) -> None:
        """Drop the search: the battle has changed or is no longer shown."""
        if self.thinking or self._held is not None:
            # The opponent may still run in its thread, or assume that its order was given.
            self._opponents.clear()
        self._progress.stopped = True
        self._task.cancel()
        self._held, self.stopped = None, False
        self._done()
