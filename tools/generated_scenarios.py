"""`python -m tools.generated_scenarios` checks that generated scenarios are clean and games end.

Each number gives a scenario for every ruleset: all places in turn, each in all sizes. Its file must
have no message of any kind, and recruit plays it against recruit. Numbers from 1,000 on (`--seed
1000`) have large forces, on maps up to the largest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from attrs import asdict, frozen

from skirmish.analysis.self_play import play
from skirmish.cli.options import many_games_options
from skirmish.errors import UsageProblem
from skirmish.game import opening_of
from skirmish.generator import PLACES, VERSION, Options, generate
from skirmish.generator.generation import SIDES
from skirmish.presentation.setup.surprise import SIZES
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import Scenario, check, scenario_text
from skirmish.scenario.loader import remarks
from tools.command import games_option, kept_lines, results_of, run_tool

LEVEL = "recruit"
UPRIGHT = (24, 36)
_SIZES = (*SIZES, UPRIGHT)
_POINTS = (50, 75, 100, 75, 50, 100, 200)
"""Points of a side, mostly few, so that a game takes about a second."""
LARGE = 1000
"""First number with large forces and maps."""
_LARGE_SIZES = ((40, 26), (60, 40), (80, 50), (50, 80), (120, 80), (120, 120), (120, 20))
_LARGE_POINTS = (100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600)


@frozen
class Finding:
    """The result of one scenario.

    Attributes:
        ruleset: Id of the ruleset.
        number: The number that determines its options, which is also its seed.
        digest: SHA-256 of its file.
        messages: The messages of `check`, or why the scenario was not made.
        ended: Whether its game ended.
        winner: The side that won; empty for a draw.
        turns: Number of turns that were begun.
        orders: Number of orders that were given.
    """

    ruleset: str
    number: int
    digest: str = ""
    messages: tuple[str, ...] = ()
    ended: bool = False
    winner: str = ""
    turns: int = 0
    orders: int = 0

    @property
    def line(self) -> str:
        """As a line of JSON."""
        return json.dumps({"version": VERSION, **asdict(self)})


def options_of(ruleset: str, number: int) -> Options:
    """The options of a number: all places in all sizes, and each number of points, in turn."""
    large = number >= LARGE
    sizes, points = (_LARGE_SIZES, _LARGE_POINTS) if large else (_SIZES, _POINTS)
    place, size = PLACES[number % len(PLACES)], sizes[number // len(PLACES) % len(sizes)]
    return Options(number, place, size, ruleset, points[number % len(points)])


def find(ruleset: str, number: int, *, played: bool = True) -> Finding:
    """Make a scenario, check its file and play it."""
    try:
        scenario = generate(options_of(ruleset, number))
    except UsageProblem as problem:
        return Finding(ruleset, number, messages=(f"not made: {problem}",))
    text = scenario_text(scenario)
    digest = sha256(text.encode()).hexdigest()
    told = messages_of(text)
    if told or not played:
        return Finding(ruleset, number, digest, told)
    return _played(ruleset, number, digest, scenario)


def messages_of(text: str) -> tuple[str, ...]:
    """All messages of `check` about the file of a scenario: faults, warnings and notes."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "generated.toml"
        path.write_text(text, encoding="utf-8")
        faults = tuple(str(problem) for problem in check(path))
        return faults or tuple(f"{one.id}: {one.problem}" for one in remarks(path))


def _played(ruleset: str, number: int, digest: str, scenario: Scenario) -> Finding:
    try:
        game = play(opening_of(scenario), dict.fromkeys(SIDES, LEVEL), number)
    except RuntimeError as error:
        return Finding(ruleset, number, digest, (str(error),))
    state = game.state
    return Finding(
        ruleset,
        number,
        digest,
        ended=game.over,
        winner=state.tally.winner or "",
        turns=state.clock.turn,
        orders=len(game.standing),
    )


def report_lines(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield a line for each ruleset, then each message."""
    found = tuple(findings)
    for name in RULESETS:
        own = [one for one in found if one.ruleset == name]
        ended = [one for one in own if one.ended]
        silent = sum(not one.messages for one in own)
        turns = sorted(one.turns for one in ended) or [0]
        wins = ", ".join(f"{side} {sum(one.winner == side for one in ended)}" for side in SIDES)
        yield (
            f"{name}: {len(own)} scenarios, {silent} without a message, {len(ended)} played to "
            f"the end; {wins}; turns {turns[0]} to {turns[-1]}, median {turns[len(turns) // 2]}"
        )
    for one in found:
        command = " ".join(options_of(one.ruleset, one.number).command)
        yield from (f"{command}: {message}" for message in one.messages)


def _known(file: Path | None) -> Iterator[Finding]:
    """The results in a file that are of this version of the generator."""
    for line in kept_lines(file):
        data: Mapping[str, Any] = json.loads(line)
        if data["version"] == VERSION:
            values = {name: value for name, value in data.items() if name != "version"}
            yield Finding(**{**values, "messages": tuple(data["messages"])})


@click.command()
@games_option(200)
@many_games_options
@click.option("--file", type=click.Path(path_type=Path), help="Keep the findings here, and go on.")
@click.option("--unplayed", is_flag=True, help="Check the files only.")
def main(**options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Make scenarios of each ruleset, check them, and play each to its end."""
    played = not options["unplayed"]
    known = (one for one in _known(options["file"]) if one.ended or one.messages or not played)
    found = {(one.ruleset, one.number): one for one in known}
    shown = tuple(results_of(partial(find, played=played), found, options).values())
    for line in report_lines(shown):
        click.echo(line)
    if any(one.messages or (played and not one.ended) for one in shown):
        raise SystemExit(1)


if __name__ == "__main__":
    run_tool(main, "generated_scenarios")
