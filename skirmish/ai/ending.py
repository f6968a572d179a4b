"""Orders that end the battle: the tiles and losses that decide it, who wins, the worth of that."""

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
"""Terms of an order that wins or loses the battle (below zero: loses), or turns it into a draw."""


@frozen(eq=False)
class Ending:
    """What would decide the battle if the bound ended now.

    `worth`: value of the battle, in thousandths of a point. `last`: whether it ends with this
    bound. `now`: 1 if the side has won when it ends the bound as things are, -1 if it has lost.
    `areas`: ground that affects the result. `critical`: figures whose fall may decide it.
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
        """Return the term of the change in the result if a figure moves to a tile."""
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
        """Return the term of the chance that an attack ends the battle."""
        falls = {one.figure: change for one in struck if (change := self._by_fall(one.figure))}
        if not falls:
            return VICTORY, 0
        worth = {name: self._worth(change) for name, change in falls.items()}
        chances = _chances_out(self.ruleset, state, order, falls)
        total = sum(int(worth[name] * self._part(worth[name], p)) for name, p in chances)
        return self._name(falls.values()), total

    def _name(self, changes: Iterable[int]) -> str:
        """Name of the term: a change of one step from a victory or a defeat leads to a draw."""
        return DRAW if self.now and all(abs(change) <= 1 for change in changes) else VICTORY

    def _by_fall(self, name: str) -> int:
        """Change of the result by the fall of a figure, -2 to 2."""
        if name not in self.critical:
            return 0
        if name not in self._falls:
            then = foreseen_end(self.ruleset, self.view, out=(name,))
            self._falls[name] = _verdict(self.view, then) - self.now
        return self._falls[name]

    def _worth(self, change: int) -> int:
        """Value of a change; before the last bound, by what the losing side has left."""
        loser = self.view.enemy if change > 0 else self.view.side
        return change * (self.worth if self.last else _left(self.view, loser))

    def _part(self, worth: int, chance: Fraction) -> Fraction:
        """Share that a chance to end the battle is worth.

        Before the last bound a chance to win comes again, so it counts only as far as it exceeds
        one half.
        """
        return chance if self.last or worth < 0 else max(Fraction(0), 2 * chance - 1)


def ending_of(ruleset: Ruleset, view: View) -> Ending:
    """Return what may end the battle with the present bound."""
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
    """Points that a side has left, as far as is known, in thousandths."""
    return max(0, view.state.setup.sides[side].worth - known_lost(view, side)) * MILLI


def _verdict(view: View, end: Tally | None) -> int:
    """Return 1 for a victory of the view's side, -1 for a defeat, 0 otherwise."""
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
    """Yield for each of these figures the chance that an attack puts it out."""
    plan, puts_out = ruleset.attack(state, order), ruleset.outcomes.puts_out
    odds = {} if plan is None else odds_of(plan, ruleset.outcomes.no_effect).figures
    for name in names:
        chances = odds.get(name, {}).items()
        yield name, sum((p for one, p in chances if puts_out(state, name, one)), Fraction(0))
