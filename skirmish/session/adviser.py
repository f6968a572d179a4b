"""The adviser: asks the computer what it would do, and shows its advice as a draft order.

It is asked during its side's turn and on that side's view, so it knows nothing that is hidden from
the player.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from skirmish.ai import Choice
from skirmish.ai.cache import ThoughtCache
from skirmish.game import Game
from skirmish.presentation.reasons.advice import Advice, AdviceRequest
from skirmish.session import order_draft, repeat
from skirmish.session.ai_driver import OFTEN, ThoughtProgress
from skirmish.session.controller import Controller
from skirmish.session.executor import Executor, Timer
from skirmish.session.mode import Mode

Then = Callable[[AdviceRequest, Choice], None]
Failed = Callable[[str], None]


class Adviser:
    """Asks the computer for a side; a new question replaces an older one."""

    def __init__(self, game: Game, executor: Executor, changed: Callable[[], None]) -> None:
        """Begin with nothing asked; `changed` is called for progress and at the end."""
        self._game = game
        self._executor = executor
        self._changed = changed
        self._progress: ThoughtProgress | None = None
        self._cache: dict[str, ThoughtCache | None] = {}
        self._task = executor.task("adviser")
        self._timer: Timer | None = None

    @property
    def thinking(self) -> bool:
        """Whether a question is open."""
        return self._progress is not None

    @property
    def progress(self) -> str:
        """The figure being considered, as in ` b3, 4 of 9`; empty before the first."""
        return self._progress.progress if self._progress is not None else ""

    def ask(self, side: str, level: str, then: Then, failed: Failed, about: str = "") -> None:
        """Think in the background and hand the result over if the view is still the same.

        Args:
            side: The side that asks.
            level: Level of the computer.
            then: Called with the question and the thought.
            failed: Called with the reason if there is no result.
            about: The figure that the player has chosen; "" for none.
        """
        self.stop()
        question = AdviceRequest.of(self._game, side, level, self._cache.get(side), about)
        progress = self._progress = ThoughtProgress(self._executor.now)
        self._timer = self._executor.every(OFTEN, self._changed)
        self._task.start(
            lambda _: question.think(progress.pace),
            partial(self._found, question, then),
            partial(self._failed, failed),
        )

    def _found(self, question: AdviceRequest, then: Then, thought: Choice) -> None:
        self._done()
        side = question.view.side
        if self._game.view(side) is question.view:
            self._cache[side] = thought.cache
            then(question, thought)

    def _failed(self, failed: Failed, why: str) -> None:
        self._done()
        failed(f"the adviser found no order: {why}")

    def _done(self) -> None:
        self._progress = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._changed()

    def stop(self) -> bool:
        """Stop thinking. Returns whether a question was open."""
        if self._progress is None:
            return False
        self._progress.stopped = True
        self._task.cancel()
        # The cache may be half changed by the thread.
        self._cache.clear()
        self._done()
        return True


def show_advice(controller: Controller, advice: Advice) -> None:
    """Show a candidate as the draft order; no order is given."""
    controller.clear_transient()
    controller.look = False
    controller.draft = repeat.draft_of(controller.legal, advice.order, controller.draft.figure)
    if controller.draft.figure:
        controller.cursor = controller.legal.position(controller.draft.figure) or controller.cursor
    aimed = order_draft.aimed_tile(controller.legal, controller.draft.order)
    controller.cursor = aimed or controller.cursor
    controller.advice = advice


def ends(controller: Controller, advice: Advice) -> bool:
    """Whether advice is to give no more orders."""
    return not advice.order.figure and controller.mode is not Mode.ANSWER
