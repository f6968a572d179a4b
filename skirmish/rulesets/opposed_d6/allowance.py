"""How far a figure may move, in half tiles."""

from __future__ import annotations

from skirmish.core.figures import Figure
from skirmish.rulesets.common.walking import HALVES
from skirmish.rulesets.opposed_d6.factors import troop

CREEP = 2 * HALVES
"""A Suppressed figure moves two tiles at most."""
INJURY = 2 * HALVES
"""What each level of injury takes off."""


def full_move(figure: Figure) -> int:
    """The move of its kind, injuries taken off; a figure that flees runs so far."""
    return max(0, HALVES * troop(figure).move - INJURY * figure.count("injury"))


def allowance(figure: Figure) -> int:
    """What it may move in a bound; nothing in the one in which it rallied.

    A figure that recovered from Suppressed has been so for its whole movement, so the answer
    stays the same until its side moves again.
    """
    if figure.count("rallied"):
        return 0
    if figure.count("suppressed") or figure.count("recovered"):
        return min(CREEP, full_move(figure))
    return full_move(figure)


def left(figure: Figure) -> int:
    """What is left of its allowance in this bound."""
    return max(0, allowance(figure) - figure.count("moved"))
