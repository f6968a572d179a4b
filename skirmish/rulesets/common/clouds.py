"""Clouds: where they lie, which figures are inside."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.events import Zoned
from skirmish.core.geometry import Tile
from skirmish.core.state import State, Zone
from skirmish.core.text import by_id
from skirmish.rulesets.scene import Scene


def footprint(state: State, centre: Tile, radius: int) -> tuple[Tile, ...]:
    """The tiles of a cloud: those in its radius that walls do not part from its centre."""
    bare = state.board.with_clouds(0)
    return bare.tiles_of(bare.disc(centre, radius) & bare.seen_from(centre))


def lay(
    scene: Scene,
    kind: str,
    side: str,
    centre: Tile,
    radius: int,
    *,
    owner: str,
    until: int,
    numbers: Mapping[str, int],
) -> str:
    """Lays a cloud that a side answers for, and gives its zone's id; it ends by itself.

    The id is made of what both sides may know of it; a cloud of the same kind and side on the
    same centre takes the place of the earlier one.
    """
    zone = f"{kind}_{side}_{centre[0]}_{centre[1]}"
    tiles = footprint(scene.state, centre, radius)
    scene.emit(Zoned(zone, kind, side, tiles, owner=owner, numbers=numbers, until=until))
    return zone


def inside(state: State, zone: Zone, side: str = "") -> tuple[str, ...]:
    """The figures that stand in a zone, of one side or of both, lower ids first."""
    return by_id(
        figure.id
        for figure in state.figures.values()
        if figure.at in zone.tiles and side in ("", figure.side)
    )
