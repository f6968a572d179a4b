"""What scenarios for opposed d6 are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from skirmish.core.figures import Declared, Kind, Weapon
from skirmish.rulesets.common import start
from skirmish.rulesets.opposed_d6 import armoury
from skirmish.rulesets.opposed_d6.declared import DECLARED
from skirmish.rulesets.opposed_d6.kinds import Arm, Troop
from skirmish.rulesets.protocol import HouseRule

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
        "stop_on_sight": HouseRule(
            default=True, text="A figure that moves stops when it catches sight of a new enemy."
        ),
    }
)


@frozen
class OpposedD6Handbook:
    """Stat blocks, declarations and house rules."""

    id: str = "opposed_d6"
    declared: Declared = DECLARED
    house_rules: Mapping[str, HouseRule] = HOUSE_RULES
    kind_class: type[Kind] = Troop
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
        self, _kind: Kind, weapons: tuple[Weapon, ...], state: start.Given
    ) -> start.Wrong:
        """What of a scenario's `state` no such figure can come with, by key."""
        return armoury.state_faults(weapons, state)


HANDBOOK = OpposedD6Handbook()
