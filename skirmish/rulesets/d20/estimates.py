"""Estimates for the computer player: menace, later gain.

The direction in which an explosive scatters is ignored.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from types import MappingProxyType

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, within
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import ZERO
from skirmish.rulesets.common import prospects, reactions, slots
from skirmish.rulesets.common.present import in_reach, present
from skirmish.rulesets.common.walking import Pose
from skirmish.rulesets.d20.accuracy import Shot, aim_of
from skirmish.rulesets.d20.ammunition import RELOAD, account, empty, missing, size
from skirmish.rulesets.d20.area import Throw, needed, reaches_over
from skirmish.rulesets.d20.budget import AIM_COSTS, full, left, of_attack, share
from skirmish.rulesets.d20.counters import AIMED, PRONE, STUNNED, WATCHING
from skirmish.rulesets.d20.dice import D20
from skirmish.rulesets.d20.expected_loss import blasted, chance_of, losses_of, points_of
from skirmish.rulesets.d20.figures import PRONE_NEAR, evading, health, kind_of, weapons_of
from skirmish.rulesets.d20.kinds import BANDS, Weapon, held, shots, usable
from skirmish.rulesets.d20.movement import POSE
from skirmish.rulesets.d20.outcomes import PARTS, drained, lost_now
from skirmish.rulesets.d20.reactions import OVERWATCH, Watch, cone
from skirmish.rulesets.d20.shooting import AIM, Aiming, clear, unable
from skirmish.rulesets.d20.wounds import LASTING, TREAT, Treatment


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack."""
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None or not health(other) or one.count(STUNNED):
        return ZERO
    return max(_attacks(state, one, other), default=ZERO)


def setting(board: Board, one: Figure, at: Tile, other: Figure, there: Tile) -> Hashable:
    """All numbers of the ground that enter `menace`."""
    return (
        bisect_left(_bands(weapons_of(one)), distance2(at, there)),
        other.posture == PRONE and within(at, there, PRONE_NEAR),
        *prospects.ground(board, at, there),
    )


@lru_cache(maxsize=1024)
def _bands(weapons: tuple[Weapon, ...]) -> list[int]:
    """The squared distances at which a number of any of these weapons changes."""
    return sorted({getattr(weapon, name) ** 2 for weapon in weapons for name in BANDS})


def _attacks(state: State, one: Figure, other: Figure) -> Iterator[Fraction]:
    away2 = distance2(one.tile, other.tile)
    if state.board.sees(one.tile, other.tile):
        most, guard = full(one), evading(state.board, other, one.tile)
        for weapon, bursts in usable(weapons_of(one)):
            if (
                away2 <= weapon.extreme**2
                and of_attack(weapon, burst=bursts) <= most
                and unable(state, one, weapon, bursts=bursts) is None
            ):
                shot = Shot(one, weapon, other, bursts)
                yield losses_of(shot, aim_of(shot) - guard)[0]
    for weapon in weapons_of(one):
        if weapon.radius:
            yield _blast(state, one, weapon, other)
        elif held(weapon) and in_reach(state.board, one.tile, other.tile):
            yield points_of(state, Shot(one, weapon, other, melee=True))


def _blast(state: State, one: Figure, weapon: Weapon, other: Figure) -> Fraction:
    """The menace of an explosive on open ground; the direction of scatter is ignored."""
    if distance2(one.tile, other.tile) > weapon.extreme**2:
        return ZERO
    if unable(state, one, weapon, bursts=False) is not None:
        return ZERO
    throw = Throw(one, weapon, other.tile)
    if not (reaches_over(weapon) or state.board.sees(one.tile, other.tile)):
        return ZERO
    return caught(needed(state, throw), weapon.radius) * blasted(other, weapon).lost


def lobbed(state: State, throw: Throw) -> Fraction:
    """Points that an explosive can be expected to cost the enemy, less those of friends.

    Estimated as in `menace`: a figure off the aim point is hit if the landing is near enough.
    """
    weapon, points, short = throw.weapon, ZERO, needed(state, throw)
    for figure in present(state, throw.shooter.side):
        off2 = distance2(figure.tile, throw.aim)
        if off2 <= weapon.radius**2:
            chance = caught(short, weapon.radius - isqrt(off2))
            lost = chance * blasted(figure, weapon).lost
            points += -lost if figure.side == throw.shooter.side else lost
    return points


