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

from skirmish.tui.guard import GuardedScreen
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.settings_app import key_in, pressed_at


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
    }
    """

    def __init__(self, call: str, lift: Callable[[], None], *, deaf: float = 0.5) -> None:
        """Call a player.

        Args:
            call: The side's name, and what its player is asked for.
            lift: Sets the player's view and removes the curtain.
            deaf: Seconds without a key before it can be lifted.
        """
        super().__init__()
        self._call = call
        self._lift = lift
        self._deaf = deaf
        self._wait: Timer | None = None
        self._ready = deaf <= 0
        self._since = 0.0

    def compose(self) -> ComposeResult:
        """Two lines in the middle."""
        yield Static(self._words())

    def _words(self) -> Content:
        key = key_in(self.app, "curtain", "curtain.lift")
        hint = f"when only you can see the screen, press {key}" if self._ready else ""
        return Content.assemble((f" {self._call} ", "bold reverse"), f"\n\n{hint}")

    def on_mount(self) -> None:
        """Move the terminal's cursor off the map, and wait."""
        self.app.cursor_position = Offset(0, 0)
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

    def on_click(self) -> None:
        """Lift the curtain, as the key does."""
        self.action_lift()

    def action_lift(self) -> None:
        """Lift the curtain if it has waited long enough."""
        if self._ready and pressed_at(self.app) >= self._since:
            self._ready = False
            self._lift()
        else:
            self._wait_again()

    def _wait_again(self) -> None:
        """Start the wait again."""
        if self._ready:
            self._ready = False
            self.query_one(Static).update(self._words())
        self._listen_later()
