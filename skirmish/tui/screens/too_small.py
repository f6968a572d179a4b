"""Said instead of the game while the terminal has too little room for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from skirmish.tui.guard import GuardedScreen
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.settings_app import key_in

LEAST = Size(70, 20)


def too_small(size: Size) -> bool:
    """Whether the screens of the game have no room."""
    return size.width < LEAST.width or size.height < LEAST.height


class TooSmallScreen(GuardedScreen, Screen[None]):
    """How much room there is, and how much is needed."""

    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("small")
    DEFAULT_CSS = """
    TooSmallScreen { align: center middle; Static { width: 100%; text-align: center; } }
    """

    def __init__(self, size: Size, go_on: Callable[[], None]) -> None:
        """Complain of a size; `go_on` is called when the player wants to go on all the same."""
        super().__init__()
        self._room = size
        self._go_on = go_on

    def compose(self) -> ComposeResult:
        """A few words."""
        yield Static(self._words())

    def _words(self) -> Content:
        return Content(
            f"This terminal is {self._room.width} x {self._room.height}.\n"
            f"skirmish needs {LEAST.width} x {LEAST.height}: make it larger,\n"
            f"or press {key_in(self.app, 'small', 'small.go')} to go on as it is."
        )

    def now(self, size: Size) -> None:
        """Another size, still too small."""
        self._room = size
        self.query_one(Static).update(self._words())

    def action_go(self) -> None:
        """Go on all the same."""
        self._go_on()
