"""Strips: as few segments as runs of paint, the text unchanged, one column a cell."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from skirmish.tui.map.ground import Chars, Paints
from skirmish.tui.map.paint import BOLD, OVER, UNSEEN, Ink, Over
from skirmish.tui.map.palettes import PALETTES
from skirmish.tui.map.strips import strip_of
from skirmish.tui.theme import DEFAULT

CELLS = st.lists(
    st.tuples(st.sampled_from(".T#→r "), st.sampled_from([0, Ink.BLUE, Ink.RED | BOLD, UNSEEN])),
    max_size=40,
)


def row(text: str, paints: list[int]) -> tuple[Chars, Paints]:
    """Arrays as the frame has them."""
    return np.array([ord(char) for char in text], np.uint32), np.array(paints, np.uint32)


def test_equal_neighbours_become_one_segment() -> None:
    """A run of one paint is one segment, whatever its characters."""
    strip = strip_of(*row("..T~", [0, 0, Ink.GROWTH, Ink.WATER]), PALETTES[DEFAULT])

    assert [segment.text for segment in strip] == ["..", "T", "~"]
    assert strip.cell_length == 4


@given(CELLS)
def test_a_strip_keeps_every_cell_and_merges_every_run(cells: list[tuple[str, int]]) -> None:
    """No cell is lost or restyled, and no two segments side by side look the same."""
    palette = PALETTES[DEFAULT]
    strip = strip_of(*row("".join(c for c, _ in cells), [p for _, p in cells]), palette)

    spread = [(char, segment.style) for segment in strip for char in segment.text]
    assert spread == [(char, palette.style(paint)) for char, paint in cells]
    styles = [segment.style for segment in strip]
    assert all(a is not b for a, b in pairwise(styles))


def test_the_cursor_stands_out_without_colours() -> None:
    """Cursor and chosen figure are in reverse video in every theme, not only in a colour."""
    for palette in PALETTES.values():
        styles = [palette.style(over << OVER) for over in (Over.CURSOR, Over.CHOSEN)]
        assert [style.reverse for style in styles] == [True, True]
