"""Odds in a few lines: outcomes grouped by result, and the modifiers of each number.

A ruleset describes an outcome by words and numbers. Outcomes with a number are grouped by it, in
ranges where there are many values; outcomes of words alone are listed one by one. Chances are
exact.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.presentation.wording import humanize
from skirmish.rulesets.attack import Modifier, Outcome
from skirmish.rulesets.ruleset import Ruleset

Result = Mapping[str, str | int]
OUT = "out"
MISS = "miss"
NOTHING = "no effect"
OTHER = "other"
MOST_RANGES = 5
"""Ranges of damage that are told apart, at most."""
_MAIN = ("damage", "wounds")
_HIT = ("hit", "hits", "raises")
_IGNORED = ("tokens", OUT)
"""Numbers that do not describe the effect on the target."""
_WITH_MEANS = ("hits", "wounds", "tokens")
"""Numbers whose means are given besides that of the main number."""
_MOST_OTHER = 3
_HIT_WITHOUT = "hit, no "


@frozen
class OutcomeSummary:
    """What may happen to one figure: chances by words, worst first, and means of numbers.

    `effect_chance` is the chance of any effect, `out_chance` that the figure is put out.
    `side_effects`: what may come with damage, such as being stunned, with its chance.
    `minor_effects`: words of effects without damage, such as being shaken.
    """

    chances: tuple[tuple[str, Fraction], ...]
    means: tuple[tuple[str, Fraction], ...]
    effect_chance: Fraction
    out_chance: Fraction
    side_effects: tuple[tuple[str, Fraction], ...] = ()
    minor_effects: tuple[str, ...] = ()


def result_words(result: Result) -> str:
    """One outcome in words: those of the ruleset, and numbers after their names."""
    parts = [_part(name, value) for name, value in result.items() if value is not False]
    return ", ".join(parts) or _no_effect_words(result)


def _part(name: str, value: str | int) -> str:
    if isinstance(value, str):
        return humanize(value)
    return humanize(name) if value is True else f"{humanize(name)} {value}"


def _no_effect_words(result: Result) -> str:
    return MISS if any(name in result for name in _HIT) else NOTHING


def summarize_outcomes(
    ruleset: Ruleset, state: State, name: str, outcomes: Mapping[Outcome, Fraction]
) -> OutcomeSummary:
    """The chances of what happens to a figure, in a few lines."""
    results = [(ruleset.outcomes.words(outcome), outcome, p) for outcome, p in outcomes.items()]
    if main := _main_number([result for result, _, _ in results]):
        return _by_number(ruleset, state, name, main, results)
    calm = result_words(ruleset.outcomes.words(ruleset.outcomes.no_effect))
    by_words = _added((result_words(result), p) for result, _, p in results)
    effect = sum((p for words, p in by_words.items() if words != calm), Fraction(0))
    lost = _chance_all_lost(ruleset, state, name, outcomes)
    return OutcomeSummary(tuple(by_words.items()), (), effect, lost)


def _by_number(
    ruleset: Ruleset,
    state: State,
    name: str,
    main: str,
    results: Sequence[tuple[Result, Outcome, Fraction]],
) -> OutcomeSummary:
    """Summary of outcomes that are grouped by a number."""
    figure, most = state.figures.get(name), max(_number(result, main) for result, _, _ in results)
    lost = Fraction(0)
    amounts: list[tuple[int, Fraction]] = []
    side_effects: list[tuple[str, Fraction]] = []
    rest: list[tuple[str, Fraction]] = []
    for result, outcome, chance in results:
        number = _number(result, main)
        out = bool(result.get(OUT))
        if OUT not in result and number == most and figure is not None:
            out = _is_out(ruleset.outcomes.loss(state, name, outcome), figure, most)
        if out:
            lost += chance
        elif number:
            amounts.append((number, chance))
            after = filter(None, (*_conditions(result, main), ruleset.outcomes.leaves(outcome)))
            side_effects += [(words, chance) for words in after]
        else:
            rest.append((_rest_words(result, main), chance))
    no_effect = sum((p for words, p in rest if _is_no_effect(words)), Fraction(0))
    lines = ((OUT, lost), *_ranges(main, amounts), *_shortened(_added(rest)))
    means = _means(main, [(result, p) for result, _, p in results])
    total = sum((p for _, _, p in results), Fraction(0))
    chances = tuple(line for line in lines if line[1])
    minor_effects = dict.fromkeys(words for words, _ in rest if not _is_no_effect(words))
    with_it = tuple(_added(side_effects).items())
    return OutcomeSummary(chances, means, total - no_effect, lost, with_it, tuple(minor_effects))


def _is_no_effect(words: str) -> bool:
    """Whether words mean no effect; a hit without damage has none."""
    return words in (MISS, NOTHING) or words.startswith(_HIT_WITHOUT)


def _chance_all_lost(
    ruleset: Ruleset, state: State, name: str, outcomes: Mapping[Outcome, Fraction]
) -> Fraction:
    """The chance to lose all that a figure is worth, where outcomes are words."""
    figure = state.figures.get(name)
    if figure is None or not figure.who.kind.points:
        return Fraction(0)
    worth = figure.who.kind.points
    fatal = (p for out, p in outcomes.items() if ruleset.outcomes.loss(state, name, out) >= worth)
    return sum(fatal, Fraction(0))


def _main_number(results: Iterable[Result]) -> str:
    """The number by which outcomes are grouped; "" where there are words alone."""
    values: dict[str, dict[int, None]] = {}
    for result in results:
        for name, value in result.items():
            if isinstance(value, int) and not isinstance(value, bool) and name not in _IGNORED:
                values.setdefault(name, {})[value] = None
    usual = next((name for name in _MAIN if name in values), "")
    return usual or max(values, key=lambda name: len(values[name]), default="")


def _number(result: Result, name: str) -> int:
    value = result.get(name, 0)
    return value if isinstance(value, int) else 0


def _is_out(loss: Fraction, figure: Figure, most: int) -> bool:
    """Whether damage puts a figure out, for results that do not say so: then it costs all.

    Damage counts up to what puts a figure out, so only the largest amount can. That costs the
    points that are left, which earlier damage has reduced by half of its share.
    """
    if not most:
        return False
    before = Fraction(figure.damage, 2 * (figure.damage + most))
    return 0 < figure.who.kind.points * (1 - before) <= loss


def _rest_words(result: Result, main: str) -> str:
    """An outcome without damage, in words."""
    if parts := _conditions(result, main):
        return ", ".join(parts)
    return (
        f"{_HIT_WITHOUT}{humanize(main)}"
        if any(result.get(name) for name in _HIT)
        else _no_effect_words(result)
    )


def _conditions(result: Result, main: str) -> list[str]:
    """What a result holds besides hits and damage, each in words."""
    known = (main, *_HIT, *_IGNORED, *_WITH_MEANS)
    return [
        humanize(value) if isinstance(value, str) else humanize(name)
        for name, value in result.items()
        if value and name not in known
    ]


def _added(pairs: Iterable[tuple[str, Fraction]]) -> dict[str, Fraction]:
    totals: dict[str, Fraction] = {}
    for words, chance in pairs:
        totals[words] = totals.get(words, Fraction(0)) + chance
    return totals


def _ranges(main: str, pairs: Iterable[tuple[int, Fraction]]) -> list[tuple[str, Fraction]]:
    """Values of the number, highest first; in ranges of equal width where there are many."""
    totals: dict[int, Fraction] = {}
    for number, chance in pairs:
        totals[number] = totals.get(number, Fraction(0)) + chance
    if not totals:
        return []
    low, high = min(totals), max(totals)
    width = 1 if len(totals) <= MOST_RANGES else -(-(high - low + 1) // MOST_RANGES)
    bins: dict[int, list[int]] = {}
    for number in sorted(totals, reverse=True):
        bins.setdefault((number - low) // width, []).append(number)
    return [
        (f"{humanize(main)} {_span(numbers)}", sum((totals[n] for n in numbers), Fraction(0)))
        for numbers in bins.values()
    ]


def _span(numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}-{high}"


def _shortened(rest: Mapping[str, Fraction]) -> list[tuple[str, Fraction]]:
    """Outcomes without damage, mildest last; the rarest ones merged where there are many."""
    mild = [(words, p) for words, p in rest.items() if words in (MISS, NOTHING)]
    others = [(words, p) for words, p in rest.items() if words not in (MISS, NOTHING)]
    others.sort(key=lambda pair: -pair[1])
    if len(others) > _MOST_OTHER:
        left = sum((p for _, p in others[_MOST_OTHER - 1 :]), Fraction(0))
        others = [*others[: _MOST_OTHER - 1], (OTHER, left)]
    return [*others, *mild]


def _means(
    main: str, results: Iterable[tuple[Result, Fraction]]
) -> tuple[tuple[str, Fraction], ...]:
    """Means of the numbers, that of the main number first."""
    means: dict[str, Fraction] = {main: Fraction(0)}
    for result, chance in results:
        for name, value in result.items():
            counted = name in (main, *_WITH_MEANS) and not isinstance(value, bool)
            if counted and isinstance(value, int):
                means[name] = means.get(name, Fraction(0)) + value * chance
    return tuple(means.items())


@frozen
class ModifierPart:
    """One part of a number: its signed value or range of values, name and rule."""

    value: str
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
) -> list[RolledNumber]:
    """The numbers of an attack with their parts.

    A `varying` number differs between landings: it has no total, and a part that differs is a
    range.
    """
    groups: dict[tuple[str, str], list[Modifier]] = {}
    for modifier in modifiers:
        groups.setdefault((modifier.on, modifier.figure), []).append(modifier)
    return [
        RolledNumber(*whose, None, _range_parts(parts))
        if whose in varying
        else RolledNumber(*whose, sum(part.value for part in parts), _separate_parts(parts))
        for whose, parts in groups.items()
    ]


def _separate_parts(parts: Sequence[Modifier]) -> tuple[ModifierPart, ...]:
    return tuple(ModifierPart(f"{part.value:+d}", part.name, part.rule) for part in parts)


def _range_parts(parts: Sequence[Modifier]) -> tuple[ModifierPart, ...]:
    """Parts of one name and rule merged into a range: `-9..-3`."""
    known: dict[tuple[str, str], list[int]] = {}
    for part in parts:
        known.setdefault((part.name, part.rule), []).append(part.value)
    return tuple(ModifierPart(_value_range(min(v), max(v)), *named) for named, v in known.items())


def _value_range(least: int, most: int) -> str:
    return f"{least:+d}" if least == most else f"{least:+d}..{most:+d}"
