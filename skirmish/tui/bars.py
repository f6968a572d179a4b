"""The plain widgets round the map: one line of status, one of hints, the footer, the log, a panel.

Each holds `Content` that was made elsewhere and repaints only when that changes; none lays the
screen out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from textual import events
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget

from skirmish.tui.keys import Key
from skirmish.tui.settled import glyphs_of


class Line(Widget):
    """One line of text."""

    DEFAULT_CSS = """
    Line { height: 1; width: 1fr; padding: 0 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin empty."""
        super().__init__(id=id)
        self._content = Content("")

    @property
    def content(self) -> Content:
        """What it says."""
        return self._content

    def say(self, content: Content) -> None:
        """Say something else."""
        if not content.is_same(self._content):
            self._content = content
            self.refresh()

    def render(self) -> Content:
        """The line, cut to the width."""
        ellipsis = not glyphs_of(self.app).ascii
        return self._content.truncate(max(1, self.size.width), ellipsis=ellipsis)


class Footer(Line):
    """The keys that matter now; a click on one does what the key does."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin empty."""
        super().__init__(id=id)
        self._spots: list[tuple[int, int, str]] = []

    def offer(self, keys: Iterable[Key]) -> None:
        """Show these keys."""
        parts: list[tuple[str, str]] = []
        self._spots = []
        column = 0
        for key in keys:
            length = len(key.shown) + 1 + len(key.label)
            self._spots.append((column, column + length, key.action))
            parts += [(key.shown, "bold $accent"), (f" {key.label}  ", "")]
            column += length + 2
        self.say(Content.assemble(*parts))

    async def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        for first, last, action in self._spots:
            if first <= offset.x < last:
                await self.screen.run_action(action)


class Panel(Widget):
    """Lines at the side of the map; some of them can be clicked."""

    DEFAULT_CSS = """
    Panel { width: 1fr; height: 1fr; }
    """

    class Sized(Message):
        """There is more room for lines, or less."""

    class Chosen(Message):
        """A line was clicked that stands for an action."""

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

    @property
    def text(self) -> str:
        """What it says, as plain text."""
        return "\n".join(line.plain for line in self._lines)

    @property
    def lines(self) -> tuple[Content, ...]:
        """All that it says, the lines that there is no room for as well."""
        return self._lines

    def say(
        self,
        lines: Sequence[Content],
        actions: Mapping[int, str] | None = None,
        more: str = "",
        marked: int = 0,
    ) -> None:
        """Say something else.

        `actions` are those of lines that can be clicked; `more` is the key that shows what there
        is no room for; `marked` is a line that must be seen.
        """
        old = self._shown()
        self._actions, self._more, self._marked = actions or {}, more, marked
        self._lines = tuple(lines)
        lines = self._shown()
        width, blank = self.content_size.width, Content("")
        pairs = enumerate(zip_longest(old, lines, fillvalue=blank))
        rows = [Region(0, y, width, 1) for y, (a, b) in pairs if not a.is_same(b)]
        if rows:
            self.refresh(*rows)

    @property
    def _top(self) -> int:
        """How many lines are above what is shown."""
        room = self.size.height
        cut = 0 < room < len(self._lines)
        return max(0, min(self._marked, len(self._lines) - 1) - room + 2) if cut else 0

    def _shown(self) -> tuple[Content, ...]:
        """The lines that there is room for; the last one tells how many there are beside."""
        room = max(0, self.size.height)
        if len(self._lines) <= room or not room:
            return self._lines[:room]
        left, top = len(self._lines) - room + 1, self._top
        return (
            *self._lines[top : top + room - 1],
            Content.styled(f"{self._more}: {left} more lines".removeprefix(": "), "bold"),
        )

    def render(self) -> Content:
        """The lines that there is room for, cut: they may have been written for another width."""
        width = max(1, self.content_size.width)
        return Content("\n").join(
            line if line.cell_length <= width else line.truncate(width) for line in self._shown()
        )

    def on_resize(self) -> None:
        """Tell that its lines have to be written anew."""
        self.post_message(self.Sized())

    def on_click(self, event: events.Click) -> None:
        """Tell which action was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        cut = len(self._lines) > self.size.height and offset.y == self.size.height - 1
        if action := "panel" if cut else self._actions.get(offset.y + self._top):
            self.post_message(self.Chosen(action))


class Log(Widget):
    """The end of the log, as much as there is room for."""

    DEFAULT_CSS = """
    Log { width: 1fr; padding: 0 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin empty."""
        super().__init__(id=id)
        self._lines: tuple[Content, ...] = ()

    @property
    def text(self) -> str:
        """The whole log, as plain text."""
        return "\n".join(line.plain for line in self._lines)

    def tell(self, lines: Sequence[Content]) -> None:
        """Show the end of these lines."""
        if not _same(lines, self._lines):
            self._lines = tuple(lines)
            self.refresh()

    def render(self) -> Content:
        """The last lines, longer ones folded at the width."""
        width, height = max(1, self.content_size.width), max(1, self.content_size.height)
        rows: list[Content] = []
        for line in reversed(self._lines):
            rows = [*line.wrap(width), *rows] if line.cell_length > width else [line, *rows]
            if len(rows) >= height:
                break
        return Content("\n").join(rows[-height:])


def _same(new: Sequence[Content], old: Sequence[Content]) -> bool:
    return len(new) == len(old) and all(a.is_same(b) for a, b in zip(new, old, strict=True))
