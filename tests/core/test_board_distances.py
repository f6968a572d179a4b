"""Walking distances over the whole board."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.board import Board
from skirmish.core.geometry import Tile

SIDE = 6
FAR = 1000
ROWS = st.lists(st.text("...o:#", min_size=SIDE, max_size=SIDE), min_size=SIDE, max_size=SIDE)
LEVELS = st.lists(st.text("0012", min_size=SIDE, max_size=SIDE), min_size=SIDE, max_size=SIDE)
GOALS = st.lists(
    st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1)), min_size=1, max_size=3
)


@given(ROWS, LEVELS, GOALS)
def test_it_is_as_far_as_the_cheapest_way_there(
    rows: list[str], levels: list[str], goals: list[Tile]
) -> None:
    """From each tile the nearest goal costs what `reach` says of a figure without a limit."""
    board = Board.parse("\n".join(rows), "\n".join(levels))
    stood = [goal for goal in goals if board.passable(goal)]
    expected = {}
    for tile in board.tiles_of((1 << SIDE * SIDE) - 1):
        if board.passable(tile):
            reach = board.reach(tile, FAR)
            costs = [reach.cost(goal) for goal in stood if reach.tiles & board.bit(goal)]
            if costs:
                expected[tile] = min(costs)

    assert dict(board.walking(stood)) == expected
