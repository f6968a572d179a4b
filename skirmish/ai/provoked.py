"""Attacks that an order provokes: opportunity fire, overwatch, held shots, suppressive fire."""

from __future__ import annotations

from fractions import Fraction

from skirmish.ai.end_positions import UNKNOWN
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.situation import Situation
from skirmish.core.codec import Shape
from skirmish.core.orders import Order
from skirmish.rulesets.foresight import Danger, dangers

ANSWER = "answer"
"""Term of an order for the attacks that it provokes; it replaces the estimate `way`."""


def answer_to(situation: Situation, order: Order) -> int:
    """Return what the attacks that an order provokes can be expected to cost its figure.

    In thousandths of a point. Each attack takes its share of what those before it leave. Clouds are
    left out, and attacks at the end of the bound on a figure that stays where it is.
    """
    view, figure = situation.view, situation.view.state.figures[order.figure]
    moves = situation.ruleset.verbs[order.verb].target is Shape.PATH
    points = figure.who.kind.points
    left = Fraction(1)
    for danger in dangers(situation.ruleset, view, order):
        if not danger.zone and (moves or not danger.lasting):
            left *= 1 - min(Fraction(1), _lost(danger, points) / max(1, points))
    return int((1 - left) * points * situation.weight(figure)) * situation.caution // MILLI


def _lost(danger: Danger, points: int) -> Fraction:
    """Points that an attack is expected to cost; a share of all for one by an unknown enemy."""
    if danger.shot is None:
        return Fraction(points, UNKNOWN)
    late = Fraction(0) if danger.late is None else danger.late.lost
    return danger.first * danger.shot.lost + (1 - danger.first) * late
