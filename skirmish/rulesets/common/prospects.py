"""What it would gain a side to have one of its figures in another state: for orders that prepare.

All is reckoned with a ruleset's own `menace`, between the figure and the enemies that its side
sees.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.rulesets.common.present import present

Menace = Callable[[State, str, str], Fraction]


def foes(state: State, side: str) -> tuple[str, ...]:
    """The enemies on the table that a side sees."""
    return tuple(figure.id for figure in present(state, side) if figure.side != side)


def best(menace: Menace, state: State, name: str) -> Fraction:
    """The most that a figure can expect to take off any enemy in sight."""
    side = state.figures[name].side
    return max((menace(state, name, foe) for foe in foes(state, side)), default=Fraction(0))


def danger(menace: Menace, state: State, name: str) -> Fraction:
    """What all enemies in sight together can expect to take off a figure, each once."""
    side = state.figures[name].side
    return sum((menace(state, foe, name) for foe in foes(state, side)), Fraction(0))


def gain(menace: Menace, state: State, name: str, changed: Figure) -> Fraction:
    """How much more it could take off the enemy in another state; less is negative."""
    return best(menace, _with(state, changed), name) - best(menace, state, name)


def kept(menace: Menace, state: State, name: str, counter: str) -> Fraction:
    """The share of the most that it could take off any enemy which it owes to a counter."""
    figure = state.figures[name]
    if not figure.count(counter):
        return Fraction(0)
    plain = evolve(figure, counters={**figure.counters, counter: 0})
    return share_of(best(menace, _with(state, plain), name), best(menace, state, name))


def share_of(rest: Fraction, whole: Fraction) -> Fraction:
    """What share of a whole is not the rest of it; nothing where there is no more."""
    return max(Fraction(0), 1 - rest / whole) if whole else Fraction(0)


def relief(menace: Menace, state: State, name: str, changed: Figure) -> Fraction:
    """How much less the enemy could take off it in another state; more is negative."""
    return danger(menace, state, name) - danger(menace, _with(state, changed), name)


def _with(state: State, changed: Figure) -> State:
    return evolve(state, figures={**state.figures, changed.id: changed})
