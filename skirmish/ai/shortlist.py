"""Shortlist of the tiles in reach that are worth weighing, by cheap features of each.

It always has the best steps to a goal, one step of half the way while there are unknown enemies,
and the tile to fall back to while an enemy is known. The other sorts follow in the order of SORTS
as long as there is room. Features are arrays over all tiles of the board, row by row. The module
loads numpy, so it is imported on demand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import mul

import numpy as np
from numpy.typing import NDArray

from skirmish.ai.belief import FAR
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.end_positions import left_by_friends
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import Goal, nearness
from skirmish.ai.situation import Situation, around_tile
from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, adjacent, chebyshev
from skirmish.rulesets.families import Routes

Ints = NDArray[np.int64]

DANGER = 400
"""Penalty of a tile for each foe that sees it, in thousandths of a point."""
COVER = 250
"""Bonus of a tile for each degree of cover, in thousandths of a point."""
AGAIN = 5
"""The most places weighed for a figure that has moved already in this bound."""
USUAL = 10
"""Number of places of a level at which each sort gets the number in SORTS."""
SPREAD = 2
"""Minimum distance between two places of the same sort, in tiles."""
BESIDE = (2 * SPREAD - 1) ** 2
"""Number of tiles nearer to a tile than SPREAD, itself included."""
SORTS = (
    (2, ("pull", "safe")),
    (3, ("mixed",)),
    (1, ("safe", "pull", "cover")),
    (1, ("seen", "cover", "pull")),
    (1, ("cover", "pull", "safe")),
    (1, ("danger", "cover", "pull")),
    (2, ("beside",)),
)
"""For each sort how many tiles are taken and the features they are sorted by; equal tiles by cost.

