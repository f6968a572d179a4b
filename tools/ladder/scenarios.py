"""What is fought over: a ground made for each pair, or the scenarios that were named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from attrs import frozen

from skirmish.core.gate import shown
from skirmish.errors import UsageProblem
from skirmish.game import Opening, open_text, opening_of
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import find, load
from tools.ladder.scenario_generator import generated_scenario

SUFFIX = ".toml"
SEED = 1
"""The seed of the first pair where nobody says which."""
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


@frozen(eq=False)
class LadderScenario:
    """A scenario of the ladder, ready to play; within a run no two have the same name."""

    name: str
    opening: Opening

    @property
    def ruleset(self) -> str:
        """The id of its rules."""
        return self.opening.state.setup.ruleset

    @property
    def hash(self) -> str:
        """One number for every word of it."""
        return self.opening.hash


class ScenarioSource(Protocol):
    """Where the pairs of a ruleset are played, counted from 0, and with which seeds."""

    @property
    def ruleset(self) -> str:
        """The id of its rules."""

    @property
    def named(self) -> tuple[LadderScenario, ...]:
        """The scenarios that were named; nothing where grounds are made."""

    def name(self, pair: int) -> str:
        """The name of the ground of a pair, which is not made for that."""

    def scenario(self, pair: int) -> LadderScenario:
        """The ground of a pair."""

    def seed(self, pair: int) -> int:
        """The seed of a pair."""


@frozen
class GeneratedScenarios:
    """A ground of its own for each pair, made from the number that is its seed."""

    ruleset: str
    first: int = SEED

    @property
    def named(self) -> tuple[LadderScenario, ...]:
        """None."""
        return ()

    def name(self, pair: int) -> str:
        """As in `d20:17`."""
        return f"{self.ruleset}:{self.seed(pair)}"

    def scenario(self, pair: int) -> LadderScenario:
        """Another one for each pair."""
        return LadderScenario(
            self.name(pair), open_text(generated_scenario(self.ruleset, self.seed(pair)))
        )

    def seed(self, pair: int) -> int:
        """Another one for each pair."""
        return self.first + pair


@frozen
class NamedScenarios:
    """Scenarios that take turns, so that few pairs are as many of each."""

    named: tuple[LadderScenario, ...]
    first: int = SEED

    @property
    def ruleset(self) -> str:
        """The id of the rules of all of them."""
        return self.named[0].ruleset

    def name(self, pair: int) -> str:
        """The name of the scenario whose turn it is."""
        return self.scenario(pair).name

    def scenario(self, pair: int) -> LadderScenario:
        """The scenario whose turn it is."""
        return self.named[pair % len(self.named)]

    def seed(self, pair: int) -> int:
        """The next one when all have had their turn."""
        return self.first + pair // len(self.named)


def scenario_sources(
    scenarios: Sequence[str] = (), rulesets: Sequence[str] = (), seed: int = SEED
) -> tuple[ScenarioSource, ...]:
    """What a run is fought over, ruleset by ruleset.

    Args:
        scenarios: Made grounds, names of the game's scenarios, or files; none: a ground is made
            for each pair.
        rulesets: Only these rulesets; none: all.
        seed: That of the first pair.

    Raises:
        UsageProblem: There is no such scenario or ruleset, none is left, or two have one name.
        FileProblem: A scenario has faults.
    """
    for ruleset in rulesets:
        _check_ruleset(ruleset)
    wanted = tuple(dict.fromkeys(rulesets)) or tuple(RULESETS)
    if not scenarios:
        return tuple(GeneratedScenarios(ruleset, seed) for ruleset in wanted)
    found: dict[str, LadderScenario] = {}
    for name in dict.fromkeys(scenarios):
        one = ladder_scenario(name)
        if one.name in found:
            raise UsageProblem("two scenarios have this name", one.name, "rename one of the files")
        found[one.name] = one
    of_each = (tuple(g for g in found.values() if g.ruleset == ruleset) for ruleset in wanted)
    kept = tuple(NamedScenarios(named, seed) for named in of_each if named)
    if not kept:
        raise UsageProblem("no scenario of these rulesets", remedy="take --ruleset out")
    return kept


def ladder_scenario(name: str) -> LadderScenario:
    """A made ground such as `d20:17`, or a scenario by its name or file.

    Raises:
        UsageProblem: There is none.
        FileProblem: The scenario has faults.
    """
    ruleset, colon, number = name.partition(":")
    if colon and (ruleset in RULESETS or number.isdecimal()):
        return LadderScenario(name, open_text(generated_text(name)))
    source = find(name)
    short = source.name.removesuffix(SUFFIX)
    if is_generated(short):
        raise UsageProblem("a made ground has this name", shown(source.name), "rename the file")
    return LadderScenario(short, opening_of(load(source)))


def is_generated(name: str) -> bool:
    """Whether this is the name of a made ground, as in `d20:17`."""
    ruleset, _, number = name.partition(":")
    return ruleset in RULESETS and _NUMBER.fullmatch(number) is not None


def generated_text(name: str) -> str:
    """A made ground by its name, as the text of a scenario.

    Raises:
        UsageProblem: There is none.
    """
    ruleset, colon, number = name.partition(":")
    if colon:
        _check_ruleset(ruleset)
    if not is_generated(name):
        how = "a ruleset and a number of at most 18 digits, as in d20:17"
        raise UsageProblem(f"no ground '{shown(name)}'", remedy=how)
    return generated_scenario(ruleset, int(number))


def _check_ruleset(ruleset: str) -> None:
    if ruleset not in RULESETS:
        raise UsageProblem(f"no ruleset '{shown(ruleset)}'", remedy=", ".join(RULESETS))
