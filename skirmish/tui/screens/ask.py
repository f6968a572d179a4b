"""One line to be typed: a seed, a path."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from skirmish.tui.guard import Guarded
from skirmish.tui.screens.page import QUESTION, show_help
from skirmish.tui.sheet_keys import sheet_bindings


class Ask(Guarded, ModalScreen[str | None]):
    """Asks for a line; gives None when it is closed without one."""

    BINDINGS: ClassVar[list[BindingType]] = [*sheet_bindings("ask")]
    DEFAULT_CSS = """
    Ask {
        align: center middle;
        Vertical {
            width: 70; max-width: 94%; height: auto; padding: 0 1;
            background: $surface; border: round $primary;
        }
        Input { border: none; height: 1; padding: 0; background: $panel; }
        Input:focus { border: none; }
        .dim { color: $foreground 70%; }
    }
    """

    def __init__(
        self, question: str, hint: str, value: str = "", *, digits: int = 0, select: bool = True
    ) -> None:
        """Ask.

        Args:
            question: What is to be typed.
            hint: A word about it.
            value: What stands there to begin with.
            digits: If not 0, only so many digits can be typed.
            select: Whether the first letter typed takes the place of what stands there.
        """
        super().__init__()
        self._question = question
        self._hint = hint
        self._input = Input(
            value,
            restrict=r"[0-9]*" if digits else None,
            max_length=digits or 1000,
            select_on_focus=select,
        )

    def compose(self) -> ComposeResult:
        """Question, line, hint."""
        with Vertical():
            yield Static(Content.styled(self._question, "bold"))
            yield self._input
            yield Static(Content(self._hint), classes="dim")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if event.value == QUESTION:
            self._input.value = ""
            self.action_help()

    def action_help(self) -> None:
        """What this is for, and its keys."""
        show_help(self, "ask")

    def action_close(self) -> None:
        """Give nothing."""
        self.dismiss(None)
