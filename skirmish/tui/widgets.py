"""Plain widgets: a line of text, the footer, a box, the side panel, the log.

Each holds `Content` made elsewhere, never markup, and repaints only when that changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.content import Content, Span
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget
from textual.widgets import Static

from skirmish.tui.guard import RIGHT_BUTTON, GuardedModal
from skirmish.tui.keys import Key, with_own_keys
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.settings_app import glyphs_of, settings_of
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

    @property
    def rows(self) -> int:
        """Number of rows that are written; those below them are empty."""
        return len(self._written())

    def render(self) -> Content:
        """The last lines, wrapped to the width."""
        return Content("\n").join(self._written())

    def _written(self) -> list[Content]:
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
        return [*head, *rows[-height:]]


def _same(new: Sequence[Content], old: Sequence[Content]) -> bool:
    return len(new) == len(old) and all(a.is_same(b) for a, b in zip(new, old, strict=True))
