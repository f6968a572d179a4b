"""Zones on the map: their ids, and the end of those that a figure keeps up.

An id does not name the owner, because the enemy may see a zone but not its owner.
"""

from __future__ import annotations

from collections.abc import Iterable

from skirmish.core.events import Unzoned
from skirmish.core.state import State
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
