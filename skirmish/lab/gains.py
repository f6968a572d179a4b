"""What an attack can be expected to gain, in points; what the same numbers gave once is kept."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction

from attrs import frozen

from skirmish.core.state import State
from skirmish.lab.ground import BLUE, RED
from skirmish.rulesets.attack import Aim, Attack, odds_of
from skirmish.rulesets.protocol import Ruleset


@frozen
class Gain:
    """What an attack can be expected to take off each figure, and at most, by figure."""

    lost: Mapping[str, Fraction]
    most: Mapping[str, Fraction]


class Gains:
    """The gains of a ruleset's attacks."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Nothing is known yet."""
        self._ruleset = ruleset
        self._kept: dict[Hashable, tuple[tuple[Fraction, Fraction], ...]] = {}

    def of(self, state: State, plan: Attack | Aim) -> Fraction:
        """Points that the enemy can expect to lose, those of the own side taken off."""
        return whole(state, self.each(state, plan).lost)

    def each(self, state: State, plan: Attack | Aim) -> Gain:
        """Points that each figure struck can expect to lose, and the most that it can."""
        if isinstance(plan, Attack):
            found = self._struck(state, plan)
            pairs = dict(zip(plan.subjects, found, strict=True))
            return Gain({n: p[0] for n, p in pairs.items()}, {n: p[1] for n, p in pairs.items()})
        lost: dict[str, Fraction] = {}
        most: dict[str, Fraction] = {}
        for tile, chance in plan.landing().items():
            there = self.each(state, plan.at(tile))
            for name, points in there.lost.items():
                lost[name] = lost.get(name, Fraction(0)) + chance * points
                most[name] = max(most.get(name, Fraction(0)), there.most[name])
        return Gain(lost, most)

    def tokens(self, plan: Attack | Aim) -> Fraction:
        """Ammunition tokens that an attack can be expected to use up; 0 where none are kept."""
        if not isinstance(plan, Attack) or not plan.subjects:
            return Fraction(0)
        chances = plan.odds_on(plan.named or plan.subjects[0]).items()
        told = ((self._ruleset.result(outcome).get("tokens", 0), p) for outcome, p in chances)
        return sum((int(number) * p for number, p in told), Fraction(0))

    def _struck(self, state: State, plan: Attack) -> tuple[tuple[Fraction, Fraction], ...]:
        struck = tuple(_health(state, name) for name in plan.subjects)
        key = (plan.basis, plan.each, struck)
        if key not in self._kept:
            loss, figures = self._ruleset.loss, odds_of(plan, self._ruleset.spared()).figures
            found = []
            for name in plan.subjects:
                losses = [(loss(state, name, out), p) for out, p in figures[name].items()]
                mean = sum((points * p for points, p in losses), Fraction(0))
                found.append((mean, max(points for points, _ in losses)))
            self._kept[key] = tuple(found)
        return self._kept[key]


def whole(state: State, lost: Mapping[str, Fraction]) -> Fraction:
    """What the enemy loses, less what the own side does."""
    signs = {RED: 1, BLUE: -1}
    return sum((signs[state.figures[n].side] * points for n, points in lost.items()), Fraction(0))


def _health(state: State, name: str) -> Hashable:
    """All that a figure's loss may depend on, beside the outcome."""
    figure = state.figures[name]
    counted = tuple(sorted(figure.counters.items()))
    return figure.side, figure.who.kind.id, figure.posture, figure.damage, counted
