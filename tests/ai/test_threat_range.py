"""Where a foe comes to: the nearest of many tiles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from skirmish.ai.matchups import graded, nearest
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


@given(st.lists(st.integers(0, 3), max_size=12).map(lambda worths: sorted(worths, reverse=True)))
def test_rings_of_the_same_worth_are_asked_about_at_their_ends(worths: list[int]) -> None:
    """Every ring gets its worth, most of them without being asked about."""
    asked: list[int] = []

    def worth(ring: int) -> int:
        asked.append(ring)
        return worths[ring.bit_length() - 1]

    found: dict[int, int] = {}
    for value, tiles in graded([1 << n for n in range(len(worths))], worth):
        found[value] = found.get(value, 0) | tiles

    assert found == {
        value: sum(1 << n for n, one in enumerate(worths) if one == value) for value in worths
    }
    if len(set(worths)) == 1:
        assert len(asked) <= 2
