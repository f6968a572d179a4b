"""Geometry: directions, arcs, lines, scatter, and tiles and paths as text."""

from fractions import Fraction
from itertools import pairwise
from math import atan2, degrees

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from skirmish.core.geometry import (
    DIRECTIONS,
    SCATTER_D10,
    Facing,
    Tile,
    adjacent,
    chebyshev,
    corners_of,
    distance2,
    expand_path,
    facing_towards,
    in_arc,
    metres,
    on_line,
    parse_path,
    parse_tile,
    path_text,
    scatter_tile,
    step_halves,
    tile_text,
    tiles_between,
    within,
    within_angle,
)
from tests.wedge import in_wedge

coordinates = st.integers(0, 60)
tiles = st.tuples(coordinates, coordinates)
vectors = st.tuples(st.integers(-60, 60), st.integers(-60, 60)).filter(any)
HERE = (0, 0)
Walk = tuple[Tile, ...]


def between_bearings(a: Tile, b: Tile) -> float:
    """The angle between two vectors in degrees, by floating point."""
    turn = abs(degrees(atan2(a[1], a[0]) - atan2(b[1], b[0]))) % 360
    return min(turn, 360 - turn)


def square(tile: Tile) -> Tile:
    """A vector turned by a right angle."""
    return -tile[1], tile[0]


# Directions and lengths.


def test_facings_run_clockwise_from_north() -> None:
    """Each facing is an eighth of a turn from its neighbours, north is up the screen."""
    assert [facing.delta for facing in DIRECTIONS[:3]] == [(0, -1), (1, -1), (1, 0)]
    assert Facing.NW.turned(1) == Facing.N
    assert Facing.N.turned(-3) == Facing.SW
    assert Facing.SE.opposite == Facing.NW


@given(vectors)
def test_the_nearest_direction_is_nearest(vector: Tile) -> None:
    """No direction is nearer to the bearing than the one given."""
    nearest = facing_towards(HERE, vector)

    off = {facing: between_bearings(facing.delta, vector) for facing in DIRECTIONS}
    assert min(DIRECTIONS, key=lambda facing: off[facing]) == nearest


def test_no_direction_leads_to_the_same_tile() -> None:
    """It is an error of the caller."""
    with pytest.raises(ValueError, match="3,3"):
        facing_towards((3, 3), (3, 3))


def test_distances() -> None:
    """Ranges compare squares, and a boundary belongs to the nearer band; metres are full ones."""
    assert distance2((1, 1), (4, 5)) == 25
    assert within((1, 1), (4, 5), 5)
    assert not within((1, 1), (5, 5), 5)
    assert metres((0, 0), (4, 4)) == 5
    assert chebyshev((0, 0), (4, -2)) == 4
    assert [adjacent((2, 2), (x, 1)) for x in (0, 1, 2, 3, 4)] == [False, True, True, True, False]


def test_lengths_of_steps() -> None:
    """A diagonal step is one and a half as long as another."""
    assert step_halves((0, 0), (1, 0)) == 2
    assert step_halves((0, 0), (1, 1)) == 3


# Arcs.


@given(vectors, vectors, st.integers(1, 8))
def test_an_arc_is_as_wide_as_it_says(axis: Tile, tile: Tile, half: int) -> None:
    """In is what lies at most half * 22.5 degrees off the axis, its edge included."""
    off = between_bearings(axis, tile) - half * 22.5
    on_edge = abs(off) < 1e-9

    assert in_arc(HERE, axis, tile, half) == (on_edge or off < 0)


@given(vectors, vectors, st.integers(1, 8))
def test_arcs_turn_with_the_board(axis: Tile, tile: Tile, half: int) -> None:
    """Turned by a right angle or mirrored, the same tiles are in."""
    expected = in_arc(HERE, axis, tile, half)

    assert in_arc(HERE, square(axis), square(tile), half) == expected
    assert in_arc(HERE, axis[::-1], tile[::-1], half) == expected


