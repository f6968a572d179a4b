"""Handbook of opposed d6: what scenarios need, without loading its rules."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.rulesets.common import slots, start
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.handbook import STOP_ON_SIGHT, Handbook, HouseRule
from skirmish.rulesets.opposed_d6.counters import DECLARED, LOADING, TOKENS
from skirmish.rulesets.opposed_d6.kinds import STOCK, Kind, Weapon

HOUSE_RULES: Mapping[str, HouseRule] = {
    "scatter": HouseRule(
        default=True,
        text="A shell aimed at a point that its shooter does not see may land elsewhere.",
    ),
    "ammunition": HouseRule(
        default="none",
        text="With tokens, weapons with a magazine run empty and must be reloaded.",
        options=("none", "tokens"),
    ),
    "go_to_ground": HouseRule(
        default=False,
        text="A figure that has just recovered has 2 more against being suppressed again.",
    ),
    "relaxed_blocking": HouseRule(
        default=True,
        text="A figure may shoot over another that stands lower, and past irregular comrades.",
    ),
    "into_combat": HouseRule(default=True, text="A figure may fire into a close combat."),
    "redirect": HouseRule(
        default="worst",
        text="A stray shot into a close combat hits the figure that the target's side chooses: the"
        " friend of the shooter likeliest to be downed, else its own figure least likely to be; or"
        " the target's player is asked.",
        options=("worst", "ask"),
    ),
    "stop_on_sight": STOP_ON_SIGHT,
}
"""House rules with their defaults (BAY-F11, BAY-F7, BAY-09, BAY-24, BAY-26, AMMO-01)."""


def equipped(arms: tuple[Weapon, ...], _given: start.Given) -> Mapping[str, int]:
    """Full magazines, in tokens for each weapon."""
    return {
        slots.name(TOKENS, slot): capacity(arm.magazine)
        for slot, arm in enumerate(arms[: slots.MOST])
        if arm.magazine
    }


def state_faults(_kind: Kind, arms: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """The faults of a figure's `state` in a scenario, by key."""
    found: dict[str, tuple[str, str]] = {}
    if state.get(start.DAMAGE):
        found[start.DAMAGE] = "no damage is counted here", "write injury = 1 to 3"
    return {
        **found,
        **start.loaded(arms, state, TOKENS, lambda arm, _: capacity(arm.magazine)),
        **start.without_weapon(arms, state, TOKENS, LOADING),
    }


ROLLS: Mapping[str, str] = {
    "guard": "Both roll d6 and add: attack above guard takes effect, at twice guard it downs",
    "melee": "Both roll d6 and add: the lower loses, at half or less it is downed",
}
"""For each number of the odds how dice are rolled with it (BAY-28, BAY-F9)."""
HANDBOOK = Handbook(
    id="opposed_d6",
    declared=DECLARED,
    armoury=STOCK.armoury(state_faults=state_faults, counters=equipped),
    house_rules=HOUSE_RULES,
    rolls=ROLLS,
)
