"""Progress and cut-off of a thought, for a screen whose user waits for it.

Thought is budgeted in orders weighed, and whoever wants a game to repeat never cuts one off: this
is for a screen that must not wait for a runaway. What is weighed is the same with it or without.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from skirmish.ai.actions import candidate_actions
from skirmish.ai.drafts import draft
from skirmish.ai.explanation import Explanation, simply
from skirmish.ai.situation import Situation
from skirmish.core.orders import ANSWER, END, READY, Order
from skirmish.core.setup import SETUP_PHASES
from skirmish.core.view import View

CUT = "cut off before anything was weighed"


def _never() -> bool:
    return False


def _ignore(_figure: str, _number: int, _of: int) -> None:
    return


@frozen
class Pace:
    """How somebody waits for a thought.

    `cut`: asked before each figure; once it says so, the best of what was weighed is the answer.
    `tell`: told which figure is weighed now, and that it is one of so many.
    """

    cut: Callable[[], bool] = _never
    tell: Callable[[str, int, int], None] = _ignore


def unthought(view: View) -> Explanation:
    """A legal order without a thought."""
    if view.question is not None:
        return simply(Order(ANSWER.name, target=view.question.options[0]), CUT)
    over = READY if view.state.clock.phase in SETUP_PHASES else END
    return simply(Order.of(over.name), CUT)


def within(situation: Situation, pace: Pace) -> Situation:
    """The situation with the figures that there is time for, whose thoughts are remembered."""
    thought: list[str] = []
    for number, figure in enumerate(situation.mine, 1):
        if pace.cut():
            break
        pace.tell(figure.id, number, len(situation.mine))
        made = draft(situation, figure)
        if situation.mixed:
            candidate_actions(situation, figure, made)
        thought.append(figure.id)
    if len(thought) == len(situation.mine):
        return situation
    return evolve(situation, mine=tuple(one for one in situation.mine if one.id in thought))
