"""The window on a board: places and tiles, camera, zoom, what is held and what lies over it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.tui.map.camera import ZOOMS, tile_cells
from skirmish.tui.map.viewport import Viewport

BOARD, SIZE = (60, 40), (80, 24)


def viewport(
    board: tuple[int, int] = BOARD, size: tuple[int, int] = SIZE, *, zoom: int = 0
) -> Viewport:
    """A window on a board with the cursor in the middle; in letters unless it has a zoom."""
    port = Viewport(lambda: size)
    port.board, port.painted, port.zoom = board, bool(zoom), zoom or 1
    port.cursor = board[0] // 2, board[1] // 2
    port.centre()
    return port


def in_sight(port: Viewport, tile: tuple[int, int]) -> bool:
    """Whether a tile is in the part that is shown."""
    x, y, across, down = port.part
    return x <= tile[0] < x + across and y <= tile[1] < y + down


def test_it_needs_no_screen() -> None:
    """Neither it nor what it imports knows Textual."""
    code = "import sys, skirmish.tui.map.viewport; sys.exit('textual' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@given(
    st.tuples(st.integers(1, 70), st.integers(1, 50)),
    st.tuples(st.integers(2, 150), st.integers(1, 50)),
    st.sampled_from((0, *ZOOMS)),
    st.tuples(st.integers(0, 30), st.integers(0, 30)),
)
def test_a_tile_is_where_its_place_is(
    board: tuple[int, int], size: tuple[int, int], zoom: int, covered: tuple[int, int]
) -> None:
    """Each cell of a tile is that tile, and all tiles in sight are within the room."""
    port = viewport(board, size, zoom=zoom)
    port.cover(*covered)
    x, y, across, down = port.part
    (width, height), room = port.tile_size, port.room
    for tile in ((x, y), (x + across - 1, y + down - 1), port.cursor):
        left, top = port.place_of(tile)
        assert port.tile_at((left, top)) == tile
        assert port.tile_at((left + width - 1, top + height - 1)) == tile
        if in_sight(port, tile) and room[0] >= width and room[1] >= height:
            assert covered[0] <= port.left <= left
            assert left + width <= port.left + room[0] <= size[0] - covered[1]
            assert top >= 0
            assert top + height <= room[1]


def test_off_the_board_there_is_no_tile() -> None:
    """A small board stands in the middle of the window."""
    port = viewport((10, 4))
    assert port.place_of((0, 0)) == (30, 10)
    assert port.tile_at((29, 10)) is port.tile_at((30, 9)) is port.tile_at((50, 10)) is None
    assert port.tile_at((49, 13)) == (9, 3)


def test_the_camera_never_leaves_the_board() -> None:
    """It stops at the edges, and does not move without a board."""
    port = viewport()
    assert port.pan(-100, -100)
    assert port.camera == (0, 0)
    assert not port.pan(-1, 0)
    assert port.look_at((59, 39))
    assert port.camera == (20, 16)
    assert not viewport((0, 0)).pan(3, 3)


def test_the_camera_follows_the_cursor_but_not_the_mouse() -> None:
    """What is clicked twice stays where it is; a key brings the cursor off the edge."""
    port = viewport()
    x, y, across, _ = port.part
    assert not port.put_cursor((x + across - 1, y), follow=False)
    assert port.part[:2] == (x, y)
    assert port.put_cursor((x + across, y), follow=True)
    assert port.camera[0] > x
    assert not port.shows_well((port.camera[0] - 1, 20))
    assert port.shows_well((port.camera[0] + 10, 20))


def test_a_tile_held_in_sight_keeps_the_map_where_it_is() -> None:
    """Until it is let go or out of sight, only the player moves the camera."""
    port = viewport()
    port.held = port.cursor
    port.cursor = (0, 0)
    assert not port.show_cursor()
    assert not port.keep_cursor_in_sight()
    port.held = None
    assert port.show_cursor()
    assert in_sight(port, (0, 0))
    port.held = (59, 39)
    port.cursor = (59, 0)
    assert port.show_cursor()


def test_a_key_lets_go_of_a_held_tile() -> None:
    """The cursor moves elsewhere; on the same tile it stays held."""
    port = viewport()
    port.held = port.cursor
    port.put_cursor(port.cursor, follow=True)
    assert port.held == port.cursor
    port.put_cursor((0, 0), follow=True)
    assert port.held is None


def test_what_happens_comes_to_the_middle_unless_it_is_in_sight() -> None:
    """At the edge it is not seen well."""
    port = viewport()
    x, y, across, down = port.part
    assert not port.follow((x + 1, y + 1))
    assert port.follow((x, y + 1))
    assert port.part[0] == x - across // 2 or port.part[0] == 0
    assert port.part[3] == down


def test_the_map_goes_back_when_nothing_lies_over_it_any_more() -> None:
    """Beside a panel the tiles that matter are in sight; without it all is as before."""
    port = viewport()
    before, kept = port.part, (port.part[0] + port.part[2] - 1, port.part[1])
    assert port.cover(0, 40, (kept,))
    assert in_sight(port, kept)
    assert port.room == (40, 24)
    assert not port.cover(0, 40, (kept,))
    assert port.cover(0, 0)
    assert port.part == before


@pytest.mark.parametrize("board", [(34, 24), (60, 40)])
@pytest.mark.parametrize("left", [True, False])
def test_the_map_stays_under_a_panel_that_hides_nothing_in_hand(
    board: tuple[int, int], *, left: bool
) -> None:
    """A click on a figure meets it where it was; a hidden tile comes into sight beside it."""
    port = viewport(board)
    x, y, across, down = port.part
    covered = (40, 0) if left else (0, 40)
    free, hidden = sorted(((x + 8, y + down // 2), (x + across - 8, y + down // 2)), reverse=left)
    before = port.place_of(free)
    port.cover(*covered, (free,), ((free[0] + (-8 if left else 8), free[1]),))
    assert port.place_of(free) == before

    port.cover(*covered, (hidden,))
    assert in_sight(port, hidden)
    port.cover(0, 0)
    assert port.place_of(free) == before


def test_a_held_tile_stays_below_the_mouse_when_a_panel_opens() -> None:
    """Within a tile; one that the panel hides does not."""
    port = viewport(zoom=3)
    x, y, across, _ = port.part
    port.held = (x + across - 1, y)
    place = port.place_of(port.held)
    port.cover(40, 0)
    assert abs(port.place_of(port.held)[0] - place[0]) < port.tile_size[0]
    assert port.place_of(port.held)[1] == place[1]


@pytest.mark.parametrize("by_wheel", [False, True])
def test_the_wheel_leaves_the_room_as_it_is_until_it_ends(by_wheel: bool) -> None:
    """By a key the room is for the chosen zoom at once."""
    port = viewport(zoom=1)
    assert port.zooms == ZOOMS
    assert not port.choose_zoom(2, by_wheel=by_wheel)
    assert port.tile_size == tile_cells(2)
    assert port.zooms == (ZOOMS if by_wheel else (2,))
    port.end_wheel()
    assert port.zooms == (2,)
    assert "further" in port.choose_zoom(ZOOMS[-1] + 1)
    assert port.zoom == 2
    port.fit_zoom()
    assert port.zoom == 2


def test_a_map_in_letters_has_one_size() -> None:
    """It says why, and keeps its place."""
    port = viewport()
    before = port.part
    assert "one size" in port.choose_zoom(2)
    assert (port.part, port.zooms) == (before, ZOOMS[:1])


def test_the_zoom_fits_the_window_until_one_is_chosen() -> None:
    """The largest at which all of the board is shown."""
    port = viewport((10, 8), (60, 24), zoom=1)
    port.fit_zoom()
    assert port.zoom == ZOOMS[-1]
    assert port.part == (0, 0, 10, 8)
