"""Estimates for the computer player: menace, and the gain of smoke and reloading.

Smoke is worth the enemy fire that it stops, less a share of the own fire that it stops; both are
computed from `menace` between figures in sight, each shooting once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from types import MappingProxyType

from skirmish.core.board import Board
from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, adjacent, distance2, tiles_between
from skirmish.core.memo import kept
from skirmish.core.state import STEPS, State, Zone
from skirmish.core.view import View
from skirmish.rulesets.attack import total
from skirmish.rulesets.common import prospects, slots
from skirmish.rulesets.common.present import present
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.common.zones import footprint
from skirmish.rulesets.opposed_d6.accuracy import attack_parts, defence
from skirmish.rulesets.opposed_d6.ammunition import RELOAD, loaded, missing
from skirmish.rulesets.opposed_d6.area import BOMBARD, SPOTTED, UNSPOTTED, Round, fall, weakened
from skirmish.rulesets.opposed_d6.close_combat import fight_parts, free_to_shoot, in_contact
from skirmish.rulesets.opposed_d6.counters import GAS, SMOKE
from skirmish.rulesets.opposed_d6.dice import SCATTER_DIE, Guard, Shot, close_combat, exchange
from skirmish.rulesets.opposed_d6.figures import guard, guard_parts, weapons_of
from skirmish.rulesets.opposed_d6.kinds import Weapon
from skirmish.rulesets.opposed_d6.outcomes import share

OWN = Fraction(1, 2)
"""Weight of own shots that smoke stops: a figure that moves next can step out of it."""
RELOADED = Fraction(1, 2)
"""Share of the best shot that a reload is worth: it comes a turn later, and the enemy may be gone
by then."""
Pairs = Mapping[tuple[str, str], Fraction]


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
    return shooting_menace(state, shooter, target, weapons_of(one))


def setting(board: Board, one: Figure, at: Tile, _other: Figure, there: Tile) -> Hashable:
    """All numbers of the ground that enter `menace`."""
    if adjacent(at, there):
        return None
    return (
        bisect_left(_bands(weapons_of(one)), distance2(at, there)),
        max(0, board.level(there) - board.level(at)),
        board.sees(at, there),
        board.cover(at, there),
    )


@lru_cache(maxsize=1024)
def _bands(weapons: tuple[Weapon, ...]) -> list[int]:
    """The highest squared distances at which each weapon is too near, and at which it reaches."""
    return sorted({end for arm in weapons for end in (arm.min_range**2 - 1, arm.range**2)})


def lane(board: Board, at: Tile, there: Tile) -> int:
    """Mask of the tiles on which a figure stops direct fire from one tile at another (BAY-08).

    BAY-09.
    """
    top = max(board.level(at), board.level(there))
    return board.mask_of(tile for tile in tiles_between(at, there) if board.level(tile) >= top)


def shooting_menace(
    state: State, shooter: str, target: str, weapons: tuple[Weapon, ...]
) -> Fraction:
    """`menace` by shots with these weapons alone, as if no figure were in contact."""
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None:
        return Fraction(0)
    best = max((_shot(state, one, weapon, other) for weapon in weapons), default=Fraction(0))
    return best * other.who.kind.points


def _melee(state: State, one: Figure, other: Figure) -> Fraction:
    mine, theirs = fight_parts(state, one, other), fight_parts(state, other, one)
    return share_lost_fighting(total(mine), total(theirs))


def _shot(state: State, shooter: Figure, weapon: Weapon, target: Figure) -> Fraction:
    """The share of its points that a shot costs the target on average; 0 if it is impossible."""
    away = distance2(shooter.tile, target.tile)
    if not weapon.min_range**2 <= away <= weapon.range**2 or weapon.cloud == SMOKE:
        return Fraction(0)
    board = state.board
    seen = board.sees(shooter.tile, target.tile)
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
def _scattered(weapon: Weapon, factor: int, numbers: Guard, by: int) -> Fraction:
    """The mean over the faces of the d10, by the distance of scatter without its direction."""
    lost = Fraction(0)
    for face in range(1, SCATTER_DIE + 1):
        less = weakened(weapon, factor, (-(-face // by)) ** 2)
        if less is not None:
            lost += share_lost(factor - less, numbers)
    return lost / SCATTER_DIE


def budget_left(state: State, name: str) -> Fraction:
    """1 for a figure that is ready to shoot, else 0: it has one shot in each shooting (BAY-12)."""
    figure = state.figures[name]
    return Fraction(figure.at is not None and free_to_shoot(state, figure))


def _smoke(known: View, shot: Round) -> Fraction:
    """Points that smoke saves the side; 0 for anything else."""
    if shot.weapon.cloud != SMOKE:
        return Fraction(0)
    return smoke_worth(known.state, shot)


def _reload(known: View, plan: slots.Reload[Weapon]) -> Fraction:
    """A share of what the weapon adds to the others that are loaded.

    The share grows as its tokens run out.
    """
    lacking = Fraction(missing(plan.figure, plan.weapon), capacity(plan.weapon.magazine))
    # With tokens left it can still shoot: the first that are missing hardly matter.
    if prospects.best(menace, known.state, plan.figure.id):
        return RELOADED * lacking**2 * _adds(known.state, plan.figure, plan.weapon)
    return prospects.unhurried(plan.figure, lacking)


FACTOR = 3
"""Assumed attack factor of an enemy's cloud, which is not known."""


