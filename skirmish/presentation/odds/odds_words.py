"""Words for odds: outcomes, means, chances, the parts of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from skirmish.presentation.odds.odds_summary import (
    WITHOUT_EFFECT,
    Condition,
    Conditions,
    GroupKind,
    ModifierPart,
    OutcomeGroup,
    OutcomeSummary,
    RolledNumber,
)
from skirmish.presentation.wording import count_words, humanize, percent

GROUPS: Mapping[GroupKind, str] = {
    GroupKind.OUT: "downed",
    GroupKind.AMOUNT: "{amount}",
    GroupKind.EFFECT: "{only}{conditions}",
    GroupKind.UNHARMED: "hit, no harm",
    GroupKind.MISS: "miss",
    GroupKind.NOTHING: "no effect",
    GroupKind.OTHER: "other",
}
"""A template for each kind of group."""
_DEFENDING = (
    *("guard", "defence", "Evasion", "armour", "armour in percent", "toughness", "shock", "spirit"),
    *("melee", "against suppression", "Body roll", "surprise", "test to stay up"),
)
"""Numbers that belong to the figure they name, not to the figure that acts."""
_ADDED = ("fighting", "shooting", "spirit", "throwing")
"""Numbers that are added to the roll of a trait: their total has a sign."""
_CHANCE_WORDS = (
    (Fraction(1, 10), "hardly"),
    (Fraction(3, 10), "unlikely"),
    (Fraction(9, 20), "perhaps"),
    (Fraction(11, 20), "even"),
    (Fraction(7, 10), "likely"),
    (Fraction(9, 10), "very likely"),
)
"""A word for chances below each limit."""


def group_words(group: OutcomeGroup) -> str:
    """A group of outcomes: `3-4 boxes`, `hit, no harm`, `only shaken`, `shaken, prone`."""
    if group.kind is GroupKind.NOTHING and group.conditions:
        return conditions_words(group.conditions)
    return GROUPS[group.kind].format(
        amount=_amount_words(group),
        only="only " if group.measure else "",
        conditions=conditions_words(group.conditions),
    )


def effect_words(summary: OutcomeSummary) -> str:
    """The possible effects of an attack on a figure, in brief: `downed 18%, average 3.1 boxes`."""
    if summary.means:
        average = means_words(summary.means[:1])
        return f"downed {percent(summary.out_chance)}, average {average}"
    known = [pair for pair in summary.chances if pair[0].kind not in WITHOUT_EFFECT]
    return ", ".join(groups_with_percents(known))


Groups = Sequence[tuple[OutcomeGroup, Fraction]]


def groups_with_percents(groups: Groups) -> list[str]:
    """Groups of outcomes with their chances: `downed 34%`."""
    return [f"{group_words(group)} {percent(chance)}" for group, chance in groups]


def _amount_words(group: OutcomeGroup) -> str:
    low, high = group.low, group.high
    if low == high:
        return count_words(group.measure, low)
    return f"{low}-{high} {humanize(group.measure)}"


def conditions_words(conditions: Conditions) -> str:
    """Conditions with their numbers: `bleed 1, stun`."""
    return ", ".join(map(_condition_words, conditions))


def _condition_words(one: Condition) -> str:
    return humanize(one.name) if one.number is None else f"{humanize(one.name)} {one.number}"


def means_words(means: Iterable[tuple[str, Fraction]], places: int | None = None) -> str:
    """Means with their units: `3.5 hit points, 1.2 hits`."""
    return ", ".join(f"{mean_words(mean, places)} {humanize(name)}" for name, mean in means)


def mean_words(mean: Fraction, places: int | None = None) -> str:
    """A mean with so many decimals; by default one, two if it is small."""
    if places is None:
        places = 1 if mean >= 1 or not mean else 2
    return f"{mean.numerator / mean.denominator:.{places}f}"


def side_effects_words(effects: Iterable[tuple[Conditions, Fraction]]) -> str:
    """Effects that may come with an amount; the chance of the amount includes theirs."""
    told = (f"{conditions_words(effect)} {percent(p)}" for effect, p in effects)
    return f"also {', '.join(told)} (counted above)"


def number_title(on: str, name: str, actor: str, target: str = "") -> str:
    """A number with its owner or target: `r8's Evasion`, `Accuracy against r8`, `attack at 12,7`.

    `name` is the figure or tile that the number is about, `actor` the figure that acts; `target` is
    not named.
    """
    said = _purpose(on)
    if not name:
        return f"{actor}'s {said}" if actor else said
    if name == actor or on in _DEFENDING:
        return f"{name}'s {said}"
    if name == target:
        return said
    return f"{said} {'at' if ',' in name else 'against'} {name}"


def _purpose(on: str) -> str:
    return f"{on} roll" if on in _ADDED else on


def number_total(number: RolledNumber) -> str:
    """The total of a number, with its sign if it is added to a roll."""
    if number.total is None:
        return "varies"
    return f"{number.total:+d}" if number.on in _ADDED else str(number.total)


def value_range(part: ModifierPart) -> str:
    """The signed value of a part, or its range: `-9..-3`."""
    if part.low == part.high:
        return f"{part.low:+d}"
    return f"{part.low:+d}..{part.high:+d}"


def number_in_short(number: RolledNumber) -> str:
    """A number with what is subtracted from it: `attack 4 (held action -2)`."""
    less = [f"{part.name} {value_range(part)}" for part in number.parts if part.low < 0]
    return f"{_purpose(number.on)} {number_total(number)}" + (
        f" ({', '.join(less)})" if less else ""
    )


def chance_word(chance: Fraction) -> str:
    """A chance in a word."""
    if chance <= 0:
        return "never"
    if chance >= 1:
        return "surely"
    return next((word for most, word in _CHANCE_WORDS if chance < most), "almost surely")


def landing_words(on: Fraction, rolled: Fraction | None = None) -> str:
    """The chance that an attack reaches its tile, in short, and whether no roll brings it there."""
    return f"lands there {'only by scatter ' if on and rolled == 0 else ''}{percent(on)}"


def landing_parts(on: Fraction, rolled: Fraction | None) -> str:
    """How an attack reaches its tile: `10% by its roll, 9% by scatter`; "" for one way only.

    `rolled` is the part of the chance in which its roll puts it there.
    """
    if rolled is None or rolled == on:
        return ""
    if not rolled:
        return "only if it scatters and a wall stops it there"
    return f"{percent(rolled)} by its roll, {percent(on - rolled)} by scatter"
