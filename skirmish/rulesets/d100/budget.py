"""The budget of a phase: whose phase it is, a Complex action or quick ones (EP-F4, EP-F6).

Each Action Phase has ten steps of the turn. Of these, 1 and 2 are bounds of ambushers, 3 and 4 of
figures that noticed them. 5 and 6 are the phase itself when the side that the scenario names first
leads, 7 and 8 when the other leads.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.state import Clock, State
from skirmish.rulesets.action import Cost
from skirmish.rulesets.d100.counters import (
    ACT,
    ACTED,
    AIMED,
    AMBUSH,
    AMBUSHING,
    HAS_ATTACKED,
    STEPS_A_PHASE,
)
from skirmish.rulesets.d100.figures import disabled, kind_of
from skirmish.rulesets.scene import Scene

PHASES = 4
"""Action phases of a turn (EP-F4)."""
THIRDS = 3
"""Thirds of a phase's action: a Complex action takes three, a quick one takes one (EP-F6)."""
LEFT = (Fraction(1), Fraction(1, 3), Fraction(1, 6), Fraction(0))
"""The share of a phase that is left after so many thirds of its action (EP-F6)."""
AMBUSHER, WARNED = 1, 2
"""Values of the counter for the part that a figure has in an ambush (EP-F26)."""


def phase_of(clock: Clock) -> int:
    """The Action Phase, from 1 to 4 (EP-F4)."""
    return max(0, clock.step - 1) // STEPS_A_PHASE + 1


def turn_comes(state: State, figure: Figure) -> bool:
    """Whether a figure may act in the present bound, if it is fit (EP-F4).

    EP-F26.
    """
    part = figure.count(AMBUSHING)
    if state.clock.phase != ACT:
        return part == (AMBUSHER if state.clock.phase == AMBUSH else WARNED)
    phase = phase_of(state.clock)
    return kind_of(figure).speed >= phase and not (part and phase == 1)


def not_now(state: State, figure: Figure) -> Refusal | None:
    """Why a figure may take no physical action in this bound (EP-14, EP-25, EP-F4)."""
    return disabled(state, figure) or not_its_phase(state, figure)


def not_its_phase(state: State, figure: Figure) -> Refusal | None:
    """Why a figure does not act in this bound, even if it is fit (EP-F4)."""
    if turn_comes(state, figure):
        return None
    if state.clock.phase != ACT:
        ambush = state.clock.phase == AMBUSH
        who = "lie in ambush" if ambush else "were warned of the ambush in time"
        what = f"{figure.id} does not act before the first turn of all"
        return Refusal(what, "EP-F4", f"only figures that {who} act now")
    speed = kind_of(figure).speed
    first = "phase 1 only" if speed == 1 else f"the first {speed} of {PHASES} phases"
    remedy = f"with speed {speed} it acts in {first}"
    return Refusal(f"{figure.id} does not act in this phase", "EP-F4", remedy)


def complex_refusal(figure: Figure) -> Refusal | None:
    """Why a figure may not take a Complex action in this phase (EP-F6)."""
    if not figure.count(ACTED):
        return None
    what = "a figure takes one Complex action a phase, or quick ones"
    return Refusal(f"{figure.id} has acted in this phase", "EP-F6", what)


def quick_refusal(figure: Figure) -> Refusal | None:
    """Why a figure may not take a quick action in this phase (EP-F6)."""
    if figure.count(ACTED) < THIRDS:
        return None
    what = f"a figure takes at most {THIRDS} quick actions a phase, and none with a Complex one"
    return Refusal(f"{figure.id} has acted in this phase", "EP-F6", what)


def quick_share(state: State, name: str) -> Fraction:
    """The share of a quick action; the first rules out a Complex one and leaves a third (EP-F6)."""
    acted = min(THIRDS - 1, state.figures[name].count(ACTED))
    return LEFT[acted] - LEFT[acted + 1]


COMPLEX_ACTION: Cost[Any] = Cost(Fraction(1), able=lambda _known, figure: complex_refusal(figure))
"""Cost of a Complex action (EP-F6)."""
QUICK_ACTION: Cost[Any] = Cost(
    lambda state, plan: quick_share(state, plan.figure.id),
    able=lambda _known, figure: quick_refusal(figure),
)
"""Cost of a quick action (EP-F6)."""


def take_complex(scene: Scene, name: str) -> None:
    """Take a Complex action that is not an attack (EP-F6)."""
    scene.emit(Counted(name, ACTED, THIRDS))


def take_quick(scene: Scene, name: str) -> None:
    """Take a quick action (EP-F6)."""
    scene.emit(Counted(name, ACTED, scene.state.figures[name].count(ACTED) + 1))


def take_attack(scene: Scene, name: str) -> None:
    """Take a Complex action that is an attack; it uses up the aim (EP-F6, EP-F16)."""
    scene.count(name, ACTED, THIRDS)
    scene.count(name, HAS_ATTACKED, 1)
    scene.count(name, AIMED, 0)
