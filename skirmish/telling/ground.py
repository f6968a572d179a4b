"""Tiles, zones, chances and names in words, as one side knows them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from skirmish.core.board import Terrain
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.state import Objective, Zone, in_area
from skirmish.core.view import View


def percent(chance: Fraction) -> str:
    """A chance in whole percent; only what must happen is 100%, only what cannot is 0%."""
    if chance <= 0:
        return "0%"
    if chance >= 1:
        return "100%"
    whole = round(chance * 100)
    return "<1%" if whole < 1 else ">99%" if whole > 99 else f"{whole}%"  # noqa: PLR2004 - percent


def tile_words(view: View, tile: Tile) -> str:
    """A tile in a few words: where, what ground, how high, how much cover, whether in sight."""
    board = view.state.board
    if not board.inside(tile):
        return "off the map"
    kind = board.terrain(tile)
    words = [f"{tile_text(tile)} {kind.name}"]
    if level := board.level(tile):
        words.append(f"level {level}")
    if kind.cover:
        words.append(f"cover {kind.cover}")
    words += ["objective"] if goals_at(view, tile) else []
    words += zones_at(view, tile)
    if not view.seen & board.bit(tile):
        words.append("unseen by you")
    return ", ".join(words)


def going_words(kind: Terrain) -> str:
    """How a kind of ground is walked on."""
    barred = "shut" if kind.door else "cannot be entered"
    return {0: barred, 1: "free going"}.get(kind.cost, f"costs x{kind.cost}")


def goals_at(view: View, tile: Tile) -> list[Objective]:
    """The objectives whose area holds a tile."""
    goals = view.state.setup.objectives
    return [goal for goal in goals if goal.area is not None and in_area(goal.area, tile)]


def zones_at(view: View, tile: Tile) -> list[str]:
    """The zones that a tile lies in, each with who keeps it up, where that is known."""
    zones = view.state.zones.values()
    return list(dict.fromkeys(_zone_words(view, z) for z in zones if tile in z.tiles))


def _zone_words(view: View, zone: Zone) -> str:
    label = view.state.setup.declared.zones[zone.kind].label
    return f"{label} of {zone.owner}" if zone.owner else label


def zones_on_way(view: View, path: Iterable[Tile]) -> list[str]:
    """The enemy's zones, and clouds, that a way leads through."""
    tiles, kinds = tuple(path), view.state.setup.declared.zones
    zones = view.state.zones.values()
    met = [
        z for z in zones if (z.side != view.side or kinds[z.kind].drifts) and not kinds[z.kind].item
    ]
    crossed = [z for z in met if any(tile in z.tiles for tile in tiles)]
    return list(dict.fromkeys(_zone_words(view, zone) for zone in crossed))


def name_of(view: View, name: str) -> str:
    """The name of a figure that the view knows; empty for anything else."""
    figure = view.state.figures.get(name)
    return figure.who.name if figure else ""
