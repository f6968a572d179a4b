"""Keeping scenarios in the player's own folder."""

from __future__ import annotations

import re
from pathlib import Path

from skirmish.core.sanitize import escaped
from skirmish.errors import FileProblem, UsageProblem, os_reason
from skirmish.presentation.user_files import need_own_terminal, scenario_folder, write_new
from skirmish.scenario import Scenario, load, scenario_text
from skirmish.scenario.files import SUFFIX, shipped

_LONGEST = 40
_MOST_NUMBERS = 100


def keep_scenario(scenario: Scenario) -> Path:
    """Write a scenario to the player's own folder, and return its path.

    One that is there already is not written again; another with its name gets a number.

    Raises:
        UsageProblem: It cannot be written.
    """
    need_own_terminal("keeping scenarios")
    folder = scenario_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in _names(folder, scenario.title):
            if not path.exists():
                write_new(path, scenario_text(scenario))
                return path
            if _is_same(path, scenario):
                return path
    except OSError as error:
        why = os_reason(error)
        raise UsageProblem(f"cannot be written: {why}", escaped(str(folder))) from None
    raise UsageProblem("too many scenarios of this name", escaped(str(folder)), "remove some")


def _names(folder: Path, title: str) -> list[Path]:
    """Paths for a scenario, the first one that of its title."""
    stem = "_".join(re.findall(r"[a-z0-9]+", title.lower()))[:_LONGEST].strip("_") or "scenario"
    stem = f"s_{stem}" if not stem[0].isalpha() or stem in shipped() else stem
    numbers = ("", *(f"_{n}" for n in range(2, _MOST_NUMBERS)))
    return [folder / f"{stem}{number}{SUFFIX}" for number in numbers]


def _is_same(path: Path, scenario: Scenario) -> bool:
    try:
        return load(path) == scenario
    except (FileProblem, UsageProblem):
        return False
