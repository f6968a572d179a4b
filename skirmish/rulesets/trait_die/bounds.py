"""What happens between bounds, in this order, and nothing else (AMMO-F1).

A turn has two bounds: the side that the scenario names first, then the other.
"""

from __future__ import annotations

from skirmish.core.events import Bound
from skirmish.core.view import View
from skirmish.rulesets.common import victory
from skirmish.rulesets.common.reinforce import arrive
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die import choices
from skirmish.rulesets.trait_die.declared import ACT
from skirmish.rulesets.trait_die.effects import recover_all

LAST_STEP = 2


def opening(scene: Scene) -> None:
    """Begins the first turn."""
    _begin(scene, 1, 1, scene.state.setup.first)


def idle(known: View) -> bool:
    """Whether no figure of the side to act has anything to do, as far as it can tell."""
    return not any(choices.choices(known, figure.id) for figure in known.own())


def advance(scene: Scene) -> None:
    """Ends a bound and begins the next: objectives, then the other side."""
    clock = scene.state.clock
    victory.end_of_bound(scene)
    if clock.step == LAST_STEP:
        victory.end_of_turn(scene)
    if scene.state.tally.over:
        return
    if clock.step == LAST_STEP:
        _begin(scene, clock.turn + 1, 1, scene.state.setup.first)
    else:
        _begin(scene, clock.turn, clock.step + 1, scene.state.setup.enemy(clock.side))


def _begin(scene: Scene, turn: int, step: int, side: str) -> None:
    """Holds of the side are over, its Shaken test their Spirit, its reinforcements come."""
    scene.emit(Bound(turn, step, ACT, side))
    scene.cite("AMMO-F1")
    recover_all(scene, side)
    arrive(scene, side)
