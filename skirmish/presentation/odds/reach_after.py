"""The part of a figure's reach from which it can still attack, or act at all, afterwards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import takewhile
from operator import or_
from typing import TypeVar

from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.presentation.odds.order_effects import view_after
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.families import Family, Routes
from skirmish.rulesets.foresight import answers_next
from skirmish.rulesets.ruleset import Ruleset

_T = TypeVar("_T")


def able_after(
    ruleset: Ruleset,
    view: View,
    figure: str,
    family: Family,
    stopped: Callable[[], bool] = lambda: False,
) -> int:
    """Mask of the tiles of a family of moves from which a figure could still attack.

    The cheapest path to such a tile leaves enough for the cheapest attack possible now; if there is
    none, for the cheapest other order. If attacks have their own bounds, the figure must be able to
    attack in the next of them. `stopped` is polled between steps; the mask means nothing once it is
    true.
    """
    reached = family.target
    if not isinstance(reached, Routes):
        return 0
    least = _least_cost(ruleset, view, _until(stopped, ruleset.options(view, figure)))
    rings = [part for ring in reached.reach.rings.values() if (part := ring & reached.mask)]

    def unable(ring: int) -> bool:
        orders = (
            Order.of(family.verb, figure, reached.route(tile), **dict(family.fixed))
            for tile in _until(stopped, view.state.board.tiles_of(ring))
        )
        # Nothing is known after a path on which dice are rolled: the next of the same length is
        # tried.
        left = next(filter(None, (view_after(ruleset, view, order) for order in orders)), None)
        return left is None or not _able(ruleset, left.state, figure, least)

    if least and not ruleset.estimates.budget_left(view.state, figure):
        return reached.mask  # It may attack although its bound is spent.
    # A costlier move never leaves more.
    return reduce(or_, rings[: bisect_left(rings, True, key=unable)], 0)


def _until(stopped: Callable[[], bool], things: Iterable[_T]) -> Iterator[_T]:
    """The things, until `stopped` is true."""
    return takewhile(lambda _: not stopped(), things)


def _able(ruleset: Ruleset, state: State, figure: str, least: Fraction) -> bool:
    fires = any(not phase.moves for phase in state.setup.declared.phases.values())
    if fires:
        return answers_next(ruleset, state, figure)
    left = ruleset.estimates.budget_left(state, figure)
    return left > 0 and left >= least


def _least_cost(ruleset: Ruleset, view: View, families: Iterable[Family]) -> Fraction:
    """The share of its bound that the figure's cheapest attack takes; else its cheapest order."""
    verbs = verbs_of(ruleset)
    attacks: list[Fraction] = []
    others: list[Fraction] = []
    for family in families:
        if not isinstance(family.target, Routes):
            cost = ruleset.cost(view.state, family.draw(lambda _: 0))
            (attacks if verbs[family.verb].dice else others).append(cost)
    return min(attacks or [cost for cost in others if cost > 0], default=Fraction(0))
