"""A page of text over the screen, to scroll and to close."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from skirmish.tui.guard import GuardedScreen
from skirmish.tui.screen_help import SCREEN_HELP, about_lines
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.settings_app import key_in, settings_of

READABLE = 64
"""Maximum width of lines with text at both ends."""
_SHORT, _FOLDED = 8, 60
"""Lines of a short message, and the width assumed for wrapping them."""
QUESTION = "?"
"""Opens the help page when typed on an empty line."""


class Page(GuardedScreen, ModalScreen[None]):
    """Lines under a title."""

    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("page")

    DEFAULT_CSS = """
    Page { align: center middle; }
    Page > VerticalScroll {
        width: 90%; max-width: 96; height: 90%; padding: 0 1;
        background: $surface; border: round $primary;
    }
    Page.-short > VerticalScroll { height: auto; max-height: 90%; }
    """

    closing: ClassVar[str] = "{key} closes"
    """What the key that closes it does, beside the title."""

    def __init__(self, title: str, lines: Sequence[Content], *, end: bool = False) -> None:
        """Show lines, scrolled to the end if asked."""
        super().__init__()
        self._title = title
        self._lines = tuple(lines)
        self._end = end
        length = sum(1 + len(line.plain) // _FOLDED for line in self._lines)
        self.set_class(0 < length <= _SHORT, "-short")

    def compose(self) -> ComposeResult:
        """One text that scrolls."""
        with VerticalScroll():
            yield Static(self._text())

    def _text(self) -> Content:
        close = key_in(self.app, "page", "page.close")
        head = Content.assemble(
            (self._title, "bold $primary"), (f"  {self.closing.format(key=close)}", "dim")
        )
        return Content("\n").join([head, Content(""), *self._lines])

    def on_mount(self) -> None:
        """Scroll to the end if asked."""
        if self._end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class ReflowPage(Page):
    """Lines that are written for the present width."""

    def __init__(self, title: str, write: Callable[[int], Sequence[Content]]) -> None:
        """Show what `write` returns for a width."""
        super().__init__(title, ())
        self._write = write

    def on_resize(self) -> None:
        """Write for the new width."""
        self.call_after_refresh(self._rewrite)

    def _rewrite(self) -> None:
        text = self.query_one(Static)
        self._lines = tuple(self._write(min(READABLE, text.content_size.width)))
        text.update(self._text())


def show_help(screen: Screen[Any], group: str) -> None:
    """Show the help page of a screen."""
    own = settings_of(screen.app).keys
    screen.app.push_screen(Page(SCREEN_HELP[group].name, about_lines(group, own)))
