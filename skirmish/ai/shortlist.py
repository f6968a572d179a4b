"""Shortlist of the tiles in reach that are worth weighing, by cheap features of each.

Always among them: the best steps to a goal and, while an enemy is known of, the place to fall back
to. Of the other sorts, in the order of SORTS, as many as there is room for. Features are arrays
over all tiles of the board, row by row. numpy is loaded with this module, so on demand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import count

import numpy as np
from numpy.typing import NDArray

from skirmish.ai.belief import FAR
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import Goal, nearness
from skirmish.ai.situation import Situation
from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
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


def flags(board: Board, mask: int) -> NDArray[np.bool_]:
    """A mask as an array."""
    tiles = board.width * board.height
    octets = (mask & (1 << tiles) - 1).to_bytes((tiles + 7) // 8, "little")
    bits = np.unpackbits(np.frombuffer(octets, np.uint8), count=tiles, bitorder="little")
    return bits.view(np.bool_)


class TileFeatures:
    """Cheap features of each tile, shared by all figures with the same goals.

    It holds for as long as outlines do: it depends on the board, the goals and the foes' tiles.
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
        seen = zip(situation.foes, situation.sight_masks, strict=True)
        self.danger: Ints = sum((foe.sure * flags(board, mask) for foe, mask in seen), none)
        self.safe = -self.danger
        self.seen = self.danger > 0
        self.cover = _cover(situation.cache, board)
        self.beside = flags(board, situation.beside)
        self.mixed: Ints = (
            self.pull - self.danger * (DANGER - 100 * self.cover) // MILLI + self.cover * COVER
        )
        self._foes = [foe.tile for foe in situation.foes]

    def distance2(self, tile: Tile) -> Ints:
        """How far each tile is from one, squared."""
        found: Ints = (self.x - tile[0]) ** 2 + (self.y - tile[1]) ** 2
        return found

    @cached_property
    def gap(self) -> Ints:
        """How far the nearest foe is, squared."""
        found: Ints = np.min([self.distance2(tile) for tile in self._foes], axis=0)
        return found

    @cached_property
    def keys(self) -> Sequence[Ints]:
        """By what tiles are sorted, one number for each of SORTS."""
        _, ranked = np.unique(self.pull, return_inverse=True)  # no number is too large then
        features = {**vars(self), "pull": ranked}
        return [_joined(*(features[name].astype(np.int64) for name in sort)) for _, sort in SORTS]

    def first(self, equals: Ints, here: Tile, near: Ints | None = None) -> int:
        """The first of several equal tiles for a figure on the tile `here`.

        The order is the same on a turned or mirrored map, as far as possible: by distance from
        `here`, from all foes and from the middle of the map, then by the cost to go there.
        """
        if equals.size > 1:
            x, y = self.x[equals], self.y[equals]
            across, down = self._board.width - 1, self._board.height - 1
            far = sum((x - a) ** 2 + (y - b) ** 2 for a, b in self._foes)
            middle = (2 * x - across) ** 2 + (2 * y - down) ** 2
            costs = equals * 0 if near is None else -near
            parts = ((x - here[0]) ** 2 + (y - here[1]) ** 2, far + 0 * x, middle, costs)
            equals = equals[np.lexsort(parts[::-1])]
        return int(equals[0])


def _pull(cache: ThoughtCache, board: Board, goal: Goal) -> Ints:
    """The pull of a goal on the nearest figure, as `Goal.pull` has it."""
    near = _nearness(cache, board, goal) * goal.beside // MILLI
    pull: Ints = goal.worth * near * goal.shares[0] // (MILLI * MILLI)
    if goal.inside:
        pull[flags(board, goal.tiles)] = goal.worth
    return pull


def _nearness(cache: ThoughtCache, board: Board, goal: Goal) -> Ints:
    """What the way to a goal makes of each tile, in thousandths."""
    key = (id(goal.costs), goal.near, goal.span)
    kept = cache.nearness.get(key)
    if kept is None:
        found = np.full(board.width * board.height, nearness(FAR, goal.span), np.int64)
        places = [y * board.width + x for x, y in goal.costs]
        costs = list(goal.costs.values())
        made = [nearness(cost - goal.near, goal.span) for cost in range(max(costs, default=0) + 1)]
        found[places] = np.array(made, np.int64)[costs]
        kept = cache.nearness[key] = (goal.costs, found)
    known: Ints = kept[1]
    return known


def _cover(cache: ThoughtCache, board: Board) -> Ints:
    if cache.cover is None:
        cache.cover = np.array([terrain.cover for terrain in board.tiles], np.int64)
    known: Ints = cache.cover
    return known


def tile_features(situation: Situation, figure: Figure) -> TileFeatures:
    """The first looks that a figure shares with those who are after the same."""
    cache = situation.cache
    if cache.tile_features[0] != situation.ground:
        cache.tile_features = (situation.ground, {})
    meant = tuple(number for number, ranks in enumerate(situation.ranks) if figure.id in ranks)
    known = cache.tile_features[1]
    if meant not in known:
        known[meant] = TileFeatures(situation, [situation.goals[number] for number in meant])
    found: TileFeatures = known[meant]
    return found


def shortlisted_tiles(
    situation: Situation, figure: Figure, routes: Routes, nearer: int
) -> tuple[Tile, ...]:
    """The tiles to weigh, at most as many as the level weighs; the more, the more of each sort."""
    known, board = tile_features(situation, figure), situation.board
    reached = routes.mask & ~nearer
    left = np.flatnonzero(flags(board, reached))
    near = _near(board, routes, left)
    usual = situation.level.places
    times = max(1, usual // USUAL)
    most = min(AGAIN * times, usual) if figure.id in situation.view.state.tracks else usual
    chosen: dict[int, None] = {}
    for (wanted, _), key in zip(SORTS, known.keys, strict=True):
        if len(chosen) >= most - 1:
            break
        best = _best(known, left, _joined(key[left], near), wanted * times, figure.tile)
        chosen |= dict.fromkeys(best)
    listed = list(chosen)[: most - 1]
    if left.size and situation.foes:
        # The tile farthest from every foe, of those that fewest of them see.
        key = _joined(known.safe[left], known.gap[left])
        back = known.first(left[key == key.max()], figure.tile, near[key == key.max()])
        listed += [] if back in chosen else [back]
    return tuple(board.tile_at(place) for place in listed)


def _near(board: Board, routes: Routes, left: Ints) -> Ints:
    """For each tile that is left, less of what it costs to go there."""
    bits: dict[int, int] = {}
    for cost, ring in routes.reach.rings.items():
        for bit in range(cost.bit_length()):
            if cost >> bit & 1:
                bits[bit] = bits.get(bit, 0) | ring
    near = np.zeros_like(left)
    for bit, tiles in bits.items():
        near -= flags(board, tiles)[left] * (1 << bit)
    return near


def _best(known: TileFeatures, left: Ints, key: Ints, wanted: int, here: Tile) -> Iterable[int]:
    """The tiles with most of a key, some way apart."""
    for number in count(1):
        if not left.size:
            return
        place = known.first(left[key == key.max()], here)
        yield place
        if number == wanted:
            return
        x, y = known.x[left] - known.x[place], known.y[left] - known.y[place]
        apart = (abs(x) >= SPREAD) | (abs(y) >= SPREAD)
        left, key = left[apart], key[apart]


def _joined(*parts: Ints) -> Ints:
    """One number in place of several, the first of them counting most."""
    found, *others = parts
    for part in others:
        if part.size:
            low = part.min()
            found = found * (part.max() - low + 1) + (part - low)
    return found
