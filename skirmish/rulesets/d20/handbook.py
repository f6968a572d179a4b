"""Handbook of d20: what scenarios need, without loading its rules."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.rulesets.common import slots, start
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.d20.counters import BLEED, BURN, DECLARED, ROUNDS, TOKENS
from skirmish.rulesets.d20.kinds import LIMBS, STOCK, WORDS, Kind, Weapon, threshold
from skirmish.rulesets.handbook import REACTIONS, STOP_ON_SIGHT, Handbook, HouseRule

HOUSE_RULES: Mapping[str, HouseRule] = {
    "ammunition": HouseRule(
        default="rounds",
        text="Every round is counted, or magazines are tokens that low rolls use up.",
        options=("rounds", "tokens"),
    ),
    "reactions": REACTIONS,
    "stop_on_sight": STOP_ON_SIGHT,
}
"""House rules with their defaults (D20-F21, D20-F10)."""


def state_faults(kind: Kind, arms: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """The faults of a figure's `state` in a scenario, by key."""
    found: dict[str, tuple[str, str]] = {}
    for limb in LIMBS:
        most = threshold(limb, kind.hp)
        found.update(start.above(state, limb, most, f": its {WORDS[limb]} is crippled at {most}"))
    return {
        **found,
        **start.damaged(kind, state, kind.hp, BLEED, BURN),
        **start.loaded(arms, state, ROUNDS, lambda arm, _: arm.magazine),
        **start.loaded(arms, state, TOKENS, lambda arm, _: capacity(arm.magazine)),
        **start.without_weapon(arms, state, ROUNDS, TOKENS),
    }


def equipped(arms: tuple[Weapon, ...], _given: start.Given) -> Mapping[str, int]:
    """The counters of full magazines, in rounds and in tokens (D20-F15)."""
    counters: dict[str, int] = {}
    for slot, arm in enumerate(arms[: slots.MOST]):
        if arm.magazine:
            counters[slots.name(ROUNDS, slot)] = arm.magazine
            counters[slots.name(TOKENS, slot)] = capacity(arm.magazine)
    return counters


ROLLS: Mapping[str, str] = {
    "Evasion": "d20 + Accuracy above Evasion hits; a 1 always misses, a CRIT (a 20, with some"
    " weapons from 19 on) always hits",
}
"""For each number of the odds how dice are rolled with it (D20-F1, D20-F2)."""
HANDBOOK = Handbook(
    id="d20",
    declared=DECLARED,
    armoury=STOCK.armoury(state_faults=state_faults, counters=equipped),
    house_rules=HOUSE_RULES,
    rolls=ROLLS,
)
