"""A list of places in a battle to go to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from skirmish.tui.choices import Choice, Choices
from skirmish.tui.guard import Guarded
from skirmish.tui.keys import Key, with_own
from skirmish.tui.prose import HEAD
from skirmish.tui.screens.page import show_help
from skirmish.tui.screens.sheet import keys_of
from skirmish.tui.settled import settings_of
from skirmish.tui.sheet_keys import SHEETS


class Jump(Guarded, ModalScreen[int | None]):
    """Gives the number of the place that was chosen; None for none."""

    BINDINGS: ClassVar[list[BindingType]] = keys_of("jump")
    DEFAULT_CSS = """
    Jump {
        align: center middle;
        Vertical {
            width: 64; max-width: 94%; height: auto; max-height: 90%; padding: 0 1;
            background: $surface; border: round $primary;
        }
        Choices { margin: 1 0 0 0; max-height: 70vh; }
    }
    """

    def __init__(self, title: str, places: Sequence[tuple[int | None, str]], here: int) -> None:
        """Offer places, each a number and its words, a head without one; `here` is marked first."""
        super().__init__()
        self._title = title
        self._places = places
        self._here = here

    def table(self) -> tuple[Key, ...]:
        """The keys, for the command palette."""
        return with_own(SHEETS["jump"], settings_of(self.app).keys)

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical():
            yield Static(Content.styled(self._title, "bold $primary"))
            yield Choices(_line(number, words) for number, words in self._places)

    def on_mount(self) -> None:
        """Mark where one is."""
        self.query_one(Choices).mark(str(self._here))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(int(event.option_id or self._here))

    def action_help(self) -> None:
        """What this is for, and its keys."""
        show_help(self, "jump")

    def action_choose(self) -> None:
        """Take the marked line."""
        self.query_one(Choices).action_select()

    def action_mark(self, by: int) -> None:
        """Mark the next line or the one before."""
        self.query_one(Choices).step(by)

    def action_back(self) -> None:
        """Go nowhere."""
        self.dismiss(None)


def _line(number: int | None, words: str) -> Choice:
    return (
        Choice("", Content.styled(words, HEAD))
        if number is None
        else Choice(str(number), Content(words))
    )
