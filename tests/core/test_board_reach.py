"""Movement: what a step costs, and how far a figure gets."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.board import TERRAIN, Board
from skirmish.core.geometry import Tile

KINDS = tuple(TERRAIN[letter] for letter in "....T;~")


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board of plain, rough, difficult and impassable ground, perhaps with hills."""
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    size = width * height
    tiles = draw(st.lists(st.sampled_from(KINDS), min_size=size, max_size=size))
    top = draw(st.sampled_from([0, 2]))
    levels = bytes(draw(st.lists(st.integers(0, top), min_size=size, max_size=size)))
    return Board(width, height, tuple(tiles), levels)


def everywhere(board: Board) -> tuple[Tile, ...]:
    """All tiles of a board."""
    return board.tiles_of((1 << board.width * board.height) - 1)


def costs_by_relaxing(board: Board, start: Tile, barred: int) -> dict[Tile, int]:
    """What it costs to get anywhere: steps are taken until none makes anything cheaper."""
    costs = {start: 0}
    steps = {
        (a, b): cost
        for a in everywhere(board)
        for b in everywhere(board)
        if not barred & board.bit(b) and (cost := board.step_cost(a, b)) is not None
    }
    settled = False
    while not settled:
        settled = True
        for (a, b), cost in steps.items():
            if a in costs and costs[a] + cost < costs.get(b, 1 << 20):
                costs[b] = costs[a] + cost
                settled = False
    return costs


@pytest.mark.parametrize(
    ("rows", "levels", "step", "expected"),
    [
        ("..\n..", None, ((0, 0), (1, 0)), 2),
        ("..\n..", None, ((0, 0), (1, 1)), 3),
        (".T\n..", None, ((0, 0), (1, 0)), 4),
        (".T\n..", None, ((1, 0), (0, 0)), 2),
        ("..\n.;", None, ((0, 0), (1, 1)), 9),
        (".~\n..", None, ((0, 0), (1, 0)), None),
        (".~\n..", None, ((0, 0), (1, 1)), 3),
        (".~\n~.", None, ((0, 0), (1, 1)), None),
        ("..\n..", "02\n00", ((0, 0), (1, 0)), 4),
        ("..\n..", "20\n00", ((0, 0), (1, 0)), 2),
        (".T\n..", "01\n00", ((0, 1), (1, 0)), 8),
        ("..\n..", None, ((0, 0), (0, -1)), None),
        ("..\n..", None, ((0, 0), (0, 0)), None),
        ("...\n...", None, ((0, 0), (2, 0)), None),
    ],
)
def test_steps(
    rows: str, levels: str | None, step: tuple[Tile, Tile], expected: int | None
) -> None:
    """2 or 3 half tiles times the terrain entered, and 2 more uphill, however steep.

    None off the map, onto impassable ground, between two impassable tiles, or to no neighbour.
    """
    assert Board.parse(rows, levels).step_cost(*step) == expected


@given(boards(), st.integers(0, 24), st.data())
def test_reach_is_what_the_steps_allow(board: Board, allowance: int, data: st.DataObject) -> None:
    """No way is cheaper than the one found, and none of those in reach is missing."""
    start = data.draw(st.sampled_from(everywhere(board)))
    whole = (1 << board.width * board.height) - 1
    barred = data.draw(st.integers(0, whole)) & data.draw(st.integers(0, whole))
    costs = costs_by_relaxing(board, start, barred & ~board.bit(start))
    expected = {tile: cost for tile, cost in costs.items() if cost <= allowance}
    reach = board.reach(start, allowance, barred=barred)

    assert {tile: reach.cost(tile) for tile in board.tiles_of(reach.tiles)} == expected


@given(boards(), st.integers(0, 24), st.data())
def test_ways_cost_what_is_said(board: Board, allowance: int, data: st.DataObject) -> None:
    """A path leads from the start to its tile and enters no barred tile."""
    start = data.draw(st.sampled_from(everywhere(board)))
    barred = data.draw(st.integers(0, (1 << board.width * board.height) - 1)) & ~board.bit(start)
    reach = board.reach(start, allowance, barred=barred)
    for tile in board.tiles_of(reach.tiles):
        path = (start, *reach.path(tile))
        steps = [board.step_cost(a, b) for a, b in pairwise(path)]

        assert path[-1] == tile
        assert sum(step for step in steps if step is not None) == reach.cost(tile)
        assert None not in steps
        assert not board.mask_of(path) & barred


@given(boards(), st.integers(0, 20), st.data())
def test_own_costs_may_be_given(board: Board, allowance: int, data: st.DataObject) -> None:
    """A move with costs of its own that are the usual ones is the usual move."""
    start = data.draw(st.sampled_from(everywhere(board)))
    barred = data.draw(st.integers(0, (1 << board.width * board.height) - 1)) & ~board.bit(start)
    usual = board.reach(start, allowance, barred=barred)
    own = board.reach(start, allowance, barred=barred, cost=board.step_cost)

    assert own == usual
    assert [own.path(tile) for tile in board.tiles_of(own.tiles)] == [
        usual.path(tile) for tile in board.tiles_of(usual.tiles)
    ]


def test_friends_are_passed_but_not_stopped_on() -> None:
    """Past a friend in a lane one gets on; past an enemy not."""
    board = Board.parse(".....")
    friend = board.bit((1, 0))

    assert board.reach((0, 0), 6, friends=friend).tiles == 0b01101
    assert board.reach((0, 0), 6, friends=friend).path((3, 0)) == ((1, 0), (2, 0), (3, 0))
    assert board.reach((0, 0), 6, barred=friend).tiles == 0b00001


def test_of_equal_ways_it_is_always_the_same() -> None:
    """Two ways round: along the straight, turning as late as it can when read from the end."""
    board = Board.parse(".....\n.....\n.....")

    assert board.reach((0, 0), 20).path((4, 1)) == ((1, 1), (2, 1), (3, 1), (4, 1))
    assert board.reach((0, 1), 20).path((4, 1)) == ((1, 1), (2, 1), (3, 1), (4, 1))
    assert board.reach((2, 1), 20).path((2, 1)) == ()


def test_a_tile_out_of_reach_has_no_way() -> None:
    """To ask for one is a mistake."""
    reach = Board.parse(".....").reach((0, 0), 4)

    for tile in ((3, 0), (0, 1), (-1, 0)):
        with pytest.raises(ValueError, match="out of reach"):
            reach.path(tile)
        with pytest.raises(ValueError, match="out of reach"):
            reach.cost(tile)


def test_ground_with_any_cost() -> None:
    """Terrain may cost up to nine times as much; a step up nine levels is one step uphill."""
    board = Board.parse(".m.", "090", {"m": TERRAIN[";"].__class__("mud", "mud", "m", 9)})

    assert board.reach((0, 0), 19).tiles == 0b001
    assert board.reach((0, 0), 20).tiles == 0b011
    assert board.reach((0, 0), 22).cost((2, 0)) == 22
