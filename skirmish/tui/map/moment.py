"""A moment of the events played on the map, for both renderers."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.presentation.log.effects import Effect, Timeline, Walk, Word

WHOLE = 1000
"""The whole of an effect's time, in thousandths."""


@frozen(eq=False)
class Moment:
    """A timeline at a time in milliseconds; with `still` nothing moves within an effect."""

    timeline: Timeline
    time: int
    still: bool = False

    @property
    def view(self) -> View:
        """The view under the effects."""
        return self.timeline.stage(self.time).view

    @property
    def told(self) -> int:
        """The number of news that have happened."""
        return self.timeline.stage(self.time).told

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects shown."""
        return self.timeline.seen(self.time)

    @property
    def focus(self) -> Tile | None:
        """The tile to look at."""
        return self.timeline.focus(self.time)

    def share(self, effect: Effect) -> int:
        """The share of an effect's time that has passed, in thousandths."""
        return min(max(0, (self.time - effect.start) * WHOLE // effect.length), WHOLE)

    def look(self, zoom: int) -> tuple[object, ...]:
        """Key for the look on a painted map: moments with equal keys look the same."""
        steps = ((one, self._step(one, self.share(one), zoom)) for one in self.effects)
        return (self.view, self.focus, self.still, *steps)

    def _step(self, effect: Effect, share: int, zoom: int) -> object:
        match effect:
            case Walk() if not self.still:
                return walked(effect, share, zoom)
            case Word() if not self.still:
                return risen(share, zoom)
            case _:
                return share


def walked(walk: Walk, share: int, zoom: int) -> tuple[int, int, int]:
    """Index of the last tile that a figure has reached on its path, and the cells beyond it."""
    steps = len(walk.tiles) - 1
    at, part = divmod(min(share * steps, WHOLE * steps - 1), WHOLE)
    here, there = walk.tiles[at], walk.tiles[at + 1]
    columns, rows = (there[0] - here[0]) * 2 * zoom, (there[1] - here[1]) * zoom
    return at, round(columns * part / WHOLE), round(rows * part / WHOLE)


def risen(share: int, zoom: int) -> int:
    """The number of rows that words have risen within their tile."""
    return min(zoom - 1, zoom * share // WHOLE)
