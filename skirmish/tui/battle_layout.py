"""How the battle screen divides its room among map, panel and log."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.geometry import Tile
from skirmish.tui.map.painter import ZOOMS, tile_cells

LEAST_PANEL, MOST_PANEL = 36, 64
"""Columns of the panel beside the map."""
_USUAL_PANEL = ((190, 56), (150, 46), (0, 38))
"""Columns of the panel by those of the screen, where the whole map does not fit."""
_LINES = 3
"""Rows of the top line, the line of hints and the keys."""
_LOW, _HIGH = 34, 50
"""Rows of the screen below which the log is short, and from which it is long."""
_SHORT_LOG, _LOG, _LONG_LOG, _MOST_LOG = 3, 7, 12, 22


@frozen
class Layout:
    """Columns of the panel and rows of the log."""

    panel: int
    log: int


def fitted(screen: Tile, tiles: Tile, zooms: tuple[int, ...] = ZOOMS) -> Layout:
    """The layout in which the whole map is as large as it can be; it gets what is left over.

    Args:
        screen: Columns and rows of the terminal.
        tiles: Tiles of the map, across and down.
        zooms: The sizes in which the map can be drawn, smallest first.
    """
    columns, rows = screen[0], screen[1] - _LINES
    least_log = _SHORT_LOG if screen[1] < _LOW else _LOG if screen[1] < _HIGH else _LONG_LOG
    for zoom in reversed(zooms):
        across, down = (n * size for n, size in zip(tiles, tile_cells(zoom), strict=True))
        if across <= columns - LEAST_PANEL and down <= rows - least_log:
            panel = min(MOST_PANEL, columns - across)
            return Layout(panel, max(least_log, min(_MOST_LOG, rows - down)))
    usual = next(panel for least, panel in _USUAL_PANEL if columns >= least)
    return Layout(usual, least_log)
