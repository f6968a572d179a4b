"""Estimates for the computer player: threat and later gain, in whole billionths of points."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from attrs import frozen

from skirmish.core.board import Board
from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, metres, within
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import ZERO
from skirmish.rulesets.attack import total
from skirmish.rulesets.common import prospects, slots
from skirmish.rulesets.common.present import foes, in_reach, occupied
from skirmish.rulesets.common.walking import Pose
from skirmish.rulesets.d100 import ammunition, area
from skirmish.rulesets.d100.accuracy import (
    CLOSEST,
    LOW_FROM,
    above,
    band,
    between,
    blow,
    body,
    dodge,
    own_parts,
    smartlink,
)
from skirmish.rulesets.d100.ammunition import RELOAD, spent
from skirmish.rulesets.d100.budget import LEFT, THIRDS, not_now
from skirmish.rulesets.d100.close_combat import in_close, may_break_free, parry
from skirmish.rulesets.d100.counters import ACTED, AIMED, DEFENDING, FIRING_MODE, PRONE, SHOTS
from skirmish.rulesets.d100.dice import D10, Body, astray, capped
from skirmish.rulesets.d100.expected_loss import PARTS, Stake, blast_share, blow_share, of_blow
from skirmish.rulesets.d100.figures import (
    close_weapons,
    grappler,
    kind_of,
    loading_weapons,
    prone,
    skill,
    stunned,
    weapons_of,
)
from skirmish.rulesets.d100.kinds import MODES, Kind, Mode, Weapon
from skirmish.rulesets.d100.movement import DEFEND, POSE
from skirmish.rulesets.d100.shooting import (
    AIM,
    AIM_ADDS,
    EASIER,
    HEAVIER,
    MODE,
    TWICE,
    Aiming,
    Setting,
    set_mode,
)
from skirmish.rulesets.d100.suppression import SUPPRESS, Suppression, bare_dodge, bare_shot, cone


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side is expected to lose to the shooter's best attack.

    The shooter may load first. An own weapon counts in the mode that it is set to, an enemy's in
    its first mode.
    """
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None or stunned(one) or grappler(state, one.id):
        return ZERO
    return max(_attacks(state, one, other), default=ZERO)


def setting(board: Board, one: Figure, at: Tile, other: Figure, there: Tile) -> Hashable:
    """All numbers of the ground that affect `menace`."""
    away2 = distance2(at, there)
    return (
        bisect_left(_bands(weapons_of(one)), away2),
        prone(other) and away2 >= LOW_FROM**2,
        board.level(at) > board.level(there),
        *prospects.ground(board, at, there),
    )


