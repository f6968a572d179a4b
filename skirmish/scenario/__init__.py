"""Scenarios: a battle to be fought as one readable file; loading, checking, writing, opening."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from skirmish.scenario.files import find, shipped
from skirmish.scenario.house import ENGINE_RULES, house_rules
from skirmish.scenario.load import check, load, parse
from skirmish.scenario.model import Block, Entry, Force, Ground, Scenario, Wave
from skirmish.scenario.write import scenario_text

if TYPE_CHECKING:
    from skirmish.scenario.digest import scenario_hash
    from skirmish.scenario.opening import opening_state

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


_LATER = {"opening_state": "opening", "scenario_hash": "digest"}


def __getattr__(name: str) -> object:
    """What loads all the rules, or a library: whoever only checks a file does not wait for it."""
    if name in _LATER:
        return getattr(import_module(f"skirmish.scenario.{_LATER[name]}"), name)
    raise AttributeError(name)
