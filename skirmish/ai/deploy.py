"""Deployment: a tile for every figure of a side that may be placed, one order at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest

from attrs import evolve, field, frozen

from skirmish.ai.belief import front
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.capabilities import at_once
from skirmish.ai.choose import SHOWN
from skirmish.ai.explanation import Explanation, Terms, Weighed, simply
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import from_the_enemy, goals, precious
from skirmish.ai.levels import Weights
from skirmish.ai.remarks import Started
from skirmish.core.figures import DEPLOYS, Figure
from skirmish.core.geometry import Facing, Tile, adjacent, chebyshev, facing_towards
from skirmish.core.knowledge import seen_from
from skirmish.core.orders import DEPLOY, READY, Order
from skirmish.core.setup import area_mask, in_area, middle_of
from skirmish.core.text import id_key
from skirmish.core.view import View
from skirmish.rulesets.common import deploy

COVER = 4000
"""Value of each degree of cover from the direction in which the enemy begins."""
WIDE = 12
"""Tiles nearer to the enemy that a figure needs in sight. With fewer, its cover is worth less,
because nothing sees it there, and the place loses up to the value of a degree of cover."""
MANY = 400
"""The most tiles of the enemy's ground in sight that count."""
FAR = 400
"""The most half tiles from a goal that count."""
CROWDED = 2500
"""Penalty of each friend beside a tile; a fifth for each friend within APART."""
APART = 3
NEAR = 60
"""Value of each half tile nearer to the side's goals."""
BEHIND, DEEP = 300, 60
"""Value of each half tile farther from the enemy's start, and the most half tiles that count, for a
precious figure: one whose stake exceeds that of others by its own points."""


@frozen
class Berth:
    """The starting tile of a figure, its best tiles, and the others' tiles at that time."""

    figure: str
    tile: Tile
    facing: Facing
    best: tuple[Tile, ...] = field(repr=False)
    others: tuple[Tile, ...] = field(repr=False)
    outlook: Outlook = field(repr=False, eq=False)

    def reasons(self, here: Tile, gives: str) -> Explanation:
        """Return the reasons: the gain of the best tiles over the figure's present one.

        `gives`: the friend that starts on the present tile; "" for none.
        """
        now = dict(self.outlook.marks(self.figure, self.others, here))
        best, *others = (self._weighed(tile, now, gives) for tile in self.best)
        return Explanation(best, tuple(others))

    def _weighed(self, tile: Tile, now: Mapping[str, int], gives: str) -> Weighed:
        marks = self.outlook.marks(self.figure, self.others, tile)
        terms = tuple((name, mark - now[name]) for name, mark in marks)
        order = Order.of(DEPLOY.name, self.figure, tile, face=self.facing)
        gain = sum(mark for _, mark in terms)
        about = evolve(self.outlook.about(self.figure, tile), gives=gives)
        return Weighed(order, gain, terms, about)


def deployment(view: View, cache: ThoughtCache, weights: Weights, about: str = "") -> Explanation:
    """Return the next placement, or `ready`; it does not depend on the figures placed so far.

    If the figure `about` can be placed, its placement comes first.
    """
    plan = cache.latest(_plan, (), view, cache, weights, key=None)
    taken = view.state.board.mask_of(figure.tile for figure in view.own())
    left = [berth for berth in plan if _can_take(view, berth, taken)]
    if not left:
        return simply(Order.of(READY.name), "all are placed")
    first = next((berth for berth in left if berth.figure == about), left[0])
    here = view.state.figures[first.figure].tile
    friends = (one.figure for one in plan if one.tile == here and one is not first)
    return first.reasons(here, next(friends, ""))


def _can_take(view: View, berth: Berth, taken: int) -> bool:
    """Whether a figure can be placed or turned: no other figure stands on its tile."""
    figure = view.state.figures[berth.figure]
    if figure.at == berth.tile:
        return figure.facing != berth.facing
    return not taken & view.state.board.bit(berth.tile)


def _plan(view: View, cache: ThoughtCache, weights: Weights) -> tuple[Berth, ...]:
    state, board = view.state, view.state.board
    fixed = [f.tile for f in view.own() if not f.count(DEPLOYS)]
    tiles = [t for t in board.tiles_of(deploy.zone(state, view.side)) if t not in fixed]
    if not tiles:
        return ()
    look = Outlook(view, cache, weights)
    base = {tile: sum(mark for _, mark in look.terms(tile)) for tile in tiles}
    berths: list[Berth] = []
    for figure in sorted(deploy.movable(state, view.side), key=_order):
        free = [tile for tile in tiles if all(tile != berth.tile for berth in berths)]
        if not free:
            break
        others = [*fixed, *(berth.tile for berth in berths)]
        marks = {
            tile: base[tile] - _crowd(tile, others) + look.hidden(figure.id, tile) for tile in free
        }
        best = nlargest(SHOWN, free, key=lambda t: (marks[t], (-t[0], -t[1])))
        facing = _towards(best[0], look.ahead)
        berths.append(Berth(figure.id, best[0], facing, tuple(best), tuple(others), look))
    return tuple(berths)


