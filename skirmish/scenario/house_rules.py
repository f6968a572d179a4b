"""House rules of a ruleset and of the engine: declarations, checks and values."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.sanitize import NAME_LIMIT, escaped
from skirmish.errors import UsageProblem
from skirmish.rulesets.handbook import Handbook, HouseRule
from skirmish.scenario.faults import did_you_mean, not_in_range
from skirmish.scenario.model import Scenario
from skirmish.scenario.toml_table import in_its_type, type_name

Rules = Mapping[str, bool | int | str]
MAX_SIGHT = 300
ENGINE_RULES: Mapping[str, HouseRule] = {
    "fog": HouseRule(True, "You see enemies only where one of your figures sees them."),
    "sight": HouseRule(
        0,
        "No figure sees farther than this number of tiles. It may fire farther, at an enemy that"
        " a friend sees.",
    ),
    "stop_on_sight": HouseRule(True, "A move stops where a new enemy comes into sight."),
}


def all_house_rules(ruleset: Handbook) -> Mapping[str, HouseRule]:
    """All house rules of a ruleset, those of the engine first."""
    return {**ENGINE_RULES, **ruleset.house_rules}


def house_rule_fault(rule: HouseRule, value: object) -> tuple[str, str] | None:
    """The fault of a value for a house rule with its remedy, or None."""
    if rule.options and value not in rule.options:
        what = f"'{escaped(_shown(value), NAME_LIMIT)}' is not one of the choices"
        return what, "one of: " + ", ".join(_shown(o) for o in rule.options)
    if type(value) is not type(rule.default):
        kind = type(rule.default)
        wanted = {bool: "true or false", int: "a whole number", str: "text"}
        return f"must be {wanted[kind]}, not {type_name(value)}", in_its_type(value, kind)
    if type(value) is int and not rule.options and not 0 <= value <= MAX_SIGHT:
        return not_in_range(0, MAX_SIGHT, value), ""
    return None


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def resolve_house_rules(scenario: Scenario, ruleset: Handbook, chosen: Rules) -> Rules:
    """The value of every house rule: the players', else the scenario's, else the default.

    Raises:
        UsageProblem: There is no such house rule, or its value is invalid.
    """
    rules = all_house_rules(ruleset)
    for name, value in chosen.items():
        if name not in rules:
            remedy = did_you_mean(name, rules)
            raise UsageProblem("no such house rule", escaped(name), remedy)
        if wrong := house_rule_fault(rules[name], value):
            raise UsageProblem(wrong[0], name, wrong[1])
    return (
        {name: rule.default for name, rule in rules.items()} | dict(scenario.rules) | dict(chosen)
    )
