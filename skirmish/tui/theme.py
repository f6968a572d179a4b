"""The themes: their names, descriptions, and the colours of the screens.

The colours of the map are in `map.palettes`. Colour is never the only sign: letters, case, weight,
underline and reverse say the same, and a terminal without colours shows only those.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

AUTO = "auto"
DARK = "dark"
LIGHT = "light"
CONTRAST = "contrast"
RED_GREEN = "red-green"
BLUE_YELLOW = "blue-yellow"
SIXTEEN = "16-colour"
PLAIN = "no-colour"
DEFAULT = DARK
PALETTE_256 = "256"
"""Rich's name for the colour system of a terminal with 256 colours."""

NAMES: Mapping[str, str] = {
    AUTO: "dark, or what the terminal can show",
    DARK: "light letters on a dark ground",
    LIGHT: "dark letters on a light ground",
    CONTRAST: "high contrast",
    RED_GREEN: "for eyes that confuse red and green (protanopia, deuteranopia)",
    BLUE_YELLOW: "for eyes that confuse blue and yellow (tritanopia)",
    SIXTEEN: "the terminal's own sixteen colours",
    PLAIN: "no colours: letters, case, weight, underline, reverse",
}
"""The themes that a player may set, with descriptions."""

HEADING = "bold $primary"
"""Style of a heading."""
EDGE = "edge"
"""Variable for the colour of lines between parts of a screen."""
CAP, CAP_INK = "cap", "cap-ink"
"""Variables for the caps of keys, and for the letters on them."""
FIRST_SIDE, SECOND_SIDE = "first-side", "second-side"
"""Variables for the colours of the sides, which their figures have on the map."""
_NO_COLOURS = "ansi_default"
_MARKED = "ansi_white"
"""Background colour that `NoColourFilter` turns into reverse."""
_TURNED = {
    EDGE: _NO_COLOURS,
    CAP: _MARKED,
    CAP_INK: _NO_COLOURS,
    "ansi-background": _NO_COLOURS,
    "ansi-foreground": _NO_COLOURS,
    "block-cursor-foreground": _NO_COLOURS,
    "block-cursor-background": _MARKED,
    "block-cursor-text-style": "bold",
    "block-cursor-blurred-foreground": _NO_COLOURS,
    "block-cursor-blurred-background": _NO_COLOURS,
    "block-cursor-blurred-text-style": "underline",
    "input-cursor-background": _MARKED,
    "input-cursor-foreground": _NO_COLOURS,
    "input-cursor-text-style": "none",
    "input-selection-background": _MARKED,
    "border": _NO_COLOURS,
    "border-blurred": _NO_COLOURS,
    "scrollbar": _NO_COLOURS,
    "scrollbar-background": _NO_COLOURS,
}
"""Variables of the theme without colours, in which marks become reverse or underline."""


def _variables(edge: str, handle: str, ground: str, cap: str, mark: str) -> dict[str, str]:
    """Variables of a theme for edges, scrollbars, caps of keys and the marked line of a list."""
    states = ("", "-hover", "-active")
    return {
        EDGE: edge,
        CAP: cap,
        CAP_INK: ground,
        "block-cursor-background": mark,
        "block-cursor-foreground": ground,
        "block-cursor-blurred-background": edge,
        **{f"scrollbar{state}": handle for state in states},
        **{f"scrollbar-background{state}": ground for state in states},
        "scrollbar-corner-color": ground,
    }


THEMES: tuple[Theme, ...] = (
    Theme(
        name=DARK,
        primary="#8fb573",
        secondary="#7d9fb0",
        accent="#e0b050",
        warning="#e0b050",
        error="#f07860",
        success="#8fb573",
        foreground="#d8d8cc",
        background="#14171a",
        surface="#1b1f23",
        panel="#23282d",
        variables=_variables("#30373d", "#56616b", "#1b1f23", "#98a1a8", "#e0b050"),
    ),
    Theme(
        name=LIGHT,
        dark=False,
        primary="#2f5f2a",
        secondary="#1f5570",
        accent="#7a4a00",
        warning="#855600",
        error="#8c1004",
        success="#2f5f2a",
        foreground="#1c1f1a",
        background="#f6f4ec",
        surface="#efece2",
        panel="#e2ddce",
        variables=_variables("#c8c0aa", "#9a917a", "#efece2", "#5c5648", "#7a4a00"),
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
        variables=_variables("#909090", "#d0d0d0", "#000000", "#ffffff", "#ffff00"),
    ),
    # Orange, sky blue, yellow and reddish purple: the colour-blind safe set of Okabe and Ito.
    Theme(
        name=RED_GREEN,
        primary="#e0d8bc",
        secondary="#b8c4cc",
        accent="#f0e442",
        warning="#f0b040",
        error="#f08a30",
        success="#b8f0d0",
        foreground="#dcdcdc",
        background="#12161c",
        surface="#191e26",
        panel="#222832",
        variables=_variables("#323a46", "#5a6678", "#191e26", "#9aa6b6", "#f0e442"),
    ),
    # Red against cyan, light against dark: distinct without blue.
    Theme(
        name=BLUE_YELLOW,
        primary="#4fc8c8",
        secondary="#8fb8b8",
        accent="#ffffff",
        warning="#ff9aa8",
        error="#ff6b78",
        success="#4fc8c8",
        foreground="#d8dcdc",
        background="#121617",
        surface="#191e1f",
        panel="#222829",
        variables=_variables("#323a3b", "#5a6869", "#191e1f", "#9aa8a9", "#ffffff"),
    ),
    Theme(
        name=SIXTEEN,
        ansi=True,
        primary="ansi_bright_green",
        secondary="ansi_bright_cyan",
        accent="ansi_bright_yellow",
        warning="ansi_bright_yellow",
        error="ansi_bright_red",
        success="ansi_bright_green",
        foreground="ansi_white",
        background="ansi_black",
        surface="ansi_black",
        panel="ansi_black",
        variables={
            EDGE: "ansi_bright_black",
            CAP: "ansi_white",
            CAP_INK: "ansi_black",
            "ansi-background": "ansi_black",
            "ansi-foreground": "ansi_white",
            "block-cursor-foreground": "ansi_black",
            "block-cursor-background": "ansi_bright_yellow",
            "block-cursor-blurred-foreground": "ansi_bright_yellow",
            "border": "ansi_bright_green",
            "border-blurred": "ansi_white",
            "input-cursor-background": "ansi_bright_white",
            "input-cursor-foreground": "ansi_black",
        },
    ),
    Theme(
        name=PLAIN,
        ansi=True,
        primary=_NO_COLOURS,
        secondary=_NO_COLOURS,
        accent=_NO_COLOURS,
        warning=_NO_COLOURS,
        error=_NO_COLOURS,
        success=_NO_COLOURS,
        foreground=_NO_COLOURS,
        background=_NO_COLOURS,
        surface=_NO_COLOURS,
        panel=_NO_COLOURS,
        variables=_TURNED,
    ),
)


def shown_theme(wanted: str, *, colours: bool = True, depth: str | None = None) -> str:
    """The theme shown on a terminal.

    Args:
        wanted: The player's theme.
        colours: Whether colours may be used (NO_COLOR).
        depth: Rich's colour system of the terminal; "standard" is sixteen colours.
    """
    if not colours:
        return PLAIN
    if wanted == AUTO:
        return SIXTEEN if depth in ("standard", "windows") else DARK
    return wanted
