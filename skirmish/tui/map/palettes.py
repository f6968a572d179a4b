"""The colours of the map in each theme: for each `Ink`, `Over` and `Soil`."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.tui import theme
from skirmish.tui.map.paint import Ansi, Ink, Palette


def _inks(**colours: str) -> tuple[str, ...]:
    """Colours named by their inks, in the order of `Ink`; every ink needs one."""
    return tuple(colours[ink.name.lower()] for ink in Ink)


PALETTES: Mapping[str, Palette | Ansi] = {
    theme.DARK: Palette(
        inks=_inks(
            plain="#7d8678",
            growth="#6fae5c",
            water="#5fa8d8",
            wall="#b9b2a4",
            rough="#a58d62",
            door="#d8a860",
            blue="#5aa7ff",
            red="#ff7059",
            green="#7fe08a",
            gold="#f0d060",
            cloud="#c8ccd0",
            mark="#ffffff",
            lost="#b0a8c8",
            digit="#8f98a0",
        ),
        tints=(
            *("#000000", "#35502c", "#504426", "#5c6a2c"),
            *("#7a3426", "#4c3a5c", "#2f4f6f", "#f0e6a0", "#5c5034", "#5c2a34", "#7a5a1c"),
            *("#34303c", "#5c4c74", "#8c6cb4", "#c49cf0", "#5c3020"),
        ),
        soils=("#1c3524", "#17364c", "#57534a", "#262320", "#33302a", "#1f393b"),
        low="#1d2320",
        high="#8a8468",
        dark="#0c0e10",
    ),
    theme.LIGHT: Palette(
        inks=_inks(
            plain="#6a6a58",
            growth="#2f6a26",
            water="#1f5f98",
            wall="#4a4438",
            rough="#70521c",
            door="#7a4a00",
            blue="#1557b0",
            red="#b5301c",
            green="#00602c",
            gold="#6a4a00",
            cloud="#50545c",
            mark="#000000",
            lost="#5a4a78",
            digit="#50565c",
        ),
        tints=(
            *("#ffffff", "#c8e8b0", "#f0e0b0", "#e8f090"),
            *("#ffc4b0", "#e0c8f0", "#b8d8f8", "#202020", "#f0e4b0", "#f8c8d0", "#ffd890"),
            *("#ece0f8", "#d4b8f0", "#b888e0", "#9850c8", "#f0c8b8"),
        ),
        soils=("#d6e6c0", "#bcdcf0", "#b4ac98", "#f8f4ee", "#e4dcc6", "#cfe0d4"),
        low="#f4f1e6",
        high="#b8ae90",
        dark="#dcd8cc",
    ),
    theme.CONTRAST: Palette(
        inks=_inks(
            plain="#c0c0c0",
            growth="#80ff80",
            water="#80c8ff",
            wall="#ffffff",
            rough="#ffd9a0",
            door="#ffff80",
            blue="#60c0ff",
            red="#ff9850",
            green="#80ffb0",
            gold="#ffff40",
            cloud="#ffffff",
            mark="#ffffff",
            lost="#e0e0ff",
            digit="#ffffff",
        ),
        tints=(
            *("#000000", "#006000", "#604800", "#606000"),
            *("#a02000", "#500070", "#004c90", "#ffff00", "#505000", "#700030", "#906000"),
            *("#280038", "#501070", "#8030b0", "#b860f0", "#702800"),
        ),
        soils=("#002a00", "#00285a", "#585858", "#000000", "#202020", "#003030"),
        low="#000000",
        high="#707070",
        dark="#000000",
    ),
    theme.RED_GREEN: Palette(
        inks=_inks(
            plain="#808890",
            growth="#9aa860",
            water="#4a90d0",
            wall="#b8b8b8",
            rough="#a89870",
            door="#e0c060",
            blue="#56b4e9",
            red="#f08a30",
            green="#e4fff2",
            gold="#ffff40",
            cloud="#c8ccd0",
            mark="#ffffff",
            lost="#b8b8c8",
            digit="#9098a0",
        ),
        tints=(
            *("#000000", "#1c4668", "#504820", "#606428"),
            *("#7a4408", "#4c3a5c", "#30506c", "#f0e442", "#4c4c34", "#643c10", "#6c5c18"),
            *("#303848", "#485c7c", "#6c8cb8", "#a0c0f0", "#5c3808"),
        ),
        soils=("#26303a", "#123a5e", "#46484a", "#22211f", "#303030", "#1c3842"),
        low="#1a2026",
        high="#808078",
        dark="#0b0e12",
    ),
    theme.BLUE_YELLOW: Palette(
        inks=_inks(
            plain="#7e8686",
            growth="#5aa898",
            water="#4fb0c0",
            wall="#b8b8b8",
            rough="#a88c8c",
            door="#d8b0b0",
            blue="#5fdcdc",
            red="#ff6878",
            green="#4a9c60",
            gold="#fff0c0",
            cloud="#c8ccd0",
            mark="#ffffff",
            lost="#b8b8c0",
            digit="#9098a0",
        ),
        tints=(
            *("#000000", "#0c4a4a", "#4c4040", "#5c5c5c"),
            *("#7a2834", "#4c3c44", "#204c50", "#ffffff", "#484848", "#601c28", "#70484c"),
            *("#343c3c", "#506868", "#7c9c9c", "#b4d8d8", "#5c2430"),
        ),
        soils=("#122c26", "#0c3c4a", "#464646", "#242020", "#323030", "#223838"),
        low="#1a2021",
        high="#7c8080",
        dark="#0b0e0f",
    ),
    # Ground stays black: overlays change the colour of their own marks.
    theme.SIXTEEN: Ansi(
        inks=_inks(
            plain="white",
            growth="green",
            water="cyan",
            wall="bright_white",
            rough="yellow",
            door="bright_yellow",
            blue="bright_cyan",
            red="bright_red",
            green="bright_green",
            gold="bright_yellow",
            cloud="bright_white",
            mark="bright_white",
            lost="bright_magenta",
            digit="bright_white",
        ),
        tints=(
            *("", "bright_green", "yellow", "bright_yellow"),
            *("bright_red", "bright_magenta", "", "", "yellow", "bright_red", "bright_yellow"),
            *(("bright_magenta",) * 4),
            "red",
        ),
        ground="black",
    ),
    theme.PLAIN: Ansi(),
}


def side_colours(name: str) -> tuple[str, str]:
    """The colours of both sides' figures in a theme, as the screens write them."""
    palette = palette_of(name)
    if isinstance(palette, Palette):
        return palette.inks[Ink.BLUE], palette.inks[Ink.RED]
    inks = palette.inks or ("default",) * len(Ink)
    return f"ansi_{inks[Ink.BLUE]}", f"ansi_{inks[Ink.RED]}"


def palette_of(name: str) -> Palette | Ansi:
    """The map's colours in a theme; those of the default theme for an unknown one."""
    return PALETTES.get(name, PALETTES[theme.DEFAULT])
