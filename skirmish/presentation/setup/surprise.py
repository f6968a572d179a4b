"""A new scenario from a few wishes; the seed determines what the player leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from attrs import evolve, frozen

from skirmish.analysis.even_scenario import Candidate, even_scenario
from skirmish.analysis.workers import Progress, Workers
from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem
from skirmish.generator import PLACES, Options, generate, size_of_text
from skirmish.generator.draw import Draw
from skirmish.presentation.setup.own_scenarios import KeptScenario, keep_scenario
from skirmish.presentation.user_files import is_served
from skirmish.rulesets.registry import RULESETS, ruleset
from skirmish.scenario import Scenario

ANY = "any"
"""The word for an open wish."""
SIZES = ((20, 15), (30, 20), (40, 26), (50, 32), (60, 40), (80, 50), (120, 80))
POINTS = (50, 100, 150, 200, 250, 300, 400, 600, 800, 1000)
"""Sizes and points to choose from; others can be typed."""
_DRAWN_SIZES = SIZES[1:-1]
_DRAWN_POINTS = POINTS[1:7]
_TILES = 3, 24
"""Limits of the tiles of a map per point of a side, if one of them is drawn."""
_DIGITS = 20
"""Digits of a number that are read; a longer one is too large in any case."""
_DRAWS = 8
"""Number of times that open wishes are drawn until a map is found."""


@frozen
class Wish:
    """The player's wishes for a new scenario; None is left open, and drawn by the seed.

    Attributes:
        seed: A number of at most 18 digits.
        place: One of the generator's places.
        size: Width and height in tiles.
        points: Cost of each side's figures.
        ruleset: Id of the ruleset.
        tested: Whether games are played until a candidate is even.
        same_forces: Whether both sides have the same figures.
    """

    seed: int
    place: str | None = None
    size: tuple[int, int] | None = None
    points: int | None = None
    ruleset: str | None = None
    tested: bool = False
    same_forces: bool = False

    def with_next(self, name: str, by: int) -> Wish:
        """The wish with the next or previous choice of one attribute."""
        choices, now = CHOICES[name], getattr(self, name)
        if now in choices:
            value = choices[(choices.index(now) + by) % len(choices)]
        else:  # Typed: to its neighbours.
            known = [one for one in choices if one is not None]
            value = next((one for one in known if one > now), None)
            if by < 0:
                value = next((one for one in reversed(known) if one < now), None)
        return self.with_value(name, value)

    def with_value(self, name: str, value: object) -> Wish:
        """The wish with another value of one attribute."""
        changed: dict[str, Any] = {name: value}
        return evolve(self, **changed)

    @property
    def is_open(self) -> bool:
        """Whether anything but the seed is left open."""
        return None in (self.place, self.size, self.points, self.ruleset)

    def options(self) -> Iterator[Options]:
        """Yield options that fulfil the wish: other ones each time, if anything is left open."""
        for number in range(_DRAWS if self.is_open else 1):
            draw = Draw(f"surprise {self.seed} {number}")
            place, ruleset = draw.choice(PLACES), draw.choice(tuple(RULESETS))
            size, points = self._extent(draw)
            yield Options(
                self.seed,
                self.place or place,
                size,
                self.ruleset or ruleset,
                points,
                self.tested,
                self.same_forces,
            )

    def _extent(self, draw: Draw) -> tuple[tuple[int, int], int]:
        """Size and points; if one of them is drawn, it suits the other."""
        size = self.size
        if size is None:
            suited = [one for one in _DRAWN_SIZES if self.points and _suits(one, self.points)]
            size = draw.choice(suited or _DRAWN_SIZES)
        if self.points is not None:
            return size, self.points
        suiting = [one for one in _DRAWN_POINTS if _suits(size, one)]
        return size, draw.choice(suiting or _DRAWN_POINTS)


CHOICES: Mapping[str, Sequence[Any]] = {
    "place": (None, *PLACES),
    "size": (None, *SIZES),
    "points": (None, *POINTS),
    "ruleset": (None, *RULESETS),
    "tested": (False, True),
    "same_forces": (False, True),
}
"""The choices of each attribute of a wish except the seed."""


def _suits(size: tuple[int, int], points: int) -> bool:
    """Whether a map is neither too large nor too small for the points of a side."""
    least, most = _TILES
    return least * points <= size[0] * size[1] <= most * points


def made_scenario(
    wish: Wish,
    workers: Workers | None = None,
    *,
    told: Callable[[Candidate], None] = lambda _: None,
    progress: Progress | None = None,
) -> Scenario:
    """A scenario that fulfils a wish; the same one for the same wish.

    Args:
        wish: The player's wishes.
        workers: Where the games of a tested one are played; None for this process.
        told: Called with each candidate when its games are played.
        progress: Called with the games that are played, and those of all candidates.

    Raises:
        UsageProblem: It is not possible; with the remedy.
        Stopped: The workers were told to stop.
    """

    def made(options: Options) -> Scenario:
        if not wish.tested:
            return generate(options)
        return even_scenario(options, workers, told=told, progress=progress).scenario

    *others, last = wish.options()
    for options in others:
        with suppress(UsageProblem):
            return made(options)
    return made(last)


def kept_place(scenario: Scenario) -> KeptScenario | None:
    """Keep a new scenario with the player's own; None in a browser.

    The record of its battle contains it in any case.

    Raises:
        UsageProblem: It cannot be written.
    """
    return None if is_served() else keep_scenario(scenario)


def value_words(name: str, value: Any) -> str:  # noqa: ANN401 - of whatever a wish has
    """A value of a wish as it is shown."""
    if value is None:
        return ANY
    match name:
        case "size":
            return "x".join(map(str, value))
        case "ruleset":
            return ruleset(value).name
        case "tested" | "same_forces":
            return "yes" if value else "no"
        case _:
            return str(value)


def value_of_text(name: str, typed: str) -> str | tuple[int, int] | int | None:
    """The value of an attribute of a wish that a player typed; None for an open one.

    Raises:
        UsageProblem: It is not a value of the attribute, or not possible.
    """
    text = typed.strip()
    if name != "seed" and text.casefold() in ("", ANY):
        return None
    value: Any = text
    if name == "size":
        value = size_of_text(text)
    elif name in ("points", "seed"):
        value = _number(name, text)
    evolve(Options(0), **{name: value}).check()
    return cast("str | tuple[int, int] | int", value)


def _number(name: str, text: str) -> int:
    """A typed number of points, or a seed; only as many digits are read as a valid one may have."""
    if not (text.isascii() and text.isdigit()):
        what = "number of points" if name == "points" else name
        raise UsageProblem(f"'{escaped(text)}' is no {what}", remedy="a number such as 200")
    return int(text[:_DIGITS])
