"""Estimates for the computer player: threat, later gain.

The dice are those of the rules; a CRIT die counts as its average, what an attack leaves behind as
in `outcomes`, an explosive scatters no matter which way. Hits astray of a called burst are taken to
cripple nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from types import MappingProxyType
from typing import Any

from attrs import evolve

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import total
from skirmish.rulesets.common import prospects, reactions, slots
from skirmish.rulesets.common.present import in_reach, present
from skirmish.rulesets.common.walking import Pose
from skirmish.rulesets.d20.accuracy import Shot, accuracy, hits_of, margin_of, shots_of
from skirmish.rulesets.d20.ammunition import RELOAD, account, empty, missing, size
from skirmish.rulesets.d20.area import Throw, needed, reaches_over
from skirmish.rulesets.d20.budget import (
    AIM_COSTS,
    full,
    left,
    of_attack,
    share,
)
from skirmish.rulesets.d20.counters import AIMED, STUNNED, WATCHING
from skirmish.rulesets.d20.dice import (
    D20,
    READINGS,
    after_dr,
    damage,
    enough,
    summed,
    through,
    volley,
)
from skirmish.rulesets.d20.figures import (
    effects_of,
    evasion,
    health,
    kind_of,
    spare,
    stops,
    weapons_of,
)
from skirmish.rulesets.d20.kinds import Kind, Weapon, held, shots, usable
from skirmish.rulesets.d20.movement import POSE
from skirmish.rulesets.d20.outcomes import CRIPPLED_COSTS, PARTS, drained, later, lost_now
from skirmish.rulesets.d20.reactions import OVERWATCH, Watch, cone
from skirmish.rulesets.d20.shooting import AIM, Aiming, clear, unable
from skirmish.rulesets.d20.wounds import LASTING, TREAT, Treatment

NONE = Fraction(0)


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack."""
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None or not health(other) or one.count(STUNNED):
        return NONE
    return max(_attacks(state, one, other), default=NONE)


def _attacks(state: State, one: Figure, other: Figure) -> Iterator[Fraction]:
    away2 = distance2(one.tile, other.tile)
    if state.board.sees(one.tile, other.tile):
        most, guard = full(one), total(evasion(state.board, other, one.tile))
        for weapon, bursts in usable(weapons_of(one)):
            if (
                away2 <= weapon.extreme**2
                and of_attack(weapon, burst=bursts) <= most
                and unable(state, one, weapon, bursts=bursts) is None
            ):
                shot = Shot(one, weapon, other, bursts)
                yield _worth(shot, total(accuracy(shot)) - guard)
    for weapon in weapons_of(one):
        if weapon.radius:
            yield _blast(state, one, weapon, other)
        elif held(weapon) and in_reach(state.board, one.tile, other.tile):
            yield points_of(state, Shot(one, weapon, other, melee=True))


def points_of(state: State, shot: Shot) -> Fraction:
    """Points that an attack costs the target's side on average."""
    return _worth(shot, margin_of(state, shot))


def chance_of(state: State, shot: Shot) -> Fraction:
    """The chance that an attack hits at all."""
    return _hits(shot.weapon, margin_of(state, shot), shot.burst)


@lru_cache(maxsize=4096)
def _hits(weapon: Weapon, margin: int, burst: bool) -> Fraction:
    return odds(volley, shots_of(weapon, margin, burst=burst)).chance(lambda found: found[2] > 0)


def _worth(shot: Shot, margin: int) -> Fraction:
    """The same of an attack that has so much Accuracy over Evasion."""
    target, weapon, left = shot.target, shot.weapon, health(shot.target)
    limb = (shot.limb, spare(target, shot.limb) if shot.limb else 0)
    after = later(target, effects_of(weapon), left)
    return _points(kind_of(target), left, weapon, margin, shot.burst, limb, after)


