"""The computer player at the screen: it thinks in the background and gives its orders.

Of the enemy's thinking only the time is shown: which figures are considered, and how many, is
secret.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from attrs import frozen
from textual.message import Message

from skirmish.ai import Pace
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import HUMAN
from skirmish.presentation.opponents import ComputerOpponent, OpponentFactory, Opponents
from skirmish.session.enemy_actions import seen_actions
from skirmish.session.order_draft import Mode
from skirmish.tui.background import BackgroundTask

if TYPE_CHECKING:
    from textual.timer import Timer

    from skirmish.tui.screens.battle import BattleScreen


LONGEST = 3.0
"""Seconds after which the search considers no further figure; few searches last so long."""
PATIENCE = 1
"""Whole seconds before the elapsed time is shown."""
OFTEN = 0.25
"""Seconds between two updates of the progress."""
_GROUP = "ai"
STOPPED = "*"
"""Value of `waiting` while the player has stopped the computer; no side has this id."""


class ThoughtProgress:
    """Progress of one search of the computer in a thread."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Start the time."""
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


class AiOrderDone(Message, namespace="battle_screen"):
    """The computer gave an order, or could not find one."""


@frozen
class _Found:
    """Result of a search on a view: an order, or why there is none."""

    view: View
    order: Order | None
    fault: str = ""


class AiDriver:
    """Plays the sides that no person plays.

    It finds one order at a time, on the view of its side and in a thread. `thinking` is the side
    whose order is being found, `stopped` whether the player has stopped it.
    """

    def __init__(self, screen: BattleScreen, hire: OpponentFactory, pace: float) -> None:
        """Play on a screen.

        Args:
            screen: The screen of the battle.
            hire: Makes the opponent of a side.
            pace: Seconds for which an order that was seen stays on the screen.
        """
        self.thinking = ""
        self.stopped = False
        self._screen = screen
        self._pace = pace
        self._hired = Opponents(screen.game, hire)
        self._held: _Found | None = None
        self._background = BackgroundTask(screen, _GROUP)
        self._wait = ThoughtProgress()
        self._shown = ""
        self._timer: Timer | None = None

    @property
    def progress(self) -> str:
        """Progress as far as the player may know it: for an enemy only the time."""
        if not self.thinking:
            return ""
        own = self.thinking == self._screen.seat
        return (self._wait.progress if own else "") or self._wait.elapsed

    @property
    def waiting(self) -> str:
        """What the player waits for: a side that thinks, `STOPPED`, or nothing."""
        return STOPPED if self.stopped else self.thinking

    def play(self) -> None:
        """Start to find the next order, unless one is held or the player has stopped it."""
        if self.stopped or self._held is not None:
            return
        screen, game = self._screen, self._screen.game
        self.thinking = game.to_act
        screen.draw()
        opponent, view = self._hired.for_side(game.to_act), game.view(game.to_act)
        self._wait = ThoughtProgress()
        if isinstance(opponent, ComputerOpponent):
            opponent.pace = self._wait.pace
        if self._timer is None:
            self._timer = screen.set_interval(OFTEN, self._look)
        self._background.start(
            lambda _: opponent(view), partial(self._thought, view), partial(self._failed, view)
        )

    def _thought(self, view: View, order: Order) -> None:
        self._hear(_Found(view, order))

    def _failed(self, view: View, why: str) -> None:
        self._hear(_Found(view, None, f"the computer could not decide: {why}"))

    def _hear(self, found: _Found) -> None:
        """Give the order that was found, or hold it while stopped."""
        self._done()
        self._held = found
        if self.stopped:
            self._screen.draw()
        else:
            self._carry_out()

    def toggle_stop(self) -> None:
        """Stop the computer, or let it go on."""
        self.stopped = not self.stopped
        if not self.stopped:
            self._carry_out()
            self._screen.proceed()

    def _look(self) -> None:
        """Show the progress where it has changed."""
        if self.progress != self._shown:
            self._shown = self.progress
            self._screen.draw(follow=False)

    def _done(self) -> None:
        self.thinking = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def cancel(self) -> None:
        """Drop the search: the battle has changed or is no longer shown."""
        if self.thinking or self._held is not None:
            # The opponent may still run in its thread, or assume that its order was given.
            self._hired.clear()
        self._wait.stopped = True
        self._background.cancel()
        self._held, self.stopped = None, False
        self._done()

    def _carry_out(self) -> None:
        found, self._held = self._held, None
        if found is None:
            return
        if self._still_wanted(found):
            self._give(found)
            self._screen.post_message(AiOrderDone())
        else:
            self._screen.call_later(self._screen.proceed)

    def _still_wanted(self, found: _Found) -> bool:
        """Whether the view is unchanged and no person has taken the side."""
        game, side = self._screen.game, found.view.side
        return game.view(side) is found.view and game.players.get(side) != HUMAN

    def _give(self, found: _Found) -> None:
        screen = self._screen
        known = screen.news_count()
        if found.order is None or not screen.carry_out(found.view.side, found.order):
            self.stopped = True
            screen.controller.notice = found.fault or screen.controller.notice
        screen.renew()
        seen = screen.news_count() > known
        if seen and screen.mode is Mode.WAIT:
            self._follow(known)
        if seen and self._pace:
            screen.set_timer(self._pace, screen.proceed)
        else:
            screen.call_later(screen.proceed)

    def _follow(self, known: int) -> None:
        """Show the newest action seen, unless the player looks elsewhere."""
        controller = self._screen.controller
        view = controller.offers.view
        actions = [
            action for action in seen_actions(view, view.news[known:]) if action.tile is not None
        ]
        if actions and not controller.look:
            controller.show_action(actions[-1])
            self._screen.draw()
