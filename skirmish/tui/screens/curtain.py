"""The curtain between two players at one keyboard: names the next player, hides the battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual._time import get_time
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from skirmish.tui.guard import RIGHT_BUTTON, GuardedScreen
from skirmish.tui.keys import Key, with_own_keys
from skirmish.tui.screen_keys import SCREEN_KEYS, screen_bindings
from skirmish.tui.settings_app import key_in, pressed_at, settings_of
from skirmish.tui.widgets import Footer


class CurtainScreen(GuardedScreen, Screen[None]):
    """A blank screen over a battle whose view has been removed.

    It ignores keys until none has been pressed for a moment, so that a repeated key does not lift
    it for the next player. What counts is the time at which a key was pressed, not handled: on a
    busy machine keys may wait in the queue.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("curtain")
    # No colours of the theme: some of them are transparent.
    DEFAULT_CSS = """
    CurtainScreen {
        align: center middle; background: black; color: white;
        Static {
            width: 56; max-width: 100%; padding: 1 2; text-align: center;
            border: round #808080; background: black; color: white;
        }
        Footer { dock: bottom; background: black; color: white; }
    }
    """

    def __init__(
        self,
        call: str,
        lift: Callable[[], None],
        leave_battle: Callable[[], None],
        *,
        deaf: float = 0.5,
    ) -> None:
        """Call a player.

        Args:
            call: The side's name, and what its player is asked for.
            lift: Sets the player's view and removes the curtain.
            leave_battle: Closes the battle without showing it.
            deaf: Seconds without a key before it can be lifted, or the battle left.
        """
        super().__init__()
        self._call = call
        self._lift = lift
        self._leave_battle = leave_battle
        self._deaf = deaf
        self._wait: Timer | None = None
        self._ready = deaf <= 0
        self._since = 0.0

    def compose(self) -> ComposeResult:
        """Two lines in the middle, and the keys."""
        yield Static(self._words())
        yield Footer()

    def table(self) -> tuple[Key, ...]:
        """Its keys."""
        return with_own_keys(SCREEN_KEYS["curtain"], settings_of(self.app).keys)

    def _words(self) -> Content:
        key = key_in(self.app, "curtain", "curtain.lift")
        hint = f"when only you can see the screen, press {key}" if self._ready else ""
        return Content.assemble((f" {self._call} ", "bold reverse"), f"\n\n{hint}")

    def on_mount(self) -> None:
        """Move the terminal's cursor off the map, show the keys, and wait."""
        self.app.cursor_position = Offset(0, 0)
        self.query_one(Footer).set_keys(self.table())
        self._listen_later()

    def _listen_later(self) -> None:
        if self._wait is not None:
            self._wait.stop()
        if not self._ready:
            self._wait = self.set_timer(self._deaf, self._listen)

    def _listen(self) -> None:
        self._ready = True
        self._since = get_time()
        self.query_one(Static).update(self._words())

    def on_key(self, _event: events.Key) -> None:
        """Start the wait again."""
        self._listen_later()

    def on_click(self, event: events.Click) -> None:
        """Lift the curtain, as the key does; a right click leaves the battle."""
        if event.button == RIGHT_BUTTON:
            self.action_leave()
        elif not isinstance(event.widget, Footer):
            self.action_lift()

    def action_lift(self) -> None:
        """Lift the curtain if it has waited long enough."""
        self._after_wait(self._lift)

    def action_leave(self) -> None:
        """Leave the battle if the curtain has waited long enough."""
        self._after_wait(self._leave_battle)

    def _after_wait(self, do: Callable[[], None]) -> None:
        if self._ready and pressed_at(self.app) >= self._since:
            self._ready = False
            do()
        else:
            self._wait_again()

    def _wait_again(self) -> None:
        """Start the wait again."""
        if self._ready:
            self._ready = False
            self.query_one(Static).update(self._words())
        self._listen_later()
