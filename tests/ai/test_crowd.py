"""The number of figures close to a tile that a figure might go to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from skirmish.ai.crowd import Crowd
from skirmish.core.geometry import chebyshev

TILES = st.tuples(st.integers(0, 6), st.integers(0, 6))


@given(st.lists(TILES, min_size=1, max_size=8, unique=True), TILES)
def test_a_crowd_is_all_others_within_four_tiles(
    standing: list[tuple[int, int]], tile: tuple[int, int]
) -> None:
    """Whoever goes there is not counted from where he stands now."""
    here, *others = standing
    gaps = [chebyshev(tile, other) for other in others]

    assert Crowd(standing).around(tile, here) == [gaps.count(gap) for gap in (1, 2, 3, 4)]
