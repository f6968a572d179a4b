"""The dice: pure rules `rule(dice, *numbers)`, with numbers that need no state.

A test is a pool of d6 of which each 5 or 6 is a hit (POOL-F1).
"""

from __future__ import annotations

from enum import IntEnum
from functools import partial
from typing import NamedTuple

from skirmish.core.dice import Dice
from skirmish.core.geometry import Tile
from skirmish.rulesets.dice_pool.arithmetic import extra_rounds, in_flight, through

DIE = 6
HIT = 5
SCATTER_DIE = 10
SCATTER_LESS = 2
"""Tiles that a blast scatters less for each hit of its test (POOL-F16)."""
NO_SCATTER = SCATTER_DIE // SCATTER_LESS
"""Hits from which on a blast does not scatter at all."""
ATTACK, GUARD, BODY, SURPRISE, SCATTER = "attack", "guard", "body", "surprise", "scatter"


class Fault(IntEnum):
    """What went wrong with a weapon test: the weapon jams, or the pass is lost as well."""

    NONE = 0
    JAM = 1
    LOST = 2


class Harm(NamedTuple):
    """What an attack does to one figure: rounds that hit it, boxes it fills, taken unawares."""

    hits: int = 0
    damage: int = 0
    surprised: bool = False


MISSED = Harm()
TAKEN_UNAWARES = Harm(surprised=True)


