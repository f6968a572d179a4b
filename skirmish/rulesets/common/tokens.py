"""Ammunition tokens: an account of ammunition that counts no rounds (AMMO-01 to AMMO-06).

Also what they weigh: Significant Items, as exact fractions (AMMO-22, AMMO-23).
"""

from __future__ import annotations

from fractions import Fraction

PER_ITEM = 4
"""Tokens that one Significant Item carries at least."""
STANDARD = Fraction(1)
CASELESS = Fraction(1, 2)
"""What ammunition weighs beside standard ammunition."""


def extended_size(magazine: int) -> int:
    """Rounds in an extended magazine: half as many again, rounded down (AMMO-06, AMMO-A1)."""
    return magazine * 3 // 2


def capacity(magazine: int, *, extended: bool = False) -> int:
    """Tokens that a magazine of so many rounds holds; 0 for a weapon without one.

    1 to 10 rounds are one token, 11 to 40 two, from 41 on one for every 20, rounded up (AMMO-02
    to AMMO-04). An extended magazine is half as large again, rounded down, before its tokens are
    counted (AMMO-06, AMMO-A1).
    """
    rounds = extended_size(magazine) if extended else magazine
    if rounds <= 0:
        return 0
    if rounds <= 10:
        return 1
    return 2 if rounds <= 40 else -(-rounds // 20)


def rapid_shots(tokens: int) -> int:
    """Shots of a rapid attack at most: two for each token in the weapon, never more than 6."""
    return min(6, 2 * tokens)


def spare_weight(magazine: int, ammunition: Fraction = STANDARD) -> Fraction:
    """What one spare token weighs, in Significant Items.

    One item is four tokens or one full magazine, whichever is more (AMMO-22, AMMO-A8), and less
    for ammunition that is lighter (AMMO-23).
    """
    return ammunition / max(PER_ITEM, capacity(magazine))


def extended_weight(weight: Fraction) -> Fraction:
    """What a weapon weighs with an extended magazine (AMMO-05)."""
    return weight * 3 / 2


def reloaded(tokens: int, size: int, spare: int) -> tuple[int, int]:
    """Tokens in the weapon and carried after a reload, which goes as far as what is carried."""
    moved = max(0, min(size - tokens, spare))
    return tokens + moved, spare - moved
