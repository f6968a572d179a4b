"""Line of sight: the fast way is the definition, whatever the board."""

from fractions import Fraction
from math import floor
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from skirmish.core.board import TERRAIN, Board, Terrain, masks
from skirmish.core.geometry import Tile

KINDS = (TERRAIN["."], TERRAIN["T"], TERRAIN["#"], TERRAIN["%"], TERRAIN["o"])
BITS = {False: "0", True: "1"}


def nearest(place: Fraction) -> tuple[int, ...]:
    """The whole number nearest to a place, both where it lies half way."""
    below = floor(place)
    if place - below == Fraction(1, 2):
        return below, below + 1
    return (below if place - below < Fraction(1, 2) else below + 1,)


def defined(board: Board, a: Tile, b: Tile) -> bool:
    """Line of sight word for word: along the longer axis, the nearest tile at each inner step."""
    across, down = b[0] - a[0], b[1] - a[1]
    steps = max(abs(across), abs(down))
    height = max(board.level(a), board.level(b))

    def blocks(tile: Tile) -> bool:
        kind = board.terrain(tile)
        smoke = bool(board.clouds & board.bit(tile))
        return smoke or kind.opaque or board.level(tile) + kind.height > height

    for n in range(1, steps):
        x, y = a[0] + Fraction(n * across, steps), a[1] + Fraction(n * down, steps)
        if all(blocks((i, j)) for i in nearest(x) for j in nearest(y)):
            return False
    return True


def field(board: Board, tile: Tile) -> int:
    """The field of sight of a tile, as it is defined."""
    everywhere = board.tiles_of((1 << board.width * board.height) - 1)
    return board.mask_of(other for other in everywhere if defined(board, tile, other))


@st.composite
def boards(draw: st.DrawFn, largest: int = 7) -> Board:
    """A board with some trees, walls, hedges and hills, and perhaps smoke."""
    width, height = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    size = width * height
    share = draw(st.integers(1, 4))
    kind = st.integers(0, 4 * share).map(lambda n: KINDS[n] if n < len(KINDS) else KINDS[0])
    tiles = draw(st.lists(kind, min_size=size, max_size=size))
    top = draw(st.sampled_from([0, 0, 1, 3]))
    levels = bytes(draw(st.lists(st.integers(0, top), min_size=size, max_size=size)))
    clouds = draw(st.just(0) | st.integers(0, (1 << size) - 1))
    return Board(width, height, tuple(tiles), levels, clouds)


def again(board: Board) -> Board:
    """An equal board that knows nothing yet."""
    return Board(board.width, board.height, board.tiles, board.levels, board.clouds)


@given(boards())
def test_every_field_is_the_definition(board: Board) -> None:
    """Every tile against every tile: field and single line agree with it, both ways round."""
    lines = again(board)
    everywhere = board.tiles_of((1 << board.width * board.height) - 1)
    for tile in everywhere:
        expected = field(board, tile)

        assert board.seen_from(tile) == expected
        one_by_one = [other for other in everywhere if lines.sees(tile, other)]
        assert lines.mask_of(one_by_one) == expected
        assert all(board.sees(other, tile) for other in one_by_one)


@settings(max_examples=8)
@given(st.randoms(use_true_random=False), st.sampled_from([(70, 3), (3, 140), (45, 40), (65, 65)]))
def test_large_boards(random: Random, size: tuple[int, int]) -> None:
    """Far lines are as exact as near ones, on boards of any shape."""
    width, height = size
    kinds = random.choices(KINDS, (60, 1, 1, 1, 3), k=width * height)
    levels = bytes(random.choices((0, 0, 0, 1), k=width * height))
    board = Board(width, height, tuple(kinds), levels)
    for tile in ((0, 0), (random.randrange(width), random.randrange(height))):
        seen = board.seen_from(tile)
        for _ in range(200):
            other = random.randrange(width), random.randrange(height)
            assert bool(seen & board.bit(other)) == defined(board, tile, other)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 60))
