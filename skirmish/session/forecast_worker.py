"""Works out in the background what the draft order leads to, and how strong it is where."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from skirmish.core.orders import Order
from skirmish.presentation.area_strength import Strengths, area_strengths
from skirmish.presentation.forecast import Forecast, forecast_order
from skirmish.presentation.legal_orders import LegalOrders
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

    def request(self, offers: LegalOrders, draft: OrderDraft) -> None:
        """Forecast the draft, unless that is known or under way."""
        order = draft.order
        ready = draft.mode is not Mode.ANSWER and complete(offers, draft)
        if not ready or order in offers.forecasts or not offers.has_forecast(order):
            return
        if self._asked is None or self._asked[0] is not offers or self._asked[1] != order:
            self._asked = (offers, order)
            self._task.start(
                partial(_forecast, offers, order),
                partial(self._keep, offers, order),
                partial(self._failed, offers, order),
                after=SETTLED,
            )

    def _failed(self, offers: LegalOrders, order: Order, why: str) -> None:
        self._say(f"the outcome could not be calculated: {why}")
        self._keep(offers, order, (_NOTHING, ()))

    def _keep(self, offers: LegalOrders, order: Order, told: tuple[Forecast, Strengths]) -> None:
        offers.forecasts[order], offers.strengths[order] = told
        self._asked = None
        self._done()


def _forecast(offers: LegalOrders, order: Order, job: Job) -> tuple[Forecast, Strengths]:
    asked = offers.ruleset, offers.view, order, lambda: job.cancelled
    return forecast_order(*asked) or _NOTHING, area_strengths(*asked)
