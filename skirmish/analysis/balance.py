"""The advantage of acting first, and changes that would even a scenario out, tried by games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from skirmish.analysis.intervals import WON, Mean, points
from skirmish.analysis.known_results import FAIR
from skirmish.analysis.simulation_report import SimulationReport
from skirmish.core.geometry import Tile
from skirmish.core.setup import Area, tiles_in
from skirmish.core.text import pluralize
from skirmish.errors import FileProblem
from skirmish.game import Opening, opening_of
from skirmish.scenario import FigureEntry, Force, Scenario, parse, scenario_text
from skirmish.scenario.handicap import absent_figures
from skirmish.scenario.opening import subject_of

STAGES = ((10, 6), (24, 3))
"""Games in which each change is tried, and the number of the best that reach the next stage."""
FINAL_GAMES = 60
"""Number of new games that measure the changes that remain after the stages."""
HANDICAPS = (15, 30, 45)
STEPS = (10, 25)
"""Percentage points by which a break point is changed."""
TURNS = (-2, -1, 1, 2)
"""Turns by which a battle is lengthened."""
FEWEST_TURNS = 3
FACTORS = ((4, "twice as much"), (3, "half as much again"))
"""Factors for the points of the weaker side's objectives, in halves."""

AGAIN = "make the best, and measure the battle again by its own games"
STOPPED = "stopped before all changes were tried: the numbers are of few games"
NOT_ENOUGH = "none of them is enough by itself: make the best, and ask again"

Play = Callable[[Opening, Sequence[int]], SimulationReport]
"""Plays a game for each seed."""


def points_of(report: SimulationReport, side: str) -> Mean:
    """Share of the match points of a side."""
    return Mean(tuple(points(game, side) for game in report.games), WON)


def with_first(scenario: Scenario, side: str) -> Scenario:
    """The scenario with a side that acts first."""
    return evolve(scenario, first=side)


@frozen
class FirstMove:
    """The advantage of acting first: the same seeds, also with the other side first."""

    report: SimulationReport
    other: SimulationReport
    first: str

    @property
    def gain(self) -> Mean:
        """Share of the points of the side that acts first, in both orders; a seed is one score."""
        second = next(side for side in self.report.players if side != self.first)
        one = points_of(self.report, self.first).scores
        two = points_of(self.other, second).scores
        return Mean(tuple(a + b for a, b in zip(one, two, strict=True)), 2 * WON)

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        sides = self.report.players
        return {
            "first": self.gain.data,
            "as_written": {side: points_of(self.report, side).data for side in sides},
            "other_first": {side: points_of(self.other, side).data for side in sides},
        }

    @property
    def text(self) -> str:
        """A line for each order of acting, and the advantage of acting first."""
        second = next(side for side in self.report.players if side != self.first)
        return "\n".join(
            (
                "acting first, over both orders of the sides, in match points:",
                f"  {self.first} first: {self.first} {points_of(self.report, self.first)}",
                f"  {second} first: {second} {points_of(self.other, second)}",
                f"  the first side over both: {self.gain}",
            )
        )


@frozen
class BalanceReport:
    """Games of a scenario, the advantage of acting first, and changes that would even it out."""

    report: SimulationReport
    first_move: FirstMove | None = None
    advice: Advice | None = None

    @property
    def stopped(self) -> bool:
        """Whether the trials of the changes were stopped early."""
        return self.advice is not None and self.advice.stopped

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        found = {"first_move": self.first_move, "advice": self.advice}
        told = {name: one.data for name, one in found.items() if one is not None}
        return {**self.report.data, **told}

    @property
    def text(self) -> str:
        """The report, then the answers."""
        return "\n".join(one.text for one in (self.report, self.first_move, self.advice) if one)


@frozen
class Change:
    """A change of a scenario, in words for its author, with the changed scenario."""

    words: str
    scenario: Scenario


@frozen
class Suggestion:
    """A change, the share of match points of the side that was ahead before, the scenario."""

    words: str
    side: str
    points: Mean
    scenario: Scenario

    @property
    def fair(self) -> bool:
        """Whether it evens the battle out."""
        return FAIR[0] <= 100 * self.points.value <= FAIR[1]

    @property
    def text(self) -> str:
        """The change with the share, and the games behind it."""
        games = pluralize(len(self.points.scores), "game")
        return f"{self.words}: {self.side} {self.points} of {games}"

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {"change": self.words, "fair": self.fair, self.side: self.points.data}


