"""What scenarios for opposed d6 are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.rulesets.handbook import STOP_ON_SIGHT, Armoury, Handbook, HouseRule
from skirmish.rulesets.opposed_d6 import armoury
from skirmish.rulesets.opposed_d6.declared import DECLARED
from skirmish.rulesets.opposed_d6.kinds import Arm, Troop

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType(
    {
        "scatter": HouseRule(
            default=True, text="Indirect fire at a point that the shooter does not see scatters."
        ),
        "ammunition": HouseRule(
            default="none",
            text="With tokens, weapons with a magazine run dry and must be reloaded.",
            options=("none", "tokens"),
        ),
        "go_to_ground": HouseRule(
            default=False,
            text="A figure that has just recovered is harder to suppress again, by 2.",
        ),
        "relaxed_blocking": HouseRule(
            default=True,
            text="One may shoot over a figure that stands lower, and past irregular comrades.",
        ),
        "into_combat": HouseRule(default=True, text="One may fire into a close combat."),
        "redirect": HouseRule(
            default="worst",
            text="Whom a bad shot into a close combat meets: by what hurts the shooter's side"
            " most, or as the target's player says.",
            options=("worst", "ask"),
        ),
        "stop_on_sight": STOP_ON_SIGHT,
    }
)


HANDBOOK = Handbook(
    id="opposed_d6",
    declared=DECLARED,
    armoury=Armoury(
        kind_class=Troop,
        weapon_class=Arm,
        kinds=armoury.kinds,
        weapons=armoury.weapons,
        faults=armoury.faults,
        state_faults=armoury.state_faults,
        counters=armoury.equipped,
    ),
    house_rules=HOUSE_RULES,
)
