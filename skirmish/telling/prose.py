"""What is said of a scenario before it is played, in plain words."""

from __future__ import annotations

from skirmish.core.state import Objective
from skirmish.core.text import many
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Force, Scenario, house_rules


def value_words(value: bool | int | str) -> str:
    """The value of a house rule as a player reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def facts(scenario: Scenario) -> str:
    """Rules, size and length in one line."""
    width, height = scenario.ground.size
    return f"{ruleset(scenario.ruleset).name}, {width} x {height} tiles, {scenario.turns} turns"


def force_words(force: Force, count: int) -> str:
    """A side with so many figures, and when it is broken."""
    name = f"{force.id} {force.name}" if force.name != force.id else force.id
    breaks = f", broken when {force.break_point}% are lost" if force.break_point else ""
    return f"{name}: {many(count, 'figure')}{breaks}"


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


def goal_words(goal: Objective) -> str:
    """An objective in a sentence."""
    text = goal.text or f"{goal.kind}{_where(goal)}"
    # The scenario's own words may tell the points already.
    points = "" if str(goal.points) in text else many(goal.points, "point")
    told = [fact for fact in (points, "decides the battle" if goal.decisive else "") if fact]
    return f"{text} ({', '.join(told)})" if told else text


def _where(goal: Objective) -> str:
    whom = f" {', '.join(goal.figures)}" if goal.figures else ""
    if goal.area is None:
        return whom
    left, top, right, bottom = goal.area
    return f"{whom} at {left},{top} to {right},{bottom}"


def changed_rules(scenario: Scenario) -> list[str]:
    """The house rules that are not as usual, a sentence for each."""
    known = house_rules(ruleset(scenario.ruleset))
    return [
        f"{name.replace('_', ' ')}: {value_words(value)}. {known[name].text}"
        for name, value in scenario.rules.items()
        if value != known[name].default
    ]
