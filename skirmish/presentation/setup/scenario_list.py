"""Scenarios to choose from: those of the game, of the player's own folder, of any folder."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from skirmish.core.sanitize import casefolded, escaped
from skirmish.core.text import pluralize
from skirmish.errors import FileProblem, SkirmishError, UsageProblem, os_reason
from skirmish.presentation.setup.balance_words import balance_words
from skirmish.presentation.setup.kept_results import known_balance
from skirmish.presentation.setup.scenario_text import extent_words
from skirmish.presentation.user_files import is_served, scenario_folder
from skirmish.presentation.wording import spaced
from skirmish.rulesets.registry import RULESETS, ruleset
from skirmish.scenario import Scenario, find, load, shipped
from skirmish.scenario.files import SUFFIX
from skirmish.scenario.model import DIFFICULTIES

if TYPE_CHECKING:
    from skirmish.analysis.known_results import KnownBalance
    from skirmish.scenario.files import Source

MOST_LISTED = 200
"""Scenarios listed from one folder."""
_MOST_NAMES = 5000


@frozen
class ScenarioEntry:
    """A scenario file in the list: the scenario, or the faults that prevent it from being played.

    `known`: its known balance. `name` is the id of a scenario of the game; otherwise the file's
    name, and then `path` is its path.
    """

    name: str
    scenario: Scenario | None = None
    faults: tuple[str, ...] = ()
    path: Path | None = None
    known: KnownBalance | None = None

    @property
    def source(self) -> Path:
        """The path by which to open it; of a scenario of the game only its name."""
        return self.path or Path(self.name)

    @property
    def title(self) -> str:
        """The scenario's title; the file's name if it cannot be loaded."""
        return self.scenario.title if self.scenario else self.name

    @property
    def rules(self) -> str:
        """The name of its ruleset; "" if it cannot be loaded."""
        return ruleset(self.scenario.ruleset).name if self.scenario else ""

    @property
    def extent(self) -> str:
        """Size and numbers of figures in one line; or the number of faults."""
        if self.scenario is None:
            return pluralize(len(self.faults), "error")
        width, height = self.scenario.map.size
        against = " v ".join(str(number) for number in figure_counts(self.scenario).values())
        return f"{width}x{height}, {against}"

    @property
    def summary(self) -> str:
        """Its ruleset and extent in one line; or the number of faults."""
        return f"{self.rules}, {self.extent}" if self.scenario else self.extent

    @property
    def details(self) -> str:
        """Turns, points of the sides, difficulty and balance in one line, if known."""
        if self.scenario is None:
            return ""
        names = {force.id: force.name for force in self.scenario.sides}
        balance = f"; {balance_words(self.known, names)}" if self.known else ""
        return f"{extent_words(self.scenario)}{balance}"

    def holds(self, words: Sequence[str]) -> bool:
        """Whether its names and facts contain all of these words, ignoring case."""
        parts = [self.name, self.title]
        if self.scenario is not None:
            about = self.scenario.about
            sides = (force.name for force in self.scenario.sides)
            facts = (about.author, about.description, about.difficulty, self.scenario.ruleset)
            parts += [*sides, self.rules, *facts, *about.tags, *map(spaced, about.tags)]
        text = casefolded(" ".join(parts))
        return all(casefolded(word) in text for word in words)


def figure_counts(scenario: Scenario) -> Mapping[str, int]:
    """Number of figures of each side, reinforcements included."""
    sides = [side for side, _ in scenario.listed()]
    return {force.id: sides.count(force.id) for force in scenario.sides}


def scenario_entry(source: Source, name: str = "") -> ScenarioEntry:
    """The entry of a scenario file; it never raises."""
    path = source if isinstance(source, Path) and not name else None
    name = name or escaped(source.name)
    try:
        scenario = load(source)
        return ScenarioEntry(name, scenario, path=path, known=known_balance(scenario))
    except FileProblem as problem:
        faults = tuple(str(fault) for fault in problem.problems)
        return ScenarioEntry(name, faults=faults, path=path)
    except SkirmishError as error:
        return ScenarioEntry(name, faults=(str(error),), path=path)


def _place_in_list(name: str) -> tuple[int, ...]:
    """The sort key of a scenario of the game: by ruleset, difficulty and length.

    The file is only parsed, not checked: the list shows the first entries before all are loaded. A
    damaged one comes last, where its entry shows the error.
    """
    try:
        table = tomllib.loads(find(name).read_text(encoding="utf-8"))
        about = table["about"]
        difficulty, length = DIFFICULTIES.index(about["difficulty"]), int(about["length"])
        return [*RULESETS].index(table["ruleset"]), difficulty, length
    except (OSError, ValueError, KeyError, TypeError):
        return (len(RULESETS),)


def listed_names() -> Sequence[str]:
    """Names of the scenarios of the game as listed: by ruleset, from easy to hard."""
    return sorted(shipped(), key=_place_in_list)


def shipped_entries() -> Iterator[ScenarioEntry]:
    """The scenarios shipped with the game, as they are listed.

    Raises:
        UsageProblem: The installation is incomplete.
    """
    for name in listed_names():
        yield scenario_entry(find(name), name)


def own_entries() -> Iterator[ScenarioEntry]:
    """The scenarios in the player's own folder; none in a browser, or if it cannot be read."""
    if not is_served():
        with suppress(UsageProblem):
            yield from folder_entries(scenario_folder())


def all_entries() -> Iterator[ScenarioEntry]:
    """The scenarios of the game, then those in the player's own folder.

    Raises:
        UsageProblem: The installation is incomplete.
    """
    yield from shipped_entries()
    yield from own_entries()


def folder_entries(folder: Path) -> Iterator[ScenarioEntry]:
    """The scenarios in a folder, sorted by name, at most `MOST_LISTED`.

    Raises:
        UsageProblem: It is no folder, holds no scenarios, or cannot be read.
    """
    try:
        paths = sorted(p for p in islice(folder.iterdir(), _MOST_NAMES) if p.suffix == SUFFIX)
    except (OSError, ValueError) as error:
        why = os_reason(error, "not a valid folder name")
        raise UsageProblem(f"cannot be read: {why}", escaped(str(folder))) from None
    if not paths:
        raise UsageProblem(f"it has no scenarios (*{SUFFIX})", escaped(str(folder)))
    for path in paths[:MOST_LISTED]:
        yield scenario_entry(path)
