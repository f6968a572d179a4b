"""`python -m tools.tested_scenarios` checks that `generate --tested` gives even battles.

Each number gives a scenario for every ruleset with options of its own
(`tools.generated_scenarios`), made as `generate --tested` makes it. New games, with seeds that the
test has not used, then measure the first side's share of the match points.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from skirmish.analysis.balance import points_of
from skirmish.analysis.even_scenario import GAMES, even_scenario
from skirmish.analysis.known_results import FAIR, LEVEL
from skirmish.analysis.simulation import simulate
from skirmish.cli.options import WholeNumber, many_games_options
from skirmish.game import opening_of
from skirmish.generator import VERSION
from skirmish.rulesets.registry import RULESETS
from tools.command import games_option, kept_lines, played_version, results_of, run_tool
from tools.generated_scenarios import options_of

CONFIRMING = 400
"""Number of new games that measure each scenario."""


@frozen
class Confirmation:
    """The result of new games on one scenario.

    Attributes:
        ruleset: Id of the ruleset.
        number: The number that determines its options, which is also its seed.
        candidate: Number of the candidate that was taken, from 1.
        accepted: Whether the test accepted it; otherwise it is the one nearest to even.
        share: The first side's share of the match points in the new games.
        low: Lower bound of its 95% interval.
        high: Upper bound.
    """

    ruleset: str
    number: int
    candidate: int
    accepted: bool
    share: float
    low: float
    high: float

    @property
    def confirmed(self) -> bool:
        """Whether the share is within the range of even battles."""
        return FAIR[0] <= 100 * self.share <= FAIR[1]

    @property
    def line(self) -> str:
        """As a line of JSON."""
        values = {name: getattr(self, name) for name in _FIELDS}
        return json.dumps({"version": f"{VERSION} {played_version()}", **values})

    @property
    def text(self) -> str:
        """The result as a line of text."""
        verdict = "even" if self.confirmed else "uneven"
        test = f"candidate {self.candidate}, {'accepted' if self.accepted else 'not accepted'}"
        shares = f"{100 * self.share:.1f}% ({100 * self.low:.1f} to {100 * self.high:.1f})"
        return f"{self.ruleset} {self.number}: {test}; new games {shares}, {verdict}"


_FIELDS = ("ruleset", "number", "candidate", "accepted", "share", "low", "high")


def confirm(ruleset: str, number: int, *, games: int, tested: int = GAMES) -> Confirmation:
    """Make a tested scenario and measure it by new games.

    Args:
        ruleset: Id of the ruleset.
        number: The number that determines its options.
        games: Number of new games.
        tested: Number of games that test each candidate.
    """
    found = even_scenario(options_of(ruleset, number), games=tested)
    levels = {force.id: LEVEL for force in found.scenario.sides}
    seeds = tuple(islice(count(tested + 1), games))
    points = points_of(simulate(opening_of(found.scenario), levels, seeds), found.side)
    low, high = points.interval
    return Confirmation(ruleset, number, found.candidate, found.accepted, points.value, low, high)


def report_lines(found: Iterable[Confirmation]) -> Iterator[str]:
    """A line for each scenario, then one for each ruleset."""
    all_found = tuple(found)
    yield from (one.text for one in all_found)
    for name in RULESETS:
        accepted = [one for one in all_found if one.ruleset == name and one.accepted]
        confirmed = sum(one.confirmed for one in accepted)
        yield f"{name}: {confirmed} of {len(accepted)} that the test accepted are even"


def _known(file: Path | None) -> Iterator[Confirmation]:
    """The results in a file that are of the present versions."""
    for line in kept_lines(file):
        data: Mapping[str, Any] = json.loads(line)
        if data["version"] == f"{VERSION} {played_version()}":
            yield Confirmation(**{name: data[name] for name in _FIELDS})


@click.command()
@games_option(10)
@many_games_options
@click.option("--file", type=click.Path(path_type=Path), help="Keep the results here, and go on.")
@click.option(
    "--new-games",
    type=WholeNumber(1, 100_000),
    default=CONFIRMING,
    show_default=True,
    help="New games of each scenario.",
)
def main(**options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Make tested scenarios of each ruleset, and measure each by new games."""
    known = {(one.ruleset, one.number): one for one in _known(options["file"])}
    task = partial(confirm, games=options["new_games"])
    for line in report_lines(results_of(task, known, options).values()):
        click.echo(line)


if __name__ == "__main__":
    run_tool(main, "tested_scenarios")
