"""The end of a bound, muster or deployment: its order, its key, what would be left undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from skirmish.core.orders import END, READY, Order
from skirmish.presentation.hint_words import end_hint_words
from skirmish.presentation.hints import end_hints
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.wording import humanize

_NAMED = 6
"""Figures that a warning lists."""


def end_order(legal: LegalOrders) -> Order:
    """The order that ends the present part of the battle."""
    return Order.of(READY.name if legal.mustering or legal.deploying else END.name)


def end_key(legal: LegalOrders) -> str:
    """Id of the key that gives it."""
    return "ready" if legal.deploying else "mustered" if legal.mustering else "end"


def part_words(legal: LegalOrders) -> str:
    """The part of the battle that it ends."""
    if legal.mustering:
        return "the muster"
    return "the deployment" if legal.deploying else f"the {legal.ruleset.turn.bound}"


def end_warning(legal: LegalOrders, key: str) -> str:
    """The question before the end while figures can still act; empty if none can.

    `key` is the name of the key that ends it.
    """
    able = () if legal.deploying else legal.active_figures()
    if not able:
        return ""
    if legal.mustering:
        return f"press {key} again to end the muster: {_still_able(legal, able)}"
    return f"press {key} again to end {part_words(legal)}: {_still_able(legal, able)}"


def better_than_end(legal: LegalOrders, order_name: Callable[[str], str]) -> str:
    """A hint on what to do before the end of the bound, if any; `order_name` names its orders."""
    if legal.mustering or legal.deploying:
        return ""
    able = {
        name: [legal.known_verbs[verb] for verb in legal.verbs(name)]
        for name in legal.active_figures()
    }
    return end_hint_words(end_hints(legal.view, able), order_name)


def _still_able(legal: LegalOrders, able: Sequence[str]) -> str:
    """The figures that can still act; of a single one also its orders."""
    if len(able) == 1:
        verbs = map(humanize, legal.significant_verbs(able[0]))
        return f"{able[0]} can still {', '.join(verbs)}"
    if len(able) <= _NAMED + 1:
        return f"{', '.join(able)} can still act"
    return f"{', '.join(able[:_NAMED])} and {len(able) - _NAMED} more can still act"
