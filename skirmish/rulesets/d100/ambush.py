"""Ambush and surprise: which figures are ambushed, and which notice it in time.

EP-37, EP-38, EP-F26, EP-F27.
"""

from __future__ import annotations

from collections.abc import Iterable

from skirmish.core.events import Tested
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.state import STEPS, State
from skirmish.core.text import by_id
from skirmish.rulesets.attack import total
from skirmish.rulesets.common.present import reveal
from skirmish.rulesets.d100.accuracy import condition
from skirmish.rulesets.d100.budget import AMBUSHER, WARNED
from skirmish.rulesets.d100.counters import AMBUSHING, DISTRACTED, STEPS_A_PHASE, SURPRISED_UNTIL
from skirmish.rulesets.d100.dice import OPPOSED, capped, contest
from skirmish.rulesets.d100.figures import kind_of, stunned
from skirmish.rulesets.scene import Scene

DISTRACTION = -20
"""Modifier for being distracted (EP-F27)."""


def ambushed(state: State, side: str) -> tuple[Figure, ...]:
    """The figures of a side in sight of an enemy that lies in ambush, without hidden ones.

    EP-37, EP-F27.
    """
    lurking = ambushers(state, state.setup.enemy(side))
    return tuple(
        figure
        for figure in _in_order(state.of_side(side))
        if not figure.count(HIDDEN)
        and any(state.board.sees(other.tile, figure.tile) for other in lurking)
    )


def ambushers(state: State, side: str) -> tuple[Figure, ...]:
    """The hidden figures of a side that have an enemy in sight which is not hidden (EP-37)."""
    enemies = [f for f in state.of_side(state.setup.enemy(side)) if not f.count(HIDDEN)]
    return tuple(
        figure
        for figure in _in_order(state.of_side(side))
        if figure.count(HIDDEN)
        and not stunned(figure)
        and any(state.board.sees(figure.tile, other.tile) for other in enemies)
    )


def _in_order(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    found = {figure.id: figure for figure in figures}
    return tuple(found[name] for name in by_id(found))


def test_ambush(scene: Scene) -> None:
    """Test the Perception of every ambushed figure against the ambushers that have it in sight.

    The loudest of the group counts. A figure that notices acts right after the ambushers, and
    reveals them; one that does not loses the first phase.

    EP-37, EP-38, EP-F26, EP-F27.
    """
    hit = {side: ambushed(scene.state, side) for side in scene.state.setup.sides}
    lurking = {side: ambushers(scene.state, side) for side in scene.state.setup.sides}
    for side in scene.state.setup.sides:
        for figure in lurking[side]:
            scene.cite("EP-37")
            scene.count(figure.id, AMBUSHING, AMBUSHER)
    for side, figures in hit.items():
        enemies = lurking[scene.state.setup.enemy(side)]
        for figure in figures:
            board = scene.state.board
            group = tuple(one for one in enemies if board.sees(one.tile, figure.tile))
            _test(scene, figure, group)


def _test(scene: Scene, figure: Figure, group: tuple[Figure, ...]) -> None:
    """Make one figure's test; a tie or two failures do not notice (EP-38, EP-F26, EP-F3)."""
    state = scene.state
    scene.cite("EP-38", "EP-F26", "EP-F27", *OPPOSED)
    noticed = contest(scene.dice, alertness(state, figure), stealth(state, group)) > 0
    scene.emit(Tested(figure.id, "surprise", "warned" if noticed else "surprised"))
    if not noticed:
        until = state.clock.turn * STEPS + STEPS_A_PHASE + 1
        scene.count(figure.id, SURPRISED_UNTIL, until)
        return
    scene.count(figure.id, AMBUSHING, WARNED)
    for one in group:
        reveal(scene, one.id)


def alertness(state: State, figure: Figure) -> int:
    """The target number of a figure to notice an ambush (EP-F27, EP-38, EP-F2)."""
    parts = [value for _, value, _ in condition(state, figure)]
    if figure.count(DISTRACTED):
        parts.append(DISTRACTION)
    return kind_of(figure).perception + capped(sum(parts))


def stealth(state: State, group: tuple[Figure, ...]) -> int:
    """The target number of a group in ambush: its worst Infiltration.

    EP-38, EP-F27, EP-F2.
    """
    return min(kind_of(one).infiltration + capped(total(condition(state, one))) for one in group)
