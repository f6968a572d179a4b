"""Pixels of the ground of a whole map: patterns, edges, noise, relief and shadows.

Light comes from the north-west. A tile is `size` x `size` pixels. Arrays of tiles are [y, x], of
pixels [y, x] or [y, x, colour], of pixels by tile [y, x, pixel y, pixel x]. Noise depends only on
the place, so that a map always looks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from skirmish.core.board import Board
from skirmish.tui.map.terrain_looks import (
    FLOOR,
    NEAR,
    OPEN,
    ROAD,
    SIZES,
    Look,
    MapTheme,
    drawings,
    look_id,
    looks,
    snapped,
)

_Part = TypeVar("_Part", bound=np.generic)
Mask = NDArray[np.bool_]
Ids = NDArray[np.uint8]
Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Sides = tuple[Mask, Mask, Mask, Mask]
"""For each tile whether a condition holds to the north, west, south and east of it."""

_PATCH = 7
_STEP_LIT, _STEP_DARK, _STEP_SHADE = 1.22, 0.72, 0.8
_SOLID = frozenset(("wall", "door", "window", "open_door"))


@frozen(eq=False)
class GroundPixels:
    """The ground of a board in sight (`lit`) and out of sight (`dim`), uint8 [y, x, colour]."""

    lit: Pixels
    dim: Pixels


def ground_pixels(board: Board, size: int, colours: MapTheme) -> GroundPixels:
    """The ground of a board as pixels, `size` per tile, without overlays."""
    tiles = _Tiles.of(board, size)
    table = _ColourTable(colours)
    ids = tiles.ids(table)
    pixels = table.colours()[ids]
    light = tiles.light(colours)
    noise = _grain(ids.shape, size) * np.float32(colours.grain)
    pixels *= (light * (1 + noise[..., 0]))[..., None]
    pixels += (noise[..., 1] * _warmth(table, ids))[..., None] * np.array((14, 4, -12), np.float32)
    lit, dim = (np.clip(one, 0, 255).astype(np.uint8) for one in (pixels, colours.dimmed(pixels)))
    return GroundPixels(snapped(lit), snapped(dim)) if colours.flat else GroundPixels(lit, dim)


class _ColourTable:
    """The colours of all looks in one array, and their mixtures for edges."""

    def __init__(self, colours: MapTheme) -> None:
        self._theme = colours
        self._colours: list[Floats] = [np.zeros(3, np.float32)]
        self._first: dict[str, int] = {}
        self._warm: list[bool] = [False]
        for name, own in colours.looks.items():
            self._first[name] = len(self._colours)
            self._colours += own
            self._warm += [name in (OPEN, ROAD, "wood", "brush")] * len(own)

    def first(self, look: str) -> int:
        """The id of a look's first colour."""
        return self._first[look]

    def tinted(self, look: str, colour: str) -> int:
        """The id of a look's first colour when the terrain has this main colour instead."""
        name = f"{look} {colour}"
        if name not in self._first:
            own = self._theme.shades(look, colour)
            self._first[name] = len(self._colours)
            self._colours += own
            self._warm += [False] * len(own)
        return self._first[name]

    def mixed(self, look: str, other: str, share: float) -> int:
        """The id of a new colour: a look's first colour mixed with a share of another's."""
        a, b = self._colours[self.first(look)], self._colours[self.first(other)]
        self._colours.append(a + (b - a) * np.float32(share))
        self._warm.append(False)
        return len(self._colours) - 1

    def colours(self) -> Floats:
        """The colours by id: [id, colour]."""
        return np.array(self._colours, np.float32)

    def warm(self) -> Mask:
        """For each id whether the noise of large patches shifts the colour towards warm or cold."""
        return np.array(self._warm)


def _warmth(table: _ColourTable, ids: Ids) -> Floats:
    return table.warm()[ids].astype(np.float32)


