"""What a side saw happen, as timed effects in sequence; independent of any screen.

Times are whole milliseconds at normal speed, places are in parts of a tile.
"""

from __future__ import annotations

from attrs import field, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.view import News, View

GRAIN = 12
"""Parts of a tile, across and down."""
Spot = tuple[int, int]
"""A place on the map in parts of a tile."""
GOOD, MIDDLING, BAD, CALM = "good", "middling", "bad", "later"
"""Tones of words: colours of the map's themes."""


@frozen
class Effect:
    """Something that is seen from `start` on for `length` milliseconds."""

    start: int
    length: int


@frozen
class Walk(Effect):
    """A figure moves over these tiles; it stands on the first of them."""

    figure: Figure
    tiles: tuple[Tile, ...]


@frozen
class MuzzleFlash(Effect):
    """The flash of a shot, towards a place."""

    at: Spot
    towards: Spot


@frozen
class Tracer(Effect):
    """The flight of one round."""

    begin: Spot
    end: Spot


@frozen
class Flight(Effect):
    """The flight of a shell or a grenade in a high arc."""

    begin: Spot
    end: Spot


@frozen
class Blast(Effect):
    """A blast with its ring; `radius` in tiles."""

    at: Tile
    radius: int


@frozen
class Spread(Effect):
    """A cloud that grows over tiles from the first one on; `kind` is the zone's."""

    tiles: tuple[Tile, ...]
    kind: str


@frozen
class Impact(Effect):
    """A figure is struck."""

    at: Tile


@frozen
class Drop(Effect):
    """A figure falls at its tile."""

    figure: Figure
    at: Tile


@frozen
class Clash(Effect):
    """A blow hand to hand."""

    begin: Spot
    end: Spot


@frozen
class Sighting(Effect):
    """An enemy comes into sight."""

    at: Tile


@frozen
class Door(Effect):
    """The terrain of a tile changes."""

    at: Tile


@frozen
class Word(Effect):
    """A word or number that rises from a tile; `tone` is a colour of the map's themes."""

    at: Tile
    text: str
    tone: str


@frozen
class Clip:
    """What a side saw between two of its views."""

    before: View
    after: View
    news: tuple[News, ...] = field(repr=False)


@frozen
class Stage:
    """What is on the map from a moment on; `told` is the number of news up to then."""

    start: int
    view: View
    told: int


@frozen
class Timeline:
    """A clip in time: its effects, and the stages that they are drawn over."""

    clip: Clip
    effects: tuple[Effect, ...]
    stages: tuple[Stage, ...]

    @property
    def length(self) -> int:
        """Milliseconds until the last effect has ended."""
        return max((one.start + one.length for one in self.effects), default=0)

    def stage(self, time: int) -> Stage:
        """What is on the map at a time."""
        return next(one for one in reversed(self.stages) if one.start <= max(0, time))

    def seen(self, time: int) -> tuple[Effect, ...]:
        """The effects that are visible at a time."""
        return tuple(one for one in self.effects if one.start <= time < one.start + one.length)

    def focus(self, time: int) -> Tile | None:
        """The tile to look at: where the newest effect ends."""
        begun = [one for one in self.effects if one.start <= time]
        return _place(begun[-1]) if begun else None


def middle(tile: Tile) -> Spot:
    """The middle of a tile."""
    return tile[0] * GRAIN + GRAIN // 2, tile[1] * GRAIN + GRAIN // 2


def tile_of(spot: Spot) -> Tile:
    """The tile that contains a place."""
    return spot[0] // GRAIN, spot[1] // GRAIN


def _place(effect: Effect) -> Tile | None:
    match effect:
        case Walk():
            return effect.tiles[-1]
        case Tracer() | Flight() | Clash():
            return tile_of(effect.end)
        case MuzzleFlash():
            return tile_of(effect.at)
        case Spread():
            return effect.tiles[0]
        case Blast() | Impact() | Drop() | Sighting() | Door() | Word():
            return effect.at
        case _:
            return None
