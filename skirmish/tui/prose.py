"""What is said of a scenario before it is played: title, sides, objectives, house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.content import Content

from skirmish.core.state import Objective
from skirmish.rulesets.protocol import Ruleset
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Force, Scenario, house_rules
from skirmish.tui.catalogue import counts
from skirmish.tui.map.glyphs import UNICODE

HEAD = "bold $primary"


def value_words(value: bool | int | str) -> str:
    """The value of a house rule as a player reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def about(scenario: Scenario) -> list[Content]:
    """The facts of a scenario, its briefing, its objectives."""
    rules = ruleset(scenario.ruleset)
    width, height = scenario.ground.size
    lines = [
        Content.styled(scenario.title, "bold"),
        Content(f"{rules.name}, {width} x {height} tiles, {scenario.turns} turns"),
        *_sides(scenario),
        Content(""),
        *briefing_lines(scenario),
        *goal_lines(scenario),
        *rule_lines(scenario, rules),
    ]
    return _trimmed(lines)


def _sides(scenario: Scenario) -> list[Content]:
    count = counts(scenario)
    return [
        Content(f"{_named(force)}: {_many(count[force.id], 'figure')}{_breaks(force)}")
        for force in scenario.sides
    ]


def _named(force: Force) -> str:
    return f"{force.id} {force.name}" if force.name != force.id else force.id


def _breaks(force: Force) -> str:
    point = force.break_point
    return f", broken when {point}% are lost" if point else ""


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def briefing_lines(scenario: Scenario) -> list[Content]:
    """The briefing, and an empty line; nothing where there is none."""
    lines = [Content(line) for line in joined(scenario.briefing.strip("\n"))]
    return [*lines, Content("")] if scenario.briefing.strip() else []


def joined(text: str) -> list[str]:
    """Text whose paragraphs are one line each, to be folded at any width.

    Lines that begin with a blank or a sign, such as lists and tables, stay as they are.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        goes_on = bool(lines) and bool(lines[-1]) and line[:1].isalnum()
        if goes_on:
            lines[-1] = f"{lines[-1]} {line}"
        else:
            lines.append(line)
    return lines


def goal_lines(scenario: Scenario) -> list[Content]:
    """The objectives by side, and an empty line; nothing where there are none."""
    if not scenario.objectives:
        return []
    lines = [Content.styled("Objectives", HEAD)]
    names = {force.id: force.name for force in scenario.sides}
    lines += [Content(f"{names[g.side]}: {goal_words(g)}") for g in scenario.objectives]
    return [*lines, Content("")]


def goal_words(goal: Objective) -> str:
    """An objective in a sentence."""
    text = goal.text or f"{goal.kind}{_where(goal)}"
    # The scenario's own words may tell the points already.
    points = "" if str(goal.points) in text else _many(goal.points, "point")
    facts = [fact for fact in (points, "decides the battle" if goal.decisive else "") if fact]
    return f"{text} ({', '.join(facts)})" if facts else text


def _where(goal: Objective) -> str:
    whom = f" {', '.join(goal.figures)}" if goal.figures else ""
    if goal.area is None:
        return whom
    left, top, right, bottom = goal.area
    return f"{whom} at {left},{top} to {right},{bottom}"


def rule_lines(scenario: Scenario, rules: Ruleset) -> list[Content]:
    """The house rules that are not as usual, and an empty line; nothing where all are."""
    known = house_rules(rules)
    changed = _changed(scenario.rules, {name: rule.default for name, rule in known.items()})
    if not changed:
        return []
    lines = [Content.styled("House rules", HEAD)]
    lines += [
        Content(f"{name.replace('_', ' ')}: {value_words(value)}. {known[name].text}")
        for name, value in changed
    ]
    return [*lines, Content("")]


def _changed(
    said: Mapping[str, bool | int | str], usual: Mapping[str, bool | int | str]
) -> list[tuple[str, bool | int | str]]:
    return [(name, value) for name, value in said.items() if value != usual[name]]


def legend(scenario: Scenario) -> Content:
    """What the marks on the preview mean."""
    parts = [
        f"{mark} {force.name}"
        for mark, force in zip((UNICODE.reach, UNICODE.arc), scenario.sides, strict=True)
        if force.deploy is not None
    ]
    if any(goal.area for goal in scenario.objectives):
        parts.append(f"{UNICODE.path} objectives")
    return Content("  ".join(parts))


def _trimmed(lines: Iterable[Content]) -> list[Content]:
    kept = list(lines)
    while kept and not kept[-1].plain:
        kept.pop()
    return kept
