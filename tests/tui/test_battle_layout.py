"""How the battle screen divides its room, for maps of all sizes."""

from __future__ import annotations

import pytest

from skirmish.core.geometry import Tile
from skirmish.tui.battle_layout import (
    LEAST_PANEL,
    MOST_PANEL,
    MOST_ROSTER,
    fitted,
    has_room_beside,
    is_left_freer,
    log_below,
    spare_beside,
)
from skirmish.tui.map.camera import best_zoom, nearly_all, tile_cells

SCREENS = ((110, 30), (120, 40), (160, 50), (200, 60), (250, 70))
MAPS = ((24, 16), (36, 26), (42, 22), (44, 26))
"""The maps of shipped scenarios: the smallest, the largest, and two between."""


def window(screen: Tile, tiles: Tile) -> Tile:
    """Columns and rows that are left for the map."""
    layout = fitted(screen, tiles)
    return screen[0] - layout.panel - layout.roster, screen[1] - 3 - layout.log


@pytest.mark.parametrize("tiles", MAPS)
@pytest.mark.parametrize("screen", SCREENS[1:])
def test_a_shipped_map_fills_its_window(screen: Tile, tiles: Tile) -> None:
    """It is seen whole but for a tenth with few empty cells beside it, or half of it and none."""
    room = window(screen, tiles)
    size = tile_cells(best_zoom(tiles, room))
    whole = all(tiles[n] * size[n] * 9 <= room[n] * 10 for n in (0, 1))
    shown = [min(tiles[n], room[n] // size[n]) for n in (0, 1)]
    for n in (0, 1):
        assert room[n] - tiles[n] * size[n] <= (10 if whole else 0)
    assert whole or 2 * shown[0] * shown[1] >= tiles[0] * tiles[1]


@pytest.mark.parametrize(
    ("screen", "tiles", "zoom"),
    [
        ((120, 40), (24, 16), 2),  # 21 of 24 columns of tiles are shown
        ((160, 50), (24, 16), 2),
        ((200, 60), (24, 16), 3),
        ((120, 40), (44, 26), 1),
        ((160, 50), (40, 24), 2),  # half of it is shown: at 1 most of the screen would be empty
        ((140, 45), (40, 24), 1),
        ((200, 60), (44, 26), 2),  # three of 44 columns of tiles are out of sight
    ],
)
def test_the_map_is_as_large_as_it_can_be(screen: Tile, tiles: Tile, zoom: int) -> None:
    """The zoom in the room that the layout leaves."""
    assert best_zoom(tiles, window(screen, tiles)) == zoom


@pytest.mark.parametrize("tiles", [*MAPS, (10, 5), (90, 20), (34, 60), (90, 60)])
@pytest.mark.parametrize("screen", SCREENS)
def test_panel_and_log_are_never_too_narrow(screen: Tile, tiles: Tile) -> None:
    """Each part has room; what a line can be read at is the most; a log stands somewhere."""
    layout = fitted(screen, tiles)

    assert LEAST_PANEL <= layout.panel <= MOST_PANEL
    assert layout.roster == 0 or LEAST_PANEL <= layout.roster <= MOST_ROSTER
    assert layout.log >= 3 or (layout.log == 0 and layout.roster)


@pytest.mark.parametrize(
    ("screen", "tiles", "rows"),
    [
        ((80, 24), (44, 18), 3),
        ((80, 24), (24, 16), 3),
        ((100, 36), (44, 18), 13),
        ((80, 60), (34, 60), 3),
    ],
)
def test_below_a_low_map_of_the_whole_width_the_log_has_the_rest(
    screen: Tile, tiles: Tile, rows: int
) -> None:
    """On a narrow screen; a map that needs all rows leaves it three."""
    assert log_below(screen, tiles) == rows


def test_a_zoom_that_was_chosen_gets_the_room() -> None:
    """A map made larger by the player takes columns from the panel."""
    chosen = fitted((120, 40), (40, 24), (2,))

    assert chosen.panel == LEAST_PANEL < fitted((120, 40), (40, 24)).panel


def test_a_panel_over_the_map_covers_as_little_as_it_can_of_what_it_tells_of() -> None:
    """Cursor, figure and target count alike; the cursor decides between equal sides."""
    assert is_left_freer([60, 70], 80)
    assert not is_left_freer([10, 20], 80)
    assert is_left_freer([30, 50, 60], 80)
    assert not is_left_freer([50, 10, 20], 80)
    assert is_left_freer([60, 10], 80)
    assert not is_left_freer([10, 60], 80)


@pytest.mark.parametrize(
    ("screen", "tiles", "room"),
    [
        ((100, 30), (24, 16), True),
        ((100, 30), (32, 20), True),
        ((100, 30), (36, 26), True),  # but for four of its columns
        ((100, 30), (38, 26), False),
        ((100, 30), (44, 26), False),  # all of its columns are needed
        ((100, 45), (24, 16), False),  # beside a panel its tiles would be smaller
        ((84, 30), (24, 16), False),  # lines beside the map would be too short
    ],
)
def test_a_panel_has_room_beside_a_map_that_loses_nothing(
    screen: Tile, tiles: Tile, *, room: bool
) -> None:
    """Where it has, the map is shown as large as without the panel."""
    assert has_room_beside(screen, tiles) == room
    if room:
        assert tiles[0] * tile_cells(best_zoom(tiles, window(screen, tiles)))[0] <= screen[0]
        assert nearly_all(tiles[0] * 2, window(screen, tiles)[0])


@pytest.mark.parametrize(
    ("width", "drawn", "spare"),
    [(100, 76, 0), (100, 64, 36), (80, 52, 28), (80, 60, 0), (80, 0, 0)],
)
def test_a_map_keeps_room_for_a_panel_over_it_or_stands_in_the_middle(
    width: int, drawn: int, spare: int
) -> None:
    """Too few columns do not help the panel, and the map would look pushed aside."""
    assert spare_beside(width, drawn) == spare
