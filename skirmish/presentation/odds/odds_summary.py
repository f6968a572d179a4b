"""Odds of an order as values: outcomes grouped by their effect, and the parts of each number.

Outcomes with an amount, such as damage, are grouped by it, in ranges if there are many values;
other outcomes by the conditions that they leave. The ruleset declares the meaning of each part of
an outcome (`Outcomes.measures`). Chances are exact; `odds_words` puts them in words.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from enum import Enum, auto
from fractions import Fraction
from typing import TypeVar

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.rulesets.attack import Modifier, Outcome
from skirmish.rulesets.measures import Measure, Role
from skirmish.rulesets.ruleset import Outcomes, Ruleset

Result = Mapping[str, str | int]
MOST_RANGES = 5
"""Number of ranges of an amount that are listed, at most."""
_MOST_OTHER = 3


class GroupKind(Enum):
    """What the outcomes of a group have in common.

    UNHARMED: hit without any amount. OTHER: what remains after the most likely groups.
    """

    OUT = auto()
    AMOUNT = auto()
    EFFECT = auto()
    UNHARMED = auto()
    MISS = auto()
    NOTHING = auto()
    OTHER = auto()


@frozen
class Condition:
    """A state or an effect that an outcome leaves; `number` if it is counted."""

    name: str
    number: int | None = None


Conditions = tuple[Condition, ...]


@frozen
class OutcomeGroup:
    """Outcomes that are listed as one: the range of their amount, or the conditions they leave.

    `measure` is the plural noun for the unit of the amount.
    """

    kind: GroupKind
    measure: str = ""
    low: int = 0
    high: int = 0
    conditions: Conditions = ()


OUT = OutcomeGroup(GroupKind.OUT)
MISS = OutcomeGroup(GroupKind.MISS)
NOTHING = OutcomeGroup(GroupKind.NOTHING)
OTHER = OutcomeGroup(GroupKind.OTHER)
WITHOUT_EFFECT = (GroupKind.MISS, GroupKind.NOTHING, GroupKind.UNHARMED)
"""Kinds without any effect on a figure; a hit without harm is one of them."""


@frozen
class OutcomeSummary:
    """Possible results for one figure: chances of groups, worst first, and means by unit.

    `effect_chance` is the chance of any effect, `out_chance` that the figure is put out.
    `side_effects`: effects that may come with an amount, such as being stunned, with their chances.
    """

    chances: tuple[tuple[OutcomeGroup, Fraction], ...]
    means: tuple[tuple[str, Fraction], ...]
    effect_chance: Fraction
    out_chance: Fraction
    side_effects: tuple[tuple[Conditions, Fraction], ...] = ()

    @property
    def effects(self) -> tuple[tuple[OutcomeGroup, Fraction], ...]:
        """The groups that leave conditions without any amount, with their chances."""
        return tuple((group, p) for group, p in self.chances if group.kind is GroupKind.EFFECT)

    @property
    def unharmed_chance(self) -> Fraction:
        """The chance of a hit that does no harm, which counts as no effect."""
        return sum(
            (p for group, p in self.chances if group.kind is GroupKind.UNHARMED), Fraction(0)
        )

    @property
    def certain_side_effects(self) -> tuple[Conditions, ...]:
        """Effects that come with every amount that does not put the figure out."""
        hurt = self.effect_chance - self.out_chance
        return tuple(effect for effect, chance in self.side_effects if chance == hurt)


def summarize_outcomes(
    ruleset: Ruleset, state: State, name: str, outcomes: Mapping[Outcome, Fraction]
) -> OutcomeSummary:
    """The chances of the results for a figure, in a few groups."""
    return _Summary(ruleset.outcomes, state, name, outcomes).made()


class _Summary:
    """Builder of the summary of an attack's outcomes for one figure."""

    def __init__(
        self, rules: Outcomes, state: State, name: str, outcomes: Mapping[Outcome, Fraction]
    ) -> None:
        self._rules, self._name, self._outcomes = rules, name, outcomes
        self._state = _with_worth(state, name)
        self._results = [(rules.words(outcome), outcome, p) for outcome, p in outcomes.items()]
        self._main = self._amount()
        self._unit = rules.unit(self._main) if self._main else ""

    def made(self) -> OutcomeSummary:
        """The summary."""
        return self._by_amount() if self._main else self._by_effect()

    def _role(self, measure: str) -> Role:
        return self._rules.measures[measure].role

    def _amount(self) -> str:
        """The measure that outcomes are grouped by; "" if they have no amount."""
        named = dict.fromkeys(name for result, _, _ in self._results for name in result)
        return next((name for name in named if self._role(name) is Role.AMOUNT), "")

    def _by_effect(self) -> OutcomeSummary:
        """Summary of outcomes without an amount."""
        ranked = sorted(self._results, key=lambda one: self._loss(one[1]), reverse=True)
        groups = _added((self._effect_group(result, outcome), p) for result, outcome, p in ranked)
        effect = self._rules.chance_of_effect(self._outcomes)
        return OutcomeSummary(tuple(groups.items()), (), effect, self._chance_all_lost())

    def _effect_group(self, result: Result, outcome: Outcome) -> OutcomeGroup:
        parts = tuple(_condition(name, v) for name, v in result.items() if v is not False)
        if parts and outcome == self._rules.no_effect:
            return NOTHING
        if parts:
            strikes = self._rules.has_effect(outcome)
            kind = GroupKind.EFFECT if strikes else GroupKind.NOTHING
            return OutcomeGroup(kind, conditions=parts)
        return self._without_effect(result)

    def _without_effect(self, result: Result) -> OutcomeGroup:
        return MISS if any(self._role(name) is Role.HIT for name in result) else NOTHING

    def _loss(self, outcome: Outcome) -> Fraction:
        """The loss of the figure's side by an outcome."""
        known = self._name in self._state.figures
        return self._rules.loss(self._state, self._name, outcome) if known else Fraction(0)

    def _chance_all_lost(self) -> Fraction:
        """The chance to lose the whole worth of a figure, if outcomes have no amount."""
        figure = self._state.figures.get(self._name)
        if figure is None:
            return Fraction(0)
        worth = figure.who.kind.points
        found = self._outcomes.items()
        fatal = (p for out, p in found if self._rules.loss(self._state, self._name, out) >= worth)
        return sum(fatal, Fraction(0))

    def _by_amount(self) -> OutcomeSummary:
        """Summary of outcomes that are grouped by an amount."""
        lost = Fraction(0)
        amounts: list[tuple[int, Fraction]] = []
        side_effects: list[tuple[Conditions, Fraction]] = []
        rest: list[tuple[OutcomeGroup, Fraction]] = []
        most = max(_number(result, self._main) for result, _, _ in self._results)
        for result, outcome, chance in self._results:
            number = _number(result, self._main)
            if self._is_out(result, outcome, most):
                lost += chance
            elif number:
                amounts.append((number, chance))
                side_effects += [(found, chance) for found in self._side_effects(result, outcome)]
            else:
                rest.append((self._without_amount(result), chance))
        no_effect = sum((p for group, p in rest if group.kind in WITHOUT_EFFECT), Fraction(0))
        means = self._means()
        if not (lost or amounts) and any(group.kind is GroupKind.EFFECT for group, _ in rest):
            # Such as breaking free: it can do no harm, so that none needs to be denied.
            rest, means = [(evolve(group, measure=""), chance) for group, chance in rest], ()
        groups = ((OUT, lost), *_ranges(self._unit, amounts), *_shortened(_added(rest)))
        total = sum((p for _, _, p in self._results), Fraction(0))
        chances = tuple(group for group in groups if group[1])
        besides = tuple(_added(side_effects).items())
        return OutcomeSummary(chances, means, total - no_effect, lost, besides)

    def _is_out(self, result: Result, outcome: Outcome, most: int) -> bool:
        told = [bool(v) for name, v in result.items() if self._role(name) is Role.OUT]
        figure = self._state.figures.get(self._name)
        if told or figure is None or _number(result, self._main) != most:
            return any(told)
        return _is_lost(self._rules.loss(self._state, self._name, outcome), figure, most)

    def _side_effects(self, result: Result, outcome: Outcome) -> list[Conditions]:
        """The side effects that come with an amount: each condition by itself, and what is left."""
        left = tuple(_condition(name, v) for name, v in self._rules.leaves(outcome).items())
        return [*((one,) for one in self._conditions(result)), *([left] if left else [])]

    def _conditions(self, result: Result) -> Conditions:
        return tuple(
            Condition(str(value) if self._role(name) is Role.EFFECT else name)
            for name, value in result.items()
            if value and self._role(name) in (Role.CONDITION, Role.EFFECT)
        )

    def _without_amount(self, result: Result) -> OutcomeGroup:
        if conditions := self._conditions(result):
            return OutcomeGroup(GroupKind.EFFECT, self._unit, conditions=conditions)
        if any(value and self._role(name) is Role.HIT for name, value in result.items()):
            return OutcomeGroup(GroupKind.UNHARMED, self._unit)
        return self._without_effect(result)

    def _means(self) -> tuple[tuple[str, Fraction], ...]:
        """Means of the measures that have one, that of the amount first; no costs of zero."""
        means: dict[str, Fraction] = {self._unit: Fraction(0)}
        for result, _, chance in self._results:
            for name, value in result.items():
                measure: Measure = self._rules.measures[name]
                if measure.mean and isinstance(value, int):
                    unit = self._rules.unit(name)
                    means[unit] = means.get(unit, Fraction(0)) + value * chance
        costs = {self._rules.unit(name) for name in self._rules.measures if self._is_cost(name)}
        return tuple(one for one in means.items() if one[1] or one[0] not in costs)

    def _is_cost(self, measure: str) -> bool:
        return self._role(measure) is Role.COST


