"""How much a figure threatens another from where both stand: for the computer player."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.state import State
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.parts import total
from skirmish.rulesets.d20.action_points import beyond, of_attack
from skirmish.rulesets.d20.body import arms, body, fighter, health
from skirmish.rulesets.d20.explosives import DIFFICULTY, EACH_BAND, UNSEEN
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.d20.outcome import share
from skirmish.rulesets.d20.overwatch import usable
from skirmish.rulesets.d20.readings import READINGS
from skirmish.rulesets.d20.rules import D20, Hits, Shots, after_dr, burst, damage, through
from skirmish.rulesets.d20.shot import (
    Shot,
    band,
    clear,
    held,
    hits_of,
    numbers_of,
    skilled,
    unable,
)
from skirmish.rulesets.d20.wounds import Body, Harm, Question


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack."""
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None or not health(other):
        return Fraction(0)
    return max(_attacks(state, one, other), default=Fraction(0)) * other.who.kind.points


def _attacks(state: State, one: Figure, other: Figure) -> Iterator[Fraction]:
    for weapon, bursts in usable(one):
        refused = (
            unable(state, one, weapon, bursts=bursts)
            or beyond(one, of_attack(weapon, burst=bursts))
            or clear(state, one, weapon, other)
        )
        if refused is None:
            yield share_of(state, Shot(one, weapon, other, bursts))
    near = in_reach(state.board, one.tile, other.tile)
    for weapon in arms(one):
        if weapon.radius:
            yield _blast(state, one, weapon, other)
        elif near and held(weapon) and not one.count("stunned"):
            yield share_of(state, Shot(one, weapon, other, melee=True))


def share_of(state: State, shot: Shot) -> Fraction:
    """The share of its points that an attack costs the target on average."""
    return _share(*numbers_of(state, shot), fighter(shot.target).hp)


@lru_cache(maxsize=8192)
def _share(shots: Shots, hits: Hits, against: Body, question: Question, hp: int) -> Fraction:
    return odds(burst, shots, hits, against, question).expect(
        lambda out: share(out[0], against.left, hp) if isinstance(out[0], Harm) else 0
    )


def _blast(state: State, one: Figure, weapon: Arm, other: Figure) -> Fraction:
    """As if the radius were open ground; only how far off it comes down counts, not which way."""
    away = distance2(one.tile, other.tile)
    if away > weapon.extreme**2 or unable(state, one, weapon, bursts=False) is not None:
        return Fraction(0)
    seen = state.board.sees(one.tile, other.tile)
    if not (seen or weapon.thrown or weapon.indirect):
        return Fraction(0)
    needed = DIFFICULTY + EACH_BAND * band(weapon, away) + UNSEEN * (not seen)
    needed -= total(skilled(one, weapon))
    against = body(other, weapon)
    return caught(needed, weapon.radius) * blasted(hits_of(weapon), against, fighter(other).hp)


@lru_cache(maxsize=1024)
def caught(needed: int, radius: int) -> Fraction:
    """The chance that an explosive which needs such a total comes down within its radius."""
    off = (max(0, -(-(needed - face) // 2)) for face in range(1, D20 + 1))
    return Fraction(sum(tiles <= radius for tiles in off), D20)


@lru_cache(maxsize=1024)
def blasted(hits: Hits, against: Body, hp: int) -> Fraction:
    """The share of its points that a blast costs who is within."""
    return odds(damage, hits).expect(
        lambda amount: share(_suffers(amount, against), against.left, hp)
    )


def _suffers(amount: int, against: Body) -> Harm:
    loss = after_dr(through(amount, against.dt), against.dr, READINGS.rounding)
    return Harm(1, min(against.left, loss))
