"""A list of lines to choose from by keys or mouse; what it shows is `Content`, never markup."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from skirmish.tui.guard import GuardedOptions


@frozen
class Choice:
    """One line: its id and what it shows; without an id it is a heading."""

    id: str
    content: Content


class Choices(GuardedOptions, OptionList):
    """A list without a frame, in the colours of the app."""

    # The number pad sends digits while NumLock is on; without it, the keys that lists have anyway.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("7", "first", show=False),
        Binding("1", "last", show=False),
        Binding("9", "page_up", show=False),
        Binding("3", "page_down", show=False),
    ]
    DEFAULT_CSS = """
    Choices {
        border: none; padding: 0; height: auto; max-height: 100%;
        background: transparent; scrollbar-size-vertical: 1;
        &:focus { border: none; background-tint: transparent 0%; }
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-disabled { color: $foreground; }
    }
    """

    def __init__(self, lines: Iterable[Choice] = (), *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Show these lines; the first one that can be chosen is marked."""
        super().__init__(*map(_option, lines), id=id, markup=False)

    def set_lines(self, lines: Iterable[Choice], mark: str = "") -> None:
        """Show other lines; the mark stays on its id, else goes to `mark`, else to the first.

        Where the same ids stand there already, they are only written anew.
        """
        lines = tuple(lines)
        kept = self.marked or mark
        if [line.id for line in lines] == [option.id or "" for option in self.options]:
            for index, line in enumerate(lines):
                self.replace_option_prompt_at_index(index, line.content)
        else:
            self.clear_options()
            self.add_options(map(_option, lines))
        self.mark(kept)

    def append(self, line: Choice) -> None:
        """One more line at the end."""
        self.add_option(_option(line))
        if self.highlighted is None:
            self.action_first()

    def on_option_list_option_highlighted(self) -> None:
        """The terminal's own cursor goes to the marked line, for who reads by it."""
        self.call_after_refresh(self._move_terminal_cursor)

    def _move_terminal_cursor(self) -> None:
        if self.highlighted is not None and self.is_attached and self.screen.is_current:
            row = self._index_to_line.get(self.highlighted, 0) - self.scroll_offset.y
            self.app.cursor_position = self.region.offset + Offset(0, max(0, row))

    def mark(self, name: str) -> None:
        """Mark the line with this id; where there is none, the first that can be chosen."""
        ids = [option.id for option in self.options]
        if name and name in ids:
            self.highlighted = ids.index(name)
        elif self.highlighted is None:
            self.action_first()

    def step(self, by: int) -> None:
        """Mark the next line, or the one before."""
        if by > 0:
            self.action_cursor_down()
        else:
            self.action_cursor_up()

    @property
    def marked(self) -> str:
        """Id of the marked line; empty for none."""
        option = self.highlighted_option
        return (option.id or "") if option else ""


def _option(line: Choice) -> Option:
    return Option(line.content, id=line.id or None, disabled=not line.id)
