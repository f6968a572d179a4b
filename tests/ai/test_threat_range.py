"""Where a foe comes to: the nearest of many tiles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from skirmish.ai.threat_range import nearest
from skirmish.core.board import Board
from skirmish.core.geometry import distance2

BOARD = Board.parse("\n".join(["." * 30] * 20))
TILES = st.tuples(st.integers(0, 29), st.integers(0, 19))


@given(st.lists(TILES, max_size=6), TILES)
def test_the_nearest_tile_is_found_however_far_it_is(
    tiles: list[tuple[int, int]], to: tuple[int, int]
) -> None:
    """Of equals the first; None where there is none."""
    looked_for = min(tiles, key=lambda tile: (distance2(tile, to), tile), default=None)

    assert nearest(BOARD, BOARD.mask_of(tiles), to) == looked_for
