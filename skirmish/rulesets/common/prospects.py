"""What a side gains if one of its figures changes its state, for orders that prepare.

Computed from the ruleset's `menace` between the figure and the enemies that its side sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.memo import kept
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common.present import foes, in_reach

Menace = Callable[[State, str, str], Fraction]
Prospects = Mapping[str, Callable[[View, Any], Fraction]]
"""Expected later gain of orders: for each verb a function of a view and the plan."""


UNSEEN, EMPTY = Fraction(1, 40), Fraction(1, 10)
"""Shares of a figure's points: the value of being ready with no enemy in sight, and of loading an
empty weapon."""


def unhurried(figure: Figure, part: Fraction) -> Fraction:
    """Return the value of loading a weapon with no enemy in sight; `part` of it is empty."""
    return (EMPTY if part == 1 else UNSEEN * part**2) * figure.who.kind.points


def ground(board: Board, at: Tile, there: Tile) -> tuple[bool, int, bool]:
    """Return the parts of the ground in most attacks: line of sight, cover, reach hand to hand."""
    return board.sees(at, there), board.cover(at, there), in_reach(board, at, there)


def best(menace: Menace, state: State, name: str) -> Fraction:
    """Return the highest expected loss that a figure can cause to one enemy in sight.

    Kept with the state: several orders of a figure are compared with it.
    """

    def most() -> Fraction:
        enemies = foes(state, state.figures[name].side)
        return max((menace(state, name, foe.id) for foe in enemies), default=Fraction(0))

    found: Fraction = kept(state.cache, ("best", menace, name), most)
    return found


def danger(menace: Menace, state: State, name: str) -> Fraction:
    """Return the sum of the expected losses that the enemies in sight can cause to a figure."""
    side = state.figures[name].side
    return sum((menace(state, foe.id, name) for foe in foes(state, side)), Fraction(0))


def deterred(menace: Menace, state: State, foe: str, risk: Fraction) -> Fraction:
    """Return what a side gains if an enemy must take a risk to attack.

    The enemy attacks and takes the risk, or gives up its best attack, whichever costs it less.
    """
    side = state.figures[foe].side
    own = (figure.id for figure in state.figures.values() if figure.side != side)
    return min(risk, max((menace(state, foe, name) for name in own), default=Fraction(0)))


def gain(menace: Menace, state: State, changed: Figure) -> Fraction:
    """Return the change of `best` if a figure had another state."""
    return best(menace, state.with_figure(changed), changed.id) - best(menace, state, changed.id)


def owed(menace: Menace, state: State, name: str, counter: str) -> Fraction:
    """Return the share of `best` that a figure owes to a counter."""
    figure = state.figures[name]
    if not figure.count(counter):
        return Fraction(0)
    plain = state.with_figure(figure.with_counters({counter: 0}))
    return share_of(best(menace, plain, name), best(menace, state, name))


def share_of(rest: Fraction, whole: Fraction) -> Fraction:
    """Return the share of a whole without its rest, at least 0."""
    return max(Fraction(0), 1 - rest / whole) if whole else Fraction(0)


def relief(menace: Menace, state: State, changed: Figure) -> Fraction:
    """Return how much `danger` falls if a figure had another state."""
    then = state.with_figure(changed)
    return danger(menace, state, changed.id) - danger(menace, then, changed.id)
