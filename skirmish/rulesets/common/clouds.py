"""Clouds: their tiles, and the figures inside."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.events import Zoned
from skirmish.core.geometry import Tile
from skirmish.core.state import State, Zone
from skirmish.core.text import by_id
from skirmish.rulesets.scene import Scene


def footprint(state: State, centre: Tile, radius: int) -> tuple[Tile, ...]:
    """Return the tiles of a cloud: those within its radius without a wall between (BAY-F12)."""
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
    """Place a cloud of a side, and return its zone's id; it ends by itself (BAY-20, BAY-F12).

    The id contains only what both sides may know; a cloud of the same kind and side with the same
    centre replaces the earlier one.
    """
    zone = f"{kind}_{side}_{centre[0]}_{centre[1]}"
    tiles = footprint(scene.state, centre, radius)
    scene.emit(Zoned(zone, kind, side, tiles, owner=owner, numbers=numbers, until=until))
    return zone


def inside(state: State, zone: Zone, side: str = "") -> tuple[str, ...]:
    """Return the figures in a zone, of one side or of both, lower ids first."""
    return by_id(
        figure.id
        for figure in state.figures.values()
        if figure.at in zone.tiles and side in ("", figure.side)
    )
