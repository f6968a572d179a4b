"""Generator of symmetric scenarios for the ladder from a ruleset and a number.

On a fixed map a level plays the same first bounds in every game, so its results depend on a few
orders. Each pair therefore gets map, forces and objectives of its own, the same for both sides. The
same number gives the same scenario on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from skirmish.ai import Stream
from skirmish.core.geometry import Tile

WIDTH, HEIGHT = 24, 16
DEPTH = 4
"""Columns in which a side deploys."""
TURNS = 8
BREAK_POINT = 80
MIDDLE = (10, 6, 13, 9)
WINGS = ((9, 1, 12, 4), (11, 11, 14, 14))
OPEN, FLOOR, WALL, DOOR, WINDOW = ".,#+|"
LINES, PATCHES = "%--", "TTo::"
"""Terrain of lines and of patches; what is listed twice is drawn twice as often."""

LEADERS: Mapping[str, Sequence[str]] = {
    "opposed_d6": ("sergeant", "veteran"),
    "dice_pool": ("sergeant", "veteran"),
    "d20": ("veteran",),
    "d100": ("veteran",),
    "trait_die": ("sergeant", "quartermaster"),
}
LINE: Mapping[str, Sequence[str]] = {
    "opposed_d6": ("rifleman", "rifleman", "raider", "conscript"),
    "dice_pool": ("soldier", "soldier", "guard", "hunter"),
    "d20": ("guard", "guard", "raider", "recruit"),
    "d100": ("trooper", "trooper", "raider", "recruit"),
    "trait_die": ("trooper", "trooper", "raider", "recruit"),
}
TRADES: Mapping[str, Sequence[str]] = {
    "opposed_d6": ("machine_gunner", "sniper", "grenadier", "mortar_team", "rocketeer"),
    "dice_pool": ("gunner", "marksman", "breacher", "grenadier", "rocketeer"),
    "d20": ("gunner", "marksman", "grenadier", "breacher", "rocketeer"),
    "d100": ("gunner", "sniper", "grenadier", "hauler", "warden"),
    "trait_die": ("gunner", "marksman", "grenadier", "breacher", "rocketeer"),
}
"""Kinds of each ruleset by role: leaders, line, specialists."""

Draw = Callable[[int], int]


def generated_scenario(ruleset: str, number: int) -> str:
    """Generate the text of a scenario in its canonical form.

    Args:
        ruleset: Id of the ruleset.
        number: Seed of the scenario: map, forces and objectives depend on it.
    """
    draw = Stream(f"ground {ruleset} {number}").pick
    force = _force(ruleset, draw)
    areas = _areas(draw)
    text = [
        "format = 1",
        f'title = "Ground {number}, five a side"',
        f'ruleset = "{ruleset}"',
        f"turns = {TURNS}",
        'first = "blue"',
        'briefing = "Two sections, the same on both sides, on ground that is itself when turned."',
        "",
        "[map]",
        'rows = """',
        *_rows(draw, areas),
        '"""',
    ]
    for side, left in (("blue", 0), ("red", WIDTH - DEPTH)):
        text += _side(side, left, force)
    for side in ("blue", "red"):
        for area in (*areas, None):
            text += _objective(side, area)
    return "\n".join(text) + "\n"


def _side(side: str, left: int, force: Sequence[str]) -> Iterator[str]:
    yield from ("", f"[sides.{side}]", f'name = "{side.capitalize()}"')
    yield f"deploy = [{left}, 0, {left + DEPTH - 1}, {HEIGHT - 1}]"
    yield f"break_point = {BREAK_POINT}"
    for place, kind in enumerate(force, 1):
        yield from ("", f"[[sides.{side}.figures]]", f'id = "{side[0]}{place}"', f'kind = "{kind}"')


