"""Goals of a side: objectives, its own and the enemy's, what they are worth; where to fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from attrs import evolve, field, frozen

from skirmish.ai.belief import FAR, STRIDE, Foe, enemy_zone
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.capabilities import at_once
from skirmish.ai.fixed_point import MILLI
from skirmish.core.board import Board, Distances
from skirmish.core.geometry import Tile
from skirmish.core.memo import kept
from skirmish.core.setup import in_area, tiles_in
from skirmish.core.state import Area, Objective
from skirmish.core.view import View
from skirmish.rulesets.common.victory import breaking_loss, is_paid, known_lost

AT_ONCE = 1500
"""What being in a place counts for that pays as the bound ends, in thousandths."""
SPAN = 120
"""Half tiles over which the pull of a goal grows evenly; beyond, only what STEEP leaves of it.

Less where the battle ends before a figure can walk so far.
"""
BESIDE, LAST = 600, 200
"""What being next to a goal is worth, in thousandths of being there, and what in the last turn."""
STEEP = 24
"""Half tiles from where the last part of the way counts more than the first."""
SECTOR = 8
"""Side of the squares, in tiles, by which unseen ground is searched."""

SOON = 12
"""Half tiles from a place within which an enemy may be there by the end of its next bound."""
PRIZES = {"reach": 500, "escort": 500, "hold": 150}
"""What is counted of an objective for an enemy so near to it, in thousandths."""

AWAY = 16
"""Half tiles from an enemy, or from where one may be, that are near enough."""
LEAD = (MILLI, 600, 350)
"""Shares of the pull for the nearest figure, the next, and all others, in thousandths."""
HUNTED = 3
"""Closing with the enemy is worth one part in so many of the lesser force."""
DEFENDED = 8
"""And one part in so many of that for a side with a place to keep the enemy from."""
NOWHERE: Area = (0, 0, 0, 0)
"""The area of an objective without ground, of which no goal is made."""
GUARDED = 300
"""What a place counts for that the enemy need only get to, for those who stay there."""
GUARDS = (MILLI, 500, 0)
"""Their shares."""
ESCORTED = 200
"""What is counted of what objectives lay on a figure for those who stay near it."""
CLOSE = 10
"""Half tiles from it that are near enough."""
PACK = (MILLI,)
"""Shares where all are to come."""


TURNS_COUNTED = 4
"""Turns for which a place that pays each turn is reckoned to be held."""
BODIES = ("survive", "escort", "destroy")
UNNAMED = 5
"""Figures that an objective is taken to be about where it names none."""
BROKEN = 500
"""What a battle that is lost by losses counts for, in thousandths of half a force."""
MUCH, MOST = 500, 2000
"""How much more must hang on a precious figure, and the most that counts, in thousandths of its
points.
"""
LATE = 3
"""The last turns, in which a side that is behind has less and less to gain by being safe."""
LEAST_SAFE = 300
"""What to be safe counts for in the last turn to a side that is not ahead, in thousandths."""
PRESSED = 1500
"""How much more objectives count in the last turn if the side is not ahead, in thousandths."""


@frozen(eq=False)
class Goal:
    """A place that figures are to reach.

    `worth` is in thousandths of a point. `tiles`: mask of the place itself, for the first
    `inside` of the nearest figures. A figure within `near` half tiles is close enough, which is
    worth `beside`, in thousandths. `span`: half tiles from which a figure may come in time.
    """

    id: str
    worth: int
    tiles: int
    costs: Distances = field(repr=False)
    near: int = 0
    inside: int = 1
    shares: tuple[int, ...] = LEAD
    figures: tuple[str, ...] = ()
    beside: int = BESIDE
    span: int = SPAN

    def cost(self, tile: Tile) -> int:
        """Half tiles to walk from a tile."""
        cost: int = self.costs.get(tile, FAR)
        return cost

    def pull(self, tile: Tile, bit: int, rank: int) -> int:
        """Thousandths of a point that standing on a tile is worth to the figure of this rank."""
        if rank < self.inside and self.tiles & bit:
            return self.worth
        share = self.shares[rank if rank < len(self.shares) else -1]
        near = nearness(self.costs.get(tile, FAR) - self.near, self.span) * self.beside // MILLI
        return self.worth * near * share // (MILLI * MILLI)


@lru_cache(maxsize=4096)
def nearness(cost: int, span: int) -> int:
    """What being so many half tiles away is worth, in thousandths; late steps count most."""
    cost = max(0, cost)
    evenly = (span - min(span, cost)) * MILLI // (2 * span)
    return evenly + MILLI * STEEP // (2 * (STEEP + cost))


def goals(view: View, foes: Sequence[Foe], cache: ThoughtCache) -> tuple[Goal, ...]:
    """All that the side is after now."""
    found = [*_own(view, cache), *_enemy(view, foes, cache)]
    if not any(goal.inside for goal in found):
        found.append(_hunt(view, foes, cache, defending=bool(found)))
    return (*found, *_wards(view, cache))


def prize(view: View, cache: ThoughtCache, figure: str, tile: Tile) -> int:
    """Thousandths of a point that an enemy is about to be paid for where it stands or soon may."""
    total = 0
    for objective in view.state.objectives:
        if objective.side == view.side or not _is_open(view, objective):
            continue
        if objective.figures and figure not in objective.figures:
            continue
        part = PRIZES.get(objective.kind, 0)
        area = objective.area or NOWHERE
        if part and _way(cache, area)[1].get(tile, FAR) <= SOON:
            total += objective_value(view, objective) * part // MILLI
    return total


def _own(view: View, cache: ThoughtCache) -> Iterable[Goal]:
    for objective in view.state.objectives:
        if objective.side != view.side or not _is_open(view, objective):
            continue
        if objective.kind == "hold":
            yield _place(view, objective, cache, near=6)
        elif objective.kind == "reach":
            place = _place(view, objective, cache, near=6)
            worth, beside = place.worth * AT_ONCE // MILLI, place.beside * MILLI // AT_ONCE
            yield evolve(place, worth=worth, beside=beside)
        elif objective.kind == "escort":
            yield _place(view, objective, cache, near=0, inside=len(objective.figures) or 99)


def _is_open(view: View, objective: Objective) -> bool:
    """Whether an objective has ground and may yet pay, as far as is known."""
    if objective.area is None or is_paid(view, objective):
        return False
    names = objective.figures
    return not names or any(_may_come(view, name) for name in names)


def _may_come(view: View, name: str) -> bool:
    known = view.state.figures.get(name)
    return name not in view.gone and not (known is not None and known.fate)


def _enemy(view: View, foes: Sequence[Foe], cache: ThoughtCache) -> Iterable[Goal]:
    """Places that the enemy is after: be near them, and in them where that denies points.

    Where it need only get there some stay where it would enter first.
    """
    for objective in view.state.objectives:
        if objective.side == view.side or not _is_open(view, objective):
            continue
        if objective.kind == "hold":
            yield _place(view, objective, cache, near=8, part=700)
        elif objective.kind in ("reach", "escort"):
            yield _place(view, objective, cache, near=12, inside=0, part=500)
            yield _guard(view, objective, foes, cache)


def _place(
    view: View,
    objective: Objective,
    cache: ThoughtCache,
    *,
    near: int,
    inside: int = 1,
    part: int = MILLI,
) -> Goal:
    tiles, costs = _way(cache, objective.area or NOWHERE)
    return Goal(
        id=objective.id or objective.kind,
        worth=objective_value(view, objective) * part // MILLI,
        tiles=tiles,
        costs=costs,
        near=near,
        inside=inside,
        figures=objective.figures if objective.side == view.side else (),
        beside=_beside(view, objective),
        span=min(SPAN, STRIDE * max(1, view.state.setup.turns - view.state.clock.turn)),
    )


def _wards(view: View, cache: ThoughtCache) -> Iterable[Goal]:
    """Figures on which objectives lay much more than on others, for two of those to stay near."""
    mine = [figure for figure in view.own() if figure.at is not None]
    stakes = {figure.id: stake(view, figure.id) for figure in mine}
    least = min(stakes.values(), default=0)
    for ward in mine:
        more = stakes[ward.id] - least
        if 2 * more <= ward.who.kind.points * MILLI:
            continue
        yield Goal(
            id=f"escort {ward.id}",
            worth=more * ESCORTED // MILLI,
            tiles=0,
            costs=walking(cache, (ward.tile,)),
            near=CLOSE,
            inside=0,
            shares=GUARDS,
            figures=tuple(figure.id for figure in mine if stakes[figure.id] == least),
        )


def _guard(view: View, objective: Objective, foes: Sequence[Foe], cache: ThoughtCache) -> Goal:
    """The edge of such a place that the nearest known enemy that may be paid there enters first."""
    bearers = [foe for foe in foes if foe.figure.id in (objective.figures or (foe.figure.id,))]
    mask, costs = _way(cache, objective.area or NOWHERE)
    nearest = min(bearers, key=lambda foe: costs.get(foe.tile, FAR), default=None)
    way = from_the_enemy(view, cache) if nearest is None else way_from(cache, nearest.tile)
    first = next((ring & mask for ring in way.rings.values() if ring & mask), mask)
    place = _place(view, objective, cache, near=0, inside=0, part=GUARDED)
    return evolve(place, costs=walking(cache, cache.board.tiles_of(first)), shares=GUARDS)


def _beside(view: View, objective: Objective) -> int:
    """What it is worth to be near a place that pays: less, the fewer turns are left to enter it.

    One that pays each turn has paid a share less by the end of this one. In the last turn it is
    nothing to the side that is paid, where figures move in one part of a turn.
    """
    left = view.state.setup.turns - view.state.clock.turn + 1
    if left <= 1 and objective.side == view.side and not at_once(view.state.setup.declared):
        return 0
    counted = min(left, TURNS_COUNTED) if objective.kind == "hold" else left
    return min(BESIDE, max(LAST, MILLI * (counted - 1) // max(1, counted)))


def _way(cache: ThoughtCache, area: Area) -> tuple[int, Distances]:
    def way() -> tuple[int, Distances]:
        tiles = _tiles(cache.board, area)
        return cache.board.mask_of(tiles), walking(cache, tiles)

    return kept(cache.areas, area, way)


def _tiles(board: Board, area: Area) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles_in(area) if board.inside(tile) and board.passable(tile))


def from_the_enemy(view: View, cache: ThoughtCache) -> Distances:
    """Half tiles to walk to each tile from where the enemy began."""
    return _way(cache, enemy_zone(view))[1]


def way_from(cache: ThoughtCache, tile: Tile) -> Distances:
    """Half tiles to walk to each tile from one."""
    return walking(cache, (tile,))


def _middles(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles nearest to the middle of all, every one that is as near: no way is the first."""
    if not tiles:
        return ()
    count = len(tiles)
    x, y = sum(x for x, _ in tiles), sum(y for _, y in tiles)
    off = {tile: (count * tile[0] - x) ** 2 + (count * tile[1] - y) ** 2 for tile in tiles}
    least = min(off.values())
    return tuple(tile for tile in tiles if off[tile] == least)


