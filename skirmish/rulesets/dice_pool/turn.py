"""The course of a turn: everything that happens between bounds, in order.

A turn has up to four passes; each is a bound of the side that the scenario names first, then one of
the other. A bound in which no figure of the side acts is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from skirmish.core.events import Bound, Unlinked
from skirmish.core.figures import Figure
from skirmish.core.state import Clock, State
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.common import victory
from skirmish.rulesets.common.bounds import SIDES, arrive, first_bound, next_bound
from skirmish.rulesets.dice_pool.budget import acts, begin_pass, begun, not_acting
from skirmish.rulesets.dice_pool.counters import ACT, SURPRISED
from skirmish.rulesets.dice_pool.dice import pass_of
from skirmish.rulesets.dice_pool.figures import kind_of
from skirmish.rulesets.ruleset import Turn, bounds_until
from skirmish.rulesets.scene import Scene


def moment(clock: Clock) -> str:
    """The present pass in words; empty before the first turn."""
    return f"pass {pass_of(clock.step)}" if clock.turn else ""


def idle(known: View) -> bool:
    """Whether no figure of the side to act acts in this pass (POOL-F4)."""
    return not any(acts(figure, known.state.clock) for figure in known.own())


def passes(state: State) -> int:
    """Passes of a turn: as many as the quickest kind in the battle has (POOL-F4).

    Figures that are out or have not arrived count, so that the clock does not reveal them.
    """
    return max(kind_of(figure).passes for figure in state.figures.values())


def advance(scene: Scene) -> None:
    """End a bound: end surprise, score objectives, begin the other side's bound.

    POOL-F4, POOL-F15.
    """
    _wake(scene, scene.state.clock.side)
    victory.judge(scene)
    if following := next_bound(scene, SIDES * passes(scene.state)):
        _begin(scene, *following)


def coming(state: State, figure: Figure) -> Iterator[Clock]:
    """The bounds up to a figure's next pass (POOL-F4)."""
    first = state.setup.first
    slots = ((ACT, first), (ACT, state.setup.enemy(first))) * passes(state)
    return bounds_until(state.clock, slots, lambda bound: acts(figure, bound))


def _wake(scene: Scene, side: str) -> None:
    """End surprise of figures whose first pass since it is over (POOL-F15)."""
    for link in scene.state.linked(SURPRISED):
        figure = scene.state.figures[link.a]
        if figure.side == side and acts(figure, scene.state.clock):
            scene.emit(Unlinked(SURPRISED, link.a, link.b))


def _begin(scene: Scene, turn: int, step: int, side: str) -> None:
    """Begin a bound: end what lasts until a figure's next pass; reinforcements come in pass 1.

    POOL-F4.
    """
    scene.emit(Bound(turn, step, ACT, side))
    for name in by_id(figure.id for figure in scene.state.of_side(side)):
        if acts(scene.state.figures[name], scene.state.clock):
            begin_pass(scene, name)
    if pass_of(step) == 1:
        arrive(scene, side)


COURSE = Turn(
    opening=first_bound(_begin),
    advance=advance,
    idle=idle,
    acts=lambda known, figure: not_acting(known.state, figure) is None,
    recovers=lambda state, figure: (begun(figure, state.clock), Fraction(1)),
    coming=coming,
    moment=moment,
    names_phase=True,
    bound="pass",
)
