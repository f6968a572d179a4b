"""How much one figure threatens another from where both stand: for the computer player.

What an attack comes to hangs on few numbers, so it is worked out once for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.state import State
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.parts import Part, total
from skirmish.rulesets.trait_die import blows, shots
from skirmish.rulesets.trait_die.ammunition import spent
from skirmish.rulesets.trait_die.effects import share
from skirmish.rulesets.trait_die.kinds import Arm, Soldier
from skirmish.rulesets.trait_die.parts import (
    BANDS,
    aim_part,
    arms,
    band,
    condition,
    exposed,
    harm_of,
    hide_parts,
    rounds_in,
    rounds_part,
    shelter,
    soft_bonus,
    soldier,
    wounds,
    wounds_left,
)
from skirmish.rulesets.trait_die.reckoning import Target, befalling
from skirmish.rulesets.trait_die.rounds import Rounds
from skirmish.rulesets.trait_die.rules import (
    TARGET,
    Ducking,
    Guard,
    Harm,
    Sweep,
    ducked,
    suffered,
    swept,
    trait,
)
from skirmish.rulesets.trait_die.volley import Allotted, Volley

NOTHING = Fraction(0)
RAPID = 4
"""Shots of a rapid attack that are reckoned with."""


@frozen(cache_hash=True)
class Body:
    """Who is fired at, as far as damage goes: its kind, wounds it can still take, Shaken."""

    kind: Soldier
    left: int
    shaken: bool

    @classmethod
    def of(cls, figure: Figure) -> Body:
        """A figure as it is now."""
        return cls(soldier(figure), wounds_left(figure), bool(figure.count("shaken")))

    def guard(self, ap: int, soft: int = 0) -> Guard:
        """What damage meets."""
        return Guard(total(hide_parts(self.kind, ap)) - soft, self.left, self.shaken)


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack.

    Judged from where both stand, whatever the clock says and whatever is loaded: it may reload
    what it carries more for, and what hinders it in this bound will have passed. Others do not
    stand in the way.
    """
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None:
        return NOTHING
    best = max(_attacks(state, one, other), default=NOTHING)
    return best * other.who.kind.points


def _attacks(state: State, one: Figure, other: Figure) -> Iterator[Fraction]:
    away2 = distance2(one.tile, other.tile)
    kind, body = soldier(one), Body.of(other)
    if in_reach(state.board, one.tile, other.tile):
        aim = TARGET - blows.parry(other) + total((*exposed(other), *wounds(one)))
        for arm in blows.blades(one):
            yield blow_lost(kind, arm, aim, body)
    reaches = [(arm, band(arm, away2)) for arm in arms(one) if arm.short]
    near = [(arm, reach) for arm, reach in reaches if reach is not None]
    if not near or not state.board.sees(one.tile, other.tile):
        return
    aim = _aim(state, one, other, wounds(one))
    for arm, reach in near:
        if spent(state, one, arm):
            continue
        rounds = rounds_in(one, arm)
        if not arm.template:
            yield fire_lost(kind, arm, rounds, reach, aim, body)
        else:
            yield lob_lost(kind, arm, rounds, reach, -one.damage, body)


def _aim(state: State, one: Figure, other: Figure, able: list[Part]) -> int:
    """What counts on a trait die whatever the weapon and its mode."""
    cover = shelter(state.board, one.tile, other)
    return total((*cover, *exposed(other), *aim_part(state, one, other), *able))


def mode_cost(state: State, one: Figure, arm: Arm, mode: str, other: Figure) -> Fraction:
    """Points that fire in a mode costs a figure now, with all dice on it."""
    reach = band(arm, distance2(one.tile, other.tile))
    if reach is None:
        return NOTHING
    aim, rounds = _aim(state, one, other, condition(one)), rounds_in(one, arm)
    lost = mode_lost(soldier(one), arm, mode, rounds, reach, aim, Body.of(other))
    return lost * other.who.kind.points


