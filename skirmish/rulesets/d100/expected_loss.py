"""Expected loss of a figure to attacks, from the bare numbers of the rules.

The results equal the exact odds but are computed faster; tests compare them with the odds.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.rulesets.attack import ExpectedLoss
from skirmish.rulesets.d100.dice import (
    D10,
    D100,
    Blow,
    Body,
    Harm,
    damage_value,
    grades,
    halved,
    steadiness,
    successes,
)
from skirmish.rulesets.d100.figures import kind_of, stunned
from skirmish.rulesets.d100.outcomes import WHOLE, share_lost

TESTS = D100**3
"""Weight of the d100s of a hit: against the shock, against falling, against passing out."""
PARTS = 10**9
"""Shares of a figure's points are whole numbers of such parts, rounded down."""
_KEPT = 32_768


Counted = Callable[[int, int, bool, Harm], int]
"""The value of harm to a figure of such DUR, damage and stun: its cost, or whether it stops it."""


class Stake(NamedTuple):
    """What a figure can lose: its DUR, the damage it has taken, whether it is stunned."""

    dur: int
    damage: int
    down: bool

    @classmethod
    def of(cls, figure: Figure) -> Stake:
        """Return the stake of a figure."""
        return cls(kind_of(figure).dur, figure.damage, stunned(figure))


def of_blow(found: Blow, target: Figure) -> Fraction:
    """Points that an attack on a figure is expected to cost its side."""
    stake = Stake.of(target)
    share = blow_share(found.skill, found.guard, found.dice, found.add, found.body, stake)
    return Fraction(target.who.kind.points * share, PARTS)


def of_blast(dice: int, add: int, less: int, met: Body, target: Figure) -> Fraction:
    """Points that a blast is expected to cost a figure's side; `less` reduces its DV."""
    share = blast_share(dice, add, less, met, Stake.of(target))
    return Fraction(target.who.kind.points * share, PARTS)


@lru_cache(maxsize=_KEPT)
def blow_share(skill: int, guard: int | None, dice: int, add: int, body: Body, stake: Stake) -> int:
    """The share of its points that a figure loses to an attack, in PARTS."""
    total, whole = _blow(skill, guard, dice, add, body, stake, _cost_of_hits)
    return PARTS * total // (whole * _units(dice, stake))


def _blow(
    skill: int,
    guard: int | None,
    dice: int,
    add: int,
    body: Body,
    stake: Stake,
    done: Callable[[int, int, Body, Stake], int],
) -> tuple[int, int]:
    """The weighted sum over hits of all grades, and the sum of the weights of the grades."""
    weights, whole = grades(skill, guard)
    bare = body._replace(armour=0)
    return sum(
        weight * done(dice, add + grade.bonus, bare if grade.critical else body, stake)
        for grade, weight in weights.items()
    ), whole


@lru_cache(maxsize=_KEPT)
def blow_lost(
    skill: int, guard: int | None, dice: int, add: int, body: Body, stake: Stake
) -> tuple[Fraction, Fraction, Fraction]:
    """The share of its points that a figure loses to an attack, and the chance that it loses any.

    Also the chance that it is left out or stunned.

    EP-F3, EP-F8, EP-F10.
    """
    total, whole = _blow(skill, guard, dice, add, body, stake, _cost_of_hits)
    hurts, _ = _blow(skill, guard, dice, add, body, stake, _hurt)
    hurt = Fraction(hurts, whole * int(D10**dice) * D100)
    stops, _ = _blow(skill, guard, dice, add, body, stake, _stopping_hits)
    stopped = Fraction(stops, whole * int(D10**dice) * TESTS)
    return Fraction(total, whole * _units(dice, stake)), hurt, stopped


