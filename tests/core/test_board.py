"""The board as a value: maps as text, tiles and masks, cover, areas, change."""

import copy
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.board import TERRAIN, Board, MapProblem, Terrain
from skirmish.core.geometry import Facing, Tile, in_arc, on_line, within
from skirmish.core.sanitize import is_glyph, is_name
from tests.wedge import in_wedge

FORD = """
..T..~~..o.
.....~~....
..o..==....
.....~~..T.
"""
HILL = """
00000000000
00000000011
00000000011
00000000000
"""


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board of any terrain, levels and smoke."""
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    size = width * height
    tiles = draw(st.lists(st.sampled_from(list(TERRAIN.values())), min_size=size, max_size=size))
    levels = bytes(draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)))
    return Board(width, height, tuple(tiles), levels, draw(st.integers(0, (1 << size) - 1)))


# Terrain and maps as text.


def test_the_table_of_terrain_is_whole() -> None:
    """Letters can be shown, ids are unique names, doors lead to each other, all is described."""
    by_id = {kind.id: kind for kind in TERRAIN.values()}

    assert len(by_id) == len(TERRAIN)
    for letter, kind in TERRAIN.items():
        assert (kind.glyph, is_glyph(letter), is_name(kind.id)) == (letter, True, True)
        assert kind.description.endswith(".")
        assert not kind.door or by_id[kind.door].door == kind.id


def test_a_map_is_read_by_letter_and_digit() -> None:
    """Rows from the top, columns from the left, both from 0."""
    board = Board.parse(FORD, HILL)

    assert (board.width, board.height) == (11, 4)
    assert board.terrain((2, 0)).id == "wood"
    assert [board.level((x, 1)) for x in (8, 9)] == [0, 1]
    assert board.passable((5, 2))
    assert not board.passable((5, 1))


@given(boards())
def test_maps_as_text(board: Board) -> None:
    """What is printed parses to the same board."""
    again = Board.parse(board.rows(), board.levels_text()).with_clouds(board.clouds)

    assert again == board
    assert hash(again) == hash(board)


def test_a_scenario_adds_and_changes_terrain() -> None:
    """Its letters override the table's, and its terrain is found by id."""
    mire = Terrain("mire", "mire", "m", 3)
    board = Board.parse("m.", extra={"m": mire, ".": Terrain("moor", "moor", ".", 2)})

    assert [board.terrain((x, 0)).id for x in (0, 1)] == ["mire", "moor"]
    assert board.kinds["mire"] == mire
    assert "wood" in board.kinds


@pytest.mark.parametrize(
    ("rows", "levels", "where", "said"),
    [
        ("", None, "rows", "0 x 1 tiles"),
        ("." * 201, None, "rows", "201 x 1 tiles"),
        ("..\n...", None, "rows:2", "3 letters, not 2"),
        ("\n..\n.Q", None, "rows:3:2", "no terrain 'Q'"),
        (".\x1b", None, "rows:1:2", "no terrain"),
        ("..\n..", "00", "levels", "1 rows, not 2"),
        ("..\n..", "00\n000", "levels:2", "3 letters, not 2"),
        ("..\n..", "00\n0x", "levels:2:2", "'x' is not a level"),
        ("..\n..", "00\n0²", "levels:2:2", "is not a level"),
    ],
)
def test_a_map_that_cannot_be_read(rows: str, levels: str | None, where: str, said: str) -> None:
    """The message names the place, counted from 1, and what is wrong there."""
    with pytest.raises(MapProblem) as caught:
        Board.parse(rows, levels)

    assert caught.value.where == where
    assert said in caught.value.what
    assert str(caught.value).isprintable()


def test_all_faults_of_a_map_are_told() -> None:
    """Places in a fault count from 0, as in the text that was given."""
    with pytest.raises(MapProblem) as caught:
        Board.parse("\n.Q\nP.")

    assert [(flaw.row, flaw.column) for flaw in caught.value.flaws] == [(1, 1), (2, 0)]
    assert pickle.loads(pickle.dumps(caught.value)).flaws == caught.value.flaws  # noqa: S301


