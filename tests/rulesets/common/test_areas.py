"""Areas of fire are those of the geometry, as far as their apex has sight."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.board import Board
from skirmish.core.geometry import Facing, Tile, in_arc, on_line, within
from skirmish.rulesets.common.areas import Axis, blast, cone, inside, line, wedge
from tests.position import position
from tests.wedge import in_wedge

WIDTH, HEIGHT = 9, 7
ROOMS = Board.parse("""\
.....
.###.
...#.
.###.
.....
""")
GROUND = st.lists(st.sampled_from("....:T#"), min_size=63, max_size=63)
LEVELS = st.lists(st.sampled_from("0001"), min_size=63, max_size=63)
TILES = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))


def rows(letters: list[str]) -> str:
    """A map of these letters."""
    return "\n".join("".join(letters[y * WIDTH :][:WIDTH]) for y in range(HEIGHT))


def axis_of(apex: Tile, towards: Axis) -> Axis:
    """An axis as the geometry takes it: a facing, or the way to another tile."""
    if isinstance(towards, Facing):
        return towards
    return towards[0] - apex[0], towards[1] - apex[1]


@given(GROUND, LEVELS, TILES, TILES | st.sampled_from(Facing), st.integers(1, 7), st.integers(1, 5))
def test_an_area_is_what_is_in_its_shape_and_in_sight_of_its_apex(
    ground: list[str], levels: list[str], apex: Tile, towards: Axis, length: int, wide: int
) -> None:
    """Line, cone, wedge and blast, tile by tile, on any ground."""
    board = Board.parse(rows(ground), rows(levels))
    if towards == apex:
        return
    axis = axis_of(apex, towards)
    seen = [t for t in ((x, y) for y in range(HEIGHT) for x in range(WIDTH)) if board.sees(apex, t)]
    near = [t for t in seen if within(apex, t, length)]

    assert [*board.tiles_of(line(board, apex, towards, length))] == [
        t for t in near if on_line(apex, axis, t)
    ]
    assert [*board.tiles_of(cone(board, apex, towards, length, wide))] == [
        t for t in near if in_arc(apex, axis, t, wide)
    ]
    assert [*board.tiles_of(wedge(board, apex, towards, length, wide))] == [
        t for t in seen if in_wedge(apex, axis, t, length, wide)
    ]
    assert [*board.tiles_of(blast(board, apex, length))] == near


@pytest.mark.parametrize(
    "area",
    [
        line(ROOMS, (0, 2), Facing.E, 4),
        cone(ROOMS, (0, 2), (2, 2), 4, 1),
        wedge(ROOMS, (0, 2), Facing.E, 4, 1),
        blast(ROOMS, (0, 2), 4),
    ],
    ids=["line", "cone", "wedge", "blast"],
)
def test_a_wall_stops_every_area(area: int) -> None:
    """The wall itself is struck, and nothing behind it."""
    assert area & ROOMS.bit((3, 2))
    assert not area & ROOMS.bit((4, 2))


def test_smoke_stops_what_is_aimed_and_no_blast() -> None:
    """Nobody has to see through it for a blast to reach."""
    board = Board.parse(".....")
    smoky = board.with_clouds(board.bit((2, 0)))

    assert not line(smoky, (0, 0), Facing.E, 4) & board.bit((4, 0))
    assert blast(smoky, (0, 0), 4) == blast(board, (0, 0), 4)


def test_who_is_inside_comes_nearest_first_then_by_id() -> None:
    """Friend and foe, seen or not; who is on no tile of it is left out."""
    state = position("c>a>b>. R V", counters={"V": {"hidden": 1}}).state
    mask = state.board.mask_of([(0, 0), (2, 0), (4, 0), (5, 0)])

    assert [figure.id for figure in inside(state, mask, (1, 0))] == ["b", "c", "r", "v"]