@frozen
class Advice:
    """Changes that would even a battle out; `before` is the share of the side that is ahead.

    `stopped`: the trials of the changes were stopped early.
    """

    side: str
    before: Mean
    suggestions: tuple[Suggestion, ...]
    stopped: bool = False

    @property
    def needed(self) -> bool:
        """Whether the battle is uneven."""
        return not FAIR[0] <= 100 * self.before.value <= FAIR[1]

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        told = [one.data for one in self.suggestions]
        found = {"ahead": self.side, "before": self.before.data, "suggestions": told}
        return {**found, "stopped": True} if self.stopped else found

    @property
    def text(self) -> str:
        """The suggestions, the best first, each with its measured share."""
        if not self.needed:
            return self._even
        lines = [f"{self.side} is ahead with {self.before} of the match points; tried by games:"]
        lines += [f"  {one.text}" for one in self.suggestions]
        enough = any(one.fair for one in self.suggestions)
        lines.append(f"  {STOPPED if self.stopped else AGAIN if enough else NOT_ENOUGH}")
        return "\n".join(lines)

    @property
    def _even(self) -> str:
        """A sentence that a battle is even; certain only if its whole interval is."""
        has = f"{self.side} has {self.before} of the match points"
        low, high = self.before.interval
        if FAIR[0] <= 100 * low and 100 * high <= FAIR[1]:
            return f"even: {has}"
        games = pluralize(len(self.before.scores), "game")
        return f"may be even: {has} in {games}; more games (--games) say more"


def advice(
    scenario: Scenario,
    report: SimulationReport,
    play: Play,
    seeds: Callable[[int], Sequence[int]],
    told: Callable[[Suggestion], None] = lambda _: None,
) -> Advice:
    """Return changes that would even a scenario out; each has been played.

    Args:
        scenario: The scenario.
        report: Games of it.
        play: Plays the games of a changed scenario.
        seeds: Returns as many seeds as asked for, none twice.
        told: Called with each change when it has been tried, with all its games.
        A `KeyboardInterrupt` ends the trials; what was tried so far is returned.
    """
    ahead = max(report.players, key=lambda side: points_of(report, side).value)
    found = Advice(ahead, points_of(report, ahead), ())
    if not found.needed:
        return found

    so_far: dict[str, Suggestion] = {}

    def tried(one: Suggestion, games: int) -> Suggestion:
        played = points_of(play(opening_of(one.scenario), seeds(games)), ahead)
        scores = one.points.scores + played.scores
        told(tested := evolve(one, points=evolve(played, scores=scores)))
        so_far[one.words] = tested
        return tested

    try:
        return evolve(found, suggestions=_best(scenario, ahead, tried))
    except KeyboardInterrupt:
        return evolve(found, suggestions=tuple(_evenest(so_far.values())), stopped=True)


def _best(
    scenario: Scenario, ahead: str, tried: Callable[[Suggestion, int], Suggestion]
) -> tuple[Suggestion, ...]:
    """The changes that remain after the stages, best first, measured by new games."""
    untried = Mean((), WON)
    left = [Suggestion(c.words, ahead, untried, c.scenario) for c in changes(scenario, ahead)]
    for games, going_on in STAGES:
        left = _evenest(tried(one, games) for one in left)[:going_on]
    # By new games alone: the games that selected a change overrate it.
    return tuple(_evenest(tried(evolve(one, points=untried), FINAL_GAMES) for one in left))


def _evenest(tried: Iterable[Suggestion]) -> list[Suggestion]:
    return sorted(tried, key=lambda one: abs(2 * one.points.value - 1))


def _is_valid(scenario: Scenario) -> bool:
    try:
        parse(scenario_text(scenario))
    except FileProblem:
        return False
    return True


def changes(scenario: Scenario, ahead: str) -> Iterator[Change]:
    """Valid scenarios with one change each that should help the side that is not ahead."""
    return (one for one in _changes(scenario, ahead) if _is_valid(one.scenario))


def _changes(scenario: Scenario, ahead: str) -> Iterator[Change]:
    strong = next(force for force in scenario.sides if force.id == ahead)
    weak = next(force for force in scenario.sides if force.id != ahead)
    if scenario.first == ahead:
        yield Change(f'first = "{weak.id}"', with_first(scenario, weak.id))
    yield from _fewer(scenario, strong)
    yield from _more(scenario, weak)
    yield from _break_points(scenario, strong, weak)
    yield from _goals(scenario, strong, weak)
    yield from _zones(scenario, strong, weak)
    for turns in (scenario.turns + more for more in TURNS):
        if turns >= FEWEST_TURNS:
            yield Change(f"turns = {turns}", evolve(scenario, turns=turns))


