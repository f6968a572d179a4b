"""Lists of items to choose from, of which some have a value that can be changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from attrs import frozen
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.visual import Visual
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from skirmish.tui.guard import AnyScreen, GuardedOptionList
from skirmish.tui.theme import HEADING
from skirmish.tui.wrapping import indented


@frozen
class ListItem:
    """One line of a list: its id and content; without an id it is a heading.

    `value`: the number of columns at its end for a value that can be changed, as in `< yes >`.
    """

    id: str
    content: Content
    value: int = 0


def heading_item(text: str) -> ListItem:
    """A heading of a list, under an empty line."""
    return ListItem("", Content.styled(f"\n{text}", HEADING))


def _values(lines: Iterable[ListItem]) -> dict[str, tuple[int, int]]:
    """The columns of the value of each item that has one, as a half-open range."""
    ends = ((line, line.content.cell_length) for line in lines if line.value)
    return {line.id: (end - line.value, end) for line, end in ends}


class ItemList(GuardedOptionList, OptionList):
    """A list without a frame, in the app's colours."""

    # The number pad sends digits while NumLock is on, otherwise keys that lists have anyway.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("7", "first", show=False),
        Binding("1", "last", show=False),
        Binding("9", "page_up", show=False),
        Binding("3", "page_down", show=False),
    ]
    DEFAULT_CSS = """
    ItemList {
        border: none; padding: 0; height: auto; max-height: 100%;
        background: transparent; scrollbar-size-vertical: 1;
        &:focus { border: none; background-tint: transparent 0%; }
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-disabled { color: $foreground; }
    }
    """

    _clicked = False
    """Whether the marked item is being changed by a click."""

    def __init__(
        self,
        lines: Iterable[ListItem] = (),
        *,
        id: str | None = None,  # noqa: A002 - Textual's name for it
        mark_first: bool = False,
        indents: bool = False,
    ) -> None:
        """Show these items; the first that can be chosen is marked.

        With `indents` the further rows of a wrapped item are indented. With `mark_first` a click on
        an item that is not marked only marks it: for lists whose marked item is described, or that
        other keys act on. A click on the label of a changeable value also only marks it; one on the
        value changes it.
        """
        lines = tuple(lines)
        super().__init__(*map(_option, lines), id=id, markup=False)
        self._values = _values(lines)
        self._mark_first, self._indents = mark_first, indents

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Scroll to the marked item, with the first visible item shown whole if possible.

        Headings before the first item that can be marked, or after the last, become visible with
        it.
        """
        super().scroll_to_highlight(top=top)
        marked = self.highlighted
        if self._clicked:
            return  # The item stays under the mouse.
        if marked is None or not self.is_mounted or not self._lines:
            return
        if self._scroll_past_ends(marked):
            return
        first = round(self.scroll_target_y)
        if not 0 <= first < len(self._lines):
            return
        item, cut = self._lines[first]
        if cut:
            end = self._index_to_line[marked] + self._heights[marked]
            fits = end <= first - cut + self.scrollable_content_region.height
            place = first - cut if fits else first - cut + self._heights[item]
            self.scroll_to(y=place, animate=False, force=True, immediate=True)

    def _scroll_past_ends(self, marked: int) -> bool:
        """Scroll to an end of the list if no item between it and the marked one can be marked."""
        room, total = self.scrollable_content_region.height, len(self._lines)
        start = self._index_to_line[marked]
        if all(item.disabled for item in self.options[marked + 1 :]) and total - start <= room:
            place = max(0, total - room)
        elif (
            all(item.disabled for item in self.options[:marked])
            and start + self._heights[marked] <= room
        ):
            place = 0
        else:
            return False
        self.scroll_to(y=place, animate=False, force=True, immediate=True)
        return True

    def scroll_to_group(self) -> None:
        """Scroll to the heading above the marked item, with the items below it in sight."""
        marked = self.highlighted
        heads = [at for at, item in enumerate(self.options[:marked]) if item.disabled]
        if marked is None or not heads or not self._lines:
            return
        place = self._index_to_line[heads[-1]] + self._heights[heads[-1]] - 1
        end = self._index_to_line[marked] + self._heights[marked]
        room = self.scrollable_content_region.height
        if end - place <= room:
            self.scroll_to(y=0 if end <= room else place, animate=False, force=True, immediate=True)

    async def _on_click(self, event: events.Click) -> None:
        # Textual calls the method of each class, this one first.
        option = event.style.meta.get("option")
        if option is None or option >= self.option_count:
            return
        half, item = self._value_half(event, option), self.options[option]
        marks = self._mark_first or (item.id in self._values and not half)
        if marks and option != self.highlighted and not item.disabled:
            self._clicked = True
            self.highlighted = option
            self._clicked = False
            event.prevent_default()
        elif half < 0:
            self.highlighted = option
            event.prevent_default()
            await self.run_action("screen.change(-1)")

    def _value_half(self, event: events.Click, option: int) -> int:
        """The half of a value that was clicked: -1 left, 1 right; 0 if the click was elsewhere."""
        start, end = self._values.get(self.options[option].id or "", (0, 0))
        offset = event.get_content_offset(self)
        x = -1 if offset is None else offset.x - self._get_left_gutter_width() - 1
        if not start <= x < end:
            return 0
        return -1 if x < (start + end) // 2 else 1

    def set_lines(self, lines: Iterable[ListItem], mark: str = "") -> None:
        """Replace the items; the mark stays on its id, else moves to `mark`, else to the first.

        If the ids are the same, only the contents are replaced.
        """
        lines = tuple(lines)
        self._values = _values(lines)
        kept = self.marked or mark
        if [line.id for line in lines] == [option.id or "" for option in self.options]:
            for index, line in enumerate(lines):
                self.replace_option_prompt_at_index(index, line.content)
        else:
            self.clear_options()
            self.add_options(map(_option, lines))
        self.mark(kept)

    def _get_visual(self, option: Option) -> Visual:
        """The text of an item; the marked one is plain, as colours would make it hard to read."""
        visual = super()._get_visual(option)
        if self._indents and isinstance(visual, Content):
            width = self.scrollable_content_region.width - self._get_left_gutter_width() - 2
            visual = Content("\n").join(indented(visual, max(1, width)))
        if option is self.highlighted_option and isinstance(visual, Content):
            return _plainer(visual)
        return visual

    def _move_page(self, direction: Any) -> None:  # noqa: ANN401 - Textual's own type is private
        # Textual moves only the mark, which leaves the view where it is if the mark is at its top.
        by = direction * self.scrollable_content_region.height
        self.scroll_to(y=self.scroll_target_y + by, animate=False, force=True, immediate=True)
        super()._move_page(direction)
        if self.highlighted is None:
            self.edge(direction)

    def page(self, by: int) -> None:
        """Move the view and the mark by a page."""
        self._move_page(1 if by > 0 else -1)

    def edge(self, by: int) -> None:
        """Mark the first item, or the last if `by` is above 0."""
        if by > 0:
            self.action_last()
        else:
            self.action_first()

    def append(self, line: ListItem) -> None:
        """Add an item at the end."""
        self.add_option(_option(line))
        if self.highlighted is None:
            self.action_first()

    def remove_line(self, name: str) -> None:
        """Remove an item; the next one, else the last, is marked, which the screen is not told."""
        with self.prevent(self.OptionHighlighted):
            self.remove_option(name)
        self.call_after_refresh(self._move_terminal_cursor)

    def on_option_list_option_highlighted(self) -> None:
        """Move the terminal's own cursor to the marked item, for screen readers."""
        self.call_after_refresh(self._move_terminal_cursor)

    def _move_terminal_cursor(self) -> None:
        if self.highlighted is not None and self.is_attached and self.screen.is_current:
            row = self._index_to_line.get(self.highlighted, 0) - self.scroll_offset.y
            self.app.cursor_position = self.region.offset + Offset(0, max(0, row))

    def mark(self, name: str) -> None:
        """Mark the item with this id, else the first that can be chosen."""
        ids = [option.id for option in self.options]
        if name and name in ids:
            self.highlighted = ids.index(name)
        elif self.highlighted is None:
            self.action_first()

    def step(self, by: int) -> None:
        """Mark the next item, or the previous one."""
        if by > 0:
            self.action_cursor_down()
        else:
            self.action_cursor_up()

    @property
    def marked(self) -> str:
        """Id of the marked item; empty for none."""
        option = self.highlighted_option
        return (option.id or "") if option else ""


class ListKeys(AnyScreen):
    """A screen or dialog whose keys act on its list."""

    def action_choose(self) -> None:
        """Choose the marked item."""
        self.query_one(ItemList).action_select()

    def action_mark(self, by: int) -> None:
        """Mark the next item, or the previous one."""
        self.query_one(ItemList).step(by)

    def action_edge(self, by: int) -> None:
        """Mark the first item, or the last if `by` is above 0."""
        self.query_one(ItemList).edge(by)


def _plainer(text: Content) -> Content:
    """A text without dim or coloured parts."""
    spans = [span for span in text.spans if span.style != "dim" and "$" not in str(span.style)]
    return Content(text.plain, spans)


def _option(line: ListItem) -> Option:
    return Option(line.content, id=line.id or None, disabled=not line.id)
