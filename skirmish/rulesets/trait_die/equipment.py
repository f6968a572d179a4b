"""Equipment of figures: purchases, weights in Significant Items, standard loads.

AMMO-05, AMMO-14 to AMMO-18, AMMO-22, AMMO-23. Weights are exact fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import cast

from attrs import field, frozen

from skirmish.core import figures
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.text import pluralize
from skirmish.rulesets.common import slots, start
from skirmish.rulesets.common.tokens import capacity, extended_weight, spare_weight
from skirmish.rulesets.defaults import EMPTY
from skirmish.rulesets.trait_die.catalogue import (
    EXTENDED,
    LEVELS,
    LIFETIME,
    ROUND_IDS,
    ROUNDS,
    STANDARD_ROUNDS,
    SUPPLIES,
    Rounds,
    fits,
    level,
)
from skirmish.rulesets.trait_die.counters import AMMO, PIECES, SPARE, TOKENS
from skirmish.rulesets.trait_die.kinds import QUARTERS, Kind, Weapon

MOST_CARRIED = 40
"""Maximum spare tokens of a weapon, or pieces, that a figure carries (AMMO-F22)."""
ITEMS = (*ROUND_IDS, EXTENDED)


@frozen
class Item:
    """An item that is bought for a weapon: its cost, and whether the purchase is important."""

    id: str
    weapon: Weapon
    cost: int
    important: bool

    @property
    def modifier(self) -> int:
        """The modifier of its price level to the roll (AMMO-16, AMMO-17, AMMO-18)."""
        return level(self.cost, important=self.important)

    @property
    def price(self) -> str:
        """Its price level in words: `Costly, roll -4, one try` (AMMO-17, AMMO-18)."""
        words = f"{LEVELS[self.modifier]}, roll {self.modifier:+}"
        return f"{words}, one try" if self.important else words

    @property
    def use(self) -> str:
        """Its use in words (AMMO-05, AMMO-F21)."""
        if self.id == EXTENDED:
            size = self.weapon.magazine
            more = capacity(size, extended=True) - capacity(size)
            return f"{pluralize(more, 'token')} more in the weapon (AMMO-05)."
        return f"{ROUNDS[self.id].text} (AMMO-F21)."

    @property
    def supplies(self) -> tuple[str, ...]:
        """The supplies in which it is sold; the extended magazine only for good.

        AMMO-05, AMMO-15, AMMO-19, AMMO-20.
        """
        return (LIFETIME,) if self.id == EXTENDED else SUPPLIES[1:]


FAILED = "failed"


def _place(supply: str) -> int:
    """Sort key of a supply: the longest first, none last."""
    return SUPPLIES.index(supply) if supply != FAILED else len(SUPPLIES)


@frozen(order=True)
class Bought:
    """The result of a purchase roll: the supply that is bought, if any."""

    supply: str = field(order=_place)


def item_of(name: str, weapon: Weapon) -> Item | Refusal:
    """The item that a word names for a weapon, or why it cannot be bought (AMMO-14).

    AMMO-05, AMMO-16, AMMO-17, AMMO-F21.
    """
    if name == EXTENDED:
        if not weapon.magazine:
            return Refusal(f"{weapon.name} has no magazine", "AMMO-07")
        return Item(name, weapon, -(-weapon.price // 2), important=True)
    rounds = ROUNDS.get(name)
    if rounds is None:
        known = ", ".join(ITEMS)
        return Refusal(f"no such thing: {name}", remedy=f"available: {known}")
    if not fits(rounds, weapon) and not (name == ROUND_IDS[0] and weapon.count):
        return Refusal(f"{weapon.name} takes no {rounds.name}", "AMMO-F21")
    if name == ROUND_IDS[0] and weapon.magazine:
        return Refusal("standard rounds come with the weapon", "AMMO-14", "'load' them")
    return Item(name, weapon, weapon.cost * rounds.price, important=not weapon.magazine)


def bit(item: str) -> int:
    """The bit of an item among the purchases tried."""
    return 1 << ITEMS.index(item)


def weapon_weight(weapon: Weapon, pieces: int, *, extended: bool = False) -> Fraction:
    """The weight of a weapon with its contents, or of all pieces of one counted in pieces.

    AMMO-05, AMMO-F22.
    """
    one = Fraction(weapon.weight, QUARTERS)
    if weapon.count:
        return one * pieces
    return extended_weight(one) if extended else one


def spares_weight(weapon: Weapon, tokens: int, rounds: Rounds = STANDARD_ROUNDS) -> Fraction:
    """The weight of a weapon's spare tokens (AMMO-22, AMMO-23)."""
    return tokens * spare_weight(weapon.magazine, rounds.weight)


def standard_load(weapons: Iterable[Weapon]) -> Fraction:
    """The weight of weapons with their standard loads (AMMO-14, AMMO-F20, AMMO-F22)."""
    zero = Fraction(0)
    return sum(
        (
            weapon_weight(weapon, weapon.count) + spares_weight(weapon, weapon.spare)
            for weapon in weapons
        ),
        zero,
    )


def loaded_with(figure: Figure, weapon: Weapon) -> Rounds:
    """The kind of ammunition that a figure uses in a weapon (AMMO-F21)."""
    return ROUNDS[ROUND_IDS[slots.get(figure, AMMO, weapon.id)]]


def load_of(weapons: Iterable[Weapon], counters: Mapping[str, int]) -> Fraction:
    """The weight of weapons with these counters (AMMO-22, AMMO-F22)."""
    total = Fraction(0)
    for slot, weapon in enumerate(weapons):
        pieces, spare, extended, ammo = (
            counters.get(slots.name(counter, slot), 0)
            for counter in (PIECES, SPARE, EXTENDED, AMMO)
        )
        total += weapon_weight(weapon, pieces, extended=bool(extended))
        total += spares_weight(weapon, spare, ROUNDS[ROUND_IDS[ammo]])
    return total


def burden(figure: Figure) -> Fraction:
    """The weight of all that a figure carries now (AMMO-F22, AMMO-22)."""
    return load_of(cast("tuple[Weapon, ...]", figure.who.weapons), figure.counters)


def most_load(figure: Figure) -> int:
    """The Significant Items that a figure may carry (AMMO-F22)."""
    return cast("Kind", figure.who.kind).si


def si_text(weight: Fraction) -> str:
    """A weight in Significant Items as text: `2`, `1/4`, `3 1/2`."""
    whole, part = divmod(weight.numerator, weight.denominator)
    if not part:
        return str(whole)
    rest = f"{part}/{weight.denominator}"
    return f"{whole} {rest}" if whole else rest


def equipped(carried: tuple[figures.Weapon, ...], given: start.Given = EMPTY) -> Mapping[str, int]:
    """The counters of standard loads: full magazines, standard spares, all pieces.

    An extended magazine in `given` is full, too (AMMO-06).

    AMMO-14, AMMO-F20.
    """
    counters: dict[str, int] = {}
    for slot, weapon in enumerate(carried):
        if isinstance(weapon, Weapon):
            extended = bool(given.get(slots.name(EXTENDED, slot)))
            tokens = capacity(weapon.magazine, extended=extended)
            for name, value in ((TOKENS, tokens), (SPARE, weapon.spare), (PIECES, weapon.count)):
                if value:
                    counters[slots.name(name, slot)] = value
    return counters
