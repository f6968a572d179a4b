"""Who may shoot now: one shot after each of the enemy's bounds, and what forbids it (BAY-12).

Also at whom: a side makes one direct attack on an enemy in each shooting (BAY-31).
"""

from __future__ import annotations

from skirmish.core.events import Counted, Linked
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.state import STEPS, State
from skirmish.rulesets.common import slots
from skirmish.rulesets.opposed_d6.declared import FIRE, FIRED_AT, LOADING
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.scene import Scene

SHOT = "shot"


def unready(state: State, figure: Figure) -> Refusal | None:
    """Why a figure may not shoot now with any weapon."""
    if state.clock.phase != FIRE:
        return Refusal("shooting comes after the enemy's move", "BAY-12", "end your move first")
    if figure.count(SHOT):
        return Refusal(f"{figure.id} has shot", "BAY-12", "once after each of the enemy's bounds")
    if figure.count("fleeing"):
        return Refusal(f"{figure.id} flees", "BAY-12", "it may rally as your next move begins")
    if figure.count("suppressed"):
        return Refusal(f"{figure.id} is suppressed", "BAY-12", "it recovers after its next move")
    return None


def loading(state: State, figure: Figure, weapon: Arm) -> Refusal | None:
    """Why a slow weapon may not be fired yet (BAY-13)."""
    until = slots.get(figure, LOADING, weapon.id) if weapon.reload_bounds else 0
    if state.clock.point >= until:
        return None
    what = f"{figure.id} is still loading {weapon.name}"
    return Refusal(what, "BAY-13", f"it can fire in turn {until // STEPS}")


def attacker(state: State, target: str) -> str:
    """The figure that has fired at an enemy in this shooting; nobody where none has."""
    links = state.linked(FIRED_AT, b=target)
    return links[0].a if links and state.clock.phase == FIRE else ""


def attacked(state: State, target: str) -> Refusal | None:
    """Why a figure may not make an attack of its own on an enemy: its side has made one."""
    first = attacker(state, target)
    if not first:
        return None
    what = f"{first} has fired at {target} in this shooting: your side makes one attack on it"
    remedy = "fire at another enemy; next time name friends with aid= in the first shot"
    return Refusal(what, "BAY-31", remedy)


def note_attack(scene: Scene, shooter: str, target: str) -> None:
    """Note that a figure has made its side's attack on an enemy in this shooting."""
    scene.emit(Linked(FIRED_AT, shooter, target), dice=(0, 0))


def spend(scene: Scene, name: str, weapon: Arm | None = None) -> None:
    """Takes a figure's shot, and the time that a slow weapon needs after it.

    A weapon with `reload_bounds` n misses the next n shooting phases of its side, one a turn.
    """
    scene.emit(Counted(name, SHOT, 1))
    if weapon is not None and weapon.reload_bounds:
        again = scene.state.clock.point + (weapon.reload_bounds + 1) * STEPS
        slot = slots.of(scene.state.figures[name], weapon.id)
        scene.emit(Counted(name, slots.name(LOADING, slot), again))
