"""Goals of a side: its own objectives, the enemy's, contact with the enemy; their worth."""

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
"""Weight of standing in an objective that pays as the bound ends, in thousandths."""
SPAN = 120
"""Half tiles over which the pull of a goal grows evenly; beyond, only the term of STEEP is left.

Less if the battle ends before a figure can walk that far.
"""
BESIDE, LAST = 600, 200
"""Worth of being next to a goal, in thousandths of being there: normally, and in the last turn."""
STEEP = 24
"""Half tiles within which the last steps to a goal count more than the first."""
SECTOR = 8
"""Side of the squares, in tiles, by which unseen ground is searched."""

SOON = 12
"""Half tiles that an enemy is assumed to walk by the end of its next bound."""
PRIZES = {"reach": 500, "escort": 500, "hold": 150}
"""Share of an objective's value that is counted for an enemy within SOON, in thousandths."""
ENTERS, SURE = 4, 900
"""Half tiles from which an enemy surely enters a place that pays once, and the share then."""

AWAY = 16
"""Half tiles from an enemy, or from where one may be, that are close enough."""
LEAD = (MILLI, 600, 350)
"""Shares of the pull for the nearest figure, the next, and all others, in thousandths."""
HUNTED = 3
"""Contact with the enemy is worth this fraction (a third) of the smaller force."""
DEFENDED = 8
"""Fraction of that (an eighth) for a side that has a place to defend."""
NOWHERE: Area = (0, 0, 0, 0)
"""The area of an objective without ground, of which no goal is made."""
NEAR_IN_TIME, EVERY = 6, 99
"""Half tiles for each turn left from which a figure can surely come; any number of figures."""
GUARDED = 300
"""Weight of an objective that the enemy only has to reach, for the figures that guard it."""
GUARDS = (MILLI, 500, 0)
"""Shares of the pull for guards, by rank."""
ESCORTED = 200
"""Share of a precious figure's stake that counts for the figures that stay near it."""
CLOSE = 10
"""Half tiles from a precious figure that are close enough."""
PACK = (MILLI,)
"""Shares of the pull where all figures are to come."""


TURNS_COUNTED = 4
"""The most turns for which an objective that pays each turn is assumed to be held."""
BODIES = ("survive", "escort", "destroy")
UNNAMED = 5
"""Number of figures assumed for an objective that names none."""
BROKEN = 500
"""Value of losing the battle by losses, in thousandths of half a force."""
MUCH, MOST = 500, 2000
"""Lead in stake from which a figure is precious, and the most that counts, in thousandths of its
points."""
LATE = 3
"""The last turns, in which safety is worth less and less to a side that is behind."""
LEAST_SAFE = 300
"""Weight of safety in the last turn for a side that is not ahead, in thousandths."""
PRESSED = 1500
"""How much more objectives count in the last turn for a side that is not ahead, in thousandths."""


