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
"""Minimum number of screen columns for a panel beside the map."""
_BOTH = 78
"""Minimum number of columns beside the map for the roster beside the panel."""
_LINES = 3
"""Rows of the top line, the line of hints and the keys."""
_BRIEF = 2
"""Rows of figure and order below a map with the full width."""
_LOW = 34
"""The log is short on screens with fewer rows."""
_SHORT_LOG, _LOG, _ROOMY_LOG = 3, 5, 8
"""Minimum rows of the log on a low and a high screen; rows from which it stays below the map."""
_PART = (3, 4), (6, 7)
"""Maximum share of the columns and rows for a map that does not fit."""


@frozen
class Layout:
    """Columns of panel and roster, rows of the log.

    Attributes:
        panel: Columns of the panel.
        roster: Columns of the roster beside the panel; 0: it is part of the panel.
        log: Rows of the log below the map; 0: it stands below the roster.
    """

    panel: int
    roster: int
    log: int


def fitted(screen: Tile, tiles: Tile, zooms: tuple[int, ...] = ZOOMS) -> Layout:
    """The layout with the largest map that is wholly visible; the rest gets the remaining room.

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
    # If the room for a part of the map is too small for this zoom, show all at a smaller one.
    return _layout(side, below) if left >= zoom else fitted(screen, tiles, (left,))


def has_room_beside(screen: Tile, tiles: Tile) -> bool:
    """Whether a map with the full width leaves room for a panel, give or take a few columns."""
    rows = screen[1] - _LINES - _BRIEF - _SHORT_LOG
    across, _ = tile_cells(best_zoom(tiles, (screen[0], rows)))
    return screen[0] >= _LEAST_BESIDE and nearly_all(tiles[0] * across, screen[0] - LEAST_PANEL)


def log_below(screen: Tile, tiles: Tile, zooms: tuple[int, ...] = ZOOMS) -> int:
    """Rows of the log below a map with the full width: those that the map does not need."""
    rows = screen[1] - _LINES - _BRIEF
    zoom = best_zoom(tiles, (screen[0], rows - _SHORT_LOG), zooms)
    needed = max(tiles[1] * tile_cells(zoom)[1], rows // 2)
    return max(_SHORT_LOG, rows - needed)


def panel_beside(screen: Tile, tiles: Tile, zooms: tuple[int, ...] = ZOOMS) -> int:
    """Columns of a single panel beside the map when the whole map is as large as possible."""
    layout = fitted(screen, tiles, zooms)
    return min(MOST_PANEL, layout.panel + layout.roster)


def panel_above(width: int) -> int:
    """Columns of a panel over the map on a screen of this width."""
    return min(_MOST_ABOVE, max(_LEAST_ABOVE, width // 2))


def spare_beside(width: int, drawn: int) -> int:
    """Columns beside a map of `drawn` columns that are kept for the panel over it; 0 if too few.

    At least two thirds of the panel must fit, so that the map hardly has to move when the panel
    opens. With fewer columns the map is centred.
    """
    room, spare = panel_above(width), max(0, width - drawn) if drawn else 0
    return min(room, spare) if 3 * spare >= 2 * room else 0


def is_left_freer(columns: Sequence[int], width: int) -> bool:
    """Whether a panel over the map covers fewer of some columns on the left of a screen.

    If both numbers are equal it covers the half without the first column.
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
