"""Measures how long the computer thinks: milliseconds per side-turn, 12 a side on 60 x 40.

A side-turn is all that one side thinks in one turn, moving and shooting. Goal: 60 ms for `regular`.
The floor is the time for the questions that this thought asks of the rules (what one figure can do
to another, and where one can go), asked again of the same states in the same run.

python bench/ai.py [LEVEL,LEVEL...] [RULESET,RULESET...] [TURNS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from statistics import median
from time import process_time
from typing import Any, NamedTuple, cast

from attrs import evolve
from field import SECTIONS, battle

from skirmish.ai import Choice, Stream, think
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.rulesets.families import Family
from skirmish.rulesets.ruleset import Ruleset

GOAL = 60
LEVELS = ("random", "recruit", "regular", "veteran")
TURNS = 6


class Asked:
    """A ruleset that records what it is asked, so that the questions can be asked again."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Begin with no questions."""
        self.ruleset = ruleset
        self.estimates = evolve(ruleset.estimates, menace=self._menace)
        self.again: list[Callable[[], object]] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the ruleset has
        return getattr(self.ruleset, name)

    def _menace(self, state: State, shooter: str, target: str) -> Fraction:
        """What one figure can do to another; the question is recorded."""
        self.again.append(lambda: self.ruleset.estimates.menace(state, shooter, target))
        return self.ruleset.estimates.menace(state, shooter, target)

    def movement(self, view: View, figure: str) -> tuple[Family, ...]:
        """Where a figure can go; the question is recorded."""
        self.again.append(lambda: self.ruleset.movement(view, figure))
        return self.ruleset.movement(view, figure)


class Spent(NamedTuple):
    """Seconds of thought in a side-turn, and seconds for its questions alone."""

    thought: float
    bare: float
    questions: int


def timed(ruleset: str, level: str, seed: int, turns: int, each: int = 12) -> list[Spent]:
    """The time of each side-turn of one game, without deployment."""
    game = Game.new(battle(ruleset, seed, each, turns), seed)
    asked = Asked(game.ruleset)
    streams = {side: Stream(side) for side in game.sides}
    last: dict[str, Choice] = {}
    spent: dict[tuple[int, str], Spent] = {}
    while not game.over:
        side, turn = game.to_act, game.turn
        view = game.view(side)
        asked.again.clear()
        start = process_time()
        choice = think(cast("Ruleset", asked), view, level, streams[side], previous=last.get(side))
        thought = process_time() - start
        start = process_time()
        for question in asked.again:
            question()
        bare = process_time() - start
        before = spent.get((turn, side), Spent(0, 0, 0))
        spent[turn, side] = Spent(
            before.thought + thought, before.bare + bare, before.questions + len(asked.again)
        )
        last[side] = choice
        game.order(side, choice.order)
    return [one for (turn, _), one in spent.items() if turn]


def main() -> None:
    """Print a line for each ruleset and level."""
    given = dict(enumerate(sys.argv))
    levels = given[1].split(",") if 1 in given else LEVELS
    rulesets = given[2].split(",") if 2 in given else tuple(SECTIONS)
    turns = int(given.get(3, TURNS))
    print(f"{turns} turns, ms a side-turn        median    p90  worst   questions  x bare")
    for ruleset in rulesets:
        for level in levels:
            spent = timed(ruleset, level, 0, turns)
            taken = sorted(1000 * one.thought for one in spent)
            bare = sum(one.bare for one in spent)
            ratio = (
                f"{sum(one.thought for one in spent) / bare:6.2f}"
                if any(one.questions for one in spent)
                else "     -"
            )
            print(
                f"{ruleset:12} {level:12}       {median(taken):7.0f}"
                f"{taken[len(taken) * 9 // 10]:7.0f}{taken[-1]:7.0f}"
                f"{median(one.questions for one in spent):12.0f}  {ratio}",
                flush=True,
            )
    print(f"goal for regular: median {GOAL} ms")


if __name__ == "__main__":
    main()
