"""A page of text over the screen, to scroll and to close."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import Any, ClassVar

from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, Static

from skirmish.tui.screen_help import SCREEN_HELP, about_lines
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.settings_app import key_in, settings_of
from skirmish.tui.widgets import KeyedModal
from skirmish.tui.wrapping import hung

READABLE = 64
"""Maximum width of lines with text at both ends."""
_BESIDE_TEXT = 6
"""Columns of a page that are not text: frame, margins, scrollbar."""
COLUMNS = 150
"""Minimum number of screen columns for a page with two columns."""
_FRAME = 8
"""Rows of a screen that are not lines of a page."""
_MORE = "more below"
_QUESTION = "?"
"""Opens the help page when it is typed into an empty line."""


class PageText(Static):
    """The text of a page; wrapped lines keep their indent.

    Clickable parts look like the rest.
    """

    auto_links = reactive(False)

    def __init__(self, text: Content, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        """Begin with a text."""
        super().__init__(text, id=id)
        self._whole = text
        self._width = 0
        self.starts: tuple[Sequence[int], ...] = ()
        """Rows where a block begins, after an empty line; rows where a line begins."""

    def write(self, text: Content) -> None:
        """Show another text."""
        self._whole, self._width = text, 0
        self.update(text)
        self.on_resize()

    def on_resize(self) -> None:
        """Wrap for the new width."""
        width = self.content_size.width
        if width and width != self._width:
            self._width = width
            lines = [hung(one, width) for one in self._whole.split(allow_blank=True)]
            rows = list(accumulate(map(len, lines), initial=0))
            blank = [0, *(at for at, one in enumerate(lines, 1) if not one[0].plain.strip())]
            self.starts = [rows[at] for at in blank], rows
            self.update(Content("\n").join(chain.from_iterable(lines)))


def scroll_to_row(part: Widget, top: int) -> None:
    """Scroll to a row at once: the next key counts from there."""
    part.scroll_to(y=top, animate=False, immediate=True)


def scroll_lines(part: Widget, lines: int) -> None:
    """Scroll by so many lines."""
    scroll_to_row(part, part.scroll_offset.y + lines)


def scroll_to_edge(part: Widget, by: int) -> None:
    """Scroll to the first row, or the last one."""
    scroll_to_row(part, part.max_scroll_y if by > 0 else 0)


def turn_page(part: Widget, by: int, starts: Iterable[Sequence[int]] = ()) -> None:
    """Scroll to the next or previous page; `starts`: rows to begin with, the best kind first."""
    scroll_to_row(part, next_top(part, by, starts))


def next_top(part: Widget, by: int, starts: Iterable[Sequence[int]]) -> int:
    """The first row of the next or previous page of a part of the screen."""
    rows = part.scrollable_content_region.height
    return page_top(starts, part.scroll_offset.y, rows, by)


def page_top(starts: Iterable[Sequence[int]], top: int, rows: int, by: int) -> int:
    """The first row of the next or previous page; at least one row stays in sight.

    It is taken from the first of the `starts` that has a row near there.
    """
    to, more = top + by * max(1, rows - 1), rows // 3
    near = range(to - more, to + 1) if by > 0 else range(to, to + more + 1)
    found = (sorted({row for row in some if row in near}) for some in starts)
    best = next(filter(None, found), [to])
    return best[-1 if by > 0 else 0]


class TextScroll(VerticalScroll):
    """Text that scrolls at once, so that every key counts from where the key before it went.

    Its lower border says whether there is more below.
    """

    DEFAULT_CSS = "TextScroll { border-subtitle-align: right; border-subtitle-color: $accent; }"

    def on_mount(self) -> None:
        """Update the border whenever the text is scrolled or resized."""
        for what in ("scroll_y", "virtual_size", "size"):
            self.watch(self, what, self._look_again)

    def _look_again(self) -> None:
        self.call_after_refresh(self._mark)

    def _mark(self) -> None:
        below = self.max_scroll_y > self.scroll_offset.y
        self.border_subtitle = _MORE if below else ""

    def action_scroll_up(self) -> None:
        """Scroll up by a line."""
        self._scroll(self.scroll_offset.y - 1)

    def action_scroll_down(self) -> None:
        """Scroll down by a line."""
        self._scroll(self.scroll_offset.y + 1)

    def action_page_up(self) -> None:
        """Scroll to the previous page."""
        self._scroll(self._page_top(-1))

    def action_page_down(self) -> None:
        """Scroll to the next page."""
        self._scroll(self._page_top(1))

    def action_scroll_home(self) -> None:
        """Scroll to the first line."""
        self._scroll(0)

    def action_scroll_end(self) -> None:
        """Scroll to the last line."""
        self._scroll(self.max_scroll_y)

    def _scroll(self, top: int) -> None:
        """Scroll to a row; text that all fits leaves the key to the screen."""
        if not self.allow_vertical_scroll:
            raise SkipAction
        scroll_to_row(self, top)

    def turn(self, by: int) -> None:
        """Scroll by a page, which begins with an entry of its text."""
        scroll_to_row(self, self._page_top(by))

    def _page_top(self, by: int) -> int:
        texts = self.query(PageText)
        return next_top(self, by, texts.first().starts if texts else ())


class Page(KeyedModal, ModalScreen[None]):
    """Lines under a title."""

    key_group = "page"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings(key_group)

    DEFAULT_CSS = """
    Page { align: center middle; }
    Page > VerticalScroll {
        width: 90%; max-width: 96; height: auto; max-height: 90%; padding: 0 1;
        scrollbar-gutter: stable; scrollbar-size-vertical: 1;
        background: $surface; border: round $primary;
    }
    Page PageText { padding: 0 1 0 0; }
    """

    closes: ClassVar[str] = "dismiss"
    closing: ClassVar[str] = "{key} or right click: close"
    """What the key that closes the page does; shown beside the title."""

    def __init__(self, title: str, lines: Sequence[Content], *, end: bool = False) -> None:
        """Show lines, scrolled to the end if `end` is set."""
        super().__init__()
        self._title = title
        self._lines = tuple(lines)
        self._end = end

    def compose(self) -> ComposeResult:
        """One text that scrolls."""
        with TextScroll():
            yield PageText(self._text())

    def _text(self, lines: Sequence[Content] | None = None) -> Content:
        """The lines (by default all) under the title."""
        close = key_in(self.app, "page", "page.close")
        closing = Content.styled(f"  {self.closing.format(key=close)}", "dim")
        by_click = Style.from_meta({"@click": f"screen.{self.closes}"})
        head = Content.assemble((self._title, "bold $primary"), closing.stylize(by_click))
        shown = self._lines if lines is None else lines
        return Content("\n").join([head, Content(""), *shown])

    def on_mount(self) -> None:
        """Scroll to the end if `end` was set."""
        if self._end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        scroll_lines(self.query_one(TextScroll), lines)

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        self.query_one(TextScroll).turn(by)

    def action_edge(self, by: int) -> None:
        """Scroll to the first line, or the last one."""
        scroll_to_edge(self.query_one(TextScroll), by)

    def action_below(self, action: str) -> None:
        """Close the page, and run an action of the screen below."""
        below = self.app.screen_stack[-2]
        self.dismiss()
        self.app.call_later(below.run_action, action)


class ReflowPage(Page):
    """A page whose lines are written for the current width."""

    def __init__(
        self, title: str, write: Callable[[int], Sequence[Content]], *, most: int = READABLE
    ) -> None:
        """Show the lines that `write` returns for a width, which is at most `most`."""
        super().__init__(title, (Content(".."),))
        self._write = write
        self._most = most

    def on_mount(self) -> None:
        """Limit the width to that of the lines."""
        self.query_one(TextScroll).styles.max_width = self._most + _BESIDE_TEXT

    def on_resize(self) -> None:
        """Write for the new width."""
        self.call_after_refresh(self._rewrite)

    def _rewrite(self) -> None:
        text = self.query_one(PageText)
        self._lines = tuple(self._write(min(self._most, text.content_size.width)))
        text.write(self._text())


class ColumnsPage(Page):
    """Sections under a title, in two columns if the screen is wide and one is too short for them.

    A section ends at an empty line.
    """

    DEFAULT_CSS = """
    ColumnsPage Horizontal { height: auto; }
    ColumnsPage Static { width: 1fr; }
    ColumnsPage #second { display: none; }
    ColumnsPage.-two #second { display: block; }
    ColumnsPage.-two > VerticalScroll { max-width: 190; }
    ColumnsPage.-two #first { padding: 0 3 0 0; }
    """

    def compose(self) -> ComposeResult:
        """Two texts that scroll together."""
        with TextScroll(), Horizontal():
            yield PageText(self._text(), id="first")
            yield PageText(Content(""), id="second")

    def on_resize(self) -> None:
        """Divide the lines for the new width."""
        all_lines = self._lines
        ends = [n for n, line in enumerate(all_lines) if not line.plain.strip()]
        half = min(ends, key=lambda n: abs(2 * n - len(all_lines)), default=len(all_lines))
        two = self.size.width >= COLUMNS and len(all_lines) + _FRAME > self.size.height
        self.set_class(two, "-two")
        head, rest = (all_lines[:half], all_lines[half + 1 :]) if two else (all_lines, ())
        self.query_one("#first", PageText).write(self._text(head))
        self.query_one("#second", PageText).write(Content("\n").join(["", "", *rest]))


def show_help(screen: Screen[Any], group: str) -> None:
    """Show the help page of a screen."""
    own = settings_of(screen.app).keys
    screen.app.push_screen(ColumnsPage(SCREEN_HELP[group].name, about_lines(group, own)))


def asks_for_help(event: Input.Changed, group: str) -> bool:
    """Whether just a question mark was typed into a line; if so, show the help page instead."""
    event.stop()
    asks = event.value == _QUESTION
    if asks:
        event.input.value = ""
        show_help(event.input.screen, group)
    return asks
