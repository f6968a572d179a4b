"""All that is known of an order as one list of rows: odds, effects, forecast, numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from skirmish.core.orders import Order
from skirmish.errors import SkirmishError
from skirmish.presentation.odds.forecast import Forecast
from skirmish.presentation.odds.forecast_rows import (
    MOST_RETURNS,
    effect_rows,
    forecast_rows,
    later_rows,
)
from skirmish.presentation.odds.odds_rows import LANDS, mishap_rows, odds_rows
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.report_document import Level, Row, Rows, Tone
from skirmish.presentation.setup.preferences import EXACT, NONE
from skirmish.presentation.wording import percent


def order_rows(
    legal: LegalOrders,
    order: Order,
    told: Forecast | None,
    detail: str = EXACT,
    *,
    full: bool = True,
    most: int = MOST_RETURNS,
) -> Iterator[Rows]:
    """All that is known of a legal order, what matters first, in the detail that is set.

    What numbers are made up of comes last, as `Level.DETAIL`.
    """
    odds = list(_own_rows(legal, order, detail, full=full))
    yield from (block for block in odds if block.level is not Level.DETAIL)
    if told is not None:
        yield effect_rows(told.effects, uses=legal.known_verbs[order.verb].dice)
    if told is not None and detail != NONE:
        yield from forecast_rows(legal.view, told, numbers=detail == EXACT, most=most)
    yield from (block for block in odds if block.level is Level.DETAIL)
    if told is not None and detail == EXACT:
        yield from later_rows(told, order.figure)


def _own_rows(legal: LegalOrders, order: Order, detail: str, *, full: bool) -> Iterator[Rows]:
    """The odds of an order itself; a fault of the rules in their place."""
    if detail == NONE:
        return
    try:
        odds = legal.order_odds(order)
    except SkirmishError as error:
        yield Rows((Row(str(error), tone=Tone.HARM),))
        return
    if odds is not None:
        yield from odds_rows(legal.view, odds, full=full, numbers=detail == EXACT)
    elif legal.lands_for_certain(order):
        yield Rows((Row(LANDS, percent(Fraction(1)), Tone.STRONG),))
    else:
        yield mishap_rows(legal.mishaps(order))
