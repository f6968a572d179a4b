"""The camera: the cursor is in sight, and the window is full of board."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from skirmish.tui.map.camera import after_jump, after_move, centred, following, showing, within

SIZES = st.tuples(st.integers(1, 60), st.integers(1, 60))


@given(st.data(), SIZES, SIZES, st.tuples(st.integers(-9, 70), st.integers(-9, 70)))
def test_the_cursor_is_in_sight_wherever_it_goes(
    data: st.DataObject, board: tuple[int, int], window: tuple[int, int], camera: tuple[int, int]
) -> None:
    """Followed or centred, the cursor is in the window, and the window begins on the board."""
    cursor = data.draw(st.tuples(st.integers(0, board[0] - 1), st.integers(0, board[1] - 1)))

    for wanted in (following(camera, cursor, window), centred(cursor, window)):
        place = within(wanted, board, window)
        for first, tile, room, length in zip(place, cursor, window, board, strict=True):
            assert first <= tile < first + room
            assert 0 <= first <= max(0, length - room)


def test_the_camera_stays_while_the_cursor_is_off_the_edge() -> None:
    """Four tiles from the edge nothing moves; nearer it goes along."""
    assert following((10, 10), (14, 14), (20, 12)) == (10, 10)
    assert following((10, 10), (13, 18), (20, 12)) == (9, 11)


def test_the_camera_stays_when_a_figure_in_sight_is_chosen() -> None:
    """A jump moves the map only along the axis on which the tile is at the edge or out of sight."""
    window = (20, 12)
    assert after_move((10, 10), (20, 15), (28, 11), window) == (10, 10)
    assert after_move((10, 10), (27, 11), (28, 11), window) == (13, 7)
    assert after_jump((10, 10), (28, 10), window) == (10, 10)
    assert after_jump((10, 10), (28, 9), window) == (10, 5)
    assert after_jump((10, 10), (40, 15), window) == (25, 10)


@given(st.data(), SIZES, SIZES, st.tuples(st.integers(0, 60), st.integers(0, 60)))
def test_all_tiles_are_in_sight_where_there_is_room_for_them(
    data: st.DataObject, board: tuple[int, int], window: tuple[int, int], camera: tuple[int, int]
) -> None:
    """The first one always; the camera stays if it shows all of them."""
    tile = st.tuples(st.integers(0, board[0] - 1), st.integers(0, board[1] - 1))
    tiles = data.draw(st.lists(tile, min_size=1, max_size=3))
    place = within(showing(camera, tiles, window), board, window)
    for n in (0, 1):
        along = [one[n] for one in tiles]
        seen = [place[n] <= one < place[n] + window[n] for one in along]
        assert seen[0]
        assert all(seen) or max(along) - min(along) >= window[n]
    before = within(camera, board, window)
    if all(before[n] <= one[n] < before[n] + window[n] for one in tiles for n in (0, 1)):
        assert showing(before, tiles, window) == before
