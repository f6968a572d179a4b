"""Works out in the background what the draft order leads to, how strong it is where, and rims."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from skirmish.core.orders import Order
from skirmish.presentation.area_strength import Strengths, area_strengths
from skirmish.presentation.forecast import Forecast, forecast_order
from skirmish.presentation.legal_orders import LegalOrders, Move
from skirmish.session.executor import Executor, Job
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft, complete

SETTLED = 0.15
"""Seconds for which a draft must stay unchanged first, so that a moving cursor is not slowed."""
_NOTHING = Forecast(moves=False, exchanges=())


class ForecastWorker:
    """Forecasts of the draft order; a new draft replaces an older one."""

    def __init__(
        self, executor: Executor, done: Callable[[], None], say: Callable[[str], None]
    ) -> None:
        """Begin with nothing asked.

        Args:
            executor: Runs the work.
            done: Called when a forecast is known.
            say: Called with the reason for a failure, before `done`.
        """
        self._task = executor.task("outlook")
        self._done = done
        self._say = say
        self._asked: tuple[LegalOrders, Order] | None = None

    def request(self, legal: LegalOrders, draft: OrderDraft) -> None:
        """Forecast the draft, unless that is known or under way."""
        order = draft.order
        ready = draft.mode is not Mode.ANSWER and complete(legal, draft)
        if not ready or order in legal.forecasts or not legal.has_forecast(order):
            return
        if self._asked is None or self._asked[0] is not legal or self._asked[1] != order:
            self._asked = (legal, order)
            self._task.start(
                partial(_forecast, legal, order),
                partial(self._keep, legal, order),
                partial(self._failed, legal, order),
                after=SETTLED,
            )

    def _failed(self, legal: LegalOrders, order: Order, why: str) -> None:
        self._say(f"the outcome could not be calculated: {why}")
        self._keep(legal, order, (_NOTHING, ()))

    def _keep(self, legal: LegalOrders, order: Order, told: tuple[Forecast, Strengths]) -> None:
        legal.forecasts[order], legal.strengths[order] = told
        self._asked = None
        self._done()


class ReachWorker:
    """What part of a reach leaves a figure enough to attack; other moves replace those asked."""

    def __init__(
        self, executor: Executor, done: Callable[[], None], say: Callable[[str], None]
    ) -> None:
        """Begin with nothing asked; `done` and `say` are those of a `ForecastWorker`."""
        self._task = executor.task("reach")
        self._done = done
        self._say = say
        self._asked: tuple[LegalOrders, tuple[Move, ...]] | None = None

    def request(self, legal: LegalOrders, moves: tuple[Move, ...]) -> None:
        """Have the rims of some moves worked out, unless they are known or under way."""
        wanted = tuple(move for move in moves if move not in legal.able_after)
        if not wanted:
            self._task.cancel()
            self._asked = None
        elif self._asked is None or self._asked[0] is not legal or self._asked[1] != wanted:
            self._asked = (legal, wanted)
            self._task.start(
                partial(_rims, legal, wanted),
                partial(self._keep, legal),
                partial(self._failed, legal, wanted),
                after=SETTLED,
            )

    def _failed(self, legal: LegalOrders, wanted: tuple[Move, ...], why: str) -> None:
        self._say(f"what is left after a move could not be calculated: {why}")
        self._keep(legal, dict.fromkeys(wanted, 0))

    def _keep(self, legal: LegalOrders, found: dict[Move, int]) -> None:
        legal.able_after |= found
        self._asked = None
        self._done()


def _rims(legal: LegalOrders, moves: tuple[Move, ...], job: Job) -> dict[Move, int]:
    found: dict[Move, int] = {}
    for figure, verb in moves:
        if not job.cancelled:
            found[figure, verb] = legal.able_after_mask(figure, verb)
    return found


def _forecast(legal: LegalOrders, order: Order, job: Job) -> tuple[Forecast, Strengths]:
    asked = legal.ruleset, legal.view, order, lambda: job.cancelled
    return forecast_order(*asked) or _NOTHING, area_strengths(*asked)
