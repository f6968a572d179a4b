"""Places that figures came from, read from what their side has learnt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from skirmish.core.events import (
    Bound,
    Counted,
    Fired,
    Linked,
    Moved,
    Placed,
    Posed,
    Revealed,
    Unlinked,
)
from skirmish.core.geometry import Tile
from skirmish.core.view import News, View

FAR_BACK = 600
"""The most news searched."""
MOVEMENTS = 3
"""Number of a side's movements that are remembered."""


def _lately(view: View) -> Sequence[News]:
    return view.news[: -FAR_BACK - 1 : -1]


def came_from(view: View) -> Mapping[str, Sequence[Tile | None]]:
    """For each own figure that moved lately: its first tile in each of its side's last movements.

    The latest movement comes first; None for a movement in which the figure stayed.
    """
    phases = view.state.setup.declared.phases
    bounds = 0
    moved: dict[str, int] = {}
    found: dict[str, list[Tile | None]] = {}
    for news in _lately(view):
        event = news.event
        if isinstance(event, Bound) and event.side == view.side:
            bounds += phases[event.phase].moves if event.phase in phases else 0
        elif isinstance(event, Moved | Placed) and event.figure in view.state.figures:
            name = event.figure
            if moved.get(name, bounds) < bounds:
                began = found.setdefault(name, [None] * MOVEMENTS)
                began[moved.pop(name) - 1] = (
                    event.path[-1] if isinstance(event, Moved) else event.at
                )
            if 1 <= bounds <= MOVEMENTS and isinstance(event, Moved):
                moved[name] = bounds
        if bounds > MOVEMENTS and not moved:
            break
    return found


def _in_this_bound(view: View) -> Iterator[News]:
    """What the side has learnt in this bound, the latest first."""
    return takewhile(lambda news: not isinstance(news.event, Bound), _lately(view))


def posed(view: View) -> Sequence[str]:
    """The figures that changed their posture in this bound, and should not change it back."""
    events = (news.event for news in _in_this_bound(view))
    return tuple(event.figure for event in events if isinstance(event, Posed))


def moved_only(view: View) -> Sequence[str]:
    """The figures that moved in this bound, since the last sight of an enemy and their last attack.

    Going back would undo the move for no gain.
    """
    acted: list[str] = []
    found: list[str] = []
    for news in _in_this_bound(view):
        event = news.event
        if isinstance(event, Revealed) or news.sighted:
            break
        if isinstance(event, Fired):
            acted.append(event.figure)
        elif isinstance(event, Moved) and event.figure not in acted:
            found.append(event.figure)
    return found


def took_aim(view: View) -> Sequence[str]:
    """The figures that aimed in this bound and still aim: a walk would lose the aim."""
    declared = view.state.setup.declared
    aims: dict[str, bool] = {}
    for news in _in_this_bound(view):
        event = news.event
        if isinstance(event, Counted):
            counter = declared.counters.get(event.counter)
            if counter is not None and counter.aim:
                aims.setdefault(event.figure, event.value > 0)
        elif isinstance(event, Linked | Unlinked):
            link = declared.links.get(event.kind)
            if link is not None and link.aim:
                aims.setdefault(event.figure, isinstance(event, Linked))
    return tuple(name for name, still in aims.items() if still)