@lru_cache(maxsize=16_384)
def _points(
    kind: Kind,
    left: int,
    weapon: Weapon,
    margin: int,
    burst: bool,
    limb: tuple[str, int],
    after: int,
) -> Fraction:
    """How many hit is a matter of aim, what so many do one of weapon and target: kept apart.

    `limb`: which one is called, and what it can still take; 0 where none is or it is crippled.
    """
    called_at, can_take = limb
    shots = shots_of(weapon, margin, burst=burst, limb=called_at)
    found, parts = odds(volley, shots), NONE
    for (crit, called, count), weight in found.weights.items():
        if count:
            more = average(weapon.crit_die) if crit else 0
            parts += weight * _cost(count, more, kind, left, weapon, can_take * called, after)
    return parts * kind.points / (PARTS * kind.hp * found.denominator)


@lru_cache(maxsize=16_384)
def _cost(
    count: int, more: int, kind: Kind, left: int, weapon: Weapon, limb: int, after: int
) -> Fraction:
    """Parts of its worth that so many hits and `more` cost a target with `left` hit points.

    `limb`: what a limb can take that all of it goes to, or 0. `after` is added where it stands.
    """
    against, parts = stops(kind, weapon, left), 0
    most = enough(kind.hp, against.dr)
    found = odds(summed, count, False, hits_of(weapon), against.dt, most)
    for amount, weight in found.weights.items():
        loss = min(left, after_dr(amount + more, against.dr, READINGS.rounding))
        crippled = CRIPPLED_COSTS * kind.hp * (0 < limb <= loss < left)
        parts += weight * (lost_now(loss, left, kind.hp) + crippled + after * (loss < left))
    return Fraction(parts, found.denominator)


@lru_cache(maxsize=64)
def average(sides: int) -> int:
    """What a die comes to on average that is rolled again on its highest face, to the nearest."""
    return (sides * (sides + 1) + sides - 1) // (2 * (sides - 1)) if sides > 1 else sides


def _blast(state: State, one: Figure, weapon: Weapon, other: Figure) -> Fraction:
    """As if the radius were open ground; only how far off it comes down counts, not which way."""
    if distance2(one.tile, other.tile) > weapon.extreme**2:
        return NONE
    if unable(state, one, weapon, bursts=False) is not None:
        return NONE
    throw = Throw(one, weapon, other.tile)
    if not (reaches_over(weapon) or state.board.sees(one.tile, other.tile)):
        return NONE
    return caught(needed(state, throw), weapon.radius) * _blasted(other, weapon)


def lobbed(state: State, throw: Throw) -> Fraction:
    """Points that an explosive may be expected to cost the enemy, less what it costs friends.

    Reckoned as in `menace`: what lies off the aim point is struck by what comes down near enough.
    """
    weapon, points, short = throw.weapon, NONE, needed(state, throw)
    for figure in present(state, throw.shooter.side):
        off2 = distance2(figure.tile, throw.aim)
        if off2 <= weapon.radius**2:
            chance = caught(short, weapon.radius - isqrt(off2))
            lost = chance * _blasted(figure, weapon)
            points += -lost if figure.side == throw.shooter.side else lost
    return points


