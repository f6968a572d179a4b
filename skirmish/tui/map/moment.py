"""A moment of what is watched on the map, for both renderers."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.presentation.effects import Effect, Timeline

WHOLE = 1000
"""The whole of an effect's time."""


@frozen(eq=False)
class Moment:
    """A timeline at a time in milliseconds; with `still` nothing moves within an effect."""

    timeline: Timeline
    time: int
    still: bool = False

    @property
    def view(self) -> View:
        """What the effects are seen over."""
        return self.timeline.stage(self.time).view

    @property
    def told(self) -> int:
        """How many of the news have happened."""
        return self.timeline.stage(self.time).told

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What is seen."""
        return self.timeline.seen(self.time)

    @property
    def focus(self) -> Tile | None:
        """The tile to look at."""
        return self.timeline.focus(self.time)

    def share(self, effect: Effect) -> int:
        """How much of an effect's time is over, in thousandths."""
        return min(max(0, (self.time - effect.start) * WHOLE // effect.length), WHOLE)
