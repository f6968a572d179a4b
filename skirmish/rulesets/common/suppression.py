"""Suppressive fire as a zone on the map: who keeps it up, whom it has struck already.

A zone's id tells nothing of its owner, for the enemy sees the zone and perhaps not him.
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
    """Lays a zone that a figure keeps up, in place of its last one; gives the zone's id."""
    lift(scene, owner)
    side = scene.state.figures[owner].side
    zone = zones.free_id(scene.state, KIND, side)
    scene.emit(Zoned(zone, KIND, side, tuple(tiles), owner=owner, numbers=numbers, until=until))
    return zone


def lift(scene: Scene, owner: str) -> None:
    """Ends a figure's suppressive fire, and forgets whom it has struck."""
    zones.lift(scene, owner, KIND)
    for link in scene.state.linked(STRUCK, a=owner):
        scene.emit(Unlinked(STRUCK, owner, link.b))


def zones_on(state: State, tile: Tile) -> tuple[Zone, ...]:
    """The zones of suppressive fire that cover a tile."""
    return tuple(zone for zone in state.zones.values() if zone.kind == KIND and tile in zone.tiles)


def struck(state: State, zone: Zone, name: str) -> bool:
    """Whether a zone has had its shot at a figure already."""
    now = state.clock.point
    links = state.linked(STRUCK, a=zone.owner, b=name)
    return any(not link.until or link.until > now for link in links)


def mark(scene: Scene, zone: Zone, name: str, until: int = 0) -> None:
    """A zone has had its shot at a figure, until a clock point (0: as long as the zone lies)."""
    scene.emit(Linked(STRUCK, zone.owner, name, until=until))
