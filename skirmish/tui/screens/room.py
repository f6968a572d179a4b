"""What room there is for a screen, in the classes that its layout goes by.

Slim and flat are less than the game was made for, and can be played all the same: beside a map
there is no room then for a panel, which stands below it, nor for the newest deeds.
"""

from __future__ import annotations

WIDTHS: list[tuple[int, str]] = [(0, "-slim"), (60, "-narrow"), (110, "-wide")]
HEIGHTS: list[tuple[int, str]] = [(0, "-flat"), (18, "-low"), (34, "-high")]
