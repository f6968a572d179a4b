"""Sentences about the map: surroundings, directions, tiles, areas and objectives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from skirmish.core.board import Terrain
from skirmish.core.events import Left
from skirmish.core.geometry import Facing, Tile, facing_towards, nearest_first, tile_text
from skirmish.core.sanitize import escaped
from skirmish.core.setup import tiles_in
from skirmish.core.state import Objective
from skirmish.core.text import pluralize
from skirmish.errors import OrderRefused
from skirmish.line.figure_text import (
    COVER_WORDS,
    by_distance,
    enemy_lines,
    enemy_words,
    field_words,
    label,
    own_words,
)
from skirmish.line.phrases import DIRECTION_NAMES, bearing, join_words
from skirmish.line.references import (
    find_figure,
    find_tile,
    parse_direction,
    parse_exact_tile,
    suggestion,
)
from skirmish.presentation.ground_words import movement_words, objectives_at, zones_at
from skirmish.presentation.objective_status import HOLD_RULE
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.setup.scenario_text import objective_words
from skirmish.presentation.visibility import field_of_view, line_of_sight

_AREA_NUMBERS = 4
_MAX_DIGITS = 4
_MAX_FRIENDS = 3
_MAX_RUNS = 7
"""Number of stretches of equal terrain that are named in each direction."""
_MAX_NEAREST = 3
_MAX_ROWS = 40


def surroundings(legal: LegalOrders, figure: str) -> list[str]:
    """Surroundings of a figure: its tile, enemies, friends, cover, doors, objectives."""
    mine, start = legal.view.state.figures.get(figure), legal.position(figure)
    if mine is None or start is None:
        return ["Choose a figure by its id first, or name a tile."]
    lines = [own_words(legal, mine), *tile_lines(legal, figure, start)[:1]]
    lines += enemy_lines(legal, figure)
    mates = [f for f in legal.view.own() if f.id != figure]
    near = by_distance(legal, start, mates)[:_MAX_FRIENDS]
    friend_words = [f"{label(f)} {bearing(start, f.tile)}" for f in near]
    lines += [f"Friends: {join_words(friend_words)}."] if friend_words else []
    return lines + nearby_lines(legal, start)


def map_lines(legal: LegalOrders, figure: str, words: Sequence[str]) -> list[str]:
    """Terrain around a figure or tile, in a direction, of a kind, or in an area.

    Raises:
        OrderRefused: The words name none of these.
    """
    start = legal.position(figure)
    text = " ".join(words).casefold()
    if area := _parse_area(text):
        return area_lines(legal, *area)
    if not words:
        return _overview(legal, start)
    if text in ("objectives", "objective", "goals"):
        return objective_places(legal, start) or ["No objective has a place on the map."]
    start = start or (legal.board.width // 2, legal.board.height // 2)
    if (facing := parse_direction(text)) is not None:
        return sector_lines(legal, start, facing)
    if text == "cover":
        return nearby_lines(legal, start)[:1] or ["There is no cover on this map."]
    if found := terrain_lines(legal, start, text):
        return found
    if parse_exact_tile(text) or find_figure(legal, text):
        place = find_tile(legal, figure, words)
        if not legal.board.inside(place):
            raise OrderRefused(f"{tile_text(place)} is off the map", remedy="'map' shows its size")
        return [f"From {tile_text(place)}:", *direction_lines(legal, place)]
    kinds = dict.fromkeys(legal.board.terrain(tile).name for tile in all_tiles(legal))
    raise OrderRefused(f"no '{escaped(text)}' on this map", remedy=suggestion(text, list(kinds)))


def _parse_area(text: str) -> tuple[Tile, Tile] | None:
    """Two corners, as in `3,4,9,8`, `3,4 9,8` or `3,4 to 9,8`; None for other text."""
    numbers = text.replace(" to ", ",").replace(" ", ",").split(",")
    if len(numbers) != _AREA_NUMBERS or not all(n.isascii() and n.isdigit() for n in numbers):
        return None
    if max(map(len, numbers)) > _MAX_DIGITS:
        return None
    left, top, right, bottom = map(int, numbers)
    return (left, top), (right, bottom)


def _overview(legal: LegalOrders, start: Tile | None) -> list[str]:
    board = legal.board
    size = f"The map is {board.width} tiles wide and {board.height} high"
    lines = [f"{size}; 0,0 is its north-west corner, columns count to the east, rows to the south."]
    if start is None:
        return lines + objective_places(legal, None)
    share = legal.view.seen.bit_count() * 100 // (board.width * board.height)
    lines.append(f"From {tile_text(start)}, tile by tile:")
    lines += direction_lines(legal, start)
    return [*lines, *nearby_lines(legal, start), f"Your side sees {share}% of the map."]


def tile_lines(legal: LegalOrders, figure: str, tile: Tile) -> list[str]:
    """A tile relative to a figure: terrain, objectives, sight, figures on it, fields of fire."""
    view, board, start = legal.view, legal.board, legal.position(figure)
    if not board.inside(tile):
        last = tile_text((board.width - 1, board.height - 1))
        return [f"{tile_text(tile)} is off the map, which goes from 0,0 to {last}."]
    kind = board.terrain(tile)
    facts = [kind.name]
    if level := board.level(tile):
        facts.append(f"level {level}")
    facts.append(movement_words(kind))
    if kind.cover:
        facts.append(f"a figure there is {COVER_WORDS[kind.cover]}")
    facts += zones_at(view, tile, ends=True)
    facts += _objectives_at(legal, tile)
    position = f", {bearing(start, tile)}" if start else ""
    lines = [f"{tile_text(tile)}{position}: {', '.join(facts)}."]
    if start is not None and start != tile:
        lines.append(_sight_words(legal, figure, start, tile))
    elif not view.seen & board.bit(tile):
        lines.append("It is out of your side's sight.")
    for name in legal.figures_at(tile):
        there = view.state.figures[name]
        mine = there.who.side == view.side
        words = own_words(legal, there) if mine else enemy_words(legal, there, figure)
        lines.append(words)
    covered = legal.arc_words(tile, join_words)
    return lines + [f"{words[:1].upper()}{words[1:]}." for words in covered]


def _objectives_at(legal: LegalOrders, tile: Tile) -> list[str]:
    """The objectives that a tile belongs to, each with its side or both."""
    sides: dict[str, list[str]] = {}
    judged = legal.ruleset.turn.judged
    for goal in objectives_at(legal.view, tile):
        sides.setdefault(objective_words(goal, judged), []).append(goal.side)
    found = []
    for text, owners in sides.items():
        one = "your objective" if owners[0] == legal.view.side else "the enemy's objective"
        found.append(f"{'an objective of both sides' if len(set(owners)) > 1 else one}: {text}")
    return found


def _sight_words(legal: LegalOrders, figure: str, start: Tile, tile: Tile) -> str:
    board = legal.board
    if board.sees(start, tile) and not field_of_view(legal.view, start) & board.bit(tile):
        return f"{figure} does not see so far; the line is free for fire at what a friend sees."
    if board.sees(start, tile):
        cover = board.cover(start, tile)
        behind = f" A figure there would be {COVER_WORDS[cover]}." if cover else ""
        return f"{figure} sees it, {field_words(legal, figure, tile, 'its')}.{behind}"
    if legal.view.seen & board.bit(tile):
        return f"{figure} does not see it, another figure does."
    stop = board.obstacle(start, tile)
    why = f": {line_of_sight(board, start, tile).words}" if stop else ""
    return f"It is out of your side's sight{why}."


def direction_lines(legal: LegalOrders, start: Tile) -> list[str]:
    """Terrain in each of the eight directions, up to the edge of the map."""
    return [direction_words(legal, start, facing) for facing in Facing]


def direction_words(legal: LegalOrders, start: Tile, facing: Facing) -> str:
    """Terrain on the straight line from a tile to the edge of the map."""
    tiles = list(_straight(legal, start, facing))
    if not tiles:
        return f"{DIRECTION_NAMES[facing].capitalize()}: the edge of the map."
    runs = [
        f"{len(list(run))} {name}" for name, run in groupby(_terrain_words(legal, t) for t in tiles)
    ]
    listed = ", ".join(runs[:_MAX_RUNS]) + (" and so on" if len(runs) > _MAX_RUNS else "")
    towards = DIRECTION_NAMES[facing].capitalize()
    return f"{towards}: {listed}; the edge after {pluralize(len(tiles), 'tile')}."


def _straight(legal: LegalOrders, start: Tile, facing: Facing) -> Iterator[Tile]:
    (x, y), (dx, dy) = start, facing.delta
    while legal.board.inside((x := x + dx, y := y + dy)):
        yield x, y


def _terrain_words(legal: LegalOrders, tile: Tile) -> str:
    name, level = legal.board.terrain(tile).name, legal.board.level(tile)
    return f"{name} at level {level}" if level else name


def all_tiles(legal: LegalOrders) -> Iterator[Tile]:
    """Every tile of the map, row by row."""
    board = legal.board
    return ((x, y) for y in range(board.height) for x in range(board.width))


def nearest_tiles(
    legal: LegalOrders, start: Tile, fits: Callable[[Terrain], bool], most: int = _MAX_NEAREST
) -> list[Tile]:
    """The nearest tiles whose terrain fits, without the start."""
    board = legal.board
    found = [tile for tile in all_tiles(legal) if tile != start and fits(board.terrain(tile))]
    return nearest_first(start, found)[:most]


def tile_list_words(legal: LegalOrders, start: Tile, found: list[Tile]) -> str:
    """Tiles with their terrain and bearing."""
    words = (
        f"{legal.board.terrain(tile).name} at {tile_text(tile)}, {bearing(start, tile)}"
        for tile in found
    )
    return "; ".join(words)


def nearby_lines(legal: LegalOrders, start: Tile) -> list[str]:
    """The nearest cover and doors, and the objectives."""
    lines = []
    cover = nearest_tiles(legal, start, lambda kind: bool(kind.cover and kind.cost))
    if cover:
        lines.append(f"Nearest cover: {tile_list_words(legal, start, cover)}.")
    if doors := nearest_tiles(legal, start, lambda kind: bool(kind.door)):
        lines.append(f"Doors: {tile_list_words(legal, start, doors)}.")
    return lines + objective_places(legal, start)


def objective_places(legal: LegalOrders, start: Tile | None) -> list[str]:
    """The objectives that have an area, with bearings from `start`."""
    state, judged = legal.view.state, legal.ruleset.turn.judged
    lines = []
    for goal in state.objectives:
        if goal.area is not None:
            position = f"; {_area_words(goal, start)}" if start is not None else ""
            owner = state.setup.sides[goal.side].name
            lines.append(f"{owner}: {objective_words(goal, judged)}{position}.")
    return lines


def objective_lines(legal: LegalOrders, figure: str) -> list[str]:
    """Every objective of both sides: side, points, bearing and walking cost."""
    lines, start = [], legal.position(figure)
    for goal in legal.view.state.objectives:
        owner = "Yours" if goal.side == legal.view.side else "The enemy's"
        lines.append(f"{owner}: {objective_words(goal, legal.ruleset.turn.judged)}.")
        if goal.area is not None and start is not None:
            words, ground = _area_words(goal, start), list(tiles_in(goal.area or (0, 0, 0, 0)))
            foot = "" if start in ground else f"; {_walking_words(legal, ground, start)}"
            lines.append(f"  From {figure}, {words}{foot}.")
        lines += [f"  {_target_words(legal, name, start)}." for name in goal.figures]
    if any(goal.kind == "hold" for goal in legal.view.state.objectives):
        lines.append(HOLD_RULE)
    return lines or ["There are no objectives: neither side can score."]


def distance_lines(legal: LegalOrders, figure: str, tile: Tile) -> list[str]:
    """Bearing and walking cost from a figure to a tile."""
    start = legal.position(figure)
    if start is None or not legal.board.inside(tile):
        return ["Choose a figure and a tile of the map first."]
    far = bearing(start, tile)
    return [f"{tile_text(tile)} from {figure}: {far}; {_walking_words(legal, [tile], start)}."]


def _walking_words(legal: LegalOrders, goals: list[Tile], start: Tile) -> str:
    """Cost of the cheapest path to one of some tiles, ignoring figures on the way."""
    open_ground = [tile for tile in goals if legal.board.passable(tile)]
    cost = legal.board.walking(open_ground).get(start) if open_ground else None
    if cost is None:
        return "there is no path"
    tiles = pluralize(cost // 2, "tile") if cost % 2 == 0 else f"{cost // 2}.5 tiles"
    return f"the path costs {tiles} of movement"


def _target_words(legal: LegalOrders, name: str, start: Tile | None) -> str:
    """A figure that an objective names, with what the side knows of it."""
    there = legal.view.state.figures.get(name)
    if there is None:
        news = (one.event for one in legal.view.news)
        fates = [event.fate for event in news if isinstance(event, Left) and event.figure == name]
        return f"{name}: {fates[-1] if fates else 'not in sight'}"
    at = legal.position(name)
    position = f", {bearing(start, at)}" if start is not None and at is not None else ""
    fate = f", {there.fate}" if there.fate else ""
    return f"{name} {there.who.name}{position}{fate}"


def _area_words(goal: Objective, start: Tile) -> str:
    left, top, right, bottom = goal.area or (0, 0, 0, 0)
    x, y = start
    close = (min(max(x, left), right), min(max(y, top), bottom))
    if close == start:
        return "that is where you stand"
    return f"its nearest tile is {tile_text(close)}, {bearing(start, close)}"


def area_lines(legal: LegalOrders, first: Tile, last: Tile) -> list[str]:
    """A part of the map, row by row from west to east."""
    board = legal.board
    left, right = sorted((min(first[0], board.width - 1), min(last[0], board.width - 1)))
    top, bottom = sorted((min(first[1], board.height - 1), min(last[1], board.height - 1)))
    lines = [f"Columns {left} to {right}, rows {top} to {bottom}, each row from west to east."]
    for y in range(top, min(bottom, top + _MAX_ROWS - 1) + 1):
        row = (_terrain_words(legal, (x, y)) for x in range(left, right + 1))
        runs = [f"{len(list(run))} {name}" for name, run in groupby(row)]
        lines.append(f"Row {y}: {', '.join(runs)}.")
    if bottom - top >= _MAX_ROWS:
        lines.append(f"The rows from {top + _MAX_ROWS} are not shown: name a smaller area.")
    return lines


def terrain_lines(legal: LegalOrders, start: Tile, word: str) -> list[str]:
    """The nearest terrain of a name; empty if there is none."""

    def fits(kind: Terrain) -> bool:
        return kind.id == word or word in kind.name.casefold().split() or kind.name == word

    most = 8
    found = nearest_tiles(legal, start, fits, most)
    return [f"Nearest: {tile_list_words(legal, start, found)}."] if found else []


def sector_lines(legal: LegalOrders, start: Tile, facing: Facing) -> list[str]:
    """Terrain in a direction: on the straight line, and the nearest of each kind in the sector."""
    first: dict[str, Tile] = {}
    for tile in nearest_first(start, all_tiles(legal)):
        if tile != start and facing_towards(start, tile) is facing:
            first.setdefault(_terrain_words(legal, tile), tile)
    first_tiles = [f"{name} from {tile_text(t)}, {bearing(start, t)}" for name, t in first.items()]
    lines = [direction_words(legal, start, facing)]
    return [*lines, f"In that direction: {'; '.join(first_tiles)}."] if first_tiles else lines
