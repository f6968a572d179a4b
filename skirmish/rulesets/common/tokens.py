"""Ammunition tokens, which replace single rounds (AMMO-01 to AMMO-06).

Also their weight in Significant Items, as exact fractions (AMMO-22, AMMO-23).
"""

from __future__ import annotations

from fractions import Fraction

PER_ITEM = 4
"""Minimum tokens in one Significant Item (AMMO-22)."""
STANDARD = Fraction(1)
CASELESS = Fraction(1, 2)
"""Weight of caseless ammunition relative to standard ammunition (AMMO-23)."""
SMALL, MIDDLE = 10, 40
"""Rounds up to which a magazine is one token, and two (AMMO-02, AMMO-03)."""


def extended_size(magazine: int) -> int:
    """Return the rounds in an extended magazine: 1.5 times, rounded down (AMMO-06, AMMO-A1)."""
    return magazine * 3 // 2


def capacity(magazine: int, *, extended: bool = False) -> int:
    """Return the tokens of a magazine (AMMO-01); 0 for a weapon without a magazine.

    1 to 10 rounds are one token, 11 to 40 two, from 41 on one for every 20, rounded up (AMMO-02 to
    AMMO-04). The rounds of an extended magazine are computed first (AMMO-06, AMMO-A1).
    """
    rounds = extended_size(magazine) if extended else magazine
    if rounds <= 0:
        return 0
    if rounds <= SMALL:
        return 1
    return 2 if rounds <= MIDDLE else -(-rounds // 20)


def rapid_shots(tokens: int) -> int:
    """Return the most shots of a rapid attack: two for each token, up to 6 (AMMO-13, AMMO-A5).

    AMMO-F11.
    """
    return min(6, 2 * tokens)


def spare_weight(magazine: int, ammunition: Fraction = STANDARD) -> Fraction:
    """Return the weight of one spare token, in Significant Items (AMMO-A9).

    One item is four tokens or one full magazine, whichever is more (AMMO-22, AMMO-A8); lighter
    ammunition weighs less (AMMO-23).
    """
    return ammunition / max(PER_ITEM, capacity(magazine))


def extended_weight(weight: Fraction) -> Fraction:
    """Return the weight of a weapon with an extended magazine (AMMO-05)."""
    return weight * 3 / 2


def reloaded(tokens: int, size: int, spare: int) -> tuple[int, int]:
    """Return the tokens in the weapon and carried after a reload with the tokens carried.

    AMMO-A10, AMMO-F17.
    """
    moved = max(0, min(size - tokens, spare))
    return tokens + moved, spare - moved
