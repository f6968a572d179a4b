"""Small dialogs: a line to type, a text to paste, a list to choose from, and their frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from skirmish.tui.item_list import ItemList, ListItem, ListKeys
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.page import asks_for_help, show_help
from skirmish.tui.theme import HEADING
from skirmish.tui.widgets import KeyedModal

Result = TypeVar("Result")


class Dialog(KeyedModal, ModalScreen[Result]):
    """A frame over another screen: a heading, the parts of the subclass, a hint.

    Attributes:
        heading_style: Style of the heading.
    """

    heading_style: ClassVar[str] = "bold"
    DEFAULT_CSS: ClassVar[str] = """
    Dialog {
        align: center middle;
        Vertical {
            width: 70; max-width: 94%; height: auto; padding: 0 1;
            background: $surface; border: round $primary;
        }
        & > Vertical { border-subtitle-align: right; border-subtitle-color: $accent; }
        #hint { color: $foreground 70%; }
    }
    """

    def __init__(self, heading: str, hint: str | None = None) -> None:
        """Begin with a heading, and a hint if there is one."""
        super().__init__()
        self._heading, self._hint = heading, hint

    def parts(self) -> Iterable[Widget]:
        """The widgets between heading and hint."""
        return ()

    def compose(self) -> ComposeResult:
        """Heading, parts, hint; the lower border names the key that closes the dialog."""
        with Vertical() as frame:
            frame.border_subtitle = self._closing_words()
            yield Static(Content.styled(self._heading, self.heading_style))
            yield from self.parts()
            if self._hint is not None:
                yield Static(Content(self._hint), id="hint")

    def _closing_words(self) -> Content:
        """The key that closes the dialog, in words; empty if there is none."""
        closing = (key for key in self.table() if key.action == self.closes)
        found = (f"{key.shown} or right click: back" for key in closing)
        return Content(next(found, ""))

    def action_help(self) -> None:
        """Show the help page."""
        show_help(self, self.key_group)

    def action_close(self) -> None:
        """Close without a result."""
        self.dismiss(None)


class InputDialog(Dialog[str | None]):
    """Asks for a line of text; its result is None if it is closed without one."""

    key_group = "ask"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings(key_group)
    DEFAULT_CSS = """
    InputDialog {
        Input { border: none; height: 1; padding: 0; background: $panel; }
        Input:focus { border: none; }
    }
    """

    def __init__(
        self, question: str, hint: str, value: str = "", *, digits: int = 0, select: bool = True
    ) -> None:
        """Ask for a line.

        Args:
            question: What to type.
            hint: A short explanation.
            value: The initial text.
            digits: Maximum number of digits, if only digits may be typed; 0 for any text.
            select: Whether typing replaces the initial text.
        """
        super().__init__(question, hint)
        self._input = Input(
            value,
            restrict=r"[0-9]*" if digits else None,
            max_length=digits or 1000,
            select_on_focus=select,
        )

    def parts(self) -> Iterable[Widget]:
        """The input line."""
        return (self._input,)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        asks_for_help(event, self.key_group)


class PasteDialog(Dialog[str | None]):
    """Waits for text pasted by the terminal; its result is None if it is closed without any."""

    key_group = "paste"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings(key_group)

    def on_paste(self, event: events.Paste) -> None:
        """Close with the pasted text."""
        event.stop()
        self.dismiss(event.text)


class MenuDialog(ListKeys, Dialog[Result]):
    """A frame with a list to choose from."""

    closes: ClassVar[str] = "back"
    heading_style = "bold $primary"
    DEFAULT_CSS = "MenuDialog Vertical { width: 64; max-height: 90%; }"

    def action_back(self) -> None:
        """Close without a choice."""
        self.action_close()


class ListDialog(MenuDialog[int | None]):
    """Asks for an item; its result is the item's number, or None."""

    key_group = "jump"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings(key_group)
    DEFAULT_CSS = "ListDialog ItemList { margin: 1 0 0 0; max-height: 70vh; }"

    def __init__(self, title: str, places: Sequence[tuple[int | None, str]], here: int) -> None:
        """Offer numbered items, and headings without a number; `here` is marked first."""
        super().__init__(title)
        self._places = places
        self._here = here

    def parts(self) -> Iterable[Widget]:
        """The list."""
        return (ItemList(_line(number, words) for number, words in self._places),)

    def on_mount(self) -> None:
        """Mark the initial item."""
        self.query_one(ItemList).mark(str(self._here))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(int(event.option_id or self._here))


def _line(number: int | None, words: str) -> ListItem:
    return (
        ListItem("", Content.styled(words, HEADING))
        if number is None
        else ListItem(str(number), Content(words))
    )
