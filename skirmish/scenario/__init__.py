"""Scenarios: a battle to be fought as one readable file; loading, checking, writing, opening."""

from skirmish.scenario.files import find, shipped
from skirmish.scenario.house import ENGINE_RULES, house_rules
from skirmish.scenario.load import check, load, parse
from skirmish.scenario.model import Block, Entry, Force, Ground, Scenario, Wave
from skirmish.scenario.opening import opening_state
from skirmish.scenario.write import scenario_hash, scenario_text

__all__ = [
    "ENGINE_RULES",
    "Block",
    "Entry",
    "Force",
    "Ground",
    "Scenario",
    "Wave",
    "check",
    "find",
    "house_rules",
    "load",
    "opening_state",
    "parse",
    "scenario_hash",
    "scenario_text",
    "shipped",
]
