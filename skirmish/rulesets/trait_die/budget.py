"""The actions of a bound: who may act, the cost of actions, the end of an aim or a hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from skirmish.core.events import Counted, Unlinked
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.setup import MUSTER
from skirmish.core.state import State
from skirmish.rulesets.action import Cost
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.counters import (
    ACT,
    ACTS,
    AIMS_AT,
    HOLD_COUNTERS,
    HOLDING,
    RECOVERING,
    SHAKEN,
    WHOLE,
)

USUAL = 3
"""Actions that the computer plans for a bound; beyond them only attacks can be worth it."""
ACTION = Fraction(1, USUAL)
"""The share of a bound that one action takes (AMMO-F5)."""


def rooted(state: State, figure: Figure) -> Refusal | None:
    """Why a figure may neither move nor act (AMMO-F13, AMMO-F16, AMMO-F20)."""
    if state.clock.phase == MUSTER:
        return Refusal("the sides are still mustering", "AMMO-F20", "finish with 'ready'")
    if state.clock.phase != ACT:
        return Refusal("the battle has not begun", remedy="'ready' first")
    if figure.count(HOLDING):
        return Refusal(f"{figure.id} holds its action", "AMMO-F16", "it acts when an enemy does")
    if figure.count(RECOVERING) and not state.rule("brisk"):
        return Refusal(f"{figure.id} is recovering", "AMMO-F13", "it acts in your next turn")
    return None


def unready(figure: Figure, *, whole: bool = False) -> Refusal | None:
    """Why a figure can take no action now; `whole`: one that takes the whole bound (AMMO-F5).

    AMMO-F13.
    """
    if figure.count(SHAKEN):
        return Refusal(f"{figure.id} is Shaken", "AMMO-F13", "it may only move")
    if whole and figure.count(ACTS):
        return Refusal(f"{figure.id} has acted", "AMMO-F5", "this takes the whole turn")
    if figure.count(ACTS) >= WHOLE:
        what = f"{figure.id} has used its whole turn"
        return Refusal(what, "AMMO-F5", "it acts again in your next turn")
    return None


ONE_ACTION: Cost[Any] = Cost(ACTION, able=lambda _known, figure: unready(figure), limits=False)
"""Cost of an action (AMMO-F5)."""
WHOLE_BOUND: Cost[Any] = Cost(Fraction(1), able=lambda _known, figure: unready(figure, whole=True))
"""Cost of suppressive fire and of holding (AMMO-F5)."""


def spend(scene: Scene, name: str, actions: int = 1) -> None:
    """Spend actions of a figure's bound; in the enemy's bound this does nothing.

    There the figure uses the action that it held. AMMO-F5, AMMO-F16.
    """
    figure = scene.state.figures[name]
    if scene.state.clock.side == figure.side:
        taken = min(WHOLE, figure.count(ACTS) + actions)
        scene.emit(Counted(name, ACTS, taken), dice=(0, 0))


def end_aim(scene: Scene, name: str) -> None:
    """End the aim of a figure (AMMO-F6)."""
    for link in scene.state.linked(AIMS_AT, name):
        scene.emit(Unlinked(AIMS_AT, link.a, link.b), dice=(0, 0))


def end_hold(scene: Scene, name: str) -> None:
    """End the hold of a figure (AMMO-F16)."""
    for counter in HOLD_COUNTERS:
        if scene.state.figures[name].count(counter):
            scene.emit(Counted(name, counter, 0), dice=(0, 0))