def _condition(name: str, value: str | int) -> Condition:
    """A part of an outcome: an effect by its word, a number with its name."""
    if isinstance(value, str):
        return Condition(value)
    return Condition(name) if value is True else Condition(name, value)


def _number(result: Result, name: str) -> int:
    value = result.get(name, 0)
    return value if isinstance(value, int) else 0


def _is_lost(loss: Fraction, figure: Figure, most: int) -> bool:
    """Whether damage puts a figure out, if outcomes do not say so: if it costs the whole worth.

    Damage counts only up to the amount that puts a figure out, so only the largest amount can.
    """
    if not most:
        return False
    return points_left(figure, most, figure.damage + most) <= loss


def points_left(figure: Figure, left: int, full: int) -> Fraction:
    """The points lost if a figure is put out: earlier damage has cost half of its share."""
    return figure.who.kind.points * Fraction(full + left, 2 * full)


def _with_worth(state: State, name: str) -> State:
    """The battle with a worth for a figure without one, so that being put out costs its worth."""
    figure = state.figures.get(name)
    if figure is None or figure.who.kind.points:
        return state
    who = evolve(figure.who, kind=evolve(figure.who.kind, points=1))
    return state.with_figure(evolve(figure, who=who))


_Key = TypeVar("_Key", bound=Hashable)


