"""Zones that the enemy keeps under fire, as far as a side sees it, and their cost to walkers."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from skirmish.core.geometry import Tile
from skirmish.core.view import View

UNKNOWN = 10
"""A shot from somebody unseen is taken to cost one part in so many of whom it is aimed at."""
AGAIN = 1500
"""What a longer way through such ground costs, in thousandths of a shot: there may be another."""
LONG = 3
"""Steps through such ground from which a way is long."""


@frozen
class DangerZone:
    """A zone of the enemy: mask of its tiles, who keeps it up ("" where that is not known)."""

    tiles: int
    owner: str


def find_danger_zones(view: View) -> tuple[DangerZone, ...]:
    """The zones in which the enemy may fire at figures that move; clouds are none."""
    state = view.state
    kinds = state.setup.declared.zones
    return tuple(
        DangerZone(state.board.mask_of(zone.tiles), zone.owner)
        for zone in state.zones.values()
        if zone.side != view.side and not kinds[zone.kind].drifts
    )


def shown(zone: DangerZone, bits: Sequence[int], path: Sequence[Tile]) -> tuple[Tile, int]:
    """The first tile of a path that leads into a zone or on in it, and how many there are."""
    inside = [tile for tile, bit in zip(path, bits, strict=True) if zone.tiles & bit]
    return (inside[0], len(inside)) if inside else (path[0], 0)
