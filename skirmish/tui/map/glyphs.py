"""The characters for facings, ground and marks, each one column wide."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import evolve, frozen
from attrs import field as factory_field

from skirmish.core.sanitize import is_glyph
from skirmish.tui.map.paint import UNDERLINE, Ink, Soil

if TYPE_CHECKING:
    from fractions import Fraction

    from skirmish.core.board import Terrain
    from skirmish.core.figures import Declared, Figure

FALLS = (1, 5, 15, 35)
"""Chances in percent from which a tile where a shell may land has each of its marks."""
STATES = (
    *("suppressed", "fleeing", "ran", "defending", "holding"),
    *("stunned", "shocked", "jolted", "surprised", "shaken"),
)
"""The lasting states of all rulesets, each with a mark of its own."""
_DIGITS = "0123456789"
_NUMBERS = _DIGITS + "abcdefghijklmnopqrstuvwxyz"
_SIDE_INKS = {"blue": Ink.BLUE, "red": Ink.RED, "green": Ink.GREEN, "gold": Ink.GOLD}


@frozen
class Glyphs:
    """A set of marks; `arrows` are for the facings N, NE, E, SE, S, SW, W, NW.

    `low` are the same for a lying or kneeling figure. `fence` stands where the reach or the side's
    own zone begins and ends in a row and where it reaches the edge of the map, `other_fence` does
    the same for the other side's zone. `area` is what an order would cover, `field` what a tile
    sees and is seen from, `falls` where what is aimed may land, the likeliest last. `trail` is
    where a figure went. `flags` mark ground held by the viewing side, by the enemy, by both.
    `pointers` lead from a label to its tile on the left, on the right, above, below. `own_watches`
    is what own figures watch and keep under suppressive fire, `watches` what the enemy does.
    `conditions` are for lasting states, in the order of `STATES`; the last one is for all others.
    `textures` are characters for ground by its id. No mark over the ground of a lettered map is a
    sign of `core.board.TERRAIN`: without colours nothing else would distinguish them.
    """

    arrows: str
    low: str
    arc: str
    path: str
    conditions: str
    goal: str = "$"
    lost: str = "?"
    fence: str = "├┤─"
    other_fence: str = "╠╣═"
    threat: str = '"'
    field: str = "("
    area: str = ")"
    falls: str = "░▒▓█"
    dot: str = "·"
    trail: str = "·"
    flags: str = "▲▼◆"
    pointers: str = "◂▸▴▾"
    own_watches: str = "xX"
    watches: str = "zZ"
    ascii: bool = False
    textures: Mapping[str, str] = factory_field(factory=dict)

    def ground(self, terrain: Terrain) -> str:
        """The character for a kind of ground: its texture in this set, else its map letter."""
        return self.textures.get(terrain.id, terrain.glyph)

    def cloud(self, glyph: str) -> str:
        """A zone's own character, if this set can show it."""
        return glyph if is_glyph(glyph) and (glyph.isascii() or not self.ascii) else "%"


UNICODE = Glyphs(arrows="↑↗→↘↓↙←↖", low="⇑⇗⇒⇘⇓⇙⇐⇖", arc="'", path="•", conditions="!»≈¤§¶¥£±¬¿")
ASCII = Glyphs(
    arrows="^/>\\v/<\\",
    low=",,,,,,,,",
    arc="'",
    path="@",
    conditions="!_=$&~%+:#`",
    falls="1234",
    dot="|",
    fence="{]`",
    other_fence="()`",
    trail="`",
    flags="^vx",
    pointers="<>^v",
    ascii=True,
)

_TEXTURED = (
    *("wall", "hedge", "rubble", "low_wall", "sandbags", "trench"),
    *("wood", "brush", "rocks", "water", "fence"),
)
BLOCKS = evolve(
    UNICODE,
    falls="◦○◎●",
    flags="△▽◆",
    textures=dict(zip(_TEXTURED, "█▓▒▄▃▁♠♣▲≈╪", strict=True)),
)

ASCII_SWITCH = "SKIRMISH_ASCII"
"""Environment variable: 1 for ASCII only, 0 for all marks regardless of the locale."""


