"""Scenarios to choose from: those shipped with the game and those of a folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from skirmish.core.gate import shown
from skirmish.errors import FileProblem, SkirmishError, UsageProblem
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario, find, load, shipped
from skirmish.scenario.files import SUFFIX

if TYPE_CHECKING:
    from skirmish.scenario.files import Source

MOST_LISTED = 200
"""Scenarios listed of one folder."""
_MOST_NAMES = 5000


@frozen
class ScenarioEntry:
    """A scenario file in the list: the scenario, or each fault that keeps it from being played."""

    name: str
    scenario: Scenario | None = None
    faults: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Its title, or the file's name where it has none to be trusted."""
        return self.scenario.title if self.scenario else self.name

    @property
    def summary(self) -> str:
        """Ruleset, size and figures in one line; or how many faults."""
        if self.scenario is None:
            return f"{len(self.faults)} error{'s' if len(self.faults) != 1 else ''}"
        width, height = self.scenario.ground.size
        count = figure_counts(self.scenario)
        against = " v ".join(str(number) for number in count.values())
        rules = ruleset(self.scenario.ruleset).name
        return f"{rules}, {width}x{height}, {against}"


def figure_counts(scenario: Scenario) -> Mapping[str, int]:
    """How many figures each side has, those that come later included."""
    sides = [side for side, _ in scenario.entries()]
    return {force.id: sides.count(force.id) for force in scenario.sides}


def scenario_entry(source: Source, name: str = "") -> ScenarioEntry:
    """A scenario file as it is listed; it never fails."""
    name = name or shown(source.name)
    try:
        return ScenarioEntry(name, load(source))
    except FileProblem as problem:
        return ScenarioEntry(name, faults=tuple(str(fault) for fault in problem.problems))
    except SkirmishError as error:
        return ScenarioEntry(name, faults=(str(error),))


def shipped_entries() -> Iterator[ScenarioEntry]:
    """The scenarios that come with the game.

    Raises:
        UsageProblem: The installation is not whole.
    """
    for name in shipped():
        yield scenario_entry(find(name), name)


def folder_entries(folder: Path) -> Iterator[ScenarioEntry]:
    """The scenarios in a folder, by name, at most so many.

    Raises:
        UsageProblem: It is no folder, or cannot be read.
    """
    try:
        paths = sorted(p for p in islice(folder.iterdir(), _MOST_NAMES) if p.suffix == SUFFIX)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a folder's name"
        raise UsageProblem(f"cannot be read: {why}", shown(str(folder))) from None
    if not paths:
        raise UsageProblem(f"no scenarios (*{SUFFIX}) in it", shown(str(folder)))
    for path in paths[:MOST_LISTED]:
        yield scenario_entry(path)
