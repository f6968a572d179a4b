"""The scenarios of a ladder: generated for each pair, or named by the user."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from attrs import evolve, frozen

from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem
from skirmish.game import Opening, open_text, opening_of
from skirmish.generator import PLACES, Options, generate
from skirmish.generator.draw import Draw
from skirmish.generator.forces import LEADERS, LINE, SPECIALISTS, roles_of
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import About, find, load, scenario_text

SUFFIX = ".toml"
SEED = 1
"""Default seed of the first pair."""
SIZE = 24, 16
"""Size of generated scenarios."""
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


@frozen(eq=False)
class LadderScenario:
    """A scenario of the ladder, ready to play, with a name that is unique in the run."""

    name: str
    opening: Opening

    @property
    def ruleset(self) -> str:
        """Id of the ruleset."""
        return self.opening.state.setup.ruleset

    @property
    def hash(self) -> str:
        """Hash of the whole scenario."""
        return self.opening.hash


class ScenarioSource(Protocol):
    """Provides scenarios and seeds for the pairs of a ruleset, numbered from 0."""

    @property
    def ruleset(self) -> str:
        """Id of the ruleset."""

    @property
    def named(self) -> tuple[LadderScenario, ...]:
        """The named scenarios; empty if scenarios are generated."""

    def name(self, pair: int) -> str:
        """Name of a pair's scenario, found without generating it."""

    def scenario(self, pair: int) -> LadderScenario:
        """Scenario of a pair."""

    def seed(self, pair: int) -> int:
        """Seed of a pair."""


@frozen
class GeneratedScenarios:
    """A generated scenario for each pair; its number is the pair's seed."""

    ruleset: str
    first: int = SEED

    @property
    def named(self) -> tuple[LadderScenario, ...]:
        """Empty: no scenarios are named."""
        return ()

    def name(self, pair: int) -> str:
        """Name of a pair's scenario, as in `d20:17`."""
        return f"{self.ruleset}:{self.seed(pair)}"

    def scenario(self, pair: int) -> LadderScenario:
        """Generate the scenario of a pair."""
        return LadderScenario(
            self.name(pair), open_text(generated_scenario(self.ruleset, self.seed(pair)))
        )

    def seed(self, pair: int) -> int:
        """Seed of a pair: a new one for each."""
        return self.first + pair


@frozen
class NamedScenarios:
    """Named scenarios, used in turn."""

    named: tuple[LadderScenario, ...]
    first: int = SEED

    @property
    def ruleset(self) -> str:
        """Id of the ruleset of all of them."""
        return self.named[0].ruleset

    def name(self, pair: int) -> str:
        """Name of the scenario used for a pair."""
        return self.scenario(pair).name

    def scenario(self, pair: int) -> LadderScenario:
        """The scenario used for a pair."""
        return self.named[pair % len(self.named)]

    def seed(self, pair: int) -> int:
        """Seed of a pair; it increases after all scenarios have been used."""
        return self.first + pair // len(self.named)


def scenario_sources(
    scenarios: Sequence[str] = (), rulesets: Sequence[str] = (), seed: int = SEED
) -> tuple[ScenarioSource, ...]:
    """Make the scenario sources of a run, one for each ruleset.

    Args:
        scenarios: Names of generated or shipped scenarios, or files; if empty, a scenario is
            generated for each pair.
        rulesets: Ids of the rulesets to play; all if empty.
        seed: Seed of the first pair.

    Raises:
        UsageProblem: There is no such scenario or ruleset, none is left, or two have the same name.
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
    """Find a generated scenario such as `d20:17`, or one by its name or file.

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
        raise UsageProblem("a made ground has this name", escaped(source.name), "rename the file")
    return LadderScenario(short, opening_of(load(source)))


def generated_scenario(ruleset: str, number: int) -> str:
    """The text of a small generated scenario: five a side, the same for both sides.

    On a fixed map a level plays the same first bounds in every game, so its results would depend on
    a few orders. Each pair therefore gets its own map, forces and objectives; the places are used
    in turn.

    Args:
        ruleset: Id of the ruleset.
        number: Seed of the scenario.
    """
    force = _force(ruleset, Draw(f"ladder {ruleset} {number}"))
    options = Options(number, PLACES[number % len(PLACES)], SIZE, ruleset, same_forces=True)
    made = generate(options, sides=(force, force))
    # The options' own command would make a scenario with other figures.
    return scenario_text(evolve(made, about=About()))


def _force(ruleset: str, draw: Draw) -> tuple[str, ...]:
    """The figures of a side: a leader, two of the line, two specialists."""
    roles = roles_of(ruleset)
    line, specialists = roles[LINE], draw.shuffled(roles[SPECIALISTS])
    return (draw.choice(roles[LEADERS]), line[0], draw.choice(line), *specialists[:2])


def is_generated(name: str) -> bool:
    """Whether this is the name of a generated scenario, as in `d20:17`."""
    ruleset, _, number = name.partition(":")
    return ruleset in RULESETS and _NUMBER.fullmatch(number) is not None


def generated_text(name: str) -> str:
    """The text of a generated scenario with this name.

    Raises:
        UsageProblem: There is none.
    """
    ruleset, colon, number = name.partition(":")
    if colon:
        _check_ruleset(ruleset)
    if not is_generated(name):
        how = "a ruleset and a number of at most 18 digits, as in d20:17"
        raise UsageProblem(f"no ground '{escaped(name)}'", remedy=how)
    return generated_scenario(ruleset, int(number))


def _check_ruleset(ruleset: str) -> None:
    if ruleset not in RULESETS:
        raise UsageProblem(f"no ruleset '{escaped(ruleset)}'", remedy=", ".join(RULESETS))