def test_an_unknown_letter_is_one_fault_however_often_it_stands() -> None:
    """The message names its first tile and the number of the others."""
    with pytest.raises(MapProblem) as caught:
        Board.parse(".Q\nQQ")

    assert [(f.row, f.column, f.what) for f in caught.value.flaws] == [
        (0, 1, "no terrain 'Q', here and on 2 other tiles")
    ]


def test_no_terrain_is_out_of_bounds() -> None:
    """A glyph is one letter; costs, cover and heights are what the rules can use."""
    for wrong in ({"glyph": "ab"}, {"cost": -1}, {"cover": 4}, {"height": 10}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Terrain(**{"id": "x", "name": "x", "glyph": "x", **wrong})  # type: ignore[arg-type]


# Tiles, masks, areas.


def test_tiles_and_masks() -> None:
    """A mask has the bit y * width + x for each tile."""
    board = Board.parse(FORD)

    assert board.index((3, 2)) == 25
    assert board.tile_at(25) == (3, 2)
    assert board.mask_of([(3, 2), (0, 0), (3, 2)]) == 1 << 25 | 1
    assert board.tiles_of(1 << 25 | 1) == ((0, 0), (3, 2))
    assert [board.edge(tile) for tile in ((0, 2), (4, 1), (10, 3))] == [0, 1, 0]


@pytest.mark.parametrize("tile", [(-1, 0), (0, -1), (11, 0), (0, 4)])
def test_what_is_off_the_board(tile: Tile) -> None:
    """There is no standing there, and nothing to be asked about it."""
    board = Board.parse(FORD)

    assert not board.inside(tile)
    assert not board.passable(tile)
    for question in (board.index, board.bit, board.terrain, board.level, board.seen_from):
        with pytest.raises(ValueError, match="off the board"):
            question(tile)
    with pytest.raises(ValueError, match="off the board"):
        board.mask_of([(0, 0), tile])


@given(
    st.tuples(st.integers(0, 12), st.integers(0, 9)),
    st.one_of(
        st.sampled_from(Facing), st.tuples(st.integers(-9, 9), st.integers(-9, 9)).filter(any)
    ),
    st.integers(1, 8),
    st.integers(1, 12),
)
def test_areas(apex: Tile, axis: Facing | Tile, half: int, length: int) -> None:
    """An area is the mask of the tiles of which geometry says that they are in."""
    board = Board.parse("\n".join(["." * 13] * 10))
    tiles = [(x, y) for y in range(10) for x in range(13)]
    near = [tile for tile in tiles if within(apex, tile, length)]

    assert board.tiles_of(board.disc(apex, length)) == tuple(near)
    arc = [tile for tile in tiles if in_arc(apex, axis, tile, half)]
    assert board.tiles_of(board.arc_mask(apex, axis, half)) == tuple(arc)
    short = [tile for tile in arc if tile in near]
    assert board.tiles_of(board.arc_mask(apex, axis, half, length)) == tuple(short)
    line = [tile for tile in near if on_line(apex, axis, tile)]
    assert board.tiles_of(board.line_mask(apex, axis, length)) == tuple(line)
    for wide in (half, 10):
        cone = [tile for tile in tiles if in_wedge(apex, axis, tile, length, wide)]
        assert board.tiles_of(board.cone(apex, axis, length, wide)) == tuple(cone)


def test_the_tiles_of_a_mask_among_some_keep_their_order() -> None:
    """A tile off the board is refused, as everywhere."""
    board = Board.parse("...\n...")
    tiles = ((2, 1), (0, 0), (1, 1), (1, 0))

    assert board.among(tiles, board.mask_of(((1, 0), (2, 1), (0, 1)))) == ((2, 1), (1, 0))
    assert board.among(tiles, 0) == ()
    with pytest.raises(ValueError, match="off the board"):
        board.among((*tiles, (3, 0)), 1)


def test_a_kept_map_is_that_of_its_own_board() -> None:
    """Changed ground has other rows; the board before it keeps its own."""
    board = Board.parse("...\n...")
    before = board.rows()
    after = board.with_terrain((1, 0), TERRAIN["#"])

    assert (board.rows(), after.rows()) == (before, ".#.\n...")


# Cover.


@pytest.mark.parametrize(
    ("rows", "shooter", "target", "expected"),
    [
        (".....", (0, 0), (4, 0), 0),
        ("...-.", (0, 0), (4, 0), 2),
        ("..-..", (0, 0), (4, 0), 0),
        ("...-:", (0, 0), (4, 0), 2),
        ("...o&", (0, 0), (4, 0), 3),
        ("...&o", (0, 0), (4, 0), 3),
        ("&....", (0, 0), (1, 0), 0),
        ("&:...", (0, 0), (1, 0), 2),
        ("..-\n...", (0, 0), (2, 1), 0),
        (".&.\n.o.", (0, 0), (2, 1), 1),
        ("...-.", (4, 0), (4, 0), 0),
    ],
)
def test_cover(rows: str, shooter: Tile, target: Tile, expected: int) -> None:
    """The target's tile or the last before it, the better; of two last ones the lesser.

    What is farther off, or on the shooter's own tile, covers nobody.
    """
    board = Board.parse(rows)

    assert board.cover(shooter, target) == expected


def test_a_flank_has_no_cover() -> None:
    """A low wall covers only against a shooter in front of it."""
    board = Board.parse("...\n.-.\n...\n...")

    assert board.cover((1, 0), (1, 2)) == 2
    assert board.cover((0, 2), (1, 2)) == 0


def test_what_covers_can_be_named() -> None:
    """The target's own tile first, where both are as good."""
    board = Board.parse("..-:\n....")

    assert [board.covering((0, 0), (x, 0)) for x in (1, 3)] == [None, TERRAIN[":"]]
    assert board.covering((0, 0), (2, 0)) == TERRAIN["-"]


# Values.


@given(boards(), st.data())
def test_a_board_is_a_value(board: Board, data: st.DataObject) -> None:
    """What it has worked out is no part of it; copies and pickles are equal."""
    tile = board.tile_at(data.draw(st.integers(0, board.width * board.height - 1)))
    fresh = copy.deepcopy(board)
    board.seen_from(tile)
    board.reach(tile, 4)

    assert board == fresh
    assert hash(board) == hash(fresh)
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301


def test_change_makes_another_board() -> None:
    """The board before stays as it was, and to change back is to have an equal one."""
    shut = Board.parse(".+.")
    opened = shut.with_terrain((1, 0), shut.kinds[shut.terrain((1, 0)).door])

    assert (shut.rows(), opened.rows()) == (".+.", "./.")
    assert opened.with_terrain((1, 0), TERRAIN["+"]) == shut
    assert shut.with_terrain((1, 0), TERRAIN["+"]) is shut
    assert shut.with_clouds(2).with_clouds(0) == shut
    assert shut.with_clouds(2) != shut


def test_changed_boards_share_what_they_know() -> None:
    """Asked for again, the same change costs no second look."""
    board = Board.parse(FORD)
    smoky = board.with_clouds(6)
    seen = smoky.seen_from((0, 0))
    changed = board.with_terrain((0, 3), TERRAIN["T"])

    assert board.with_clouds(6).seen_from((0, 0)) is seen
    assert board.with_terrain((0, 3), TERRAIN["T"]).tiles is changed.tiles


def test_the_board_starts_light() -> None:
    """To read and ask a board is quick to begin with: numpy waits for the first whole field."""
    ask = (
        "import sys; from skirmish.core.board import Board; board = Board.parse('...');"
        "board.sees((0, 0), (2, 0)); board.reach((0, 0), 4); board.cover((0, 0), (2, 0));"
        "print([name for name in ('numpy', 'tcod') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)

    assert said.stdout == "[]\n"
