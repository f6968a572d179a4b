"""What scenarios for d100 are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.rulesets.d100 import armoury
from skirmish.rulesets.d100.declared import DECLARED
from skirmish.rulesets.d100.kinds import Arm, Person
from skirmish.rulesets.handbook import Armoury, Handbook, HouseRule

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType(
    {
        "ammunition": HouseRule(
            default="rounds",
            text="Rounds are counted one by one, or magazines run dry by chance, in tokens.",
            options=("rounds", "tokens"),
        ),
    }
)


HANDBOOK = Handbook(
    id="d100",
    declared=DECLARED,
    armoury=Armoury(
        kind_class=Person,
        weapon_class=Arm,
        kinds=armoury.kinds,
        weapons=armoury.weapons,
        faults=armoury.faults,
        state_faults=armoury.state_faults,
        counters=armoury.equipped,
    ),
    house_rules=HOUSE_RULES,
)
