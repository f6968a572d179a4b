"""An attack as data: the rule, its numbers, the figures it can strike, every modifier by name.

Roll, odds, the breakdown on screen, the log and `--json` are all made from the same `Attack`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, cast

from attrs import field, frozen

from skirmish.core.dice import Dice, Distribution, odds, odds_each
from skirmish.core.geometry import Tile

Outcome = Hashable
Rule = Callable[..., Any]


@frozen
class Modifier:
    """One line of a breakdown; the lines `on` one thing add up to the number rolled with."""

    on: str
    figure: str
    name: str
    value: int
    rule: str = ""


@frozen
class Attack:
    """A rule with its numbers; rolling gives a tuple with one outcome for each subject.

    `each`: the rule ends in `dice.each` over its subjects, so odds are asked one by one;
    otherwise the whole tuple is walked. `apart`: the rule's last number holds an item for each
    subject, and what befalls one changes nothing for the next, as under a burst: the odds on one
    are those of the rule without the others. `named` is the figure the order names, if any. An
    attack over an area has its aim point in `at` and the mask of its tiles in `area`; it strikes
    whoever is there, seen or not. One without `at` has the same numbers on a view as on the truth.
    """

    rule: Rule
    args: tuple[Hashable, ...]
    subjects: tuple[str, ...]
    named: str = ""
    modifiers: tuple[Modifier, ...] = ()
    policy: str = ""
    each: bool = False
    at: Tile | None = None
    area: int = field(default=0, eq=False, repr=False)
    apart: bool = False

    @property
    def basis(self) -> tuple[Hashable, ...]:
        """All that the odds on its subjects come of; equal ones have equal odds."""
        return self.rule, self.args

    def alone(self, index: int) -> tuple[Hashable, ...]:
        """The numbers of the rule for one subject of those that an attack strikes apart."""
        *shared, items = self.args
        return (*shared, (cast("tuple[Hashable, ...]", items)[index],))

    def roll(self, dice: Dice) -> tuple[Outcome, ...]:
        """The outcomes, in the order of the subjects."""
        outcome: tuple[Outcome, ...] = self.rule(dice, *self.args)
        return outcome

    def odds_on(self, figure: str) -> Distribution[Outcome]:
        """The exact odds of what happens to one subject."""
        index = self.subjects.index(figure)
        if self.apart:
            return odds_each(self.rule, *self.alone(index), item=0)
        if self.each:
            return odds_each(self.rule, *self.args, item=index)
        return odds(self.rule, *self.args).map(lambda outcomes: outcomes[index])


@frozen
class Aim:
    """An attack that may come down elsewhere: where, by what rule, and what it is there.

    The rule gives a tile, or None for off the map.
    """

    rule: Rule
    args: tuple[Hashable, ...]
    at: Callable[[Tile | None], Attack] = field(eq=False)
    named: str = ""

    def landing(self) -> Distribution[Tile | None]:
        """The exact odds of where it comes down."""
        return odds(self.rule, *self.args)


@frozen
class Odds:
    """The exact odds of an order: for each figure that can be struck, and what it costs.

    `varying`: the numbers, by what they are on and whose, of which the parts differ from landing
    to landing.
    """

    named: str
    policy: str
    modifiers: tuple[Modifier, ...]
    figures: Mapping[str, Mapping[Outcome, Fraction]]
    landing: Mapping[Tile | None, Fraction]
    varying: tuple[tuple[str, str], ...] = ()

    def expected_loss(
        self, loss: Callable[[str, Outcome], Fraction | int], side_of: Mapping[str, str]
    ) -> Mapping[str, Fraction]:
        """Points each side can expect to lose: the marginals add up."""
        totals: dict[str, Fraction] = {}
        for name, outcomes in self.figures.items():
            side = side_of[name]
            lost = sum((p * loss(name, out) for out, p in outcomes.items()), Fraction(0))
            totals[side] = totals.get(side, Fraction(0)) + lost
        return totals


def odds_of(plan: Attack | Aim, spared: Outcome) -> Odds:
    """The odds of an attack; `spared` is the outcome for a figure that a landing misses."""
    if isinstance(plan, Attack):
        figures = {name: _chances(plan.odds_on(name)) for name in plan.subjects}
        return Odds(plan.named, plan.policy, plan.modifiers, figures, {})
    landing = _chances(plan.landing())
    totals: dict[str, dict[Outcome, Fraction]] = {}
    modifiers: dict[Modifier, None] = {}
    struck: dict[str, Fraction] = {}
    sums: dict[tuple[str, str], dict[tuple[Modifier, ...], None]] = {}
    for tile, weight in landing.items():
        attack = plan.at(tile)
        modifiers |= dict.fromkeys(attack.modifiers)
        for number, parts in _numbers(attack.modifiers).items():
            sums.setdefault(number, {})[parts] = None
        for name in attack.subjects:
            mine = totals.setdefault(name, {})
            struck[name] = struck.get(name, Fraction(0)) + weight
            for outcome, p in _chances(attack.odds_on(name)).items():
                mine[outcome] = mine.get(outcome, Fraction(0)) + weight * p
    for name, mine in totals.items():
        if struck[name] < 1:
            mine[spared] = mine.get(spared, Fraction(0)) + 1 - struck[name]
    varying = tuple(number for number, kinds in sums.items() if len(kinds) > 1)
    return Odds(plan.named, "", tuple(modifiers), totals, landing, varying)


def _numbers(lines: tuple[Modifier, ...]) -> Mapping[tuple[str, str], tuple[Modifier, ...]]:
    """The parts of each number in a breakdown, by what it is on and whose."""
    found: dict[tuple[str, str], tuple[Modifier, ...]] = {}
    for line in lines:
        number = line.on, line.figure
        found[number] = (*found.get(number, ()), line)
    return found


def _chances(of: Distribution[Any]) -> dict[Any, Fraction]:
    return dict(of.items())