def _force(ruleset: str, draw: Draw) -> list[str]:
    """A leader, two of the line, two specialists."""
    line, trades = LINE[ruleset], TRADES[ruleset]
    first = draw(len(trades))
    second = (first + 1 + draw(len(trades) - 1)) % len(trades)
    leader = LEADERS[ruleset][draw(len(LEADERS[ruleset]))]
    return [leader, line[0], line[draw(len(line))], trades[first], trades[second]]


def _areas(draw: Draw) -> tuple[tuple[int, int, int, int], ...]:
    """Objectives to hold: the middle, less often two places beside it, or none."""
    return ((MIDDLE,), (MIDDLE,), WINGS, ())[draw(4)]


def _objective(side: str, area: tuple[int, int, int, int] | None) -> Iterator[str]:
    yield from ("", "[[objectives]]", f'side = "{side}"')
    if area is None:
        yield from ('kind = "destroy"', "points = 1", 'text = "Put an enemy out: 1 each"')
    else:
        yield from ('kind = "hold"', f"area = {list(area)}", "points = 1")
        yield 'text = "Hold the place: 1 a turn"'


def _rows(draw: Draw, areas: Sequence[tuple[int, int, int, int]]) -> list[str]:
    """The map: features on one half, rotated by 180 degrees on the other."""
    drawn = {(x, y): OPEN for x in range(WIDTH) for y in range(HEIGHT)}
    kept = {
        (x, y) for x0, y0, x1, y1 in areas for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)
    }
    for _ in range(4 + draw(3)):
        _put(drawn, _house(draw), kept)
    for _ in range(14 + draw(9)):
        _put(drawn, _feature(draw), set())
    return ["".join(drawn[x, y] for x in range(WIDTH)) for y in range(HEIGHT)]


def _put(drawn: dict[Tile, str], feature: Mapping[Tile, str], kept: set[Tile]) -> None:
    """Draw a feature and its rotated image where neither meets another one or reserved tiles."""
    image = {(WIDTH - 1 - x, HEIGHT - 1 - y): mark for (x, y), mark in feature.items()}
    both = {**feature, **image}
    free = len(both) == len(feature) + len(image) and not kept & both.keys()
    if free and all(drawn.get(tile) == OPEN for tile in both):
        drawn |= both


def _house(draw: Draw) -> dict[Tile, str]:
    """Walls around a floor, with a door and windows, outside of the deployment areas."""
    wide, high = 4 + draw(3), 4 + draw(2)
    left, top = DEPTH + 1 + draw(WIDTH // 2 - DEPTH - 2), 1 + draw(HEIGHT - high - 1)
    found = {
        (left + x, top + y): WALL if x in (0, wide - 1) or y in (0, high - 1) else FLOOR
        for x in range(wide)
        for y in range(high)
    }
    found[left + 1 + draw(wide - 2), top + (high - 1) * draw(2)] = DOOR
    found[left + (wide - 1) * draw(2), top + 1 + draw(high - 2)] = DOOR
    for x in (0, wide - 1):
        tile = left + x, top + 1 + draw(high - 2)
        if found[tile] == WALL:
            found[tile] = WINDOW
    return found


def _feature(draw: Draw) -> dict[Tile, str]:
    """A line of hedge or low wall, or a patch of wood, brush or rocks."""
    x, y = 2 + draw(WIDTH // 2 - 2), draw(HEIGHT)
    kind = draw(len(LINES + PATCHES))
    if kind < len(LINES):
        along = ((1, 0), (0, 1))[draw(2)]
        return dict(_line((x, y), along, 2 + draw(4), LINES[kind]))
    mark = PATCHES[kind - len(LINES)]
    return {
        (x + dx, y + dy): mark
        for dx in range(1 + draw(2))
        for dy in range(1 + draw(2))
        if y + dy < HEIGHT
    }


def _line(start: Tile, along: Tile, length: int, mark: str) -> Iterator[tuple[Tile, str]]:
    for step in range(length):
        x, y = start[0] + step * along[0], start[1] + step * along[1]
        if x < WIDTH and y < HEIGHT:
            yield (x, y), mark
