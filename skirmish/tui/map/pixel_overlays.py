"""Overlays of the painted map, in pixels: zones, rims, hatches, clouds, lines.

They are drawn only on visible tiles. Shapes repeat what colours say: reach has a rim, danger a
hatch, objectives a rim of their own, which is dashed in themes for colour-blind eyes.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Self

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from skirmish.core.geometry import Facing, Tile
from skirmish.core.setup import area_mask
from skirmish.core.state import Zone
from skirmish.core.view import View
from skirmish.presentation.visibility import WatchedGround
from skirmish.tui.map.cells import BLOCKED, Overlay
from skirmish.tui.map.ground import mask_array
from skirmish.tui.map.ground_pixels import Mask, Pixels, beside, chance, joined, rim, spread
from skirmish.tui.map.terrain_looks import SIZES, Colour, MapTheme

_FILL = 0.14
_REACH, _REACH_SMALL, _AFTER_SMALL = 0.3, 0.24, 0.24
"""Shares of the tint of reach: with room for rims within it, and without; the last one is added
where a figure could still act, instead of a second rim."""
_STEP = 40
"""Light by which ground in 256 colours is moved to the next colour."""
_WHITE = 255
_LOST = 100
"""Sum of the channel differences of two colours below which one is invisible on the other."""
_ZONE = 0.1
_RIM, _RIM_SMALL, _RIM_OBJECTIVE = 0.75, 0.6, 0.9
_NESTED = 0.3
"""Tint of an objective area that lies within another one."""
_CROSSED = 0.04
"""Additional share of the danger colour for the hatch that crosses the first one."""
_FAINTEST, _DENSEST, _SURE = 0.25, 0.9, 0.4
"""Minimum and maximum share of the cloud's colour; the chance from which the maximum is used."""
_TICK_ROW, _TICK = 4, 2
_OWN_TICKS, _TICKS = 0.36, 0.75
_SHIELD = (0.55, 0.8, 1.0)
_DOT_STEP = 3
_DASH = 4
_THIN, _THICK = np.float32(0.3), np.float32(0.9)
_WAVE = 3
_BROAD = 4
"""Minimum tiles across of a part of an area that gets a rim on the smallest tiles."""
_FOOT_SHADOW = 0.65


