"""The screen shown instead of the game while the terminal is too small."""

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
    """Whether a terminal is too small for the screens."""
    return size.width < LEAST.width or size.height < LEAST.height


class TooSmallScreen(GuardedScreen, Screen[None]):
    """Shows the size of the terminal, and the size needed."""

    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("small")
    DEFAULT_CSS = """
    TooSmallScreen { align: center middle; Static { width: 100%; text-align: center; } }
    """

    def __init__(self, size: Size, go_on: Callable[[], None]) -> None:
        """Show a size; `go_on` is called if the player continues anyway."""
        super().__init__()
        self._room = size
        self._go_on = go_on

    def compose(self) -> ComposeResult:
        """The message."""
        yield Static(self._words())

    def _words(self) -> Content:
        return Content(
            f"This terminal is {self._room.width} x {self._room.height}.\n"
            f"skirmish needs {LEAST.width} x {LEAST.height}: make it larger,\n"
            f"or press {key_in(self.app, 'small', 'small.go')} to continue at this size."
        )

    def now(self, size: Size) -> None:
        """Show a new size."""
        self._room = size
        self.query_one(Static).update(self._words())

    def action_go(self) -> None:
        """Continue anyway."""
        self._go_on()
