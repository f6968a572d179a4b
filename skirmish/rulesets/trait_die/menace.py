"""How much one figure threatens another from where both stand: for the computer player."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from attrs import evolve

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.state import State
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.parts import total
from skirmish.rulesets.trait_die import blows, shots
from skirmish.rulesets.trait_die.ammunition import left
from skirmish.rulesets.trait_die.effects import share
from skirmish.rulesets.trait_die.kinds import Arm
from skirmish.rulesets.trait_die.parts import (
    arms,
    band,
    distance_parts,
    guard,
    harm_of,
    rounds_in,
    soft_bonus,
    soldier,
    toughness_parts,
)
from skirmish.rulesets.trait_die.reckoning import odds_on
from skirmish.rulesets.trait_die.rules import Guard, Harm, suffered, trait
from skirmish.rulesets.trait_die.volley import Allotted, Volley

PASSING = ("acts", "run", "recovering", "shaken")
"""What a figure will be rid of when it acts next: no part of what it threatens."""


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack.

    Judged from where both stand, whatever the clock says and whatever is left to fire: it may
    reload. Others do not stand in the way.
    """
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None:
        return Fraction(0)
    kept = {k: v for k, v in one.counters.items() if k not in PASSING}
    one = evolve(one, counters=kept) if len(kept) < len(one.counters) else one
    best = max(_attacks(state, one, other), default=Fraction(0))
    return best * other.who.kind.points


def _attacks(state: State, one: Figure, other: Figure) -> Iterator[Fraction]:
    if in_reach(state.board, one.tile, other.tile):
        for arm in blows.blades(one):
            yield _blow(one, arm, other)
    away2 = distance2(one.tile, other.tile)
    near = [arm for arm in arms(one) if arm.short and band(arm, away2) is not None]
    if not near or not state.board.sees(one.tile, other.tile):
        return
    for arm in near:
        if arm.template:
            if not arm.count or left(state, one, arm):
                yield _burst(one, arm, other)
        else:
            for mode in arm.modes:
                yield shots_cost(state, one, arm, mode, other)


def shots_cost(state: State, one: Figure, arm: Arm, mode: str, other: Figure) -> Fraction:
    """The share of its points that fire in a mode costs a figure, with all dice on it."""
    dice = arm.rof if mode == "auto" else 4 if mode == "rapid" else 1
    fire = shots.Fire(one, arm, mode, ((other, dice),))
    rounds = rounds_in(one, arm)
    numbers = guard(other, toughness_parts(other, arm.ap + rounds.ap))
    numbers = evolve(numbers, toughness=numbers.toughness - soft_bonus(rounds, other))
    kind = soldier(one)
    modifier = total(shots.aimed_parts(state, fire, other))
    harm = harm_of(arm, rounds, mode)
    return share_lost(kind.shooting, kind.wild_card, dice, modifier, harm, numbers)


def _blow(one: Figure, arm: Arm, other: Figure) -> Fraction:
    kind = soldier(one)
    modifier = total(blows.blow_parts(blows.Blow(one, arm, other)))
    harm = Harm(arm.dice, arm.sides, arm.bonus, kind.strength)
    numbers = guard(other, toughness_parts(other, arm.ap))
    return share_lost(kind.fighting, kind.wild_card, 1, modifier, harm, numbers)


def _burst(one: Figure, arm: Arm, other: Figure) -> Fraction:
    """A burst that comes down where it is aimed; one that scatters is taken to be wasted."""
    kind = soldier(one)
    sides = kind.throwing if arm.flight == "thrown" else kind.shooting
    modifier = total(distance_parts(arm, one.tile, other.tile)) - one.damage
    numbers = guard(other, toughness_parts(other, arm.ap + rounds_in(one, arm).ap))
    harm = Harm(arm.dice, arm.sides, arm.bonus)
    return burst_lost(sides, kind.wild_card, modifier, harm, numbers)


@lru_cache(maxsize=8192)
def share_lost(
    sides: int, wild: bool, dice: int, modifier: int, harm: Harm, numbers: Guard
) -> Fraction:
    """The share of its points that an attack with so many dice costs a figure on average."""
    plan = Volley(sides, wild, (Allotted(0, dice, modifier),), (numbers,), harm)
    struck = odds_on(plan, 0)
    return struck.expect(lambda outcome: share(outcome, numbers.limit, numbers.shaken))


@lru_cache(maxsize=4096)
def burst_lost(sides: int, wild: bool, modifier: int, harm: Harm, numbers: Guard) -> Fraction:
    """The share of its points that a burst on its tile costs a figure on average."""
    there = odds(trait, sides, wild, modifier, "attack").chance(lambda margin: margin >= 0)
    struck = odds(suffered, (False,), harm, numbers)
    return there * struck.expect(lambda outcome: share(outcome, numbers.limit, numbers.shaken))
