"""The curtain between two players at one keyboard: whose turn it is, and nothing else."""

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
    """A blank screen over a battle whose view has been taken off.

    It is deaf until no key has been pressed for a moment: a key that ends a bound and is pressed
    twice, or held down, does not lift it for the next player. The time that counts is that of the
    key, not that of its turn in the queue: on a busy machine the moment may pass while keys wait.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("curtain")
    # No colour of the theme: some of them let the screen below shine through.
    DEFAULT_CSS = """
    CurtainScreen {
        align: center middle; background: black; color: white;
        Static { width: auto; text-align: center; background: black; color: white; }
    }
    """

    def __init__(self, player: str, lift: Callable[[], None], *, deaf: float = 0.5) -> None:
        """Call for a player; `lift` is called while the curtain is still down.

        Args:
            player: The side's name.
            lift: What puts the player's view there and takes the curtain off.
            deaf: Seconds without a key after which it can be lifted.
        """
        super().__init__()
        self._player = player
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
        hint = f"press {key} when you are alone" if self._ready else ""
        return Content.assemble((f"{self._player}: your turn", "bold"), f"\n\n{hint}")

    def on_mount(self) -> None:
        """Leave nothing that points at a tile, and wait for quiet."""
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
        """Every key puts off the moment from which it can be lifted."""
        self._listen_later()

    def on_click(self) -> None:
        """A click lifts it like the key."""
        self.action_lift()

    def action_lift(self) -> None:
        """Show the next player's view."""
        if self._ready and pressed_at(self.app) >= self._since:
            self._ready = False
            self._lift()
        else:
            self._be_deaf()

    def _be_deaf(self) -> None:
        """Wait for quiet, once more if a key was waiting."""
        if self._ready:
            self._ready = False
            self.query_one(Static).update(self._words())
        self._listen_later()
