"""What a figure may do in a bound: how far it may move, whether and at which enemies it may shoot.

It has one shot after each of the enemy's bounds (BAY-12), and a side makes one direct attack on an
enemy in each shooting (BAY-31).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from skirmish.core.events import Counted, Linked
from skirmish.core.figures import Figure, once
from skirmish.core.orders import Refusal
from skirmish.core.state import STEPS, State
from skirmish.rulesets.action import Cost
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.walking import HALVES
from skirmish.rulesets.opposed_d6.counters import (
    FIRED_AT,
    FLEEING,
    INJURY,
    LOADING,
    MOVED,
    RALLIED,
    RECOVERED,
    SHOOTING,
    SHOT,
    SUPPRESSED,
)
from skirmish.rulesets.opposed_d6.figures import kind_of
from skirmish.rulesets.opposed_d6.kinds import Weapon
from skirmish.rulesets.scene import Scene

CREEP = 2 * HALVES
"""A Suppressed figure moves two tiles at most (BAY-F7)."""
FIRST_MOVES, OTHER_SHOOTS, OTHER_MOVES, FIRST_SHOOTS = 1, 2, 3, 4
"""The bounds of a turn, by the side that moves or shoots in it (BAY-F1)."""
INJURED = 2 * HALVES
"""Half tiles that each level of injury takes off a move (BAY-F3)."""


@once
def full_move(figure: Figure) -> int:
    """The move of its kind in half tiles, less injuries; a fleeing figure runs that far.

    BAY-F3, BAY-F8.
    """
    return max(0, HALVES * kind_of(figure).move - INJURED * figure.count(INJURY))


def allowance(figure: Figure) -> int:
    """The half tiles that it may move in a bound; 0 in the bound in which it rallied.

    A figure that has just recovered was Suppressed for its whole movement, so the answer stays the
    same until its side moves again.

    BAY-F3, BAY-F7, BAY-F8, BAY-A8.
    """
    if figure.count(RALLIED):
        return 0
    if figure.count(SUPPRESSED) or figure.count(RECOVERED):
        return min(CREEP, full_move(figure))
    return full_move(figure)


@once
def left(figure: Figure) -> int:
    """What is left of its allowance in this bound (BAY-F3)."""
    return max(0, allowance(figure) - figure.count(MOVED))


def unready(state: State, figure: Figure) -> Refusal | None:
    """Why a figure may not shoot now with any weapon (BAY-F2, BAY-12, BAY-F7)."""
    if state.clock.phase != SHOOTING:
        return Refusal("shooting comes after the enemy's move", "BAY-12", "end your move first")
    if figure.count(SHOT):
        return Refusal(
            f"{figure.id} has shot", "BAY-12", "it can shoot again after the next enemy bound"
        )
    if figure.count(FLEEING):
        return Refusal(f"{figure.id} flees", "BAY-12", "it may rally as your next move begins")
    if figure.count(SUPPRESSED):
        return Refusal(f"{figure.id} is suppressed", "BAY-12", "it recovers after its next move")
    return None


SHOT_OF_BOUND: Cost[Any] = Cost(
    Fraction(1), able=lambda known, figure: unready(known.state, figure)
)
"""The one shot that a figure has after each of the enemy's bounds, or reloading (BAY-12).

BAY-F2.
"""


def loading(state: State, figure: Figure, weapon: Weapon) -> Refusal | None:
    """Why a slow weapon may not be fired yet (BAY-13, BAY-F2)."""
    return _loading_at(figure, weapon, state.clock.point)


def loading_next(state: State, figure: Figure, weapon: Weapon) -> Refusal | None:
    """Why a slow weapon cannot be fired in the next shooting of its side, or in the present one.

    BAY-13, BAY-F1, BAY-F2.
    """
    clock = state.clock
    step = FIRST_SHOOTS if figure.side == state.setup.first else OTHER_SHOOTS
    turn = clock.turn + (clock.step > step)
    return _loading_at(figure, weapon, turn * STEPS + step)


def ready_turn(figure: Figure, weapon: Weapon) -> int:
    """The turn in which a weapon that is loading can fire again (BAY-13)."""
    return slots.get(figure, LOADING, weapon.id) // STEPS


def _loading_at(figure: Figure, weapon: Weapon, point: int) -> Refusal | None:
    until = slots.get(figure, LOADING, weapon.id) if weapon.reload_bounds else 0
    if point >= until:
        return None
    ready = ready_turn(figure, weapon)
    what = f"{figure.id} is still loading {weapon.name}: ready in turn {ready}"
    return Refusal(what, "BAY-13", "it loads by itself, also while it moves", weapon=weapon.id)


def attacker(state: State, target: str) -> str:
    """The figure that has fired at an enemy in this shooting, or "" (BAY-31, BAY-F10)."""
    links = state.linked(FIRED_AT, b=target)
    return links[0].a if links and state.clock.phase == SHOOTING else ""


def attacked(state: State, target: str) -> Refusal | None:
    """Why a figure may not make an attack of its own on an enemy: its side has made one.

    BAY-31, BAY-F10.
    """
    first = attacker(state, target)
    if not first:
        return None
    what = f"{first} has fired at {target} in this shooting: your side makes one attack on it"
    remedy = "fire at another enemy; next time friends can aid the first shot (aid=)"
    return Refusal(what, "BAY-31", remedy)


def note_attack(scene: Scene, shooter: str, target: str) -> None:
    """Note that a figure has made its side's attack on an enemy in this shooting.

    BAY-31, BAY-F10.
    """
    scene.emit(Linked(FIRED_AT, shooter, target), dice=(0, 0))


def spend(scene: Scene, name: str, weapon: Weapon | None = None) -> None:
    """Take a figure's shot, and the time that a slow weapon needs after it.

    A weapon with `reload_bounds` n misses the next n shooting phases of its side, one a turn.

    BAY-12, BAY-13, BAY-F2.
    """
    scene.emit(Counted(name, SHOT, 1))
    if weapon is not None and weapon.reload_bounds:
        again = scene.state.clock.point + (weapon.reload_bounds + 1) * STEPS
        slot = slots.of(scene.state.figures[name], weapon.id)
        scene.emit(Counted(name, slots.name(LOADING, slot), again))
