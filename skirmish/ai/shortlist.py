"""Shortlist of the tiles in reach that are worth weighing, by cheap features of each.

Always among them: the best steps to a goal and, while an enemy is known of, the place to fall back
to. Of the other sorts, in the order of SORTS, as many as there is room for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import Goal
from skirmish.ai.situation import Situation
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.rulesets.families import Routes

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


class TileFeatures(NamedTuple):
    """What a first look tells of a tile, whoever goes there.

    `danger`: how many foes see it, in thousandths; `safe` is less of it, `seen` whether there is
    any. `mixed`: a bit of everything.
    """

    pull: int
    danger: int
    safe: int
    seen: bool
    cover: int
    beside: bool
    mixed: int


class FeatureTable(dict[Tile, TileFeatures]):
    """First looks at tiles, each taken when it is first asked for; for figures of the same goals.

    They hold for as long as outlines do: they depend on the board, the goals and the foes' tiles.
    """

    def __init__(self, situation: Situation, goals: Sequence[Goal]) -> None:
        """Look nowhere yet."""
        super().__init__()
        self.goals = goals
        self._board = situation.board
        self._beside = situation.beside
        self._guns = [
            (foe.tile, foe.sure, mask)
            for foe, mask in zip(situation.foes, situation.sight_masks, strict=True)
        ]
        self._gaps: dict[Tile, int] = {}

    def __missing__(self, tile: Tile) -> TileFeatures:
        bit, cover = self._board.bit(tile), self._board.terrain(tile).cover
        pull = sum([goal.pull(tile, bit, 0) for goal in self.goals])
        danger = sum([sure for _, sure, mask in self._guns if mask & bit])
        found = self[tile] = TileFeatures(
            pull=pull,
            danger=danger,
            safe=-danger,
            seen=danger > 0,
            cover=cover,
            beside=bool(self._beside & bit),
            mixed=pull - danger * (DANGER - 100 * cover) // MILLI + cover * COVER,
        )
        return found

    def gap(self, tile: Tile) -> int:
        """How far the nearest foe is, squared."""
        found = self._gaps.get(tile)
        if found is None:
            found = self._gaps[tile] = min([distance2(tile, there) for there, _, _ in self._guns])
        return found


def tile_features(situation: Situation, figure: Figure) -> FeatureTable:
    """The first looks that a figure shares with those who are after the same."""
    cache = situation.cache
    if cache.tile_features[0] != situation.ground:
        cache.tile_features = (situation.ground, {})
    meant = tuple(number for number, ranks in enumerate(situation.ranks) if figure.id in ranks)
    known = cache.tile_features[1]
    if meant not in known:
        known[meant] = FeatureTable(situation, [situation.goals[number] for number in meant])
    found: FeatureTable = known[meant]
    return found


Look = tuple[int, Tile, TileFeatures]
"""A first look at a tile in reach: less of what it costs to go there, the tile, what it is like."""
Sort = Callable[[TileFeatures], object]
Tie = Callable[[Tile], tuple[int, ...]]
Sorted = tuple[tuple[Any, int], Tile]
SORTS: tuple[tuple[int, Sort], ...] = (
    (2, attrgetter("pull", "safe")),
    (3, attrgetter("mixed")),
    (1, attrgetter("safe", "pull", "cover")),
    (1, attrgetter("seen", "cover", "pull")),
    (1, attrgetter("cover", "pull", "safe")),
    (1, attrgetter("danger", "cover", "pull")),
    (2, attrgetter("beside")),
)
"""To a goal, a bit of everything, out of danger, to shoot from cover, covered, to shoot, to
charge: how many of each, and by what they are sorted; then the cheapest way. The last one falls
back."""


def shortlisted_tiles(
    situation: Situation, figure: Figure, routes: Routes, nearer: int
) -> tuple[Tile, ...]:
    """The tiles to weigh, at most as many as the level weighs; the more, the more of each sort."""
    looks = list(_looks(situation, figure, routes, routes.mask & ~nearer))
    tie = _tie(situation, figure)
    usual = situation.level.places
    times = max(1, usual // USUAL)
    most = min(AGAIN * times, usual) if figure.id in situation.view.state.tracks else usual
    chosen: list[Tile] = []
    for count, sort in SORTS:
        if len(chosen) >= most - 1:
            break
        found = _best(looks, count * times, sort, tie)
        chosen += [tile for tile in found if tile not in chosen]
    back = [tile for tile in _back(situation, figure, looks, tie) if tile not in chosen]
    return (*chosen[: most - 1], *back)


def _back(situation: Situation, figure: Figure, looks: Sequence[Look], tie: Tie) -> Iterator[Tile]:
    """The tile farthest from every foe, of those that fewest of them see."""
    if looks and situation.foes:
        known = tile_features(situation, figure)
        least = min([glance.danger for _, _, glance in looks])
        gaps = [(known.gap(tile), tile) for _, tile, glance in looks if glance.danger == least]
        most, _ = max(gaps)
        yield _first([tile for gap, tile in gaps if gap == most], tie)


def _looks(situation: Situation, figure: Figure, routes: Routes, reached: int) -> Iterator[Look]:
    known = tile_features(situation, figure)
    for cost, ring in routes.reach.rings.items():
        for tile in situation.board.tiles_of(ring & reached):
            yield -cost, tile, known[tile]


def _best(looks: Sequence[Look], count: int, sort: Sort, tie: Tie) -> list[Tile]:
    """The best tiles of a sort, some way apart."""
    taken: list[Tile] = []
    left = [((sort(glance), near), tile) for near, tile, glance in looks]
    while left and len(taken) < count:
        most, _ = max(left)
        tile = _first([tile for worth, tile in left if worth == most], tie)
        taken.append(tile)
        if len(taken) < count:
            left = _apart(left, tile)
    return taken


def _apart(left: Sequence[Sorted], tile: Tile) -> list[Sorted]:
    """Those that keep apart from a tile."""
    x, y = tile
    return [one for one in left if abs(one[1][0] - x) >= SPREAD or abs(one[1][1] - y) >= SPREAD]


def _first(equals: Sequence[Tile], tie: Tie) -> Tile:
    """The one of equals that comes first."""
    return min(equals, key=tie) if len(equals) > 1 else equals[0]


def _tie(situation: Situation, figure: Figure) -> Tie:
    """What decides between equals, the same whichever way the table is turned, as far as may be."""
    here = figure.tile
    foes = [foe.tile for foe in situation.foes]
    across, down = situation.board.width - 1, situation.board.height - 1

    def key(tile: Tile) -> tuple[int, int, int]:
        return (
            distance2(tile, here),
            sum(distance2(tile, foe) for foe in foes),
            (2 * tile[0] - across) ** 2 + (2 * tile[1] - down) ** 2,
        )

    return key
