"""The texts of scripted events, shown over log or map one after the other; a key closes each."""

from __future__ import annotations

from collections.abc import Callable

from textual._time import get_time
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from skirmish.core.view import View
from skirmish.presentation.setup.scenario_text import join_paragraphs, recent_events
from skirmish.tui.settings_app import pressed_at
from skirmish.tui.widgets import LogView
from skirmish.tui.wrapping import hung

_WIDEST = 84
"""Maximum number of columns."""
_FRAME = 4
"""Columns of the border and the padding."""
_NEWEST = 5
"""Rows of the log that stay visible, the newest ones."""
_BESIDE_TEXT = 4
"""Rows of the border, of the last line and of the empty line above it."""


class EventBanner(Static):
    """Shows each text of a scripted event once to each side, page by page if it is long."""

    DEFAULT_CSS = """
    EventBanner {
        width: 100%; height: auto; padding: 0 1; display: none;
        border: round $accent; background: $surface; border-title-style: bold;
        border-title-color: $accent;
    }
    """

    def __init__(
        self,
        board: Widget,
        log: LogView,
        hides: Callable[[range], tuple[int, ...]],
        *,
        deaf: float = 0.0,
        id: str | None = None,  # noqa: A002 - Textual's name for it
    ) -> None:
        """Begin hidden; keys pressed within `deaf` seconds of a page do not close it.

        `board`: the map. `log`: the log below it, of which empty rows or old lines may be hidden.
        `hides`: numbers of things that a box over some rows of the map hides, the most important
        first.
        """
        super().__init__(id=id)
        self._board, self._log, self._hides = board, log, hides
        self._deaf = deaf
        self._since = 0.0
        self._texts: list[str] = []
        self._many = self._first = self._rows = self._last = 0
        self._read: dict[str, set[str]] = {}

    @property
    def is_open(self) -> bool:
        """Whether there is a text to read."""
        return bool(self._texts)

    def tell(self, view: View) -> None:
        """Open with the texts that the view's side has not been shown yet."""
        read = self._read.setdefault(view.side, set())
        new = [(name, text) for name, text in recent_events(view) if name not in read]
        if new:
            read.update(name for name, _ in new)
            self._texts += [text for _, text in new]
            self._many = len(self._texts)
            self._turn_to(0)

    def clear(self) -> None:
        """Close and drop all texts."""
        self._texts.clear()
        self.display = False
        self.update(Content(""))

    def wake(self) -> None:
        """Ignore keys again for a moment: the page has just become visible."""
        self._since = get_time()

    def go_on(self) -> None:
        """Show the next page or text, else close; ignores a key from before the page was shown."""
        if self._deaf and pressed_at(self.app) < self._since + self._deaf:
            return
        if self._first + self._rows < self._last:
            self._turn_to(self._first + self._rows)
        elif len(self._texts) > 1:
            self._texts.pop(0)
            self._turn_to(0)
        else:
            self.clear()

    def lay(self) -> None:
        """Write the text again for a new screen size, from its beginning."""
        if self.is_open:
            self._turn_to(0)

    def _turn_to(self, first: int) -> None:
        """Show the lines of the current text from `first` on."""
        around = self._board.size
        self.styles.max_width = min(_WIDEST, around.width)
        width = max(1, min(_WIDEST, around.width) - _FRAME)
        paragraphs = map(Content, join_paragraphs(self._texts[0].strip("\n")))
        lines = [part for one in paragraphs for part in hung(one, width)]
        self._first, self._last = first, len(lines)
        self._rows = max(1, around.height - _BESIDE_TEXT)
        at = self._many - len(self._texts) + 1
        self.border_title = f"event {at} of {self._many}" if self._many > 1 else "event"
        ends = first + self._rows >= len(lines) and len(self._texts) == 1
        key = Content.styled(
            "any key or a click: go on" if ends else "any key or a click: read on", "dim"
        )
        shown = lines[first : first + self._rows]
        self.update(Content("\n").join([*shown, Content(""), key]))
        self._dock(around.height, len(shown) + _BESIDE_TEXT)
        self.display = True
        self.wake()

    def _dock(self, height: int, rows: int) -> None:
        """Move to the log if that has room; else to the edge of the map where less is hidden.

        To the lower edge if both are equal.
        """
        around = self.parent.size if isinstance(self.parent, Widget) else self.screen.size
        room, written = self._log.size.height, self._log.rows
        below, dock = max(0, around.height - height), "bottom"
        if room - written >= rows:
            below -= written + rows
        elif written - rows >= _NEWEST:
            below -= rows
        else:
            above, under = (self._hides(part) for part in (range(rows), range(height)[-rows:]))
            dock = "top" if above < under else dock
        self.styles.dock, self.styles.margin = dock, (0, 0, below, 0)