def walking(cache: ThoughtCache, anchors: tuple[Tile, ...]) -> Distances:
    """Half tiles to walk from each tile to the nearest anchor, opening what doors there are."""
    return kept(cache.costs, anchors, lambda: cache.ways.walking(anchors))


def _hunt(view: View, foes: Sequence[Foe], cache: ThoughtCache, *, defending: bool) -> Goal:
    """Close with what is known of the enemy; with nothing known, look for it.

    It is worth no more than the side has left to do it with.
    """
    able = sum(figure.who.kind.points for figure in view.own())
    counts = min(able, view.state.setup.sides[view.enemy].worth) * MILLI // HUNTED
    if defending:
        counts //= DEFENDED
    name = "contact" if foes else "search"
    anchors = tuple(sorted(dict.fromkeys(foe.tile for foe in foes))) or _unseen(view)
    return Goal(name, counts, 0, walking(cache, anchors), AWAY, inside=0, shares=PACK)


def _unseen(view: View) -> tuple[Tile, ...]:
    """Tiles to look for the enemy on: where it deployed, then the middles of unseen squares."""
    board = view.state.board
    area = view.state.setup.sides[view.enemy].deploy
    if area is not None:
        hidden = [t for t in _tiles(board, area) if not view.seen & board.bit(t)]
        if hidden:
            return tuple(hidden)
    middles: list[Tile] = []
    for top, bottom in _bands(board.height):
        for left, right in _bands(board.width):
            square = _tiles(board, (left, top, right, bottom))
            hidden = [t for t in square if not view.seen & board.bit(t)]
            if 2 * len(hidden) > len(square):
                middles += _middles(hidden)
    return tuple(middles)


