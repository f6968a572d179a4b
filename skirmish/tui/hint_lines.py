"""Hints on an order as lines, with the key that takes them."""

from __future__ import annotations

from skirmish.core.orders import Order
from skirmish.presentation.odds.hint_kinds import FriendlyFire, is_urgent
from skirmish.presentation.odds.hint_words import hint_words
from skirmish.presentation.setup.preferences import EXACT
from skirmish.session.controller import Controller


def hint_lines(
    controller: Controller, order: Order, *, urgent_only: bool = False, numbers: bool = True
) -> list[str]:
    """The known hints on an order, urgent ones first.

    `urgent_only`: leave out the others; without it also the danger to own figures of an attack that
    pays, which the prompt and the odds beside these lines tell. `numbers`: include chances and
    worth, if the player wants exact odds.
    """
    told, taken = controller.legal.forecasts.get(order), controller.hint_order
    numbers = numbers and controller.preferences.odds == EXACT
    lines = []
    shown = told.hints if told is not None and controller.preferences.hints else ()
    for hint in sorted(shown, key=lambda one: not is_urgent(one)):
        told_beside = isinstance(hint, FriendlyFire) and hint.pays
        if not is_urgent(hint) if urgent_only else told_beside:
            continue
        key = f" ({controller.key('hint')}: take it)" if hint.order and hint.order is taken else ""
        lines.append(f"✦ {hint_words(hint, controller.order_name, numbers=numbers)}{key}")
    return lines
