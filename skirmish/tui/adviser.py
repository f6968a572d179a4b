"""The adviser: asks the computer, beside the screen, what it would do for the side that sits there.

It is asked on that side's view, in that side's bound alone, so that it knows nothing the player
could not know.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from skirmish.ai import Choice
from skirmish.presentation.advice import ADVISER_OFF, AdviceRequest
from skirmish.tui import advised
from skirmish.tui.beside import Beside
from skirmish.tui.keys import Mode
from skirmish.tui.settings import NONE
from skirmish.tui.waiting import OFTEN, Waiting

if TYPE_CHECKING:
    from textual.timer import Timer

    from skirmish.ai.memory import Memory
    from skirmish.core.geometry import Tile
    from skirmish.tui.pick import Pick
    from skirmish.tui.screens.seat import SeatScreen

Then = Callable[[AdviceRequest, Choice], None]
Failed = Callable[[str], None]
_GROUP = "adviser"
_THINKS = "the adviser thinks"


class Adviser:
    """Answers who sits before a screen; of several questions the newest."""

    def __init__(self, screen: SeatScreen) -> None:
        """Wait to be asked."""
        self._screen = screen
        self._wait: Waiting | None = None
        self._asked: tuple[Pick, Tile] | None = None
        self._memory: dict[str, Memory | None] = {}
        self._beside = Beside(screen, _GROUP)
        self._timer: Timer | None = None

    @property
    def refusal(self) -> str:
        """Why nobody advises now; empty where somebody does."""
        screen = self._screen
        if not screen.seat or screen.mode is Mode.WAIT:
            return "advice is given in your own bound"
        if screen.settings.adviser == NONE:
            return f"{ADVISER_OFF} ({screen.desk.key('settings')})"
        return ""

    def pressed(self) -> None:
        """Its key: ask; while advice is shown, the next candidate."""
        desk = self._screen.desk
        if desk.advice is not None:
            advised.show(desk, desk.advice.next())
        elif self._wait is None:
            desk.touched()
            if why := self.refusal:
                desk.notice = why
            else:
                self._asked = (desk.pick, desk.cursor)
                self.ask(self._shown)
        self._screen.draw()

    def ask(self, then: Then, level: str = "", failed: Failed | None = None) -> None:
        """Think beside the screen; what is found is handed over if it still matters.

        Args:
            then: Called with the question and the thought.
            level: Who is asked, if not whom the settings name.
            failed: Called with the words for it where nothing is found; on the desk, if none.
        """
        screen = self._screen
        self.stop()
        level = level or screen.settings.adviser
        question = AdviceRequest.of(screen.game, screen.seat, level, self._memory.get(screen.seat))
        wait = self._wait = Waiting()
        self._timer = screen.set_interval(OFTEN, self._tell)
        self._beside.begin(
            lambda _: question.think(wait.pace),
            partial(self._found, question, then),
            partial(self._failed, failed or self._note),
        )

    def _found(self, question: AdviceRequest, then: Then, thought: Choice) -> None:
        self._done()
        if self._screen.desk.offers.view is question.view:
            self._memory[question.view.side] = thought.memory
            then(question, thought)

    def _failed(self, failed: Failed, why: str) -> None:
        self._done()
        failed(f"the adviser has nothing to say: {why}")

    def _note(self, words: str) -> None:
        self._screen.desk.notice = words
        self._screen.draw()

    def _shown(self, question: AdviceRequest, thought: Choice) -> None:
        """Show what was found, unless the player went on by himself."""
        desk = self._screen.desk
        if self._asked == (desk.pick, desk.cursor):
            advised.show(desk, question.advice(thought.explanation))
            self._screen.draw()

    def _tell(self) -> None:
        """How far it is."""
        if self._wait is not None and self._screen.seat:
            desk = self._screen.desk
            desk.notice = f"{_THINKS}{self._wait.how_far}: {desk.key('back')} stops it"
            self._screen.draw(follow=False)

    def _done(self) -> None:
        self._wait = None
        if self._screen.desk.notice.startswith(_THINKS):
            self._screen.desk.notice = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def stop(self) -> bool:
        """Stop it; whether it was thinking."""
        if self._wait is None:
            return False
        self._wait.stopped = True
        self._beside.drop()
        # What is half worked out in its thread is nobody else's.
        self._memory.clear()
        self._done()
        self._screen.draw()
        return True

    def taken(self) -> bool:
        """Take what is shown into the hand, to be confirmed like any order; whether it was."""
        desk = self._screen.desk
        if desk.advice is None:
            return False
        over = advised.own_end(desk, desk.advice)
        desk.touched()
        if over:
            desk.notice = f"{desk.key(over)} does it"
        self._screen.draw()
        return True
