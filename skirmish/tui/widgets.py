"""Plain widgets: a line of text, the footer, the side panel, the log, a list of items.

Each holds `Content` made elsewhere, never markup, and repaints only when that changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

from attrs import frozen
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content, Span
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from skirmish.tui.guard import RIGHT_BUTTON, AnyScreen, GuardedModal, GuardedOptionList
from skirmish.tui.keys import Key, with_own_keys
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.settings_app import glyphs_of, settings_of
from skirmish.tui.theme import HEADING
from skirmish.tui.wrapping import indented


class TextLine(Widget):
    """One line of text."""

    DEFAULT_CSS = """
    TextLine { height: 1; width: 1fr; padding: 0 1; &:ansi { link-color: ansi_default; } }
    """

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002 - Textual's name for it
        classes: str | None = None,
    ) -> None:
        """Begin empty."""
        super().__init__(id=id, classes=classes)
        self._content = Content("")
        self._shorter: tuple[Content, ...] = ()

    @property
    def content(self) -> Content:
        """Its content."""
        return self._content

    def set_content(self, content: Content, *shorter: Content) -> None:
        """Set the content, and alternatives for a line that is too short for it."""
        if not content.is_same(self._content) or shorter != self._shorter:
            self._content, self._shorter = content, shorter
            self.refresh()

    def render(self) -> Content:
        """The first of its contents that fits, else the last, cut to the width."""
        ellipsis, room = not glyphs_of(self.app).ascii, max(1, self.size.width)
        ways = (self._content, *self._shorter)
        fit = next((one for one in ways if one.cell_length <= room), ways[-1])
        return fit.truncate(room, ellipsis=ellipsis)


KEY_GAP = 2
"""Columns between two keys of the footer."""


def key_columns(key: Key) -> int:
    """Columns of a key in the footer: its cap, a blank, its label."""
    return len(key.shown) + 2 + 1 + len(key.label)


_KEYS = "keys"
"""The layer of a modal's footer, which takes no room from its box."""


class Footer(TextLine):
    """The keys that apply now; a click on a key runs its action."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin empty."""
        super().__init__(id=id)
        self._keys: tuple[Key, ...] = ()
        self._rare: tuple[str, ...] = ()
        self._spots: list[tuple[int, int, str]] = []
        self._pressed: str | None = None

    def set_keys(self, keys: Iterable[Key], rare: Sequence[str] = ()) -> None:
        """Show these keys; if there is no room, those with the ids `rare` are left out in turn."""
        old, self._keys, self._rare = self._keys, tuple(keys), tuple(rare)
        if self._keys != old:
            self._lay()

    def on_resize(self) -> None:
        """Show the keys for the new width."""
        self._lay()

    def _lay(self) -> None:
        """Write the keys; their caps have no blanks if they would not fit otherwise."""
        room, keys = self.content_size.width, list(self._keys)
        full = sum(key_columns(key) + KEY_GAP for key in keys) - KEY_GAP
        blank = "" if 0 < room < full else " "
        for id_ in self._rare if not blank else ():
            caps = sum(len(f"{key.shown} {key.label}") + KEY_GAP for key in keys) - KEY_GAP
            keys = keys if caps <= room else [key for key in keys if key.id != id_]
        parts: list[tuple[str, str]] = []
        self._spots = []
        column = 0
        for key in keys:
            cap, label = f"{blank}{key.shown}{blank}", f" {key.label}"
            length = len(cap) + len(label)
            self._spots.append((column, column + length, key.action))
            parts += [(cap, "bold $cap-ink on $cap"), (label + " " * KEY_GAP, "")]
            column += length + KEY_GAP
        self.set_content(Content.assemble(*parts)[:-KEY_GAP])

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the key under the mouse."""
        offset = event.get_content_offset(self)
        if offset is None or event.button == RIGHT_BUTTON:
            return
        action = self._action_at(offset.x) if self._pressed is None else self._pressed
        self._pressed = None
        if action:
            await self.screen.run_action(action)

    def press(self, place: Offset) -> str:
        """Return the action of the key at a place of the screen; "" for none.

        A click that begins there runs it, whichever keys the footer shows by then.
        """
        here = self.content_region
        self._pressed = self._action_at(place.x - here.x) if here.contains_point(place) else ""
        return self._pressed

    def _action_at(self, column: int) -> str:
        spots = self._spots
        return next((action for first, last, action in spots if first <= column < last), "")


class KeyedModal(GuardedModal):
    """A box whose keys stand in the last row, over those of the screen below.

    Attributes:
        key_group: The group of its keys; "" if it takes any key.
    """

    key_group: ClassVar[str] = ""

    def table(self) -> tuple[Key, ...]:
        """Its keys."""
        own = settings_of(self.app).keys
        return with_own_keys(SCREEN_KEYS.get(self.key_group, ()), own)

    def on_mount(self) -> None:
        """Show the keys, in a layer that takes no room from the box."""
        if self.key_group:
            footer = Footer()
            self.styles.layers = f"default {_KEYS}"
            footer.styles.layer, footer.styles.dock = _KEYS, "bottom"
            self.mount(footer)
            footer.set_keys(key for key in self.table() if key.label)


class Box(Static):
    """Lines in a frame with rounded corners and a title."""

    DEFAULT_CSS = """
    Box {
        height: auto; padding: 0 1; border: round $edge; background: $surface;
        border-title-style: bold; border-title-color: $foreground;
    }
    """

    def __init__(self, lines: Sequence[Content], title: str, colour: str = "") -> None:
        """Show lines under a title, whose colour may be a variable of the theme."""
        super().__init__(Content("\n").join(lines))
        self.border_title = box_title(title, colour)


def box_title(title: str, colour: str = "") -> Content:
    """The title of a box as content, because a scenario's name must not be parsed as markup."""
    return Content.styled(title, f"bold {colour}".strip())


