"""What happens between bounds, in this order, and nothing else.

A turn has four bounds: A moves, B shoots, B moves, A shoots, where A is the side that the
scenario names first (BAY-12, BAY-A10).
"""

from __future__ import annotations

from skirmish.core.events import Bound, Counted
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.common import clouds, victory
from skirmish.rulesets.common.reinforce import arrive
from skirmish.rulesets.opposed_d6 import area, fire_choices, moving
from skirmish.rulesets.opposed_d6.contact import melees
from skirmish.rulesets.opposed_d6.declared import FIRE, GAS, MOVE, SMOKE
from skirmish.rulesets.opposed_d6.melee import fight
from skirmish.rulesets.opposed_d6.rally import fugitives, rally_or_flee
from skirmish.rulesets.scene import Scene

LAST_STEP = 4


def opening(scene: Scene) -> None:
    """Begins the first turn."""
    _begin_movement(scene, 1, 1, scene.state.setup.first)


def idle(known: View) -> bool:
    """Whether no figure of the side to act has anything to do, as far as it can tell."""
    if known.state.clock.phase == MOVE:
        return all(moving.idle(known.state, figure) for figure in known.own())
    return not any(fire_choices.choices(known, figure.id) for figure in known.own())


def advance(scene: Scene) -> None:
    """Ends a bound and begins the next.

    After a movement: the Suppressed of the side that moved recover; the enemy shoots. After the
    shooting: close combat, objectives; then the movement of the side that shot.
    """
    clock = scene.state.clock
    scene.cite("BAY-A10", "BAY-F1")
    if clock.phase == MOVE:
        _recover(scene, clock.side)
        enemy = scene.state.setup.enemy(clock.side)
        scene.emit(Bound(clock.turn, clock.step + 1, FIRE, enemy))
        return
    _fight_all(scene)
    victory.judge(scene)
    victory.end_of_bound(scene)
    if clock.step == LAST_STEP:
        victory.end_of_turn(scene)
    if scene.state.tally.over:
        return
    if clock.step == LAST_STEP:
        _begin_movement(scene, clock.turn + 1, 1, scene.state.setup.first)
    else:
        _begin_movement(scene, clock.turn, clock.step + 1, clock.side)


def _recover(scene: Scene, side: str) -> None:
    """Suppressed figures recover at the end of their own side's movement."""
    names = by_id(f.id for f in scene.state.of_side(side) if f.count("suppressed"))
    for name in names:
        scene.cite("BAY-F7")
        scene.emit(Counted(name, "suppressed", 0))
        scene.emit(Counted(name, "recovered", 1))


def _fight_all(scene: Scene) -> None:
    """All pairs are made, then fought; who overlaps whom does not change with how a fight ends."""
    made = melees(scene.state)
    for pair in made.pairs:
        fight(scene, pair.mover, pair.other, made)


def _begin_movement(scene: Scene, turn: int, step: int, side: str) -> None:
    """The side's clouds are counted down, gas acts, rally and flight, reinforcements."""
    scene.emit(Bound(turn, step, MOVE, side))
    clouds.fade(scene, side, (SMOKE, GAS))
    running = fugitives(scene.state, side)
    _gas(scene, side)
    # Whom the gas put to flight has just run: it rolls in its next bound.
    rally_or_flee(scene, running)
    arrive(scene, side)


def _gas(scene: Scene, side: str) -> None:
    """Gas attacks the figures of a side that begin their bound in it."""
    for name in tuple(scene.state.zones):
        zone = scene.state.zones[name]
        if zone.kind == GAS and (caught := clouds.inside(scene.state, zone, side)):
            area.gas(scene, zone, caught)
