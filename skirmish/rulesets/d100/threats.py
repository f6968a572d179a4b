"""Who may fire at a figure on its way: suppressive fire, as it shows itself (EP-33, EP-34)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from skirmish.core.figures import Figure
from skirmish.core.orders import Order
from skirmish.core.state import Zone
from skirmish.rulesets.d100 import suppress
from skirmish.rulesets.d100.figures import arm, arms
from skirmish.rulesets.d100.kinds import Arm
from skirmish.rulesets.d100.outcome import loss
from skirmish.rulesets.d100.timing import turn_comes
from skirmish.rulesets.d100.wounds import NOTHING
from skirmish.rulesets.threat import Threat, Walk, costliest


def threats(walk: Walk) -> Iterator[Threat]:
    """The free attack of each zone that waits for it: as it leaves cover, or as its bound ends."""
    for zone in suppress.threats(walk.before, walk.before.figures[walk.name]):
        owner = walk.before.figures[zone.owner]
        step = _shown(walk, zone)
        if owner.at is None or step is None:
            continue
        lasting = step == len(walk.way)
        at = min(step, len(walk.way) - 1)
        state = walk.at(at)
        found = (
            Threat(
                owner.id,
                at,
                walk.way[at],
                "suppressive fire",
                Order.of(suppress.SUPPRESS.name, owner.id, walk.way[at], weapon=weapon.id),
                suppress.free_attack(walk.name, *blow),
                lasting=lasting,
            )
            for weapon in _weapons(zone, owner)
            if (blow := suppress.free_shot(state, owner, weapon, state.figures[walk.name]))
        )
        worst = costliest(found, walk.name, NOTHING, partial(loss, state, walk.name))
        if worst is not None:
            yield worst


def _weapons(zone: Zone, owner: Figure) -> tuple[Arm, ...]:
    """What a zone can have been laid with: its own weapon where that is known."""
    if suppress.SLOT in zone.numbers:
        return (arm(owner.who.weapons[zone.numbers[suppress.SLOT]]),)
    return tuple(weapon for weapon in arms(owner) if "full" in weapon.modes)


def _shown(walk: Walk, zone: Zone) -> int | None:
    """The step that leads out of cover in a zone; one past the last for who ends in the open."""

    def bare(step: int) -> bool:
        tile = walk.way[step]
        return tile in zone.tiles and not suppress.covered(walk.before, zone, tile)

    for step in range(1, len(walk.way)):
        before = walk.way[step - 1]
        if bare(step) and before in zone.tiles and suppress.covered(walk.before, zone, before):
            return step
    if bare(len(walk.way) - 1) and turn_comes(walk.before, walk.before.figures[walk.name]):
        return len(walk.way)
    return None
