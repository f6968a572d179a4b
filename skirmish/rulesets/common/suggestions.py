"""Suggestions that several rulesets share: moves (forward, into cover, back), tiles to aim at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import combinations

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, distance2, facing_towards, nearest_first
from skirmish.core.orders import Order
from skirmish.core.state import Area, State
from skirmish.core.view import View
from skirmish.rulesets.common.present import foes, present
from skirmish.rulesets.common.walking import FACE, TURN
from skirmish.rulesets.families import Family, Routes

Weigh = Callable[[Tile], int]
"""A score of a tile for some purpose; lower is better."""
PRESSING = 3
"""Number of nearest enemies in sight from which a figure takes cover."""


def typical_moves(known: View, name: str, families: Iterable[Family]) -> tuple[Order, ...]:
    """Return a short list of sensible moves and turns from a figure's families, each legal.

    Each ends with the figure facing the nearest enemy that its side knows of.
    """
    figure = known.state.figures[name]
    orders: list[Order] = []
    for family in families:
        if isinstance(family.target, Routes):
            orders += _moves(known, figure, family, family.target)
        elif family.verb == TURN.name:
            facing = facing_nearest(known, figure)
            if facing not in (None, figure.facing):
                orders.append(Order.of(TURN.name, name, facing))
    return tuple(orders)


def facing_nearest(known: View, figure: Figure) -> Facing | None:
    """Return which way the nearest enemy is that a figure's side knows of."""
    foe = _nearest(known, figure.tile)
    return None if foe is None else facing_towards(figure.tile, foe)


def aim_tiles(state: State, figure: Figure, mask: int, radius: int) -> tuple[Tile, ...]:
    """Return tiles of a mask at which an area attack may hit enemies in sight, at least one.

    They are the tiles of the enemies, the tiles beside each that spare friends or that the figure
    sees itself, and those midway between two.
    """
    board, enemies = state.board, [foe.tile for foe in foes(state, figure.side)]
    friends = [one.tile for one in present(state, figure.side) if one.side == figure.side]
    harmless, seen = mask, board.seen_from(figure.tile)
    for friend in friends if enemies else ():
        harmless &= ~board.disc(friend, radius)
    tiles = [*enemies]
    for enemy in enemies:
        safe = harmless & board.disc(enemy, radius)
        for ground in (safe, safe & seen):
            tiles += nearest_first(enemy, board.tiles_of(ground))[:1]
    tiles += [
        ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
        for a, b in combinations(enemies, 2)
        if distance2(a, b) <= (2 * radius) ** 2
    ]
    return tuple(tile for tile in dict.fromkeys(tiles) if mask & board.bit(tile))


def best_tiles(tiles: Iterable[Tile], gain: Callable[[Tile], Fraction]) -> tuple[Tile, ...]:
    """Return those tiles where an attack gains its side anything, the best first."""
    gains = sorted((-gain(tile), tile) for tile in tiles)
    return tuple(tile for less, tile in gains if less < 0)


def _moves(known: View, figure: Figure, family: Family, routes: Routes) -> tuple[Order, ...]:
    tiles = [
        (tile, cost)
        for cost, ring in routes.reach.rings.items()
        for tile in routes.board.tiles_of(ring & routes.mask)
    ]
    found: dict[Tile, Order] = {}
    for weigh in _purposes(known, figure) if tiles else ():
        goal, _ = min(tiles, key=lambda place: (weigh(place[0]), place[1], place[0]))
        foe = _nearest(known, goal)
        order = Order.of(family.verb, figure.id, routes.route(goal))
        if foe is not None:
            order = order.with_field(FACE.name, facing_towards(goal, foe))
        found.setdefault(goal, order)
    return tuple(found.values())


def _purposes(known: View, figure: Figure) -> list[Weigh]:
    """Scores of tiles for what a figure may want, most urgent first."""
    state = known.state
    seen = [foe.tile for foe in foes(state, known.side)]
    pressing = nearest_first(figure.tile, seen)[:PRESSING]
    believed = _believed(known)
    areas = [o.area for o in state.objectives if o.side == known.side and o.area is not None]
    wishes: list[Weigh] = [_towards(area) for area in areas[:2]]
    if pressing:
        wishes.append(partial(_bareness, state.board, tuple(pressing)))
    if believed:
        wishes.append(lambda tile: min(distance2(foe, tile) for foe in believed))
        wishes.append(lambda tile: -min(distance2(foe, tile) for foe in believed))
    else:
        dx, dy = figure.facing.delta
        wishes.append(lambda tile: -(tile[0] * dx + tile[1] * dy))
    return wishes


def _bareness(board: Board, foes: tuple[Tile, ...], tile: Tile) -> int:
    """The lack of cover of a tile from some enemies; computed only where there may be cover."""
    x, y = tile
    around = [(x + dx, y + dy) for dx in (0, -1, 1) for dy in (0, -1, 1)]
    if not any(board.inside(near) and board.terrain(near).cover for near in around):
        return 0
    return -sum(board.cover(foe, tile) for foe in foes)


def _towards(area: Area) -> Weigh:
    def weigh(tile: Tile) -> int:
        across = max(area[0] - tile[0], 0, tile[0] - area[2])
        along = max(area[1] - tile[1], 0, tile[1] - area[3])
        return across * across + along * along

    return weigh


def _believed(known: View) -> tuple[Tile, ...]:
    """Tiles where the enemies are, or were last seen."""
    return tuple(
        contact.figure.at for contact in known.contacts.values() if contact.figure.at is not None
    )


def _nearest(known: View, tile: Tile) -> Tile | None:
    others = [foe for foe in _believed(known) if foe != tile]
    return min(others, key=lambda foe: (distance2(foe, tile), foe), default=None)
