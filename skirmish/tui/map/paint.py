"""The paint of a cell as one number: ink, ground and overlay.

A number says what a cell means ("the first side's ink, on level 2, out of sight, in reach"). The
palette decides which colours that gives, so a change of theme needs no new frame.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import IntEnum

from attrs import field, frozen
from rich.color import Color
from rich.style import Style


class Ink(IntEnum):
    """The meaning of a cell's character."""

    PLAIN = 0
    GROWTH = 1
    WATER = 2
    WALL = 3
    ROUGH = 4
    DOOR = 5
    BLUE = 6
    RED = 7
    GREEN = 8
    GOLD = 9
    CLOUD = 10
    MARK = 11
    LOST = 12
    DIGIT = 13


class Over(IntEnum):
    """The overlay on a tile."""

    NOTHING = 0
    REACH = 1
    ARC = 2
    PATH = 3
    TARGET = 4
    ZONE = 5
    CHOSEN = 6
    CURSOR = 7
    GOAL = 8
    THREAT = 9
    AREA = 10
    FALL_1 = 11
    FALL_2 = 12
    FALL_3 = 13
    FALL_4 = 14
    ENEMY_ZONE = 15


class Soil(IntEnum):
    """The visible ground of a tile; a figure hides the tile's character, not this."""

    BARE = 0
    GROWTH = 1
    WATER = 2
    WALL = 3
    FLOOR = 4
    ROAD = 5
    MIRE = 6


# Bits of a paint number, which is below 2 ** 19.
LEVEL = 5
UNSEEN = 1 << 9
OVER = 10
OVER_MASK = 15 << OVER
BOLD = 1 << 14
UNDERLINE = 1 << 15
SOIL = 16
INK_MASK = 31
_LEVEL_MASK = 15
_SOIL_MASK = 7

Rgb = tuple[int, int, int]

_TOP_LEVEL = 9
_LEVEL_LIGHT = 0.5
_UNSEEN_INK = 0.42
_UNSEEN_GROUND = 0.45
_OVER_SHARE = 0.55
_SRGB_LINEAR = 0.04045
_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)
_STEPS = 20

LEGIBLE = 4.5
"""Minimum contrast between the letter of a figure and its ground: WCAG 2, level AA."""
_READ = (Ink.BLUE, Ink.RED, Ink.GREEN, Ink.GOLD, Ink.MARK, Ink.LOST, Ink.DIGIT)
"""Inks of text: neither fog nor height may make it illegible."""


def _rgb(text: str) -> Rgb:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _mix(a: Rgb, b: Rgb, share: float) -> Rgb:
    """`a` mixed with a share of `b`."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def _light(colour: Rgb) -> float:
    """Relative luminance, 0 to 1, as WCAG 2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= _SRGB_LINEAR else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Rgb, b: Rgb) -> float:
    """The contrast ratio of two colours, 1 to 21, as WCAG 2 defines it."""
    dark, light = sorted((_light(a), _light(b)))
    return (light + 0.05) / (dark + 0.05)


def _legible(ink: Rgb, ground: Rgb) -> Rgb:
    """An ink moved towards white or black until it is legible on its ground."""
    end = max(_WHITE, _BLACK, key=lambda far: contrast(far, ground))
    shares = (step / _STEPS for step in range(_STEPS))
    inks = (_mix(ink, end, share) for share in shares)
    return next((found for found in inks if contrast(found, ground) >= LEGIBLE), end)


@frozen
class _Styles(ABC):
    """The styles of paint numbers, each made only once."""

    _styles: dict[int, Style] = field(factory=dict, eq=False, repr=False, init=False)

    def style(self, paint: int) -> Style:
        """The style of a paint number."""
        style = self._styles.get(paint)
        if style is None:
            style = self._styles[paint] = self._made(paint)
        return style

    @abstractmethod
    def _made(self, paint: int) -> Style: ...


@frozen
class Palette(_Styles):
    """The colours of a theme, as `#rrggbb`: an ink for each `Ink`, a tint for each `Over`.

    `low` is bare ground of level 0, `soils` is ground of level 0 by `Soil`, without bare ground.
    `high` is the colour that ground approaches with each level, `dark` covers ground out of sight.
    """

    inks: tuple[str, ...]
    tints: tuple[str, ...]
    soils: tuple[str, ...]
    low: str
    high: str
    dark: str

    def beyond(self) -> Style:
        """The style outside the board."""
        return Style(bgcolor=Color.from_rgb(*_rgb(self.dark)))

    def _made(self, paint: int) -> Style:
        soil, dark = paint >> SOIL & _SOIL_MASK, _rgb(self.dark)
        height = min(paint >> LEVEL & _LEVEL_MASK, _TOP_LEVEL) / _TOP_LEVEL
        low = _rgb(self.low)
        # The higher the ground, the more its colour shows the height, and the less its kind.
        bed = _mix(_rgb(self.soils[soil - 1]), low, height) if soil else low
        ground = _mix(bed, _rgb(self.high), height * _LEVEL_LIGHT)
        ink = _rgb(self.inks[paint & INK_MASK])
        read = paint & INK_MASK in _READ
        if paint & UNSEEN:
            ground = _mix(ground, dark, _UNSEEN_GROUND)
            ink = ink if read else _mix(ink, dark, _UNSEEN_INK)
        over = (paint & OVER_MASK) >> OVER
        if over:
            ground = _mix(ground, _rgb(self.tints[over]), _OVER_SHARE)
        if read:
            ink = _legible(ink, ground)
        if over == Over.CURSOR:
            ground, ink = _rgb(self.tints[over]), dark
        # Reversed twice, so that they stand out on a terminal without colours.
        turned = over in (Over.CURSOR, Over.CHOSEN)
        if turned:
            ground, ink = ink, ground
        return Style(
            color=Color.from_rgb(*ink),
            bgcolor=Color.from_rgb(*ground),
            bold=bool(paint & BOLD) or None,
            underline=bool(paint & UNDERLINE) or None,
            reverse=turned or None,
        )


@frozen
class Ansi(_Styles):
    """Colours by the terminal's own names; without any, only weight.

    The ground has one colour at every level: overlays change the ink of their marks, never that of
    a figure. Ground out of sight is dim.
    """

    inks: tuple[str, ...] = ()
    tints: tuple[str, ...] = ()
    ground: str = "default"

    def beyond(self) -> Style:
        """The style outside the board."""
        return Style(bgcolor=self.ground)

    def _made(self, paint: int) -> Style:
        over, ink = (paint & OVER_MASK) >> OVER, paint & INK_MASK
        color = self.inks[ink] if self.inks else ""
        if self.tints and not Ink.BLUE <= ink <= Ink.GOLD:
            color = self.tints[over] or color
        turned = over in (Over.CURSOR, Over.CHOSEN)
        return Style(
            color=color or "default",
            bgcolor=self.ground,
            bold=bool(paint & BOLD or over == Over.CURSOR) or None,
            dim=bool(paint & UNSEEN) or None,
            underline=bool(paint & UNDERLINE or over == Over.CHOSEN) or None,
            reverse=turned or None,
        )