In order: near a goal; a bit of everything; out of danger; to shoot from cover; in cover; to shoot;
to charge.
"""


def flags(board: Board, *sets: int) -> NDArray[np.bool_]:
    """Return masks as a boolean array with a row for each."""
    tiles = board.width * board.height
    size, whole = (tiles + 7) // 8, (1 << tiles) - 1
    octets = b"".join([(mask & whole).to_bytes(size, "little") for mask in sets])
    rows = np.frombuffer(octets, np.uint8).reshape(len(sets), size)
    return np.unpackbits(rows, axis=1, count=tiles, bitorder="little").view(np.bool_)


class TileFeatures:
    """Cheap features of each tile, shared by all figures with the same goals.

    They depend on the board, the goals and the foes' tiles. `danger`: number of foes that see a
    tile, in thousandths; `safe`: its negative; `seen`: whether it is above 0. `mixed`: a bit of
    everything.
    """

    def __init__(self, situation: Situation, goals: Sequence[Goal]) -> None:
        """Compute the features of all tiles."""
        board = situation.board
        self.goals = goals
        self._board = board
        self.y, self.x = np.divmod(np.arange(board.width * board.height), board.width)
        none = np.zeros_like(self.x)
        self.pull: Ints = sum((_pull(situation.cache, board, goal) for goal in goals), none)
        sure = np.array([foe.sure for foe in situation.foes], np.int64)
        self.danger: Ints = sure @ flags(board, *situation.sight_masks)
        self.safe = -self.danger
        self.seen = self.danger > 0
        self.cover: Ints = situation.cache.latest(_cover, (), board, key=None)
        (self.beside,) = flags(board, situation.beside)
        self.mixed: Ints = (
            self.pull - self.danger * (DANGER - 100 * self.cover) // MILLI + self.cover * COVER
        )
        self._foes = np.array([foe.tile for foe in situation.foes], np.int64).reshape(-1, 2)

    def distance2(self, tile: Tile) -> Ints:
        """Return the squared distance of each tile to one."""
        found: Ints = (self.x - tile[0]) ** 2 + (self.y - tile[1]) ** 2
        return found

    @cached_property
    def gaps(self) -> Ints:
        """Squared distance of each foe to each tile."""
        x, y = self._foes[:, :1], self._foes[:, 1:]
        found: Ints = (self.x - x) ** 2 + (self.y - y) ** 2
        return found

    @cached_property
    def back(self) -> Ints:
        """Rank for falling back: few foes that see a tile, then distance from the nearest foe."""
        return _joined(self.safe, self.gaps.min(axis=0))

    @cached_property
    def keys(self) -> Ints:
        """Sort keys of the tiles, a row for each of SORTS."""
        _, ranked = np.unique(self.pull, return_inverse=True)  # small enough for `_joined`
        features = {**vars(self), "pull": ranked}
        rows = [_joined(*(features[name].astype(np.int64) for name in sort)) for _, sort in SORTS]
        return np.array(rows)

    @cached_property
    def _apart(self) -> Ints:
        """The rank of each tile by its distance from all foes, then from the middle of the map."""
        across, down = self._board.width - 1, self._board.height - 1
        middle = (2 * self.x - across) ** 2 + (2 * self.y - down) ** 2
        return np.unique(_joined(self.gaps.sum(axis=0), middle), return_inverse=True)[1]

    def late(self, left: Ints, here: Tile, near: Ints) -> Ints:
        """Return tie-breaking ranks of some tiles for a figure on `here`, the first highest.

        The order is the same on a turned or mirrored map, as far as possible: by distance from
        `here`, from all foes and from the middle of the map, then by the cost to go there.
        """
        ranks = np.empty_like(left)
        order = _joined(self.distance2(here)[left], self._apart[left], -near).argsort(kind="stable")
        ranks[order] = np.arange(left.size)[::-1]
        return ranks


def _pull(cache: ThoughtCache, board: Board, goal: Goal) -> Ints:
    """The pull of a goal on the nearest figure, as `Goal.pull` has it."""
    near = _nearness(cache, goal) * goal.beside // MILLI
    pull: Ints = goal.worth * near * goal.shares[0] // (MILLI * MILLI)
    if goal.inside:
        pull[flags(board, goal.tiles)[0]] = goal.worth
    return pull


def _nearness(cache: ThoughtCache, goal: Goal) -> Ints:
    """Return what the distance to a goal is worth for each tile, in thousandths."""
    key = (id(goal.costs), goal.near, goal.span)
    kept = cache.nearness.get(key)
    if kept is None:
        most = max(goal.costs.rings, default=0)
        made = [nearness(cost - goal.near, goal.span) for cost in range(most + 1)]
        made.append(nearness(FAR, goal.span))  # for tiles without a path, which have -1
        found = np.array(made, np.int64)[np.array(goal.costs.flat)]
        kept = cache.nearness[key] = (goal.costs, found)
    known: Ints = kept[1]
    return known


def _cover(board: Board) -> Ints:
    return np.array([terrain.cover for terrain in board.tiles], np.int64)


def tile_features(situation: Situation, figure: Figure) -> TileFeatures:
    """The features of tiles for a figure; figures with the same goals share them."""
    meant = tuple(number for number, ranks in enumerate(situation.ranks) if figure.id in ranks)
    after = [situation.goals[number] for number in meant]
    return situation.cache.latest(TileFeatures, meant, situation, after, key=situation.ground)


def shortlisted_tiles(
    situation: Situation, figure: Figure, routes: Routes, nearer: int
) -> tuple[Tile, ...]:
    """Return the tiles to weigh, at most as many as the level weighs."""
    known, board = tile_features(situation, figure), situation.board
    left, near = _reached(board, routes, nearer)
    if not left.size:
        return ()
    usual = situation.level.places
    times = max(1, usual // USUAL)
    most = min(AGAIN * times, usual) if figure.id in situation.view.state.tracks else usual
    late = known.late(left, figure.tile, near)
    # Enough of the first tiles that the wanted number can be found among them with SPREAD between.
    first = -_joined(known.keys[:, left], near, late)
    first = first.argsort(axis=1)[:, : BESIDE * times * max(wanted for wanted, _ in SORTS)]
    chosen: dict[Tile, None] = {}
    for (wanted, _), row in zip(SORTS, left[first].tolist(), strict=True):
        if len(chosen) >= most - 1:
            break
        chosen |= dict.fromkeys(_spread(map(board.tile_at, row), wanted * times))
    listed = list(chosen)[: most - 1]
    if situation.unknown:
        half = _halfway(board, known, left, near, late)
        listed = [*listed[: most - 2], half] if half not in chosen else listed
    if situation.foes:
        # The tile farthest from every foe, of those that fewest of them see.
        back = board.tile_at(int(left[_joined(known.back[left], late).argmax()]))
        listed += [] if back in chosen else [back]
        charge = _charge(situation, figure, left, _joined(near, late))
        listed += [] if charge is None or charge in listed else [charge]
        listed += [tile for tile in _opposite(situation, figure, left) if tile not in listed]
    return tuple(listed)


def _opposite(situation: Situation, figure: Figure, left: Ints) -> Sequence[Tile]:
    """Return the tiles behind foes in close combat with friends, where fights need no order."""
    if situation.mixed or not situation.beside & situation.taken:
        return ()
    board, friends = situation.board, [one.tile for one in situation.mine if one.id != figure.id]
    tiles = [
        (2 * foe.tile[0] - x, 2 * foe.tile[1] - y)
        for foe in situation.foes
        for x, y in friends
        if foe.seen and adjacent(foe.tile, (x, y))
    ]
    return [tile for tile in tiles if board.inside(tile) and board.index(tile) in left]


def _halfway(board: Board, known: TileFeatures, left: Ints, near: Ints, late: Ints) -> Tile:
    """Return the best step to a goal that takes at most half of the allowance."""
    early = near * 2 >= near.min()
    first = _joined(known.pull[left], late)
    return board.tile_at(int(left[np.where(early, first, first.min() - 1).argmax()]))


def _charge(situation: Situation, figure: Figure, left: Ints, first: Ints) -> Tile | None:
    """Return the tile for the most costly charge on an enemy.

    None where figures walk and attack in the same bounds: close combat is one attack among others
    there.
    """
    best, beside = 0, left[:0]
    counts = map(mul, situation.counted, left_by_friends(situation, figure))
    for foe, counted in zip(situation.foes, counts, strict=True):
        if situation.mixed or not foe.seen:
            continue
        around = flags(situation.board, around_tile(situation.board, foe.tile))[0][left]
        if around.any():
            tile = situation.board.tile_at(int(left[around.argmax()]))
            harm = situation.matchups.harm(figure, tile, foe.figure, foe.tile) * counted
            if harm > best:
                best, beside = harm, around
    if not best:
        return None
    return situation.board.tile_at(int(left[np.where(beside, first, first.min() - 1).argmax()]))


def _reached(board: Board, routes: Routes, nearer: int) -> tuple[Ints, Ints]:
    """Return the tiles in reach that no slower gait reaches, and the negative cost of each."""
    bits: dict[int, int] = {}
    for cost, ring in routes.reach.rings.items():
        for bit in range(cost.bit_length()):
            if cost >> bit & 1:
                bits[1 << bit] = bits.get(1 << bit, 0) | ring
    reached, *costs = flags(board, routes.mask & ~nearer, *bits.values())
    left = np.flatnonzero(reached)
    if not left.size:
        return left, left
    return left, -(np.array(list(bits), np.int64) @ np.array(costs)[:, left])


def _spread(tiles: Iterable[Tile], wanted: int) -> Sequence[Tile]:
    """Return the first tiles at a distance of at least SPREAD from each other."""
    found: list[Tile] = []
    for tile in tiles:
        if all(chebyshev(tile, other) >= SPREAD for other in found):
            found.append(tile)
            if len(found) == wanted:
                break
    return found


def _joined(*parts: Ints) -> Ints:
    """Join several keys into one number, the first of them most significant."""
    found, *others = parts
    for part in others:
        low = part.min()
        found = found * (part.max() - low + 1) + (part - low)
    return found
