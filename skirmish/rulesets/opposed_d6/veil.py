"""What a cloud of smoke is worth to a side: the fire that it keeps off, less its own that it stops.

For the computer player; reckoned with `menace` between figures in sight, each shooting once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, facing_towards
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.common.clouds import footprint
from skirmish.rulesets.common.present import present
from skirmish.rulesets.opposed_d6.area_attack import fall, round_of
from skirmish.rulesets.opposed_d6.contact import in_contact
from skirmish.rulesets.opposed_d6.declared import SMOKE
from skirmish.rulesets.opposed_d6.fire_choices import aim_points, named
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.menace import menace

OWN = Fraction(1, 2)
"""What own shots that are stopped count for: who moves next can step out of the smoke."""
SHOOTERS = 3
"""Enemies between whom and their victims smoke is thought of."""
TILES = 2

Pairs = Mapping[tuple[str, str], Fraction]


def worth(state: State, order: Order) -> Fraction:
    """Points that an order to lay smoke keeps for its side, on average over where it may land."""
    shot = round_of(state, order)
    if isinstance(shot, Refusal) or shot.weapon.cloud != SMOKE:
        return Fraction(0)
    return _worth(state, order, _pairs(state, shot.shooter.side))


def _worth(state: State, order: Order, known: Pairs) -> Fraction:
    """The same, with what each figure can do to each."""
    shot = round_of(state, order)
    if isinstance(shot, Refusal) or not known:
        return Fraction(0)
    side, landings = shot.shooter.side, fall(state, shot)
    tiles = [tile for tile in landings if tile is not None]
    if not tiles:
        return Fraction(0)
    once = {tile: _kept(state, known, side, shot.weapon, tile) for tile in dict.fromkeys(tiles)}
    return sum((once[tile] for tile in tiles), Fraction(0)) / len(landings)


def orders(state: State, figure: Figure, weapon: Arm) -> Iterator[Order]:
    """The best places for the smoke of a weapon, as far as they are worth anything."""
    mask = aim_points(state, figure, weapon)
    known = _pairs(state, figure.side)
    between = _between(state, figure.side, known)
    tiles = dict.fromkeys(tile for tile in between if mask & state.board.bit(tile))
    given = [Order.of("bombard", figure.id, t, **dict(named(figure, weapon))) for t in tiles]
    gains = sorted(((_worth(state, one, known), str(one), one) for one in given), key=_most_first)
    yield from (order for gain, _, order in gains[:TILES] if gain > 0)


def _most_first(one: tuple[Fraction, str, Order]) -> tuple[Fraction, str]:
    return -one[0], one[1]


def _pairs(state: State, side: str) -> Pairs:
    """What each figure can do to each of the other side that it has in sight.

    Who is in contact fires at nobody, smoke or no smoke (BAY-07).
    """
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


def _kept(state: State, known: Pairs, side: str, weapon: Arm, tile: Tile) -> Fraction:
    """What smoke on a tile keeps off the side, less what it stops of its own fire."""
    board = state.board
    cloud = board.mask_of(footprint(state, tile, weapon.radius))
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
    """The best shots of a side's figures, or of its enemy's, one each."""
    best: dict[str, Fraction] = {}
    for (one, _), harm in pairs.items():
        if _of(state, one, side) is own:
            best[one] = max(harm, best.get(one, Fraction(0)))
    return sum(best.values(), Fraction(0))


def _between(state: State, side: str, known: Pairs) -> Iterator[Tile]:
    """Tiles before the worst enemies, before their victims, and half-way."""
    threats = sorted(
        ((harm, pair) for pair, harm in known.items() if not _of(state, pair[0], side)),
        key=_worst_first,
    )
    shooters: dict[str, None] = {}
    for _, (foe, victim) in threats:
        if foe in shooters or len(shooters) >= SHOOTERS:
            continue
        shooters[foe] = None
        a, b = state.figures[foe].tile, state.figures[victim].tile
        for tile in (_step(a, b), _step(b, a), ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)):
            if state.board.inside(tile):
                yield tile


def _of(state: State, name: str, side: str) -> bool:
    return state.figures[name].side == side


def _worst_first(one: tuple[Fraction, tuple[str, str]]) -> tuple[Fraction, tuple[str, str]]:
    return -one[0], one[1]


def _step(a: Tile, b: Tile) -> Tile:
    """Two tiles from a towards b."""
    dx, dy = facing_towards(a, b).delta
    return a[0] + 2 * dx, a[1] + 2 * dy
