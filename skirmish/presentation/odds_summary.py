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
from skirmish.rulesets.protocol import Ruleset, leaves

Result = Mapping[str, str | int]
OUT = "out"
MISS = "miss"
NOTHING = "no effect"
OTHER = "other"
MOST_RANGES = 5
"""Ranges of damage that are told apart at most."""
_MAIN = ("damage", "wounds")
_HIT = ("hit", "hits", "raises")
_IGNORED = ("tokens", OUT)
"""Numbers that say nothing more of who is struck."""
_WITH_MEANS = ("hits", "wounds", "tokens")
"""Numbers whose means are told beside that of the main one."""
_MOST_OTHER = 3
_HIT_WITHOUT = "hit, no "


@frozen
class OutcomeSummary:
    """What may happen to one figure: chances by words, the worst first, and means of numbers.

    `effect` is the chance that anything comes of it, `out` that the figure is put out.
    `besides`: what may come with damage, such as being stunned, with its chance. `short`: the
    words that tell of an effect short of damage, such as being shaken.
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
    """The chances of what happens to a figure, told in a few lines."""
    told = [(ruleset.result(outcome), outcome, p) for outcome, p in outcomes.items()]
    if main := _main_number([result for result, _, _ in told]):
        return _by_number(ruleset, state, name, main, told)
    calm = result_words(ruleset.result(ruleset.spared()))
    by_words = _added((result_words(result), p) for result, _, p in told)
    effect = sum((p for words, p in by_words.items() if words != calm), Fraction(0))
    lost = _chance_all_lost(ruleset, state, name, outcomes)
    return OutcomeSummary(tuple(by_words.items()), (), effect, lost)


def _by_number(
    ruleset: Ruleset,
    state: State,
    name: str,
    main: str,
    told: Sequence[tuple[Result, Outcome, Fraction]],
) -> OutcomeSummary:
    """Outcomes that are told by a number."""
    figure, most = state.figures.get(name), max(_number(result, main) for result, _, _ in told)
    lost = Fraction(0)
    damage: list[tuple[int, Fraction]] = []
    besides: list[tuple[str, Fraction]] = []
    rest: list[tuple[str, Fraction]] = []
    for result, outcome, chance in told:
        number = _number(result, main)
        out = bool(result.get(OUT))
        if OUT not in result and number == most and figure is not None:
            out = _is_out(ruleset.loss(state, name, outcome), figure, most)
        if out:
            lost += chance
        elif number:
            damage.append((number, chance))
            after = filter(None, (*_conditions(result, main), leaves(ruleset, outcome)))
            besides += [(words, chance) for words in after]
        else:
            rest.append((_rest_words(result, main), chance))
    calmly = sum((p for words, p in rest if _is_no_effect(words)), Fraction(0))
    lines = ((OUT, lost), *_ranges(main, damage), *_shortened(_added(rest)))
    means = _means(main, [(result, p) for result, _, p in told])
    total = sum((p for _, _, p in told), Fraction(0))
    told_of = tuple(line for line in lines if line[1])
    short = dict.fromkeys(words for words, _ in rest if not _is_no_effect(words))
    with_it = tuple(_added(besides).items())
    return OutcomeSummary(told_of, means, total - calmly, lost, with_it, tuple(short))


def _is_no_effect(words: str) -> bool:
    """Whether words say that nothing came of it: a hit that does nothing is none of an effect."""
    return words in (MISS, NOTHING) or words.startswith(_HIT_WITHOUT)


def _chance_all_lost(
    ruleset: Ruleset, state: State, name: str, outcomes: Mapping[Outcome, Fraction]
) -> Fraction:
    """The chance of what costs all that a figure is worth, where outcomes are words."""
    figure = state.figures.get(name)
    if figure is None or not figure.who.kind.points:
        return Fraction(0)
    worth = figure.who.kind.points
    fatal = (p for out, p in outcomes.items() if ruleset.loss(state, name, out) >= worth)
    return sum(fatal, Fraction(0))


def _main_number(results: Iterable[Result]) -> str:
    """The number that outcomes are told by; empty where there are words alone."""
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
    """Whether damage puts a figure out, where the result does not say so: then it costs all.

    Damage is counted up to what puts a figure out, so that only the most of it can; what is left
    of its points goes then, and half of what its damage cost already.
    """
    if not most:
        return False
    before = Fraction(figure.damage, 2 * (figure.damage + most))
    return 0 < figure.who.kind.points * (1 - before) <= loss


def _rest_words(result: Result, main: str) -> str:
    """What happened short of damage."""
    if parts := _conditions(result, main):
        return ", ".join(parts)
    return (
        f"{_HIT_WITHOUT}{humanize(main)}"
        if any(result.get(name) for name in _HIT)
        else _no_effect_words(result)
    )


def _conditions(result: Result, main: str) -> list[str]:
    """What a result says beside hits and damage, each in words."""
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
    """Values of the number, the highest first; in ranges of equal width where there are many."""
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
    """What happened short of damage, the calmest last; the rarest in one where there are many."""
    calm = [(words, p) for words, p in rest.items() if words in (MISS, NOTHING)]
    told = [(words, p) for words, p in rest.items() if words not in (MISS, NOTHING)]
    told.sort(key=lambda pair: -pair[1])
    if len(told) > _MOST_OTHER:
        left = sum((p for _, p in told[_MOST_OTHER - 1 :]), Fraction(0))
        told = [*told[: _MOST_OTHER - 1], (OTHER, left)]
    return [*told, *calm]


def _means(main: str, told: Iterable[tuple[Result, Fraction]]) -> tuple[tuple[str, Fraction], ...]:
    """Means of the numbers, that of the main one first."""
    means: dict[str, Fraction] = {main: Fraction(0)}
    for result, chance in told:
        for name, value in result.items():
            told_of = name in (main, *_WITH_MEANS) and not isinstance(value, bool)
            if told_of and isinstance(value, int):
                means[name] = means.get(name, Fraction(0)) + value * chance
    return tuple(means.items())


@frozen
class ModifierPart:
    """One part of a number: its value with its sign, or from its least to its most."""

    value: str
    name: str
    rule: str


@frozen
class RolledNumber:
    """A number rolled with: on what, whose, its sum; None where that goes by the landing."""

    on: str
    figure: str
    total: int | None
    parts: tuple[ModifierPart, ...]


def rolled_numbers(
    modifiers: Iterable[Modifier], varying: Collection[tuple[str, str]] = ()
) -> list[RolledNumber]:
    """The numbers of an attack with their parts.

    Of a number that is `varying` from landing to landing there is no one sum, and a part of it
    that differs is told from its least to its most.
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
    """Parts of one name and rule as one: `-9..-3`."""
    known: dict[tuple[str, str], list[int]] = {}
    for part in parts:
        known.setdefault((part.name, part.rule), []).append(part.value)
    return tuple(ModifierPart(_value_range(min(v), max(v)), *named) for named, v in known.items())


def _value_range(least: int, most: int) -> str:
    return f"{least:+d}" if least == most else f"{least:+d}..{most:+d}"
