"""The number of figures close to a tile that a figure might go to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from skirmish.ai.evaluation import around
from skirmish.core.geometry import chebyshev

TILES = st.tuples(st.integers(0, 6), st.integers(0, 6))


@given(st.lists(TILES, max_size=7, unique=True), TILES)
def test_a_crowd_is_all_others_within_four_tiles(
    others: list[tuple[int, int]], tile: tuple[int, int]
) -> None:
    gaps = [chebyshev(tile, other) for other in others]

    assert around(tile, others) == [gaps.count(gap) for gap in (1, 2, 3, 4)]
