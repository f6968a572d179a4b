"""Expected loss of a figure to attacks, as a share of its worth, from bare numbers.

The result of an attack depends on few numbers, so it is computed once for each combination.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.rulesets.attack import total
from skirmish.rulesets.trait_die.accuracy import BANDS, harm_of, mode_parts, rounds_part, soft_bonus
from skirmish.rulesets.trait_die.catalogue import Rounds
from skirmish.rulesets.trait_die.counters import SHAKEN
from skirmish.rulesets.trait_die.dice import (
    Allotted,
    Ducking,
    Guard,
    Harm,
    Sweep,
    Volley,
    ducked,
    suffered,
    swept,
    trait,
)
from skirmish.rulesets.trait_die.figures import hide_parts, kind_of, wounds_left
from skirmish.rulesets.trait_die.kinds import Kind, Weapon
from skirmish.rulesets.trait_die.odds import Target, befalling
from skirmish.rulesets.trait_die.outcomes import share

RAPID = 4
"""Number of shots that are counted for a rapid attack."""


@frozen(cache_hash=True)
class Body:
    """The target of an attack: its kind, the wounds that it can still take, whether Shaken."""

    kind: Kind
    left: int
    shaken: bool

    @classmethod
    def of(cls, figure: Figure) -> Body:
        """Return the body of a figure as it is now."""
        return cls(kind_of(figure), wounds_left(figure), bool(figure.count(SHAKEN)))

    def guard(self, ap: int, soft: int = 0) -> Guard:
        """The guard of the target against armour piercing and soft ammunition."""
        return Guard(total(hide_parts(self.kind, ap)) - soft, self.left, self.shaken)


@lru_cache(maxsize=16384)
def fire_lost(
    kind: Kind, weapon: Weapon, rounds: Rounds, reach: int, aim: int, body: Body
) -> Fraction:
    """Expected loss to fire in the best mode, as a share of the target's points."""
    tried = (
        mode_lost(kind, weapon, mode, rounds, reach, aim, body) for mode in _telling(weapon, rounds)
    )
    return max(tried)


def _telling(weapon: Weapon, rounds: Rounds) -> Iterator[str]:
    """The modes of a weapon that may be the best.

    A burst includes the effects of a double tap, and that those of a single shot, except with
    steady rounds.
    """
    better = {"single": ("double", "burst"), "double": ("burst",)}
    for mode in weapon.modes:
        surpassed = any(other in weapon.modes for other in better.get(mode, ()))
        if not surpassed or (mode == "single" and rounds.steady):
            yield mode


def usual_dice(weapon: Weapon, mode: str) -> int:
    """The dice that an estimate counts for fire in a mode."""
    return {"auto": weapon.rof, "rapid": RAPID}.get(mode, 1)


@lru_cache(maxsize=16384)
def mode_lost(
    kind: Kind, weapon: Weapon, mode: str, rounds: Rounds, reach: int, aim: int, body: Body
) -> Fraction:
    """Expected loss to fire in one mode with all its dice, as a share."""
    dice = usual_dice(weapon, mode)
    parts = [*mode_parts(mode, dice), *rounds_part(rounds, mode, reach)]
    modifier = aim + BANDS[reach][1] + total(parts)
    guard = body.guard(weapon.ap + rounds.ap, soft_bonus(rounds, body.kind))
    harm = harm_of(weapon, rounds, mode)
    return _share(Volley(kind.shooting, kind.wild_card, _all(dice, modifier), (guard,), harm))


@lru_cache(maxsize=4096)
def blow_lost(kind: Kind, weapon: Weapon, modifier: int, body: Body) -> Fraction:
    """Expected loss to a blow, as a share of the target's points."""
    harm = Harm(weapon.dice, weapon.sides, weapon.bonus, kind.strength)
    guard = body.guard(weapon.ap)
    return _share(Volley(kind.fighting, kind.wild_card, _all(1, modifier), (guard,), harm))


def _all(dice: int, modifier: int) -> tuple[Allotted]:
    return (Allotted(0, dice, modifier),)


def _share(plan: Volley) -> Fraction:
    (guard,) = plan.guards
    struck = befalling(Target.of(plan, 0, in_order=False))
    return struck.expect(lambda outcome: share(outcome, guard.limit, guard.shaken))


@lru_cache(maxsize=4096)
def lob_lost(
    kind: Kind, weapon: Weapon, rounds: Rounds, reach: int, able: int, body: Body
) -> Fraction:
    """Expected loss to a burst aimed at the target's tile, as a share; a miss counts as wasted."""
    sides = kind.throwing if weapon.flight == "thrown" else kind.shooting
    fallen = odds(trait, sides, kind.wild_card, BANDS[reach][1] + able, "attack")
    there = fallen.chance(lambda margin: margin >= 0)
    harm = Harm(weapon.dice, weapon.sides, weapon.bonus + rounds.damage)
    return there * burst_lost(harm, body.guard(weapon.ap + rounds.ap))


@lru_cache(maxsize=4096)
def burst_lost(harm: Harm, guard: Guard) -> Fraction:
    """Expected loss to a burst on the target's tile, as a share, if it lands there."""
    struck = odds(suffered, (False,), harm, guard)
    return struck.expect(lambda outcome: share(outcome, guard.limit, guard.shaken))


@lru_cache(maxsize=4096)
def swept_lost(sweep: Sweep, victim: Ducking) -> Fraction:
    """Expected loss of a figure under suppressive fire, as a share of its points."""
    guard = victim.guard
    pinned = odds(swept, sweep).chance(lambda fired: fired[0])
    struck = odds(ducked, sweep.harm, victim)
    return pinned * struck.expect(lambda outcome: share(outcome, guard.limit, guard.shaken))
