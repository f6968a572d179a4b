"""Random numbers of the opponent, separate from all other dice; orders without a thought."""

from __future__ import annotations

from skirmish.ai.explanation import Explanation, simply
from skirmish.core.dice import Roller
from skirmish.core.orders import ANSWER, END, READY, Order
from skirmish.core.setup import SETUP_PHASES
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.common import deploy
from skirmish.rulesets.ruleset import Ruleset

STOP = 12
"""One draw in this many ends the bound, so that every bound comes to an end."""
TRIES = 4


def key_of(seed: int, side: str) -> str:
    """Return the key of the computer's random stream for a side of a game with this seed."""
    return f"opponent {seed} {side}"


class Stream:
    """Draws in sequence (`pick`), and draws that depend on a label alone (`number`).

    `number` keeps the errors of a level consistent: asked twice about the same order at the same
    moment, it misjudges the order in the same way.
    """

    def __init__(self, key: str) -> None:
        """Begin the stream of this key."""
        self._key = key
        self._roller = Roller(key)

    def pick(self, count: int) -> int:
        """The next draw, 0 to count - 1."""
        return self._roller.die(count) - 1

    def number(self, label: str, count: int) -> int:
        """A draw from 0 to count - 1 that depends on the key and the label alone."""
        return Roller(f"{self._key} {label}").die(count) - 1


def over(view: View) -> Order:
    """The order that ends the bound, or the side's preparations."""
    return Order.of(READY.name if view.state.clock.phase in SETUP_PHASES else END.name)


def unthought(view: View) -> Explanation:
    """Return a legal order without a thought."""
    question = view.question
    order = over(view) if question is None else Order(ANSWER.name, target=question.options[0])
    return simply(order, "cut off before anything was weighed")


def any_order(ruleset: Ruleset, view: View, stream: Stream) -> Explanation:
    """Return a random order of all that the side may give now."""
    return simply(_draw(ruleset, view, stream), "drawn by chance")


def _draw(ruleset: Ruleset, view: View, stream: Stream) -> Order:
    if view.question is not None:
        options = view.question.options
        return Order(ANSWER.name, target=options[stream.pick(len(options))])
    deploying = view.state.clock.phase == deploy.PHASE
    if not stream.pick(STOP):
        return over(view)
    names = list(by_id(figure.id for figure in view.own()))
    for _ in range(min(TRIES, len(names))):
        name = names.pop(stream.pick(len(names)))
        families = deploy.choices(view, name) if deploying else ruleset.options(view, name)
        if families:
            return families[stream.pick(len(families))].draw(stream.pick)
    return over(view)
