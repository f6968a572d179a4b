"""Where the sides deploy, and what they fight for: common to all places.

Places are drawn with blue on the left; a map that is higher than wide is turned at the end.
"""

from __future__ import annotations

from attrs import frozen

from skirmish.core.setup import Area
from skirmish.generator.canvas import Canvas

_APPROACH = 36
"""Columns between the zones at most on maps up to `_WIDE`; beyond them half of what is wider."""
_WIDE = 60
_DEPTH = 3, 6
"""Columns of a zone, for few and for many figures."""
_ROWS = 30
"""Rows of a zone at most."""
_ROOM = 4
"""Tiles of a zone for each figure."""
SHARED, ATTACK = "shared", "attack"


@frozen
class Goal:
    """A place to hold.

    Attributes:
        area: Its tiles; of an attack those that blue holds.
        name: What it is called, as in "the square".
        points: Points a turn.
        kind: `SHARED`: both sides score there, and at its image if it is another place; `ATTACK`:
            blue scores there, and red at its image.
    """

    area: Area
    name: str
    points: int = 1
    kind: str = SHARED


@frozen
class Layout:
    """Where blue deploys; red does at its image.

    Attributes:
        zone: The zone of blue.
        front: The first column before it.
        gap: Columns between the two zones.
    """

    zone: Area
    front: int
    gap: int

    @property
    def turns(self) -> int:
        """Turns of the battle: time to arrive, and to fight for what is there."""
        return 6 + self.gap // 6


def layout_of(canvas: Canvas, figures: int) -> Layout:
    """Return the layout of a map for a number of figures on each side."""
    width, height = canvas.size
    depth = min(max(_DEPTH[0], 2 + figures // 5), _DEPTH[1])
    gap = min(width - 2 * depth, _APPROACH + max(0, width - _WIDE) // 2)
    gap -= (width - gap) % 2
    left = (width - gap) // 2 - depth
    rows = min(height - 2, max(_ROWS, _ROOM * figures // depth))
    rows -= (height - rows) % 2
    top = (height - rows) // 2
    zone = left, top, left + depth - 1, top + rows - 1
    return Layout(zone, left + depth, gap)
