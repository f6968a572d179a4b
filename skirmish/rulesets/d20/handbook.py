"""What scenarios for d20 are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from skirmish.core.figures import Declared, Kind, Weapon
from skirmish.rulesets.common import start
from skirmish.rulesets.common.reactions import HOUSE_RULE as REACTIONS
from skirmish.rulesets.d20 import armoury
from skirmish.rulesets.d20.declared import DECLARED
from skirmish.rulesets.d20.kinds import Arm, Fighter
from skirmish.rulesets.protocol import HouseRule

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


@frozen
class D20Handbook:
    """Stat blocks, declarations and house rules."""

    id: str = "d20"
    declared: Declared = DECLARED
    house_rules: Mapping[str, HouseRule] = HOUSE_RULES
    kind_class: type[Kind] = Fighter
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


HANDBOOK = D20Handbook()