@frozen(eq=False)
class Goal:
    """A place that figures are to reach.

    `worth` is in thousandths of a point. `tiles`: mask of the place itself; it counts only for the
    `inside` nearest figures. A figure within `near` half tiles is close enough, which is worth
    `beside`, in thousandths of the place itself. `span`: half tiles over which the pull grows
    evenly.
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
        """Return what a tile is worth to the figure of a rank, in thousandths of a point."""
        if rank < self.inside and self.tiles & bit:
            return self.worth
        share = self.shares[rank if rank < len(self.shares) else -1]
        near = nearness(self.costs.get(tile, FAR) - self.near, self.span) * self.beside // MILLI
        return self.worth * near * share // (MILLI * MILLI)


@lru_cache(maxsize=4096)
def nearness(cost: int, span: int) -> int:
    """Return what a distance in half tiles is worth, in thousandths; the last steps count most."""
    cost = max(0, cost)
    evenly = (span - min(span, cost)) * MILLI // (2 * span)
    return evenly + MILLI * STEEP // (2 * (STEEP + cost))


def goals(view: View, foes: Sequence[Foe], cache: ThoughtCache) -> tuple[Goal, ...]:
    """Return all present goals of the side.

    A side without ground to take looks for the enemy; so does one that is not ahead in the second
    half of the battle, before its last turn.
    """
    found, turns = [*_own(view, cache), *_enemy(view, foes, cache)], view.state.setup.turns
    late = turns <= 2 * view.state.clock.turn < 2 * turns and lead(view) <= 0
    if late or not any(goal.inside for goal in found):
        found.append(_hunt(view, foes, cache, defending=bool(found) and not late))
    return (*found, *_wards(view, cache))


def prize(view: View, cache: ThoughtCache, figure: str, tile: Tile) -> int:
    """Thousandths of a point that an enemy on a tile is about to score by objectives."""
    total = 0
    for objective in view.state.objectives:
        if objective.side == view.side or not _is_open(view, objective):
            continue
        if objective.figures and figure not in objective.figures:
            continue
        if (part := PRIZES.get(objective.kind)) is None:
            continue
        way = _way(cache, objective.area or NOWHERE)[1].get(tile, FAR)
        if objective.kind != "hold" and way <= ENTERS:
            part = SURE
        if way <= SOON:
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
            yield _at_the_end(view, objective, cache)


def _at_the_end(view: View, objective: Objective, cache: ThoughtCache) -> Goal:
    """Return a place that pays for each figure in it when the battle ends.

    Until the last turn it is enough to be near, so that the figure can still come.
    """
    left = view.state.setup.turns - view.state.clock.turn
    count = len(objective.figures) or EVERY
    place = _place(view, objective, cache, near=NEAR_IN_TIME * left, inside=count)
    worth = place.worth // _paid_for(objective)
    return evolve(place, worth=worth, beside=MILLI if left else place.beside, shares=PACK)


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
    """Yield the enemy's objectives: be near them, and in them if that denies points.

    Where the enemy only has to arrive, some figures guard the edge that it would enter first.
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
    """Yield a goal near each figure with a much greater stake, for two of the others."""
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
    """Return the edge of an objective that the nearest enemy that can score enters first."""
    bearers = [foe for foe in foes if foe.figure.id in (objective.figures or (foe.figure.id,))]
    mask, costs = _way(cache, objective.area or NOWHERE)
    nearest = min(bearers, key=lambda foe: costs.get(foe.tile, FAR), default=None)
    way = from_the_enemy(view, cache) if nearest is None else way_from(cache, nearest.tile)
    first = next((ring & mask for ring in way.rings.values() if ring & mask), mask)
    place = _place(view, objective, cache, near=0, inside=0, part=GUARDED)
    return evolve(place, costs=walking(cache, cache.board.tiles_of(first)), shares=GUARDS)


def _beside(view: View, objective: Objective) -> int:
    """Worth of being near an objective, in thousandths: less, the fewer turns are left to enter it.

    An objective that pays each turn has paid a share by the end of this one. In the last turn it is
    0 for the side that is paid, if figures move in only some of the bounds.
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
    """Return the half tiles to walk to each tile from where the enemy began."""
    return _way(cache, enemy_zone(view))[1]


def way_from(cache: ThoughtCache, tile: Tile) -> Distances:
    """Return the half tiles to walk to each tile from one."""
    return walking(cache, (tile,))


def _middles(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return all tiles nearest to the centroid, so that no direction is preferred."""
    if not tiles:
        return ()
    count = len(tiles)
    x, y = sum(x for x, _ in tiles), sum(y for _, y in tiles)
    off = {tile: (count * tile[0] - x) ** 2 + (count * tile[1] - y) ** 2 for tile in tiles}
    least = min(off.values())
    return tuple(tile for tile in tiles if off[tile] == least)


def walking(cache: ThoughtCache, anchors: tuple[Tile, ...]) -> Distances:
    """Return the half tiles to walk from each tile to the nearest anchor, opening doors."""
    return kept(cache.costs, anchors, lambda: cache.ways.walking(anchors))


def _hunt(view: View, foes: Sequence[Foe], cache: ThoughtCache, *, defending: bool) -> Goal:
    """Return the goal to close with known enemies or, if none is known, to search for them.

    It is worth no more than the side's own remaining force.
    """
    able = sum(figure.who.kind.points for figure in view.own())
    counts = min(able, view.state.setup.sides[view.enemy].worth) * MILLI // HUNTED
    if defending:
        counts //= DEFENDED
    name = "contact" if foes else "search"
    anchors = tuple(sorted(dict.fromkeys(foe.tile for foe in foes))) or _unseen(view)
    return Goal(name, counts, 0, walking(cache, anchors), AWAY, inside=0, shares=PACK)


