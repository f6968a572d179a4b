"""Odds in a word, for players who do not want to reckon: how likely, and nothing finer."""

from __future__ import annotations

import re
from fractions import Fraction

from skirmish.core.view import View
from skirmish.presentation.odds_summary import summarize_outcomes
from skirmish.presentation.wording import figure_name
from skirmish.rulesets.attack import Odds
from skirmish.rulesets.protocol import Ruleset
from skirmish.tui.panels import Lines, plain, two_ends

_NUMBERS = re.compile(r" \([<>]?\d+%\)|: (?:about )?[\d.]+ points, not .*")
_STEPS = (
    (Fraction(1, 10), "hardly"),
    (Fraction(3, 10), "unlikely"),
    (Fraction(9, 20), "perhaps"),
    (Fraction(11, 20), "even"),
    (Fraction(7, 10), "likely"),
    (Fraction(9, 10), "very likely"),
)


def in_a_word(chance: Fraction) -> str:
    """A chance in a word."""
    if chance <= 0:
        return "never"
    if chance >= 1:
        return "surely"
    return next((word for most, word in _STEPS if chance < most), "almost surely")


def without_numbers(hint: str) -> str:
    """A hint without the chances and points that it rests on."""
    return _NUMBERS.sub("", hint)


def rough_lines(ruleset: Ruleset, view: View, odds: Odds, width: int) -> Lines:
    """For each figure that can be struck: whether anything happens to it, whether it is put out."""
    lines: Lines = []
    names = sorted(odds.figures, key=lambda name: name != odds.named)
    for name in names:
        told = summarize_outcomes(ruleset, view.state, name, odds.figures[name])
        if not told.effect_chance and name != odds.named:
            continue
        figure = view.state.figures.get(name)
        style = "$error" if figure is not None and figure.who.side == view.side else ""
        lines.append(
            two_ends(
                f"{name} {figure_name(view, name)}", in_a_word(told.effect_chance), width, style
            )
        )
        if told.out_chance:
            lines.append(two_ends("  put out", in_a_word(told.out_chance), width, "dim", "dim"))
    return lines or [plain("no known figure is hit")]
