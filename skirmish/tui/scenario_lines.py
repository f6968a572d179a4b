"""What a player reads of a scenario and its battle: sides, briefing, objectives, house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.content import Content

from skirmish.core.view import View
from skirmish.presentation.game_setup import temper_sentences
from skirmish.presentation.scenario_list import figure_counts
from skirmish.presentation.scenario_text import (
    changed_rules,
    force_words,
    join_paragraphs,
    objective_words,
    scenario_facts,
)
from skirmish.presentation.wording import score_words
from skirmish.scenario import Scenario
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.theme import HEADING


def about(scenario: Scenario) -> list[Content]:
    """The facts of a scenario, its briefing, objectives and house rules."""
    count = figure_counts(scenario)
    lines = [
        Content.styled(scenario.title, "bold"),
        Content(scenario_facts(scenario)),
        *(Content(force_words(force, count[force.id])) for force in scenario.sides),
        Content(""),
        *scenario_briefing_lines(scenario),
        *goal_lines(scenario),
        *rule_lines(scenario),
    ]
    return _trimmed(lines)


def scenario_briefing_lines(scenario: Scenario) -> list[Content]:
    """The briefing and an empty line; nothing if there is none."""
    lines = [Content(line) for line in join_paragraphs(scenario.briefing.strip("\n"))]
    return [*lines, Content("")] if scenario.briefing.strip() else []


def goal_lines(scenario: Scenario) -> list[Content]:
    """The objectives by side and an empty line; nothing if there are none."""
    if not scenario.objectives:
        return []
    lines = [Content.styled("Objectives", HEADING)]
    names = {force.id: force.name for force in scenario.sides}
    lines += [Content(f"{names[g.side]}: {objective_words(g)}") for g in scenario.objectives]
    return [*lines, Content("")]


def rule_lines(scenario: Scenario) -> list[Content]:
    """The house rules that differ from the defaults and an empty line; nothing if none do."""
    changed = [Content(line) for line in changed_rules(scenario)]
    return [Content.styled("House rules", HEADING), *changed, Content("")] if changed else []


def legend(scenario: Scenario) -> Content:
    """The legend of the preview."""
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


def battle_briefing_lines(view: View, players: Mapping[str, str]) -> list[Content]:
    """The score as far as it is known, the objectives of both sides, the briefing."""
    setup = view.state.setup
    lines: list[Content] = []
    for name, side in setup.sides.items():
        lines.append(Content.styled(f"{side.name}: {score_words(view, name)}", HEADING))
        lines += [Content(objective_words(goal)) for goal in setup.objectives if goal.side == name]
        if side.break_point:
            lines.append(Content(f"broken when {side.break_point}% of its points are lost"))
        lines.append(Content(""))
    lines += [Content(line) for line in join_paragraphs(setup.briefing.strip())]
    told = temper_sentences(setup.sides.values(), players)
    return lines + [Content(line) for line in (["", *told] if told else [])]
