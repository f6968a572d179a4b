"""Options of a generated scenario: seed, place, size, ruleset, points of each side."""

from __future__ import annotations

import re

from attrs import frozen

from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem
from skirmish.record.format import MAX_SEED
from skirmish.rulesets.registry import handbook
from skirmish.scenario.faults import did_you_mean

VERSION = 3
"""Version of the generator, increased whenever the same options give another battle."""
LEAST, MOST = (20, 15), 120
"""Smallest size, the longer side first, and maximum of the longer side, in tiles."""
POINTS = 50, 1000
_SIZE = re.compile(r"([1-9][0-9]{0,3})[xX]([1-9][0-9]{0,3})")

PLACES = ("village", "woods", "factory", "ruins", "bridge", "trenches")


@frozen
class Options:
    """The options of a scenario; the same ones give the same file.

    Attributes:
        seed: A number of at most 18 digits.
        place: One of `PLACES`.
        size: Width and height in tiles.
        ruleset: Id of the ruleset.
        points: Cost of each side's figures.
        tested: Whether the scenario was the first candidate that games found even.
        same_forces: Whether both sides have the same figures.
    """

    seed: int
    place: str = "village"
    size: tuple[int, int] = (60, 40)
    ruleset: str = "opposed_d6"
    points: int = 200
    tested: bool = False
    same_forces: bool = False

    def check(self) -> None:
        """Check all options.

        Raises:
            UsageProblem: One is not possible; with the remedy.
        """
        if not 0 <= self.seed <= MAX_SEED:
            raise UsageProblem("the seed is too long", remedy="a number of at most 18 digits")
        if self.place not in PLACES:
            remedy = did_you_mean(self.place, PLACES)
            raise UsageProblem(f"no place '{escaped(self.place)}'", remedy=remedy)
        handbook(self.ruleset)
        low, high = POINTS
        if not low <= self.points <= high:
            raise UsageProblem(f"{self.points} points for a side", remedy=f"choose {low} to {high}")
        self._check_size()

    def _check_size(self) -> None:
        long, short = max(self.size), min(self.size)
        told = f"{self.size[0]}x{self.size[1]}"
        small, large = long < LEAST[0] or short < LEAST[1], long > MOST
        if small or large:
            fault = "narrow and too long" if small and large else "small" if small else "large"
            least, turned = f"{LEAST[0]}x{LEAST[1]}", f"{LEAST[1]}x{LEAST[0]}"
            remedy = f"choose {least} or {turned} to {MOST}x{MOST}"
            raise UsageProblem(f"a map of {told} is too {fault}", remedy=remedy)

    @property
    def command(self) -> tuple[str, str]:
        """The command that generates the scenario, in two parts that each fit on a line."""
        width, height = self.size
        return (
            f"skirmish generate --seed {self.seed} --place {self.place} --size {width}x{height}",
            f"--ruleset {self.ruleset} --points {self.points}"
            + (" --same-forces" if self.same_forces else "")
            + (" --tested" if self.tested else ""),
        )


def size_of_text(text: str) -> tuple[int, int]:
    """The size in a text such as `60x40`.

    Raises:
        UsageProblem: The text is no size.
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise UsageProblem(
            f"'{escaped(text)}' is no size", remedy="width x height in tiles, as in 60x40"
        )
    return int(found[1]), int(found[2])
