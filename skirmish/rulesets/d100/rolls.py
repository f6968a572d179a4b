"""Tests of the system: a d100 under a target number, plain and opposed (EP-F1 to EP-F3).

A d100 shows 00 to 99. Margins: of success, the number rolled; of failure, the roll less the target
number (EP-A13).
"""

from __future__ import annotations

from enum import IntEnum

from skirmish.core.dice import Dice

D100 = 100
D10 = 10
BEST, WORST = 0, 99
"""00 succeeds and 99 fails, whatever the target number (EP-F1)."""
DOUBLES = 11
MOST_MODIFIED = 60
"""All modifiers of a test together, up or down (EP-F2)."""
FAILED = -1
EXCELLENT, EXCEPTIONAL = 30, 60
MARGIN_DV = 5
"""What an excellent success adds to the DV; an exceptional one twice that (EP-F10)."""


def d100(dice: Dice, what: str) -> int:
    """A d100 from 0 to 99; its face 100 is 00."""
    return dice.die(D100, what) % D100


def succeeds(roll: int, target: int) -> bool:
    """Whether a roll is a success (EP-F1)."""
    return roll == BEST or (roll <= target and roll != WORST)


def successes(target: int) -> int:
    """How many of the hundred rolls succeed against a target number (EP-F1)."""
    return max(BEST, min(WORST - 1, target)) + 1


def margin_of_failure(roll: int, target: int) -> int:
    """By how much a roll failed, never below 0 (EP-A13)."""
    return max(0, roll - target)


def capped(modifiers: int) -> int:
    """The modifiers of a test together, at most 60 either way (EP-F2)."""
    return max(-MOST_MODIFIED, min(MOST_MODIFIED, modifiers))


def test(dice: Dice, target: int, what: str) -> bool:
    """A plain test: whether it succeeds (EP-F1)."""
    return succeeds(d100(dice, what), target)


def score(dice: Dice, target: int, what: str) -> int:
    """One side of an opposed test, so that the higher number wins (EP-F3).

    FAILED; the roll of a success; a critical one, a double, counts a hundred more.
    """
    roll = d100(dice, what)
    if not succeeds(roll, target):
        return FAILED
    return roll + D100 if roll % DOUBLES == 0 else roll


class Grade(IntEnum):
    """How an attack came out: what it adds to the damage, whether armour counts."""

    MISS = 0
    HIT = 1
    EXCELLENT = 2
    EXCEPTIONAL = 3
    CRITICAL = 4
    CRITICAL_EXCELLENT = 5
    CRITICAL_EXCEPTIONAL = 6

    @property
    def critical(self) -> bool:
        """Whether armour does not count (EP-F10)."""
        return self >= Grade.CRITICAL

    @property
    def excellent(self) -> bool:
        """Whether the margin of success was 30 or more (EP-23)."""
        return self.band > 0

    @property
    def band(self) -> int:
        """0 for a plain success, 1 from a margin of 30 on, 2 from 60 on."""
        return 0 if self is Grade.MISS else (self - 1) % 3

    @property
    def bonus(self) -> int:
        """What the margin adds to the DV (EP-F10)."""
        return MARGIN_DV * self.band


def grade(won: int) -> Grade:
    """The grade of a score that won; MISS for a failed one."""
    if won == FAILED:
        return Grade.MISS
    critical, roll = divmod(won, D100)
    band = (roll >= EXCELLENT) + (roll >= EXCEPTIONAL)
    return Grade(1 + 3 * critical + band)


def clash(dice: Dice, skill: int, guard: int | None) -> Grade:
    """An attack as an opposed test, or as a plain one against who cannot defend (EP-F3, EP-F8).

    The higher success hits; a tie does not, nor do two failures.
    """
    attack = dice.sub(score, skill, "attack")
    if attack == FAILED or guard is None:
        return grade(attack)
    return grade(attack) if dice.sub(beats, attack, guard) else Grade.MISS


def beats(dice: Dice, attack: int, guard: int) -> bool:
    """Whether a successful attack is better than the defence (EP-F3)."""
    return attack > dice.sub(score, guard, "defence")


def contest(dice: Dice, mine: int, theirs: int) -> int:
    """An opposed test: 1 when the first side wins, -1 when the second does, 0 when neither."""
    first = dice.sub(score, mine, "test")
    second = dice.sub(score, theirs, "test")
    return (first > second) - (first < second)
