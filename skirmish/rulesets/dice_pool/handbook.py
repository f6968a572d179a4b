"""What scenarios for the dice pool are checked against, without loading its rules."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.rulesets.common import slots, start
from skirmish.rulesets.dice_pool.counters import (
    CHOKE,
    DECLARED,
    JAMMED,
    LOCKED,
    MODE,
    MODE_WORDS,
    ROUNDS,
    UNREADY,
)
from skirmish.rulesets.dice_pool.kinds import CHOKES, STOCK, Kind, Weapon, boxes
from skirmish.rulesets.handbook import REACTIONS, STOP_ON_SIGHT, Handbook, HouseRule

HOUSE_RULES: Mapping[str, HouseRule] = {
    "reactions": REACTIONS,
    "scatter": HouseRule(
        default=True,
        text="Grenades and shells may land elsewhere; each success brings them nearer.",
    ),
    "stop_on_sight": STOP_ON_SIGHT,
}
"""House rules that a scenario may set, with their defaults (POOL-F14, POOL-F16)."""


def state_faults(kind: Kind, arms: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """Entries of a scenario's `state` that are impossible for the figure, by key."""
    return {
        **start.damaged(kind, state, boxes(kind.body)),
        **start.loaded(arms, state, ROUNDS, lambda weapon, _: weapon.magazine),
        **start.worded(arms, state, MODE, MODE_WORDS, _has_mode),
        **start.worded(arms, state, CHOKE, CHOKES, lambda weapon, _: weapon.choke),
        **start.without_weapon(arms, state, ROUNDS, MODE, CHOKE, JAMMED, LOCKED, UNREADY),
    }


def _has_mode(weapon: Weapon, mode: str) -> bool:
    return mode in weapon.modes or (mode == MODE_WORDS[0] and not weapon.modes)


def equipped(arms: tuple[Weapon, ...], _given: start.Given) -> Mapping[str, int]:
    """The counters of unused weapons: full, and in their first mode (POOL-F19, POOL-02)."""
    counters: dict[str, int] = {}
    for slot, weapon in enumerate(arms):
        if weapon.increment:
            counters[slots.name(ROUNDS, slot)] = weapon.magazine
            if weapon.modes:
                counters[slots.name(MODE, slot)] = MODE_WORDS.index(weapon.modes[0])
    return counters


ROLLS: Mapping[str, str] = {
    "surprise": "A target with fewer successes in surprise does not defend itself",
    "guard": "Both roll so many d6, 5 and 6 are successes: more than guard strikes",
    "Body roll": "Each success of the Body roll takes a box off what is left of all hits",
}
"""How each number of the odds is rolled (POOL-F1, POOL-F3, POOL-35)."""
HANDBOOK = Handbook(
    id="dice_pool",
    declared=DECLARED,
    armoury=STOCK.armoury(state_faults=state_faults, counters=equipped),
    house_rules=HOUSE_RULES,
    rolls=ROLLS,
)
