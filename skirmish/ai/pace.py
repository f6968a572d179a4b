"""A thought for somebody who waits: figure by figure, with how far it is, and cut off if need be.

Thought is budgeted in orders weighed, and whoever wants a game to repeat never cuts one off: this
is for a screen that must not wait for a runaway. What is weighed is the same with it or without.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from skirmish.ai.candidates import draft
from skirmish.ai.deeds import deeds
from skirmish.ai.explain import Explanation, simply
from skirmish.ai.picture import Picture
from skirmish.core.orders import ANSWER, END, READY, Order
from skirmish.core.setup import BEFORE
from skirmish.core.view import View

CUT = "cut off before anything was weighed"


def _never() -> bool:
    return False


def _nobody(_figure: str, _number: int, _of: int) -> None:
    return


@frozen
class Pace:
    """How somebody waits for a thought.

    `cut`: asked before each figure; once it says so, the best of what was weighed is the answer.
    `tell`: told which figure is weighed now, and that it is one of so many.
    """

    cut: Callable[[], bool] = _never
    tell: Callable[[str, int, int], None] = _nobody


def unthought(view: View) -> Explanation:
    """A legal order without a thought."""
    if view.question is not None:
        return simply(Order(ANSWER.name, target=view.question.options[0]), CUT)
    over = READY if view.state.clock.phase in BEFORE else END
    return simply(Order.of(over.name), CUT)


def within(sight: Picture, pace: Pace) -> Picture:
    """The situation with the figures that there is time for, whose thoughts are remembered."""
    thought: list[str] = []
    for number, figure in enumerate(sight.mine, 1):
        if pace.cut():
            break
        pace.tell(figure.id, number, len(sight.mine))
        made = draft(sight, figure)
        if sight.mixed:
            deeds(sight, figure, made)
        thought.append(figure.id)
    if len(thought) == len(sight.mine):
        return sight
    return evolve(sight, mine=tuple(one for one in sight.mine if one.id in thought))