_Look = tuple[str, tuple[Span, ...], int]
"""Everything that determines how a line of the panel is drawn: text, styles, width."""
INSTEAD = "instead"
"""Key in a style's metadata: the action of a click there, instead of the action of its line."""
_MOST_STRIPS = 512
"""Maximum number of drawn lines of the panel that are kept for reuse."""


class SidePanel(Widget):
    """Lines beside the map; some of them can be clicked."""

    DEFAULT_CSS = """
    SidePanel { width: 1fr; height: 1fr; }
    """

    class Sized(Message):
        """The panel has another size."""

    class Chosen(Message):
        """A line with an action was clicked."""

        def __init__(self, action: str) -> None:
            """Keep the action."""
            super().__init__()
            self.action = action

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin empty."""
        super().__init__(id=id)
        self._lines: tuple[Content, ...] = ()
        self._actions: Mapping[int, str] = {}
        self._more = ""
        self._marked = 0
        self._boxed: Collection[int] = ()
        self._kept = 0
        self._painted: dict[int, Content] = {}
        self._in_sight: dict[int, tuple[Content, ...]] = {}
        self._strips: dict[_Look, Strip] = {}

    @property
    def text(self) -> str:
        """The lines as plain text."""
        return "\n".join(line.plain for line in self._lines)

    @property
    def lines(self) -> tuple[Content, ...]:
        """All lines, including those that do not fit."""
        return self._lines

    @property
    def fits(self) -> bool:
        """Whether all lines are visible."""
        return len(self._lines) <= self.size.height

    def set_content(
        self,
        lines: Sequence[Content],
        actions: Mapping[int, str] | None = None,
        more: str = "",
        marked: int = 0,
        boxed: Collection[int] = (),
        kept: int = 0,
    ) -> None:
        """Set the lines.

        `actions` are those of lines that can be clicked; `more` is the key that shows lines that do
        not fit; `marked` is a line that must stay visible; `boxed` are the lines inside a box;
        `kept` is the number of last lines that stay visible.
        """
        self._actions, self._more, self._marked = actions or {}, more, marked
        self._boxed = boxed
        self._lines, self._kept = tuple(lines), kept
        self._in_sight.clear()
        width, blank, shown = self.content_size.width, Content(""), dict(enumerate(self._shown()))
        # The painted lines may be older than the last content: a closed panel is not painted.
        rows = [
            Region(0, y, width, 1)
            for y in sorted({*self._painted, *shown})
            if not self._painted.get(y, blank).is_same(shown.get(y, blank))
        ]
        if rows:
            self.refresh(*rows)

    @property
    def _top(self) -> int:
        """Number of lines above the visible ones."""
        room = self.size.height
        cut = 0 < room < len(self._lines)
        last = len(self._lines) - self._kept - 1
        return max(0, min(self._marked, last) - room + self._kept + 2) if cut else 0

    def _shown(self) -> tuple[Content, ...]:
        """The visible lines; if some do not fit, the last one gives their number."""
        room = max(0, self.size.height)
        if room not in self._in_sight:
            self._in_sight[room] = self._fitting(room)
        return self._in_sight[room]

    def _fitting(self, room: int) -> tuple[Content, ...]:
        """As many lines as fit into the rows."""
        if len(self._lines) <= room or not room:
            return self._lines[:room]
        whole, top = len(self._lines) - self._kept, self._top
        end = top + room - self._kept - 1
        if end - 1 in self._boxed and end - 2 not in self._boxed and end - 2 > top:
            end -= 1  # The upper edge of a box whose lines are not visible.
        if self._boxed and end - 1 not in self._boxed and end - 2 in self._boxed:
            # The lower edge of a box, which will contain the number of lines left.
            end -= 1
        left = whole - (end - top)
        more = f"{self._more} or wheel: " if self._more else ""
        below = self._more_line(f"{more}{left} more lines", end - 1)
        return (*self._lines[top:end], below, *self._lines[whole:])

    def _more_line(self, words: str, last: int) -> Content:
        """The line about hidden lines; the lower edge of a box, if `last` is inside one."""
        if last not in self._boxed:
            return Content.styled(f"  {words}", "bold")
        rest = "─" * (self._lines[last].cell_length - len(words) - 5)
        return Content.assemble(("╰─ ", "$edge"), (words, "bold"), (f" {rest}╯", "$edge"))

    def render_line(self, y: int) -> Strip:
        """One of the visible lines, cut because it may have been written for another width."""
        lines, width = self._shown(), max(1, self.content_size.width)
        line = self._painted[y] = lines[y] if y < len(lines) else Content("")
        look = line.plain, tuple(line.spans), width
        if (strip := self._strips.get(look)) is None:
            if len(self._strips) >= _MOST_STRIPS:
                self._strips.clear()
            cut = line if line.cell_length <= width else line.truncate(width)
            strip = Visual.to_strips(self, cut, width, 1, self.visual_style)[0]
            self._strips[look] = strip
        return strip

    def notify_style_update(self) -> None:
        """Draw the lines in the colours of the current theme."""
        self._strips.clear()
        super().notify_style_update()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Show the lines that do not fit."""
        if not self.fits:
            event.stop()
            self.post_message(self.Chosen("panel"))

    def on_resize(self) -> None:
        """Report the new size."""
        self.post_message(self.Sized())

    def on_click(self, event: events.Click) -> None:
        """Report the action of the line clicked."""
        offset = event.get_content_offset(self)
        if offset is None or event.button == RIGHT_BUTTON:
            return
        at, cut = offset.y + self._top, False
        if not self.fits:
            more = len(self._shown()) - self._kept - 1
            cut = offset.y == more
            at += (len(self._lines) - len(self._shown()) - self._top) * (offset.y > more)
        if action := "panel" if cut else self._actions.get(at):
            self.post_message(self.Chosen(event.style.meta.get(INSTEAD, action)))


