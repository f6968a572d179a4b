"""Muster: one suggested purchase or load after another while it gains anything."""

from __future__ import annotations

from skirmish.ai.choose import SHOWN, Tried
from skirmish.ai.explanation import Explanation, Weighed, simply
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.remarks import Attacked
from skirmish.core.orders import READY, Order
from skirmish.core.text import id_key
from skirmish.core.view import View
from skirmish.rulesets.ruleset import Ruleset


def mustered(ruleset: Ruleset, view: View, tried: Tried) -> Explanation:
    """The order of the muster that promises most, or `ready`; none is tried twice in vain."""
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
