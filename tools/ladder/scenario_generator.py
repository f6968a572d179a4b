"""Scenarios for the ladder, made from a number: no opening is met often enough to be learnt.

On one map a level plays the same first bounds in every game, and what comes of these few orders
decides much of them all. So each pair gets ground, forces and objectives of its own, the same for
both sides, and the same again wherever the number is the same.
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
"""What stands in lines, and what in patches: what is named twice is drawn twice as often."""

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
"""Kinds of each ruleset's armoury: who leads, who makes up the line, who carries something else."""

Draw = Callable[[int], int]


def generated_scenario(ruleset: str, number: int) -> str:
    """The text of a scenario, in its canonical form.

    Args:
        ruleset: The id of its rules.
        number: Which of them; each has its own ground, forces and objectives.
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
    """One who leads, two of the line, two of other trades."""
    line, trades = LINE[ruleset], TRADES[ruleset]
    first = draw(len(trades))
    second = (first + 1 + draw(len(trades) - 1)) % len(trades)
    leader = LEADERS[ruleset][draw(len(LEADERS[ruleset]))]
    return [leader, line[0], line[draw(len(line))], trades[first], trades[second]]


def _areas(draw: Draw) -> tuple[tuple[int, int, int, int], ...]:
    """What is to be held: the middle, more seldom two places beside it, or nothing."""
    return ((MIDDLE,), (MIDDLE,), WINGS, ())[draw(4)]


def _objective(side: str, area: tuple[int, int, int, int] | None) -> Iterator[str]:
    yield from ("", "[[objectives]]", f'side = "{side}"')
    if area is None:
        yield from ('kind = "destroy"', "points = 1", 'text = "Put an enemy out: 1 each"')
    else:
        yield from ('kind = "hold"', f"area = {list(area)}", "points = 1")
        yield 'text = "Hold the place: 1 a turn"'


def _rows(draw: Draw, areas: Sequence[tuple[int, int, int, int]]) -> list[str]:
    """The map: features on one half, and the same ones turned by half on the other."""
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
    """Draw a feature and its image, where it meets no other, itself turned, nor what is kept."""
    image = {(WIDTH - 1 - x, HEIGHT - 1 - y): mark for (x, y), mark in feature.items()}
    both = {**feature, **image}
    free = len(both) == len(feature) + len(image) and not kept & both.keys()
    if free and all(drawn.get(tile) == OPEN for tile in both):
        drawn |= both


def _house(draw: Draw) -> dict[Tile, str]:
    """Walls around a floor, with a door and windows, clear of where sides deploy."""
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
