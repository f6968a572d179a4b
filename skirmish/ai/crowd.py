"""Number of figures of a side that stand close to a tile."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from skirmish.core.geometry import Tile, chebyshev

RINGS = 4
"""As far as two may stand apart and yet be struck by one blast between them, in tiles."""


@frozen(eq=False)
class Crowd:
    """Those who stand on some tiles."""

    tiles: Sequence[Tile]

    def around(self, tile: Tile, but: Tile) -> Sequence[int]:
        """How many stand one tile from a tile, two and so on, without the figure on tile `but`."""
        found = [0] * (RINGS + 1)
        for there in self.tiles:
            gap = chebyshev(tile, there)
            if gap <= RINGS and there != but:
                found[gap] += 1
        return found[1:]