@example(11, 6, 0)  # a line where 32-bit floats go wrong
def test_a_line_between_two_tiles_needs_one_of_them(ahead: int, aside: int, block: int) -> None:
    """At an exact tie one free tile is enough, and two blocked ones are too many."""
    wide, high = 2 * ahead, 2 * aside - 1
    board = Board.parse("\n".join(["." * (wide + 1)] * (high + 1)))
    ties = [step for step in board.line((0, 0), (wide, high)) if len(step) == 2]
    for tie in ties[block % max(len(ties), 1) :][:1]:
        one = board.with_terrain(tie[block % 2], TERRAIN["T"])
        both = one.with_terrain(tie[1 - block % 2], TERRAIN["T"])

        assert one.seen_from((0, 0)) & board.bit((wide, high))
        assert not both.seen_from((0, 0)) & board.bit((wide, high))


def test_sight_weaves_between_ties() -> None:
    """Each tie is judged by itself: past a tree on one side, then past one on the other."""
    board = Board.parse(".T.....\n.......\n...T...\n.......")
    shut = board.with_terrain((5, 2), TERRAIN["T"]).with_terrain((5, 3), TERRAIN["T"])

    assert board.line((0, 0), (6, 3))[::2] == (((1, 0), (1, 1)), ((3, 1), (3, 2)), ((5, 2), (5, 3)))
    assert board.seen_from((0, 0)) & board.bit((6, 3))
    assert not shut.seen_from((0, 0)) & board.bit((6, 3))


@pytest.mark.parametrize(
    ("rows", "levels", "seen"),
    [
        ("..T..", None, "11100"),
        ("T.T.T", None, "11100"),
        ("..%..", "10000", "11111"),
        ("..%..", "00001", "11101"),
        ("..T..", "10000", "11100"),
        ("..T..", "30000", "11111"),
        ("..#..", "90000", "11100"),
        (".....", "00100", "11100"),
        (".....", "00110", "11110"),
        (".....", "02100", "11000"),
    ],
)
def test_heights(rows: str, levels: str | None, seen: str) -> None:
    """Seen from the left: what rises above the higher of both ends blocks, walls always do."""
    board = Board.parse(rows, levels)

    assert "".join(BITS[board.sees((0, 0), (x, 0))] for x in range(5)) == seen


def test_smoke_blocks_at_any_height_but_not_at_the_ends() -> None:
    """Into it and out of it one sees, through it not."""
    board = Board.parse(".....", "90009").with_clouds(0b00101)

    assert board.seen_from((0, 0)) == 0b00111
    assert board.seen_from((2, 0)) == 0b11111


@given(boards(6), st.data())
def test_a_changed_board_is_like_a_new_one(board: Board, data: st.DataObject) -> None:
    """What it keeps of what was known before is what it would find out itself."""
    everywhere = board.tiles_of((1 << board.width * board.height) - 1)
    asked = data.draw(st.sets(st.sampled_from(everywhere)))
    board.seen_from_any(sorted(asked))
    for a, b in zip(everywhere, reversed(everywhere), strict=True):
        board.sees(a, b)
    tile = data.draw(st.sampled_from(everywhere))
    changed = board.with_terrain(tile, data.draw(st.sampled_from(KINDS)))
    new = again(changed)

    assert [changed.seen_from(a) for a in everywhere] == [new.seen_from(a) for a in everywhere]
    assert all(
        changed.sees(a, b) == new.sees(a, b)
        for a, b in zip(everywhere, reversed(everywhere), strict=True)
    )


def test_a_changed_board_keeps_what_cannot_differ() -> None:
    """Brush sown out in the open, or a tree where nothing behind it is seen, costs no new look."""
    board = Board.parse("....\n####\n....\n....")
    seen = board.seen_from((0, 0))

    assert board.with_terrain((1, 3), TERRAIN["o"]).seen_from((0, 0)) is seen
    assert board.with_terrain((1, 2), TERRAIN["T"]).seen_from((0, 0)) is seen
    assert board.with_terrain((1, 0), TERRAIN["T"]).seen_from((0, 0)) != seen


