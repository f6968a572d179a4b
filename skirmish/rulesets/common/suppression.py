"""Suppressive fire as a zone on the map, with its owner and the figures that it has hit.

A zone's id does not name its owner, because the enemy may see the zone but not the owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from skirmish.core.events import Linked, Unlinked, Zoned
from skirmish.core.figures import LinkKind, ZoneKind
from skirmish.core.geometry import Tile
from skirmish.core.state import State, Zone
from skirmish.rulesets.common import zones
from skirmish.rulesets.scene import Scene

KIND = "suppression"
STRUCK = "under_fire"
ZONE = ZoneKind("suppressive fire", "x")
LINK = LinkKind("keeps firing at", open=True)


def lay(
    scene: Scene, owner: str, tiles: Iterable[Tile], numbers: Mapping[str, int], until: int = 0
) -> str:
    """Place a zone that a figure keeps up, replacing its last one; return the zone's id (EP-31).

    POOL-F13.
    """
    lift(scene, owner)
    side = scene.state.figures[owner].side
    zone = zones.free_id(scene.state, KIND, side)
    scene.emit(Zoned(zone, KIND, side, tuple(tiles), owner=owner, numbers=numbers, until=until))
    return zone


def lift(scene: Scene, owner: str) -> None:
    """End a figure's suppressive fire, and remove the marks of figures that it has hit (EP-31).

    POOL-F13.
    """
    zones.lift(scene, owner, KIND)
    for link in scene.state.linked(STRUCK, a=owner):
        scene.emit(Unlinked(STRUCK, owner, link.b))


def zones_on(state: State, tile: Tile) -> tuple[Zone, ...]:
    """Return the zones of suppressive fire that cover a tile."""
    return tuple(zone for zone in state.zones.values() if zone.kind == KIND and tile in zone.tiles)


def struck(state: State, zone: Zone, name: str) -> bool:
    """Whether a zone has had its shot at a figure (POOL-F13, EP-A9)."""
    now = state.clock.point
    links = state.linked(STRUCK, a=zone.owner, b=name)
    return any(not link.until or link.until > now for link in links)


def mark(scene: Scene, zone: Zone, name: str, until: int = 0) -> None:
    """Mark that a zone had its shot at a figure, until a clock point (0: the zone's end).

    POOL-F13, EP-A9.
    """
    scene.emit(Linked(STRUCK, zone.owner, name, until=until))
