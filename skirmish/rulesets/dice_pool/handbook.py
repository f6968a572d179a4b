"""What scenarios for the dice pool are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.rulesets.common.reactions import HOUSE_RULE as REACTIONS
from skirmish.rulesets.dice_pool import armoury
from skirmish.rulesets.dice_pool.declared import DECLARED
from skirmish.rulesets.dice_pool.kinds import Arm, Trooper
from skirmish.rulesets.handbook import Armoury, Handbook, HouseRule

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType(
    {
        "reactions": REACTIONS,
        "scatter": HouseRule(default=True, text="Blasts scatter, less for each hit of the test."),
        "stop_on_sight": HouseRule(
            default=True, text="A figure that moves stops when it catches sight of a new enemy."
        ),
    }
)


HANDBOOK = Handbook(
    id="dice_pool",
    declared=DECLARED,
    armoury=Armoury(
        kind_class=Trooper,
        weapon_class=Arm,
        kinds=armoury.kinds,
        weapons=armoury.weapons,
        faults=armoury.faults,
        state_faults=armoury.state_faults,
        counters=armoury.equipped,
    ),
    house_rules=HOUSE_RULES,
)
