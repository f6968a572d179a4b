"""Where one key moves the cursor: the edge of the reach, cover, a place of interest, a target.

A direction means an eighth of the map around it, for targets a quarter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing, Tile, distance2, in_arc
from skirmish.core.setup import middle_of
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.visibility import nearest_known_enemy
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft

LEAP = 5
"""Tiles by which the cursor moves where no reach lies in the direction."""
_EIGHTH = 1
_QUARTER = 2
Area = tuple[int, int, int, int]


class Jump(Protocol):
    """A way to move the cursor far."""

    def __call__(
        self, legal: LegalOrders, draft: OrderDraft, start: Tile, facing: Facing, *, beyond: bool
    ) -> Tile | None:
        """Return the tile to go to; None if the jump would leave the reach and may not."""


def edge(
    legal: LegalOrders, draft: OrderDraft, start: Tile, facing: Facing, *, beyond: bool
) -> Tile | None:
    """The farthest tile in reach in a direction; from outside the reach, some tiles on.

    None where the reach ends at `start`, unless the jump may lead `beyond` it.
    """
    reached = [
        tile for mask in _reaches(legal, draft) for tile in _sector(legal, mask, start, facing)
    ]
    if reached:
        return max(reached, key=lambda tile: _far(start, facing, tile))
    return _some_tiles_on(legal, start, facing) if beyond or _outside(legal, draft, start) else None


def place(
    legal: LegalOrders, draft: OrderDraft, start: Tile, facing: Facing, *, beyond: bool
) -> Tile | None:
    """The nearest place of interest in a direction; None if there is none.

    In reach these are the tile with the best cover from its nearest enemy, and the objective tile
    with the best cover: the farthest of equals, but the nearest when an objective is entered.
    Figures and centres of objectives count, too. Those out of reach count only where there is
    nothing else, if `start` is outside the reach or the jump may lead `beyond` it.
    """
    marks = [tile for tile in _landmarks(legal) if in_arc(start, facing, tile, _EIGHTH)]
    places: list[Tile] = []
    for mask in _reaches(legal, draft):
        places += [tile for tile in marks if mask & legal.board.bit(tile)]
        covers = {tile: _cover(legal, tile) for tile in _sector(legal, mask, start, facing)}
        goals = [tile for tile in covers if _on_objective(legal, tile)]
        sheltered = [tile for tile in covers if covers[tile]]
        ranks = {tile: (cover, _far(start, facing, tile)) for tile, cover in covers.items()}
        if goals and not _on_objective(legal, start):
            most = max(covers[tile] for tile in goals)
            best = (tile for tile in goals if covers[tile] == most)
            places.append(min(best, key=lambda tile: (distance2(start, tile), tile)))
            goals = []
        places += [max(among, key=ranks.__getitem__) for among in (goals, sheltered) if among]
    if not places and (beyond or _outside(legal, draft, start)):
        places = marks
    return min(places, key=lambda tile: (distance2(start, tile), tile), default=None)


def figures_only(legal: LegalOrders, draft: OrderDraft) -> bool:
    """Whether only figures can be targets, so that the cursor jumps between them."""
    return not draft.field and not legal.target_mask(draft.figure, draft.verb)


def nearest_towards(
    legal: LegalOrders, draft: OrderDraft, start: Tile, facing: Facing
) -> Tile | None:
    """Tile of the nearest figure in a direction, legal target or not."""
    names = [*legal.listed_targets(draft.figure, draft.verb)]
    names += [enemy.id for enemy in legal.view.enemies()]
    places = [place for name in names if (place := legal.position(name)) is not None]
    there = [one for one in places if one != start and in_arc(start, facing, one, _QUARTER)]
    return min(there, key=lambda place: (distance2(start, place), place), default=None)


def _outside(legal: LegalOrders, draft: OrderDraft, tile: Tile) -> bool:
    """Whether a tile is out of the figure's reach; True for a figure without reach."""
    masks = tuple(_reaches(legal, draft))
    home = bool(masks) and legal.position(draft.figure) == tile
    return not home and not any(mask & legal.board.bit(tile) for mask in masks)


def _reaches(legal: LegalOrders, draft: OrderDraft) -> Iterator[int]:
    """The masks of the tiles that the figure of a draft can reach, one for each order."""
    figure, shapes = draft.figure, (Shape.PATH, *((Shape.TILE,) if legal.deploying else ()))
    verbs = (draft.verb,) if draft.mode is Mode.TARGET else legal.verbs(figure) if figure else ()
    for verb in verbs:
        if legal.target_shape(verb) in shapes and (mask := legal.target_mask(figure, verb)):
            yield mask


def _sector(legal: LegalOrders, mask: int, start: Tile, facing: Facing) -> tuple[Tile, ...]:
    """The tiles of a mask that lie in a direction."""
    return legal.board.tiles_of(mask & legal.board.arc_mask(start, facing, _EIGHTH))


def _far(start: Tile, facing: Facing, tile: Tile) -> tuple[int, int, Tile]:
    """Sort key for distance in a direction; among equals, tiles nearer to the line rank higher."""
    (dx, dy), x, y = facing.delta, tile[0] - start[0], tile[1] - start[1]
    return x * dx + y * dy, -abs(x * dy - y * dx), tile


def _cover(legal: LegalOrders, tile: Tile) -> int:
    """The cover of a tile from the enemy nearest to it."""
    if tile not in legal.shelter:
        threat = nearest_known_enemy(legal.view, tile)
        legal.shelter[tile] = 0 if threat is None else legal.board.cover(threat, tile)
    return legal.shelter[tile]


def _landmarks(legal: LegalOrders) -> Iterator[Tile]:
    """The tiles of figures and of enemies last seen, and the centres of objectives."""
    view = legal.view
    last = (one.figure for one in view.last_seen.values())
    for figure in (*view.state.figures.values(), *last):
        if figure.at is not None:
            yield figure.at
    yield from map(middle_of, _areas(legal))


def _areas(legal: LegalOrders) -> Iterator[Area]:
    goals = legal.view.state.objectives
    return (goal.area for goal in goals if goal.area is not None)


def _on_objective(legal: LegalOrders, tile: Tile) -> bool:
    areas, (x, y) = _areas(legal), tile
    return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in areas)


def _some_tiles_on(legal: LegalOrders, start: Tile, facing: Facing) -> Tile:
    """The tile `LEAP` steps on in a direction, or the last one on the map."""
    (x, y), (dx, dy) = start, facing.delta
    way = ((x + step * dx, y + step * dy) for step in range(LEAP + 1))
    return [tile for tile in way if legal.board.inside(tile)][-1]
