"""The label of an area of objectives: flag of its holder, what it is for, what it pays."""

from __future__ import annotations

from collections.abc import Iterable

from skirmish.core.geometry import Tile
from skirmish.core.state import Area
from skirmish.core.view import View
from skirmish.presentation.objective_status import BOTH, ObjectiveGround
from skirmish.tui.map.glyphs import Glyphs


def objective_label(
    view: View,
    ground: ObjectiveGround,
    glyphs: Glyphs,
    *,
    free: str = "",
    named: bool = False,
) -> tuple[tuple[str, str], ...]:
    """The flag of the holder, what the ground is for, and what it pays: `3:2`, own side first.

    Args:
        view: What the viewing side knows.
        ground: The area.
        glyphs: The signs to use.
        free: Stands for the flag where no holder is known.
        named: Whether to say what the ground is for.

    Returns:
        Words, each with the side in whose colour they are, "" for that of objectives.
    """
    flags = dict(zip((view.side, view.enemy, BOTH), glyphs.flags, strict=True))
    mine, theirs = ground.points, ground.others
    if ground.side != view.side:
        mine, theirs = theirs, mine
    parts = [
        (flags.get(ground.holder, free), ground.holder.replace(BOTH, "")),
        (f"{ground.kind} " if named else "", ""),
        (f"{mine}", view.side),
        (":", ""),
        (f"{theirs}", view.enemy),
    ]
    return tuple((words, side) for words, side in parts if words)


def free_place(view: View, fallen: Iterable[Tile], area: Area, wide: int) -> Tile:
    """The first tile of an area from which so many tiles in a row have no figure, fallen or not.

    It is one of the uppermost row where there is any; the corner if there is none at all.
    """
    left, top, right, bottom = area
    taken = {figure.at for figure in view.state.figures.values()}
    taken |= {contact.figure.at for contact in view.contacts.values()}
    taken |= {*fallen}
    for y in range(top, bottom + 1):
        for x in range(left, max(left, right + 1 - wide) + 1):
            if not any((x + step, y) in taken for step in range(wide)):
                return x, y
    return left, top
