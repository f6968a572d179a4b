"""The map in words: what lies in each direction, what is near, a part of it row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from skirmish.core.board import Terrain
from skirmish.core.events import Left
from skirmish.core.geometry import Facing, Tile, distance2, facing_towards, tile_text
from skirmish.core.state import Objective
from skirmish.core.text import many
from skirmish.line.bearings import NAMES, bearing
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.scenario_text import objective_words

_RUNS = 7
"""Stretches of a direction that are told one by one."""
_NEAREST = 3
_ROWS = 40


def ways_from(offers: LegalOrders, start: Tile) -> list[str]:
    """What lies in each of the eight directions, to the edge of the map."""
    return [way_words(offers, start, facing) for facing in Facing]


def way_words(offers: LegalOrders, start: Tile, facing: Facing) -> str:
    """The ground one comes to when one walks straight on."""
    tiles = list(_straight(offers, start, facing))
    if not tiles:
        return f"{NAMES[facing].capitalize()}: the edge of the map."
    runs = [f"{len(list(run))} {name}" for name, run in groupby(_ground(offers, t) for t in tiles)]
    told = ", ".join(runs[:_RUNS]) + (" and so on" if len(runs) > _RUNS else "")
    return f"{NAMES[facing].capitalize()}: {told}; the edge after {many(len(tiles), 'tile')}."


def _straight(offers: LegalOrders, start: Tile, facing: Facing) -> Iterator[Tile]:
    (x, y), (dx, dy) = start, facing.delta
    while offers.board.inside((x := x + dx, y := y + dy)):
        yield x, y


def _ground(offers: LegalOrders, tile: Tile) -> str:
    name, level = offers.board.terrain(tile).name, offers.board.level(tile)
    return f"{name} at level {level}" if level else name


def tiles(offers: LegalOrders) -> Iterator[Tile]:
    """Every tile of the map, row by row."""
    board = offers.board
    return ((x, y) for y in range(board.height) for x in range(board.width))


def nearest(
    offers: LegalOrders, start: Tile, fits: Callable[[Terrain], bool], most: int = _NEAREST
) -> list[Tile]:
    """The nearest tiles whose ground is as asked for, the start left out."""
    board = offers.board
    found = [tile for tile in tiles(offers) if tile != start and fits(board.terrain(tile))]
    return sorted(found, key=lambda tile: (distance2(start, tile), tile))[:most]


def where(offers: LegalOrders, start: Tile, found: list[Tile]) -> str:
    """Tiles with their ground and how they lie."""
    told = (
        f"{offers.board.terrain(tile).name} at {tile_text(tile)}, {bearing(start, tile)}"
        for tile in found
    )
    return "; ".join(told)


def near(offers: LegalOrders, start: Tile) -> list[str]:
    """Cover, doors and objectives that are near."""
    lines = []
    cover = nearest(offers, start, lambda kind: bool(kind.cover and kind.cost))
    if cover:
        lines.append(f"Nearest cover: {where(offers, start, cover)}.")
    if doors := nearest(offers, start, lambda kind: bool(kind.door)):
        lines.append(f"Doors: {where(offers, start, doors)}.")
    return lines + goals(offers, start)


def goals(offers: LegalOrders, start: Tile | None) -> list[str]:
    """The objectives that have a place, with how they lie."""
    setup = offers.view.state.setup
    lines = []
    for goal in setup.objectives:
        if goal.area is not None:
            lies = f"; {_area_words(goal, start)}" if start is not None else ""
            lines.append(f"{setup.sides[goal.side].name}: {objective_words(goal)}{lies}.")
    return lines


def objectives(offers: LegalOrders, figure: str) -> list[str]:
    """Every objective of both sides: whose, what for, how far off, and the way there on foot."""
    setup, start = offers.view.state.setup, offers.place(figure)
    lines = []
    for goal in setup.objectives:
        whose = "Yours" if goal.side == offers.view.side else "The enemy's"
        lines.append(f"{whose}: {objective_words(goal)}.")
        if goal.area is not None and start is not None:
            words, ground = _area_words(goal, start), _ground_of(goal)
            foot = "" if start in ground else f"; {_on_foot(offers, ground, start)}"
            lines.append(f"  From {figure}, {words}{foot}.")
        lines += [f"  {_whom(offers, name, start)}." for name in goal.figures]
    return lines or ["Nothing is paid for but what is lost."]


def way_off(offers: LegalOrders, figure: str, tile: Tile) -> list[str]:
    """How far a tile is from a figure, as a bird flies and on foot."""
    start = offers.place(figure)
    if start is None or not offers.board.inside(tile):
        return ["That cannot be told from here: choose a figure, and a tile of the map."]
    far = bearing(start, tile)
    return [f"{tile_text(tile)} from {figure}: {far}; {_on_foot(offers, [tile], start)}."]


def _ground_of(goal: Objective) -> list[Tile]:
    left, top, right, bottom = goal.area or (0, 0, 0, 0)
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def _on_foot(offers: LegalOrders, goals: list[Tile], start: Tile) -> str:
    """What the cheapest way to one of some tiles costs, whoever stands in it."""
    open_ground = [tile for tile in goals if offers.board.passable(tile)]
    cost = offers.board.walking(open_ground).get(start) if open_ground else None
    if cost is None:
        return "there is no way on foot"
    tiles = many(cost // 2, "tile") if cost % 2 == 0 else f"{cost // 2}.5 tiles"
    return f"the way there costs {tiles} of movement"


def _whom(offers: LegalOrders, name: str, start: Tile | None) -> str:
    """A figure that an objective is about, as far as the side knows it."""
    there = offers.view.state.figures.get(name)
    if there is None:
        news = (one.event for one in offers.view.news)
        fates = [event.fate for event in news if isinstance(event, Left) and event.figure == name]
        return f"{name}: {fates[-1] if fates else 'not in sight'}"
    at = offers.place(name)
    lies = f", {bearing(start, at)}" if start is not None and at is not None else ""
    fate = f", {there.fate}" if there.fate else ""
    return f"{name} {there.who.name}{lies}{fate}"


def _area_words(goal: Objective, start: Tile) -> str:
    left, top, right, bottom = goal.area or (0, 0, 0, 0)
    x, y = start
    close = (min(max(x, left), right), min(max(y, top), bottom))
    if close == start:
        return "that is where you stand"
    return f"its nearest tile is {tile_text(close)}, {bearing(start, close)}"


def rows(offers: LegalOrders, first: Tile, last: Tile) -> list[str]:
    """A part of the map, row by row from west to east."""
    board = offers.board
    left, right = sorted((min(first[0], board.width - 1), min(last[0], board.width - 1)))
    top, bottom = sorted((min(first[1], board.height - 1), min(last[1], board.height - 1)))
    lines = [f"Columns {left} to {right}, rows {top} to {bottom}, each row from west to east."]
    for y in range(top, min(bottom, top + _ROWS - 1) + 1):
        row = (_ground(offers, (x, y)) for x in range(left, right + 1))
        runs = [f"{len(list(run))} {name}" for name, run in groupby(row)]
        lines.append(f"Row {y}: {', '.join(runs)}.")
    if bottom - top >= _ROWS:
        lines.append(f"The rows from {top + _ROWS} on are left out: ask for them.")
    return lines


def of_kind(offers: LegalOrders, start: Tile, word: str) -> list[str]:
    """The nearest ground of a name; nothing where no ground is called so."""

    def fits(kind: Terrain) -> bool:
        return kind.id == word or word in kind.name.casefold().split() or kind.name == word

    most = 8
    found = nearest(offers, start, fits, most)
    return [f"Nearest: {where(offers, start, found)}."] if found else []


def in_sector(offers: LegalOrders, start: Tile, facing: Facing) -> list[str]:
    """What lies that way: straight on, and the nearest of each kind of ground in that eighth."""
    first: dict[str, Tile] = {}
    for tile in sorted(tiles(offers), key=lambda t: (distance2(start, t), t)):
        if tile != start and facing_towards(start, tile) is facing:
            first.setdefault(_ground(offers, tile), tile)
    told = [f"{name} from {tile_text(t)}, {bearing(start, t)}" for name, t in first.items()]
    lines = [way_words(offers, start, facing)]
    return [*lines, f"In that eighth of the map: {'; '.join(told)}."] if told else lines
