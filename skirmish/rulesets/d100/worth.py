"""What attacks cost on average: what their exact odds say, only sooner, in whole billionths.

The computer player asks for thousands of these. A test holds them to the odds of the rules.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.rulesets.d100.figures import person, stunned
from skirmish.rulesets.d100.outcome import WHOLE, share_lost
from skirmish.rulesets.d100.rolls import D10, D100, Grade, clash, successes
from skirmish.rulesets.d100.rules import Blow
from skirmish.rulesets.d100.wounds import Body, Harm, damage_value, halved, steadiness

TESTS = D100**3
"""The d100s of a hit: one against the shock, one against falling, one against passing out."""
PARTS = 10**9
"""Shares of a figure's points are in so many parts of them, rounded down."""
_KEPT = 32_768


class Shape(NamedTuple):
    """What a figure has to lose: its DUR, the damage it has taken, whether it is stunned."""

    dur: int
    damage: int
    down: bool

    @classmethod
    def of(cls, figure: Figure) -> Shape:
        """That of a figure."""
        return cls(person(figure).dur, figure.damage, stunned(figure))


def of_blow(found: Blow, target: Figure) -> Fraction:
    """Points that an attack on a figure costs its side on average."""
    shape = Shape.of(target)
    share = blow_share(found.skill, found.guard, found.dice, found.add, found.body, shape)
    return Fraction(target.who.kind.points * share, PARTS)


def of_blast(dice: int, add: int, less: int, met: Body, target: Figure) -> Fraction:
    """Points that a blast costs a figure's side on average, `less` taken off its DV."""
    share = blast_share(dice, add, less, met, Shape.of(target))
    return Fraction(target.who.kind.points * share, PARTS)


@lru_cache(maxsize=_KEPT)
def blow_share(skill: int, guard: int | None, dice: int, add: int, body: Body, shape: Shape) -> int:
    """The share of its points that an attack takes off a figure (EP-F3, EP-F8, EP-F10)."""
    grades, total = odds(clash, skill, guard), 0
    for grade, weight in grades.weights.items():
        if grade is not Grade.MISS:
            met = body._replace(armour=0) if grade.critical else body
            total += weight * _harmed(dice, add + grade.bonus, met, shape)
    return PARTS * total // (grades.denominator * _units(dice, shape))


@lru_cache(maxsize=_KEPT)
def blast_share(dice: int, add: int, less: int, body: Body, shape: Shape) -> int:
    """The share of its points that a blast takes off a figure; none where its DV has run out."""
    values, total = odds(damage_value, dice), 0
    for value, weight in values.weights.items():
        if value + add > less:
            total += weight * _struck(value + add - less, body, shape)
    return PARTS * total // _units(dice, shape)


def _units(dice: int, shape: Shape) -> int:
    """How many parts of a figure's points the exact sums are in."""
    return int(D10**dice) * TESTS * WHOLE * shape.dur


@lru_cache(maxsize=_KEPT)
def _harmed(dice: int, add: int, body: Body, shape: Shape) -> int:
    """What a hit costs, over all sums of its dice."""
    values = odds(damage_value, dice).weights.items()
    return sum(weight * _struck(value + add, body, shape) for value, weight in values)


@lru_cache(maxsize=_KEPT)
def _struck(value: int, body: Body, shape: Shape) -> int:
    """What a DV costs, the shock first (EP-12, EP-18)."""
    if body.shock is None:
        return D100 * _suffered(value, body, shape, Harm(hit=True))
    good = successes(body.shock)
    withstood = _suffered(halved(value), body, shape, Harm(hit=True, jolted=True))
    felled = _suffered(value, body, shape, Harm(hit=True, stunned=1))
    return good * withstood + (D100 - good) * felled


def _suffered(value: int, body: Body, shape: Shape, done: Harm) -> int:
    """What a DV costs after the shock, which left the figure as `done` says (EP-F11)."""
    damage = min(max(0, value - body.armour), body.left)
    wounds = damage // body.threshold
    if damage >= body.left:
        return D100**2 * share_lost(*shape, Harm(hit=True, damage=damage, out=True))
    done = done._replace(damage=damage, wounds=wounds)
    if not wounds:
        return D100**2 * share_lost(*shape, done)
    good = successes(steadiness(body, wounds))
    falls = D100 - good if body.upright and not done.stunned else 0
    faints = D100 - good if wounds > 1 else 0
    up, down = share_lost(*shape, done), share_lost(*shape, done._replace(prone=True))
    awake = falls * down + (D100 - falls) * up
    out = D100 * share_lost(*shape, Harm(hit=True, damage=damage, out=True))
    return faints * out + (D100 - faints) * awake
