"""Orders that end the battle: which tiles and which falls decide it, for whom, and for how much."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from fractions import Fraction

from attrs import field, frozen

from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import until_broken
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.setup import Area, in_area
from skirmish.core.state import State, Tally
from skirmish.core.view import View
from skirmish.rulesets.attack import ExpectedLoss, odds_of
from skirmish.rulesets.common.victory import SCORE, known_lost
from skirmish.rulesets.foreseen_end import foreseen_end
from skirmish.rulesets.ruleset import Ruleset

VICTORY, DRAW = "victory", "draw"
"""The terms of an order after which the battle is won (below zero: lost), or drawn after all."""


@frozen(eq=False)
class Ending:
    """What would decide the battle if the bound were ended after it.

    `worth`: what the battle counts, in thousandths of a point. `last`: whether it ends with this
    bound. `now`: 1 if the side has won when it ends the bound as things are, -1 if it has lost.
    `areas`: ground that matters for it. `critical`: figures whose fall may decide it.
    """

    ruleset: Ruleset
    view: View
    worth: int
    last: bool
    now: int
    areas: tuple[Area, ...]
    critical: Container[str]
    _falls: dict[str, int] = field(factory=dict, init=False, repr=False)
    _places: dict[tuple[str, tuple[bool, ...]], int] = field(factory=dict, init=False, repr=False)

    def by_going(self, name: str, tile: Tile) -> tuple[str, int]:
        """The term for that the battle ends with a figure on a tile, over where it stands."""
        if not self.areas:
            return VICTORY, 0
        here = self.view.state.figures[name].tile
        inside = tuple(in_area(area, tile) for area in self.areas)
        if inside == tuple(in_area(area, here) for area in self.areas):
            return VICTORY, 0
        found = self._places.get((name, inside))
        if found is None:
            then = _verdict(self.view, foreseen_end(self.ruleset, self.view, at={name: tile}))
            found = self._places[name, inside] = then - self.now
        return self._name((found,)), self.worth * found

    def by_striking(
        self, state: State, order: Order, struck: Iterable[ExpectedLoss]
    ) -> tuple[str, int]:
        """The term for that an attack may end the battle."""
        falls = {one.figure: change for one in struck if (change := self._by_fall(one.figure))}
        if not falls:
            return VICTORY, 0
        worth = {name: self._worth(change) for name, change in falls.items()}
        chances = _chances_out(self.ruleset, state, order, falls)
        total = sum(int(worth[name] * self._part(worth[name], p)) for name, p in chances)
        return self._name(falls.values()), total

    def _name(self, changes: Iterable[int]) -> str:
        """The term for such changes: one step from a victory or a defeat is to a draw."""
        return DRAW if self.now and all(abs(change) <= 1 for change in changes) else VICTORY

    def _by_fall(self, name: str) -> int:
        """How the fall of a figure changes how the battle ends, -2 to 2."""
        if name not in self.critical:
            return 0
        if name not in self._falls:
            then = foreseen_end(self.ruleset, self.view, out=(name,))
            self._falls[name] = _verdict(self.view, then) - self.now
        return self._falls[name]

    def _worth(self, change: int) -> int:
        """What a change counts; before the last bound, what the side that loses has left."""
        loser = self.view.enemy if change > 0 else self.view.side
        return change * (self.worth if self.last else _left(self.view, loser))

    def _part(self, worth: int, chance: Fraction) -> Fraction:
        """What part a chance to end the battle counts for.

        One to win it comes again before the last bound: it counts as far as it is likelier than
        not.
        """
        return chance if self.last or worth < 0 else max(Fraction(0), 2 * chance - 1)


def ending_of(ruleset: Ruleset, view: View) -> Ending:
    """How the battle may end with the present bound."""
    setup = view.state.setup
    worth = sum(side.worth for side in setup.sides.values()) * MILLI
    decisive = [goal for goal in view.state.objectives if goal.decisive]
    latest = view.state.clock.turn >= setup.turns
    end = foreseen_end(ruleset, view) if latest or decisive else None
    last = end is not None and end.reason == SCORE
    goals = view.state.objectives if last else decisive
    areas = tuple(goal.area for goal in goals if goal.area is not None)
    critical = view.state.figures if last else frozenset(_critical(view))
    return Ending(ruleset, view, worth, last, _verdict(view, end), areas, critical)


def _left(view: View, side: str) -> int:
    """What a side has left, as far as it is known, in thousandths of a point."""
    return max(0, view.state.setup.sides[side].worth - known_lost(view, side)) * MILLI


def _verdict(view: View, end: Tally | None) -> int:
    """1 for an end that is a victory, -1 for a defeat."""
    return 0 if end is None else (end.winner == view.side) - (end.winner == view.enemy)


def _critical(view: View) -> Iterator[str]:
    """Figures whose fall may decide the battle before its last bound."""
    state, sides = view.state, view.state.setup.sides
    named = [n for goal in state.objectives if goal.decisive for n in goal.figures]
    until = {name: until_broken(view, name) or _left(view, name) // MILLI for name in sides}
    for name, figure in state.figures.items():
        breaks = figure.who.kind.points >= until[figure.side]
        if figure.at is not None and (breaks or name in named):
            yield name


def _chances_out(
    ruleset: Ruleset, state: State, order: Order, names: Iterable[str]
) -> Iterator[tuple[str, Fraction]]:
    """The chance that an attack puts each of these figures out."""
    plan, puts_out = ruleset.attack(state, order), ruleset.outcomes.puts_out
    odds = {} if plan is None else odds_of(plan, ruleset.outcomes.no_effect).figures
    for name in names:
        chances = odds.get(name, {}).items()
        yield name, sum((p for one, p in chances if puts_out(state, name, one)), Fraction(0))
