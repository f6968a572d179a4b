"""How much information a player wants."""

from __future__ import annotations

from attrs import frozen

EXACT, ROUGH, NONE = "exact", "rough", "none"
DEFAULT_ADVISER = "regular"
"""The level that advises if the player chose none."""


@frozen
class Preferences:
    """How much a player wants to see, on the screen and in line mode.

    `adviser`: the level that gives advice; "" for none. `odds`: exact, rough or none. `hints`:
    whether hints are given.
    """

    adviser: str = DEFAULT_ADVISER
    odds: str = EXACT
    hints: bool = True

    @property
    def exact_odds(self) -> bool:
        """Whether odds are shown in numbers."""
        return self.odds == EXACT
