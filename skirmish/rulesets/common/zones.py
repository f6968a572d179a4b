"""Zones on the map: their ids, the end of those that a figure keeps up; clouds.

An id does not name the owner, because the enemy may see a zone but not its owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from skirmish.core.events import Unzoned, Zoned
from skirmish.core.geometry import Tile
from skirmish.core.state import State, Zone
from skirmish.core.text import by_id
from skirmish.rulesets.common import areas
from skirmish.rulesets.scene import Scene


def free_id(state: State, kind: str, side: str) -> str:
    """Return the first id that no zone of this kind and side has."""
    count = 1
    while f"{kind}_{side}_{count}" in state.zones:
        count += 1
    return f"{kind}_{side}_{count}"


def kind_of_id(zone: str, kinds: Iterable[str]) -> str:
    """Return the kind with which a zone's id begins, the longest of several; "" for none."""
    return max((kind for kind in kinds if zone.startswith(f"{kind}_")), key=len, default="")


def lift(scene: Scene, owner: str, kind: str = "") -> None:
    """Remove the zones that a figure keeps up, of one kind or all; clouds stay."""
    kinds = scene.state.setup.declared.zones
    for zone in tuple(scene.state.zones.values()):
        if zone.owner == owner and kind in ("", zone.kind) and not kinds[zone.kind].drifts:
            scene.emit(Unzoned(zone.id))


def footprint(state: State, centre: Tile, radius: int) -> tuple[Tile, ...]:
    """Return the tiles of a cloud: those within its radius without a wall between (BAY-F12)."""
    return state.board.tiles_of(areas.blast(state.board, centre, radius))


def lay_cloud(
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


def figures_in(state: State, zone: Zone, side: str = "") -> tuple[str, ...]:
    """Return the figures in a zone, of one side or of both, lower ids first."""
    return by_id(
        figure.id
        for figure in state.figures.values()
        if figure.at in zone.tiles and side in ("", figure.side)
    )
