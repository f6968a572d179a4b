"""What a terminal shows already is not sent again: every paint is cut down to what differs.

Textual paints a screen whole whenever its layout changes, often several times on end and mostly
with what stands there already; over a slow line that is seconds.

What is believed of a terminal may be wrong, what is written never is: so whatever leaves a doubt
(another size, another screen, a paint for another size, signs that are not one column wide) ends
the belief, and the app ends it where the terminal was in other hands.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from textual.geometry import Size
    from textual.screen import Screen


Piece = tuple[int, int, Strip]
"""A column, a row, and what stands from there on."""


class Pieces(CompositorUpdate):
    """Pieces of rows, one after the other."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        """Paint these."""
        self.pieces = tuple(pieces)

    def render_segments(self, console: Console) -> str:
        """Each piece behind the place where it begins."""
        return "".join(
            Control.move_to(x, y).segment.text + strip.render(console)
            for x, y, strip in self.pieces
        )

    def __rich_console__(self, _console: Console, _options: ConsoleOptions) -> RenderResult:
        """Nothing: Textual writes what `render_segments` gives."""
        return ()


class DiffRenderer:
    """What stands in each row of a terminal, where that is known."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._rows: dict[int, Strip] = {}
        self._size: Size | None = None
        self._screen: Screen[Any] | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was painted yet."""
        return self._size is not None

    def forget(self) -> None:
        """Somebody else may have written there."""
        self._rows.clear()

    def saved(
        self, update: RenderableType, size: Size, screen: Screen[Any] | None = None
    ) -> RenderableType:
        """What has to be written for an update; from then on all of it counts as shown.

        `size` is that of the terminal, `screen` the one that is painted.
        """
        if (size, screen) != (self._size, self._screen):
            self.forget()
            self._size, self._screen = size, screen
        match update:
            case LayoutUpdate():
                if update.region != size.region:
                    self.forget()
                pieces: Iterable[Piece] = (
                    (update.region.x, y, Strip.join(line))
                    for y, line in enumerate(update.strips, update.region.y)
                )
            case ChopsUpdate():
                if not _fills(update, size):
                    self.forget()
                pieces = _pieces(update)
            case _:
                self.forget()
                return update
        # Textual ends each row with a new line: below the last one of a terminal it would scroll.
        within = (one for one in pieces if one[1] < size.height)
        return Pieces([piece for one in within for piece in self._new(one, size)])

    def _new(self, piece: Piece, size: Size) -> Iterator[Piece]:
        """What of a piece does not stand there: from its first to its last difference."""
        x, y, strip = piece
        strip, before, end = _plain(strip), self._rows.get(y), x + strip.cell_length
        if end > size.width or not _even(strip):
            self._rows.pop(y, None)
            yield x, y, strip
            return
        if before is None:
            if strip.cell_length == size.width:
                self._rows[y] = strip
            yield x, y, strip
            return
        old = _plain(before.crop(x, end))
        if list(old) == list(strip):
            return
        self._rows[y] = Strip.join([before.crop(0, x), strip, before.crop(end)])
        left = _same(list(old), list(strip))
        right = strip.cell_length - _same(list(old)[::-1], list(strip)[::-1])
        if left < right:
            yield x + left, y, strip.crop(left, right)
        else:
            yield x, y, strip


def _fills(update: ChopsUpdate, size: Size) -> bool:
    """Whether a screen of which parts are painted is as large as the terminal."""
    return len(update.chops) == size.height and all(
        ends[-1] == size.width for ends in update.chop_ends if ends
    )


def _even(strip: Strip) -> bool:
    """Whether each sign takes one column: about others terminals do not agree."""
    return all(
        text.isascii() or all(cell_len(char) == 1 for char in dict.fromkeys(text))
        for text, _, _ in strip
    )


def _pieces(update: ChopsUpdate) -> Iterator[Piece]:
    """The pieces that an update of spans writes, as Textual cuts them."""
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is None or x > right or end <= left:
                continue
            whole = left <= x < right and end <= right
            yield x, y, strip if whole else strip.crop(0, min(end, right) - x)


def _plain(strip: Strip) -> Strip:
    """A strip without what is not seen, in as few segments as can be."""
    merged: list[Segment] = []
    text, style = "", None
    for more, its, control in strip:
        if control:
            continue
        seen = its and (_ground(its) if not more.strip(" ") else _inked(its))
        if text and seen == style:
            text += more
            continue
        if text:
            merged.append(Segment(text, style))
        text, style = more, seen
    if text:
        merged.append(Segment(text, style))
    return Strip(merged, strip.cell_length)


@lru_cache(maxsize=512)
def _inked(style: Style) -> Style:
    """A style without what only the mouse finds."""
    return style.clear_meta_and_links() if style.meta else style


@lru_cache(maxsize=512)
def _ground(style: Style) -> Style:
    """The style of blanks, without the colour and weight of letters that are not there."""
    lines = style.underline or style.underline2 or style.strike or style.overline or style.frame
    return _inked(style) if lines or style.reverse else Style.from_color(None, style.bgcolor)


def _same(these: list[Segment], those: list[Segment]) -> int:
    """How many columns of two rows are alike from the beginning on, segment by segment."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(these, those, strict=False))
    return sum(one.cell_length for one, _ in pairs)
