"""One thought: from a view to the next order of its side, with the reasons."""

from __future__ import annotations

from attrs import field, frozen

from skirmish.ai.answers import answer
from skirmish.ai.cache import ThoughtCache, cache_for
from skirmish.ai.choose import SHOWN, Tried, choose
from skirmish.ai.deploy import deployment
from skirmish.ai.explanation import Explanation, Weighed, simply
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.levels import LEVELS, with_temper
from skirmish.ai.pace import Pace
from skirmish.ai.remarks import Attacked
from skirmish.ai.search import Queue
from skirmish.ai.situation import Situation
from skirmish.ai.stream import Stream, any_order, over, unthought
from skirmish.core.orders import END, READY, Order
from skirmish.core.sanitize import escaped
from skirmish.core.setup import MUSTER
from skirmish.core.text import id_key
from skirmish.core.view import View
from skirmish.errors import UsageProblem
from skirmish.rulesets.common import deploy
from skirmish.rulesets.ruleset import Ruleset

MOST = 8
"""A bound ends, whatever could still be gained, after this many orders for each figure that its
side sees, its own and the enemy's, and this many more."""
REMEMBERED = 8
"""Number of latest orders of a bound that are not repeated if they had no effect."""


@frozen
class Choice:
    """The next order with its reasons; the caller hands it back with the next view.

    It holds the orders tried in this bound, and the other figures' options at that time.
    """

    order: Order
    explanation: Explanation
    cache: ThoughtCache | None = field(default=None, eq=False, repr=False)
    point: int = field(default=0, eq=False, repr=False)
    given: int = field(default=0, eq=False, repr=False)
    tried: Tried = field(default=(), eq=False, repr=False)
    queue: Queue | None = field(default=None, eq=False, repr=False)


FIRST = Choice(Order(END.name), simply(Order(END.name), ""))
"""The previous choice for the first order of a bound."""


def think(
    ruleset: Ruleset,
    view: View,
    level: str,
    rng: Stream,
    *,
    previous: Choice | None = None,
    pace: Pace | None = None,
    about: str = "",
) -> Choice:
    """Return the next order of the view's side; call it after every result until it is `end`.

    `level` is the id of one of LEVELS, `rng` the opponent's own stream. The cache of the `previous`
    choice changes no answer. Its queue names the figures to weigh first: those that were best
    before the last order. Recent orders without effect are not repeated, and an endless bound is
    ended. `pace`: progress and cut-off; a thought that is cut off may have another answer. `about`:
    a figure whose own best orders are explained as well; in deployment it is placed first.

    Raises:
        UsageProblem: No such level.
    """
    if level not in LEVELS:
        raise UsageProblem(f"no level '{escaped(level)}'", remedy="levels: " + ", ".join(LEVELS))
    state = view.state
    cache = cache_for(None if previous is None else previous.cache, state.board)
    going_on = previous is not None and previous.point == state.clock.point
    last = previous if previous is not None and going_on else FIRST
    played = with_temper(LEVELS[level], state.setup.sides[view.side].temper)
    queue = last.queue
    if pace is not None and pace.cut():
        reasons = unthought(view)
    elif level == "random":
        reasons = any_order(ruleset, view, rng)
    elif view.question is not None:
        reasons = answer(Situation(ruleset, view, played, cache))
    elif state.clock.phase == MUSTER:
        reasons = _mustered(ruleset, view, last.tried)
    elif state.clock.phase == deploy.PHASE:
        reasons = deployment(view, cache, played.weights, about)
    else:
        situation = Situation(ruleset, view, played, cache)
        reasons, queue = choose(situation, rng, last.tried, queue, pace, about)
    if last.given >= MOST * (1 + len(state.figures)) and view.question is None:
        reasons = simply(over(view), "enough for one bound")
    order = reasons.chosen.order
    tried = (*last.tried, (order, state.figures.get(order.figure)))[-REMEMBERED:]
    return Choice(order, reasons, cache, state.clock.point, last.given + 1, tried, queue)


def _mustered(ruleset: Ruleset, view: View, tried: Tried) -> Explanation:
    """Return the most promising order of the muster, or `ready`; no order is repeated in vain."""
    figures = view.state.figures
    found: list[Weighed] = []
    for figure in sorted(view.own(), key=lambda one: id_key(one.id)):
        for order in ruleset.suggestions.actions(view, figure.id):
            if (order, figures.get(order.figure)) in tried:
                continue
            gain = int(ruleset.prospect(view, order) * MILLI)
            if gain > 0:
                found.append(Weighed(order, gain, (("prospect", gain),), Attacked(order)))
    if not found:
        return simply(Order.of(READY.name), "what they carry will do")
    found.sort(key=lambda one: -one.gain)
    return Explanation(found[0], tuple(found[1:SHOWN]))