def _added(pairs: Iterable[tuple[_Key, Fraction]]) -> dict[_Key, Fraction]:
    totals: dict[_Key, Fraction] = {}
    for key, chance in pairs:
        totals[key] = totals.get(key, Fraction(0)) + chance
    return totals


def _ranges(
    measure: str, pairs: Iterable[tuple[int, Fraction]]
) -> list[tuple[OutcomeGroup, Fraction]]:
    """Values of an amount, highest first; in ranges of equal width if there are many."""
    totals = _added(pairs)
    if not totals:
        return []
    low, high = min(totals), max(totals)
    width = 1 if len(totals) <= MOST_RANGES else -(-(high - low + 1) // MOST_RANGES)
    bins: dict[int, list[int]] = {}
    for number in sorted(totals, reverse=True):
        bins.setdefault((number - low) // width, []).append(number)
    return [
        (
            OutcomeGroup(GroupKind.AMOUNT, measure, min(numbers), max(numbers)),
            sum((totals[n] for n in numbers), Fraction(0)),
        )
        for numbers in bins.values()
    ]


def _shortened(rest: Mapping[OutcomeGroup, Fraction]) -> list[tuple[OutcomeGroup, Fraction]]:
    """Groups without an amount, mildest last; the rarest are merged if there are many."""
    mild = [(group, p) for group, p in rest.items() if group in (MISS, NOTHING)]
    others = [(group, p) for group, p in rest.items() if group not in (MISS, NOTHING)]
    others.sort(key=lambda pair: -pair[1])
    if len(others) > _MOST_OTHER:
        left = sum((p for _, p in others[_MOST_OTHER - 1 :]), Fraction(0))
        others = [*others[: _MOST_OTHER - 1], (OTHER, left)]
    return [*others, *mild]


def fewer_groups(
    chances: Sequence[tuple[OutcomeGroup, Fraction]], most: int
) -> list[tuple[OutcomeGroup, Fraction]]:
    """At most so many groups, in the same order: ranges of an amount joined, then `OTHER`.

    The two neighbouring ranges that are least likely together are joined first. Once none can be
    joined, the likeliest groups remain and `OTHER` is the rest.
    """
    groups = list(chances)
    while len(groups) > most:
        pairs = [
            (groups[at][1] + groups[at + 1][1], at)
            for at in range(len(groups) - 1)
            if groups[at][0].kind is groups[at + 1][0].kind is GroupKind.AMOUNT
        ]
        if not pairs:
            return _likeliest(groups, most - 1)
        chance, at = min(pairs)
        high, low = groups[at][0], groups[at + 1][0]
        groups[at : at + 2] = [(evolve(high, low=low.low), chance)]
    return groups


def _likeliest(
    groups: Sequence[tuple[OutcomeGroup, Fraction]], most: int
) -> list[tuple[OutcomeGroup, Fraction]]:
    """The most likely groups, in their order, and the rest as `OTHER`; OUT stays."""
    ranked = sorted(groups, key=lambda one: (one[0] != OUT, one[0] == OTHER, -one[1]))
    kept = [one for one in groups if one in ranked[:most]]
    return [*kept, (OTHER, sum((p for _, p in ranked[most:]), Fraction(0)))]


@frozen
class ModifierPart:
    """One part of a number: its value or range of values, name and rule."""

    low: int
    high: int
    name: str
    rule: str


@frozen
class RolledNumber:
    """A number rolled with: its purpose, figure, total and parts; no total if it varies."""

    on: str
    figure: str
    total: int | None
    parts: tuple[ModifierPart, ...]


def rolled_numbers(
    modifiers: Iterable[Modifier], varying: Collection[tuple[str, str]] = ()
) -> tuple[RolledNumber, ...]:
    """The numbers of an attack with their parts.

    A `varying` number differs between landings: it has no total, and a part that differs is a
    range.
    """
    groups: dict[tuple[str, str], list[Modifier]] = {}
    for modifier in modifiers:
        groups.setdefault((modifier.on, modifier.figure), []).append(modifier)
    return tuple(
        RolledNumber(*whose, None, _range_parts(parts))
        if whose in varying
        else RolledNumber(*whose, sum(part.value for part in parts), _separate_parts(parts))
        for whose, parts in groups.items()
    )


def _separate_parts(parts: Sequence[Modifier]) -> tuple[ModifierPart, ...]:
    return tuple(ModifierPart(part.value, part.value, part.name, part.rule) for part in parts)


def _range_parts(parts: Sequence[Modifier]) -> tuple[ModifierPart, ...]:
    """Parts of one name and rule merged into a range."""
    known: dict[tuple[str, str], list[int]] = {}
    for part in parts:
        known.setdefault((part.name, part.rule), []).append(part.value)
    return tuple(ModifierPart(min(v), max(v), *named) for named, v in known.items())
