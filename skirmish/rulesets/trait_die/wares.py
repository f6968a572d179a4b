"""What is sold before a battle: for which weapon, at what price level (AMMO-05, AMMO-14 to 18)."""

from __future__ import annotations

from attrs import field, frozen

from skirmish.core.orders import Refusal
from skirmish.rulesets.trait_die.kinds import Arm
from skirmish.rulesets.trait_die.rounds import (
    EXTENDED,
    LEVELS,
    LIFETIME,
    ROUND_IDS,
    ROUNDS,
    SUPPLIES,
    fits,
    level,
)

ITEMS = (*ROUND_IDS, EXTENDED)


@frozen
class Item:
    """What is bought for a weapon: its price level, whether the purchase is important."""

    id: str
    arm: Arm
    cost: int
    important: bool

    @property
    def modifier(self) -> int:
        """What its price level adds to the roll (AMMO-16, AMMO-17)."""
        return level(self.cost, important=self.important)

    @property
    def price(self) -> str:
        """Its price level as a player reads it: `Expensive -2, important` (AMMO-17, AMMO-18)."""
        words = f"{LEVELS[self.modifier]} {self.modifier:+}"
        return f"{words}, important" if self.important else words

    @property
    def supplies(self) -> tuple[str, ...]:
        """For how long it may be bought: a thing that is no ammunition once for all."""
        return (LIFETIME,) if self.id == EXTENDED else SUPPLIES[1:]


FAILED = "failed"


def _place(supply: str) -> int:
    """The longest supply first, none at all last."""
    return SUPPLIES.index(supply) if supply != FAILED else len(SUPPLIES)


@frozen(order=True)
class Bought:
    """What a purchase roll comes to: for how long a thing is had, or that it is not."""

    supply: str = field(order=_place)


def item_of(name: str, arm: Arm) -> Item | Refusal:
    """What a word means for a weapon, or why it cannot be bought for it."""
    if name == EXTENDED:
        if not arm.magazine:
            return Refusal(f"{arm.name} has no magazine", "AMMO-07")
        return Item(name, arm, -(-arm.price // 2), important=True)
    rounds = ROUNDS.get(name)
    if rounds is None:
        known = ", ".join(ITEMS)
        return Refusal(f"no such thing: {name}", remedy=f"to be had: {known}")
    if not fits(rounds, arm) and not (name == ROUND_IDS[0] and arm.count):
        return Refusal(f"{arm.name} takes no {rounds.name}", "AMMO-F21")
    if name == ROUND_IDS[0] and arm.magazine:
        return Refusal("standard rounds come with the weapon", "AMMO-14", "'load' them")
    return Item(name, arm, arm.cost * rounds.price, important=not arm.magazine)


def bit(item: str) -> int:
    """The bit of an item among the purchases tried."""
    return 1 << ITEMS.index(item)
