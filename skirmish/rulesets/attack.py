"""An attack as data: its rule and numbers, the figures that it can hit, its modifiers by name.

Roll, odds, the breakdown on screen, the log and `--json` are all made from the same `Attack`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, cast

from attrs import field, frozen

from skirmish.core.dice import Dice, Distribution, certain, odds, odds_each
from skirmish.core.dice.distribution import merged
from skirmish.core.geometry import Tile

Outcome = Hashable
Rule = Callable[..., Any]
Pairs = tuple[tuple[Hashable, Hashable], ...]


@frozen
class Modifier:
    """One line of a breakdown; lines with the same `on` add up to one number of the rule."""

    on: str
    figure: str
    name: str
    value: int
    rule: str = ""


@frozen
class Attack:
    """A rule with its numbers; rolling it gives a tuple with one outcome for each subject.

    `each`: the rule ends in `dice.each` over its subjects, so odds are computed for one subject at
    a time; otherwise the whole tuple is walked. `apart`: the rule's last number holds an item for
    each subject, and the subjects do not affect each other, as in a blast: the odds on one are
    those of the rule without the others. Such a rule may be given in two parts: `meets` is what
    reaches one subject, from the rule's numbers without the others, and `suffers` is what that does
    to it. The odds of an aim then add up what reaches the subject over all landings before
    `suffers` is evaluated. `named` is the figure that the order names, if any. An attack on an area
    has its aim point in `at` and the mask of its tiles in `area`; it hits all figures there, seen
    or not. An attack without `at` has the same numbers on a view as on the true state. `policy` is
    a phrase on the choices that the odds assume, `rolled` a sentence on the dice, if they depend on
    the figure, `warning` one on what makes its result graver than usual, `because` one on why these
    figures meet, if no order says so. `ground`: for one of several fights in close combat, the
    tiles on which it depends or which it may change; fights that share no tile are independent.
    """

    rule: Rule
    args: tuple[Hashable, ...]
    subjects: tuple[str, ...]
    named: str = ""
    modifiers: tuple[Modifier, ...] = ()
    policy: str = ""
    rolled: str = ""
    warning: str = ""
    because: str = ""
    each: bool = False
    at: Tile | None = None
    ground: tuple[Tile, ...] = ()
    area: int = field(default=0, eq=False, repr=False)
    apart: bool = False
    meets: Rule | None = field(default=None, eq=False, repr=False)
    suffers: Rule | None = field(default=None, eq=False, repr=False)

    @property
    def basis(self) -> tuple[Hashable, ...]:
        """Rule and numbers: attacks with an equal basis have equal odds."""
        return self.rule, self.args

    def alone(self, index: int) -> tuple[Hashable, ...]:
        """Return the numbers of the rule for one subject alone, for an attack with `apart`."""
        *shared, items = self.args
        return (*shared, (cast("tuple[Hashable, ...]", items)[index],))

    def roll(self, dice: Dice) -> tuple[Outcome, ...]:
        """Roll the attack; return the outcomes in the order of the subjects."""
        outcome: tuple[Outcome, ...] = self.rule(dice, *self.args)
        return outcome

    def odds_on(self, figure: str) -> Distribution[Outcome]:
        """Return the exact odds of the outcomes for one subject."""
        index = self.subjects.index(figure)
        if self.apart:
            return odds_each(self.rule, *self.alone(index), item=0)
        if self.each:
            return odds_each(self.rule, *self.args, item=index)
        return odds(self.rule, *self.args).map(lambda outcomes: outcomes[index])

    def meeting(self, figure: str) -> tuple[Hashable, Distribution[Any]]:
        """Return the subject's argument for `suffers`, and the odds of what reaches the subject.

        If the rule is not given in two parts: None and the odds on the subject.
        """
        if self.meets is None:
            return None, self.odds_on(figure)
        way, body = cast("Pairs", self.args[-1])[self.subjects.index(figure)]
        numbers = *self.args[:-1], way
        return body, odds(self.meets, *numbers)


@frozen
class Aim:
    """An attack that may scatter: the rule for its landing, and the attack at each landing.

    The rule returns a tile, or None for off the map.
    """

    rule: Rule
    args: tuple[Hashable, ...]
    at: Callable[[Tile | None], Attack] = field(eq=False)
    named: str = ""
    rolled: str = ""

    def landing(self) -> Distribution[Tile | None]:
        """Return the exact odds of its landings."""
        return odds(self.rule, *self.args)


@frozen
class Odds:
    """The exact odds of an order, for each figure that it can hit.

    `varying`: the numbers (their `on` and figure) whose parts differ between landings.
    """

    named: str
    policy: str
    modifiers: tuple[Modifier, ...]
    figures: Mapping[str, Mapping[Outcome, Fraction]]
    landing: Mapping[Tile | None, Fraction]
    varying: tuple[tuple[str, str], ...] = ()
    rolled: str = ""
    warning: str = ""

    def expected_loss(
        self, loss: Callable[[str, Outcome], Fraction | int], side_of: Mapping[str, str]
    ) -> Mapping[str, Fraction]:
        """Return the points that each side can expect to lose, summed over figures."""
        totals: dict[str, Fraction] = {}
        for name, outcomes in self.figures.items():
            side = side_of[name]
            lost = _sum_of((p, loss(name, out)) for out, p in outcomes.items())
            totals[side] = totals.get(side, Fraction(0)) + lost
        return totals


def _sum_of(products: Iterable[tuple[Fraction, Fraction | int]]) -> Fraction:
    """The sum of products; products with the same denominator are added as whole numbers."""
    over: dict[int, int] = {}
    for one, other in products:
        denominator = one.denominator * other.denominator
        over[denominator] = over.get(denominator, 0) + one.numerator * other.numerator
    return sum((Fraction(total, below) for below, total in over.items()), Fraction(0))


def odds_of(plan: Attack | Aim, no_effect: Outcome) -> Odds:
    """Return the odds of an attack; `no_effect`: the outcome for a figure that a landing misses."""
    if isinstance(plan, Attack):
        figures = {name: _chances(plan.odds_on(name)) for name in plan.subjects}
        told = plan.named, plan.policy, plan.modifiers
        return Odds(*told, figures, {}, rolled=plan.rolled, warning=plan.warning)
    landing = plan.landing()
    struck: dict[str, _Mixed] = {}
    modifiers: dict[Modifier, None] = {}
    sums: dict[tuple[str, str], dict[tuple[Modifier, ...], None]] = {}
    for tile in dict(landing.items()):
        attack = plan.at(tile)
        modifiers |= dict.fromkeys(attack.modifiers)
        for number, parts in _numbers(attack.modifiers).items():
            sums.setdefault(number, {})[parts] = None
        for name in attack.subjects:
            struck.setdefault(name, _Mixed()).add(attack, name, landing.weights[tile])
    varying = tuple(number for number, kinds in sums.items() if len(kinds) > 1)
    totals = {
        name: _chances(mixed.of(landing.denominator, no_effect)) for name, mixed in struck.items()
    }
    return Odds(plan.named, "", tuple(modifiers), totals, _chances(landing), varying, plan.rolled)


class _Mixed:
    """The outcomes for one figure over the landings that affect it; all others spare it.

    Landings with the same odds on it are merged, so that their odds are one cached value.
    """

    __slots__ = ("_kinds", "_suffers", "_weights")

    def __init__(self) -> None:
        """Begin with no landings."""
        self._suffers: Rule | None = None
        self._kinds: dict[int, Distribution[Any]] = {}
        self._weights: dict[Hashable, dict[int, int]] = {}

    def add(self, attack: Attack, name: str, weight: int) -> None:
        """Add a landing with this weight, and the attack there."""
        self._suffers = attack.suffers
        body, found = attack.meeting(name)
        self._kinds[id(found)] = found
        weights = self._weights.setdefault(body, {})
        weights[id(found)] = weights.get(id(found), 0) + weight

    def of(self, weight: int, no_effect: Outcome) -> Distribution[Outcome]:
        """Return the odds; `weight` is the total weight of all landings."""
        struck = {body: sum(weights.values()) for body, weights in self._weights.items()}
        left = weight - sum(struck.values())
        ends = {(True, body): self._on(body) for body in struck}
        ends[False, None] = certain(no_effect)
        weights = {(True, body): ways for body, ways in struck.items()}
        return Distribution(merged({**weights, (False, None): left}, ends.__getitem__))

    def _on(self, body: Hashable) -> Distribution[Outcome]:
        """The odds on the figure over the landings with this argument of `suffers`."""
        found = Distribution(merged(self._weights[body], self._kinds.__getitem__))
        suffers = self._suffers
        return found if suffers is None else found.then(lambda met: odds(suffers, met, body))


def _numbers(lines: tuple[Modifier, ...]) -> Mapping[tuple[str, str], tuple[Modifier, ...]]:
    """The parts of each number in a breakdown, by `on` and figure."""
    found: dict[tuple[str, str], tuple[Modifier, ...]] = {}
    for line in lines:
        number = line.on, line.figure
        found[number] = (*found.get(number, ()), line)
    return found


def _chances(of: Distribution[Any]) -> dict[Any, Fraction]:
    return dict(of.items())


@frozen
class ExpectedLoss:
    """What an attack does to a figure on average.

    Points lost, the chance of any loss, and the chance that it cannot attack in its next bound.
    """

    figure: str
    lost: Fraction
    hit: Fraction
    stops: Fraction

    @property
    def parts(self) -> tuple[Fraction, Fraction, Fraction]:
        """All three."""
        return self.lost, self.hit, self.stops


Part = tuple[str, int, str]
"""One summand: name, value, rule id."""


def total(parts: Iterable[Part]) -> int:
    """Return the sum of the parts."""
    whole = 0
    for _, value, _ in parts:
        whole += value
    return whole


def modifiers(on: str, figure: str, parts: Iterable[Part]) -> tuple[Modifier, ...]:
    """Return the parts as lines of a breakdown."""
    return tuple(Modifier(on, figure, name, value, rule) for name, value, rule in parts)