def _bands(length: int) -> tuple[tuple[int, int], ...]:
    """A side of the map in bands of about a sector, the same from either end."""
    count = max(1, length // SECTOR)
    half = [index * length // count for index in range(count // 2 + 1)]
    cuts = sorted(dict.fromkeys((*half, *(length - cut for cut in half))))
    return tuple((a, b - 1) for a, b in pairwise(cuts))


def objective_value(view: View, objective: Objective) -> int:
    """An objective in thousandths of a figure's points: all of a side's are half of a force.

    They count for more, the later it is, while the side is not ahead.
    """
    setup = view.state.setup
    most = max(_points(view, side) for side in setup.sides)
    pressed = MILLI if lead(view) > 0 else MILLI + PRESSED * view.state.clock.turn // setup.turns
    return _half_force(view) * _pays(view, objective) // max(1, most) * pressed // MILLI


def lead(view: View) -> int:
    """By how many points the side will be ahead if all stay where it knows them to be."""
    score = view.state.tally.score
    held = (objective for objective in view.state.objectives if objective.kind == "hold")
    now = score.get(view.side, 0) - score.get(view.enemy, 0)
    return now + sum(_yet_pays(view, objective) for objective in held)


def safety(view: View) -> int:
    """What it counts for to be safe, and that the enemy may come by itself, in thousandths.

    The fewer turns are left, the less to a side that is behind, for only what it wins in them can
    help it yet; where it is level that is so in the last turn. An enemy that is ahead need not
    come.
    """
    late = LATE if lead(view) < 0 else int(lead(view) == 0)
    turns = max(0, late - (view.state.setup.turns - view.state.clock.turn))
    return MILLI - (MILLI - LEAST_SAFE) * turns // max(1, late)


def _yet_pays(view: View, objective: Objective) -> int:
    """Points that a place still pays to the side whose figures alone are in it."""
    area, figures = objective.area, view.state.figures.values()
    sides = [
        one.side for one in figures if area and one.at and not one.fate and in_area(area, one.at)
    ]
    if not sides or any(side != objective.side for side in sides):
        return 0
    left = view.state.setup.turns - view.state.clock.turn + 1
    return left * objective.points * (1 if objective.side == view.side else -1)


def _points(view: View, side: str) -> int:
    return sum(_pays(view, o) for o in view.state.objectives if o.side == side)


def _pays(view: View, objective: Objective) -> int:
    points = objective.points * _paid_for(objective) * (2 if objective.decisive else 1)
    if objective.kind != "hold":
        return points
    left = view.state.setup.turns - view.state.clock.turn + 1
    return points * max(1, min(TURNS_COUNTED, left))


def stake(view: View, figure: str) -> int:
    """Thousandths of a point that objectives lay on one figure, beside its own points."""
    return sum(
        objective_value(view, objective) // _paid_for(objective)
        for objective in view.state.objectives
        if objective.kind in BODIES and _about(view, objective, figure)
    )


def precious(view: View) -> Mapping[str, int]:
    """Figures on which objectives lay more than on others of the side, by how much more."""
    stakes = {
        figure.id: stake(view, figure.id) // max(1, figure.who.kind.points) for figure in view.own()
    }
    least = min(stakes.values(), default=0)
    return {name: min(MOST, more - least) for name, more in stakes.items() if more > least + MUCH}


def until_broken(view: View, side: str) -> int:
    """Points that a side may yet lose until it is broken, as far as is known; 0 if it never is."""
    most = breaking_loss(view.state, side)
    return max(1, most - known_lost(view, side)) if most else 0


def breaking(view: View, points: int, left: int) -> int:
    """Thousandths of a point that the loss of so many points is worth because a side may break.

    A loss that breaks it counts in full, one of half of what is `left` a quarter, and one of a
    third or less nothing: others have to fall first.
    """
    if not left:
        return 0
    part = max(0, min(MILLI, MILLI * points // left) * 3 - MILLI) // 2
    return _half_force(view) * BROKEN // MILLI * part // MILLI


def _half_force(view: View) -> int:
    return sum(side.worth for side in view.state.setup.sides.values()) * MILLI // 4


def _about(view: View, objective: Objective, figure: str) -> bool:
    """Whether an objective is about a figure: a named one, or any of the side that is meant."""
    if objective.figures:
        return figure in objective.figures
    known = view.state.figures.get(figure)
    meant = objective.side
    if objective.kind == "destroy":
        meant = view.state.setup.enemy(objective.side)
    return known is not None and known.side == meant


def _paid_for(objective: Objective) -> int:
    """How often an objective may pay: for each figure it is about, some where none is named."""
    return (len(objective.figures) or UNNAMED) if objective.kind in BODIES else 1