def _fewer(scenario: Scenario, strong: Force) -> Iterator[Change]:
    """The stronger side without some of its figures."""
    met: list[tuple[str, ...]] = []
    for percent in HANDICAPS:
        away = absent_figures(scenario, strong, percent)
        names = tuple(entry.id for entry in away)
        if names and names not in met:
            met.append(names)
            kept = tuple(entry for entry in strong.figures if entry not in away)
            yield Change(
                f"{strong.id} without {', '.join(names)}",
                _with_force(scenario, evolve(strong, figures=kept)),
            )


def _more(scenario: Scenario, weak: Force) -> Iterator[Change]:
    """The weaker side with one or two more figures of its most frequent kind."""
    kinds = [entry.kind for entry in weak.figures]
    if not kinds:
        return
    common = max(dict.fromkeys(kinds), key=kinds.count)
    taken = {entry.id for _, entry in scenario.entries()}
    free = _free_tiles(scenario, weak)
    added: tuple[FigureEntry, ...] = ()
    for number, count in enumerate(("one more figure", "two more figures"), 1):
        name = next(f"{weak.id[0]}{n}" for n in range(1, 999) if f"{weak.id[0]}{n}" not in taken)
        if len(free) < number:
            return
        taken.add(name)
        place = None if weak.deploy else free[number - 1]
        added = (*added, FigureEntry(name, common, at=place))
        force = evolve(weak, figures=(*weak.figures, *added))
        yield Change(f"{count} ({common}) for {weak.id}", _with_force(scenario, force))


def _free_tiles(scenario: Scenario, force: Force) -> list[Tile]:
    """Tiles for more figures: in the side's zone, or next to its figures."""
    subject = subject_of(scenario)
    taken = {*subject.places.values()}
    board = subject.board
    if force.deploy is not None:
        near = list(tiles_in(force.deploy))
    else:
        places = [subject.places[entry.id] for entry in force.figures]
        near = [(x + dx, y + dy) for x, y in places for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return [
        tile
        for tile in dict.fromkeys(near)
        if board.inside(tile) and board.passable(tile) and tile not in taken
    ]


def _break_points(scenario: Scenario, strong: Force, weak: Force) -> Iterator[Change]:
    for force, way in ((strong, -1), (weak, 1)):
        for step in STEPS:
            point = force.break_point + way * step
            if force.break_point and 0 < point <= 100:  # noqa: PLR2004 - percent
                changed = evolve(force, break_point=point)
                words = f"break_point = {point} for {force.id}"
                yield Change(words, _with_force(scenario, changed))


def _goals(scenario: Scenario, strong: Force, weak: Force) -> Iterator[Change]:
    """Higher payments by the objectives of the weaker side, or half of those of the stronger."""
    ways = [(weak.id, factor, words) for factor, words in FACTORS]
    for side, factor, words in (*ways, (strong.id, 1, "half as much")):
        mine = [goal for goal in scenario.objectives if goal.side == side and goal.points]
        # An odd number of points has no half.
        if mine and (factor == FACTORS[0][0] or all(goal.points > 1 for goal in mine)):
            goals = tuple(
                evolve(goal, points=goal.points * factor // 2) if goal in mine else goal
                for goal in scenario.objectives
            )
            changed = evolve(scenario, objectives=goals)
            yield Change(f"the objectives of {side} pay {words}", changed)


def _zones(scenario: Scenario, strong: Force, weak: Force) -> Iterator[Change]:
    """The stronger side deployed farther from the enemy, or the weaker one nearer to it."""
    if strong.deploy is None or weak.deploy is None:
        return
    for force, zone in (
        (strong, _moved(strong.deploy, weak.deploy, -1)),
        (weak, _moved(weak.deploy, strong.deploy, 1)),
    ):
        words = f"deploy = {list(zone)} for {force.id}"
        yield Change(words, _with_force(scenario, evolve(force, deploy=zone)))


def _moved(zone: Area, other: Area, way: int) -> Area:
    """A zone moved half its depth towards another one; away from it if `way` is -1."""
    ahead = [other[n] + other[n + 2] - zone[n] - zone[n + 2] for n in (0, 1)]
    along = 0 if abs(ahead[0]) >= abs(ahead[1]) else 1
    depth = (zone[along + 2] - zone[along] + 2) // 2
    by = [0, 0]
    by[along] = depth * way * (1 if ahead[along] > 0 else -1)
    return zone[0] + by[0], zone[1] + by[1], zone[2] + by[0], zone[3] + by[1]


def _with_force(scenario: Scenario, force: Force) -> Scenario:
    sides = tuple(force if one.id == force.id else one for one in scenario.sides)
    return evolve(scenario, sides=sides)
