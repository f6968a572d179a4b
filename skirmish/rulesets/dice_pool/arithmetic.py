"""The sums of the rules, without dice and without a state; each names its rule."""

from __future__ import annotations

from math import isqrt
from typing import Literal

Choke = Literal["medium", "narrow", "wide"]
CHOKES: tuple[Choke, ...] = ("medium", "narrow", "wide")
Burst = Literal["short", "long", "full", "split"]
ROUNDS: dict[str, int] = {"short": 3, "long": 6, "full": 10, "split": 3}
"""Rounds of each burst (POOL-13); a split burst is three short ones (POOL-16)."""
SPLIT = 3
"""Short bursts in a split burst."""
SUPPRESSION = 20
"""Rounds of suppressive fire."""
SIMPLE, COMPLEX = 1, 2
"""Halves of a figure's pass."""
INCREMENTS = 5
"""A weapon reaches so many of its increments (POOL-F5)."""
MOST_AIM = 3
GOOD_COVER = 4
PARTIAL_COVER = 2
FULL_BOXES = 8
BOXES_A_DIE = 3

_ACTION = {
    ("short", "bf"): SIMPLE,
    ("short", "fa"): SIMPLE,
    ("long", "bf"): COMPLEX,
    ("long", "fa"): SIMPLE,
    ("full", "fa"): COMPLEX,
    ("split", "fa"): COMPLEX,
}


def action(burst: str, mode: str) -> int | None:
    """Halves of a pass that a burst takes in a mode; None where it can't be (POOL-14, POOL-A1)."""
    return _ACTION.get((burst, mode))


def beyond(away2: int, increment: int) -> int:
    """Whole increments beyond the first at a squared distance; a boundary is the nearer's.

    It is the range penalty (POOL-F5, POOL-A5).
    """
    if away2 <= increment * increment:
        return 0
    return isqrt(away2 - 1) // increment


def halves(rate: int, penalty: int, *, wide: bool) -> int:
    """What net hits are divided by for extra rounds, times two (POOL-26 to 28, POOL-37 to 39).

    A rate of 0 counts as one half (POOL-38), a wide burst adds 1 (POOL-37). Accumulated recoil and
    compensation do not come into it.
    """
    return (2 * rate or 1) + 2 * wide + 2 * penalty


def extra_rounds(net: int, divisor_halves: int) -> int:
    """Rounds that may strike beyond the first (POOL-26, POOL-29)."""
    return 2 * net // divisor_halves


def in_flight(rounds: int, hits: int, penetrating: int = 0) -> int:
    """Rounds still in flight after hits on one figure (POOL-20, POOL-36)."""
    return rounds - (hits - penetrating)


def armour(av: int, ap: int) -> int:
    """Armour that an attack leaves: a negative AP goes through better (POOL-A3)."""
    return max(0, av + ap)


def through(dv: int, net: int, extra: int, av: int) -> int:
    """Damage of all hits on a figure before its Body roll (POOL-31 to 34, POOL-A12).

    Net hits count in the first hit alone; armour takes from each hit, and never below 0.
    """
    return max(0, dv + net - av) + extra * max(0, dv - av)


def recoil(rate: int, earlier: int, rounds: int, compensation: int) -> int:
    """Dice lost to recoil, which gathers with every round of the pass (POOL-15, POOL-F6)."""
    return max(0, rate * (earlier + rounds - 1) - compensation)


def cone_halves(*, wide_burst: bool, choke: str, right_angle: bool = False) -> int:
    """Half the angle of an attack's area in units of 22.5 degrees; 0 is a line (POOL-45 to 48)."""
    wide_choke = choke == "wide"
    if not (wide_burst or wide_choke):
        return 0
    return 2 if wide_burst and wide_choke and right_angle else 1


def threshold(penalty: int, *, wide_burst: bool, choke: bool) -> int:
    """Hits that range costs a wide burst on top, unless its weapon has a choke (POOL-24, 25)."""
    return penalty if wide_burst and not choke else 0


def boxes(body: int) -> int:
    """Boxes of a figure; all full, it is down (POOL-F9)."""
    return FULL_BOXES + (body + 1) // 2


def wound_dice(damage: int) -> int:
    """Dice that full boxes cost on every test but the Body roll (POOL-F9)."""
    return damage // BOXES_A_DIE


def cover_dice(cover: int) -> int:
    """The defender's dice for the board's cover: 1 is partial, 2 and 3 are good (POOL-F8)."""
    return (0, PARTIAL_COVER, GOOD_COVER, GOOD_COVER)[cover]


def pass_of(step: int) -> int:
    """The pass that a step of the clock belongs to: steps 1 and 2 are the first."""
    return (step + 1) // 2


def tiles_in_pass(move: int, passes: int, number: int) -> int:
    """Tiles of a turn's move that fall into a pass; earlier ones get the odd ones (POOL-F4)."""
    share, odd = divmod(move, passes)
    return share + (number <= odd)
