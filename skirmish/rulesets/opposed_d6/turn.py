"""The course of a turn: A moves, B shoots, B moves, A shoots (BAY-12, BAY-A10).

A is the side that the scenario names first. What happens between bounds is done in this order, and
nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.events import Bound
from skirmish.core.figures import Figure
from skirmish.core.orders import WEAPON, Order, Refusal
from skirmish.core.state import Clock, State
from skirmish.core.view import View
from skirmish.rulesets.action import families_of
from skirmish.rulesets.common import victory, zones
from skirmish.rulesets.common.bounds import arrive, first_bound, next_bound
from skirmish.rulesets.opposed_d6 import area
from skirmish.rulesets.opposed_d6.ammunition import RELOAD
from skirmish.rulesets.opposed_d6.budget import loading_next
from skirmish.rulesets.opposed_d6.close_combat import fight_all
from skirmish.rulesets.opposed_d6.counters import GAS, MOVEMENT, SHOOTING
from skirmish.rulesets.opposed_d6.figures import weapons_of
from skirmish.rulesets.opposed_d6.kinds import aimed, lobbed
from skirmish.rulesets.opposed_d6.morale import fugitives, rally_or_flee, recover
from skirmish.rulesets.opposed_d6.movement import DOOR, MOVE, TURN
from skirmish.rulesets.opposed_d6.shooting import FIRE
from skirmish.rulesets.ruleset import Turn, TurnBound, bounds_until
from skirmish.rulesets.scene import Scene

BOUNDS = 4
"""Bounds of a turn (BAY-A10, BAY-F1)."""
ACTIONS = (TURN, MOVE, DOOR, FIRE, area.BOMBARD, RELOAD)
"""The actions of a figure; those that are quick to judge come first."""


def idle(known: View) -> bool:
    """Whether no figure of the side to act has anything to do, as far as it can tell."""
    return not any(True for figure in known.own() for _ in families_of(ACTIONS, known, figure))


def advance(scene: Scene) -> None:
    """End a bound and begin the next (BAY-F1, BAY-12, BAY-22, BAY-A10).

    After a movement: the Suppressed of the side that moved recover; the enemy shoots. After the
    shooting: close combat, objectives; then the movement of the side that shot.
    """
    clock = scene.state.clock
    scene.cite("BAY-A10", "BAY-F1")
    if clock.phase == MOVEMENT:
        recover(scene, clock.side)
        enemy = scene.state.setup.enemy(clock.side)
        scene.emit(Bound(clock.turn, clock.step + 1, SHOOTING, enemy))
        return
    fight_all(scene)
    victory.judge(scene)
    if following := next_bound(scene, BOUNDS):
        turn, step, _ = following
        _begin_movement(scene, turn, step, clock.side)


def _begin_movement(scene: Scene, turn: int, step: int, side: str) -> None:
    """Begin a movement: clouds end, gas acts, rally and flight, reinforcements.

    BAY-F1, BAY-F8, BAY-F12.
    """
    scene.emit(Bound(turn, step, MOVEMENT, side))
    running = fugitives(scene.state, side)
    _gas(scene, side)
    # A figure that the gas put to flight has just run: it rolls in its next bound.
    rally_or_flee(scene, running)
    arrive(scene, side)


def _gas(scene: Scene, side: str) -> None:
    """Gas attacks the figures of a side that begin their bound in it (BAY-20, BAY-F12)."""
    for name in tuple(scene.state.zones):
        zone = scene.state.zones[name]
        if zone.kind == GAS and (caught := zones.figures_in(scene.state, zone, side)):
            area.gas(scene, zone, caught)


def unready_next(state: State, order: Order) -> Refusal | None:
    """Why the weapon of an attack is still loading in its side's next shooting (BAY-13, BAY-F2)."""
    figure, wanted = state.figures[order.figure], order.get(WEAPON)
    at_figure = order.verb == FIRE.name
    arms = [one for one in weapons_of(figure) if (aimed if at_figure else lobbed)(one)]
    weapon = next((one for one in arms if wanted in ("", one.id)), None)
    return None if weapon is None else loading_next(state, figure, weapon)


def coming(state: State, figure: Figure) -> Iterator[Clock]:
    """The bounds up to a figure's next shooting (BAY-A10, BAY-F1)."""
    slots = tuple((one.label, one.side) for one in track(state))
    shoots = (SHOOTING, figure.side)
    return bounds_until(state.clock, slots, lambda bound: (bound.phase, bound.side) == shoots)


def track(state: State) -> tuple[TurnBound, ...]:
    """The four bounds of a turn (BAY-A10, BAY-F1)."""
    first, step = state.setup.first, state.clock.step
    other = state.setup.enemy(first)
    bounds = ((first, MOVEMENT), (other, SHOOTING), (other, MOVEMENT), (first, SHOOTING))
    return tuple(TurnBound(*one, now=at == step) for at, one in enumerate(bounds, start=1))


COURSE = Turn(
    opening=first_bound(_begin_movement),
    advance=advance,
    idle=idle,
    coming=coming,
    track=track,
    bound="bound",
    judged="either side ends its shooting",
    single_attacks=True,
    unready_next=unready_next,
)
