"""Tiles, distances, cover, objectives and zones in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt

from skirmish.core.board import Terrain
from skirmish.core.geometry import Facing, Tile, distance2, tile_text
from skirmish.core.sanitize import display_width
from skirmish.core.state import STEPS, Objective, Zone, in_area
from skirmish.core.text import pluralize
from skirmish.core.view import View
from skirmish.presentation.objective_status import BOTH, holder
from skirmish.presentation.visibility import covered_from, covered_sides


def tile_words(
    view: View,
    tile: Tile,
    width: int = 0,
    *,
    beside: bool = False,
    shooter: str = "",
    short: bool = False,
) -> str:
    """A tile in a few words: position, terrain, level, cover, whether in sight.

    If a width is given, parts that do not fit are left out: first the level, last the cover.
    `beside`: with the cover by neighbouring tiles, if its own ground gives none; `short`: only that
    against the nearest enemy, for when that against all does not fit. `shooter`: if an enemy in
    sight stands there, its cover against that figure.
    """
    board = view.state.board
    if not board.inside(tile):
        return "off the map"
    kind, level = board.terrain(tile), board.level(tile)
    name = f"{tile_text(tile)} {kind.name}"
    height = [f"level {level}"] if level else []
    cover = [f"gives cover {_cover(view, kind.cover)}"] if kind.cover else []
    if beside and not cover and (by := cover_beside(view, tile, nearest=short)):
        cover = [f"cover {by}"]
    if shooter and any(enemy.at == tile for enemy in view.enemies()):
        cover = _cover_against(view, tile, shooter)
    goal = _objective_words(view, tile)
    zones = zones_at(view, tile)
    hidden = [] if view.seen & board.bit(tile) else ["unseen by you"]
    words = [name, *height, *cover, *goal, *zones, *hidden]
    if beside and cover and not short and 0 < width < display_width(", ".join(words)):
        return tile_words(view, tile, width, beside=True, shooter=shooter, short=True)
    for least in (*height, *goal, *zones, *hidden, *cover):
        if 0 < width < display_width(", ".join(words)):
            words.remove(least)
    return ", ".join(words)


def _cover_against(view: View, tile: Tile, shooter: str) -> list[str]:
    """The cover of a tile against an own figure, if any: `cover +4 against b2`."""
    source = view.state.figures[shooter].at
    degree = 0 if source is None else view.state.board.cover(source, tile)
    return [f"cover {_cover(view, degree)} against {shooter}"] if degree else []


def cover_beside(view: View, tile: Tile, *, nearest: bool = False) -> str:
    """The cover of a tile by its neighbours against the known enemies; "" for none.

    With `nearest` against the nearest one only, in short words. If no enemy is known, as in
    deployment, the best cover and the sides that it faces.
    """
    known = covered_from(view, tile, nearest=nearest)
    sides = known or dict(covered_sides(view.state.board, tile))
    degrees = sorted({cover for cover in sides.values() if cover}, reverse=True)
    parts, against = [], "against enemies" if known and not nearest else "against"
    for degree in degrees if known else degrees[:1]:
        towards = "/".join(side.name for side in Facing if sides.get(side) == degree)
        parts.append(f"{_cover(view, degree)} {against} {towards}")
    return ", ".join(parts)


def _cover(view: View, degree: int) -> str:
    """A degree of cover as the rules of the battle count it."""
    return view.state.setup.declared.cover[degree]


def _objective_words(view: View, tile: Tile) -> list[str]:
    """A note that a tile belongs to an objective, with its known holder; [] for other tiles."""
    here = objectives_at(view, tile)
    if not here:
        return []
    held = holder(view, min(here, key=lambda goal: goal.side != view.side))
    known = {view.side: " held by you", view.enemy: " held by the enemy"}
    if view.shows_all:
        known = {name: f" held by {side.name}" for name, side in view.state.setup.sides.items()}
    return [f"objective{(known | {BOTH: ' held by neither'}).get(held, '')}"]


def place_words(tile: Tile | None) -> str:
    """Where something lands; None is off the map."""
    return "off the map" if tile is None else tile_text(tile)


def movement_words(kind: Terrain) -> str:
    """The movement cost of a terrain."""
    barred = "shut" if kind.door else "cannot be entered"
    return {0: barred, 1: "no extra cost"}.get(kind.cost, f"costs x{kind.cost}")


def objectives_at(view: View, tile: Tile) -> list[Objective]:
    """The objectives whose area holds a tile."""
    goals = view.state.objectives
    return [goal for goal in goals if goal.area is not None and in_area(goal.area, tile)]


def zones_at(view: View, tile: Tile, *, ends: bool = False) -> list[str]:
    """The zones that contain a tile, each with its owner if known, and with `ends` its end."""
    zones = (zone for zone in view.state.zones.values() if tile in zone.tiles)
    return list(dict.fromkeys(zone_words(view, z) + _end_words(view, z) * ends for z in zones))


def _end_words(view: View, zone: Zone) -> str:
    """When a zone ends, as that turn of its side begins; "" if that is not known before."""
    whose = "your" if zone.side == view.side else "the enemy's"
    return f" until {whose} turn {zone.until // STEPS}" if zone.until else ""


def distance_words(here: Tile, there: Tile) -> str:
    """The distance that ranges are compared with: `10 tiles`, `10.1 tiles`.

    It is rounded up, so that anything beyond a range in whole tiles is shown beyond it.
    """
    tenths = isqrt(100 * distance2(here, there) - 1) + 1 if here != there else 0
    whole, part = divmod(tenths, 10)
    return f"{whole}.{part} tiles" if part else pluralize(whole, "tile")


def zone_words(view: View, zone: Zone) -> str:
    """A zone with its owner, if that is known: `gas of r3`."""
    label = view.state.setup.declared.zones[zone.kind].label
    return f"{label} of {zone.owner}" if zone.owner else label


def zones_on_path(view: View, path: Iterable[Tile], idle: Sequence[str] = ()) -> list[str]:
    """The enemy zones and drifting clouds on a path, with the effect of each cloud.

    `idle`: ids of the zones whose owner cannot react to the path.
    """
    tiles, kinds = tuple(path), view.state.setup.declared.zones
    zones = view.state.zones.values()
    met = [
        z for z in zones if (z.side != view.side or kinds[z.kind].drifts) and not kinds[z.kind].item
    ]
    crossed = [z for z in met if any(tile in z.tiles for tile in tiles)]
    does = {name: ", which only blocks sight" for name, one in kinds.items() if one.opaque}
    does |= {name: f", which harms only {one.acts}" for name, one in kinds.items() if one.acts}
    quiet = dict.fromkeys(idle, ", which cannot react to this move")
    found = (
        zone_words(view, zone) + does.get(zone.kind, "") + quiet.get(zone.id, "")
        for zone in crossed
    )
    return list(dict.fromkeys(found))
