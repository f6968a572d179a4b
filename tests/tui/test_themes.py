"""Themes: text is legible, and sides can be told apart, with and without colours."""

from __future__ import annotations

from itertools import combinations, product
from math import dist

import pytest
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import dim_color
from textual.theme import Theme

from skirmish.tui.line_filters import NoColourFilter
from skirmish.tui.map.paint import (
    LEGIBLE,
    LEVEL,
    OVER,
    SOIL,
    UNSEEN,
    Ansi,
    Ink,
    Over,
    Palette,
    Soil,
    contrast,
)
from skirmish.tui.map.palettes import PALETTES, side_colours
from skirmish.tui.map.terrain_looks import map_theme
from skirmish.tui.theme import (
    AUTO,
    BLUE_YELLOW,
    CONTRAST,
    DARK,
    NAMES,
    PLAIN,
    RED_GREEN,
    SIXTEEN,
    THEMES,
    shown_theme,
)

COLOURED = [theme for theme in THEMES if not theme.ansi]
READ = (Ink.BLUE, Ink.RED, Ink.GREEN, Ink.GOLD, Ink.MARK, Ink.LOST, Ink.DIGIT)
SIDES = (Ink.BLUE, Ink.RED, Ink.GREEN, Ink.GOLD)
APART = 25
"""Distance in CIELAB; 2 can just be seen side by side, 10 at a glance."""

# What a colour becomes to an eye that lacks one kind of cone: Machado, Oliveira, Fernandes 2009.
PROTAN = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.0039, -0.0481, 1.052),
)
DEUTAN = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.0118, 0.0429, 0.9689),
)
TRITAN = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.0047, 0.6914, 0.3039),
)
Matrix = tuple[tuple[float, ...], ...]


def rgb(text: str) -> tuple[int, int, int]:
    return Color.parse(text).rgb


def drawn(colour: RichColor | None) -> tuple[int, int, int]:
    """The colour of a style, which must be a true one."""
    assert colour is not None
    assert colour.triplet is not None
    return colour.triplet


def seen(colour: tuple[float, float, float], eye: Matrix) -> tuple[float, float, float]:
    """A colour in CIELAB as an eye has it."""
    straight = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    ]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, straight, strict=True)))) for row in eye
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def test_each_theme_has_a_name_and_a_map() -> None:
    """What can be set is what there is; each palette has an ink and a ground for everything."""
    names = [theme.name for theme in THEMES]

    assert [AUTO, *names] == list(NAMES)
    assert list(PALETTES) == names
    full = [p for p in PALETTES.values() if p.inks]
    assert [(len(p.inks), len(p.tints)) for p in full] == [(len(Ink), len(Over))] * (len(names) - 1)
    coloured = [p for p in PALETTES.values() if isinstance(p, Palette)]
    assert [len(p.soils) + 1 for p in coloured] == [len(Soil)] * len(COLOURED)


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_panels_can_be_read(theme: Theme) -> None:
    """Every colour that text is written in, on every ground that it is written on; dim too."""
    inks = [theme.foreground, theme.primary, theme.secondary, theme.accent]
    inks += [theme.warning, theme.error, theme.success]
    grounds = [theme.background, theme.surface, theme.panel]
    pairs = [(ink or "", ground or "") for ink, ground in product(inks, grounds)]

    dim = [
        dim_color(RichColor.parse(ground or ""), RichColor.parse(theme.foreground or ""))
        for ground in grounds
    ]

    assert [(a, b) for a, b in pairs if contrast(rgb(a), rgb(b)) < LEGIBLE] == []
    assert [
        contrast(drawn(ink), rgb(ground or "")) >= LEGIBLE
        for ink, ground in zip(dim, grounds, strict=True)
    ] == [True] * len(grounds)


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_what_is_lost_and_what_is_suppressed_differ_in_light(theme: Theme) -> None:
    """They stand beside each other in the bars of odds."""
    assert contrast(rgb(theme.warning or ""), rgb(theme.error or "")) >= 1.3


