"""The opponent at the screen: it thinks beside it, is stopped, goes on, and gives its orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.telling.opponent import Computer, Hire, Opponent, key_of
from skirmish.tui.keys import Mode
from skirmish.tui.trace import traces
from skirmish.tui.waiting import OFTEN, Waiting

if TYPE_CHECKING:
    from textual.timer import Timer

    from skirmish.tui.screens.seat import SeatScreen

_GROUP = "ai"
STOPPED = "stopped"
"""What is waited for while the player holds the computer up."""


class Thought(Message, namespace="battle_screen"):
    """The opponent has an order, or could not find one."""

    def __init__(self, side: str, order: Order | None, fault: str = "") -> None:
        """Keep the order and whose it is."""
        super().__init__()
        self.side = side
        self.order = order
        self.fault = fault


class Rival:
    """Whoever plays the sides that no person plays.

    It finds one order at a time, on the view of its side and in a thread of its own. `thinking` is
    the side whose order is being found, `stopped` whether the player holds it up.
    """

    def __init__(self, screen: SeatScreen, hire: Hire, pace: float) -> None:
        """Play at a screen.

        Args:
            screen: Where the battle is shown.
            hire: Finds whoever plays a side.
            pace: Seconds for which an order that was seen is looked at.
        """
        self.thinking = ""
        self.stopped = False
        self._screen = screen
        self._hire = hire
        self._pace = pace
        self._hired: dict[tuple[str, str], Opponent] = {}
        self._held: Thought | None = None
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
        opponent, view = self._opponent(game.to_act), game.view(game.to_act)
        self._wait = Waiting()
        if isinstance(opponent, Computer):
            opponent.pace = self._wait.pace
        if self._timer is None:
            self._timer = screen.set_interval(OFTEN, self._look)
        screen.run_worker(
            lambda: self._think(opponent, view),
            group=_GROUP,
            exclusive=True,
            thread=True,
            exit_on_error=False,
        )

    def _opponent(self, side: str) -> Opponent:
        game = self._screen.game
        hired = (side, game.players[side])
        if hired not in self._hired:
            key = key_of(game.seed, side)
            self._hired[hired] = self._hire(game.ruleset, hired[1], key)
        return self._hired[hired]

    def _think(self, opponent: Opponent, view: View) -> None:
        try:
            order = opponent(view)
        except SkirmishError as error:
            self._screen.post_message(Thought(view.side, None, str(error)))
        else:
            self._screen.post_message(Thought(view.side, order))

    def thought(self, found: Thought) -> None:
        """Give the order that was found; where the player stopped it, when he lets it go on."""
        self.thinking = ""
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

    def leave(self) -> None:
        """Think no more."""
        self._screen.workers.cancel_group(self._screen, _GROUP)

    def _carry_out(self) -> None:
        found, self._held = self._held, None
        if found is None:
            return
        screen = self._screen
        known = screen.known()
        if found.order is None or not screen.done(found.side, found.order):
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
