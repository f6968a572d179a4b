"""The line of sight between two tiles, drawn and explained: what blocks it first, and why."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.board import Board
from skirmish.core.geometry import Tile, tile_text


@frozen
class Sightline:
    """A line of sight: the tiles it leads over, both ends left out, and what blocks it.

    `stop`: the first tile that blocks; where the line runs between two, one of them. None where
    nothing does.
    """

    tiles: tuple[Tile, ...]
    stop: Tile | None
    words: str


def sightline(board: Board, start: Tile, end: Tile) -> Sightline:
    """The line between two tiles of the board, as sight walks it."""
    steps = board.line(start, end)
    tiles = tuple(tile for step in steps for tile in step)
    stop = board.obstacle(start, end)
    if stop is None:
        return Sightline(tiles, None, "nothing blocks the line")
    return Sightline(tiles, stop, _why(board, start, end, stop))


def _why(board: Board, start: Tile, end: Tile, stop: Tile) -> str:
    """What is there and why that is enough."""
    kind, where = board.terrain(stop), tile_text(stop)
    if board.clouds & board.bit(stop):
        return f"smoke at {where} blocks the line"
    if kind.opaque:
        return f"{kind.name} at {where} blocks the line: nobody sees through it, from any height"
    top, eyes = board.level(stop) + kind.height, max(board.level(start), board.level(end))
    what = f"{kind.name} at {where} blocks the line"
    if not kind.height:
        return f"{what}: the ground there is at level {top}, both ends are below it"
    return f"{what}: it reaches level {top}, the higher end is at level {eyes}"
