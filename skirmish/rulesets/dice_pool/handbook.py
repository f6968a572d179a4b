"""What scenarios for the dice pool are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from skirmish.core.figures import Declared, Kind, Weapon
from skirmish.rulesets.common import start
from skirmish.rulesets.common.reactions import HOUSE_RULE as REACTIONS
from skirmish.rulesets.dice_pool import armoury
from skirmish.rulesets.dice_pool.declared import DECLARED
from skirmish.rulesets.dice_pool.kinds import Arm, Trooper
from skirmish.rulesets.protocol import HouseRule

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType(
    {
        "reactions": REACTIONS,
        "scatter": HouseRule(default=True, text="Blasts scatter, less for each hit of the test."),
        "stop_on_sight": HouseRule(
            default=True, text="A figure that moves stops when it catches sight of a new enemy."
        ),
    }
)


@frozen
class DicePoolHandbook:
    """Stat blocks, declarations and house rules."""

    id: str = "dice_pool"
    declared: Declared = DECLARED
    house_rules: Mapping[str, HouseRule] = HOUSE_RULES
    kind_class: type[Kind] = Trooper
    weapon_class: type[Weapon] = Arm

    def kinds(self) -> Mapping[str, Kind]:
        """The armoury's kinds of figure by id."""
        return armoury.kinds()

    def weapons(self) -> Mapping[str, Weapon]:
        """The armoury's weapons by id."""
        return armoury.weapons()

    def faults(self, kind: Kind, weapons: tuple[Weapon, ...]) -> tuple[str, ...]:
        """What is wrong with a stat block beyond the types of its fields."""
        return armoury.faults(kind, weapons)

    def state_faults(
        self, kind: Kind, weapons: tuple[Weapon, ...], state: start.Given
    ) -> start.Wrong:
        """What of a scenario's `state` no such figure can come with, by key."""
        return armoury.state_faults(kind, weapons, state)


HANDBOOK = DicePoolHandbook()