def test_the_edge_of_an_arc_is_in_and_its_apex_out() -> None:
    """BAY-V1: facing north, 45 degrees is in and anything beyond is out; so at 90 degrees."""
    assert in_arc((5, 50), Facing.N, (15, 40), 2)
    assert not in_arc((5, 50), Facing.N, (45, 11), 2)
    assert in_arc((5, 50), Facing.N, (6, 50), 4)
    assert not in_arc((5, 50), Facing.N, (50, 51), 4)
    assert not in_arc((5, 50), Facing.N, (5, 50), 8)
    assert in_arc((5, 50), Facing.N, (5, 51), 8)


@pytest.mark.parametrize(("half", "inside", "outside"), [(1, 22, 23), (2, 45, 46)])
def test_cones_of_45_and_90_degrees(half: int, inside: int, outside: int) -> None:
    """POOL-V21: with the axis east, a bearing of 22 (45) degrees is in, of 23 (46) out."""
    far = {22: (99, 40), 23: (99, 42), 45: (99, 99), 46: (96, 99)}

    assert in_arc(HERE, Facing.E, far[inside], half)
    assert not in_arc(HERE, Facing.E, far[outside], half)


def test_an_arc_needs_an_axis() -> None:
    """A vector of no length points nowhere."""
    with pytest.raises(ValueError, match="axis"):
        in_arc(HERE, (0, 0), (1, 1), 2)


@given(tiles, tiles, tiles, st.integers(1, 4))
def test_the_angle_between_two_tiles_is_mutual(apex: Tile, a: Tile, b: Tile, half: int) -> None:
    """It is the same whichever comes first; the apex itself has no bearing."""
    answer = within_angle(apex, a, b, half)

    assert answer == within_angle(apex, b, a, half)
    if apex in (a, b):
        assert not answer


# Lines and cones.


def test_a_line_is_one_tile_wide() -> None:
    """POOL, line: half a tile to each side of the ray, edges included, nothing behind."""
    assert on_line(HERE, Facing.E, (7, 0))
    assert not on_line(HERE, Facing.E, (-1, 0))
    assert not on_line(HERE, Facing.E, (7, 1))
    assert on_line(HERE, (30, 1), (15, 1)) == (4 * 15**2 <= 901)
    # 3 to 4: the ray runs 2/5 past (1, 2) and 3/5 past (1, 3).
    assert on_line(HERE, (3, 4), (1, 2))
    assert not on_line(HERE, (3, 4), (2, 1))


def test_a_cone_with_a_flat_end() -> None:
    """EP-32: half as wide as it may be at half its length, 10 at its end, flat there."""
    inside = [(x, y) for x in range(-2, 24) for y in (0, 5, 6, 10, 11)]
    inside = [tile for tile in inside if in_wedge(HERE, Facing.E, tile, 20, 10)]

    assert HERE not in inside
    assert {x for x, y in inside if y == 0} == set(range(1, 21))
    assert {x for x, y in inside if y == 5} == set(range(10, 21))
    assert {x for x, y in inside if y == 6} == set(range(12, 21))
    assert [tile for tile in inside if tile[1] >= 10] == [(20, 10)]


def test_a_short_cone_opens_to_45_degrees_at_most() -> None:
    """EP-32: nearer than 10 metres it does not reach its full width."""
    assert in_wedge(HERE, Facing.N, (4, -4), 6, 10)
    assert not in_wedge(HERE, Facing.N, (5, -4), 6, 10)
    assert in_wedge(HERE, (1, 1), (0, 4), 6, 10)


