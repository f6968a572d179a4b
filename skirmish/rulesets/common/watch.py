"""Ground that a figure watches, on overwatch or with a held action, as a zone on the map.

The enemy sees the zone as far as he sees its tiles. What one who is hidden watches he does not
see, for it would give that figure away.
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
    """Both kinds of zone, for a declaration."""
    return {
        SEEN: ZoneKind(label, glyph),
        UNSEEN: ZoneKind(f"{label}, unseen", glyph, open=False),
    }


def lay(scene: Scene, owner: str, tiles: Iterable[Tile], numbers: Mapping[str, int]) -> None:
    """Marks what a figure watches from now on."""
    figure = scene.state.figures[owner]
    kind = UNSEEN if figure.count(HIDDEN) else SEEN
    zone = zones.free_id(scene.state, kind, figure.side)
    scene.emit(Zoned(zone, kind, figure.side, tuple(tiles), owner=owner, numbers=numbers))


def come_out(scene: Scene, owner: str) -> None:
    """Shows the enemy what a figure watches that is hidden no more."""
    if scene.state.figures[owner].count(HIDDEN):
        return
    for zone in tuple(watched(scene.state)):
        if zone.owner == owner and zone.kind == UNSEEN:
            lift(scene, owner)
            lay(scene, owner, zone.tiles, zone.numbers)


def lift(scene: Scene, owner: str) -> None:
    """A figure watches nothing any more."""
    for kind in KINDS:
        zones.lift(scene, owner, kind)


def watched(state: State) -> Iterator[Zone]:
    """All that is watched, by either side."""
    return (zone for zone in state.zones.values() if zone.kind in KINDS)
