"""How much one figure threatens another from where both stand: for the computer player."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from attrs import evolve

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import metres
from skirmish.core.state import State
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.d100 import blasts
from skirmish.rulesets.d100.figures import arms, close_arms, grappler, person, stunned
from skirmish.rulesets.d100.gunfire import EASIER, HEAVIER, TWICE, set_mode
from skirmish.rulesets.d100.kinds import Arm, Mode
from skirmish.rulesets.d100.outcome import WHOLE, share_lost
from skirmish.rulesets.d100.rolls import D10, Grade, clash
from skirmish.rulesets.d100.rules import Blow, astray
from skirmish.rulesets.d100.sums import at_figure, at_point, blow, body, dodge, in_close, parry
from skirmish.rulesets.d100.wounds import Body, harm


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack.

    The shooter may load first; of an enemy's weapon its first mode counts, of an own one the one
    that it is set to.
    """
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None or stunned(one) or grappler(state, one.id):
        return Fraction(0)
    return max(_attacks(state, one, other), default=Fraction(0))


def _attacks(state: State, one: Figure, other: Figure) -> Iterator[Fraction]:
    """What each way to attack can be expected to take."""
    if in_reach(state.board, one.tile, other.tile):
        for weapon in close_arms(one):
            attack = in_close(state, one, weapon, other)
            found, _ = blow(weapon, other, attack, parry(state, other, weapon))
            yield expected(found, other)
    for weapon in arms(one):
        if weapon.aimed:
            yield by_fire(state, one, weapon, other, set_mode(one, weapon))
        elif weapon.blast:
            yield _by_blast(state, one, weapon, other)


def by_fire(state: State, one: Figure, weapon: Arm, other: Figure, mode: Mode) -> Fraction:
    """What a whole action of fire in a mode can be expected to take; 0 where it can't be."""
    attack = at_figure(state, one, weapon, other)
    if attack is None or not state.board.sees(one.tile, other.tile):
        return Fraction(0)
    guard = dodge(state, other)
    ways = [(EASIER[mode], 0)]
    if HEAVIER[mode]:
        ways.append((0, HEAVIER[mode]))
    best = Fraction(0)
    for easier, heavier in ways:
        eased = evolve(attack, parts=(*attack.parts, ("burst", easier, "EP-F12")))
        found, _ = blow(weapon, other, eased, guard, heavier)
        best = max(best, expected(found, other))
    return min(best * (2 if mode in TWICE else 1), Fraction(other.who.kind.points))


def _by_blast(state: State, one: Figure, weapon: Arm, other: Figure) -> Fraction:
    """A blast thrown at the tile of the target; which way it scatters does not count."""
    total = at_point(state, one, weapon, other.tile)
    visible = weapon.indirect or state.board.sees(one.tile, other.tile)
    if total is None or not visible:
        return Fraction(0)
    # One's own skin counts: a blast that reaches its thrower is no threat to be proud of.
    if metres(one.tile, other.tile) <= blasts.radius(weapon) // 2:
        return Fraction(0)
    found, share = body(other, weapon), Fraction(0)
    for factor, weight in odds(astray, total.total).items():
        if not factor:
            share += weight * hit(weapon.dice, weapon.add, found, other)
            continue
        for face in range(1, D10 + 1):
            off = factor * face * (blasts.FALL if weapon.blast == "falling" else 0)
            if weapon.blast == "falling" or factor * face <= weapon.radius:
                share += weight * hit(weapon.dice, weapon.add - off, found, other) / D10
    return share


def expected(found: Blow, target: Figure) -> Fraction:
    """Points that a blow costs its target's side on average."""
    worth = Fraction(0)
    for grade, weight in odds(clash, found.skill, found.guard).weights.items():
        if grade is not Grade.MISS:
            met = evolve(found.body, armour=0) if grade.critical else found.body
            worth += weight * hit(found.dice, found.add + grade.bonus, met, target)
    return worth / odds(clash, found.skill, found.guard).denominator


def hit(dice: int, add: int, met: Body, target: Figure) -> Fraction:
    """Points that a hit costs its target's side on average."""
    numbers = (person(target).dur, target.damage, stunned(target))
    return target.who.kind.points * _hit(dice, add, met, *numbers)


@lru_cache(maxsize=16_384)
def _hit(dice: int, add: int, met: Body, dur: int, damage: int, down: bool) -> Fraction:
    if dice * D10 + add <= 0:
        return Fraction(0)
    share = odds(harm, dice, add, met).expect(lambda done: share_lost(dur, damage, down, done))
    return share / (WHOLE * dur)