@lru_cache(maxsize=1024)
def _bands(weapons: tuple[Weapon, ...]) -> list[int]:
    """The highest squared distance of each range band of these weapons."""
    ends = {CLOSEST**2}
    for weapon in weapons:
        ends |= {weapon.short**2, weapon.medium**2, weapon.long**2, weapon.extreme**2}
        if weapon.blast:
            ends.add((area.radius(weapon) // 2 + 1) ** 2 - 1)
    return sorted(ends)


def _too_near(weapon: Weapon, at: Tile, there: Tile) -> bool:
    """Whether a blast would reach its thrower."""
    return metres(at, there) <= area.radius(weapon) // 2


def _attacks(state: State, one: Figure, other: Figure) -> Iterator[Fraction]:
    """Expected losses for each way to attack."""
    if in_reach(state.board, one.tile, other.tile):
        for weapon in close_weapons(one):
            yield by_hand(state, one, weapon, other)
    seen, away2 = state.board.sees(one.tile, other.tile), distance2(one.tile, other.tile)
    fitting = [
        weapon
        for weapon in weapons_of(one)
        if (seen or weapon.indirect) and not weapon.close and away2 <= weapon.extreme**2
        if not spent(state, one, weapon)
    ]
    if fitting:
        duel = Duel.of(state, one, other)
        for weapon in fitting:
            yield duel.by_blast(weapon) if weapon.blast else duel.by_fire(weapon)


def by_hand(state: State, one: Figure, weapon: Weapon, other: Figure) -> Fraction:
    """Expected loss to a blow, in points."""
    attack = in_close(state, one, weapon, other)
    return of_blow(blow(weapon, other, attack, parry(state, other, weapon)), other)


@frozen(eq=False)
class Duel:
    """One figure firing at another: what changes its target numbers with any weapon.

    `shot` is the sum of modifiers for fire at the figure, `throw` for a blast at its tile, `guard`
    its defence.
    """

    one: Figure
    other: Figure
    shot: int
    throw: int
    guard: int | None
    stake: Stake

    @classmethod
    def of(cls, state: State, one: Figure, other: Figure) -> Duel:
        """Return the duel of two figures on the table."""
        own, guard = total(own_parts(state, one)), dodge(state, other)
        return cls(
            one,
            other,
            shot=own + total(between(state, one, other)),
            throw=own + above(state, one, other.tile)[1],
            guard=None if guard is None else guard.total,
            stake=Stake.of(other),
        )

    def by_fire(self, weapon: Weapon, mode: Mode | None = None) -> Fraction:
        """Points that a whole action of fire costs, in the mode that is set; 0 out of range."""
        mode = mode or set_mode(self.one, weapon)
        aimed = self._aimed(weapon)
        if aimed is None:
            return ZERO
        number, changes = aimed[0], aimed[1] + self.shot
        share = self._share(weapon, mode, number, changes)
        if mode in TWICE:
            aim = self.one.count(AIMED)
            share += self._share(weapon, mode, number, changes - aim) if aim else share
        return Fraction(min(share, PARTS) * self.other.who.kind.points, PARTS)

    def _share(self, weapon: Weapon, mode: Mode, number: int, changes: int) -> int:
        """The share lost to one shot or burst, in PARTS."""
        hit = weapon.add, body(self.other, weapon), self.stake
        eased = number + capped(changes + EASIER[mode])
        best = blow_share(eased, self.guard, weapon.dice, *hit)
        if more := HEAVIER[mode]:
            plain = number + capped(changes)
            best = max(best, blow_share(plain, self.guard, weapon.dice + more, *hit))
        return best

    def _aimed(self, weapon: Weapon) -> tuple[int, int] | None:
        return _aimed(kind_of(self.one), weapon, distance2(self.one.tile, self.other.tile))

    def by_blast(self, weapon: Weapon) -> Fraction:
        """Points that a blast thrown at its tile costs, scatter included.

        A blast that would reach its thrower does not count.
        """
        aimed = self._aimed(weapon)
        if aimed is None or _too_near(weapon, self.one.tile, self.other.tile):
            return ZERO
        number = aimed[0] + capped(aimed[1] + self.throw)
        reach = weapon.radius if weapon.blast == "uniform" else None
        met = body(self.other, weapon)
        share = _thrown(number, weapon.dice, weapon.add, reach, met, self.stake)
        return Fraction(share * self.other.who.kind.points, PARTS)


@lru_cache(maxsize=8192)
def _aimed(kind: Kind, weapon: Weapon, away2: int) -> tuple[int, int] | None:
    """The skill with a weapon, and the modifiers of range and smartlink; None out of range."""
    reached = band(weapon, away2)
    if reached is None:
        return None
    return skill(kind, weapon), total((reached, smartlink(kind, weapon)))


@lru_cache(maxsize=8192)
def _thrown(number: int, dice: int, add: int, reach: int | None, met: Body, stake: Stake) -> int:
    """The share of its points that a figure loses to a blast at its tile, in PARTS.

    `reach` is the radius of a uniform blast; None for one that falls off.
    """
    share, chances = 0, odds(astray, number)
    for factor, weight in chances.weights.items():
        if not factor:
            share += weight * D10 * blast_share(dice, add, 0, met, stake)
            continue
        for away in range(factor, factor * D10 + 1, factor):
            less = area.FALL * away if reach is None else 0
            if reach is None or away <= reach:
                share += weight * blast_share(dice, add, less, met, stake)
    return share // (D10 * chances.denominator)


def budget_left(state: State, name: str) -> Fraction:
    """The share of its phase that a figure has left (EP-F6).

    A second shot or burst is half of an action.
    """
    figure = state.figures[name]
    if figure.at is None or state.clock.side != figure.side:
        return Fraction(0)
    if grappler(state, name):
        return Fraction(may_break_free(state, figure))
    if not_now(state, figure) is not None:
        return Fraction(0)
    if figure.count(SHOTS):
        return Fraction(1, 2)
    return LEFT[min(THIRDS, figure.count(ACTED))]


def aim_share(state: State, name: str) -> Fraction:
    """The share of a figure's expected damage that its aim contributes (EP-F16)."""
    return prospects.owed(menace, state, name, AIMED)


IN_THE_OPEN, IN_COVER = Fraction(2, 3), Fraction(1, 4)
"""Chance that a figure in a suppressed cone shows itself, by whether it has cover now."""
STILL_THERE = Fraction(3, 4)
"""Chance that the figure has as good a shot in its next phase, with its aim unspoilt."""
STANDS_UP = Fraction(1, 24)
"""Value of standing upright, as a share of its points; equal to the cost of falling."""
SPARE = Fraction(1, 8)
"""Value of the empty part of a magazine that is not empty, as a share of its best attack."""


def _loaded(state: State, figure: Figure) -> bool:
    """Whether a figure has ammunition for a weapon that it can aim.

    Blast weapons do not count: aiming does not make them surer.
    """
    arms = loading_weapons(figure)
    loads = [arm for arm in arms if not arm.blast and arm.skill == "ranged"]
    return not loads or any(ammunition.left(state, figure, arm) > 0 for arm in loads)


def _relief(state: State, changed: Figure) -> Fraction:
    """The decrease of the expected loss of a figure to the enemies in sight, if it is changed.

    Each enemy attacks once, and only one of the figures that it sees. Enemies that cannot harm the
    figure now are left out.
    """
    then, own, less = state.with_figure(changed), occupied(state, changed.side), Fraction(0)
    for foe in foes(state, changed.side):
        if now := menace(state, foe.id, changed.id):
            targets = (own & state.board.seen_from(foe.tile)).bit_count()
            less += (now - menace(then, foe.id, changed.id)) / max(1, targets)
    return less


def _aim(known: View, plan: Aiming) -> Fraction:
    if not _loaded(known.state, plan.figure):
        return Fraction(0)
    aimed = plan.figure.with_counters({AIMED: AIM_ADDS[plan.time]})
    return max(Fraction(0), prospects.gain(menace, known.state, aimed)) * STILL_THERE


def _defend(known: View, order: Order) -> Fraction:
    figure = known.state.figures[order.figure]
    return max(Fraction(0), _relief(known.state, figure.with_counters({DEFENDING: 1})))


def _pose(known: View, plan: Pose) -> Fraction:
    relief = _relief(known.state, plan.posed)
    upright = STANDS_UP * plan.figure.who.kind.points
    return relief - upright if plan.posture == PRONE else relief + upright


def free_attack(state: State, figure: Figure, weapon: Weapon, other: Figure) -> Fraction:
    """Expected loss to a free attack in points, if the figure shows itself."""
    shot = bare_shot(figure, weapon, other)
    if shot is None or not within(figure.tile, other.tile, weapon.extreme):
        return Fraction(0)
    return of_blow(blow(weapon, other, shot, bare_dodge(state, other)), other)


def _set(known: View, plan: Setting) -> Fraction:
    slot = slots.name(FIRING_MODE, slots.of(plan.figure, plan.weapon.id))
    changed = plan.figure.with_counters({slot: MODES.index(plan.mode)})
    return max(Fraction(0), prospects.gain(menace, known.state, changed))


def _reload(known: View, plan: slots.Reload[Weapon]) -> Fraction:
    state, figure, weapon = known.state, plan.figure, plan.weapon
    best = prospects.best(menace, state, figure.id) or Fraction(figure.who.kind.points, 8)
    needs = ammunition.needed(state, weapon, ammunition.USED[set_mode(figure, weapon)])
    has, size = ammunition.left(state, figure, weapon), ammunition.full(state, weapon)
    return best if has < needs else best * SPARE * Fraction(size - has, size)


def _suppression(known: View, plan: Suppression) -> Fraction:
    """Expected gain from the free attacks on enemies in the cone, or from deterring them.

    Less what the rounds are worth later.
    """
    state, figure, weapon = known.state, plan.figure, plan.weapon
    mask = cone(state, figure, plan.tile, plan.length)
    gain = Fraction(0)
    for foe in foes(state, figure.side):
        if mask & state.board.bit(foe.tile):
            lost = free_attack(state, figure, weapon, foe)
            covered = state.board.cover(figure.tile, foe.tile) > 0
            shown = lost * (IN_COVER if covered else IN_THE_OPEN)
            gain += max(shown, prospects.deterred(menace, state, foe.id, lost))
    return gain - _emptied(state, figure, weapon)


def _emptied(state: State, figure: Figure, weapon: Weapon) -> Fraction:
    """Return how much more the loading of a weapon is worth after suppressive fire."""
    has, size = ammunition.left(state, figure, weapon), ammunition.full(state, weapon)
    left = has - ammunition.needed(state, weapon, ammunition.SUPPRESSION)
    before, after = (Fraction(size - rounds, size) for rounds in (has, left))
    return prospects.unhurried(figure, after) - prospects.unhurried(figure, before)


PROSPECTS: prospects.Prospects = MappingProxyType(
    {
        SUPPRESS.name: _suppression,
        AIM.name: _aim,
        DEFEND.name: _defend,
        POSE.name: _pose,
        RELOAD.name: _reload,
        MODE.name: _set,
    }
)
