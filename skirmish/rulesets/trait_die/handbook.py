"""What scenarios for trait die are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.core.setup import Setup
from skirmish.rulesets.common import reactions
from skirmish.rulesets.handbook import Armoury, Handbook, HouseRule
from skirmish.rulesets.trait_die import armoury
from skirmish.rulesets.trait_die.declared import DECLARED
from skirmish.rulesets.trait_die.kinds import Arm, Soldier

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType(
    {
        "muster": HouseRule(
            default=False,
            text="Before deployment each side chooses what its figures carry, and buys more.",
        ),
        "brisk": HouseRule(
            default=False,
            text="A figure that recovers from Shaken without a raise may act, at -2.",
        ),
        "reactions": reactions.HOUSE_RULE,
    }
)


def _musters(setup: Setup) -> bool:
    """Whether the sides choose their loads before deployment (AMMO-F20)."""
    return bool(setup.rules.get("muster", False))


HANDBOOK = Handbook(
    id="trait_die",
    declared=DECLARED,
    armoury=Armoury(
        kind_class=Soldier,
        weapon_class=Arm,
        kinds=armoury.kinds,
        weapons=armoury.weapons,
        faults=armoury.faults,
        state_faults=armoury.state_faults,
        counters=armoury.equipped,
    ),
    house_rules=HOUSE_RULES,
    musters=_musters,
)