def runs_through(a: Tile, b: Tile, tile: Tile) -> bool:
    """Whether the segment a-b has a stretch inside the tile: clipped to it, in fractions."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        step = b[axis] - a[axis]
        first, last = (tile[axis] + Fraction(side, 2) - a[axis] for side in (-1, 1))
        if step == 0:
            if not first < 0 < last:
                return False
            continue
        ends = sorted((first / step, last / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high


@given(
    st.tuples(st.integers(0, 9), st.integers(0, 9)), st.tuples(st.integers(0, 9), st.integers(0, 9))
)
def test_what_lies_between_two_tiles(a: Tile, b: Tile) -> None:
    """BAY-08: the tiles through whose inside the segment runs, a touched corner not counted."""
    all_tiles = [(x, y) for x in range(10) for y in range(10)]
    expected = [tile for tile in all_tiles if tile not in (a, b) and runs_through(a, b, tile)]

    assert sorted(tiles_between(a, b)) == expected


def test_a_corner_is_not_between() -> None:
    """BAY-08: a diagonal passes its tiles alone."""
    assert tiles_between((0, 0), (3, 3)) == ((1, 1), (2, 2))
    assert tiles_between((0, 0), (2, 1)) == ((1, 0), (1, 1))


# Scatter.


@pytest.mark.parametrize(
    ("face", "distance", "expected"),
    [(4, 4, (20, 34)), (7, 14, (6, 30)), (1, 1, (21, 30)), (2, 2, (22, 30)), (10, 30, (41, 9))],
)
def test_scatter_by_the_diagram(face: int, distance: int, expected: Tile) -> None:
    """EP-V3 to EP-V6: an attacker to the west; straight on is away from him, right is south."""
    landed = scatter_tile((5, 30), (20, 30), Facing.N, SCATTER_D10[face], distance)

    assert landed == expected


def test_scatter_on_the_own_tile_goes_by_the_facing() -> None:
    """There is no axis from a tile to itself."""
    assert scatter_tile((5, 5), (5, 5), Facing.S, 0, 3) == (5, 8)


def test_scatter_along_a_diagonal_is_as_far() -> None:
    """Whole steps each way, rounded to the nearest."""
    steps = {
        d: scatter_tile((0, 0), (9, 9), Facing.N, 0, d)[0] - 9 for d in (0, 1, 2, 3, 4, 5, 10, 30)
    }

    assert steps == {0: 0, 1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 10: 7, 30: 21}


# Text.


@given(tiles)
def test_tiles_as_text(tile: Tile) -> None:
    """What is printed parses to the same tile."""
    assert parse_tile(tile_text(tile)) == tile


@pytest.mark.parametrize(
    "text", ["", "1", "1,", "01,2", "+1,2", "1,2 ", "1, 2", "\u0661,2", "1,2\n", "12345,0"]
)
def test_no_other_text_is_a_tile(text: str) -> None:
    """There is one spelling for each tile, in ASCII."""
    with pytest.raises(ValueError, match="no tile"):
        parse_tile(text)


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    """A path of neighbouring tiles."""
    x, y = draw(st.tuples(st.integers(30, 60), st.integers(30, 60)))
    walk = [(x, y)]
    for facing, length in draw(
        st.lists(st.tuples(st.sampled_from(DIRECTIONS), st.integers(1, 4)), max_size=6)
    ):
        for _ in range(length):
            walk.append((walk[-1][0] + facing.delta[0], walk[-1][1] + facing.delta[1]))
    assume(all(step >= 0 for tile in walk for step in tile))
    return tuple(walk)


@given(walks())
def test_paths_as_text(walk: Walk) -> None:
    """A path is written by its corners, and they hold every tile of it."""
    corners = corners_of(walk)

    assert expand_path(parse_path(path_text(corners))) == walk
    assert corners_of(expand_path(corners)) == corners


@given(walks())
def test_a_path_has_no_more_corners_than_turns(walk: Walk) -> None:
    """Canonical: its ends, and where it changes direction."""
    ways = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(walk)]
    turns = sum(before != after for before, after in pairwise(ways))

    assert len(corners_of(walk)) == min(turns + 2, len(walk))


@pytest.mark.parametrize("text", ["", "1,1>", "1,1>3,2", "1,1>1,1", ">", "0,0>9999,0"])
def test_a_path_runs_straight_between_its_corners(text: str) -> None:
    """Anything else is no path; nor is one longer than any map could need."""
    with pytest.raises(ValueError, match=r"no tile|no straight way|a path of more"):
        parse_path(text)


def test_the_sketch_of_a_path() -> None:
    """3,4>5,4>5,6 goes two tiles east and two south."""
    walk = expand_path(parse_path("3,4>5,4>5,6"))

    assert walk == ((3, 4), (4, 4), (5, 4), (5, 5), (5, 6))
    assert sum(step_halves(a, b) for a, b in pairwise(walk)) == 8