@frozen
class Part:
    """The visible tiles: the first column and row, and how many across and down."""

    left: int
    top: int
    across: int
    down: int

    def cut(self, tiles: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The visible part of an array of tiles."""
        return tiles[self.top : self.top + self.down, self.left : self.left + self.across]

    def has(self, tile: Tile) -> bool:
        """Whether a tile is shown."""
        x, y = tile[0] - self.left, tile[1] - self.top
        return 0 <= x < self.across and 0 <= y < self.down


@frozen(eq=False)
class PixelOverlay:
    """Draws on the pixels of the visible tiles, `size` pixels per tile."""

    view: View
    part: Part
    size: int
    theme: MapTheme
    pixels: Pixels
    across: NDArray[np.int32]
    down: NDArray[np.int32]

    @classmethod
    def of(cls, view: View, part: Part, size: int, theme: MapTheme, pixels: Pixels) -> Self:
        """Draw on `pixels` ([y, x, colour]), which belong to `part`."""
        height, width, _ = pixels.shape
        across = np.arange(width, dtype=np.int32)[None, :] + part.left * size
        down = np.arange(height, dtype=np.int32)[:, None] + part.top * size
        return cls(view, part, size, theme, pixels, across, down)

    @property
    def roomy(self) -> bool:
        """Whether a tile has room for marks within it."""
        return self.size > SIZES[0]

    def draw_ground(self, overlay: Overlay, phase: int) -> None:
        """The layers that stay while an order is drafted; `phase` moves clouds."""
        for zone in self.view.state.zones.values():
            self.zone(zone, phase)
        for ground in overlay.watched:
            self.watched(ground)
        self.ground_layers(overlay)

    def draw_order(self, overlay: Overlay) -> None:
        """The layers of the order, above those of the ground."""
        self.order_layers(overlay)
        self.marks(overlay)

    def ground_layers(self, overlay: Overlay) -> None:
        """Masks of the board: arc, field, danger, reach; areas of objectives."""
        if overlay.zones:
            self.zones(overlay)
        elif overlay.arc:
            self.wash(overlay.arc, "arc", _FILL)
        if overlay.field:
            self.wash(overlay.field, "field", _FILL)
        if overlay.ground and not overlay.zones:
            self.reach(overlay)
        if overlay.threat:
            self.hatch(overlay.threat, rising=True)
        if overlay.threat_more:
            self.hatch(overlay.threat_more, rising=False)
        if overlay.after and self.roomy:
            self.rim(self.with_own(overlay.after), "reach", dashed=True)
        self.objectives()

    def objectives(self) -> None:
        """The rims of objective areas; an area within another one is also tinted."""
        masks = {
            area_mask(self.view.state.board, one.area): 0 for one in self.view.state.objectives
        }
        for mask in filter(None, masks):
            if any(mask != other and mask & other == mask for other in masks):
                self.blend(self.of_mask(mask), "objective_rim", _NESTED)
        for mask in filter(None, masks):
            dashed = self.theme.dashed
            self.rim(mask, "objective_rim", dashed=dashed, share=_RIM_OBJECTIVE, whole=False)

    def reach(self, overlay: Overlay) -> None:
        """Where the order can lead or be aimed; two strengths if there is no room for two rims."""
        mask, colour = self.with_own(overlay.ground), self.not_lost("reach")
        filled = not (overlay.area or overlay.falls)
        if filled:
            # The area of an attack and where it may land are seen best without a tint. So is smoke,
            # which is as pale as reach: there only the rim shows the reach.
            clear = ~self.smoke
            self.fill(self.of_mask(mask & clear), colour, _REACH if self.roomy else _REACH_SMALL)
            if not self.roomy:
                self.fill(self.of_mask(overlay.after & clear), colour, _AFTER_SMALL)
        self.rim(mask, colour, broad=filled and not self.roomy)

    def fill(self, where: Mask, colour: Colour, share: float) -> None:
        """Tint the ground; in few colours, where a mixture would hide it, change only its light.

        Ground that cannot become lighter (in a light theme darker) is tinted even so.
        """
        if self.theme.flat:
            light = self.theme.colours["reach"].mean() > self.theme.colours["beyond"].mean()
            moved = self.pixels + np.float32(_STEP if light else -_STEP)
            inside = ((moved >= 0) & (moved <= _WHITE)).any(axis=-1)
            self.pixels[where & inside] = np.clip(moved[where & inside], 0, _WHITE)
            where = where & ~inside
        self.blend(where, colour, share)

    @property
    def smoke(self) -> int:
        """The tiles on which smoke is drawn."""
        state, found = self.view.state, 0
        for zone in state.zones.values():
            kind = state.setup.declared.zones[zone.kind]
            if kind.drifts and kind.opaque and not kind.item:
                found |= state.board.mask_of(zone.tiles)
        return found

    def not_lost(self, colour: str) -> Colour:
        """A colour for each pixel; on a similar ground, mixed with the colour beyond the map.

        That colour itself would look like a hole in the map.
        """
        wanted, other = self.theme.colours[colour], self.theme.colours["beyond"]
        lost = np.abs(wanted - self.pixels).sum(axis=-1, keepdims=True) < _LOST
        found: Colour = np.where(lost, (wanted + other) / np.float32(2), wanted)
        return found

    def with_own(self, mask: int) -> int:
        """A mask with the own figures that stand within it, so that they get no rims."""
        board, found = self.view.state.board, mask
        # Check only figures on or beside the mask: they are few, and counting takes time.
        wide = board.width
        around = mask | mask << 1 | mask >> 1 | mask << wide | mask >> wide
        for figure in self.view.own():
            if figure.at is not None and around & board.bit(figure.at):
                x, y = figure.at
                sides = ((x, y - 1), (x - 1, y), (x, y + 1), (x + 1, y))
                near = sum(board.inside(tile) and bool(mask & board.bit(tile)) for tile in sides)
                found |= board.bit(figure.at) if near > 1 else 0
        return found

    def order_layers(self, overlay: Overlay) -> None:
        """What the order in hand covers: its area, its blast, where it may land."""
        if overlay.area:
            if not overlay.strengths and not overlay.falls:
                self.blend(self.of_mask(overlay.area) & self.checks(), "area", 0.5)
            self.rim(overlay.area, "area")
        for tile, strength in overlay.strengths:
            self.blend_tile(tile, "area", 0.12 + 0.55 * strength / 100)
        for tile, likely in overlay.falls:
            self.blend_tile(tile, "scatter", _density(likely))
        for tile, _mark in overlay.flash:
            self.blend_tile(tile, "flash", 0.6)

    def marks(self, overlay: Overlay) -> None:
        """Marks of single tiles: the path, the line of fire, targets, shields."""
        if self.roomy:
            self.foot_shadows()
        self.line(overlay.line)
        for tile, _mark in overlay.counts:
            self.blend_tile(tile, "flash", 0.6)
        for tile in overlay.group:
            self.frame(tile, "chosen")
        for tile in overlay.targets:
            self.frame(tile, "target")
        standing = {figure.at for figure in self.view.state.figures.values()}
        if overlay.chosen is not None and overlay.chosen not in standing:
            self.frame(overlay.chosen, "chosen")
        if overlay.fire:
            self.line_of_fire(*overlay.fire)
        for tile in overlay.stops if self.roomy else ():
            self.cross(tile)
        for tile, side, cover in overlay.shields:
            self.shield(tile, side, cover)

    # Layers.

    def zone(self, zone: Zone, phase: int) -> None:
        """Smoke and gas as moving clouds, smoke with a rim; items have signs instead."""
        kind = self.view.state.setup.declared.zones[zone.kind]
        mask = self.view.state.board.mask_of(zone.tiles)
        where = self.of_mask(mask)
        if where.any() and kind.drifts and not kind.item:
            self.cloud(where, "smoke" if kind.opaque else "gas", phase)
            if kind.opaque:
                # The ground behind smoke is out of sight and may be equally pale.
                self.rim(mask, "cursor", whole=False)

    def watched(self, ground: WatchedGround) -> None:
        """Upright ticks on watched ground, flat ones on ground under fire; longer for the enemy."""
        own = ground.side == self.view.side
        along, beside = (self.across, self.down) if ground.under_fire else (self.down, self.across)
        row, between = np.divmod(beside, _TICK_ROW)
        length = _TICK if own else 2 * _TICK
        ticks = (between == 1) & ((along + row * _TICK) % (3 * _TICK) < length)
        side = self.theme.sides(self.view.state.setup.sides)[ground.side]
        # Not in the side's pure colour: red ticks would be invisible in the hatch of danger.
        colour = (side + self.theme.colours["cursor"]) / np.float32(2)
        self.blend(self.of_mask(ground.mask) & ticks, colour, _OWN_TICKS if own else _TICKS)

    def cloud(self, where: Mask, colour: str, phase: int) -> None:
        """A texture that drifts with the phase: puffs of smoke, wavy bands of gas."""
        # By place on the map, not on the screen, so that it stays in place when the map scrolls.
        board, half = self.view.state.board, self.size // 2
        coarse = np.roll(chance((board.height * half, board.width * half), 31), phase, axis=1)
        if colour == "smoke":
            texture = coarse[self.down // 2, self.across // 2]
        else:
            wide = _WAVE if self.roomy else 1
            wave = np.abs(self.down % (2 * wide) - wide)
            texture = ((self.across + wave + phase) % (2 * wide) < wide).astype(np.float32)
        share = (_THIN + (_THICK - _THIN) * texture)[where][:, None]
        under = self.pixels[where]
        self.pixels[where] = under + (self.theme.colours[colour] - under) * share

    def zones(self, overlay: Overlay) -> None:
        """Areas in the colours of sides; the first side's rim is solid, the other's dashed."""
        colours = self.theme.sides(self.view.state.setup.sides)
        for mask, side in overlay.zones:
            dashed = side != next(iter(colours))
            self.blend(self.of_mask(mask), colours[side], _ZONE)
            self.rim(mask, colours[side], dashed=dashed, whole=False)

    def wash(self, mask: int, colour: str, share: float) -> None:
        """A tint with a rim."""
        self.blend(self.of_mask(mask), colour, share)
        self.rim(mask, colour)

    def rim(
        self,
        mask: int,
        colour: str | Colour,
        *,
        dashed: bool = False,
        share: float = 0.0,
        broad: bool = False,
        whole: bool = True,
    ) -> None:
        """Colour the outermost pixels of an area.

        Args:
            mask: The area.
            colour: The colour that is mixed in.
            dashed: Whether every other part is left out.
            share: The share of the colour; 0 for the usual one.
            broad: Whether narrow parts of the area, which a rim would fill, have none.
            whole: Whether rims on opposite sides may fill a tile without room for them.
        """
        edge = self.edge(mask, broad=broad, whole=whole)
        if dashed:
            along = (self.across + self.down) % _DASH < _DASH // 2
            edge = edge & (along if self.roomy else self.checks())
        self.blend(edge, colour, share or (_RIM if self.roomy or self.theme.flat else _RIM_SMALL))

    def edge(self, mask: int, *, broad: bool, whole: bool) -> Mask:
        """The pixels of the rim of an area."""
        tiles = self.tiles(mask)
        shown = broad_parts(tiles) if broad else tiles
        sides = tuple(self.part.cut(shown & ~side) for side in beside(tiles))
        if not whole and not self.roomy:
            north, west, south, east = sides
            sides = north & ~south, west & ~east, south, east
        return joined(rim(self.size, sides))

    def hatch(self, mask: int, *, rising: bool) -> None:
        """Diagonals; those in the other direction cross them and are half as many."""
        every = (4 if self.roomy else 3) * (1 if rising else 2)
        at = self.across + self.down if rising else self.across - self.down
        share = self.theme.hatch + (0 if rising else _CROSSED)
        self.blend(self.of_mask(mask) & (at % every == 0), "danger", share)

    def line(self, spots: tuple[tuple[Tile, str], ...]) -> None:
        """A dotted line along the line of sight; red from the obstacle on."""
        blocked = False
        for (first, mark), (second, _) in pairwise(spots):
            blocked = blocked or mark == BLOCKED
            self.dots(first, second, "blocked" if blocked else "fire_line")

    def line_of_fire(self, start: Tile, end: Tile, stop: Tile | None) -> None:
        """A dotted line from tile to tile; red from the tile that stops it."""
        self.dots(start, end, "fire_line")
        if stop is not None:
            (x0, y0), (x1, y1), (x, y) = start, end, stop
            length = (x1 - x0) ** 2 + (y1 - y0) ** 2
            along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length
            self.dots(start, end, "blocked", along)

    def cross(self, tile: Tile) -> None:
        """A cross through a tile."""
        half = self.size // 2
        x, y = (place - half for place in self.centre(tile))
        for at in range(self.size):
            self.block(x + at, y + at, 1, "blocked")
            self.block(x + self.size - 1 - at, y + at, 1, "blocked")

    def dots(self, first: Tile, second: Tile, colour: str, after: float = 0.0) -> None:
        """Dots between the centres of two tiles, beginning at a share of the distance."""
        x0, y0 = self.centre(first)
        x1, y1 = self.centre(second)
        count = max(abs(x1 - x0), abs(y1 - y0))
        for step in range(0, count, _DOT_STEP if self.roomy else 2):
            if step >= after * count:
                x, y = x0 + (x1 - x0) * step // count, y0 + (y1 - y0) * step // count
                self.block(x, y, 1, colour)

    def frame(self, tile: Tile, colour: str) -> None:
        """A rim around a tile; outside of it if there is room, because a badge fills its tile."""
        if not self.roomy:
            self.rim(self.view.state.board.bit(tile), colour)
            return
        half = self.size // 2
        x, y = (place - half for place in self.centre(tile))
        first, last = -1, self.size
        for at in range(first, last + 1):
            for across, down in ((at, first), (at, last), (first, at), (last, at)):
                self.block(x + across, y + down, 1, colour)

    def shield(self, tile: Tile, side: Facing, cover: int) -> None:
        """A bar outside a side of a tile, or a corner for a diagonal side; paler for less cover."""
        (dx, dy), size = side.delta, self.size
        thick = max(1, size // 3)
        x, y = (tile[0] - self.part.left) * size, (tile[1] - self.part.top) * size
        left, wide = _beside(dx, size, thick)
        above, high = _beside(dy, size, thick)
        rows = slice(max(0, y + above), max(0, y + above + high))
        columns = slice(max(0, x + left), max(0, x + left + wide))
        part = self.pixels[rows, columns]
        part[:] = part + (self.theme.colours["shield"] - part) * np.float32(_SHIELD[cover - 1])

    def foot_shadows(self) -> None:
        """The shadows that figures cast on the ground below them."""
        places = [one.at for one in self.view.state.figures.values() if one.at is not None]
        for odd in (0, 1):  # a shadow exceeds its tile, so those of neighbours overlap
            tiles = np.array([at for at in places if at[0] % 2 == odd], np.intp).reshape(-1, 2)
            left, below = (tiles - (self.part.left, self.part.top - 1)).T * self.size
            across = left[:, None] + np.arange(1, self.size + 1)
            down = np.broadcast_to(below[:, None], across.shape)
            height, width, _ = self.pixels.shape
            shown = (across >= 0) & (across < width) & (down >= 0) & (down < height)
            where = down[shown], across[shown]
            self.pixels[where] = self.pixels[where] * np.float32(_FOOT_SHADOW)

    # Tools.

    def tiles(self, mask: int) -> Mask:
        """A mask of the board as an array [y, x]."""
        board = self.view.state.board
        return mask_array(mask, board.width, board.height)

    def of_mask(self, mask: int) -> Mask:
        """The visible pixels of a mask of the board."""
        return spread(self.part.cut(self.tiles(mask)), self.size)

    def checks(self) -> Mask:
        """Every other pixel."""
        even: Mask = (self.across + self.down) % 2 == 0
        return even

    def centre(self, tile: Tile) -> Tile:
        """The pixel in the middle of a tile, counted in visible pixels."""
        half = self.size // 2
        return (
            (tile[0] - self.part.left) * self.size + half,
            (tile[1] - self.part.top) * self.size + half,
        )

    def block(self, x: int, y: int, side: int, colour: str) -> None:
        """A square of pixels, as far as it is visible."""
        rows, columns = slice(max(0, y), max(0, y + side)), slice(max(0, x), max(0, x + side))
        self.pixels[rows, columns] = self.theme.colours[colour]

    def blend(self, where: Mask, colour: str | Colour, share: float) -> None:
        """Mix a colour into some pixels: a name from the theme, or an array with one per pixel."""
        mixed = self.theme.colours[colour] if isinstance(colour, str) else colour
        if mixed.ndim > 1:
            mixed = mixed[where]
        under = self.pixels[where]
        self.pixels[where] = under + (mixed - under) * np.float32(share)

    def blend_tile(self, tile: Tile, colour: str, share: float) -> None:
        """Mix a colour into a tile."""
        if self.part.has(tile):
            x, y = (tile[0] - self.part.left) * self.size, (tile[1] - self.part.top) * self.size
            part = self.pixels[y : y + self.size, x : x + self.size]
            part[:] = part + (self.theme.colours[colour] - part) * np.float32(share)


def _density(chance: Fraction | None) -> float:
    """The density of the cloud where something lands with this chance; the minimum for None."""
    share = min(1.0, float(chance or 0) / _SURE)
    return _FAINTEST + (_DENSEST - _FAINTEST) * sqrt(share)


def broad_parts(tiles: Mask) -> Mask:
    """The tiles of all squares of `_BROAD` tiles a side that lie within an area."""
    if min(tiles.shape) < _BROAD:
        return np.zeros_like(tiles)
    corners = np.pad(_square(tiles, np.logical_and), _BROAD - 1)
    return _square(corners, np.logical_or)


def _square(tiles: Mask, join: np.ufunc) -> Mask:
    """All or any tiles of the square that begins at each tile, if it ends on the map."""
    for _ in range(2):
        count = tiles.shape[0] - _BROAD + 1
        tiles = join.reduce([tiles[at : at + count] for at in range(_BROAD)]).T
    return tiles


def _beside(step: int, size: int, thick: int) -> tuple[int, int]:
    """The first pixel and the length of a bar on a side of a tile, along one axis."""
    if step:
        return (-thick if step < 0 else size), thick
    inset = size // 6
    return inset, size - 2 * inset
