"""What a player has set: how the screen looks, how much it tells, which keys do what."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from skirmish.tui.theme import DEFAULT

EXACT, ROUGH, NONE = "exact", "rough", "none"


@frozen
class Settings:
    """A player's settings.

    `theme`: name of a theme. `glyphs`: "auto", "ascii" or "blocks". `animation`: whether shots and
    blasts are drawn for a moment. `odds`: "exact", "rough" or "none". `hints`: whether the screen
    says at the moment of it what could be done better. `recaps`: whether a sitting begins with what
    was seen meanwhile. `clock`: minutes that each side has, 0 for no clock. `keys`: keys by the id of
    what they do.
    """

    theme: str = DEFAULT
    glyphs: str = "auto"
    animation: bool = True
    odds: str = EXACT
    hints: bool = True
    recaps: bool = True
    clock: int = 0
    keys: Mapping[str, str] = field(factory=dict)
