"""The whole map, small, with a frame round what the window shows; only where it shows not all."""

from __future__ import annotations

from skirmish.core.board import Board
from skirmish.core.view import View
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.widget import MapView
from skirmish.tui.sketch import Sketch


class MiniMap(Sketch):
    """A small map beside the large one."""

    DEFAULT_CSS = """
    MiniMap { height: 9; display: none; border-top: hkey $panel; }
    MiniMap.-needed { display: block; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin hidden."""
        super().__init__(id=id)
        self._told: tuple[View, tuple[int, int, int, int]] | None = None
        self.wanted = True

    def empty(self) -> None:
        """Show nothing, of nobody's view."""
        self._told = None
        self.draw(None)

    def follow(self, view: View, large: MapView) -> None:
        """Show where a window on the map is; hide where all of the map is in it."""
        board, part = view.state.board, large.part
        whole = part == (0, 0, board.width, board.height)
        needed = self.wanted and not whole
        self.set_class(needed, "-needed")
        if needed and (self._told is None or self._told[0] is not view or self._told[1] != part):
            self._told = (view, part)
            self.draw(view, Overlay(goals=_inside(board, part)))


def _inside(board: Board, part: tuple[int, int, int, int]) -> int:
    """Mask of a part of the board: from left and top, so many tiles across and down."""
    left, top, across, down = part
    tiles = ((x, y) for y in range(top, top + down) for x in range(left, left + across))
    return board.mask_of(tile for tile in tiles if board.inside(tile))