@lru_cache(maxsize=_KEPT)
def _hurt(dice: int, add: int, body: Body, stake: Stake) -> int:
    """The weight of hits that cost anything, by damage or by a shock."""
    good = 0 if body.shock is None else successes(body.shock)
    jolts = good if stake.down or body.shock is None else D100
    values = odds(damage_value, dice).weights.items()
    return sum(weight * (D100 if value + add > body.armour else jolts) for value, weight in values)


def _is_stopped(_dur: int, _damage: int, _down: bool, done: Harm) -> int:
    return int(done.out or done.stunned)


@lru_cache(maxsize=_KEPT)
def blast_share(dice: int, add: int, less: int, body: Body, stake: Stake) -> int:
    """The share of its points that a figure loses to a blast; 0 if no DV is left."""
    values, costs = odds(damage_value, dice), _costs(body, stake, share_lost)
    total = sum(
        weight * costs[value + add - less]
        for value, weight in values.weights.items()
        if value + add > less
    )
    return PARTS * total // _units(dice, stake)


@lru_cache(maxsize=_KEPT)
def _hits(counts: Counted, dice: int, add: int, body: Body, stake: Stake) -> int:
    """The weighted value of a hit, over all sums of its dice."""
    done, values = _costs(body, stake, counts), odds(damage_value, dice).weights.items()
    return sum([weight * done[value + add] for value, weight in values])


_cost_of_hits = partial(_hits, share_lost)
_stopping_hits = partial(_hits, _is_stopped)
"""The cost of a hit, and the weight of hits that leave the figure out or stunned."""


def _units(dice: int, stake: Stake) -> int:
    """The number of parts that a figure's points have in the exact sums."""
    return int(D10**dice) * TESTS * WHOLE * stake.dur


class _Costs(dict[int, int]):
    """The weighted value of each DV for a figure, computed on demand."""

    def __init__(self, body: Body, stake: Stake, counts: Counted) -> None:
        super().__init__()
        self._body, self._stake, self._counts = body, stake, counts

    def __missing__(self, value: int) -> int:
        found = self[value] = _struck(value, self._body, self._stake, self._counts)
        return found


_costs = lru_cache(maxsize=_KEPT)(_Costs)


def _struck(value: int, body: Body, stake: Stake, counts: Counted) -> int:
    """The weighted value of a DV, the shock included (EP-12, EP-18)."""
    if body.shock is None:
        return D100 * _suffered(value, body, stake, Harm(hit=True), counts)
    good = successes(body.shock)
    withstood = _suffered(halved(value), body, stake, Harm(hit=True, jolted=True), counts)
    felled = _suffered(value, body, stake, Harm(hit=True, stunned=1), counts)
    return good * withstood + (D100 - good) * felled


def _suffered(value: int, body: Body, stake: Stake, done: Harm, counts: Counted) -> int:
    """The weighted value of a DV after the shock, whose result is in `done` (EP-F11)."""
    damage = min(max(0, value - body.armour), body.left)
    wounds = damage // body.threshold
    if damage >= body.left:
        return D100**2 * counts(*stake, Harm(hit=True, damage=damage, out=True))
    done = done._replace(damage=damage, wounds=wounds)
    if not wounds:
        return D100**2 * counts(*stake, done)
    good = successes(steadiness(body.steady, body.wounds + wounds))
    falls = D100 - good if body.upright and not done.stunned else 0
    faints = D100 - good if wounds > 1 else 0
    up, down = counts(*stake, done), counts(*stake, done._replace(prone=True))
    awake = falls * down + (D100 - falls) * up
    out = D100 * counts(*stake, Harm(hit=True, damage=damage, out=True))
    return faints * out + (D100 - faints) * awake


def expected(found: Blow, target: Figure) -> ExpectedLoss:
    """The expected loss of a figure to an attack that is no grapple."""
    stake = Stake.of(target)
    numbers = found.skill, found.guard, found.dice, found.add, found.body, stake
    share, hurt, stopped = blow_lost(*numbers)
    return ExpectedLoss(target.id, share * target.who.kind.points, hurt, stopped)
