"""How much a figure threatens another from where both stand: for the computer player.

The dice are those of the rules; what is estimated beside them: a CRIT die counts as its average,
what an attack leaves behind as in `worth`, an explosive scatters no matter which way. Hits astray
of a called burst are taken to cripple nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.state import State
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.parts import total
from skirmish.rulesets.common.present import present
from skirmish.rulesets.d20.action_points import full, of_attack
from skirmish.rulesets.d20.body import arms, evasion, fighter, health, spare, stops
from skirmish.rulesets.d20.explosives import Throw, needed, reaches_over
from skirmish.rulesets.d20.kinds import Arm, Fighter
from skirmish.rulesets.d20.overwatch import usable
from skirmish.rulesets.d20.readings import READINGS
from skirmish.rulesets.d20.rules import (
    D20,
    after_dr,
    damage,
    enough,
    summed,
    through,
    volley,
)
from skirmish.rulesets.d20.shot import Shot, accuracy, held, hits_of, margin_of, shots_of, unable
from skirmish.rulesets.d20.worth import CRIPPLED_COSTS, PARTS, later, leaves, lost_now

NONE = Fraction(0)


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack."""
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None or not health(other) or one.count("stunned"):
        return NONE
    return max(_attacks(state, one, other), default=NONE)


def _attacks(state: State, one: Figure, other: Figure) -> Iterator[Fraction]:
    away2 = distance2(one.tile, other.tile)
    if state.board.sees(one.tile, other.tile):
        most, guard = full(one), total(evasion(state.board, other, one.tile))
        for weapon, bursts in usable(arms(one)):
            if (
                away2 <= weapon.extreme**2
                and of_attack(weapon, burst=bursts) <= most
                and unable(state, one, weapon, bursts=bursts) is None
            ):
                shot = Shot(one, weapon, other, bursts)
                yield _worth(shot, total(accuracy(shot)) - guard)
    for weapon in arms(one):
        if weapon.radius:
            yield _blast(state, one, weapon, other)
        elif held(weapon) and in_reach(state.board, one.tile, other.tile):
            yield points_of(state, Shot(one, weapon, other, melee=True))


def points_of(state: State, shot: Shot) -> Fraction:
    """Points that an attack costs the target's side on average."""
    return _worth(shot, margin_of(state, shot))


def chance_of(state: State, shot: Shot) -> Fraction:
    """The chance that an attack hits at all."""
    return _hits(shot.weapon, margin_of(state, shot), shot.burst)


@lru_cache(maxsize=4096)
def _hits(weapon: Arm, margin: int, burst: bool) -> Fraction:
    return odds(volley, shots_of(weapon, margin, burst=burst)).chance(lambda found: found[2] > 0)


def _worth(shot: Shot, margin: int) -> Fraction:
    """The same of an attack that has so much Accuracy over Evasion."""
    target, weapon, left = shot.target, shot.weapon, health(shot.target)
    limb = (shot.limb, spare(target, shot.limb) if shot.limb else 0)
    after = later(target, leaves(weapon), left)
    return _points(fighter(target), left, weapon, margin, shot.burst, limb, after)


@lru_cache(maxsize=16_384)
def _points(
    kind: Fighter,
    left: int,
    weapon: Arm,
    margin: int,
    burst: bool,
    limb: tuple[str, int],
    after: int,
) -> Fraction:
    """How many hit is a matter of aim, what so many do one of weapon and target: kept apart.

    `limb`: which one is called, and what it can still take; 0 where none is or it is crippled.
    """
    called_at, can_take = limb
    shots = shots_of(weapon, margin, burst=burst, limb=called_at)
    found, parts = odds(volley, shots), NONE
    for (crit, called, count), weight in found.weights.items():
        if count:
            more = average(weapon.crit_die) if crit else 0
            parts += weight * _cost(count, more, kind, left, weapon, can_take * called, after)
    return parts * kind.points / (PARTS * kind.hp * found.denominator)


@lru_cache(maxsize=16_384)
def _cost(
    count: int, more: int, kind: Fighter, left: int, weapon: Arm, limb: int, after: int
) -> Fraction:
    """Parts of its worth that so many hits and `more` cost a target with `left` hit points.

    `limb`: what a limb can take that all of it goes to, or 0. `after` is added where it stands.
    """
    against, parts = stops(kind, weapon, left), 0
    most = enough(kind.hp, against.dr)
    found = odds(summed, count, False, hits_of(weapon), against.dt, most)
    for amount, weight in found.weights.items():
        loss = min(left, after_dr(amount + more, against.dr, READINGS.rounding))
        crippled = CRIPPLED_COSTS * kind.hp * (0 < limb <= loss < left)
        parts += weight * (lost_now(loss, left, kind.hp) + crippled + after * (loss < left))
    return Fraction(parts, found.denominator)


@lru_cache(maxsize=64)
def average(sides: int) -> int:
    """What a die comes to on average that is rolled again on its highest face, to the nearest."""
    return (sides * (sides + 1) + sides - 1) // (2 * (sides - 1)) if sides > 1 else sides


def _blast(state: State, one: Figure, weapon: Arm, other: Figure) -> Fraction:
    """As if the radius were open ground; only how far off it comes down counts, not which way."""
    if distance2(one.tile, other.tile) > weapon.extreme**2:
        return NONE
    if unable(state, one, weapon, bursts=False) is not None:
        return NONE
    throw = Throw(one, weapon, other.tile)
    if not (reaches_over(weapon) or state.board.sees(one.tile, other.tile)):
        return NONE
    return caught(needed(state, throw), weapon.radius) * _blasted(other, weapon)


def lobbed(state: State, throw: Throw) -> Fraction:
    """Points that an explosive may be expected to cost the enemy, less what it costs friends.

    Reckoned as in `menace`: what lies off the aim point is struck by what comes down near enough.
    """
    weapon, points, short = throw.weapon, NONE, needed(state, throw)
    for figure in present(state, throw.shooter.side):
        off2 = distance2(figure.tile, throw.aim)
        if off2 <= weapon.radius**2:
            chance = caught(short, weapon.radius - isqrt(off2))
            lost = chance * _blasted(figure, weapon)
            points += -lost if figure.side == throw.shooter.side else lost
    return points


@lru_cache(maxsize=1024)
def caught(short: int, radius: int) -> Fraction:
    """The chance that an explosive which needs such a roll comes down within so many tiles."""
    off = (max(0, -(-(short - face) // 2)) for face in range(1, D20 + 1))
    return Fraction(sum(tiles <= radius for tiles in off), D20)


def _blasted(figure: Figure, weapon: Arm) -> Fraction:
    """Points that a blast costs by a figure that is within."""
    left = health(figure)
    return _torn(fighter(figure), left, weapon, later(figure, leaves(weapon), left))


@lru_cache(maxsize=4096)
def _torn(kind: Fighter, left: int, weapon: Arm, after: int) -> Fraction:
    against, parts = stops(kind, weapon, left), 0
    found = odds(damage, hits_of(weapon))
    for amount, weight in found.weights.items():
        loss = min(left, after_dr(through(amount, against.dt), against.dr, READINGS.rounding))
        parts += weight * (lost_now(loss, left, kind.hp) + after * (loss < left))
    return Fraction(parts * kind.points, PARTS * kind.hp * found.denominator)
