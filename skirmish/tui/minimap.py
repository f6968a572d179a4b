"""The whole map, small, with a frame round what the window shows; only where it shows not all.

A click there brings that part of the map into the window.
"""

from __future__ import annotations

from textual import events
from textual.message import Message

from skirmish.core.board import Board
from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.widget import MapView
from skirmish.tui.sketch import Sketch

ROWS = 9
"""Rows that it takes, its border among them."""


class MiniMap(Sketch):
    """A small map beside the large one."""

    DEFAULT_CSS = """
    MiniMap { height: 9; display: none; border-top: hkey $edge; }
    MiniMap.-needed { display: block; }
    """  # as many rows as ROWS says

    class Aimed(Message):
        """A place was clicked."""

        def __init__(self, tile: Tile) -> None:
            """Keep the tile of the board that is there."""
            super().__init__()
            self.tile = tile

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin hidden."""
        super().__init__(id=id)
        self._told: tuple[View, tuple[int, int, int, int]] | None = None

    def empty(self) -> None:
        """Show nothing, of nobody's view."""
        self._told = None
        self.draw(None)

    def follow(self, view: View, large: MapView, *, fits: bool = True) -> None:
        """Show where a window on the map is; hide where all of it is there, or nothing fits."""
        board, part = view.state.board, large.part
        whole = part == (0, 0, board.width, board.height)
        needed = fits and not whole
        self.set_class(needed, "-needed")
        if needed and (self._told is None or self._told[0] is not view or self._told[1] != part):
            self._told = (view, part)
            self.draw(view, Overlay(ground=_inside(board, part)))

    # Nothing that the mouse does here is meant for the map's own tiles.

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """There is nothing to be told of a small tile."""
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """Tell which tile of the board was clicked."""
        event.prevent_default()
        spot, size = self.tile_at(event.offset), self.tiles
        if spot is not None and self._told is not None:
            board = self._told[0].state.board
            x, y = ((2 * spot[0] + 1) * board.width, (2 * spot[1] + 1) * board.height)
            self.post_message(self.Aimed((x // (2 * size[0]), y // (2 * size[1]))))


def _inside(board: Board, part: tuple[int, int, int, int]) -> int:
    """Mask of a part of the board: from left and top, so many tiles across and down."""
    left, top, across, down = part
    tiles = ((x, y) for y in range(top, top + down) for x in range(left, left + across))
    return board.mask_of(tile for tile in tiles if board.inside(tile))
