"""Turns whose bounds alternate; the side that the scenario names first begins each turn."""

from __future__ import annotations

from skirmish.rulesets.common import victory
from skirmish.rulesets.scene import Scene

SIDES = 2


def next_bound(scene: Scene, bounds: int = SIDES) -> tuple[int, int, str] | None:
    """End the bound, and the turn with the last of its `bounds`.

    Returns:
        Turn, step and side of the bound that follows; None if the battle is over.
    """
    clock, setup = scene.state.clock, scene.state.setup
    last = clock.step == bounds
    victory.end_of_bound(scene)
    if last:
        victory.end_of_turn(scene)
    if scene.state.tally.over:
        return None
    turn, step = (clock.turn + 1, 1) if last else (clock.turn, clock.step + 1)
    return turn, step, setup.first if step % SIDES else setup.enemy(setup.first)
