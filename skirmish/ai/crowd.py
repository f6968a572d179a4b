"""Friends who stand close together, and what one attack does to all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import evolve

from skirmish.ai.cache import ThoughtCache
from skirmish.ai.expected_damage import losses_of
from skirmish.ai.fixed_point import MILLI
from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile, chebyshev
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.rulesets.ruleset import Ruleset

RINGS = 4
"""As far as two may stand apart and yet be struck by one blast between them, in tiles."""
BETWEEN = 500
"""What being struck by a blast between the two counts for, in thousandths."""


def around(tile: Tile, others: Iterable[Tile]) -> Sequence[int]:
    """How many others stand one tile from a tile, two and so on."""
    found = [0] * (RINGS + 1)
    for there in others:
        gap = chebyshev(tile, there)
        if gap <= RINGS:
            found[gap] += 1
    return found[1:]


def splash(
    ruleset: Ruleset,
    state: State,
    alone: Sequence[tuple[Order, Fraction]],
    target: str,
    cache: ThoughtCache,
) -> tuple[int, ...]:
    """What some attacks do more where another stands one tile from the target, two and so on.

    In thousandths of what they do to the target alone, as `alone` has it where they strike no
    other. Shot at is the target; or a tile between the two, which counts for less: it is for these
    two, and lets others go. Found by trial with one more figure at each distance.
    """
    single = max((lost for order, lost in alone if _at_one(ruleset, order)), default=Fraction(0))
    row = _row(state, target)
    wide = {
        order: _losses(ruleset, row, order, cache)
        for order, _ in alone
        if not _at_one(ruleset, order)
    }
    most = max([single, *(lost[0] for lost in wide.values())])
    if not most or not wide:
        return (0,) * RINGS
    amid = [lost for order, lost in wide.items() if ruleset.verbs[order.verb].target is Shape.TILE]
    found = []
    for gap in range(1, RINGS + 1):
        at_it = max(lost[0] + lost[gap] for lost in wide.values()) - most
        between = max((lost[gap // 2] + lost[gap - gap // 2] for lost in amid), default=0) - most
        more = max(at_it, between * BETWEEN / MILLI)
        found.append(min(MILLI, max(0, int(more * MILLI / most))))
    return tuple(found)


def _at_one(ruleset: Ruleset, order: Order) -> bool:
    """Whether an attack strikes the figure that it names and no other."""
    action = ruleset.table[order.verb]
    return action.verb.target is Shape.FIGURE and action.expected is not None


def _losses(ruleset: Ruleset, row: State, order: Order, cache: ThoughtCache) -> Sequence[Fraction]:
    """What an attack takes off those in the row, the target first."""
    lost = {one.figure: one.lost for one in losses_of(ruleset, row, order, cache)}
    side = row.figures[order.figure].side
    others = (name for name, figure in row.figures.items() if figure.side != side)
    return [lost.get(name, Fraction(0)) for name in others]


def _row(state: State, target: str) -> State:
    """The state with figures like the target in a row from it, one on each tile."""
    figure = state.figures[target]
    x, y = figure.tile
    others = {
        name: evolve(figure, who=evolve(figure.who, id=name), at=(x, y + gap))
        for gap, name in ((gap, f"bystander {gap}") for gap in range(1, RINGS + 1))
    }
    names = (*others, target)
    known = {
        side: evolve(one, visible=names) if side != figure.side else one
        for side, one in state.known.items()
    }
    return evolve(state, figures={**state.figures, **others}, known=known)