@frozen(eq=False)
class _Tiles:
    """The looks of a board's tiles and their pixels."""

    size: int
    names: NDArray[np.str_]
    beds: NDArray[np.str_]
    levels: NDArray[np.int16]
    tints: Mapping[tuple[int, int], tuple[str, str]]

    @classmethod
    def of(cls, board: Board, size: int) -> _Tiles:
        shape = board.height, board.width
        by_kind = {kind.id: look_id(kind) for kind in dict.fromkeys(board.tiles)}
        names = np.array([by_kind[kind.id] for kind in board.tiles]).reshape(shape)
        levels = np.frombuffer(board.levels, np.uint8).astype(np.int16).reshape(shape)
        tints = {
            divmod(at, board.width): (look_id(kind), kind.colour)
            for at, kind in enumerate(board.tiles)
            if kind.colour
        }
        return cls(size, names, _beds(names), levels, tints)

    @property
    def shape(self) -> tuple[int, int]:
        """Pixels down and across."""
        down, across = self.names.shape
        return down * self.size, across * self.size

    def ids(self, table: _ColourTable) -> Ids:
        """The id of the colour of each pixel."""
        down, across = self.names.shape
        found = np.zeros((down, across, self.size, self.size), np.uint8)
        for name in dict.fromkeys(self.beds.reshape(-1).tolist()):
            where = self.beds == name
            found[where] = self._drawn(name, where)[where] + (table.first(name) - 1)
            self._fringe(found, table, name, where)
        for name in dict.fromkeys(self.names.reshape(-1).tolist()):
            if not looks()[name].bed:
                continue
            where = self.names == name
            drawn = self._drawn(name, where)
            shown = where[:, :, None, None] & (drawn > 0)
            found[shown] = drawn[shown] + (table.first(name) - 1)
        self._tint(found, table)
        return joined(found)

    def _tint(self, found: Ids, table: _ColourTable) -> None:
        """Shift terrain with a colour of its own to shades of that colour."""
        for name, colour in dict.fromkeys(self.tints.values()):
            first, own = table.first(name), table.tinted(name, colour)
            for place, tint in self.tints.items():
                if tint == (name, colour):
                    tile = found[place]
                    mine = (tile >= first) & (tile < first + len(looks()[name].colours))
                    tile[mine] += np.uint8(own - first)

    def _drawn(self, name: str, where: Mask) -> Ids:
        """The pixels of a look as if it were everywhere: numbers of its colours, 0 for the bed."""
        look = looks()[name]
        kin = np.isin(self.names, tuple(_SOLID)) if name in _SOLID else where
        place = _Place(self.size, look, where, beside(kin))
        return _PATTERNS[look.pattern](place)

    def _fringe(self, found: Ids, table: _ColourTable, name: str, where: Mask) -> None:
        """Mix the outermost pixels of ground with the ground that it borders on."""
        fringe = looks()[name].fringe
        if fringe is None:
            return
        other = np.isin(self.names, tuple(_SOLID)) | where
        edge = rim(self.size, tuple(~side for side in beside(other, edge=True)))
        edge &= where[:, :, None, None]
        edge &= by_tile(chance(self.shape, 11), self.size) < fringe.ragged
        found[edge] = table.mixed(name, fringe.look, fringe.share)

    def light(self, colours: MapTheme) -> Floats:
        """The light on each pixel: height, steps, and the shadows of objects."""
        level = spread(self.levels, self.size).astype(np.float32)
        light = 1 + np.float32(colours.level) * level
        self._relief(light)
        casts: Floats = np.ones(self.shape, np.float32)
        tall = np.zeros(self.shape, np.bool_)
        for name, look in looks().items():
            where = self.names == name
            if look.shadow is None or not where.any():
                continue
            mask = spread(where, self.size)
            if look.bed and name not in _SOLID:
                mask = mask & (joined(self._drawn(name, where)) > 0)
            tall |= mask
            length = max(1, round(look.shadow.length * self.size))
            np.minimum(casts, _shade(mask, length, look.shadow.light), out=casts)
        light *= np.where(tall, np.float32(1), casts)
        return light

    def _relief(self, light: Floats) -> None:
        """Light on steps of the ground: bright to the north and west, dark to south and east."""
        size, levels = self.size, self.levels
        pixels = light.reshape(levels.shape[0], size, levels.shape[1], size)
        falls = levels[:-1] > levels[1:], levels[:, :-1] > levels[:, 1:]
        rises = levels[:-1] < levels[1:], levels[:, :-1] < levels[:, 1:]
        south, east = np.where(falls[0], _STEP_DARK, 1), np.where(falls[1], _STEP_DARK, 1)
        pixels[:-1, -1] *= south[..., None]
        pixels[:, :, :-1, -1] *= east[:, None]
        shade = np.where(falls[0], _STEP_SHADE, np.where(rises[0], _STEP_LIT, 1))
        pixels[1:, 0] *= shade[..., None]
        shade = np.where(falls[1], _STEP_SHADE, np.where(rises[1], _STEP_LIT, 1))
        pixels[:, :, 1:, 0] *= shade[:, None]


def _beds(names: NDArray[np.str_]) -> NDArray[np.str_]:
    """The look of the ground under each tile."""
    known = looks()
    floor = np.sum(beside(names == FLOOR), axis=0) > 0
    road = np.sum(beside(names == ROAD), axis=0) > 1
    nearby = np.where(floor, FLOOR, np.where(road, ROAD, OPEN))
    beds = names.astype(object)
    for name in dict.fromkeys(names.reshape(-1).tolist()):
        bed, where = known[name].bed or name, names == name
        beds[where] = nearby[where] if bed == NEAR else bed
    return beds.astype(str)


