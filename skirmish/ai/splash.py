"""Harm of attacks to figures that stand near their target, found by trial on an empty table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from skirmish.ai.cache import ThoughtCache
from skirmish.ai.crowd import RINGS
from skirmish.ai.expected_damage import losses_of
from skirmish.ai.fixed_point import MILLI
from skirmish.core.codec import Shape, encode
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.rulesets.ruleset import Ruleset

BETWEEN = 500
"""What being struck by a blast between the two counts for, in thousandths."""
OTHER = "bystander"


def splash(
    ruleset: Ruleset, state: State, orders: Sequence[Order], target: str, cache: ThoughtCache
) -> tuple[int, ...]:
    """What some attacks do more where another stands one tile from the target, two and so on.

    In thousandths of what they do to the target alone. Shot at is the target; or a tile between
    the two, which counts for less: it is for these two, and lets others go.
    """
    wide = [order for order in orders if not _at_one(ruleset, order)]
    alone = _most(ruleset, state, orders, cache) if wide else 0
    if not alone:
        return (0,) * RINGS
    x, y = state.figures[target].tile
    found = []
    for gap in range(1, RINGS + 1):
        between = [
            evolve(order, target=encode((x, y + gap // 2)))
            for order in wide
            if ruleset.verbs[order.verb].target is Shape.TILE
        ]
        both = _joined(state, target, gap)
        at_it = _most(ruleset, both, wide, cache) - alone
        amid = (_most(ruleset, both, between, cache) - alone) * BETWEEN / MILLI
        found.append(min(MILLI, max(0, int(max(at_it, amid) * MILLI / alone))))
    return tuple(found)


def _at_one(ruleset: Ruleset, order: Order) -> bool:
    """Whether an attack strikes the figure that it names and no other."""
    action = ruleset.table[order.verb]
    return action.verb.target is Shape.FIGURE and action.expected is not None


def _most(ruleset: Ruleset, state: State, orders: Sequence[Order], cache: ThoughtCache) -> Fraction:
    """The most that any of the attacks takes off the other side."""
    best = Fraction(0)
    for order in orders:
        side = state.figures[order.figure].side
        done = losses_of(ruleset, state, order, cache)
        lost = (one.lost for one in done if state.figures[one.figure].side != side)
        best = max(best, sum(lost, Fraction(0)))
    return best


def _joined(state: State, target: str, gap: int) -> State:
    """The state with another figure like the target so many tiles from it."""
    figure = state.figures[target]
    x, y = figure.tile
    other = evolve(figure, who=evolve(figure.who, id=OTHER), at=(x, y + gap))
    known = {
        side: evolve(one, visible=(OTHER, target)) if side != figure.side else one
        for side, one in state.known.items()
    }
    return evolve(state, figures={**state.figures, OTHER: other}, known=known)
