"""Chance functions and sums of the rules, from bare numbers; each names its rule.

A test is a pool of d6 of which each 5 or 6 is a success (POOL-F1).
"""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, isqrt
from typing import NamedTuple

from attrs import frozen

from skirmish.core.dice import Dice
from skirmish.core.geometry import Tile
from skirmish.rulesets.dice_pool.counters import COVER

DIE = 6
SUCCESS = 5
"""The lowest face that is a success (POOL-F1)."""
SCATTER_DIE = 10
SCATTER_LESS = 2
"""Tiles by which each success of the test shortens the scatter of a blast (POOL-F16)."""
NO_SCATTER = SCATTER_DIE // SCATTER_LESS
"""Number of successes from which a blast does not scatter (POOL-F16)."""
ATTACK, GUARD, BODY, SURPRISE, SCATTER = "attack", "guard", "body", "surprise", "scatter"
BURSTS: dict[str, int] = {"short": 3, "long": 6, "full": 10, "split": 3}
"""Rounds of each burst (POOL-13); a split burst is three short ones (POOL-16)."""
SPLIT_BURSTS = 3
"""Short bursts in a split burst (POOL-16)."""
SUPPRESSION = 20
"""Rounds of suppressive fire (POOL-F13)."""
SIMPLE, COMPLEX = 1, 2
"""Costs in halves of a figure's pass (POOL-F4)."""
INCREMENTS = 5
"""Reach of a weapon in increments (POOL-F5)."""
MOST_AIM = 3
"""Maximum dice of aim (POOL-F4)."""
BOXES_A_DIE = 3
"""Number of full boxes that cost a die (POOL-F9)."""

_BURST_COSTS = {
    ("short", "bf"): SIMPLE,
    ("short", "fa"): SIMPLE,
    ("long", "bf"): COMPLEX,
    ("long", "fa"): SIMPLE,
    ("full", "fa"): COMPLEX,
    ("split", "fa"): COMPLEX,
}
"""Cost of each burst in each mode, in halves of a pass (POOL-14, POOL-16, POOL-A1)."""


def burst_cost(burst: str, mode: str) -> int | None:
    """Halves of a pass that a burst takes in a mode; None if impossible (POOL-14, POOL-A1)."""
    return _BURST_COSTS.get((burst, mode))


def beyond(away2: int, increment: int) -> int:
    """Range penalty: whole increments beyond the first, at a squared distance (POOL-F5, POOL-A5).

    A distance on a boundary counts as the nearer increment.
    """
    if away2 <= increment * increment:
        return 0
    return isqrt(away2 - 1) // increment


def divisor(rate: int, penalty: int, *, wide: bool) -> int:
    """Twice the divisor of net successes that gives the extra rounds (POOL-A5, POOL-A8).

    POOL-26 to 28, POOL-37 to 39, POOL-A6. A rate of 0 counts as one half, a wide burst adds 1.
    Accumulated recoil and compensation do not count.
    """
    return (2 * rate or 1) + 2 * wide + 2 * penalty


def extra_rounds(net: int, halves: int) -> int:
    """Maximum rounds that strike beyond the first (POOL-26, POOL-29)."""
    return 2 * net // halves


def in_flight(rounds: int, hits: int, penetrating: int = 0) -> int:
    """Rounds still in flight after hits on one figure (POOL-20, POOL-36)."""
    return rounds - (hits - penetrating)


def armour_left(av: int, ap: int) -> int:
    """Armour that is left against an attack; a negative AP reduces it (POOL-A3, POOL-33)."""
    return max(0, av + ap)


def through(dv: int, net: int, extra: int, av: int) -> int:
    """Damage of all hits on a figure before its Body roll (POOL-31 to 34, POOL-A12).

    Net successes add to the first hit only; armour reduces each hit, not below 0.
    """
    return max(0, dv + net - av) + extra * max(0, dv - av)


def recoil(rate: int, earlier: int, rounds: int, compensation: int) -> int:
    """Dice lost to recoil, which accumulates with every round of the pass (POOL-15, POOL-F6).

    POOL-38.
    """
    return max(0, rate * (earlier + rounds - 1) - compensation)


def cone_halves(*, wide_burst: bool, choke: str, right_angle: bool = False) -> int:
    """Half the angle of an attack's area in units of 22.5 degrees; 0 is a line (POOL-45 to 48).

    POOL-22, POOL-23, POOL-44, POOL-A8.
    """
    wide_choke = choke == "wide"
    if not (wide_burst or wide_choke):
        return 0
    return 2 if wide_burst and wide_choke and right_angle else 1


def range_threshold(penalty: int, *, wide_burst: bool, choke: bool) -> int:
    """Extra successes that a wide burst needs at range, unless it has a choke (POOL-24, POOL-25).

    POOL-A8.
    """
    return penalty if wide_burst and not choke else 0


def wound_dice(damage: int) -> int:
    """Dice that full boxes take off every test but the Body roll (POOL-F9)."""
    return damage // BOXES_A_DIE


