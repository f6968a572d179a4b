"""How much one figure threatens another from where both stand: for the computer player."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import adjacent, distance2
from skirmish.core.state import State
from skirmish.rulesets.opposed_d6.area_attack import SPOTTED, UNSPOTTED, weakened
from skirmish.rulesets.opposed_d6.declared import SMOKE
from skirmish.rulesets.opposed_d6.factors import arms, attack_parts, defence, guard, total
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.melee import close_combat, fight_parts
from skirmish.rulesets.opposed_d6.outcome import share
from skirmish.rulesets.opposed_d6.rules import SCATTER_DIE, Guard, Shot, exchange


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack.

    The shooter may turn and load first; other figures do not stand in the way. Figures in contact
    fight.
    """
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None:
        return Fraction(0)
    if adjacent(one.at, other.at):
        return _melee(state, one, other) * other.who.kind.points
    return shooting_menace(state, shooter, target, arms(one))


def shooting_menace(state: State, shooter: str, target: str, weapons: tuple[Arm, ...]) -> Fraction:
    """The same of the best shot with these weapons, as if no figure were in contact."""
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None:
        return Fraction(0)
    best = max((_shot(state, one, weapon, other) for weapon in weapons), default=Fraction(0))
    return best * other.who.kind.points


def _melee(state: State, one: Figure, other: Figure) -> Fraction:
    mine, theirs = fight_parts(state, one, other), fight_parts(state, other, one)
    return share_lost_fighting(total(mine), total(theirs))


def _shot(state: State, shooter: Figure, weapon: Arm, target: Figure) -> Fraction:
    """The share of its points that a shot costs the target on average; 0 where there is none."""
    away = distance2(shooter.tile, target.tile)
    if not weapon.min_range**2 <= away <= weapon.range**2 or weapon.cloud == SMOKE:
        return Fraction(0)
    board = state.board
    seen = bool(board.seen_from(shooter.tile) & board.bit(target.tile))
    if weapon.fire == "direct" and not seen:
        return Fraction(0)
    parts = defence(board, shooter.tile, weapon, target, target.tile, shooter.tile)
    factor = total(attack_parts(shooter, weapon, weapon.factor))
    numbers = guard(state, target, parts)
    if seen or not state.rule("scatter", True):
        return share_lost(factor, numbers)
    known = state.known.get(shooter.side)
    by = SPOTTED if known is not None and known.seen & board.bit(target.tile) else UNSPOTTED
    return _scattered(weapon, factor, numbers, by)


@lru_cache(maxsize=4096)
def share_lost(factor: int, numbers: Guard) -> Fraction:
    """The share of its points that one roll against a figure costs its side on average."""
    return odds(exchange, Shot(0, factor, numbers)).expect(lambda met: share(met[1]))


@lru_cache(maxsize=4096)
def share_lost_fighting(mine: int, theirs: int) -> Fraction:
    """The share of its points that close combat costs the second figure on average."""
    return odds(close_combat, mine, theirs, (False, False)).expect(lambda both: share(both[1]))


@lru_cache(maxsize=1024)
def _scattered(weapon: Arm, factor: int, numbers: Guard, by: int) -> Fraction:
    """The average over the faces of the d10; only how far a round goes counts, not which way."""
    lost = Fraction(0)
    for face in range(1, SCATTER_DIE + 1):
        less = weakened(weapon, factor, (-(-face // by)) ** 2)
        if less is not None:
            lost += share_lost(factor - less, numbers)
    return lost / SCATTER_DIE
