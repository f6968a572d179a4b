"""The line of sight, drawn and explained."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.board import Board
from skirmish.presentation.visibility import line_of_sight

TILES = st.tuples(st.integers(0, 8), st.integers(0, 5))


@given(st.lists(st.sampled_from(".o#T:"), min_size=54, max_size=54), st.data())
def test_what_stops_a_line_is_why_there_is_no_sight(kinds: list[str], data: st.DataObject) -> None:
    """There is something in the way just where there is no sight, and it lies on the line."""
    rows = "\n".join("".join(kinds[n * 9 : n * 9 + 9]) for n in range(6))
    levels = data.draw(st.lists(st.sampled_from("0123"), min_size=54, max_size=54))
    heights = "\n".join("".join(levels[n * 9 : n * 9 + 9]) for n in range(6))
    board = Board.parse(rows, heights)
    start, end = data.draw(TILES), data.draw(TILES)

    line = line_of_sight(board, start, end)

    assert (line.blocker is None) == board.sees(start, end)
    assert line.blocker is None or line.blocker in line.tiles


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("...", "nothing blocks the line"),
        (".#.", "wall at 1,0 blocks the line"),
    ],
)
def test_it_is_said_what_blocks(drawing: str, words: str) -> None:
    """The first tile that blocks, by its name and place."""
    assert line_of_sight(Board.parse(drawing), (0, 0), (2, 0)).words.startswith(words)


def test_smoke_is_named() -> None:
    """Where smoke lies on open ground it is the smoke that blocks."""
    board = Board.parse("...").with_clouds(0b010)

    assert line_of_sight(board, (0, 0), (2, 0)).words == "smoke at 1,0 blocks the line"
