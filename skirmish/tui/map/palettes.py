"""The colours of the map under each theme: for each `Ink`, each `Over` and each `Soil`."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.tui import theme
from skirmish.tui.map.paint import Ansi, Ink, Palette

PALETTES: Mapping[str, Palette | Ansi] = {
    theme.DARK: Palette(
        inks=(
            *("#7d8678", "#6fae5c", "#5fa8d8", "#b9b2a4", "#a58d62", "#d8a860"),
            *("#7cc0ff", "#ff8a6a", "#7fe08a", "#f0d060"),
            *("#c8ccd0", "#ffffff", "#b0a8c8", "#8f98a0"),
        ),
        tints=(
            *("#000000", "#35502c", "#504426", "#5c6a2c"),
            *("#7a3426", "#4c3a5c", "#2f4f6f", "#f0e6a0", "#5c5034", "#5c2a34", "#7a5a1c"),
            *("#34303c", "#5c4c74", "#8c6cb4", "#c49cf0"),
        ),
        soils=("#1c3524", "#17364c", "#57534a", "#262320", "#33302a", "#1f393b"),
        low="#1d2320",
        high="#8a8468",
        dark="#0c0e10",
    ),
    theme.LIGHT: Palette(
        inks=(
            *("#6a6a58", "#2f6a26", "#1f5f98", "#4a4438", "#70521c", "#7a4a00"),
            *("#00408a", "#a01800", "#00602c", "#6a4a00"),
            *("#50545c", "#000000", "#5a4a78", "#50565c"),
        ),
        tints=(
            *("#ffffff", "#c8e8b0", "#f0e0b0", "#e8f090"),
            *("#ffc4b0", "#e0c8f0", "#b8d8f8", "#202020", "#f0e4b0", "#f8c8d0", "#ffd890"),
            *("#ece0f8", "#d4b8f0", "#b888e0", "#9850c8"),
        ),
        soils=("#d6e6c0", "#bcdcf0", "#b4ac98", "#f8f4ee", "#e4dcc6", "#cfe0d4"),
        low="#f4f1e6",
        high="#b8ae90",
        dark="#dcd8cc",
    ),
    theme.CONTRAST: Palette(
        inks=(
            *("#c0c0c0", "#80ff80", "#80c8ff", "#ffffff", "#ffd9a0", "#ffff80"),
            *("#80d0ff", "#ffb060", "#80ffb0", "#ffff40"),
            *("#ffffff", "#ffffff", "#e0e0ff", "#ffffff"),
        ),
        tints=(
            *("#000000", "#006000", "#604800", "#606000"),
            *("#a02000", "#500070", "#004c90", "#ffff00", "#505000", "#700030", "#906000"),
            *("#280038", "#501070", "#8030b0", "#b860f0"),
        ),
        soils=("#002a00", "#00285a", "#585858", "#000000", "#202020", "#003030"),
        low="#000000",
        high="#707070",
        dark="#000000",
    ),
    theme.RED_GREEN: Palette(
        inks=(
            *("#808890", "#9aa860", "#4a90d0", "#b8b8b8", "#a89870", "#e0c060"),
            *("#6cc4ff", "#e87820", "#e4fff2", "#ffff40"),
            *("#c8ccd0", "#ffffff", "#b8b8c8", "#9098a0"),
        ),
        tints=(
            *("#000000", "#1c4668", "#504820", "#606428"),
            *("#7a4408", "#4c3a5c", "#30506c", "#f0e442", "#4c4c34", "#643c10", "#6c5c18"),
            *("#303848", "#485c7c", "#6c8cb8", "#a0c0f0"),
        ),
        soils=("#26303a", "#123a5e", "#46484a", "#22211f", "#303030", "#1c3842"),
        low="#1a2026",
        high="#808078",
        dark="#0b0e12",
    ),
    theme.BLUE_YELLOW: Palette(
        inks=(
            *("#7e8686", "#5aa898", "#4fb0c0", "#b8b8b8", "#a88c8c", "#d8b0b0"),
            *("#7ae8e8", "#ff6070", "#4a9c60", "#fff0c0"),
            *("#c8ccd0", "#ffffff", "#b8b8c0", "#9098a0"),
        ),
        tints=(
            *("#000000", "#0c4a4a", "#4c4040", "#5c5c5c"),
            *("#7a2834", "#4c3c44", "#204c50", "#ffffff", "#484848", "#601c28", "#70484c"),
            *("#343c3c", "#506868", "#7c9c9c", "#b4d8d8"),
        ),
        soils=("#122c26", "#0c3c4a", "#464646", "#242020", "#323030", "#223838"),
        low="#1a2021",
        high="#7c8080",
        dark="#0b0e0f",
    ),
    # Ground keeps its black: what lies over it changes the colour of its own marks.
    theme.SIXTEEN: Ansi(
        inks=(
            *("white", "green", "cyan", "bright_white", "yellow", "bright_yellow"),
            *("bright_cyan", "bright_red", "bright_green", "bright_yellow"),
            *("bright_white", "bright_white", "bright_magenta", "bright_white"),
        ),
        tints=(
            *("", "bright_green", "yellow", "bright_yellow"),
            *("bright_red", "bright_magenta", "", "", "yellow", "bright_red", "bright_yellow"),
            *("magenta", "magenta", "bright_magenta", "bright_magenta"),
        ),
        ground="black",
    ),
    theme.PLAIN: Ansi(),
}


def side_colours(name: str) -> tuple[str, str]:
    """The colours of the figures of both sides under a theme, as the screens spell them."""
    palette = palette_of(name)
    if isinstance(palette, Palette):
        return palette.inks[Ink.BLUE], palette.inks[Ink.RED]
    inks = palette.inks or ("default",) * len(Ink)
    return f"ansi_{inks[Ink.BLUE]}", f"ansi_{inks[Ink.RED]}"


def palette_of(name: str) -> Palette | Ansi:
    """The map's colours under a theme; any but ours gets the ordinary ones."""
    return PALETTES.get(name, PALETTES[theme.DEFAULT])
