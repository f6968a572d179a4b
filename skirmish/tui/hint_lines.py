"""Hints on an order as lines, with the key that takes them."""

from __future__ import annotations

from skirmish.core.orders import Order
from skirmish.presentation.odds.hint_words import hint_words
from skirmish.presentation.odds.hints import is_urgent
from skirmish.presentation.setup.preferences import EXACT
from skirmish.session.controller import Controller


def hint_lines(
    controller: Controller, order: Order, *, urgent: bool, numbers: bool = True
) -> list[str]:
    """The hints on an order, as far as known: those on something much better, or the others.

    `numbers`: with chances and worth, where the player wants these.
    """
    told, taken = controller.legal.forecasts.get(order), controller.hint_order
    numbers = numbers and controller.preferences.odds == EXACT
    lines = []
    for hint in told.hints if told is not None and controller.preferences.hints else ():
        if is_urgent(hint) is not urgent:
            continue
        key = f" ({controller.key('hint')}: take it)" if hint.order and hint.order is taken else ""
        lines.append(f"✦ {hint_words(hint, controller.order_name, numbers=numbers)}{key}")
    return lines
