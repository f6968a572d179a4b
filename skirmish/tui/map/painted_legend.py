"""The legend of the painted map: a swatch of each colour and its meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

import numpy as np
from textual.content import Content

from skirmish.core.setup import Side
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.tui.map.badges import label_colours
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import Glyphs
from skirmish.tui.map.terrain_looks import Colour, MapTheme, look_id
from skirmish.tui.wrapping import hung

_RIM, _HATCH, _FILL, _DOTS, _GROUND = "▛▜", "▞▞", "██", "··", "▒▒"
"""Swatches of a rim, of a hatch, of an area, of a dotted line, and of ground in two colours."""
_UPRIGHT, _FLAT = "╎╎", "╌╌"
"""Swatches of ticks on watched ground, and on ground under fire."""
_COLUMN = 26
"""Columns of a terrain in the list."""
_CHANCE = "58%"
_CHANCES = (
    ("good", "at an enemy: it loses a fifth of its worth or more on average"),
    ("middling", "at an enemy: it loses a fifteenth or more"),
    ("bad", "at an enemy: it loses less than that"),
    ("later", "at an enemy: the chance when the figure may next attack"),
)
"""Tones of the chances at enemies, as badges draw them, and their meanings."""
_OVER = (
    (_RIM, "reach", "where the figure can go, a run included; dashed rim or stronger tint:"),
    ("", "reach", "  it can still act there, or need not run"),
    (_RIM, "arc", "the arc of the figure"),
    (_HATCH, "danger", "enemies in sight can fire there; crossed: two or more of them"),
    (_RIM, "field", "what the tile sees"),
    (_RIM, "objective_rim", "the ground of an objective; tinted: within that of another"),
    (_FILL, "chosen", "the chosen figure"),
    ("▀▀", "whole", "below a figure: what is left of its health"),
    (_UPRIGHT, "cursor", "upright ticks: watched: a figure that moves there may be fired at"),
    (_FLAT, "cursor", "flat ticks: ground under suppressive fire"),
    ("", "cursor", "ticks have the colour of the side that fires; the enemy's are longer"),
    (_FILL, "area", "area of the order; stronger: an enemy there loses more"),
    (_FILL, "scatter", "where a shell may come down, with its chance"),
    (_DOTS, "fire_line", "line of fire, or the route of a move"),
    (_DOTS, "blocked", "the part of a line that something blocks, or where a move stops"),
    (_FILL, "shield", "bar at a side of the tile: cover from there; paler: less"),
    (_FILL, "smoke", "smoke"),
    (_FILL, "gas", "gas"),
)
"""Overlays: swatch, colour of the theme, meaning."""


def painted_lines(legal: LegalOrders, theme: MapTheme) -> list[Content]:
    """The overlays of the map, then the ground of this board, as painted."""
    board = legal.board
    kinds = {board.terrain((x, y)) for x in range(board.width) for y in range(board.height)}
    over = [
        Content.assemble(_swatch(mark, theme.colours[c]), f" {text}") for mark, c, text in _OVER
    ]
    over += [
        Content.assemble(_swatch(_CHANCE, *label_colours(theme, tone)), f" {text}")
        for tone, text in _CHANCES
    ]
    ground = []
    for kind in sorted(kinds, key=lambda kind: kind.name):
        look = look_id(kind)
        shades = theme.shades(look, kind.colour) if kind.colour else theme.looks[look]
        ground.append(Content.assemble(_swatch(_GROUND, *shades[:2]), f" {kind.name}"))
    return [*over, *in_pairs(ground, _COLUMN)]


def order_key(overlay: Overlay, theme: MapTheme | None, glyphs: Glyphs) -> list[Content]:
    """The meaning of the colours of an order at an area, or without a theme of its signs."""
    fill, edge = (_FILL, _RIM) if theme is not None else (glyphs.area, glyphs.area)
    graded = any(chance is not None for _, chance in overlay.falls)
    entries = []
    if overlay.area:
        entries.append((edge, "area", "area of the order"))
    if overlay.strengths and theme is not None:
        entries.append((fill, "area", "stronger: an enemy there loses more"))
    if overlay.falls:
        chance = ", with the chance" if graded and theme is not None else ""
        mark = _FILL if theme is not None else f"{glyphs.falls[0]}{glyphs.falls[-1]}"
        likely = "; denser: more likely" if graded else ""
        entries.append((mark, "scatter", f"where it may come down{chance}{likely}"))
    return [
        Content(f"{mark} {words}")
        if theme is None
        else Content.assemble(_swatch(mark, theme.colours[colour]), f" {words}")
        for mark, colour, words in entries
    ]


def reach_key(words: Sequence[str], theme: MapTheme | None, width: int) -> list[Content]:
    """Words about the reach, each after its mark on a painted map, wrapped to a width."""
    if theme is None:
        return []
    swatch = _swatch(_RIM, theme.colours["reach"])
    return [line for one in words for line in hung(Content.assemble(swatch, f"  {one}"), width)]


def watch_key(
    sides: Mapping[str, Side], overlay: Overlay, theme: MapTheme | None, width: int
) -> list[Content]:
    """Which side watches the ground with ticks on a painted map, or keeps it under fire."""
    if theme is None:
        return []
    colours, lines = theme.sides(sides), list[Content]()
    for ground in overlay.watched:
        name = sides[ground.side].name
        mark, does = (_FLAT, "under fire from") if ground.under_fire else (_UPRIGHT, "watched by")
        colour = (colours[ground.side] + theme.colours["cursor"]) / np.float32(2)
        line = Content.assemble(_swatch(mark, colour), f"  ticks: {does} {name}")
        lines += hung(line, width)
    return lines


def in_pairs(entries: list[Content], column: int) -> list[Content]:
    """Entries two to a line; the second begins at a column, or two after the first."""
    pairs = zip_longest(entries[::2], entries[1::2], fillvalue=Content(""))
    return [one.pad_right(max(2, column - one.cell_length)) + other for one, other in pairs]


def _swatch(mark: str, ink: Colour, ground: Colour | None = None) -> Content:
    """A mark in a colour, with a ground if one is given."""
    on = "" if ground is None else f" on {_hex(ground)}"
    return Content.styled(mark, f"{_hex(ink)}{on}")


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{min(255, max(0, round(float(part)))):02x}" for part in colour)