@lru_cache(maxsize=16384)
def fire_lost(
    kind: Soldier, arm: Arm, rounds: Rounds, reach: int, aim: int, body: Body
) -> Fraction:
    """The share of its points that fire in the best mode costs a figure on average."""
    tried = (mode_lost(kind, arm, mode, rounds, reach, aim, body) for mode in _telling(arm, rounds))
    return max(tried)


def _telling(arm: Arm, rounds: Rounds) -> Iterator[str]:
    """The modes of a weapon that may be the best, its rounds apart.

    A burst is a double tap and more, and that a single shot and more, but for steady rounds.
    """
    better = {"single": ("double", "burst"), "double": ("burst",)}
    for mode in arm.modes:
        surpassed = any(other in arm.modes for other in better.get(mode, ()))
        if not surpassed or (mode == "single" and rounds.steady):
            yield mode


@lru_cache(maxsize=16384)
def mode_lost(
    kind: Soldier, arm: Arm, mode: str, rounds: Rounds, reach: int, aim: int, body: Body
) -> Fraction:
    """The same of one mode, with all its dice."""
    dice = arm.rof if mode == "auto" else RAPID if mode == "rapid" else 1
    parts = [*shots.mode_parts(mode, dice), *rounds_part(rounds, mode, reach)]
    modifier = aim + BANDS[reach][1] + total(parts)
    guard = body.guard(arm.ap + rounds.ap, soft_bonus(rounds, body.kind))
    harm = harm_of(arm, rounds, mode)
    return _share(Volley(kind.shooting, kind.wild_card, _all(dice, modifier), (guard,), harm))


@lru_cache(maxsize=4096)
def blow_lost(kind: Soldier, arm: Arm, modifier: int, body: Body) -> Fraction:
    """The share of its points that a blow costs a figure on average."""
    harm = Harm(arm.dice, arm.sides, arm.bonus, kind.strength)
    guard = body.guard(arm.ap)
    return _share(Volley(kind.fighting, kind.wild_card, _all(1, modifier), (guard,), harm))


def _all(dice: int, modifier: int) -> tuple[Allotted]:
    return (Allotted(0, dice, modifier),)


def _share(plan: Volley) -> Fraction:
    (guard,) = plan.guards
    struck = befalling(Target.of(plan, 0, in_order=False))
    return struck.expect(lambda outcome: share(outcome, guard.limit, guard.shaken))


@lru_cache(maxsize=4096)
def lob_lost(
    kind: Soldier, arm: Arm, rounds: Rounds, reach: int, able: int, body: Body
) -> Fraction:
    """The same of a burst on its tile; one that scatters is taken to be wasted."""
    sides = kind.throwing if arm.flight == "thrown" else kind.shooting
    fallen = odds(trait, sides, kind.wild_card, BANDS[reach][1] + able, "attack")
    there = fallen.chance(lambda margin: margin >= 0)
    harm = Harm(arm.dice, arm.sides, arm.bonus + rounds.damage)
    return there * burst_lost(harm, body.guard(arm.ap + rounds.ap))


@lru_cache(maxsize=4096)
def burst_lost(harm: Harm, guard: Guard) -> Fraction:
    """The share of its points that a burst on its tile costs a figure, if it comes down there."""
    struck = odds(suffered, (False,), harm, guard)
    return struck.expect(lambda outcome: share(outcome, guard.limit, guard.shaken))


@lru_cache(maxsize=4096)
def swept_lost(sweep: Sweep, victim: Ducking) -> Fraction:
    """The share of its points that suppressive fire costs a figure under it on average."""
    guard = victim.guard
    pinned = odds(swept, sweep).chance(lambda fired: fired[0])
    struck = odds(ducked, sweep.harm, victim)
    return pinned * struck.expect(lambda outcome: share(outcome, guard.limit, guard.shaken))
