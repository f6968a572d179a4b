"""Scenarios: battles as readable files; loading, checking, writing, the opening state."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from skirmish.scenario.files import find, shipped
from skirmish.scenario.house_rules import ENGINE_RULES, all_house_rules
from skirmish.scenario.loader import check, load, parse
from skirmish.scenario.model import About, Block, FigureEntry, Force, MapSection, Scenario, Wave
from skirmish.scenario.writer import scenario_hash, scenario_text

if TYPE_CHECKING:
    from skirmish.scenario.opening import opening_state

__all__ = [
    "ENGINE_RULES",
    "About",
    "Block",
    "FigureEntry",
    "Force",
    "MapSection",
    "Scenario",
    "Wave",
    "all_house_rules",
    "check",
    "find",
    "load",
    "opening_state",
    "parse",
    "scenario_hash",
    "scenario_text",
    "shipped",
]


def __getattr__(name: str) -> object:
    """`opening_state` is imported on demand: it loads all the rules, which checks do not need."""
    if name == "opening_state":
        return getattr(import_module("skirmish.scenario.opening"), name)
    raise AttributeError(name)
