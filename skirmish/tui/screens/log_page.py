"""The log as a page: typed words filter it, a chosen line leads to its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList

from skirmish.core.events import Bound
from skirmish.core.text import pluralize
from skirmish.tui.battle_log import LogEntry
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.page import asks_for_help, show_help
from skirmish.tui.settings_app import key_in
from skirmish.tui.widgets import KeyedModal, TextLine

NEWEST = 2000
"""Maximum number of lines shown."""


class LogPage(KeyedModal, ModalScreen[LogEntry | None]):
    """The log, the newest last; its result is the chosen line."""

    # Otherwise the input line would take the arrows.
    key_group = "log"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings(key_group, priority=True)
    DEFAULT_CSS = """
    LogPage { align: center middle; }
    LogPage > Vertical {
        width: 94%; max-width: 110; height: 92%; background: $surface; border: round $primary;
        Input { border: none; height: 1; padding: 0 1; background: $panel; }
        Input:focus { border: none; }
        ItemList { height: 1fr; }
    }
    """

    def __init__(
        self,
        entries: Sequence[LogEntry],
        does: str = "show it on the map",
        *,
        end: bool = True,
        until: str = "",
    ) -> None:
        """Show these lines.

        Args:
            entries: The lines, the newest last.
            does: What choosing a line does, in words.
            end: Whether to begin at the newest line.
            until: Where the lines end, in words, if later ones are left out.
        """
        super().__init__()
        self._entries = tuple(entries)[-NEWEST:]
        self._turns = tuple(_turns(self._entries))
        self._does = does
        self._end = end
        self._until = f" {until}" if until else ""
        self._typed_words = ""

    def compose(self) -> ComposeResult:
        """Input line, log, hint."""
        with Vertical():
            yield Input(
                placeholder="filter lines by words, such as: b2 hit, or: turn 4", max_length=80
            )
            yield ItemList(id="lines", indents=True)
            yield TextLine(id="told")

    def on_mount(self) -> None:
        """Show all lines."""
        self._show("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if not asks_for_help(event, "log"):
            self._filter(event.value)

    def _filter(self, typed: str) -> None:
        if typed != self._typed_words:
            self._show(typed)

    def _show(self, typed: str) -> None:
        self._typed_words = typed
        words = typed.casefold().split()
        found = [(at, entry) for at, entry in enumerate(self._entries) if self._fits(at, words)]
        lines = [
            ListItem("" if entry.action is None else str(at), entry.content) for at, entry in found
        ]
        choices = self.query_one(ItemList)
        choices.clear_options()
        none = "no line with these words" if words else "nothing has happened yet"
        choices.set_lines(lines or [ListItem("", Content(none + self._until))])
        if self._end:
            choices.action_last()
        told = len(found)
        name = "first" if self._end else "last"
        edge = key_in(self.app, "log", f"log.{name}")
        # Enter and escape stand in the last row of the screen.
        about = f" {pluralize(told, 'line')}{self._until}; click: {self._does}"
        far = f"; {edge}: the {name} line"
        ways = (Content.styled(words, "dim") for words in (about + far, about))
        self.query_one("#told", TextLine).set_content(*ways)

    def _fits(self, at: int, words: Sequence[str]) -> bool:
        """Whether a line, as shown with names, contains all of these words.

        `turn 4` stands for all lines of that turn.
        """
        text = self._entries[at].content.plain.casefold()
        turn = _turn_in(words)
        if turn is not None and self._turns[at] != turn:
            return False
        rest = (
            words if turn is None else [word for word in words if word not in ("turn", str(turn))]
        )
        return all(word in text for word in rest)

    def action_help(self) -> None:
        """Show the help page."""
        show_help(self, "log")

    def action_mark(self, by: int) -> None:
        """Move the mark by some lines, not past the ends."""
        choices = self.query_one(ItemList)
        lines = [at for at, option in enumerate(choices.options) if not option.disabled]
        if lines and choices.highlighted in lines:
            place = lines.index(choices.highlighted) + by
            choices.highlighted = lines[min(max(0, place), len(lines) - 1)]

    def action_page(self, by: int) -> None:
        """Move the lines by a page."""
        self.query_one(ItemList).page(by)

    def action_edge(self, by: int) -> None:
        """Mark the first line or the last one."""
        self.query_one(ItemList).edge(by)

    def action_choose(self) -> None:
        """Choose the marked line."""
        self._filter(self.query_one(Input).value)  # The last letters may still be on their way.
        marked = self.query_one(ItemList).marked
        if marked:
            self.dismiss(self._entries[int(marked)])

    def action_close(self) -> None:
        """Close the page."""
        self.dismiss(None)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_choose()


def _turns(entries: Sequence[LogEntry]) -> Iterator[int]:
    """The turn of each line; 0 before the first."""
    turn = 0
    for entry in entries:
        if isinstance(entry.said.event, Bound):
            turn = entry.said.event.turn
        yield turn


def _turn_in(words: Sequence[str]) -> int | None:
    """The number after the word `turn`; None if there is none."""
    numbers = (n for word, n in pairwise(words) if word == "turn" and n.isdecimal())
    return next(map(int, numbers), None)
