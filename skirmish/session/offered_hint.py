"""The hint that a player can take in place of the order in hand, or why there is none."""

from __future__ import annotations

from skirmish.core.codec import Shape
from skirmish.core.orders import Order
from skirmish.presentation.odds.hint_kinds import Hint
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.setup.preferences import Preferences
from skirmish.presentation.wording import change_words
from skirmish.session import order_draft
from skirmish.session.order_draft import OrderDraft


def offered_hint(legal: LegalOrders, draft: OrderDraft, preferences: Preferences) -> Hint | None:
    """The first hint on a draft that gives an order to replace it, if any."""
    forecast = legal.forecasts.get(draft.order) if preferences.hints else None
    return next((hint for hint in forecast.hints if hint.order), None) if forecast else None


def no_hint_words(legal: LegalOrders, draft: OrderDraft, preferences: Preferences) -> str:
    """Why there is no hint to take."""
    if not preferences.hints:
        return "hints are switched off in the settings"
    if not order_draft.complete(legal, draft):
        return "first choose an order: a hint betters the one that you prepare"
    if legal.forecasts.get(draft.order) is None:
        return "the outcome is still being calculated"
    path = legal.target_shape(draft.verb) is Shape.PATH
    what = "tile or facing" if path else "attack or target"
    return f"no hint: no better {what} near this one is known"


def hint_change_words(legal: LegalOrders, before: Order, now: Order) -> str:
    """What a hint changes in an order, in words."""
    if before.get("weapon") or now.get("weapon"):
        before, now = _with_weapon(legal, before), _with_weapon(legal, now)
    figure = legal.view.state.figures.get(before.figure)
    return change_words(legal.known_verbs, figure, before, now)


def _with_weapon(legal: LegalOrders, order: Order) -> Order:
    """An order with its default weapon written out."""
    if order.get("weapon"):
        return order
    return order.with_field("weapon", legal.default_weapon(order))
