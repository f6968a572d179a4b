"""An open handicap: a side takes the field with less of its force, and everybody is told.

What comes of it is a scenario like any other, so its record needs nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from skirmish.core.sanitize import escaped
from skirmish.core.text import id_key
from skirmish.errors import UsageProblem
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.scenario.faults import Faults
from skirmish.scenario.model import FigureEntry, Force, Scenario
from skirmish.scenario.stat_blocks import stat_blocks_of

MOST = 50
"""Percent of a side's points that it can be without."""
STEP = 10


def handicapped(scenario: Scenario, percents: Mapping[str, int]) -> Scenario:
    """A scenario in which sides are without so many percent of their points, or a little less.

    The figures that stay away are those with the highest ids that fit, but for those that an
    objective or a lesson names, those that come later, and the last one of all. The briefing says
    how many they are and what they are worth.

    Raises:
        UsageProblem: No such side, or more than it can be without.
    """
    notes = []
    for side, percent in percents.items():
        force = next((force for force in scenario.sides if force.id == side), None)
        if force is None:
            sides = ", ".join(force.id for force in scenario.sides)
            raise UsageProblem(f"no side '{escaped(side)}'", remedy=f"the sides are {sides}")
        if not 0 <= percent <= MOST:
            raise UsageProblem(f"no handicap of {percent}%", side, f"from 0 to {MOST}")
        away = absent_figures(scenario, force, percent)
        if away:
            notes.append(handicap_note(scenario, force, away))
            kept = tuple(entry for entry in force.figures if entry not in away)
            less = evolve(force, figures=kept)
            sides_then = tuple(less if one is force else one for one in scenario.sides)
            scenario = evolve(scenario, sides=sides_then)
    if not notes:
        return scenario
    return evolve(scenario, briefing="\n\n".join(filter(None, (scenario.briefing, *notes))))


def absent_figures(scenario: Scenario, force: Force, percent: int) -> tuple[FigureEntry, ...]:
    """The figures that a side is without under a handicap of so many percent."""
    worth = _points(scenario)
    total = sum(worth[entry.id] for side, entry in scenario.entries() if side == force.id)
    left, away = total * percent // 100, list[FigureEntry]()
    needed = _needed(scenario)
    for entry in sorted(force.figures, key=lambda entry: id_key(entry.id), reverse=True):
        last = len(away) + 1 == len(force.figures)
        if entry.id not in needed and worth[entry.id] <= left and not last:
            left -= worth[entry.id]
            away.append(entry)
    return tuple(away)


def handicap_note(scenario: Scenario, force: Force, away: Sequence[FigureEntry]) -> str:
    """What the briefing says of a handicap."""
    worth = _points(scenario)
    total = sum(worth[entry.id] for side, entry in scenario.entries() if side == force.id)
    less = sum(worth[entry.id] for entry in away)
    figures = "1 figure" if len(away) == 1 else f"{len(away)} figures"
    return f"Handicap: {force.name} without {figures}, {less} of {total} points."


def _needed(scenario: Scenario) -> tuple[str, ...]:
    """The figures that something hangs on."""
    named = [name for objective in scenario.objectives for name in objective.figures]
    return (*named, *(word for lesson in scenario.lessons for word in lesson.when.split()))


def _points(scenario: Scenario) -> Mapping[str, int]:
    kinds = stat_blocks_of(scenario, ruleset_of(scenario.ruleset).handbook, Faults()).kinds
    points = {name: 0 if kind is None else kind.points for name, kind in kinds.items()}
    return {entry.id: points[entry.kind] for _, entry in scenario.entries()}
