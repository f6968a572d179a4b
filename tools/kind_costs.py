"""`python -m tools.kind_costs` measures by games what each kind should cost the generator.

Each side has two of the first kind of the line, and about the same points of one other kind; the
computer plays both sides on generated maps. The costs are those that explain the results best: a
side's chance is the logistic function of `STEEPNESS` times the logarithm of the ratio of the costs
of the sides. Half of a result is who won, half the shares of the figures that each side lost. A
cost that the games say little about stays near the points of the armoury.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import exp, log
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from skirmish.analysis.outcome import Outcome, outcome_of
from skirmish.analysis.self_play import play
from skirmish.cli.options import many_games_options
from skirmish.game import opening_of
from skirmish.generator import PLACES, Options, generate
from skirmish.generator.draw import Draw
from skirmish.generator.forces import LINE, UNIT, roles_of
from skirmish.generator.generation import SIDES
from skirmish.rulesets.registry import RULESETS, handbook
from skirmish.scenario.faults import Faults
from skirmish.scenario.model import Scenario
from skirmish.scenario.stat_blocks import stat_blocks_of
from tools.command import games_option, kept_lines, results_of, run_tool

SIZE = 28, 18
LEVEL = "regular"
COMMON = 2
"""Figures of the first kind of the line on each side."""
MEASURED = 75
"""Approximate points of the kind that is measured."""
STEEPNESS = 2.0
PRIOR = 0.35
"""Standard deviation of the logarithm of a cost from the points of the armoury."""
_ROUNDS, _STEP = 4000, 0.02
TABLE = Path(__file__).parents[1] / "skirmish/generator/costs.toml"
_HEAD = """\
# Cost of each kind for the generator: 25 is the first kind of the line. This is not its `points`.
# Made by `python -m tools.kind_costs`, from {games} games in each ruleset; do not edit.
"""


@frozen
class Result:
    """One game: the kinds of both sides, and the score of the first, 0 to 1."""

    ruleset: str
    number: int
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    score: float

    @property
    def line(self) -> str:
        """As a line of JSON."""
        return json.dumps([self.ruleset, self.number, self.sides, round(self.score, 4)])

    @classmethod
    def of_line(cls, line: str) -> Result:
        """Parse a line that `line` made."""
        ruleset, number, (one, other), score = json.loads(line)
        return cls(ruleset, number, (tuple(one), tuple(other)), score)


def armoury_points(ruleset: str) -> Mapping[str, int]:
    """The points of each kind of a ruleset's armoury."""
    blocks = stat_blocks_of(_empty(ruleset), handbook(ruleset), Faults())
    return {name: kind.points for name, kind in blocks.kinds.items() if kind is not None}


def _empty(ruleset: str) -> Scenario:
    return generate(Options(1, ruleset=ruleset), sides=_side_pair(ruleset))


def _side_pair(ruleset: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    side = (roles_of(ruleset)[LINE][0],) * COMMON
    return side, side


def prior_costs(ruleset: str) -> Mapping[str, int]:
    """The points of the armoury, scaled so that the first kind of the line costs `UNIT`."""
    points = armoury_points(ruleset)
    unit = points[roles_of(ruleset)[LINE][0]]
    return {name: max(1, UNIT * worth // unit) for name, worth in points.items()}


def play_number(ruleset: str, number: int) -> Result:
    """Play a game that depends on the arguments alone."""
    draw = Draw(f"kind costs {ruleset} {number}")
    costs = prior_costs(ruleset)
    kinds = draw.shuffled(list(costs))
    # Each kind in turn plays against a random other one.
    one = list(costs)[number % len(costs)]
    other = next(kind for kind in kinds if kind != one)
    common = (roles_of(ruleset)[LINE][0],) * COMMON
    sides = tuple(
        (*common, *(kind,) * max(1, (MEASURED + costs[kind] // 2) // costs[kind]))
        for kind in (one, other)
    )
    first, second = sides if draw.chance(50) else sides[::-1]
    options = Options(number, PLACES[draw.below(len(PLACES))], SIZE, ruleset)
    scenario = generate(options, sides=(first, second))
    with play(opening_of(scenario), dict.fromkeys(SIDES, LEVEL), number) as game:
        return Result(ruleset, number, (first, second), _score(outcome_of(game)))


def _score(outcome: Outcome) -> float:
    """The score of the first side: half for who won, half for the losses of both sides."""
    fell = {
        side: [deeds.fell > 0 for deeds in outcome.figures.values() if deeds.side == side]
        for side in SIDES
    }
    lost = [sum(fell[side]) / len(fell[side]) for side in SIDES]
    won = {SIDES[0]: 1.0, SIDES[1]: 0.0}.get(outcome.winner, 0.5)
    return won / 2 + (1 + lost[1] - lost[0]) / 4


def fitted(results: Sequence[Result], prior: Mapping[str, int], unit: str) -> Mapping[str, int]:
    """The costs that explain the results best, as whole numbers.

    Args:
        results: Games of one ruleset.
        prior: The costs assumed without games.
        unit: The kind that costs `UNIT`.
    """
    at = {kind: log(cost) for kind, cost in prior.items()}
    start = dict(at)
    for _ in range(_ROUNDS):
        slope = {kind: (start[kind] - at[kind]) / PRIOR**2 for kind in at}
        for result in results:
            totals = [sum(exp(at[kind]) for kind in side) for side in result.sides]
            chance = 1 / (1 + (totals[1] / totals[0]) ** STEEPNESS)
            pull = STEEPNESS * (result.score - chance)
            for side, total, sign in zip(result.sides, totals, (1, -1), strict=True):
                for kind in side:
                    slope[kind] += sign * pull * exp(at[kind]) / total
        step = {kind: _STEP * slope[kind] / (1 + len(results) / len(at)) for kind in at}
        at = {kind: at[kind] + step[kind] for kind in at}
        if max(map(abs, step.values())) < 10**-5:
            break
    shift = log(UNIT) - at[unit]
    return {kind: max(1, round(exp(value + shift))) for kind, value in at.items()}


def table_text(costs: Mapping[str, Mapping[str, int]], games: int) -> str:
    """The text of the table."""
    lines = [_HEAD.format(games=games)]
    for ruleset, of_kind in costs.items():
        lines += [f"[{ruleset}]", *(f"{kind} = {cost}" for kind, cost in of_kind.items()), ""]
    return "\n".join(lines).rstrip() + "\n"


@click.command()
@games_option(240)
@many_games_options
@click.option("--file", type=click.Path(path_type=Path), help="Keep the results here, and go on.")
@click.option("--output", type=click.Path(path_type=Path), default=TABLE, help="The table.")
def main(**options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Measure the costs of all kinds and write the table."""
    kept = map(Result.of_line, kept_lines(options["file"]))
    known = {(one.ruleset, one.number): one for one in kept}
    results = results_of(play_number, known, options).values()
    costs = {
        name: fitted(
            [one for one in results if one.ruleset == name],
            prior_costs(name),
            roles_of(name)[LINE][0],
        )
        for name in RULESETS
    }
    options["output"].write_text(table_text(costs, options["games"]))


if __name__ == "__main__":
    run_tool(main, "kind_costs")