def cover_dice(cover: int) -> int:
    """The defender's dice for the board's cover: 1 is partial, 2 and 3 are good (POOL-F8)."""
    return COVER[cover]


def pass_of(step: int) -> int:
    """The pass that a step of the clock belongs to: steps 1 and 2 are the first (POOL-F4).

    Step 0, the deployment, counts as the first pass.
    """
    return max(1, (step + 1) // 2)


def tiles_in_pass(move: int, passes: int, number: int) -> int:
    """Tiles of the move in a pass; the remainder goes to the earlier passes (POOL-F4)."""
    share, odd = divmod(move, passes)
    return share + (number <= odd)


class Fault(IntEnum):
    """What went wrong with a weapon test: the weapon jams, or the pass is lost as well.

    POOL-F2.
    """

    NONE = 0
    JAM = 1
    LOST = 2


class Harm(NamedTuple):
    """The effect of an attack on one figure: hits, boxes filled, whether it was surprised."""

    hits: int = 0
    damage: int = 0
    surprised: bool = False


MISSED = Harm()
TAKEN_UNAWARES = Harm(surprised=True)


class Target(NamedTuple):
    """A figure that an attack may strike.

    `guard`: its dice of defence. `dv`: base damage. `av`: armour that is left. `boxes`: its empty
    boxes. `threshold`: extra successes that the attack needs. `halves`: twice the divisor of net
    successes for extra rounds. `ambush`: dice of the hidden attacker and of the target in the test
    of surprise. `extra`: the most extra hits where no player is asked.
    """

    guard: int
    dv: int
    av: int
    body: int
    boxes: int
    threshold: int = 0
    halves: int = 2
    ambush: tuple[int, int] | None = None
    extra: int = 10


class Flight(NamedTuple):
    """An attack on its way: its successes, rounds in flight, whether a hit body stops a round."""

    successes: int
    rounds: int
    stops: bool


def success(dice: Dice, what: str) -> int:
    """Roll one die of a test: 1 for a success, else 0 (POOL-F1)."""
    return int(dice.die(DIE, what) >= SUCCESS)


def attack_successes(dice: Dice, pool: int) -> int:
    """The successes of a weapon test (POOL-A13, POOL-F1)."""
    return dice.total(pool, success, ATTACK)


OF_SUCCESS = Fraction(DIE + 1 - SUCCESS, DIE)
"""The chance that a die is a success."""


@lru_cache(maxsize=256)
def successes_of(dice: int) -> tuple[int, ...]:
    """The weight of each number of successes of so many dice, out of `ways`."""
    good, bad = OF_SUCCESS.numerator, OF_SUCCESS.denominator - OF_SUCCESS.numerator
    return tuple([comb(dice, n) * good**n * bad ** (dice - n) for n in range(dice + 1)])


def ways(dice: int) -> int:
    """The sum of the weights of `successes_of`."""
    return int(OF_SUCCESS.denominator**dice)


def fault_of(faces: tuple[int, ...]) -> Fault:
    """The mishap of a weapon test: at least half of its dice show 1 (POOL-F2)."""
    return fault_by(faces.count(1), sum(face >= SUCCESS for face in faces), len(faces))


def fault_by(ones: int, successes: int, pool: int) -> Fault:
    """The mishap of a test by the number of its ones and successes (POOL-F2)."""
    if 2 * ones < pool:
        return Fault.NONE
    return Fault.JAM if successes else Fault.LOST


@frozen
class Shown:
    """The number of ones and of successes among dice of a weapon test."""

    ones: int = 0
    successes: int = 0

    def __add__(self, other: Shown) -> Shown:
        """Return the sum of both."""
        return Shown(self.ones + other.ones, self.successes + other.successes)


def shown(dice: Dice) -> Shown:
    """Roll one die of a test."""
    face = dice.die(DIE, ATTACK)
    return Shown(int(face == 1), int(face >= SUCCESS))


def fault(dice: Dice, pool: int) -> Fault:
    """The mishap of a weapon test of so many dice, 1 or more (POOL-F2)."""
    faces = dice.total(pool, shown) or Shown()
    return fault_by(faces.ones, faces.successes, pool)


def volley(
    dice: Dice, pool: int, rounds: int, stops: bool, targets: tuple[Target, ...]
) -> tuple[Harm, ...]:
    """An attack with rounds: one weapon test, then each target in order (POOL-18 to 21, POOL-A13).

    A single round is a shot at one target, or a shell that stops in the first figure it hits; if
    nothing stops it, it may hit each target once (POOL-A16).

    POOL-F1.
    """
    flight = Flight(dice.sub(attack_successes, pool), rounds, stops)
    return dice.each(meet, flight, targets)


def meet(dice: Dice, flight: Flight, target: Target) -> tuple[Flight, Harm]:
    """One target of an attack (POOL-F11): the flight after it, and the harm that it took.

    POOL-19, POOL-20, POOL-21, POOL-24, POOL-A11, POOL-A13, POOL-F1, POOL-F15.
    """
    surprised = target.ambush is not None and dice.sub(unawares, *target.ambush)
    net = flight.successes - target.threshold
    if net < 1 or not flight.rounds:
        return _spent(flight), _taken_unawares(surprised)
    if not surprised:
        net -= dice.total(target.guard, success, GUARD)
    if net < 1:
        return flight, _taken_unawares(surprised)
    harm = dice.sub(struck, net, most_extra(net, flight.rounds, target), target)
    left = in_flight(flight.rounds, harm.hits, 0 if flight.stops else harm.hits)
    after = _spent(Flight(flight.successes, left, flight.stops))
    return after, harm._replace(surprised=True) if surprised else harm


def most_extra(net: int, rounds: int, target: Target) -> int:
    """Maximum rounds that strike a target beyond the first (POOL-26, POOL-36, POOL-A9, POOL-19)."""
    return min(rounds - 1, extra_rounds(net, target.halves))


def struck(dice: Dice, net: int, most: int, target: Target) -> Harm:
    """The harm of net successes, with up to `most` extra rounds to choose (POOL-30 to 35)."""
    extra = dice.choose("extra", tuple(range(most + 1)), partial(_taken, target.extra))
    return Harm(1 + extra, resist(dice, damage_of(net, extra, target), target.body, target.boxes))


def boxes_filled(net: int, most: int, target: Target) -> tuple[int, ...]:
    """The boxes filled as in `struck`, for each number of successes of the Body roll."""
    damage = damage_of(net, min(target.extra, most), target)
    return tuple([min(target.boxes, max(0, damage - n)) for n in range(target.body + 1)])


def _taken_unawares(surprised: bool) -> Harm:
    return TAKEN_UNAWARES if surprised else MISSED


def _spent(flight: Flight) -> Flight:
    """Merge all flights that can do nothing more, so that odds treat them alike (POOL-21)."""
    return flight if flight.successes and flight.rounds else Flight(0, 0, flight.stops)


def _taken(most: int, options: tuple[int, ...]) -> int:
    """The number of extra hits where no player is asked (POOL-30)."""
    return options[min(most, len(options) - 1)]


def damage_of(net: int, extra: int, target: Target) -> int:
    """The damage before the Body roll, capped where more makes no difference.

    POOL-31, POOL-35.
    """
    return min(through(target.dv, net, extra, target.av), target.boxes + target.body)


def resist(dice: Dice, damage: int, body: int, boxes: int) -> int:
    """Boxes filled after the Body roll: each success reduces damage by 1 (POOL-35).

    POOL-F9.
    """
    if damage <= 0:
        return 0
    return min(boxes, max(0, damage - dice.total(body, success, BODY)))


def unawares(dice: Dice, ambusher: int, victim: int) -> bool:
    """Whether a figure is surprised: it has fewer successes than its ambusher (POOL-F15)."""
    sprung = dice.total(ambusher, success, SURPRISE)
    return dice.total(victim, success, SURPRISE) < sprung


def suppress(dice: Dice, pool: int, targets: tuple[Target, ...]) -> tuple[Harm, ...]:
    """Suppressive fire when it is laid, on uncovered figures in its area (POOL-F13)."""
    return dice.each(duck, dice.sub(attack_successes, pool), targets)


def pinned(dice: Dice, successes: int, targets: tuple[Target, ...]) -> tuple[Harm, ...]:
    """Suppressive fire already in place, against figures that enter it (POOL-F13)."""
    return dice.each(duck, successes, targets)


def duck(dice: Dice, successes: int, target: Target) -> tuple[int, Harm]:
    """Test reaction and edge against the successes of the fire; with fewer, one hit (POOL-F13).

    POOL-33, POOL-35.
    """
    if not successes or dice.total(target.guard, success, GUARD) >= successes:
        return successes, MISSED
    return successes, Harm(1, dice.sub(resist, damage_of(0, 0, target), target.body, target.boxes))


def blast(dice: Dice, targets: tuple[Target, ...]) -> tuple[Harm, ...]:
    """A blast at its landing tile: one Body roll for each figure (POOL-F16).

    It hits every figure that any of its damage reaches, even if armour stops all of it (POOL-A12).

    POOL-33, POOL-35.
    """
    return dice.each(_caught, None, targets)


def _caught(dice: Dice, _: None, target: Target) -> tuple[None, Harm]:
    """The effect of a blast on one figure (POOL-A12, POOL-F16)."""
    if target.dv <= 0:
        return None, MISSED
    return None, Harm(1, dice.sub(resist, damage_of(0, 0, target), target.body, target.boxes))


def come_down(dice: Dice, pool: int, tiles: tuple[tuple[Tile | None, ...], ...]) -> Tile | None:
    """The landing tile of a blast, by its successes and the face of the d10 (POOL-F16).

    `tiles` has a row for each number of successes; the last is for that many and more. None is off
    the map.
    """
    row = tiles[dice.sub(enough, pool, len(tiles) - 1)]
    return row[dice.die(SCATTER_DIE, SCATTER) - 1]


def enough(dice: Dice, pool: int, most: int) -> int:
    """The successes of a test, capped at `most` (POOL-F16)."""
    return min(most, dice.total(pool, success, ATTACK))