def _blind(view: View) -> View:
    """Return the view without anything in sight: a plan must not depend on the figures placed."""
    mine = evolve(view.state.known[view.side], seen=0)
    return evolve(view, state=evolve(view.state, known={**view.state.known, view.side: mine}))


def _order(figure: Figure) -> tuple[int, tuple[tuple[int, int, str], ...]]:
    """Sort key: figures of most points choose first."""
    return -figure.who.kind.points, id_key(figure.id)


class Outlook:
    """Values of tiles to start on."""

    def __init__(self, view: View, cache: ThoughtCache, weights: Weights) -> None:
        """Compute what depends on the ground, the enemy's zone and the side's goals."""
        self.view, self.ahead = view, front(view)
        self.after = goals(_blind(view), (), cache)[:2]
        self.theirs = _enemy_ground(view)
        self.precious = precious(view)
        self.way = from_the_enemy(view, cache)
        # Value of seeing a tile of the enemy's ground, and so of being seen from it.
        self.seeing = 0 if at_once(view.state.setup.declared) else weights.overlook

    def terms(self, tile: Tile) -> Terms:
        """Return the terms of a tile: distance to the goals, the enemy's ground in sight, cover."""
        away = sum(min(FAR, goal.cost(tile)) for goal in self.after)
        near = away * NEAR // max(1, len(self.after))
        seen, wide = self._watched(tile), self._width(tile)
        watch = min(seen, MANY) * self.seeing - COVER * (WIDE - wide) // WIDE
        cover = self._cover(tile) * COVER * wide // WIDE
        return ("goal", -near), ("watch", watch), ("cover", cover)

    def _width(self, tile: Tile) -> int:
        """Number of tiles in sight of one that are nearer to the enemy, at most WIDE."""
        board, away = self.view.state.board, chebyshev(tile, self.ahead)
        nearer = board.disc(self.ahead, away) & ~board.bit(tile)
        return min(WIDE, (board.seen_from(tile) & nearer).bit_count())

    def hidden(self, figure: str, tile: Tile) -> int:
        """Value for a precious figure of starting far from the enemy."""
        deep: int = min(DEEP, self.way.get(tile, DEEP))
        return deep * BEHIND * self.precious.get(figure, 0) // MILLI

    def about(self, figure: str, tile: Tile) -> Started:
        """Return the reasons for a tile: the nearest objective, cover, the ground in sight."""
        away, middle, theirs = min(self._objectives(tile), default=(0, None, False))
        degree = self._cover(tile)
        return Started(
            figure,
            tile,
            middle,
            -(-away // 2),
            self.view.state.setup.declared.cover[degree] if degree else "",
            _towards(tile, self.ahead),
            (seen_from(self.view.state, tile) & self.theirs).bit_count() if self.seeing else 0,
            theirs=theirs,
        )

    def _objectives(self, tile: Tile) -> Iterator[tuple[int, Tile, bool]]:
        """Yield for each objective to go for the half tiles there, its middle, if it is theirs."""
        areas = [(one.area, one.side) for one in self.view.state.objectives if one.area is not None]
        for goal in self.after:
            ground = self.view.state.board.tiles_of(goal.tiles)[:1]
            for area, side in areas:
                here = any(in_area(area, one) for one in ground)
                if here and goal.cost(tile) < FAR:
                    yield goal.cost(tile), middle_of(area), side != self.view.side

    def _cover(self, tile: Tile) -> int:
        """The cover of a tile against shots from where the enemy begins."""
        steps = _ahead(self.view, tile, self.ahead)
        return max((self.view.state.board.cover(step, tile) for step in steps), default=0)

    def _watched(self, tile: Tile) -> int:
        """How many tiles of the enemy's ground are in sight from a tile."""
        return (self.view.state.board.seen_from(tile) & self.theirs).bit_count()

    def marks(self, figure: str, others: Sequence[Tile], tile: Tile) -> Terms:
        """Return the terms of a tile for a figure, less the crowding by others."""
        hidden, crowd = self.hidden(figure, tile), _crowd(tile, others)
        return (*self.terms(tile), ("reply", hidden), ("crowd", -crowd))


def _ahead(view: View, tile: Tile, front: Tile) -> tuple[Tile, ...]:
    """Return a tile some way off towards the enemy, from which cover is judged."""
    if tile == front:
        return ()
    dx, dy = facing_towards(tile, front).delta
    far = (tile[0] + 4 * dx, tile[1] + 4 * dy)
    return (far,) if view.state.board.inside(far) else (front,)


def _enemy_ground(view: View) -> int:
    board = view.state.board
    area = view.state.setup.sides[view.enemy].deploy
    if area is None:
        return board.disc(front(view), 8)
    return area_mask(board, area)


def _crowd(tile: Tile, others: Sequence[Tile]) -> int:
    beside = sum(adjacent(tile, other) for other in others)
    near = sum(chebyshev(tile, other) <= APART for other in others)
    return CROWDED * beside + CROWDED // 5 * near


def _towards(tile: Tile, front: Tile) -> Facing:
    return Facing.N if tile == front else facing_towards(tile, front)