def _unseen(view: View) -> tuple[Tile, ...]:
    """Return tiles to search: unseen ones of the enemy's zone, else middles of unseen squares."""
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
    """Divide a side of the map into bands of about a sector, symmetric from either end."""
    count = max(1, length // SECTOR)
    half = [index * length // count for index in range(count // 2 + 1)]
    cuts = sorted(dict.fromkeys((*half, *(length - cut for cut in half))))
    return tuple((a, b - 1) for a, b in pairwise(cuts))


def objective_value(view: View, objective: Objective) -> int:
    """Value of an objective in thousandths of a point; all objectives of a side make half a force.

    While the side is not ahead they are worth more, the later it is.
    """
    setup = view.state.setup
    most = max(_points(view, side) for side in setup.sides)
    pressed = MILLI if lead(view) > 0 else MILLI + PRESSED * view.state.clock.turn // setup.turns
    return _half_force(view) * _pays(view, objective) // max(1, most) * pressed // MILLI


def lead(view: View) -> int:
    """Points by which the side will be ahead if all figures stay where it knows them to be."""
    score = view.state.tally.score
    held = (objective for objective in view.state.objectives if objective.kind == "hold")
    now = score.get(view.side, 0) - score.get(view.enemy, 0)
    return now + sum(_yet_pays(view, objective) for objective in held)


def safety(view: View) -> int:
    """Weight of safety, and of the enemy coming by itself, in thousandths.

    A side that is behind gains by safety only what it can still win in the turns left, so the
    weight falls in the last turns; for a level score, in the last turn only. An enemy that is ahead
    need not come.
    """
    late = LATE if lead(view) < 0 else int(lead(view) == 0)
    turns = max(0, late - (view.state.setup.turns - view.state.clock.turn))
    return MILLI - (MILLI - LEAST_SAFE) * turns // max(1, late)


def _yet_pays(view: View, objective: Objective) -> int:
    """Points that an objective still pays to the side alone in it; negative for the enemy."""
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
    """Stake of objectives in one figure, beyond its own points, in thousandths of a point."""
    return sum(
        objective_value(view, objective) // _paid_for(objective)
        for objective in view.state.objectives
        if objective.kind in BODIES and _about(view, objective, figure)
    )


def bearers(view: View) -> Sequence[str]:
    """Return the own figures that alone may be paid for a place, which may yet pay."""
    goals = view.state.objectives
    mine = (goal for goal in goals if goal.side == view.side and goal.kind == "reach")
    return [name for goal in mine if _is_open(view, goal) for name in goal.figures]


def precious(view: View) -> Mapping[str, int]:
    """Return the own figures with a greater stake than others, each with the difference."""
    stakes = {
        figure.id: stake(view, figure.id) // max(1, figure.who.kind.points) for figure in view.own()
    }
    least = min(stakes.values(), default=0)
    return {name: min(MOST, more - least) for name, more in stakes.items() if more > least + MUCH}


def until_broken(view: View, side: str) -> int:
    """Points that a side may lose before it breaks, as far as is known; 0 if it never breaks."""
    most = breaking_loss(view.state, side)
    return max(1, most - known_lost(view, side)) if most else 0


def breaking(view: View, points: int, left: int) -> int:
    """Value of a loss because its side may break, in thousandths of a point.

    A loss that breaks the side counts in full, one of half of what is `left` a quarter, one of a
    third or less nothing: others have to fall first.
    """
    if not left:
        return 0
    part = max(0, min(MILLI, MILLI * points // left) * 3 - MILLI) // 2
    return _half_force(view) * BROKEN // MILLI * part // MILLI


def _half_force(view: View) -> int:
    return sum(side.worth for side in view.state.setup.sides.values()) * MILLI // 4


def _about(view: View, objective: Objective, figure: str) -> bool:
    """Whether an objective is about a figure: it names it, or names none and is about its side."""
    if objective.figures:
        return figure in objective.figures
    known = view.state.figures.get(figure)
    meant = objective.side
    if objective.kind == "destroy":
        meant = view.state.setup.enemy(objective.side)
    return known is not None and known.side == meant


def _paid_for(objective: Objective) -> int:
    """How often an objective may pay: once for each figure it names, UNNAMED for none."""
    return (len(objective.figures) or UNNAMED) if objective.kind in BODIES else 1
