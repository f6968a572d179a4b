"""A report for reading: a line for each thing measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.core.text import many
from skirmish.lab.report import MEASURES, Goal, Report
from skirmish.lab.words import heading, listed

WIDE = 20
"""Columns for what a line tells of."""

ONCE = "  with the seats swapped each would be the same game again: it is played and counted once"


def text_of(report: Report) -> str:
    """The whole report."""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    seats = ", and with the seats swapped" if report.twice else ""
    what = f"{many(len(report.games), 'game')}, {listed(report.players)}{seats}"
    yield from heading(report.title, report.ruleset, what, report.tempers)
    if report.swapped and not report.twice:
        yield ONCE
    for side, share in report.wins.items():
        yield _line(side or "draws", str(share))
    for pairs in report.levels:
        yield _line(f"{pairs.level} (points)", pairs.measured)
    yield _line("who acts first", f"{report.first} of the points")
    shortest, median, longest = report.lengths
    yield _line("turns", f"{median} ({shortest} to {longest})")
    yield _line("ended by", _counts(report.reasons))
    yield _line("idle figure-turns", f"{100 * report.idle.value:.1f}%")
    yield _line("still at the end", str(report.still))
    losses = ", ".join(f"{k} {100 * v.value:.0f}%" for k, v in report.losses.items())
    yield _line("losses by", losses or "nothing")
    used = ", ".join(f"{k} {100 * v.value:.0f}%" for k, v in report.used.items())
    yield _line("orders", used or "none")
    if report.ask:
        by_side = ", ".join(f"{side} {often:.2f}" for side, often in report.asked.items())
        yield _line("questions a turn", f"{report.questions:.2f} ({by_side})")
    yield from _objectives(report)
    yield from _weapons(report)
    if (met := report.met) is not None:
        yield from met.lines()
    yield MEASURES


def _line(name: str, value: str) -> str:
    return f"  {name:<{WIDE - 1}} {value}"


def _counts(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted.items())


def _objectives(report: Report) -> Iterator[str]:
    if report.goals:
        yield "  objectives: share of the games in which they paid, and first in which turn"
    for goal in report.goals:
        what = goal.objective.text or f"{goal.objective.kind} {goal.objective.id}"
        yield f"    {goal.objective.side}: {what}"
        yield f"      {_fell(goal)}"


def _fell(goal: Goal) -> str:
    if not goal.turns:
        return f"never in {many(goal.games, 'game')}"
    first, last = goal.turns[0], goal.turns[-1]
    middle = goal.turns[len(goal.turns) // 2]
    times = goal.times / goal.games
    return (
        f"{goal.got}, turn {middle} ({first} to {last}), {times:.1f} times a game,"
        f" never in {100 * goal.never.value:.1f}%"
    )


def _weapons(report: Report) -> Iterator[str]:
    fire = report.fire
    if not fire:
        return
    wide = max(map(len, fire)) + 2
    times = sum(use.shots for use in fire.values()) or 1
    yield f"  {'weapons':<{wide + 2}}    times  of all  effects     each   put out  points      own"
    for weapon, use in fire.items():
        effect = use.hits / use.shots if use.shots else 0.0
        yield (
            f"    {weapon:<{wide}} {use.shots:>8} {100 * use.shots / times:>6.1f}% {use.hits:>8}"
            f" {effect:>8.2f} {use.out:>9} {use.lost:>7} {use.own:>8}"
        )
