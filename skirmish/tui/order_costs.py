"""The cost of orders before they are given: in the menu, and for each value of a detail."""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve

from skirmish.core.orders import Order
from skirmish.presentation.odds.forecast_rows import cost_words
from skirmish.presentation.odds.order_effects import order_effects
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.wording import detail_value
from skirmish.session import order_draft
from skirmish.session.order_draft import OrderDraft

_MOST = 6
"""Maximum number of values of a detail whose costs are compared; numbers have more."""


@lru_cache(maxsize=256)
def cost_of(legal: LegalOrders, order: Order) -> str:
    """The cost of an order in its ruleset's unit, as in `4 AP`; "" if nothing is counted."""
    if legal.refusal(order) is not None:
        return ""
    costs = order_effects(legal.ruleset, legal.view, order).costs
    return ", ".join(cost_words(evolve(one, left=None)) for one in costs if one.spent)


def cost_at_once(legal: LegalOrders, figure: str, verb: str) -> str:
    """The cost of an order without a target; "" for others."""
    known = legal.known_verbs[verb]
    return cost_of(legal, Order(verb, figure)) if known.target is None and known.figure else ""


def costs_of_values(legal: LegalOrders, draft: OrderDraft) -> str:
    """The cost of each value of the marked row: `single: 4 AP; burst: 5 AP`; "" if all equal."""
    found: dict[str, str] = {}
    row, one = order_draft.marked_row(legal, draft), draft
    figure = legal.view.state.figures.get(draft.figure)
    while row is not None and not row.on_map and len(found) <= _MOST:
        value = detail_value(figure, row.field, row.value)
        if value in found:
            break
        found[value] = cost_of(legal, one.order)
        one = order_draft.with_next_detail_value(legal, one, 1)
        row = order_draft.marked_row(legal, one)
    told = [f"{value}: {cost}" for value, cost in found.items() if cost]
    # The cost of an order that first asks a question is unknown; assume that of the others.
    differ = len(found) <= _MOST and len({cost for cost in found.values() if cost}) > 1
    return "; ".join(told) if differ else ""
