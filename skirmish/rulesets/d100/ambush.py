"""Ambush and surprise: who is caught, who notices in time (EP-37, EP-38, EP-F26, EP-F27)."""

from __future__ import annotations

from collections.abc import Iterable

from skirmish.core.events import Tested
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.state import STEPS, State
from skirmish.core.text import by_id
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.deploy import reveal
from skirmish.rulesets.common.parts import total
from skirmish.rulesets.d100.cited import OPPOSED
from skirmish.rulesets.d100.declared import STEPS_A_PHASE
from skirmish.rulesets.d100.figures import person, stunned
from skirmish.rulesets.d100.rolls import capped, contest
from skirmish.rulesets.d100.sums import condition
from skirmish.rulesets.d100.timing import AMBUSHER, WARNED
from skirmish.rulesets.scene import Scene

DISTRACTED = -20


def ambushed(state: State, side: str) -> tuple[Figure, ...]:
    """The figures of a side that an enemy in hiding has before it, those in hiding left out."""
    lurking = ambushers(state, state.setup.enemy(side))
    return tuple(
        figure
        for figure in _in_order(state.of_side(side))
        if not figure.count(HIDDEN)
        and any(state.board.sees(other.tile, figure.tile) for other in lurking)
    )


def ambushers(state: State, side: str) -> tuple[Figure, ...]:
    """The figures of a side that lie hidden and have an enemy before them who does not (EP-37)."""
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


def test_all(scene: Scene) -> None:
    """Every ambushed figure tests its Perception against the group that lies in wait for it.

    The group is as quiet as the loudest of those in sight of the figure. Who notices acts right
    after them, and finds those; who does not loses the first phase.
    """
    hit = {side: ambushed(scene.state, side) for side in scene.state.setup.sides}
    lurking = {side: ambushers(scene.state, side) for side in scene.state.setup.sides}
    for side in scene.state.setup.sides:
        for figure in lurking[side]:
            scene.cite("EP-37")
            count(scene, figure.id, "ambush", AMBUSHER)
    for side, figures in hit.items():
        enemies = lurking[scene.state.setup.enemy(side)]
        for figure in figures:
            board = scene.state.board
            group = tuple(one for one in enemies if board.sees(one.tile, figure.tile))
            _test(scene, figure, group)


def _test(scene: Scene, figure: Figure, group: tuple[Figure, ...]) -> None:
    """One figure's test; both failures and a tie are not noticed (EP-38)."""
    state = scene.state
    scene.cite("EP-38", "EP-F26", "EP-F27", *OPPOSED)
    noticed = contest(scene.dice, alertness(state, figure), stealth(state, group)) > 0
    scene.emit(Tested(figure.id, "surprise", "warned" if noticed else "surprised"))
    if not noticed:
        until = state.clock.turn * STEPS + STEPS_A_PHASE + 1
        count(scene, figure.id, "surprised", until)
        return
    count(scene, figure.id, "ambush", WARNED)
    for one in group:
        reveal(scene, one.id)


def alertness(state: State, figure: Figure) -> int:
    """The target number of who might notice an ambush (EP-F27)."""
    parts = [value for _, value, _ in condition(state, figure)]
    if figure.count("distracted"):
        parts.append(DISTRACTED)
    return person(figure).perception + capped(sum(parts))


def stealth(state: State, group: tuple[Figure, ...]) -> int:
    """The target number of a group that lies in wait: the worst of its Infiltration."""
    return min(person(one).infiltration + capped(total(condition(state, one))) for one in group)
