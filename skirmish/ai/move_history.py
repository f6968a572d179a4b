"""Places that figures came from, read from what their side has learnt."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.events import Bound, Moved, Placed, Posed
from skirmish.core.geometry import Tile
from skirmish.core.view import View

FAR_BACK = 600
"""News looked through at most."""


def came_from(view: View) -> Mapping[str, Tile]:
    """For each own figure that moved in its side's last movement: where it began then."""
    phases = view.state.setup.declared.phases
    bounds = 0
    moved: dict[str, None] = {}
    found: dict[str, Tile] = {}
    for news in view.news[: -FAR_BACK - 1 : -1]:
        event = news.event
        if isinstance(event, Bound) and event.side == view.side:
            bounds += phases[event.phase].moves if event.phase in phases else 0
        elif isinstance(event, Moved | Placed) and event.figure in view.state.figures:
            if bounds == 1 and isinstance(event, Moved):
                moved[event.figure] = None
            elif bounds > 1 and event.figure in moved and event.figure not in found:
                found[event.figure] = event.path[-1] if isinstance(event, Moved) else event.at
        if bounds > 1 and len(found) == len(moved):
            break
    return found


def posed(view: View) -> tuple[str, ...]:
    """The figures that changed their posture in this bound, and should not change it back."""
    found: dict[str, None] = {}
    for news in view.news[: -FAR_BACK - 1 : -1]:
        if isinstance(news.event, Bound):
            break
        if isinstance(news.event, Posed):
            found[news.event.figure] = None
    return tuple(found)