@lru_cache(maxsize=1024)
def caught(short: int, radius: int) -> Fraction:
    """The chance that an explosive which needs such a roll comes down within so many tiles."""
    off = (max(0, -(-(short - face) // 2)) for face in range(1, D20 + 1))
    return Fraction(sum(tiles <= radius for tiles in off), D20)


def _blasted(figure: Figure, weapon: Weapon) -> Fraction:
    """Points that a blast costs by a figure that is within."""
    left = health(figure)
    return _torn(kind_of(figure), left, weapon, later(figure, effects_of(weapon), left))


@lru_cache(maxsize=4096)
def _torn(kind: Kind, left: int, weapon: Weapon, after: int) -> Fraction:
    against, parts = stops(kind, weapon, left), 0
    found = odds(damage, hits_of(weapon))
    for amount, weight in found.weights.items():
        loss = min(left, after_dr(through(amount, against.dt), against.dr, READINGS.rounding))
        parts += weight * (lost_now(loss, left, kind.hp) + after * (loss < left))
    return Fraction(parts * kind.points, PARTS * kind.hp * found.denominator)


ACTS = Fraction(3, 4)
"""How often an enemy in the cone is taken to fire or to walk in it, rather than to do neither."""
STAYS = Fraction(1, 2)
"""How often a figure that takes aim is taken to fire from there in its next bound."""
TOPPED_UP = Fraction(1, 10)
"""What a fuller magazine is worth, of what an attack with it takes."""


def budget_left(state: State, name: str) -> Fraction:
    """The action points that a figure has left, as a share of all that it ever has."""
    figure = state.figures[name]
    if figure.at is None or figure.count(WATCHING) or state.clock.side != figure.side:
        return Fraction(0)
    return share(figure, left(figure))


def _counted(figure: Figure, counter: str, more: int) -> Figure:
    counters: Mapping[str, int] = {**figure.counters, counter: figure.count(counter) + more}
    return evolve(figure, counters=counters)


def _watch(known: View, plan: Watch) -> Fraction:
    """An attack on any of the enemies in the cone, as often as they act and it can be made."""
    state, figure, weapon, bursts = known.state, plan.figure, plan.weapon, plan.bursts
    mask = cone(state, figure, weapon, plan.facing)
    shots = [
        Shot(figure, weapon, foe, bursts, watch=True)
        for foe in known.enemies()
        if mask & state.board.bit(foe.tile) and clear(state, figure, weapon, foe) is None
    ]
    least = Fraction(reactions.percent(plan.order), 100)
    worths = [points_of(state, shot) for shot in shots if chance_of(state, shot) >= least]
    if not worths:
        return Fraction(0)
    times = left(figure) // max(1, of_attack(weapon, burst=bursts))
    somebody = 1 - (1 - ACTS) ** len(worths)
    attacks = sum((somebody**n for n in range(1, times + 1)), Fraction(0))
    return sum(worths, Fraction(0)) / len(worths) * attacks


def _aim(known: View, plan: Aiming) -> Fraction:
    """What the next attack gains: in this bound for sure, in the next if nothing comes between."""
    figure = plan.figure
    better = prospects.gain(menace, known.state, figure.id, _counted(figure, AIMED, 1))
    after = left(figure) - AIM_COSTS
    cheapest = min(
        (of_attack(arm, burst=b) for arm, b in usable(weapons_of(figure))),
        default=0,
    )
    return better if cheapest <= after else better * STAYS


def aim_share(state: State, name: str) -> Fraction:
    """The share of what a figure can do that it owes to its aim (D20-F9)."""
    return prospects.kept(menace, state, name, AIMED)


def _reload(known: View, plan: slots.Reload[Weapon]) -> Fraction:
    state, figure, weapon = known.state, plan.figure, plan.weapon
    lacking = missing(state, figure, weapon)
    share = Fraction(lacking, max(1, size(state, weapon)))
    before = prospects.best(menace, state, figure.id)
    worth = TOPPED_UP * share * before
    if _lacks(state, figure, weapon):
        counter = slots.name(account(state, weapon), slots.of(figure, weapon.id))
        loaded = _counted(figure, counter, lacking)
        filled = evolve(state, figures={**state.figures, figure.id: loaded})
        worth += prospects.best(menace, filled, figure.id) - before
    return worth


def _lacks(state: State, figure: Figure, weapon: Weapon) -> bool:
    """Whether the magazine is too empty for a shot or a burst with it."""
    modes = [bursts for _, bursts in usable((weapon,))] or [False]
    return any(empty(state, figure, weapon, shots(weapon, burst=bursts)) for bursts in modes)


def _pose(known: View, plan: Pose) -> Fraction:
    """What the enemies in sight can do less to the figure, as it stands or lies then."""
    posed = evolve(plan.figure, posture=plan.posture)
    return prospects.relief(menace, known.state, plan.figure.id, posed)


def _treat(_known: View, plan: Treatment) -> Fraction:
    """The hit points that it saves, and the figure where these are its last."""
    patient = plan.patient
    left, hp = health(patient), kind_of(patient).hp
    saved = drained(*(patient.count(effect) for effect in LASTING))
    return Fraction(lost_now(saved, left, hp) * patient.who.kind.points, PARTS * hp)


PROSPECTS: Mapping[str, Callable[[View, Any], Fraction]] = MappingProxyType(
    {
        OVERWATCH.name: _watch,
        AIM.name: _aim,
        RELOAD.name: _reload,
        POSE.name: _pose,
        TREAT.name: _treat,
    }
)
"""What orders may be expected to gain later, each by its plan."""
