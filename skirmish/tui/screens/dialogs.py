"""Small dialogs: a line to type, a list to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from skirmish.tui.guard import GuardedModal
from skirmish.tui.keys import Key, with_own_keys
from skirmish.tui.screen_keys import SCREEN_KEYS, screen_bindings
from skirmish.tui.screens.page import QUESTION, show_help
from skirmish.tui.settings_app import settings_of
from skirmish.tui.theme import HEADING
from skirmish.tui.widgets import ItemList, ListItem


class InputDialog(GuardedModal, ModalScreen[str | None]):
    """Asks for a line; its result is None if closed without one."""

    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("ask")
    DEFAULT_CSS = """
    InputDialog {
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
            question: What to type.
            hint: A short explanation.
            value: The text to begin with.
            digits: If not 0, the maximum of digits; nothing else can be typed.
            select: Whether typing replaces the text to begin with.
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
        """Show the help page."""
        show_help(self, "ask")

    def action_close(self) -> None:
        """Close without a line."""
        self.dismiss(None)


class PasteDialog(GuardedModal, ModalScreen[str | None]):
    """Waits for a text that the terminal pastes; its result is None if closed without one."""

    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("paste")
    DEFAULT_CSS = """
    PasteDialog {
        align: center middle;
        Vertical {
            width: 70; max-width: 94%; height: auto; padding: 0 1;
            background: $surface; border: round $primary;
        }
        .dim { color: $foreground 70%; }
    }
    """

    def __init__(self, question: str, hint: str) -> None:
        """Say what to paste, and how."""
        super().__init__()
        self._question, self._hint = question, hint

    def compose(self) -> ComposeResult:
        """Question and hint."""
        with Vertical():
            yield Static(Content.styled(self._question, "bold"))
            yield Static(Content(self._hint), classes="dim")

    def on_paste(self, event: events.Paste) -> None:
        """Take the text, whatever it is."""
        event.stop()
        self.dismiss(event.text)

    def action_help(self) -> None:
        """Show the help page."""
        show_help(self, "paste")

    def action_close(self) -> None:
        """Close without a text."""
        self.dismiss(None)


class ListDialog(GuardedModal, ModalScreen[int | None]):
    """Asks for an item; its result is the item's number, or None."""

    closes: ClassVar[str] = "back"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("jump")
    DEFAULT_CSS = """
    ListDialog {
        align: center middle;
        Vertical {
            width: 64; max-width: 94%; height: auto; max-height: 90%; padding: 0 1;
            background: $surface; border: round $primary;
        }
        ItemList { margin: 1 0 0 0; max-height: 70vh; }
    }
    """

    def __init__(self, title: str, places: Sequence[tuple[int | None, str]], here: int) -> None:
        """Offer numbered items, and headings without a number; `here` is marked first."""
        super().__init__()
        self._title = title
        self._places = places
        self._here = here

    def table(self) -> tuple[Key, ...]:
        """The keys, for the command palette."""
        return with_own_keys(SCREEN_KEYS["jump"], settings_of(self.app).keys)

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical():
            yield Static(Content.styled(self._title, "bold $primary"))
            yield ItemList(_line(number, words) for number, words in self._places)

    def on_mount(self) -> None:
        """Mark the first item."""
        self.query_one(ItemList).mark(str(self._here))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(int(event.option_id or self._here))

    def action_help(self) -> None:
        """Show the help page."""
        show_help(self, "jump")

    def action_choose(self) -> None:
        """Choose the marked item."""
        self.query_one(ItemList).action_select()

    def action_mark(self, by: int) -> None:
        """Mark the next item or the one before."""
        self.query_one(ItemList).step(by)

    def action_back(self) -> None:
        """Close without a choice."""
        self.dismiss(None)


def _line(number: int | None, words: str) -> ListItem:
    return (
        ListItem("", Content.styled(words, HEADING))
        if number is None
        else ListItem(str(number), Content(words))
    )
