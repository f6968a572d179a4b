"""What an attack can be expected to gain, in points; what the same numbers gave once is kept."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from skirmish.core.state import State
from skirmish.lab.ground import BLUE, RED
from skirmish.rulesets.attack import Aim, Attack, odds_of
from skirmish.rulesets.protocol import Ruleset


class Gains:
    """The gains of a ruleset's attacks."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Nothing is known yet."""
        self._ruleset = ruleset
        self._kept: dict[Hashable, Fraction] = {}

    def of(self, state: State, plan: Attack | Aim) -> Fraction:
        """Points that the enemy can expect to lose, those of the own side taken off."""
        if isinstance(plan, Aim):
            landings = plan.landing().items()
            return sum((p * self.of(state, plan.at(tile)) for tile, p in landings), Fraction(0))
        struck = tuple(_health(state, name) for name in plan.subjects)
        key = (plan.rule, plan.args, plan.each, struck)
        if key not in self._kept:
            loss, sides = self._ruleset.loss, {n: state.figures[n].side for n in plan.subjects}
            odds = odds_of(plan, self._ruleset.spared())
            lost = odds.expected_loss(lambda name, out: loss(state, name, out), sides)
            self._kept[key] = lost.get(RED, Fraction(0)) - lost.get(BLUE, Fraction(0))
        return self._kept[key]


def _health(state: State, name: str) -> Hashable:
    """All that a figure's loss may depend on, beside the outcome."""
    figure = state.figures[name]
    counted = tuple(sorted(figure.counters.items()))
    return figure.side, figure.who.kind.id, figure.posture, figure.damage, counted
