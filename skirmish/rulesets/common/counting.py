"""Counters of figures, set in play."""

from __future__ import annotations

from skirmish.core.events import Counted
from skirmish.rulesets.scene import Scene


def count(scene: Scene, name: str, counter: str, value: int) -> None:
    """Sets a figure's counter, and tells of it only where that changes it."""
    if scene.state.figures[name].count(counter) != value:
        scene.emit(Counted(name, counter, value))
