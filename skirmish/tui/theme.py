"""The app's own themes and the colours of the map under each of them.

Sides are blue and orange-red, told apart by most colour-blind players too; colour never says
anything alone, letters, case and weight say it as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

from skirmish.tui.map.paint import Palette

DEFAULT = "skirmish"
CONTRAST = "skirmish-contrast"

THEMES: tuple[Theme, ...] = (
    Theme(
        name=DEFAULT,
        primary="#8fb573",
        secondary="#6f8f9f",
        accent="#e0b050",
        warning="#e0b050",
        error="#f07860",
        success="#8fb573",
        foreground="#d8d8cc",
        background="#14171a",
        surface="#1b1f23",
        panel="#23282d",
    ),
    Theme(
        name=CONTRAST,
        primary="#ffffff",
        secondary="#56b4e9",
        accent="#ffff00",
        warning="#ffff00",
        error="#ff9f40",
        success="#56e9a4",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#1c1c1c",
        text_alpha=1.0,
    ),
)

PALETTES: Mapping[str, Palette] = {
    DEFAULT: Palette(
        inks=(
            *("#7d8678", "#6fae5c", "#5fa8d8", "#b9b2a4", "#a58d62", "#d8a860"),
            *("#7cc0ff", "#ff8a6a", "#7fe08a", "#f0d060"),
            *("#c8ccd0", "#ffffff", "#b0a8c8", "#8f98a0"),
        ),
        tints=(
            *("#000000", "#35502c", "#504426", "#5c6a2c"),
            *("#7a3426", "#4c3a5c", "#2f4f6f", "#f0e6a0", "#5c5034", "#5c2a34", "#7a5a1c"),
        ),
        low="#1d2320",
        high="#8a8468",
        dark="#0c0e10",
    ),
    CONTRAST: Palette(
        inks=(
            *("#c0c0c0", "#80ff80", "#80c8ff", "#ffffff", "#ffd9a0", "#ffff80"),
            *("#80d0ff", "#ffb060", "#80ffb0", "#ffff40"),
            *("#ffffff", "#ffffff", "#e0e0ff", "#ffffff"),
        ),
        tints=(
            *("#000000", "#006000", "#604800", "#606000"),
            *("#a02000", "#500070", "#004c90", "#ffff00", "#505000", "#700030", "#906000"),
        ),
        low="#000000",
        high="#707070",
        dark="#000000",
    ),
}