@lru_cache(maxsize=1024)
def caught(short: int, radius: int) -> Fraction:
    """The chance that an explosive with this `needed` roll comes down within a radius."""
    off = (max(0, -(-(short - face) // 2)) for face in range(1, D20 + 1))
    return Fraction(sum(tiles <= radius for tiles in off), D20)


ACTS = Fraction(3, 4)
"""Assumed chance that an enemy in the cone fires or moves there."""
STAYS = Fraction(1, 2)
"""Assumed chance that an aiming figure fires from there in its next bound."""
TOPPED_UP = Fraction(2, 5)
"""Value of a full magazine compared to an empty one, as a share of an attack: it saves a later
reload."""


def budget_left(state: State, name: str) -> Fraction:
    """The action points that a figure has left, as a share of its full amount."""
    figure = state.figures[name]
    if figure.at is None or figure.count(WATCHING) or state.clock.side != figure.side:
        return Fraction(0)
    return share(figure, left(figure))


def _watch(known: View, plan: Watch) -> Fraction:
    """The mean attack on enemies in the cone, times the expected number of attacks."""
    state, figure, weapon, bursts = known.state, plan.figure, plan.weapon, plan.bursts
    mask = cone(state, figure, weapon, plan.facing)
    attacks = [
        Shot(figure, weapon, foe, bursts, watch=True)
        for foe in known.enemies()
        if mask & state.board.bit(foe.tile) and clear(state, figure, weapon, foe) is None
    ]
    least = Fraction(reactions.percent(plan.order), 100)
    worths = [points_of(state, shot) for shot in attacks if chance_of(state, shot) >= least]
    if not worths:
        return Fraction(0)
    times = left(figure) // max(1, of_attack(weapon, burst=bursts))
    fired = shots(weapon, burst=bursts)
    while times > 1 and empty(state, figure, weapon, fired * times) is not None:
        times -= 1
    any_acts = 1 - (1 - ACTS) ** len(worths)
    expected = sum((any_acts**n for n in range(1, times + 1)), Fraction(0))
    return sum(worths, Fraction(0)) / len(worths) * expected


def _aim(known: View, plan: Aiming) -> Fraction:
    """The gain of the next attack: in full in this bound, in part in the next."""
    figure = plan.figure
    aimed = figure.with_counters({AIMED: figure.count(AIMED) + 1})
    better = prospects.gain(menace, known.state, aimed)
    after = left(figure) - AIM_COSTS
    cheapest = min(
        (of_attack(arm, burst=b) for arm, b in usable(weapons_of(figure))),
        default=0,
    )
    return better if cheapest <= after else better * STAYS


def aim_share(state: State, name: str) -> Fraction:
    """The share of a figure's best attack that it owes to its aim (D20-F9)."""
    return prospects.owed(menace, state, name, AIMED)


def _reload(known: View, plan: slots.Reload[Weapon]) -> Fraction:
    state, figure, weapon = known.state, plan.figure, plan.weapon
    lacking = missing(state, figure, weapon)
    share = Fraction(lacking, max(1, size(state, weapon)))
    before = prospects.best(menace, state, figure.id)
    # With rounds left it can still shoot: the first that are missing hardly matter.
    worth = TOPPED_UP * share**2 * before or prospects.unhurried(figure, share)
    if _lacks(state, figure, weapon):
        counter = slots.name(account(state, weapon), slots.of(figure, weapon.id))
        loaded = figure.with_counters({counter: figure.count(counter) + lacking})
        worth += prospects.gain(menace, state, loaded)
    return worth


def _lacks(state: State, figure: Figure, weapon: Weapon) -> bool:
    """Whether the magazine is too empty for a shot or a burst."""
    modes = [bursts for _, bursts in usable((weapon,))] or [False]
    return any(empty(state, figure, weapon, shots(weapon, burst=bursts)) for bursts in modes)


def _pose(known: View, plan: Pose) -> Fraction:
    """The reduction of the harm by enemies in sight if the figure changes its posture."""
    return prospects.relief(menace, known.state, plan.posed)


def _treat(_known: View, plan: Treatment) -> Fraction:
    """The value of the hit points that it saves, or of the figure if these are its last."""
    patient = plan.patient
    left, hp = health(patient), kind_of(patient).hp
    saved = drained(*(patient.count(effect) for effect in LASTING))
    return Fraction(lost_now(saved, left, hp) * patient.who.kind.points, PARTS * hp)


PROSPECTS: prospects.Prospects = MappingProxyType(
    {
        OVERWATCH.name: _watch,
        AIM.name: _aim,
        RELOAD.name: _reload,
        POSE.name: _pose,
        TREAT.name: _treat,
    }
)
