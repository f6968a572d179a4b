"""The opponent at the screen: it thinks beside it, is stopped, goes on, and gives its orders."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import frozen
from textual.message import Message

from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import HUMAN
from skirmish.presentation.opponents import ComputerOpponent, OpponentFactory, Opponents
from skirmish.tui.beside import Beside
from skirmish.tui.keys import Mode
from skirmish.tui.trace import traces
from skirmish.tui.waiting import OFTEN, Waiting

if TYPE_CHECKING:
    from textual.timer import Timer

    from skirmish.tui.screens.seat import SeatScreen

_GROUP = "ai"
STOPPED = "*"
"""What is waited for while the player holds the computer up; no side has this id."""


class Thought(Message, namespace="battle_screen"):
    """The opponent gave an order, or could not find one."""


@frozen
class _Found:
    """What came of a thought on a view: an order, or why there is none."""

    view: View
    order: Order | None
    fault: str = ""


class Rival:
    """Whoever plays the sides that no person plays.

    It finds one order at a time, on the view of its side and in a thread of its own. `thinking` is
    the side whose order is being found, `stopped` whether the player holds it up.
    """

    def __init__(self, screen: SeatScreen, hire: OpponentFactory, pace: float) -> None:
        """Play at a screen.

        Args:
            screen: Where the battle is shown.
            hire: Finds whoever plays a side.
            pace: Seconds for which an order that was seen is looked at.
        """
        self.thinking = ""
        self.stopped = False
        self._screen = screen
        self._pace = pace
        self._hired = Opponents(screen.game, hire)
        self._held: _Found | None = None
        self._beside = Beside(screen, _GROUP)
        self._wait = Waiting()
        self._shown = ""
        self._timer: Timer | None = None

    @property
    def how_far(self) -> str:
        """How far the thought is, as far as the player may know: of an enemy's only the time."""
        if not self.thinking:
            return ""
        own = self.thinking == self._screen.seat
        return (self._wait.how_far if own else "") or self._wait.how_long

    @property
    def waiting(self) -> str:
        """What the player waits for: a side that thinks, `STOPPED`, or nothing."""
        return STOPPED if self.stopped else self.thinking

    def play(self) -> None:
        """Find the next order, unless one is there already or the player wants none."""
        if self.stopped or self._held is not None:
            return
        screen, game = self._screen, self._screen.game
        self.thinking = game.to_act
        screen.draw()
        opponent, view = self._hired.for_side(game.to_act), game.view(game.to_act)
        self._wait = Waiting()
        if isinstance(opponent, ComputerOpponent):
            opponent.pace = self._wait.pace
        if self._timer is None:
            self._timer = screen.set_interval(OFTEN, self._look)
        self._beside.begin(
            lambda _: opponent(view), partial(self._thought, view), partial(self._failed, view)
        )

    def _thought(self, view: View, order: Order) -> None:
        self._hear(_Found(view, order))

    def _failed(self, view: View, why: str) -> None:
        self._hear(_Found(view, None, f"the computer could not decide: {why}"))

    def _hear(self, found: _Found) -> None:
        """Give the order that was found; where the player stopped it, when he lets it go on."""
        self._done()
        self._held = found
        if self.stopped:
            self._screen.draw()
        else:
            self._carry_out()

    def stop_or_go_on(self) -> None:
        """The player holds it up, or lets it go on."""
        self.stopped = not self.stopped
        if not self.stopped:
            self._carry_out()
            self._screen.proceed()

    def _look(self) -> None:
        """Tell how far the thought is, where that has changed."""
        if self.how_far != self._shown:
            self._shown = self.how_far
            self._screen.draw(follow=False)

    def _done(self) -> None:
        self.thinking = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def forget(self) -> None:
        """Think no more: the battle is not what it was, or is not played here any more."""
        if self.thinking or self._held is not None:
            # It may be at work in its thread, or believe that its order was given.
            self._hired.clear()
        self._wait.stopped = True
        self._beside.drop()
        self._held, self.stopped = None, False
        self._done()

    def _carry_out(self) -> None:
        found, self._held = self._held, None
        if found is None:
            return
        if self._still_wanted(found):
            self._give(found)
            self._screen.post_message(Thought())
        else:
            self._screen.call_later(self._screen.proceed)

    def _still_wanted(self, found: _Found) -> bool:
        """Whether the battle is as it was thought of, and the side is nobody's."""
        game, side = self._screen.game, found.view.side
        return game.view(side) is found.view and game.players.get(side) != HUMAN

    def _give(self, found: _Found) -> None:
        screen = self._screen
        known = screen.known()
        if found.order is None or not screen.done(found.view.side, found.order):
            self.stopped = True
            screen.desk.notice = found.fault or screen.desk.notice
        screen.renew()
        seen = screen.known() > known
        if seen and screen.mode is Mode.WAIT:
            self._follow(known)
        if seen and self._pace:
            screen.set_timer(self._pace, screen.proceed)
        else:
            screen.call_later(screen.proceed)

    def _follow(self, known: int) -> None:
        """The map goes to the newest thing that was seen, unless the player looks elsewhere."""
        desk = self._screen.desk
        view = desk.offers.view
        deeds = [deed for deed in traces(view, view.news[known:]) if deed.tile is not None]
        if deeds and not desk.look:
            desk.show_trace(deeds[-1])
            self._screen.draw()