@frozen(eq=False)
class _Place:
    """Input of a pattern: the look, its tiles, and where it continues beside each."""

    size: int
    look: Look
    where: Mask
    kin: Sides

    def empty(self, number: int = 0) -> Ids:
        """Pixels by tile, filled with one colour."""
        down, across = self.where.shape
        return np.full((down, across, self.size, self.size), number, np.uint8)

    def chance(self, salt: int) -> Floats:
        """A number from 0 to 1 for each pixel, by tile."""
        down, across = self.where.shape
        return by_tile(chance((down * self.size, across * self.size), salt), self.size)


def _specks(place: _Place) -> Ids:
    found = place.empty(1)
    found[place.chance(1) < place.look.share] = 2
    if place.look.glint:
        bright = place.chance(2) < place.look.glint / 2
        bright[..., 1:] |= bright[..., :-1]
        found[bright] = 3
    return found


def _rows(place: _Place) -> Ids:
    """Boards two or three pixels wide, with joints if there is room for them."""
    size, found = place.size, place.empty(1)
    step = max(2, size // 2)
    found[:, :, step - 1 :: step] = 2
    if size == max(_JOINTS):
        for row, column in _JOINTS.items():
            found[:, (row % 2) :: 2, row % size, column] = 2
    return found


_JOINTS = {0: 4, 1: 4, 3: 1, 4: 1, 6: 0}


def _columns(place: _Place) -> Ids:
    found = place.empty(1)
    step = max(2, place.size // 2)
    found[..., step - 1 :: step] = 2
    return found


def _art(place: _Place) -> Ids:
    bank = drawings(place.look, place.size)
    down, across = place.where.shape
    choice = (chance((down, across), 3) * len(bank)).astype(np.intp)
    found: Ids = bank[choice]
    if place.look.round:
        _round(found, place)
    return found


def _round(found: Ids, place: _Place) -> None:
    """Clear the corners of tiles that have no neighbour on either side of the corner."""
    north, west, south, east = place.kin
    reach = place.size // 2
    for (vertical, row), (horizontal, column) in (
        ((north, 0), (west, 0)),
        ((north, 0), (east, -1)),
        ((south, -1), (west, 0)),
        ((south, -1), (east, -1)),
    ):
        bare = ~vertical & ~horizontal & place.where
        for down in range(max(1, reach - 1)):
            for across in range(max(1, reach - 1) - down):
                y = row + down if row == 0 else row - down
                x = column + across if column == 0 else column - across
                found[bare, y, x] = 0


def _wall(place: _Place) -> Ids:
    north, west, south, east = place.kin
    size, found = place.size, place.empty(1)
    found[place.chance(5) < _WEATHERED] = 4
    found[~north, 0] = 2
    found[~west, :, 0] = 2
    found[~east, :, -1] = 4
    foot = max(1, size // 3)
    found[~south, size - foot :] = 3
    return found


_WEATHERED = 0.12


def _opening(place: _Place) -> Ids:
    """Doors and windows in line with the walls beside them, set back if there is room."""
    north, west, south, east = place.kin
    size, found = place.size, place.empty()
    back = 1 if size > SIZES[0] else 0
    leaf = np.zeros((size, size), np.uint8)
    leaf[back : size - back] = 1
    if back:
        slant = np.arange(size)[back : size - back]
        leaf[size - 1 - slant, slant] = 3
    upright = (north | south) & ~(west & east)
    lying, standing = leaf.copy(), leaf.T.copy()
    lying[size - 1 - back] = 2
    standing[-1, back : size - back] = 2
    found[~upright], found[upright] = lying, standing
    return found


def _bar(place: _Place) -> Ids:
    """A bar through the middle towards neighbours of its kind; else it lies across its tile."""
    size, look = place.size, place.look
    north, west, south, east = place.kin
    thick = max(1, round(look.width * size))
    first = (size - thick) // 2
    core = slice(first, first + thick)
    covered = np.zeros((*place.where.shape, size, size), np.bool_)
    covered[:, :, core, core] = True
    lying = west | east | ~(north | south)
    covered[lying, core] = True
    covered[~east & (north | south), core, first + thick :] = False
    covered[~west & (north | south), core, :first] = False
    covered[north, : first + thick, core] = True
    covered[south, first:, core] = True
    found = np.where(covered, np.uint8(1), np.uint8(0))
    if look.share:
        found[covered & (place.chance(6) < look.share)] = 3
    return _edged(found, covered, place)


def _edged(found: Ids, covered: Mask, place: _Place) -> Ids:
    """The lit north row, the dark south row and the posts of a bar."""
    flat = joined(covered)
    above = np.zeros_like(flat)
    above[1:] = flat[:-1]
    below = np.zeros_like(flat)
    below[:-1] = flat[1:]
    lit, dark = by_tile(flat & ~above, place.size), by_tile(flat & ~below, place.size)
    if place.look.width * place.size >= 1:
        found[dark] = 2
    found[lit & ~(dark & (place.size == SIZES[0]))] = 3
    if place.look.posts:
        middle = (place.size - 1) // 2
        found[:, :, middle : middle + 2, middle] = 2
        found[:, :, max(0, middle - 1), middle] = 3
    return found


def _cut(place: _Place) -> Ids:
    north, west, south, east = place.kin
    found = place.empty(1)
    found[place.chance(7) < _WEATHERED] = 3
    found[~north, 0] = 2
    found[~west, :, 0] = 2
    if place.size > SIZES[0]:
        found[~east, :, -1] = 2
        found[~south, -1] = 2
    return found


_PATTERNS: Mapping[str, Callable[[_Place], Ids]] = {
    "specks": _specks,
    "rows": _rows,
    "columns": _columns,
    "art": _art,
    "wall": _wall,
    "opening": _opening,
    "bar": _bar,
    "cut": _cut,
}


def joined(parts: NDArray[_Part]) -> NDArray[_Part]:
    """Pixels by tile as one picture."""
    down, across, size, _ = parts.shape
    return parts.transpose(0, 2, 1, 3).reshape(down * size, across * size)


def by_tile(pixels: NDArray[_Part], size: int) -> NDArray[_Part]:
    """A picture as pixels by tile."""
    down, across = pixels.shape
    return pixels.reshape(down // size, size, across // size, size).transpose(0, 2, 1, 3)


def spread(tiles: NDArray[_Part], size: int) -> NDArray[_Part]:
    """The value of each tile repeated for each of its pixels."""
    return tiles.repeat(size, axis=0).repeat(size, axis=1)


def beside(mask: Mask, *, edge: bool = False) -> Sides:
    """Whether the tile to the north, west, south and east of each is in a mask."""
    wide = np.pad(mask, 1, constant_values=edge)
    return wide[:-2, 1:-1], wide[1:-1, :-2], wide[2:, 1:-1], wide[1:-1, 2:]


def rim(size: int, sides: tuple[Mask, ...]) -> Mask:
    """The outermost pixels of tiles on the given sides, by tile."""
    north, west, south, east = sides
    found = np.zeros((*north.shape, size, size), np.bool_)
    found[north, 0] = True
    found[west, :, 0] = True
    found[south, -1] = True
    found[east, :, -1] = True
    return found


def _shade(mask: Mask, length: int, light: float) -> Floats:
    """The light left by the shadows that pixels cast to the south-east."""
    shaded = np.zeros_like(mask)
    for step in range(1, length + 1):
        shaded[step:, step:] |= mask[:-step, :-step]
    return np.where(shaded, np.float32(light), np.float32(1))


@cache
def chance(shape: tuple[int, ...], salt: int) -> Floats:
    """A number from 0 to 1 for each place, which depends only on place and salt."""
    y, x = np.indices(shape, np.uint32)
    salted = np.uint32(salt * 0x27D4EB2F & 0xFFFFFFFF)
    mixed = x * np.uint32(0x9E3779B1) ^ y * np.uint32(0x85EBCA77) ^ salted
    mixed ^= mixed >> 15
    mixed *= np.uint32(0x2C1B3C6D)
    mixed ^= mixed >> 12
    mixed *= np.uint32(0x297A2D39)
    mixed ^= mixed >> 15
    found: Floats = (mixed >> 8).astype(np.float32) / np.float32(1 << 24)
    return found


@cache
def _grain(shape: tuple[int, int], size: int) -> Floats:
    """Noise [y, x, 2]: share of light to add, and warmth of large patches from -1 to 1."""
    fine = chance(shape, 21) - np.float32(0.5)
    small = _smooth(shape, size * 2, 22)
    large = _smooth(shape, size * _PATCH, 23)
    light = fine * np.float32(0.16) + small * np.float32(0.1) + large * np.float32(0.1)
    return np.stack((light, large), axis=-1)


def _smooth(shape: tuple[int, int], step: int, salt: int) -> Floats:
    """Value noise from -1 to 1: random numbers every `step` pixels with smooth slopes between."""
    knots = chance((shape[0] // step + 2, shape[1] // step + 2), salt) * 2 - 1
    down, across = (_weights(count, step) for count in shape)
    smooth: Floats = (down @ knots @ across.T).astype(np.float32)
    return smooth


def _weights(count: int, step: int) -> Floats:
    """The weight of each knot of a line at each pixel: [pixel, knot]."""
    at = np.arange(count)
    knot, part = at // step, (at % step + np.float32(0.5)) / step
    eased = (part * part * (3 - 2 * part)).astype(np.float32)
    weights = np.zeros((count, count // step + 2), np.float32)
    weights[at, knot] = 1 - eased
    weights[at, knot + 1] = eased
    return weights
