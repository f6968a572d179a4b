"""Mirrored and rotated scenarios: map, figures, zones, areas, edges, and text with tiles."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from skirmish.core.geometry import DELTAS, Facing, Tile, parse_tile, tile_text
from skirmish.core.setup import Area, Objective
from skirmish.scenario import FigureEntry, Force, MapSection, Scenario, Wave

_TILE = re.compile(r"\b[0-9]{1,3},[0-9]{1,3}\b")
_FACING = re.compile(r"(?<![A-Za-z0-9_])(?:NE|NW|SE|SW|N|E|S|W)(?![A-Za-z0-9_])")


@frozen
class Orientation:
    """An orientation of the map: the steps that east and south become."""

    name: str
    east: Tile
    south: Tile

    def step(self, dx: int, dy: int) -> Tile:
        """A step in this orientation."""
        return (
            dx * self.east[0] + dy * self.south[0],
            dx * self.east[1] + dy * self.south[1],
        )

    def tile(self, tile: Tile, size: Tile) -> Tile:
        """A tile of a map of this size in this orientation."""
        x, y = self.step(*tile)
        right, down = self.step(size[0] - 1, size[1] - 1)
        return x - min(0, right), y - min(0, down)

    def facing(self, facing: Facing) -> Facing:
        """A facing in this orientation."""
        return Facing(DELTAS.index(self.step(*facing.delta)))

    def area(self, area: Area, size: Tile) -> Area:
        """A rectangle in this orientation."""
        ax, ay = self.tile((area[0], area[1]), size)
        bx, by = self.tile((area[2], area[3]), size)
        return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)

    def text(self, text: str, size: Tile) -> str:
        """A text with its tiles and facings in this orientation."""
        text = _TILE.sub(lambda m: tile_text(self.tile(parse_tile(m[0]), size)), text)
        return _FACING.sub(lambda m: self.facing(Facing[m[0]]).name, text)

    def back(self, text: str, size: Tile) -> str:
        """A text of this orientation with tiles and facings of the map as drawn, of this size."""
        (a, b), (c, d) = self.east, self.south
        wide, high = self.step(*size)
        return Orientation(self.name, (a, c), (b, d)).text(text, (abs(wide), abs(high)))


ORIENTATIONS: Mapping[str, Orientation] = {
    way.name: way
    for way in (
        Orientation("drawn", (1, 0), (0, 1)),
        Orientation("mirrored", (-1, 0), (0, 1)),
        Orientation("upside down", (1, 0), (0, -1)),
        Orientation("turned", (0, 1), (-1, 0)),
    )
}


def oriented(scenario: Scenario, way: Orientation) -> Scenario:
    """The scenario in another orientation."""
    size = scenario.map.size
    return evolve(
        scenario,
        map=_ground(scenario.map, way),
        sides=tuple(_force(force, way, size) for force in scenario.sides),
        objectives=tuple(_objective(one, way, size) for one in scenario.objectives),
        waves=tuple(_wave(wave, way, size) for wave in scenario.waves),
    )


def _ground(ground: MapSection, way: Orientation) -> MapSection:
    return evolve(
        ground,
        rows=_rows(ground.rows, way, ground.size),
        levels=_rows(ground.levels, way, ground.size),
    )


def _rows(rows: Sequence[str], way: Orientation, size: Tile) -> tuple[str, ...]:
    if not rows:
        return ()
    letters = {
        way.tile((x, y), size): letter for y, row in enumerate(rows) for x, letter in enumerate(row)
    }
    width, height = (1 + max(tile[axis] for tile in letters) for axis in (0, 1))
    return tuple("".join(letters[x, y] for x in range(width)) for y in range(height))


def _force(force: Force, way: Orientation, size: Tile) -> Force:
    return evolve(
        force,
        deploy=None if force.deploy is None else way.area(force.deploy, size),
        figures=tuple(_entry(entry, way, size) for entry in force.figures),
    )


def _entry(entry: FigureEntry, way: Orientation, size: Tile) -> FigureEntry:
    return evolve(
        entry,
        at=None if entry.at is None else way.tile(entry.at, size),
        facing=None if entry.facing is None else way.facing(entry.facing),
    )


def _objective(objective: Objective, way: Orientation, size: Tile) -> Objective:
    area = objective.area
    return evolve(objective, area=None if area is None else way.area(area, size))


def _wave(wave: Wave, way: Orientation, size: Tile) -> Wave:
    edge = way.facing(Facing[wave.arrival.edge]).name
    return evolve(
        wave,
        arrival=evolve(wave.arrival, edge=edge),
        figures=tuple(_entry(entry, way, size) for entry in wave.figures),
    )
