"""From rows of cells to strips: equal neighbouring cells become one segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.strip import Strip

from skirmish.tui.map.paint import Ansi, Palette

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Chars = NDArray[np.uint32]
    Paints = NDArray[np.uint32]


def strip_of(chars: Chars, paints: Paints, palette: Palette | Ansi) -> Strip:
    """One row of cells, each one column wide, with one segment for each run of equal paint."""
    text = chars.tobytes().decode("utf-32-le")
    numbers = paints.tolist()
    if not numbers:  # The window is narrower than one tile.
        return Strip([], 0)
    style = palette.style
    segments: list[Segment] = []
    start = 0
    last = numbers[0]
    for column, number in enumerate(numbers):
        if number != last:
            segments.append(Segment(text[start:column], style(last)))
            start, last = column, number
    segments.append(Segment(text[start:], style(last)))
    return Strip(segments, len(numbers))
