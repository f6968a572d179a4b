"""Tiles that a figure watches, on overwatch or with a held action, as a zone on the map.

The enemy sees those tiles of the zone that it has in sight, but not the zone of a hidden figure,
which would reveal the figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from skirmish.core.events import Zoned
from skirmish.core.figures import HIDDEN, ZoneKind
from skirmish.core.geometry import Tile
from skirmish.core.state import State, Zone
from skirmish.rulesets.common import zones
from skirmish.rulesets.scene import Scene

SEEN = "overwatch"
UNSEEN = "unseen_overwatch"
KINDS = (SEEN, UNSEEN)


def kinds(label: str, glyph: str) -> Mapping[str, ZoneKind]:
    """Return both kinds of zone, for a declaration."""
    return {
        SEEN: ZoneKind(label, glyph),
        UNSEEN: ZoneKind(f"{label}, unseen", glyph, open=False),
    }


def lay(scene: Scene, owner: str, tiles: Iterable[Tile], numbers: Mapping[str, int]) -> None:
    """Place the zone that a figure watches from now on (POOL-F14, D20-F10)."""
    figure = scene.state.figures[owner]
    kind = UNSEEN if figure.count(HIDDEN) else SEEN
    zone = zones.free_id(scene.state, kind, figure.side)
    scene.emit(Zoned(zone, kind, figure.side, tuple(tiles), owner=owner, numbers=numbers))


def come_out(scene: Scene, owner: str) -> None:
    """Show the enemy the zone of a figure that is no longer hidden (POOL-F14, D20-F10)."""
    if scene.state.figures[owner].count(HIDDEN):
        return
    for zone in tuple(watched(scene.state)):
        if zone.owner == owner and zone.kind == UNSEEN:
            lift(scene, owner)
            lay(scene, owner, zone.tiles, zone.numbers)


def lift(scene: Scene, owner: str) -> None:
    """Remove the zone that a figure watches."""
    for kind in KINDS:
        zones.lift(scene, owner, kind)


def watched(state: State) -> Iterator[Zone]:
    """Return all watched zones of both sides."""
    return (zone for zone in state.zones.values() if zone.kind in KINDS)