def hazard(state: State, zone: Zone, figure: Figure) -> Fraction:
    """Points that gas can be expected to cost a figure which begins a bound in it (BAY-20)."""
    over = zone.until and zone.until <= state.clock.point + STEPS
    if zone.kind != GAS or over:
        return Fraction(0)
    factor = zone.numbers.get("factor", FACTOR) + zone.numbers.get("skill", 0)
    parts = guard_parts(state.board, figure, figure.tile, figure.tile, "abc")
    return share_lost(factor, guard(state, figure, parts)) * figure.who.kind.points


PROSPECTS: prospects.Prospects = MappingProxyType({BOMBARD.name: _smoke, RELOAD.name: _reload})


def _adds(state: State, figure: Figure, weapon: Weapon) -> Fraction:
    """How much more a figure can take off any enemy with a weapon than with its loaded ones.

    The shot comes in a later turn: contact with an enemy now does not count.
    """
    others = tuple(
        arm
        for arm in weapons_of(figure)
        if arm is not weapon and loaded(state, figure, arm) is None
    )
    with_it, without = (
        prospects.best(partial(shooting_menace, weapons=weapons), state, figure.id)
        for weapons in ((weapon,), others)
    )
    return max(Fraction(0), with_it - without)


def smoke_worth(state: State, shot: Round) -> Fraction:
    """Points that smoke saves the side that fires it, on average over its landings."""
    side, landings = shot.shooter.side, fall(state, shot)
    tiles = [tile for tile in landings if tile is not None]
    if not tiles or not threats_in_sight(state, side):
        return Fraction(0)
    saved = (_kept(state, side, shot.weapon.radius, tile) for tile in tiles)
    return sum(saved, Fraction(0)) / len(landings)


def threats_in_sight(state: State, side: str) -> Pairs:
    """`menace` of each figure in sight to each of its enemies that it sees.

    A figure in contact does not fire, smoke or no smoke (BAY-07). Kept with the state.
    """
    return kept(state.cache, ("threats in sight", side), lambda: _threats(state, side))


def _threats(state: State, side: str) -> Pairs:
    board, seen = state.board, present(state, side)
    found = {}
    for one in seen:
        if in_contact(state, one):
            continue
        field = board.seen_from(one.tile)
        for other in seen:
            if one.side != other.side and field & board.bit(other.tile):
                found[one.id, other.id] = menace(state, one.id, other.id)
    return {pair: harm for pair, harm in found.items() if harm}


def _kept(state: State, side: str, radius: int, tile: Tile) -> Fraction:
    """Enemy fire that smoke on a tile stops, less a share of the own fire that it stops.

    Kept with the state: smoke aimed at several places may land on the same one.
    """
    key = ("smoke", side, radius, tile)
    found: Fraction = kept(state.cache, key, lambda: _smoked(state, side, radius, tile))
    return found


def _smoked(state: State, side: str, radius: int, tile: Tile) -> Fraction:
    board, known = state.board, threats_in_sight(state, side)
    cloud = board.mask_of(footprint(state, tile, radius))
    smoked = board.with_clouds(board.clouds | cloud)
    left = {
        pair: harm
        for pair, harm in known.items()
        if smoked.sees(state.figures[pair[0]].tile, state.figures[pair[1]].tile)
    }
    theirs = _best(known, state, side, own=False) - _best(left, state, side, own=False)
    ours = _best(known, state, side, own=True) - _best(left, state, side, own=True)
    return theirs - OWN * ours


def _best(pairs: Pairs, state: State, side: str, *, own: bool) -> Fraction:
    """The loss expected from the best shot of each figure of a side, or of its enemy.

    Of a target only what earlier shots leave of it can be lost.
    """
    best: dict[str, tuple[Fraction, str]] = {}
    for (one, other), harm in pairs.items():
        if (state.figures[one].side == side) is own:
            best[one] = max((harm, other), best.get(one, (Fraction(0), "")))
    left: dict[str, Fraction] = {}
    for harm, other in best.values():
        points = state.figures[other].who.kind.points
        left[other] = left.get(other, Fraction(1)) * max(Fraction(0), 1 - harm / points)
    return sum(
        (state.figures[name].who.kind.points * (1 - part) for name, part in left.items()),
        Fraction(0),
    )
