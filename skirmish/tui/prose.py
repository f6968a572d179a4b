"""What is said of a scenario before it is played: title, sides, objectives, house rules."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from skirmish.presentation.scenario_list import figure_counts
from skirmish.presentation.scenario_text import (
    changed_rules,
    force_words,
    join_paragraphs,
    objective_words,
    scenario_facts,
)
from skirmish.scenario import Scenario
from skirmish.tui.map.glyphs import UNICODE

HEAD = "bold $primary"


def about(scenario: Scenario) -> list[Content]:
    """The facts of a scenario, its briefing, its objectives."""
    count = figure_counts(scenario)
    lines = [
        Content.styled(scenario.title, "bold"),
        Content(scenario_facts(scenario)),
        *(Content(force_words(force, count[force.id])) for force in scenario.sides),
        Content(""),
        *briefing_lines(scenario),
        *goal_lines(scenario),
        *rule_lines(scenario),
    ]
    return _trimmed(lines)


def briefing_lines(scenario: Scenario) -> list[Content]:
    """The briefing, and an empty line; nothing where there is none."""
    lines = [Content(line) for line in join_paragraphs(scenario.briefing.strip("\n"))]
    return [*lines, Content("")] if scenario.briefing.strip() else []


def goal_lines(scenario: Scenario) -> list[Content]:
    """The objectives by side, and an empty line; nothing where there are none."""
    if not scenario.objectives:
        return []
    lines = [Content.styled("Objectives", HEAD)]
    names = {force.id: force.name for force in scenario.sides}
    lines += [Content(f"{names[g.side]}: {objective_words(g)}") for g in scenario.objectives]
    return [*lines, Content("")]


def rule_lines(scenario: Scenario) -> list[Content]:
    """The house rules that are not as usual, and an empty line; nothing where all are."""
    changed = [Content(line) for line in changed_rules(scenario)]
    return [Content.styled("House rules", HEAD), *changed, Content("")] if changed else []


def legend(scenario: Scenario) -> Content:
    """What the marks on the preview mean."""
    parts = [
        f"{mark} {force.name}"
        for mark, force in zip((UNICODE.reach, UNICODE.arc), scenario.sides, strict=True)
        if force.deploy is not None
    ]
    if any(goal.area for goal in scenario.objectives):
        parts.append(f"{UNICODE.goal} objectives")
    return Content("  ".join(parts))


def _trimmed(lines: Iterable[Content]) -> list[Content]:
    kept = list(lines)
    while kept and not kept[-1].plain:
        kept.pop()
    return kept
