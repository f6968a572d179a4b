"""How the battle screen divides its room among map, panel, roster and log."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from skirmish.core.geometry import Tile
from skirmish.tui.map.camera import ZOOMS, best_zoom, nearly_all, tile_cells

LEAST_PANEL, MOST_PANEL = 36, 72
"""Columns of the panel beside the map."""
LEAST_ROSTER, MOST_ROSTER = 36, 84
"""Columns of a roster beside the panel."""
_LEAST_ABOVE, _MOST_ABOVE = 40, 44
"""Columns of the panel over the map."""
_LEAST_BESIDE = 90
"""Columns of the screen from which a panel may stand beside the map."""
_BOTH = 78
"""Columns beside the map from which the roster stands beside the panel."""
_LINES = 3
"""Rows of the top line, the line of hints and the keys."""
_BRIEF = 2
"""Rows of figure and order below a map that has the whole width."""
_LOW = 34
"""Rows of the screen below which the log is short."""
_SHORT_LOG, _LOG, _ROOMY_LOG = 3, 5, 8
"""Rows of the log at least, and from which it stands below the map if it could stand elsewhere."""
_PART = (3, 4), (6, 7)
"""Share of the columns and rows that a map gets at most if it does not fit."""


@frozen
class Layout:
    """Columns of panel and roster, rows of the log.

    Attributes:
        panel: Columns of the panel.
        roster: Columns of the roster beside the panel; 0: it stands in the panel.
        log: Rows of the log below the map; 0: it stands below the roster.
    """

    panel: int
    roster: int
    log: int


def fitted(screen: Tile, tiles: Tile, zooms: tuple[int, ...] = ZOOMS) -> Layout:
    """The layout in which the whole map is as large as it can be; the rest gets what is left over.

    Args:
        screen: Columns and rows of the terminal.
        tiles: Tiles of the map, across and down.
        zooms: The sizes in which the map can be drawn, smallest first.
    """
    room = screen[0], screen[1] - _LINES
    least = LEAST_PANEL, _SHORT_LOG if screen[1] < _LOW else _LOG
    most = room[0] - least[0], room[1] - least[1]
    zoom = best_zoom(tiles, most, zooms)
    size = tile_cells(zoom)
    side, below = (
        max(room[n] - tiles[n] * size[n], least[n])
        if nearly_all(tiles[n] * size[n], most[n])
        else max(room[n] - room[n] * _PART[n][0] // _PART[n][1], least[n])
        for n in (0, 1)
    )
    left = best_zoom(tiles, (room[0] - side, room[1] - below), zooms)
    # In the room of a part too little is shown at this zoom: all of the map at a smaller one.
    return _layout(side, below) if left >= zoom else fitted(screen, tiles, (left,))


def has_room_beside(screen: Tile, tiles: Tile) -> bool:
    """Whether a map that has the whole width leaves a panel enough of it, but for a few columns."""
    rows = screen[1] - _LINES - _BRIEF - _SHORT_LOG
    across, _ = tile_cells(best_zoom(tiles, (screen[0], rows)))
    return screen[0] >= _LEAST_BESIDE and nearly_all(tiles[0] * across, screen[0] - LEAST_PANEL)


def log_below(screen: Tile, tiles: Tile, zooms: tuple[int, ...] = ZOOMS) -> int:
    """Rows of the log below a map that has the whole width: what such a map does not need."""
    rows = screen[1] - _LINES - _BRIEF
    zoom = best_zoom(tiles, (screen[0], rows - _SHORT_LOG), zooms)
    needed = max(tiles[1] * tile_cells(zoom)[1], rows // 2)
    return max(_SHORT_LOG, rows - needed)


def panel_beside(screen: Tile, tiles: Tile, zooms: tuple[int, ...] = ZOOMS) -> int:
    """Columns of a single panel beside the map, where all of the map is as large as it can be."""
    layout = fitted(screen, tiles, zooms)
    return min(MOST_PANEL, layout.panel + layout.roster)


def panel_above(width: int) -> int:
    """Columns of a panel over the map on a screen so wide."""
    return min(_MOST_ABOVE, max(_LEAST_ABOVE, width // 2))


def spare_beside(width: int, drawn: int) -> int:
    """Columns beside a map so wide that are kept for the panel over it; 0 for too few of them.

    Where they are two thirds of the panel at least, the map hardly has to move when that opens.
    With fewer of them it stands in the middle.
    """
    room, spare = panel_above(width), max(0, width - drawn) if drawn else 0
    return min(room, spare) if 3 * spare >= 2 * room else 0


def is_left_freer(columns: Sequence[int], width: int) -> bool:
    """Whether a panel over the map covers fewer of some columns on the left of a screen.

    Of the same number it covers the half without the first one.
    """
    room = panel_above(width)
    left = sum(x < room for x in columns)
    right = sum(x + 1 >= width - room for x in columns)
    return left < right or (left == right and columns[0] >= width // 2)


def _layout(side: int, below: int) -> Layout:
    """Divide the columns beside the map and the rows below it."""
    if side < _BOTH:
        return Layout(min(MOST_PANEL, side), 0, below)
    panel = min(MOST_PANEL, side - max(LEAST_ROSTER, side * 2 // 5))
    return Layout(panel, min(MOST_ROSTER, side - panel), below if below >= _ROOMY_LOG else 0)
