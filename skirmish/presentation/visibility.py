"""Where figures are drawn on a view, what they see, cover and watch; lines of sight."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import pairwise

from attrs import frozen

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import (
    Facing,
    Tile,
    adjacent,
    distance2,
    facing_towards,
    tile_text,
    within,
)
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.common import suppression
from skirmish.rulesets.common.present import nearest_figures
from skirmish.rulesets.ruleset import Ruleset

_ROUND = 360
_EIGHTH = 45


def field_of_view(view: View, tile: Tile) -> int:
    """Mask of the tiles that a figure on a tile sees, up to the sight range of the house rules.

    Smoke that the view's side does not see is ignored.
    """
    field, reach = view.state.board.seen_from(tile), int(view.state.rule("sight", 0))
    return field & view.state.board.disc(tile, reach) if reach else field


def observers(view: View, tile: Tile) -> tuple[str, ...]:
    """The enemies in sight of the side that see a tile, lower ids first."""
    field, blind = field_of_view(view, tile), view.state.setup.declared.blind
    enemies = (enemy for enemy in view.enemies() if not blind(enemy))
    return by_id(enemy.id for enemy in enemies if field & view.state.board.bit(enemy.tile))


def cover_tile(board: Board, shooter: Tile, target: Tile) -> Tile | None:
    """The tile whose terrain covers a target: its own, or the last one before it."""
    kind = board.covering(shooter, target)
    last = board.line(shooter, target)[-1:]
    tiles = (target, *(tile for step in last for tile in step))
    return next((tile for tile in tiles if board.terrain(tile) == kind), None)


def shut_door_between(board: Board, a: Tile, b: Tile) -> Tile | None:
    """The first shut door between two tiles that would see each other if all doors were open."""
    first: Tile | None = None
    while (block := board.obstacle(a, b)) is not None:
        kind = board.terrain(block)
        if not kind.door or block in (a, b):
            return None
        first = first or block
        board = board.with_terrain(block, board.kinds[kind.door])
    return first


def nearest_known_enemy(view: View, tile: Tile) -> Tile | None:
    """The tile of the nearest enemy in sight of the side, else of the nearest last seen."""
    places = known_enemy_tiles(view, tile)
    return min(places, key=lambda place: (distance2(place, tile), place), default=None)


def known_enemy_tiles(view: View, tile: Tile) -> tuple[Tile, ...]:
    """The tiles of enemies in sight of the side, else those last seen; without `tile` itself."""
    seen = [enemy.tile for enemy in view.enemies()]
    last = [one.figure.at for one in view.contacts.values()]
    return tuple(place for place in seen or last if place is not None and place != tile)


def last_seen_mask(view: View) -> int:
    """Mask of the tiles where enemies out of sight were last seen and may still be."""
    board = view.state.board
    last = (one.figure for one in view.last_seen.values())
    return board.mask_of(figure.tile for figure in last if not figure.fate)


def ghost_tile(view: View, figure: Figure) -> Tile | None:
    """Where an enemy on a track was last seen, perhaps after that walk; None for other figures."""
    contact = view.contacts.get(figure.id)
    tracked = figure.at is None and figure.side != view.side and not figure.fate
    return contact.figure.at if contact and tracked and figure.id in view.state.tracks else None


def _last_places(view: View) -> Mapping[str, Tile]:
    """Where enemies out of sight were last seen: those that may still be there or left just now."""
    last = (one.figure for one in view.last_seen.values())
    walked = ((one.id, ghost_tile(view, one)) for one in view.state.figures.values())
    return {one.id: one.tile for one in last if not one.fate} | {
        name: tile for name, tile in walked if tile is not None
    }


def last_seen_on(view: View, path: Collection[Tile]) -> tuple[str, ...]:
    """The enemies out of sight that were last seen on a path."""
    return by_id(name for name, last in _last_places(view).items() if last in path)


def last_seen_beside(view: View, path: Collection[Tile]) -> tuple[str, ...]:
    """The enemies out of sight that were last seen next to a path, but not on it."""
    return by_id(
        name
        for name, last in _last_places(view).items()
        if last not in path and any(adjacent(last, tile) for tile in path)
    )


def covered_sides(board: Board, tile: Tile) -> tuple[tuple[Facing, int], ...]:
    """The sides from which a figure on a tile has cover, each with its degree, 1 to 3.

    The degree counts against fire straight from that side, over at least one tile.
    """
    found = []
    for side in Facing:
        (x, y), (dx, dy) = tile, side.delta
        if board.inside((x + dx, y + dy)):
            cover = board.cover((x + 2 * dx, y + 2 * dy), tile)
        else:
            cover = board.terrain(tile).cover
        if cover:
            found.append((side, cover))
    return tuple(found)


def covered_from(view: View, tile: Tile, *, nearest: bool) -> Mapping[Facing, int]:
    """The cover of a tile against the known enemies on each side; the least if they differ.

    With `nearest` against the nearest enemy only.
    """
    found: dict[Facing, int] = {}
    first = nearest_known_enemy(view, tile) if nearest else None
    for enemy in known_enemy_tiles(view, tile) if first is None else (first,):
        side, cover = facing_towards(tile, enemy), view.state.board.cover(enemy, tile)
        found[side] = min(found.get(side, cover), cover)
    return found


class Visibility:
    """Positions, sight and covered ground on one view; answers are cached."""

    def __init__(self, view: View) -> None:
        """Keep the view."""
        self.view = view
        self._threat: tuple[int, int] | None = None

    @property
    def board(self) -> Board:
        """The board as the side knows it."""
        return self.view.state.board

    def figures_at(self, tile: Tile) -> Iterator[str]:
        """Figures drawn on a tile: the one standing there, then ghosts seen passing."""
        state = self.view.state
        standing = state.standing(tile)
        if standing is not None:
            yield standing.id
        for name, figure in state.figures.items():
            if figure.at is None and self.position(name) == tile:
                yield name

    def position(self, name: str) -> Tile | None:
        """Where a figure is drawn; a ghost where it was last seen."""
        figure = self.view.state.figures.get(name)
        if figure is None:
            return None
        return ghost_tile(self.view, figure) if figure.at is None else figure.at

    def covered_mask(self, name: str, *, ranged: bool = True) -> int:
        """Mask of what a figure sees inside the arc and range of its weapons, as it faces now.

        Weapons without an arc or a range are not limited by it, none by its range unless `ranged`.
        """
        figure = self.view.state.figures.get(name)
        if figure is None or figure.at is None or self.view.state.setup.declared.blind(figure):
            return 0
        mask = 0
        for arc, limit in _sectors(figure):
            reach = limit if ranged else None
            mask |= self.board.arc_mask(figure.at, figure.facing, arc // _EIGHTH, reach)
        return mask & self.board.seen_from(figure.at)

    def threat_mask(self) -> int:
        """Mask of what the enemies in sight cover, as they stand and face now."""
        return self.threat_masks()[0]

    def threat_masks(self) -> tuple[int, int]:
        """Masks of the tiles that at least one enemy in sight covers, and at least two."""
        if self._threat is None:
            once = twice = 0
            for enemy in self.view.enemies():
                covered = self.covered_mask(enemy.id)
                twice |= once & covered
                once |= covered
            self._threat = once, twice
        return self._threat

    def threatened_by(self, tile: Tile) -> tuple[str, ...]:
        """The enemies in sight that have a tile in the arc of a weapon, lower ids first.

        None if weapons have no arc: then only `observers` matter.
        """
        bit, enemies = self.board.bit(tile), filter(_has_arc, self.view.enemies())
        return by_id(enemy.id for enemy in enemies if self.covered_mask(enemy.id) & bit)

    def arc_words(
        self, tile: Tile, join: Callable[[list[str]], str] = ", ".join
    ) -> tuple[str, ...]:
        """The enemies that have a tile in their arc: those that see it, then those too far away."""
        seers, named = self.observers(tile), self.threatened_by(tile)
        near = join([name for name in named if name in seers])
        far = join([name for name in named if name not in seers])
        words = f"in the arc of {near}", f"in the arc of {far}, if another enemy sees it"
        return tuple(one for one, names in zip(words, (near, far), strict=True) if names)

    def smoke_words(self, name: str, tile: Tile) -> str:
        """The smoke that hides the nearest of the enemies in range of a figure on a tile; or "".

        Smoke that is not all that is in between does not count.
        """
        board, ranges = self.board, [r for _, r in _sectors(self.view.state.figures[name])]
        for enemy in nearest_figures(tile, self.view.enemies()):
            near = any(limit is None or within(tile, enemy.tile, limit) for limit in ranges)
            # From either end the first obstacle is smoke, else something else is in between.
            stops = board.obstacle(tile, enemy.tile), board.obstacle(enemy.tile, tile)
            smoke = [stop for stop in stops if stop and board.clouds & board.bit(stop)]
            if near and len(smoke) == len(stops):
                return f"smoke at {tile_text(smoke[0])} blocks the view of {enemy.id}"
        return ""

    def observers(self, tile: Tile) -> tuple[str, ...]:
        """The enemies in sight that see a tile, lower ids first."""
        return observers(self.view, tile)


def _has_arc(figure: Figure) -> bool:
    """Whether a figure has a weapon that does not cover the ground all around it."""
    return any(arc < _ROUND for arc, _ in _sectors(figure))


def _sectors(figure: Figure) -> list[tuple[int, int | None]]:
    """The arc and range of each weapon of a figure that covers ground."""
    return [weapon.sector for weapon in figure.who.weapons if weapon.sector is not None]


@frozen
class LineOfSight:
    """A line of sight: the tiles between its ends, and what blocks it.

    `blocker`: the first blocking tile; if the line runs between two, one of them. None if clear.
    """

    tiles: tuple[Tile, ...]
    blocker: Tile | None
    words: str


def line_of_sight(board: Board, start: Tile, end: Tile) -> LineOfSight:
    """The line of sight between two tiles of the board."""
    steps = board.line(start, end)
    tiles = tuple(tile for step in steps for tile in step)
    stop = board.obstacle(start, end)
    if stop is None:
        gap = _corner_gap(board, (start, *tiles, end))
        past = f": it passes the corner between {gap}" if gap else ""
        return LineOfSight(tiles, None, f"nothing blocks the line{past}")
    return LineOfSight(tiles, stop, _blocker_words(board, start, end, stop))


def _corner_gap(board: Board, tiles: tuple[Tile, ...]) -> str:
    """The two blocking tiles that a line passes where they touch at a corner; "" for none.

    Only tiles on the line block it, so neither of two diagonally adjacent walls does.
    """
    eyes = max(board.level(tiles[0]), board.level(tiles[-1]))

    def blocks(tile: Tile) -> bool:
        kind = board.terrain(tile)
        return kind.opaque or board.level(tile) + kind.height > eyes

    for (x, y), (to_x, to_y) in pairwise(tiles):
        sides = ((x, to_y), (to_x, y))
        if abs(x - to_x) == abs(y - to_y) == 1 and all(map(blocks, sides)):
            return " and ".join(f"{board.terrain(one).name} at {tile_text(one)}" for one in sides)
    return ""


def _blocker_words(board: Board, start: Tile, end: Tile, stop: Tile) -> str:
    """The blocking tile and the reason why it blocks."""
    kind, where = board.terrain(stop), tile_text(stop)
    if board.clouds & board.bit(stop):
        return f"smoke at {where} blocks the line"
    if kind.opaque:
        return f"{kind.name} at {where} blocks the line at any height"
    top, eyes = board.level(stop) + kind.height, max(board.level(start), board.level(end))
    what = f"{kind.name} at {where} blocks the line"
    if not kind.height:
        return f"{what}: the ground there is at level {top}, both ends are below it"
    return f"{what}: it reaches level {top}, the higher end is at level {eyes}"


@frozen
class WatchedGround:
    """Tiles on which figures of a side react; `under_fire`: by suppressive fire."""

    side: str
    under_fire: bool
    mask: int


def watched_words(ruleset: Ruleset, view: View, tile: Tile) -> list[str]:
    """The sides that watch a tile or keep it under fire, in words."""
    found = []
    for ground in watched_ground(ruleset, view):
        if ground.mask & view.state.board.bit(tile):
            does = "keeps this ground under fire" if ground.under_fire else "watches this ground"
            found.append(f"{view.state.setup.sides[ground.side].name} {does}")
    return found


def watched_ground(ruleset: Ruleset, view: View) -> tuple[WatchedGround, ...]:
    """All watched ground: the viewing side's before the enemy's, watch before fire."""
    state, masks = view.state, dict[tuple[str, bool], int]()
    kinds = state.setup.declared.zones
    for zone in state.zones.values():
        if not kinds[zone.kind].drifts:
            key = zone.side, zone.kind == suppression.KIND
            masks[key] = masks.get(key, 0) | state.board.mask_of(zone.tiles)
    for figure in state.present(view.side):
        if mask := ruleset.reactions.watches(state, figure):
            key = figure.side, False
            masks[key] = masks.get(key, 0) | mask
    order = sorted(masks, key=lambda one: (one[0] != view.side, one[1]))
    return tuple(WatchedGround(*key, masks[key]) for key in order)