class Target(NamedTuple):
    """A figure that an attack may strike.

    `guard`: its dice. `threshold`: hits the attack needs on top. `halves`: what net hits are
    divided by for extra rounds, times two. `dv` is the base damage, `av` what armour is left of
    it, `boxes` how many it has not filled. `ambush`: dice of a hidden attacker and its own in the
    test of surprise. `extra`: extra hits that the attacker takes at most where nobody is asked.
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
    """What is still in the air of one attack: its hits, its rounds, whether a body stops one."""

    hits: int
    rounds: int
    stops: bool


def hit(dice: Dice, what: str) -> int:
    """One die of a test: 1 for a hit."""
    return int(dice.die(DIE, what) >= HIT)


def attack_hits(dice: Dice, pool: int) -> int:
    """The hits of a weapon test (POOL-A13)."""
    return dice.total(pool, hit, ATTACK)


def fault_of(faces: tuple[int, ...]) -> Fault:
    """What a weapon test brings beside its hits: half of the dice or more show 1 (POOL-F2)."""
    return fault_by(faces.count(1), sum(face >= HIT for face in faces), len(faces))


def fault_by(ones: int, hits: int, pool: int) -> Fault:
    """The same from how many of its dice show 1 and how many a hit (POOL-F2)."""
    if 2 * ones < pool:
        return Fault.NONE
    return Fault.JAM if hits else Fault.LOST


def volley(
    dice: Dice, pool: int, rounds: int, stops: bool, targets: tuple[Target, ...]
) -> tuple[Harm, ...]:
    """An attack with rounds: one weapon test, each target in its order (POOL-18 to 21, POOL-A13).

    A single round is a shot at one target, or a shell that stops in the first it hits; where
    nothing stops it, each is hit once (POOL-A16).
    """
    flight = Flight(dice.sub(attack_hits, pool), rounds, stops)
    return dice.each(meet, flight, targets)


def meet(dice: Dice, flight: Flight, target: Target) -> tuple[Flight, Harm]:
    """One target of an attack: what is in flight after it, and what it suffered."""
    surprised = target.ambush is not None and dice.sub(unawares, *target.ambush)
    net = flight.hits - target.threshold
    if net < 1 or not flight.rounds:
        return _spent(flight), _taken_unawares(surprised)
    if not surprised:
        net -= dice.total(target.guard, hit, GUARD)
    if net < 1:
        return flight, _taken_unawares(surprised)
    harm = dice.sub(struck, net, most_extra(net, flight.rounds, target), target)
    left = in_flight(flight.rounds, harm.hits, 0 if flight.stops else harm.hits)
    after = _spent(Flight(flight.hits, left, flight.stops))
    return after, harm._replace(surprised=True) if surprised else harm


def most_extra(net: int, rounds: int, target: Target) -> int:
    """Rounds that may strike a target beyond the first (POOL-26, POOL-36)."""
    return min(rounds - 1, extra_rounds(net, target.halves))


def struck(dice: Dice, net: int, most: int, target: Target) -> Harm:
    """What net hits do to a figure, with so many extra rounds to choose from (POOL-30 to 35)."""
    extra = dice.choose("extra", tuple(range(most + 1)), partial(_taken, target.extra))
    return Harm(1 + extra, resist(dice, _sum(net, extra, target), target.body, target.boxes))


def _taken_unawares(surprised: bool) -> Harm:
    return TAKEN_UNAWARES if surprised else MISSED


def _spent(flight: Flight) -> Flight:
    """Of an attack that can do nothing more it does not matter what it was."""
    return flight if flight.hits and flight.rounds else Flight(0, 0, flight.stops)


def _taken(most: int, options: tuple[int, ...]) -> int:
    return options[min(most, len(options) - 1)]


def _sum(net: int, extra: int, target: Target) -> int:
    """The damage before the one Body roll; more than that roll can leave alive is the same."""
    return min(through(target.dv, net, extra, target.av), target.boxes + target.body)


def resist(dice: Dice, damage: int, body: int, boxes: int) -> int:
    """The one damage resistance test: each hit takes 1 off, boxes are the most (POOL-35)."""
    if damage <= 0:
        return 0
    return min(boxes, max(0, damage - dice.total(body, hit, BODY)))


def unawares(dice: Dice, ambusher: int, victim: int) -> bool:
    """Whether a figure is surprised: fewer hits than who came out of hiding (POOL-F15)."""
    sprung = dice.total(ambusher, hit, SURPRISE)
    return dice.total(victim, hit, SURPRISE) < sprung


def suppress(dice: Dice, pool: int, targets: tuple[Target, ...]) -> tuple[Harm, ...]:
    """Suppressive fire as it is laid, on those uncovered in it (POOL-F13)."""
    return dice.each(duck, dice.sub(attack_hits, pool), targets)


def pinned(dice: Dice, hits: int, targets: tuple[Target, ...]) -> tuple[Harm, ...]:
    """Suppressive fire that lies already, on who comes into it (POOL-F13)."""
    return dice.each(duck, hits, targets)


def duck(dice: Dice, hits: int, target: Target) -> tuple[int, Harm]:
    """Reaction and edge against the suppressor's hits; with fewer one round strikes (POOL-F13)."""
    if not hits or dice.total(target.guard, hit, GUARD) >= hits:
        return hits, MISSED
    return hits, Harm(1, dice.sub(resist, _sum(0, 0, target), target.body, target.boxes))


def blast(dice: Dice, targets: tuple[Target, ...]) -> tuple[Harm, ...]:
    """A blast where it went off: one Body roll each, distance off its damage (POOL-F16).

    It hits whom any of its damage reaches, even where armour stops all of that (POOL-A12).
    """
    return dice.each(_caught, None, targets)


def _caught(dice: Dice, _: None, target: Target) -> tuple[None, Harm]:
    if target.dv <= 0:
        return None, MISSED
    return None, Harm(1, dice.sub(resist, _sum(0, 0, target), target.body, target.boxes))


def come_down(dice: Dice, pool: int, tiles: tuple[tuple[Tile | None, ...], ...]) -> Tile | None:
    """Where a blast goes off: for each number of hits a tile for each face of the d10 (POOL-F16).

    The last row is for that many hits and more. None is off the map.
    """
    row = tiles[dice.sub(enough, pool, len(tiles) - 1)]
    return row[dice.die(SCATTER_DIE, SCATTER) - 1]


def enough(dice: Dice, pool: int, most: int) -> int:
    """The hits of a test, more than `most` being the same."""
    return min(most, dice.total(pool, hit, ATTACK))
