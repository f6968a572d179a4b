"""Charts of a simulation report, as text and as SVG."""

from __future__ import annotations

from fractions import Fraction

from skirmish.analysis.intervals import Share
from skirmish.analysis.simulation_report import MEASURES, SimulationReport, sides_text
from skirmish.core.text import pluralize
from skirmish.presentation.report.report_svg import render_svg
from skirmish.presentation.report.report_text import text_rows
from skirmish.presentation.report_document import BarChart, Lines, ReportDocument, Section

PERCENT = 100


def plots(report: SimulationReport) -> str:
    """The charts as text."""
    return "\n".join(row.text for row in text_rows(_document(report, _charts(report))))


def svg(report: SimulationReport) -> str:
    """The report and its charts as an SVG file."""
    whole = Section("Figures", (Lines(tuple(report.text.split("\n"))),))
    return render_svg(_document(report, (*_charts(report), whole)))


def _document(report: SimulationReport, parts: tuple[Section, ...]) -> ReportDocument:
    about = (
        f"{report.ruleset}, {pluralize(len(report.games), 'game')}, {sides_text(report.players)}"
    )
    return ReportDocument(report.title, about, MEASURES, parts)


def _charts(report: SimulationReport) -> tuple[Section, ...]:
    parts = (
        Section("Wins", _wins(report)),
        Section("Lengths", _lengths(report)),
        Section("Objectives", _objectives(report)),
        Section("Weapons", _weapons(report)),
        Section("Losses", _losses(report)),
    )
    return tuple(part for part in parts if part.blocks)


def _wins(report: SimulationReport) -> tuple[BarChart, ...]:
    rows = [(side or "draws", share) for side, share in report.wins.items()]
    found = [_shares(rows, "percent of the games, with the 95% interval")]
    if report.levels:
        bars = tuple((one.level, _with_interval(one.value, one.interval)) for one in report.levels)
        found.append(
            BarChart(_ENDS, bars, "percent of the match points in both seats, with the interval")
        )
    return tuple(found)


_ENDS = ("measured", "at least", "at most")


def _shares(rows: list[tuple[str, Share]], unit: str) -> BarChart:
    bars = tuple((name, _with_interval(share.value, share.interval)) for name, share in rows)
    return BarChart(_ENDS, bars, unit)


def _with_interval(value: float, interval: tuple[float, float]) -> tuple[Fraction, ...]:
    return tuple(Fraction(round(PERCENT * 10 * part), 10) for part in (value, *interval))


def _lengths(report: SimulationReport) -> tuple[BarChart, ...]:
    turns = [game.turns for game in report.games]
    rows = tuple(
        (f"turn {turn}", (Fraction(turns.count(turn)),))
        for turn in range(min(turns, default=0), max(turns, default=0) + 1)
    )
    return (BarChart(("games",), rows, "games that ended in each turn"),)


def _objectives(report: SimulationReport) -> tuple[BarChart | Lines, ...]:
    found: list[BarChart | Lines] = []
    for goal in report.goals:
        name = goal.objective.text or goal.objective.id
        found.append(Lines((f"{goal.objective.side}: {name}",)))
        rows = [(f"turn {turn}", (Fraction(games),)) for turn, games in goal.by_turn.items()]
        rows.append(("never", (Fraction(goal.never.count),)))
        found.append(BarChart(("games",), tuple(rows), "games in which it paid first in each turn"))
    return tuple(found)


def _weapons(report: SimulationReport) -> tuple[BarChart, ...]:
    games = max(1, len(report.games))
    rows = tuple(
        (weapon, (_per_game(use.shots, games), _per_game(use.lost, games)))
        for weapon, use in report.fire.items()
    )
    return (BarChart(("shots", "enemy worth lost"), rows, "a game"),) if rows else ()


def _per_game(count: int, games: int) -> Fraction:
    return Fraction(round(10 * count / games), 10)


def _losses(report: SimulationReport) -> tuple[BarChart, ...]:
    rows = tuple((cause, (Fraction(share.count),)) for cause, share in report.losses.items())
    return (BarChart(("figures",), rows, "figures lost, by what did it"),) if rows else ()
