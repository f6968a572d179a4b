"""A pair of games: the same seed twice, with the seats swapped."""

from __future__ import annotations

from attrs import frozen

from skirmish.analysis.pairs import DRAWN, WON
from skirmish.analysis.self_play import play
from skirmish.game import Opening, open_text

Levels = tuple[str, str]


@frozen
class Result:
    """The end of one game, and the points of the first level: 2 for a win, 1 for a draw."""

    points: int
    winner: str
    reason: str
    turns: int


@frozen
class Match:
    """A pair that was played; in the first game the first level has the first seat."""

    scenario: str
    hash: str
    levels: Levels
    seed: int
    results: tuple[Result, Result]

    @property
    def points(self) -> int:
        """Points of the first level in both games, 0 to 4."""
        return sum(result.points for result in self.results)

    @property
    def of_first_seat(self) -> int:
        """Points of the first seat in both games, 0 to 4."""
        mine, theirs = self.results
        return mine.points + WON - theirs.points

    @property
    def key(self) -> tuple[str, Levels, int]:
        """Key of the pair: scenario, levels, seed."""
        return self.scenario, self.levels, self.seed


def played(scenario: str, levels: Levels, seed: int) -> tuple[Result, Result]:
    """Play both games of a pair; `scenario` is the text of one."""
    opening = open_text(scenario)
    return _result(opening, levels, seed, seat=0), _result(opening, levels, seed, seat=1)


def _result(opening: Opening, levels: Levels, seed: int, *, seat: int) -> Result:
    """One game, with the first level in a seat."""
    sides = tuple(opening.state.setup.sides)
    mine, theirs = sides[seat], sides[1 - seat]
    with play(opening, {mine: levels[0], theirs: levels[1]}, seed) as game:
        tally = game.state.tally
        points = DRAWN if not tally.winner else WON if tally.winner == mine else 0
        return Result(points, tally.winner, tally.reason, game.turn)
