"""The clock of a turn: which Action Phase it is, who acts in it, what it takes (EP-F4, EP-F6).

Steps of a turn come in tens, one for each phase. In a ten, 1 and 2 are bounds of ambushers, 3 and 4
of those who noticed them; 5 and 6 are the phase itself when the side that the scenario names first
leads, 7 and 8 when the other does.
"""

from __future__ import annotations

from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.state import Clock, State
from skirmish.rulesets.d100.declared import ACT, AMBUSH, STEPS_A_PHASE
from skirmish.rulesets.d100.figures import disabled, person

PHASES = 4
WARNED_STEP, FIRST_LEADS, OTHER_LEADS = 3, 5, 7
THIRDS = 3
"""A Complex action takes three thirds of a phase's action, a quick one takes one (EP-F6)."""
AMBUSHER, WARNED = 1, 2


def phase_of(clock: Clock) -> int:
    """The Action Phase, from 1 to 4."""
    return max(0, clock.step - 1) // STEPS_A_PHASE + 1


def leader(state: State) -> str:
    """The side that bounds first this turn."""
    place = max(0, state.clock.step - 1) % STEPS_A_PHASE + 1
    first = state.setup.first
    return state.setup.enemy(first) if place >= OTHER_LEADS else first


def moment(clock: Clock) -> str:
    """Where in its turn a battle is, for titles."""
    if clock.phase == ACT:
        return f"phase {phase_of(clock)} of {PHASES}"
    return "ambush" if clock.phase == AMBUSH else "warned in time"


def turn_comes(state: State, figure: Figure) -> bool:
    """Whether the present bound is one of a figure's own, if it is fit to use it."""
    part = figure.count("ambush")
    if state.clock.phase != ACT:
        return part == (AMBUSHER if state.clock.phase == AMBUSH else WARNED)
    phase = phase_of(state.clock)
    return person(figure).speed >= phase and not (part and phase == 1)


def not_now(state: State, figure: Figure) -> Refusal | None:
    """Why a figure may do nothing physical in this bound."""
    if refused := disabled(state, figure):
        return refused
    if turn_comes(state, figure):
        return None
    speed = person(figure).speed
    remedy = f"with speed {speed} it acts in the first {speed} of {PHASES} phases"
    return Refusal(f"{figure.id} does not act in this phase", "EP-F4", remedy)


def complex_refusal(figure: Figure) -> Refusal | None:
    """Why a figure may not take a Complex action any more in this phase."""
    if not figure.count("acted"):
        return None
    what = "one Complex action a phase, or quick ones"
    return Refusal(f"{figure.id} has acted in this phase", "EP-F6", what)


def quick_refusal(figure: Figure) -> Refusal | None:
    """Why a figure may not take a quick action any more in this phase."""
    if figure.count("acted") < THIRDS:
        return None
    what = f"{THIRDS} quick actions a phase at most, and none beside a Complex one"
    return Refusal(f"{figure.id} has acted in this phase", "EP-F6", what)
