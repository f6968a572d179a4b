"""The label of an area of objectives: a flag for its holder, and what it pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.core.geometry import Tile
from skirmish.core.state import Area
from skirmish.core.view import View
from skirmish.presentation.objective_status import BOTH, ObjectiveGround
from skirmish.tui.map.glyphs import Glyphs

if TYPE_CHECKING:
    from skirmish.tui.map.cells import Overlay


def objective_label(view: View, ground: ObjectiveGround, glyphs: Glyphs, free: str = "") -> str:
    """The flag of the holder and the points; these have a minus where the enemy alone is paid.

    `free` stands for the flag where no holder is known.
    """
    flags = dict(zip((view.side, view.enemy, BOTH), glyphs.flags, strict=True))
    sign = "" if ground.side == view.side else "-"
    return f"{flags.get(ground.holder, free)}{sign}{ground.points}"


def free_place(view: View, overlay: Overlay, area: Area, wide: int) -> Tile:
    """The first tile of an area from which so many tiles in a row have no figure, fallen or not.

    It is one of the uppermost row where there is any; the corner if there is none at all.
    """
    left, top, right, bottom = area
    taken = {figure.at for figure in view.state.figures.values()}
    taken |= {contact.figure.at for contact in view.contacts.values()}
    taken |= {tile for tile, _ in overlay.fallen}
    for y in range(top, bottom + 1):
        for x in range(left, max(left, right + 1 - wide) + 1):
            if not any((x + step, y) in taken for step in range(wide)):
                return x, y
    return left, top