def fitting(environ: Mapping[str, str] = os.environ, wanted: str = "") -> Glyphs:
    """The set of marks for this terminal: ASCII if it is wanted, or if nothing else can be shown.

    Only ASCII can be shown if the locale has no UTF-8, and on the Linux console, whose fonts lack
    diagonal arrows. `wanted` is the player's setting; the environment variable overrides it.
    Without any locale a modern terminal is assumed.
    """
    switch = environ.get(ASCII_SWITCH, "")
    full = BLOCKS if wanted == "blocks" else UNICODE
    if switch:
        return full if switch == "0" else ASCII
    if wanted in ("ascii", "blocks"):
        return ASCII if wanted == "ascii" else full
    if environ.get("TERM") == "linux":
        return ASCII
    locale = next((environ[n] for n in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(n)), "utf-8")
    return UNICODE if "utf8" in locale.lower().replace("-", "") else ASCII


def fall_step(chance: Fraction) -> int | None:
    """Index of the highest of `FALLS` that a chance reaches; None below the first."""
    reached = [step for step, least in enumerate(FALLS) if chance * 100 >= least]
    return reached[-1] if reached else None


def stance(declared: Declared, figure: Figure, glyphs: Glyphs, now: int) -> str:
    """The second sign of a figure: the mark of its worst state, else its facing."""
    # This module is loaded before the first frame, which should not wait for that import.
    from skirmish.presentation.figure_status import lasting_states, worst_state

    at = worst_state(declared, figure, now)
    if at is None:
        return bearing(figure, glyphs)
    return mark_of(lasting_states(declared)[at], glyphs)


def bearing(figure: Figure, glyphs: Glyphs) -> str:
    """The arrow of a figure's facing; figures that do not stand upright have other arrows."""
    from skirmish.presentation.figure_status import STANDING

    return (glyphs.arrows if figure.posture == STANDING else glyphs.low)[figure.facing]


def number(name: str) -> str:
    """One character that distinguishes a figure from others of its kind: the number in its id.

    From ten on it is a letter (10 is `a`); an id without a number gives its last character.
    """
    digits = name[len(name.rstrip(_DIGITS)) :]
    if not digits:
        return name[-1:] if is_glyph(name[-1:]) else "+"
    return _NUMBERS[int(digits)] if int(digits) < len(_NUMBERS) else "+"


def mark_of(state: str, glyphs: Glyphs) -> str:
    """The mark of a lasting state, the same in every ruleset."""
    return glyphs.conditions[STATES.index(state) if state in STATES else -1]


def ground_ink(terrain: Terrain) -> Ink:
    """The ink of a kind of ground, by its effect on a figure there."""
    if terrain.door:
        return Ink.DOOR
    if terrain.cost == 0:
        return Ink.WALL if terrain.height or terrain.opaque else Ink.WATER
    if terrain.cover == 1:
        return Ink.GROWTH
    return Ink.ROUGH if terrain.cover or terrain.cost > 1 else Ink.PLAIN


_SOILS = {
    "road": Soil.ROAD,
    "bridge": Soil.ROAD,
    "floor": Soil.FLOOR,
    "door": Soil.WALL,
    "open_door": Soil.FLOOR,
    "window": Soil.WALL,
    "shallows": Soil.MIRE,
    "marsh": Soil.MIRE,
}


def soil(terrain: Terrain) -> Soil:
    """The visible kind of ground; a scenario's own terrain is judged by its effect."""
    if (known := _SOILS.get(terrain.id)) is not None:
        return known
    by_ink = {Ink.WALL: Soil.WALL, Ink.WATER: Soil.WATER, Ink.GROWTH: Soil.GROWTH}
    return by_ink.get(ground_ink(terrain), Soil.BARE)


def ground_pair(terrain: Terrain, glyphs: Glyphs) -> str:
    """The two characters of a tile; ground that fills its tile is drawn twice, to join up."""
    glyph = glyphs.ground(terrain)
    return glyph * 2 if terrain.cost == 0 else glyph + " "


def side_inks(sides: tuple[str, ...]) -> dict[str, Ink]:
    """An ink for each side: the one its id names, else blue for the first and red for the other."""
    named = [_SIDE_INKS.get(side) for side in sides]
    if None not in named and len(dict.fromkeys(named)) == len(sides):
        return {side: _SIDE_INKS[side] for side in sides}
    return dict(zip(sides, (Ink.BLUE, Ink.RED), strict=True))


def letter(figure: Figure, first: str) -> tuple[str, int]:
    """A figure's letter, and the weight that it needs.

    The first side has capitals, the other small letters; a character without these two forms is
    underlined for the other side.
    """
    glyph = figure.who.kind.glyph
    mine = figure.who.side == first
    cased = glyph.upper() if mine else glyph.lower()
    if not is_glyph(cased):
        cased = glyph
    same = glyph.upper() == glyph.lower() or cased not in (glyph.upper(), glyph.lower())
    return cased, UNDERLINE if same and not mine else 0