class LogView(Widget):
    """The end of the log, as much as fits; a log that is still short has the briefing above it."""

    DEFAULT_CSS = """
    LogView { width: 1fr; padding: 0 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin empty."""
        super().__init__(id=id)
        self._lines: tuple[Content, ...] = ()
        self._opening: tuple[Content, ...] = ()

    @property
    def text(self) -> str:
        """The whole log as plain text."""
        return "\n".join(line.plain for line in self._lines)

    def set_lines(self, lines: Sequence[Content], opening: Sequence[Content] = ()) -> None:
        """Show the end of these lines, and above them as many opening paragraphs as fit."""
        if not _same(lines, self._lines) or not _same(opening, self._opening):
            self._lines, self._opening = tuple(lines), tuple(opening)
            self.refresh()

    async def on_click(self, event: events.Click) -> None:
        """Open the whole log."""
        if event.button != RIGHT_BUTTON:
            await self.screen.run_action("log")

    def render(self) -> Content:
        """The last lines, wrapped to the width."""
        width, height = max(1, self.content_size.width), max(1, self.content_size.height)
        rows: list[Content] = []
        for line in reversed(self._lines):
            rows = [*indented(line, width), *rows]
            if len(rows) >= height:
                break
        head: list[Content] = []
        for paragraph in self._opening:
            told = [*paragraph.wrap(width), Content("")]
            if len(head) + len(told) + len(rows) > height:
                break
            head += told
        return Content("\n").join([*head, *rows[-height:]])


def _same(new: Sequence[Content], old: Sequence[Content]) -> bool:
    return len(new) == len(old) and all(a.is_same(b) for a, b in zip(new, old, strict=True))


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
        an item that is not marked only marks it: for lists whose marked item is described beside
        them. A click on the label of a changeable value also only marks it; one on the value
        changes it.
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
