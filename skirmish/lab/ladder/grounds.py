"""What is fought over: the ladder's own scenarios, small ones of five a side, or any others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable

from attrs import frozen

from skirmish.core.gate import shown
from skirmish.errors import UsageProblem
from skirmish.game import Opening, opening_of
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import find, load

SUFFIX = ".toml"


@frozen(eq=False)
class Ground:
    """A scenario of the ladder, ready to play."""

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


def folder() -> Traversable:
    """Where the ladder's own scenarios are."""
    return files("skirmish.lab.ladder")


def own() -> tuple[str, ...]:
    """Names of the ladder's own scenarios."""
    found = (entry.name for entry in folder().iterdir() if entry.name.endswith(SUFFIX))
    return tuple(sorted(name.removesuffix(SUFFIX) for name in found))


def grounds(scenarios: Sequence[str] = (), rulesets: Sequence[str] = ()) -> tuple[Ground, ...]:
    """The scenarios of a run, those of a ruleset together.

    Args:
        scenarios: Files, names of the ladder's own, or of the game's; none: all of the ladder's.
        rulesets: Only those of these rulesets; none: all.

    Raises:
        UsageProblem: There is no such scenario or ruleset, or none is left.
        FileProblem: A scenario has faults.
    """
    for ruleset in rulesets:
        if ruleset not in RULESETS:
            raise UsageProblem(f"no ruleset '{shown(ruleset)}'", remedy=", ".join(RULESETS))
    found = [_ground(name) for name in dict.fromkeys(scenarios or own())]
    kept = tuple(
        ground
        for ruleset in (rulesets or tuple(RULESETS))
        for ground in found
        if ground.ruleset == ruleset
    )
    if not kept:
        raise UsageProblem("no scenario of these rulesets", remedy="take --ruleset out")
    return kept


def _ground(name: str) -> Ground:
    known = own()
    source = folder() / f"{name}{SUFFIX}" if name in known else find(name)
    return Ground(source.name.removesuffix(SUFFIX), opening_of(load(source)))


def of_ruleset(found: Iterable[Ground]) -> dict[str, tuple[Ground, ...]]:
    """Scenarios by their ruleset."""
    kept: dict[str, tuple[Ground, ...]] = {}
    for ground in found:
        kept[ground.ruleset] = (*kept.get(ground.ruleset, ()), ground)
    return kept
