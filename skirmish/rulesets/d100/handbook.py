"""What scenarios for d100 are checked against, without loading its rules."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.state import STEPS
from skirmish.rulesets.common import slots, start
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.d100.counters import (
    DECLARED,
    FIRING_MODE,
    JOLTED_UNTIL,
    ROUNDS,
    SHOCKED_UNTIL,
    STEPS_A_PHASE,
    STUNNED,
    STUNNED_UNTIL,
    SURPRISED_UNTIL,
    TOKENS,
    WOUNDS,
)
from skirmish.rulesets.d100.kinds import MODES, STOCK, Kind, Weapon
from skirmish.rulesets.handbook import Handbook, HouseRule

HOUSE_RULES: Mapping[str, HouseRule] = {
    "ammunition": HouseRule(
        default="rounds",
        text="Rounds are counted one by one, or magazines run dry by chance, in tokens.",
        options=("rounds", "tokens"),
    ),
}
"""House rules that a scenario may set, with their defaults (EP-F20)."""


WAKES = STEPS + STEPS_A_PHASE
"""The first clock point after the first phase; an effect that ends by then is never noticed."""


def state_faults(kind: Kind, arms: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """Entries of a scenario's `state` that are impossible for the figure, by key."""
    # Each wound took damage of the threshold, and all of that left the figure in. A figure may come
    # with wounds but without their damage; the damage that it does have adds possible wounds.
    most = (kind.dur - 1) // kind.wound_threshold
    most += state.get(start.DAMAGE, 0) // kind.wound_threshold
    why = f": each takes {kind.wound_threshold} damage, and a {kind.id} is out at {kind.dur}"
    return {
        **start.over(state, WAKES, STUNNED_UNTIL, SURPRISED_UNTIL),
        **start.over(state, 2 * STEPS, SHOCKED_UNTIL, JOLTED_UNTIL),
        **_knocked_out(state),
        **start.damaged(kind, state, kind.dur),
        **start.above(state, WOUNDS, most, why),
        **start.loaded(arms, state, ROUNDS, lambda arm, _: arm.magazine),
        **start.loaded(arms, state, TOKENS, lambda arm, _: capacity(arm.magazine)),
        **start.worded(arms, state, FIRING_MODE, MODES, lambda arm, mode: mode in arm.modes),
        **start.without_weapon(arms, state, FIRING_MODE, ROUNDS, TOKENS),
    }


def _knocked_out(state: start.Given) -> start.Wrong:
    """Fault of the posture `stunned` without its end, or of its end without the posture."""
    lies = state.get("posture") == tuple(DECLARED.postures).index(STUNNED)
    if lies and not state.get(STUNNED_UNTIL):
        what = "without `stunned` it is over before the figure's first order"
        return {"posture": (what, "add stunned = 300: stunned until turn 3")}
    if state.get(STUNNED_UNTIL) and not lies:
        return {STUNNED_UNTIL: ("has no effect without posture stunned", 'add posture = "stunned"')}
    return {}


def equipped(arms: tuple[Weapon, ...], _given: start.Given) -> Mapping[str, int]:
    """The counters of full magazines and of initial firing modes (EP-F18, EP-F19, EP-F20)."""
    counters: dict[str, int] = {}
    for slot, arm in enumerate(arms):
        counters[slots.name(FIRING_MODE, slot)] = MODES.index(arm.modes[0])
        counters[slots.name(ROUNDS, slot)] = arm.magazine
        counters[slots.name(TOKENS, slot)] = 0 if arm.counted else capacity(arm.magazine)
    return {name: count for name, count in counters.items() if count}


ROLLS: Mapping[str, str] = {
    "attack": "d100 up to the number succeeds; if both succeed, the higher roll wins",
}
"""How each number of the odds is rolled (EP-F1, EP-F3, EP-F8)."""
THROWS: Mapping[str, str] = {
    "attack": "d100 up to the number lands there, else it scatters; no figure defends"
}
"""The same for throws and launches at a point (EP-F1, EP-F21)."""
HANDBOOK = Handbook(
    id="d100",
    declared=DECLARED,
    armoury=STOCK.armoury(state_faults=state_faults, counters=equipped),
    house_rules=HOUSE_RULES,
    rolls=ROLLS,
    throws=THROWS,
)
