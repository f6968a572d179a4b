"""What scenarios for d100 are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from skirmish.core.figures import Declared, Kind, Weapon
from skirmish.rulesets.common import start
from skirmish.rulesets.d100 import armoury
from skirmish.rulesets.d100.declared import DECLARED
from skirmish.rulesets.d100.kinds import Arm, Person
from skirmish.rulesets.protocol import HouseRule

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType(
    {
        "ammunition": HouseRule(
            default="rounds",
            text="Rounds are counted one by one, or magazines run dry by chance, in tokens.",
            options=("rounds", "tokens"),
        ),
    }
)


@frozen
class D100Handbook:
    """Stat blocks, declarations and house rules."""

    id: str = "d100"
    declared: Declared = DECLARED
    house_rules: Mapping[str, HouseRule] = HOUSE_RULES
    kind_class: type[Kind] = Person
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


HANDBOOK = D100Handbook()