@pytest.mark.parametrize("eye", [PROTAN, DEUTAN])
def test_headings_and_health_have_not_the_colour_of_the_own_side(eye: Matrix) -> None:
    """For eyes that confuse red and green, blue means the first side."""
    shown = next(theme for theme in THEMES if theme.name == RED_GREEN)
    own = seen(rgb(side_colours(RED_GREEN)[0]), eye)
    for part in (shown.primary, shown.success or ""):
        assert dist(own, seen(rgb(part), eye)) >= APART


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_figures_can_be_read(theme: Theme) -> None:
    """On ground of every kind and height, in sight or not, under whatever lies over it."""
    palette = PALETTES[theme.name]
    for soil, over, level, unseen in product(Soil, Over, (0, 4, 9), (0, UNSEEN)):
        ground = soil << SOIL | over << OVER | level << LEVEL | unseen
        styles = [] if over is Over.CURSOR else [palette.style(ink | ground) for ink in READ]
        least = min([contrast(drawn(s.color), drawn(s.bgcolor)) for s in styles], default=LEGIBLE)
        assert least >= LEGIBLE, (soil.name, over.name, level)


@pytest.mark.parametrize(
    ("name", "eyes"), [(RED_GREEN, (PROTAN, DEUTAN)), (BLUE_YELLOW, (TRITAN,))]
)
def test_sides_are_told_apart_by_the_eyes_a_theme_is_for(name: str, eyes: tuple[Matrix]) -> None:
    """On low, middling and high ground of every kind, any two sides."""
    palette = PALETTES[name]
    grounds = [soil << SOIL | level << LEVEL for soil, level in product(Soil, (0, 4, 9))]
    for eye, (one, other), level in product(eyes, combinations(SIDES, 2), grounds):
        colours = [seen(drawn(palette.style(ink | level).color), eye) for ink in (one, other)]
        distance = sum((a - b) ** 2 for a, b in zip(*colours, strict=True)) ** 0.5
        assert distance > APART, (one.name, other.name, level)


def test_sixteen_colours_are_the_terminals_own() -> None:
    """No colour of the map needs more than sixteen; without colours there is none at all."""
    paints = [ink | over << OVER | unseen for ink, over, unseen in product(Ink, Over, (0, UNSEEN))]
    for name, kinds in ((SIXTEEN, ("STANDARD",)), (PLAIN, ("DEFAULT",))):
        palette = PALETTES[name]
        assert isinstance(palette, Ansi)
        styles = [palette.style(paint) for paint in paints]
        colours = [color for style in styles for color in (style.color, style.bgcolor) if color]
        assert {color.type.name for color in colours} == set(kinds)


def test_without_colours_what_matters_still_looks_different() -> None:
    """Cursor, chosen figure, a target, what can act, ground out of sight: each its own weight."""
    palette = PALETTES[PLAIN]
    paints = [0, UNSEEN, Over.CURSOR << OVER, Over.CHOSEN << OVER]
    styles = [palette.style(paint) for paint in paints]

    assert len(set(styles)) == len(paints)


def test_what_is_marked_by_its_ground_is_turned_round_where_there_are_no_colours() -> None:
    """Colours go, greys included; weight and underline stay."""
    segments = [
        Segment("marked", Style.parse("bold black on white")),
        Segment("dark", Style.parse("underline #ff0000 on #101010")),
    ]
    marked, dark = NoColourFilter().apply(segments, Color.parse("black"))

    assert marked.style == Style(bold=True, reverse=True)
    assert dark.style is not None
    assert (dark.style.color, dark.style.bgcolor, dark.style.underline) == (None, None, True)


def test_a_terminal_gets_the_theme_that_it_can_show() -> None:
    """NO_COLOR is obeyed whatever is set; sixteen colours are found out, unless told otherwise."""
    assert shown_theme(CONTRAST, colours=False) == PLAIN
    assert shown_theme(AUTO, depth="standard") == SIXTEEN
    assert shown_theme(AUTO, depth="truecolor") == shown_theme(AUTO) == DARK
    assert shown_theme(RED_GREEN, depth="standard") == RED_GREEN


def test_palettes_are_made_for_their_ground() -> None:
    """A light theme has a light map."""
    light = PALETTES["light"]

    assert isinstance(light, Palette)
    assert contrast(rgb(light.low), (255, 255, 255)) < 1.5


@pytest.mark.parametrize("name", [name for name in PALETTES if isinstance(PALETTES[name], Palette)])
def test_sides_have_one_colour_on_the_map_and_beside_it(name: str) -> None:
    """On the painted map as in letters, panel and lines."""
    painted = map_theme(name).sides(("blue", "red")).values()
    spelled = tuple("#" + "".join(f"{int(part):02x}" for part in colour) for colour in painted)
    assert side_colours(name) == spelled
