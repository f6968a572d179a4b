"""Opportunity fire: at an enemy that can't be shot at where it ended, on the way it took.

It is resolved with the other shooting, once movement is over (BAY-22).
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.state import State, Track
from skirmish.rulesets.opposed_d6.allowance import allowance

KNOWN_START = -1
UNKNOWN_START = -2


@frozen
class Exposure:
    """How much of a figure's way lay open to a shooter.

    `halves` is its length in half tiles, `at` the last tile of it, `penalty` what BAY-23 takes off.
    """

    halves: int
    at: Tile
    penalty: int


def exposure(
    state: State, shooter: Figure, target: Figure, covers: Callable[[Tile], bool]
) -> Exposure | None:
    """What a shooter had under fire of a figure's way in this bound, if anything.

    A step counts with its length when the shooter saw the tile as the figure came there, and
    `covers` it: arc and range (BAY-A8). A side's view keeps all such steps of an enemy's track.
    """
    track = state.tracks.get(target.id)
    if track is None:
        return None
    halves, last = 0, None
    for step in track.steps:
        if step.halves and shooter.id in step.watchers and covers(step.tile):
            halves += step.halves
            last = step.tile
    return None if last is None else Exposure(halves, last, _penalty(state, track))


def enough(state: State, side: str, target: Figure, exposed: Exposure) -> bool:
    """Whether strictly more than half of what the figure could have moved was exposed (BAY-21).

    What it could have moved is its allowance for the bound, not what it used (BAY-A8).

    Args:
        state: The battle, or the shooter's view of it.
        side: The shooter's.
        target: The figure.
        exposed: What the shooter had under fire of its way.
    """
    if target.count("suppressed") and not _last_seen_moving(state, side, target):
        # Who crept has recovered by now: it was suppressed in this shooting, and moved freely.
        target = evolve(target, counters={**target.counters, "suppressed": 0})
    return 2 * exposed.halves > allowance(target)


def _last_seen_moving(state: State, side: str, target: Figure) -> bool:
    """Whether a side's picture of a figure is from before this bound."""
    contact = state.known[side].contacts.get(target.id)
    return target.at is None and contact is not None and contact.point < state.clock.point


def _penalty(state: State, track: Track) -> int:
    """Less where the figure was in sight of a steady enemy as its bound began (BAY-23)."""
    start = track.steps[0]
    if start.halves:
        return UNKNOWN_START
    known = any(not state.figures[name].count("suppressed") for name in start.watchers)
    return KNOWN_START if known else UNKNOWN_START
