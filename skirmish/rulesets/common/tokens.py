"""Ammunition tokens: an account of ammunition that counts no rounds (AMMO-01 to AMMO-06)."""

from __future__ import annotations


def capacity(magazine: int, *, extended: bool = False) -> int:
    """Tokens that a magazine of so many rounds holds; 0 for a weapon without one.

    1 to 10 rounds are one token, 11 to 40 two, from 41 on one for every 20, rounded up (AMMO-02
    to AMMO-04). An extended magazine is half as large again, rounded down, before its tokens are
    counted (AMMO-06, AMMO-A1).
    """
    rounds = magazine * 3 // 2 if extended else magazine
    if rounds <= 0:
        return 0
    if rounds <= 10:
        return 1
    return 2 if rounds <= 40 else -(-rounds // 20)
