"""What scenarios for trait die are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from skirmish.core.figures import Declared, Kind, Weapon
from skirmish.rulesets.common import reactions, start
from skirmish.rulesets.protocol import HouseRule
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


@frozen
class TraitDieHandbook:
    """Stat blocks, declarations and house rules."""

    id: str = "trait_die"
    declared: Declared = DECLARED
    house_rules: Mapping[str, HouseRule] = HOUSE_RULES
    kind_class: type[Kind] = Soldier
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


HANDBOOK = TraitDieHandbook()
