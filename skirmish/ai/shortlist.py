"""Shortlist of the tiles in reach that are worth weighing, by cheap features of each.

Always among them: the best steps to a goal, while there are unknown enemies also one of half the
way, and while an enemy is known of, the place to fall back to. Of the other sorts, in the order of
SORTS, as many as there is room for. Features are arrays over all tiles of the board, row by row.
numpy is loaded with this module, so on demand.
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
"""What each foe that sees a tile takes off it in a first look, in thousandths of a point."""
COVER = 250
"""What each degree of cover adds in a first look."""
AGAIN = 5
"""Places weighed at most for a figure that has moved already in this bound."""
USUAL = 10
"""Places weighed for a figure by a level that takes of each sort as many as SORTS say."""
SPREAD = 2
"""Tiles that two places of the same sort keep apart."""
BESIDE = (2 * SPREAD - 1) ** 2
"""Tiles that are nearer to one than that, itself included."""
SORTS = (
    (2, ("pull", "safe")),
    (3, ("mixed",)),
    (1, ("safe", "pull", "cover")),
    (1, ("seen", "cover", "pull")),
    (1, ("cover", "pull", "safe")),
    (1, ("danger", "cover", "pull")),
    (2, ("beside",)),
)
"""To a goal, a bit of everything, out of danger, to shoot from cover, covered, to shoot, to
charge: how many of each, and by what they are sorted; then the cheapest way. The last one falls
back."""


def flags(board: Board, *sets: int) -> NDArray[np.bool_]:
    """Masks as an array, a row for each."""
    tiles = board.width * board.height
    size, whole = (tiles + 7) // 8, (1 << tiles) - 1
    octets = b"".join([(mask & whole).to_bytes(size, "little") for mask in sets])
    rows = np.frombuffer(octets, np.uint8).reshape(len(sets), size)
    return np.unpackbits(rows, axis=1, count=tiles, bitorder="little").view(np.bool_)


class TileFeatures:
    """Cheap features of each tile, shared by all figures with the same goals.

    They depend on the board, the goals and the foes' tiles.
    `danger`: how many foes see a tile, in thousandths; `safe` is less of it, `seen` whether there
    is any. `mixed`: a bit of everything.
    """

    def __init__(self, situation: Situation, goals: Sequence[Goal]) -> None:
        """Look at all tiles."""
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
        """How far each tile is from one, squared."""
        found: Ints = (self.x - tile[0]) ** 2 + (self.y - tile[1]) ** 2
        return found

    @cached_property
    def gaps(self) -> Ints:
        """How far each foe is from each tile, squared."""
        x, y = self._foes[:, :1], self._foes[:, 1:]
        found: Ints = (self.x - x) ** 2 + (self.y - y) ** 2
        return found

    @cached_property
    def back(self) -> Ints:
        """The more, the fewer foes see a tile, and then the farther the nearest of them is."""
        return _joined(self.safe, self.gaps.min(axis=0))

    @cached_property
    def keys(self) -> Ints:
        """By what tiles are sorted, a row for each of SORTS."""
        _, ranked = np.unique(self.pull, return_inverse=True)  # no number is too large then
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
        """The rank of some tiles among equals for a figure on the tile `here`, the first highest.

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
    """What the way to a goal makes of each tile, in thousandths."""
    key = (id(goal.costs), goal.near, goal.span)
    kept = cache.nearness.get(key)
    if kept is None:
        most = max(goal.costs.rings, default=0)
        made = [nearness(cost - goal.near, goal.span) for cost in range(most + 1)]
        made.append(nearness(FAR, goal.span))  # of tiles without a way, which have -1
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
    """The tiles to weigh, at most as many as the level weighs; the more, the more of each sort."""
    known, board = tile_features(situation, figure), situation.board
    left, near = _reached(board, routes, nearer)
    if not left.size:
        return ()
    usual = situation.level.places
    times = max(1, usual // USUAL)
    most = min(AGAIN * times, usual) if figure.id in situation.view.state.tracks else usual
    late = known.late(left, figure.tile, near)
    # Of the first so many tiles not all are near to fewer than are wanted.
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
    """The tiles behind foes that friends fight hand to hand, where fights are not ordered."""
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
    """The best step to a goal that takes half of the way: not all go as far as they can."""
    early = near * 2 >= near.min()
    first = _joined(known.pull[left], late)
    return board.tile_at(int(left[np.where(early, first, first.min() - 1).argmax()]))


def _charge(situation: Situation, figure: Figure, left: Ints, first: Ints) -> Tile | None:
    """Where to go to fight hand to hand with whom that costs the enemy most.

    None where figures walk and attack in the same bounds: there it is one attack of several.
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
    """The tiles in reach that are not nearer by another way; less of what it costs to go there."""
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
    """The first tiles of some, some way apart."""
    found: list[Tile] = []
    for tile in tiles:
        if all(chebyshev(tile, other) >= SPREAD for other in found):
            found.append(tile)
            if len(found) == wanted:
                break
    return found


def _joined(*parts: Ints) -> Ints:
    """One number in place of several, the first of them counting most."""
    found, *others = parts
    for part in others:
        low = part.min()
        found = found * (part.max() - low + 1) + (part - low)
    return found