@given(boards(), st.data())
def test_a_side_sees_what_one_of_its_figures_sees(board: Board, data: st.DataObject) -> None:
    """It is the union of the fields, and empty without tiles."""
    everywhere = board.tiles_of((1 << board.width * board.height) - 1)
    figures = data.draw(st.lists(st.sampled_from(everywhere), max_size=4))
    expected = [tile for tile in everywhere if any(defined(board, a, tile) for a in figures)]

    assert board.tiles_of(board.seen_from_any(figures)) == tuple(expected)


def test_a_glass_wall_is_no_wall() -> None:
    """Impassable is not opaque."""
    board = Board.parse(".g.", extra={"g": Terrain("glass", "glass", "g", 0)})

    assert board.sees((0, 0), (2, 0))


@given(boards(6), st.data())
def test_a_board_with_other_smoke_is_like_a_new_one(board: Board, data: st.DataObject) -> None:
    """What passes over a change of smoke is the definition, whatever was laid and lifted."""
    everywhere = board.tiles_of((1 << board.width * board.height) - 1)
    masks = st.integers(0, (1 << len(everywhere)) - 1)
    for _ in range(3):
        before = [board.seen_from(tile) for tile in everywhere]
        changed = board.with_clouds(
            data.draw(masks | st.sampled_from(everywhere).map(board.bit).map(board.clouds.__xor__))
        )
        fields = [field(changed, tile) for tile in everywhere]

        assert [changed.seen_from(tile) for tile in everywhere] == fields
        differ = sum(a != b for a, b in zip(before, fields, strict=True))
        assert differ <= board.changed_fields(changed, everywhere)
        board = changed


@settings(max_examples=8)
@given(st.randoms(use_true_random=False), st.sampled_from([(70, 3), (3, 140), (60, 50)]))
def test_smoke_on_large_boards(random: Random, size: tuple[int, int]) -> None:
    """Clouds come and go; from where none can touch the field it is not worked out twice."""
    width, height = size
    kinds = random.choices(KINDS, (40, 2, 1, 1, 1), k=width * height)
    levels = bytes(random.choices((0, 0, 0, 1), k=width * height))
    board = Board(width, height, tuple(kinds), levels)
    tiles = [(random.randrange(width), random.randrange(height)) for _ in range(30)]
    clouds: list[int] = []
    for number in range(8):
        board.seen_from_any(tiles)
        centre = random.randrange(width), random.randrange(height)
        clouds = [*clouds[number // 5 :], board.disc(centre, random.randrange(4))]
        mask = 0
        for cloud in clouds:
            mask |= cloud
        board = board.with_clouds(mask)
        new = again(board)

        assert [board.seen_from(tile) for tile in tiles] == [new.seen_from(tile) for tile in tiles]


def test_smoke_out_of_sight_costs_no_new_look() -> None:
    """Neither where it is laid nor where it is lifted."""
    board = Board.parse("....\n####\n....\n....")
    seen = board.seen_from((0, 0))
    smoky = board.with_clouds(board.bit((1, 2)) | board.bit((2, 3)))

    assert smoky.seen_from((0, 0)) is seen
    assert smoky.with_clouds(board.bit((1, 2))).seen_from((0, 0)) is seen
    assert board.changed_fields(smoky, [(0, 0), (0, 2)]) == 1
    assert board.with_clouds(board.bit((1, 0))).seen_from((0, 0)) != seen


@given(st.integers(0, 399), st.integers(0, 399), st.integers(0, 399))
def test_what_lies_behind_a_rectangle(start: int, corner: int, end: int) -> None:
    """Every line that may count for one of its tiles ends behind it."""
    width = 20
    board = Board.parse("\n".join(["." * width] * width))
    (x, y), (a, b) = board.tile_at(corner), board.tile_at(end)
    box = masks.box_of(width, board.mask_of([(x, y), (min(x + 2, 19), min(y + 3, 19))]))
    inside = masks.block(width, width, *box)
    through = any(
        inside & board.bit(t) for s in board.line(board.tile_at(start), (a, b)) for t in s
    )

    if through:
        assert masks.behind(width, width, start, box) & board.bit((a, b))
