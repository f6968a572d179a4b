"""What scenarios for d20 are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.rulesets.common.reactions import HOUSE_RULE as REACTIONS
from skirmish.rulesets.d20 import armoury
from skirmish.rulesets.d20.declared import DECLARED
from skirmish.rulesets.d20.kinds import Arm, Fighter
from skirmish.rulesets.handbook import Armoury, Handbook, HouseRule

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType(
    {
        "ammunition": HouseRule(
            default="rounds",
            text="Every round is counted, or magazines are tokens that low rolls use up.",
            options=("rounds", "tokens"),
        ),
        "reactions": REACTIONS,
        "stop_on_sight": HouseRule(
            default=True, text="A figure that moves stops when it catches sight of a new enemy."
        ),
    }
)


HANDBOOK = Handbook(
    id="d20",
    declared=DECLARED,
    armoury=Armoury(
        kind_class=Fighter,
        weapon_class=Arm,
        kinds=armoury.kinds,
        weapons=armoury.weapons,
        faults=armoury.faults,
        state_faults=armoury.state_faults,
        counters=armoury.equipped,
    ),
    house_rules=HOUSE_RULES,
)
