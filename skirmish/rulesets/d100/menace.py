"""How much one figure threatens another from where both stand: for the computer player.

The sums are those of `sums`, but what does not depend on the weapon is added up once for a pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2, metres
from skirmish.core.state import State
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.parts import total
from skirmish.rulesets.d100 import blasts
from skirmish.rulesets.d100.ammunition import spent
from skirmish.rulesets.d100.figures import arms, close_arms, grappler, person, skill, stunned
from skirmish.rulesets.d100.gunfire import EASIER, HEAVIER, TWICE, set_mode
from skirmish.rulesets.d100.kinds import Arm, Mode, Person
from skirmish.rulesets.d100.rolls import D10, capped
from skirmish.rulesets.d100.rules import astray
from skirmish.rulesets.d100.sums import (
    above,
    band,
    between,
    blow,
    body,
    dodge,
    in_close,
    linked,
    own_parts,
    parry,
)
from skirmish.rulesets.d100.worth import PARTS, Shape, blast_share, blow_share, of_blow
from skirmish.rulesets.d100.wounds import Body

NONE = Fraction(0)


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack.

    The shooter may load first; of an enemy's weapon its first mode counts, of an own one the one
    that it is set to.
    """
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None or stunned(one) or grappler(state, one.id):
        return NONE
    return max(_attacks(state, one, other), default=NONE)


def _attacks(state: State, one: Figure, other: Figure) -> Iterator[Fraction]:
    """What each way to attack can be expected to take."""
    if in_reach(state.board, one.tile, other.tile):
        for weapon in close_arms(one):
            yield by_hand(state, one, weapon, other)
    seen, away2 = state.board.sees(one.tile, other.tile), distance2(one.tile, other.tile)
    fitting = [
        weapon
        for weapon in arms(one)
        if (seen or weapon.indirect) and not weapon.close and away2 <= weapon.extreme**2
        if not spent(state, one, weapon)
    ]
    if fitting:
        duel = Duel.of(state, one, other)
        for weapon in fitting:
            yield duel.by_blast(weapon) if weapon.blast else duel.by_fire(weapon)


def by_hand(state: State, one: Figure, weapon: Arm, other: Figure) -> Fraction:
    """Points that a blow can be expected to take."""
    attack = in_close(state, one, weapon, other)
    return of_blow(blow(weapon, other, attack, parry(state, other, weapon)), other)


@frozen(eq=False)
class Duel:
    """One figure firing at another: what changes its target numbers with any weapon.

    `shot` is for fire at the figure, `throw` for a blast at its tile, `guard` its defence.
    """

    one: Figure
    other: Figure
    shot: int
    throw: int
    guard: int | None
    shape: Shape

    @classmethod
    def of(cls, state: State, one: Figure, other: Figure) -> Duel:
        """That of two figures on the table."""
        own, guard = total(own_parts(state, one)), dodge(state, other)
        return cls(
            one,
            other,
            shot=own + total(between(state, one, other)),
            throw=own + above(state, one, other.tile)[1],
            guard=None if guard is None else guard.total,
            shape=Shape.of(other),
        )

    def by_fire(self, weapon: Arm, mode: Mode | None = None) -> Fraction:
        """Points that a whole action of fire takes, in the mode that is set; 0 out of range."""
        mode = mode or set_mode(self.one, weapon)
        aimed = self._aimed(weapon)
        if aimed is None:
            return NONE
        number, changes = aimed[0], aimed[1] + self.shot
        hit = weapon.add, body(self.other, weapon), self.shape
        eased = number + capped(changes + EASIER[mode])
        best = blow_share(eased, self.guard, weapon.dice, *hit)
        if more := HEAVIER[mode]:
            plain = number + capped(changes)
            best = max(best, blow_share(plain, self.guard, weapon.dice + more, *hit))
        share = min(best * (2 if mode in TWICE else 1), PARTS)
        return Fraction(share * self.other.who.kind.points, PARTS)

    def _aimed(self, weapon: Arm) -> tuple[int, int] | None:
        return _aimed(person(self.one), weapon, distance2(self.one.tile, self.other.tile))

    def by_blast(self, weapon: Arm) -> Fraction:
        """Points that a blast thrown at its tile takes, whichever way it scatters.

        One's own skin counts: a blast that reaches its thrower is no threat to be proud of.
        """
        aimed = self._aimed(weapon)
        near = metres(self.one.tile, self.other.tile) <= blasts.radius(weapon) // 2
        if aimed is None or near:
            return NONE
        number = aimed[0] + capped(aimed[1] + self.throw)
        reach = weapon.radius if weapon.blast == "uniform" else None
        met = body(self.other, weapon)
        share = _thrown(number, weapon.dice, weapon.add, reach, met, self.shape)
        return Fraction(share * self.other.who.kind.points, PARTS)


@lru_cache(maxsize=8192)
def _aimed(kind: Person, weapon: Arm, away2: int) -> tuple[int, int] | None:
    """The skill with a weapon, and what range and smartlink do to it; None out of range."""
    reached = band(weapon, away2)
    if reached is None:
        return None
    return skill(kind, weapon), total((reached, linked(kind, weapon)))


@lru_cache(maxsize=8192)
def _thrown(number: int, dice: int, add: int, reach: int | None, met: Body, shape: Shape) -> int:
    """The share of its points that a blast at its tile takes off a figure, in PARTS.

    `reach` is how far it is equally strong; None for one that falls off.
    """
    share, chances = 0, odds(astray, number)
    for factor, weight in chances.weights.items():
        if not factor:
            share += weight * D10 * blast_share(dice, add, 0, met, shape)
            continue
        for away in range(factor, factor * D10 + 1, factor):
            less = blasts.FALL * away if reach is None else 0
            if reach is None or away <= reach:
                share += weight * blast_share(dice, add, less, met, shape)
    return share // (D10 * chances.denominator)
