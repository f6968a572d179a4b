"""The whole map in one window: at a zoom, scaled to fill the window, or as an overview.

On a scaled map the ground of a cell is the mean of the pixels it stands for; rims are drawn over
that, and figures and labels keep the size of their letters. In an overview figures are dots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

import numpy as np
from attrs import define, evolve, field, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.tui.map.camera import ZOOMS, origin, tile_cells
from skirmish.tui.map.canvas import Canvas
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.ground_pixels import Mask, Pixels, beside
from skirmish.tui.map.painter import Frame, Painter
from skirmish.tui.map.pixel_overlays import Part, PixelOverlay
from skirmish.tui.map.terrain_looks import SIZES, MapTheme

if TYPE_CHECKING:
    from tcod.console import Console

Fallen = tuple[tuple[Tile, Figure], ...]
"""Figures that fell, with their tiles."""
_GAIN = 1.15
"""A map is scaled if that makes it at least this much wider than the largest zoom that fits."""
_WRITTEN = (2, 1)
"""Columns and rows of the signs on a tile."""
_DIMMED = 0.7
"""Light of the ground in an overview, which is darker so that figures stand out."""


@frozen
class Fit:
    """How a map of `tiles` is placed in a window.

    `zoom` is a zoom at which all of it fits and fills the window, or 0 if it is scaled; `start` is
    the first cell of the map, `cells` its columns and rows.
    """

    tiles: Tile
    zoom: int
    start: Tile
    cells: Tile

    @classmethod
    def of(cls, tiles: Tile, window: Tile) -> Fit:
        """Fit a map into a window, centred."""
        scaled, largest = cls.scaled(tiles, window), ZOOMS[-1]
        for zoom in reversed(ZOOMS):
            across, down = tile_cells(zoom)
            cells = tiles[0] * across, tiles[1] * down
            fits = cells[0] <= window[0] and cells[1] <= window[1]
            if fits and (zoom == largest or scaled.cells[0] < cells[0] * _GAIN):
                return cls(tiles, zoom, origin(tiles, window, tile_cells(zoom)), cells)
        return scaled

    @classmethod
    def scaled(cls, tiles: Tile, window: Tile) -> Fit:
        """Fit a map into a window at the largest scale."""
        # A cell is one pixel wide and two high.
        if window[0] * tiles[1] <= 2 * window[1] * tiles[0]:
            cells = window[0], max(1, window[0] * tiles[1] // (2 * tiles[0]))
        else:
            cells = max(1, 2 * window[1] * tiles[0] // tiles[1]), window[1]
        return cls(tiles, 0, ((window[0] - cells[0]) // 2, (window[1] - cells[1]) // 2), cells)

    @property
    def source(self) -> int:
        """Pixels per tile of the picture that is scaled."""
        wide = self.cells[0] / self.tiles[0]
        return next((size for size in SIZES[1:] if size >= wide), SIZES[-1])

    def place(self, tile: Tile) -> Tile:
        """The first cell of the signs on a tile, whose middle is nearest to that of the tile.

        The cell at the tile's edge may mostly show the tile before it.
        """
        x, y = (
            first + max(0, -(-(2 * at * length + length - (size + 1) * tiles) // (2 * tiles)))
            for first, at, length, tiles, size in zip(
                self.start, tile, self.cells, self.tiles, _WRITTEN, strict=True
            )
        )
        return x, y

    def tile_at(self, cell: Tile) -> Tile | None:
        """The tile at the middle of a cell; None off the map."""
        at = tuple(
            (2 * (here - first) + 1) * tiles // (2 * length)
            for here, first, length, tiles in zip(
                cell, self.start, self.cells, self.tiles, strict=True
            )
        )
        inside = all(0 <= one < tiles for one, tiles in zip(at, self.tiles, strict=True))
        return (at[0], at[1]) if inside else None


@frozen(eq=False)
class ScaledCanvas(Canvas):
    """A canvas on which tiles may have any size; letters of neighbours may overlap."""

    fit: Fit

    def place(self, tile: Tile) -> Tile:
        """The first cell of a tile."""
        return self.fit.place(tile)

    def is_map(self, x: int, y: int) -> bool:
        """Whether a cell is on the map, which may not fill the window."""
        return self.fit.tile_at((x, y)) is not None


@frozen(eq=False)
class ScaledOverlay(PixelOverlay):
    """Draws on a whole map whose tiles may have any size; rims are one pixel wide."""

    fit: Fit

    @classmethod
    def over(cls, view: View, fit: Fit, theme: MapTheme, pixels: Pixels) -> Self:
        """Draw on the pixels of a scaled map."""
        # Long dashes would leave too little of the rim of a small area.
        size = SIZES[1] if fit.cells[0] >= 2 * fit.tiles[0] else SIZES[0]
        like = PixelOverlay.of(view, Part(0, 0, *fit.tiles), size, theme, pixels)
        return cls(view, like.part, like.size, theme, pixels, like.across, like.down, fit)

    def of_mask(self, mask: int) -> Mask:
        """The pixels whose middle lies in a mask of the board."""
        size = self.fit.cells[0], 2 * self.fit.cells[1]
        across, down = (
            (2 * np.arange(length) + 1) * tiles // (2 * length)
            for length, tiles in zip(size, self.fit.tiles, strict=True)
        )
        found: Mask = self.tiles(mask)[down[:, None], across]
        return found

    def edge(self, mask: int, *, broad: bool, whole: bool) -> Mask:
        """The outermost pixels of an area, however small it is."""
        del broad, whole
        pixels = self.of_mask(mask)
        north, west, south, east = beside(pixels)
        return pixels & ~(north & west & south & east)


def paint_whole(painter: Painter, view: View, overlay: Overlay, window: Tile) -> Console:
    """The whole map of a view, in a window of so many columns and rows."""
    board = view.state.board
    fit = Fit.of((board.width, board.height), window)
    if fit.zoom:
        return painter.paint(view, overlay, (0, 0), window, fit.zoom)
    overlay = evolve(overlay, fallen=_readable(fit, view, overlay.fallen))
    console = painter.finish(
        view,
        overlay,
        _small(painter, view, overlay, fit),
        lambda cells: ScaledCanvas(cells, 0, 0, fit.start, 1, fit),
        window,
    )
    return painter.snap(console)


def crowded_out(view: View, fallen: Fallen, window: Tile) -> Sequence[Figure]:
    """The fallen that `paint_whole` leaves out because there is no room beside others."""
    fit = Fit.of((view.state.board.width, view.state.board.height), window)
    kept = fallen if fit.zoom else _readable(fit, view, fallen)
    return [figure for tile, figure in fallen if (tile, figure) not in kept]


def _readable(fit: Fit, view: View, fallen: Fallen) -> Fallen:
    """The fallen whose letter and mark are both visible; a letter alone would seem to stand."""
    taken = {
        cell
        for figure in view.state.figures.values()
        if figure.at is not None
        for cell in _letters(fit, figure.at)
    }
    kept = []
    for tile, figure in fallen:
        cells = _letters(fit, tile)
        if taken.isdisjoint(cells):
            taken.update(cells)
            kept.append((tile, figure))
    return tuple(kept)


def _letters(fit: Fit, tile: Tile) -> tuple[Tile, Tile]:
    """The two cells of the signs on a tile."""
    x, y = fit.place(tile)
    return (x, y), (x + 1, y)


@define(eq=False)
class OverviewPainter:
    """Paints the whole map of a view, dimmed, with figures as dots; caches the last ground."""

    painter: Painter
    _ground: tuple[View, int, Fit, MapTheme, Pixels] | None = field(default=None, init=False)

    def paint(
        self, view: View, goals: int, part: tuple[int, int, int, int], window: Tile
    ) -> Console:
        """The cells of a window.

        Args:
            view: What a side sees.
            goals: Mask of the areas of objectives.
            part: The framed part: first tile across and down, number of tiles across and down.
            window: Columns and rows of the terminal.
        """
        board, theme = view.state.board, self.painter.theme
        fit = Fit.scaled((board.width, board.height), window)
        pixels = self._dimmed(view, goals, fit).copy()
        (x, y), (end_x, end_y) = _block(fit, part[:2], part[2:])
        pixels[y:end_y, [x, end_x - 1]] = pixels[[y, end_y - 1], x:end_x] = theme.colours["cursor"]
        sides = theme.sides(view.state.setup.sides)
        # All dots have the same shape, wherever the scale puts the edges of their tiles.
        wide, high = (max(1, fit.cells[0] // board.width), max(1, 2 * fit.cells[1] // board.height))
        for figure in view.state.figures.values():
            if figure.at is not None:
                x, y = _block(fit, figure.at, (1, 1))[0]
                pixels[y : y + high, x : x + wide] = sides[figure.side]
        return self.painter.snap(self.painter.bare(pixels, fit.start, window))

    def _dimmed(self, view: View, goals: int, fit: Fit) -> Pixels:
        """The dimmed ground with the areas of objectives."""
        kept, theme = self._ground, self.painter.theme
        if kept is None or kept[0] is not view or kept[1:4] != (goals, fit, theme):
            pixels = _small(self.painter, view, Overlay(goals=goals), fit)
            if not theme.flat:  # In few colours all dimmed ones would be grey.
                pixels = (pixels * _DIMMED).astype(np.uint8)
            kept = self._ground = view, goals, fit, theme, pixels
        return kept[4]


def _block(fit: Fit, tile: Tile, tiles: Tile) -> tuple[Tile, Tile]:
    """First and end pixel of a block of tiles, at least one pixel each way."""
    size = fit.cells[0], 2 * fit.cells[1]
    first = [at * length // had for at, length, had in zip(tile, size, fit.tiles, strict=True)]
    end = [
        max(start + 1, (at + many) * length // had)
        for start, at, many, length, had in zip(first, tile, tiles, size, fit.tiles, strict=True)
    ]
    return (first[0], first[1]), (end[0], end[1])


def _small(painter: Painter, view: View, overlay: Overlay, fit: Fit) -> Pixels:
    """Ground and overlay of the whole map, scaled; the rims of areas are drawn after scaling."""
    state = view.state
    everything = Frame((0, 0), (2 * state.board.width, state.board.height), 1)
    plain = evolve(view, state=evolve(state, setup=evolve(state.setup, objectives=())))
    # Zones replace the ground and the arc, which only a lettered map shows.
    under = evolve(overlay, zones=(), ground=0, arc=0) if overlay.zones else overlay
    pixels = painter.pixels(plain, under, everything, fit.source)
    found = shrunk(pixels, (fit.cells[0], 2 * fit.cells[1]))
    drawn = ScaledOverlay.over(view, fit, painter.theme, found)
    drawn.zones(overlay)
    drawn.objectives()
    return found


def shrunk(pixels: Pixels, size: Tile) -> Pixels:
    """Pixels [y, x, colour] scaled down to a size; each is the mean of a block."""
    sums = pixels.astype(np.float32)
    for axis, length in ((0, size[1]), (1, size[0])):
        had = pixels.shape[axis]
        starts = np.arange(length) * had // length
        sums = np.add.reduceat(sums, starts, axis=axis)
        many = np.diff(np.append(starts, had)).astype(np.float32)
        sums /= many[:, None, None] if axis == 0 else many[None, :, None]
    found: Pixels = np.rint(sums).astype(np.uint8)
    return found
