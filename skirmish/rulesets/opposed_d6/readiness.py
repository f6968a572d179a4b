"""Who may shoot now: one shot after each of the enemy's bounds, and what forbids it (BAY-12)."""

from __future__ import annotations

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.state import STEPS, State
from skirmish.rulesets.opposed_d6.declared import FIRE
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.scene import Scene

SHOT = "shot"
LOADING = "loading"


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
    until = figure.count(LOADING)
    if not weapon.reload_bounds or state.clock.point >= until:
        return None
    what = f"{figure.id} is still loading {weapon.name}"
    return Refusal(what, "BAY-13", f"it can fire in turn {until // STEPS}")


def spend(scene: Scene, name: str, weapon: Arm | None = None) -> None:
    """Takes a figure's shot, and the time that a slow weapon needs after it.

    A weapon with `reload_bounds` n misses the next n shooting phases of its side, one a turn.
    """
    scene.emit(Counted(name, SHOT, 1))
    if weapon is not None and weapon.reload_bounds:
        again = scene.state.clock.point + (weapon.reload_bounds + 1) * STEPS
        scene.emit(Counted(name, LOADING, again))
