"""What a side is after: objectives, its own and the enemy's, and where to look for a fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from attrs import field, frozen

from skirmish.ai.belief import Foe
from skirmish.ai.duel import MILLI
from skirmish.ai.memory import Costs, Memory
from skirmish.core.board import Board
from skirmish.core.geometry import Tile
from skirmish.core.state import Area, Objective
from skirmish.core.view import View

SPAN = 120
"""Half tiles over which the pull of a goal grows from nothing to what it is next to it."""
BESIDE = 800
"""What being next to a goal is worth, in thousandths of being there."""
STEEP = 24
"""Half tiles from where the last part of the way counts more than the first."""
TURNS_COUNTED = 4
"""Turns for which a place that pays each turn is reckoned to be held."""
BODIES = ("survive", "escort", "destroy")
UNNAMED = 5
"""Figures that an objective is taken to be about where it names none."""
PRESSED = 1500
"""By how much objectives count more in the last turn, in thousandths, for who is not ahead."""
FAR = 1_000_000
"""Half tiles to walk where there is no way."""
ANCHOR_GAP = 6
ANCHORS = 5
"""Tiles that ways are measured to: so far apart at least, and so many along a whole side."""
COARSE = 4
SECTOR = 8
"""Side of the squares, in tiles, by which unseen ground is searched."""

LEAD = (1000, 600, 350)
"""Shares of the pull for the nearest figure, the next, and all others, in thousandths."""
PACK = (1000,)


@frozen(eq=False)
class Goal:
    """Somewhere to be.

    `worth` is in thousandths of a point. `tiles`: mask of the place itself, for the first
    `inside` of the nearest figures. Who is within `near` half tiles is close enough.
    """

    id: str
    worth: int
    tiles: int
    costs: Costs = field(repr=False)
    near: int = 0
    inside: int = 1
    shares: tuple[int, ...] = LEAD
    figures: tuple[str, ...] = ()

    def cost(self, tile: Tile) -> int:
        """Half tiles to walk from a tile."""
        return self.costs.get(tile, FAR)

    def pull(self, tile: Tile, bit: int, rank: int) -> int:
        """Thousandths of a point that standing on a tile is worth to the figure of this rank."""
        if rank < self.inside and self.tiles & bit:
            return self.worth
        share = self.shares[rank if rank < len(self.shares) else -1]
        return self.worth * _near(self.costs.get(tile, FAR) - self.near) * share // (MILLI * MILLI)


@lru_cache(maxsize=4096)
def _near(cost: int) -> int:
    """What being so many half tiles away is worth, in thousandths; late steps count most."""
    cost = max(0, cost)
    evenly = (SPAN - min(SPAN, cost)) * BESIDE // (2 * SPAN)
    return evenly + BESIDE * STEEP // (2 * (STEEP + cost))


def goals(view: View, foes: Sequence[Foe], memory: Memory) -> tuple[Goal, ...]:
    """All that the side is after now."""
    found = [*_own(view, memory), *_enemy(view, memory)]
    if not any(goal.inside for goal in found):
        found.append(_hunt(view, foes, memory, defending=bool(found)))
    return tuple(found)


def stake(view: View, figure: str) -> int:
    """Thousandths of a point that objectives lay on one figure, beside its own points."""
    return sum(
        _worth(view, objective) // _paid_for(objective)
        for objective in view.state.setup.objectives
        if objective.kind in BODIES and _about(view, objective, figure)
    )


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


def _own(view: View, memory: Memory) -> Iterable[Goal]:
    for objective in view.state.setup.objectives:
        if objective.side != view.side or objective.area is None or _paid(view, objective):
            continue
        if objective.kind in ("reach", "hold"):
            yield _place(view, objective, memory, near=6)
        elif objective.kind == "escort":
            yield _place(view, objective, memory, near=0, inside=len(objective.figures) or 99)


def _enemy(view: View, memory: Memory) -> Iterable[Goal]:
    """Places that the enemy is after: be near them, and in them where that denies points."""
    for objective in view.state.setup.objectives:
        if objective.side == view.side or objective.area is None or _paid(view, objective):
            continue
        if objective.kind == "hold":
            yield _place(view, objective, memory, near=8, part=700)
        elif objective.kind in ("reach", "escort"):
            yield _place(view, objective, memory, near=12, inside=0, part=500)


def _paid(view: View, objective: Objective) -> bool:
    return objective.kind != "hold" and f"{objective.side}:{objective.id}:" in view.state.tally.paid


def _place(
    view: View,
    objective: Objective,
    memory: Memory,
    *,
    near: int,
    inside: int = 1,
    part: int = MILLI,
) -> Goal:
    tiles, costs = _way(memory, objective.area or (0, 0, 0, 0))
    return Goal(
        id=objective.id or objective.kind,
        worth=_worth(view, objective) * part // MILLI,
        tiles=tiles,
        costs=costs,
        near=near,
        inside=inside,
        figures=objective.figures if objective.side == view.side else (),
    )


def _way(memory: Memory, area: Area) -> tuple[int, Costs]:
    found = memory.areas.get(area)
    if found is None:
        tiles = _tiles(memory.board, area)
        mask = memory.board.mask_of(tiles)
        found = memory.areas[area] = (mask, walking(memory, _anchors(tiles)))
    return found


def _tiles(board: Board, area: Area) -> tuple[Tile, ...]:
    x0, y0, x1, y1 = area
    tiles = ((x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1))
    return tuple(tile for tile in tiles if board.inside(tile) and board.passable(tile))


def _anchors(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Its middle, and tiles some way apart from each other, so that a long edge pulls evenly."""
    if not tiles:
        return ()
    middle = (sum(x for x, _ in tiles) // len(tiles), sum(y for _, y in tiles) // len(tiles))
    chosen = [min(tiles, key=lambda tile: (_gap(tile, middle), tile))]
    apart = max(ANCHOR_GAP, _gap(tiles[0], tiles[-1]) // ANCHORS)
    for tile in tiles:
        if all(_gap(tile, other) >= apart for other in chosen):
            chosen.append(tile)
    return tuple(chosen)


def _gap(a: Tile, b: Tile) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def walking(memory: Memory, anchors: tuple[Tile, ...]) -> Costs:
    """Half tiles to walk from each tile to the nearest anchor, opening what doors there are."""
    found = memory.costs.get(anchors)
    if found is None:
        found = memory.costs[anchors] = memory.ways.walking(anchors)
    return found


def _worth(view: View, objective: Objective) -> int:
    """An objective in thousandths of a figure's points: all of a side's are half of a force.

    They count for more, the later it is, while the side is not ahead.
    """
    setup = view.state.setup
    force = sum(side.worth for side in setup.sides.values()) * MILLI // 4
    most = max(_points(view, side) for side in setup.sides)
    pressed = MILLI if _ahead(view) else MILLI + PRESSED * view.state.clock.turn // setup.turns
    return force * _pays(view, objective) // max(1, most) * pressed // MILLI


def _ahead(view: View) -> bool:
    """Whether the side has more points, as far as it knows."""
    score = view.state.tally.score
    return score.get(view.side, 0) > score.get(view.enemy, 0)


def _points(view: View, side: str) -> int:
    return sum(_pays(view, o) for o in view.state.setup.objectives if o.side == side)


def _pays(view: View, objective: Objective) -> int:
    points = objective.points * _paid_for(objective) * (2 if objective.decisive else 1)
    if objective.kind != "hold":
        return points
    left = view.state.setup.turns - view.state.clock.turn + 1
    return points * max(1, min(TURNS_COUNTED, left))


def _hunt(view: View, foes: Sequence[Foe], memory: Memory, *, defending: bool) -> Goal:
    """Close with what is known of the enemy; with nothing known, look for it."""
    worth = view.state.setup.sides[view.enemy].worth * MILLI // 3
    if defending:
        worth //= 8
    if foes:
        anchors = _anchors(_tiles_near(view.state.board, foes))
        return Goal("contact", worth, 0, walking(memory, anchors), near=16, inside=0, shares=PACK)
    anchors = _unseen(view)
    return Goal("search", worth, 0, walking(memory, anchors), inside=0, shares=PACK)


def _tiles_near(board: Board, foes: Sequence[Foe]) -> tuple[Tile, ...]:
    """Tiles near the foes that stay the same while these move a little: less to work out anew."""
    tiles = []
    for foe in foes:
        x, y = foe.tile[0] // COARSE * COARSE, foe.tile[1] // COARSE * COARSE
        square = _tiles(board, (x, y, x + COARSE - 1, y + COARSE - 1))
        tiles.append(square[len(square) // 2] if square else foe.tile)
    return tuple(sorted(dict.fromkeys(tiles)))


def _unseen(view: View) -> tuple[Tile, ...]:
    """Tiles to look for the enemy on: where it deployed, then the middles of unseen squares."""
    board = view.state.board
    area = view.state.setup.sides[view.enemy].deploy
    if area is not None:
        hidden = [t for t in _tiles(board, area) if not view.seen & board.bit(t)]
        if hidden:
            return _anchors(hidden)
    middles: list[Tile] = []
    for y in range(0, board.height, SECTOR):
        for x in range(0, board.width, SECTOR):
            square = _tiles(board, (x, y, x + SECTOR - 1, y + SECTOR - 1))
            hidden = [t for t in square if not view.seen & board.bit(t)]
            if 2 * len(hidden) > len(square):
                middles += _anchors(hidden)[:1]
    return tuple(middles)
