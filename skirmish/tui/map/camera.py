"""Position and zoom of a window on a board, in whole tiles and never past the board."""

from __future__ import annotations

from collections.abc import Sequence

from skirmish.core.geometry import Tile

ZOOMS: tuple[int, ...] = (1, 2, 3)
MARGIN = 4
"""Tiles between the cursor and the edge of the window, if the map continues there."""
STEP = 2
"""Maximum tiles of a cursor move that counts as a step; a longer one is a jump."""
ROOMY: Tile = (24, 14)
"""Tiles that a zoom should show at least, if the map has more."""
_NEARLY = (7, 8)
"""Share of a map's length that counts as the whole length."""


def tile_cells(zoom: int) -> Tile:
    """Columns and rows of a tile on the terminal."""
    return 2 * zoom, zoom


def origin(board: Tile, window: Tile, tile: Tile) -> Tile:
    """The cell where the map begins: a map smaller than the window is centred.

    Args:
        board: Tiles of the map, across and down.
        window: Columns and rows of the terminal.
        tile: Columns and rows of a tile.
    """
    x, y = (
        max(0, (room - tiles * cells) // 2)
        for tiles, room, cells in zip(board, window, tile, strict=True)
    )
    return x, y


def within(camera: Tile, board: Tile, window: Tile) -> Tile:
    """The first tile shown, moved so that the window is filled with board."""
    x, y = (
        min(max(0, first), max(0, length - room))
        for first, length, room in zip(camera, board, window, strict=True)
    )
    return x, y


def centred(tile: Tile, window: Tile) -> Tile:
    """The first tile shown that puts a tile into the middle."""
    return tile[0] - window[0] // 2, tile[1] - window[1] // 2


def following(camera: Tile, cursor: Tile, window: Tile, margin: int = MARGIN) -> Tile:
    """The first tile shown that keeps the cursor off the edge, with the least movement."""
    x, y = (
        min(max(first, place - room + 1 + edge), place - edge)
        for first, place, room, edge in (
            (first, place, room, min(margin, (room - 1) // 2))
            for first, place, room in zip(camera, cursor, window, strict=True)
        )
    )
    return x, y


def after_jump(camera: Tile, cursor: Tile, window: Tile) -> Tile:
    """The first tile shown after the cursor has jumped, for example to another figure.

    The camera stays while the cursor is in sight, so that nothing on the map moves.
    """
    near, far = following(camera, cursor, window, margin=0), following(camera, cursor, window)
    x, y = (
        first if first == close else wide
        for first, close, wide in zip(camera, near, far, strict=True)
    )
    return x, y


def after_move(camera: Tile, old: Tile, cursor: Tile, window: Tile) -> Tile:
    """The first tile shown after the cursor has moved from one tile to another."""
    step = max(abs(cursor[0] - old[0]), abs(cursor[1] - old[1])) <= STEP
    return following(camera, cursor, window) if step else after_jump(camera, cursor, window)


def showing(camera: Tile, tiles: Sequence[Tile], window: Tile) -> Tile:
    """The first tile shown that has these tiles in sight; earlier ones if not all can be."""
    for tile in reversed(tiles):
        camera = following(camera, tile, window, margin=0)
    return camera


def best_zoom(tiles: Tile, window: Tile, zooms: tuple[int, ...] = ZOOMS) -> int:
    """The largest zoom at which nearly all of a map is shown, else one that shows enough.

    If showing the whole map would leave most of the window empty, a larger zoom is taken that shows
    at least half of the map.

    Args:
        tiles: Tiles of the map, across and down.
        window: Columns and rows of the terminal.
        zooms: The sizes to choose from, smallest first.
    """
    whole, enough, half = 0, zooms[0], 0
    for zoom in zooms:
        across, down = tile_cells(zoom)
        if all(map(nearly_all, (tiles[0] * across, tiles[1] * down), window)):
            whole = zoom
        if ROOMY[0] * across <= window[0] and ROOMY[1] * down <= window[1]:
            enough = zoom
            shown = min(tiles[0], window[0] // across) * min(tiles[1], window[1] // down)
            half = zoom if 2 * shown >= tiles[0] * tiles[1] else half
    if not whole:
        return enough
    across, down = tile_cells(whole)
    mostly_empty = 2 * tiles[0] * across * tiles[1] * down < window[0] * window[1]
    return max(whole, half) if mostly_empty else whole


def nearly_all(length: int, room: int) -> bool:
    """Whether so few columns or rows of a map are out of sight that they do not matter."""
    return length * _NEARLY[0] <= room * _NEARLY[1]
