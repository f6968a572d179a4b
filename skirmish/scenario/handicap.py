"""Open handicaps: a side starts with fewer figures, and the briefing says so.

The result is an ordinary scenario, so records need no extension.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from attrs import evolve

from skirmish.core.sanitize import escaped
from skirmish.core.script import Trigger
from skirmish.core.text import id_key
from skirmish.errors import UsageProblem
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.scenario.faults import Faults
from skirmish.scenario.model import FigureEntry, Force, Scenario
from skirmish.scenario.stat_blocks import stat_blocks_of

MAX_PERCENT = 50
"""Maximum percentage of a side's points that a handicap removes."""
STEP = 10
HANDICAP = "Handicap:"
"""Beginning of the sentence in the briefing about a handicap."""


def handicapped(scenario: Scenario, percents: Mapping[str, int]) -> Scenario:
    """Return a scenario in which sides lack at most these percentages of their points.

    The figures with the highest ids that fit are removed, except those that an objective, a lesson
    or an event names, reinforcements, and the last figure of a side; an event that names a whole
    side then applies to the rest of it. The briefing states their number and points.

    Raises:
        UsageProblem: There is no such side, or the percentage is out of range.
    """
    notes = []
    for side, percent in percents.items():
        force = next((force for force in scenario.sides if force.id == side), None)
        if force is None:
            sides = ", ".join(force.id for force in scenario.sides)
            raise UsageProblem(f"no side '{escaped(side)}'", remedy=f"the sides are {sides}")
        if not 0 <= percent <= MAX_PERCENT:
            raise UsageProblem(
                f"the handicap must be from 0 to {MAX_PERCENT}%, not {percent}%", side
            )
        away = absent_figures(scenario, force, percent)
        if away:
            notes.append(handicap_note(scenario, force, away))
            kept = tuple(entry for entry in force.figures if entry not in away)
            less = evolve(force, figures=kept)
            sides_then = tuple(less if one is force else one for one in scenario.sides)
            scenario = evolve(
                scenario, sides=sides_then, events=events_without(scenario.events, away)
            )
    if not notes:
        return scenario
    return evolve(scenario, briefing="\n\n".join(filter(None, (scenario.briefing, *notes))))


def absent_figures(scenario: Scenario, force: Force, percent: int) -> tuple[FigureEntry, ...]:
    """Return the figures of a side that a handicap removes."""
    worth = _points(scenario)
    total = sum(worth[entry.id] for side, entry in scenario.entries() if side == force.id)
    left, away = total * percent // 100, list[FigureEntry]()
    needed = needed_figures(scenario)
    for entry in sorted(force.figures, key=lambda entry: id_key(entry.id), reverse=True):
        last = len(away) + 1 == len(force.figures)
        if entry.id not in needed and worth[entry.id] <= left and not last:
            left -= worth[entry.id]
            away.append(entry)
    return tuple(away)


def handicap_note(scenario: Scenario, force: Force, away: Sequence[FigureEntry]) -> str:
    """Return the sentence of the briefing on a handicap."""
    worth = _points(scenario)
    total = sum(worth[entry.id] for side, entry in scenario.entries() if side == force.id)
    less = sum(worth[entry.id] for entry in away)
    figures = "1 figure" if len(away) == 1 else f"{len(away)} figures"
    return f"{HANDICAP} {force.name} without {figures}, worth {less} of {total}."


def needed_figures(scenario: Scenario) -> tuple[str, ...]:
    """The figures that objectives, lessons and events need; of a whole side any one will do."""
    named = [name for objective in scenario.objectives for name in objective.figures]
    named += [word for lesson in scenario.lessons for word in lesson.when.split()]
    sides = [{entry.id for entry in force.figures} for force in scenario.sides]
    for event in scenario.events:
        named += [name for joining in event.joins for name in joining.figures]
        listed = event.when.figures
        alike = event.when.number <= 1
        whole = [side for side in sides if alike and side <= set(listed)]
        named += [name for name in listed if not any(name in side for side in whole)]
    return tuple(named)


def events_without(events: Sequence[Trigger], away: Collection[FigureEntry]) -> tuple[Trigger, ...]:
    """Events whose conditions no longer name the figures that are `away`."""
    gone = {entry.id for entry in away}
    return tuple(
        evolve(event, when=evolve(event.when, figures=_others(event.when.figures, gone)))
        for event in events
    )


def _others(names: Sequence[str], gone: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in gone)


def _points(scenario: Scenario) -> Mapping[str, int]:
    kinds = stat_blocks_of(scenario, ruleset_of(scenario.ruleset).handbook, Faults()).kinds
    points = {name: 0 if kind is None else kind.points for name, kind in kinds.items()}
    return {entry.id: points[entry.kind] for _, entry in scenario.entries()}
