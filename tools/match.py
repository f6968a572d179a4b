"""Plays the computer players of two checkouts against each other: `python -m tools.match DIR`.

This checkout plays one side in this process; the other side is played by a second process with the
package of the other checkout (`match_player.py`). Both follow the game and exchange its orders as
text. After each order both must have the same state, so both checkouts need the same rules; a
pair in which a rule that has changed comes up is left out.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from time import process_time
from typing import IO, Any, Self, cast

import click
from attrs import frozen

from skirmish.ai import Choice, Stream, key_of, think
from skirmish.analysis.intervals import Pairs
from skirmish.analysis.self_play import MAX_ORDERS
from skirmish.analysis.workers import run_tasks
from skirmish.cli import SETTINGS
from skirmish.cli.options import check_level, many_games_options
from skirmish.cli.output import in_json, progress
from skirmish.core.sanitize import escaped
from skirmish.core.state import state_hash
from skirmish.errors import SkirmishError, UsageProblem
from skirmish.game import Game, open_text
from tools.command import run_tool, tool_workers, version_of_checkout
from tools.ladder.ladder_report import pairs_of
from tools.ladder.results_file import Match, Result, ResultsFile, result_of
from tools.ladder.scenarios import ScenarioSource, scenario_sources

PLAYER = Path(__file__).with_name("match_player.py")
PAIRS = 60


@frozen
class Thought:
    """Processor time of both players' orders, in milliseconds for each bound of a side."""

    new: tuple[float, ...]
    old: tuple[float, ...]


class RulesDiffer(SkirmishError):
    """An order had different results in the two checkouts."""


class OldPlayer:
    """The process of the other checkout."""

    def __init__(self, checkout: str) -> None:
        """Start the process; it ends with the context of this object."""
        command = [sys.executable, str(PLAYER), checkout]
        self._process = subprocess.Popen(  # noqa: S603 - a checkout that the user names
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._requests = cast("IO[str]", self._process.stdin)
        self._answers = cast("IO[str]", self._process.stdout)

    def ask(self, **request: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a line of JSON
        """Send a request and return the answer.

        Raises:
            SkirmishError: The process has ended.
        """
        try:
            self._requests.write(json.dumps(request) + "\n")
            self._requests.flush()
        except BrokenPipeError:
            raise _ended() from None
        line = self._answers.readline()
        if not line:
            raise _ended()
        answer: Mapping[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> Self:
        """This player."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def _ended() -> SkirmishError:
    return SkirmishError(
        "the process of the other checkout has ended", remedy="see its error above"
    )


def played(
    checkout: str, scenario: str, levels: tuple[str, str], seed: int
) -> tuple[tuple[Result, Result], Thought] | None:
    """Play a pair of games: this checkout has the first seat, then the second.

    None if an order had different results in the two checkouts.

    Args:
        checkout: Folder of the other checkout.
        scenario: Text of the scenario.
        levels: Level of this checkout's player, and of the other's.
        seed: Seed of both games.

    Raises:
        SkirmishError: The two differ at the start of a game, or the other process has ended.
    """
    spent: tuple[list[float], list[float]] = ([], [])
    with OldPlayer(checkout) as old:
        try:
            results = tuple(_game(old, scenario, levels, seed, seat, spent) for seat in (0, 1))
        except RulesDiffer:
            return None
    return (results[0], results[1]), Thought(tuple(spent[0]), tuple(spent[1]))


def _game(
    old: OldPlayer,
    scenario: str,
    levels: tuple[str, str],
    seed: int,
    seat: int,
    spent: tuple[list[float], list[float]],
) -> Result:
    opening = open_text(scenario)
    sides = tuple(opening.state.setup.sides)
    mine, theirs = sides[seat], sides[1 - seat]
    players = {mine: levels[0], theirs: levels[1]}
    with Game.new(opening, seed, players) as game:
        _compare(game, old.ask(open=scenario, seed=seed, players=players))
        new = _NewPlayer(game, mine, levels[0], seed)
        bounds: defaultdict[tuple[int, str], float] = defaultdict(float)
        for _ in range(MAX_ORDERS):
            if game.over:
                break
            side, point = game.to_act, game.state.clock.point
            order, took = new.next() if side == mine else _asked(old, side)
            bounds[point, side] += took
            game.order(side, order)
            _compare(game, old.ask(order=[side, order]))
        for (_, side), took in bounds.items():
            spent[0 if side == mine else 1].append(took)
        return result_of(game, mine)


def _asked(old: OldPlayer, side: str) -> tuple[str, float]:
    answer = old.ask(think=side)
    return answer["order"], answer["ms"]


def _compare(game: Game, answer: Mapping[str, Any]) -> None:
    if answer["hash"] == state_hash(game.state):
        return
    if game.lines:
        raise RulesDiffer(f"the two checkouts differ after '{game.lines[-1].order}'")
    raise SkirmishError(
        "the two checkouts differ at the start",
        remedy="both must have the same version of the rules",
    )


class _NewPlayer:
    """This checkout's player for one side."""

    def __init__(self, game: Game, side: str, level: str, seed: int) -> None:
        self._game, self._side, self._level = game, side, level
        self._stream = Stream(key_of(seed, side))
        self._last: Choice | None = None

    def next(self) -> tuple[str, float]:
        """The next order, and the milliseconds of processor time that it took."""
        begun = process_time()
        view = self._game.view(self._side)
        self._last = think(self._game.ruleset, view, self._level, self._stream, previous=self._last)
        return str(self._last.order), (process_time() - begun) * 1000


@frozen
class Contest:
    """The pairs that were played under one ruleset.

    `left_out`: number of pairs that were not played to the end because the rules differ.
    """

    ruleset: str
    matches: tuple[Match, ...]
    thoughts: tuple[Thought, ...]
    left_out: int

    @property
    def pairs(self) -> Pairs:
        """Points of this checkout's player."""
        return pairs_of(self.matches[0].levels, self.matches)

    @property
    def data(self) -> Mapping[str, object]:
        """All figures for JSON."""
        return {**self.pairs.data, "ms": self.times, "left_out": self.left_out}

    @property
    def times(self) -> tuple[float, float]:
        """Median processor time of a bound in milliseconds, for this checkout and the other.

        0 if all pairs were read from the results file.
        """
        new = [took for thought in self.thoughts for took in thought.new]
        old = [took for thought in self.thoughts for took in thought.old]
        return (median(new) if new else 0.0), (median(old) if old else 0.0)


@click.command(context_settings=SETTINGS)
@click.argument("checkout", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--level", default="regular", show_default=True, help="Level of this checkout.")
@click.option("--against", metavar="LEVEL", help="Level of the other checkout [the same].")
@click.option("--ruleset", multiple=True, metavar="ID", help="Only this one; again for more.")
@click.option(
    "--scenario", multiple=True, metavar="NAME", help="On this one instead of generated ones."
)
@click.option(
    "--pairs", type=click.IntRange(1, 100_000), default=PAIRS, show_default=True, help="Pairs each."
)
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write every pair to this file, and resume from it.",
)
@many_games_options
@click.option("--json", "as_data", is_flag=True, help="Print every figure as JSON.")
def command(checkout: Path, **options: Any) -> None:  # noqa: ANN401 - by click
    """Let this checkout's computer player play against that of another CHECKOUT.

    A pair is one seed played twice, with the seats swapped, on a scenario that is generated from
    the seed. Both checkouts must have the same rules; a pair in which they differ is left out, and
    the number of these is shown. The report has the share of the points and the difference in Elo
    with 95% intervals, and the median processor time of a side's bound.
    """
    package = checkout / "skirmish" / "__init__.py"
    if not package.is_file():
        raise UsageProblem(
            "no checkout of skirmish",
            escaped(str(checkout)),
            "name the folder with `skirmish/` in it",
        )
    level = check_level(options["level"])
    levels = level, check_level(options["against"] or level)
    sources = scenario_sources(options["scenario"], options["ruleset"], options["seed"])
    named = tuple(one for source in sources for one in source.named)
    results = ResultsFile() if options["file"] is None else ResultsFile.open(options["file"], named)
    with results:
        found = [_contest(checkout, levels, source, results, options) for source in sources]
    told = in_json({one.ruleset: one.data for one in found})
    click.echo(told if options["as_data"] else "\n".join(map(_line, found)))


def _contest(
    checkout: Path,
    levels: tuple[str, str],
    source: ScenarioSource,
    results: ResultsFile,
    options: Mapping[str, Any],
) -> Contest:
    names = levels[0], f"{levels[1]} of {version_of_checkout(checkout)}"
    numbers = range(options["pairs"])
    known = {
        number: results.get(source.name(number), names, source.seed(number)) for number in numbers
    }
    missing = [number for number, match in known.items() if match is None]
    thoughts = []
    tasks = (
        (str(checkout.resolve()), source.scenario(number).opening.text, levels, source.seed(number))
        for number in missing
    )
    with tool_workers(options) as workers, progress("pairs") as watch:
        for done, (task, found) in enumerate(run_tasks(played, tasks, workers), 1):
            watch(done, len(missing))
            if found is None:
                continue
            number, (pair, thought) = missing[task], found
            scenario = source.scenario(number)
            match = Match(scenario.name, scenario.hash, names, source.seed(number), pair)
            results.add(match)
            known[number] = match
            thoughts.append(thought)
    matches = tuple(match for match in known.values() if match is not None)
    if not matches:
        raise SkirmishError(
            f"the rules of {source.ruleset} differ in every pair",
            remedy="compare with a checkout that has the same rules",
        )
    return Contest(source.ruleset, matches, tuple(thoughts), len(known) - len(matches))


def _line(one: Contest) -> str:
    new, old = one.times
    took = f"a bound takes {new:.0f} ms ({old:.0f} ms)"
    out = f"; {one.left_out} left out, the rules differ" if one.left_out else ""
    return f"{one.ruleset:<12} {one.pairs.measured}{out}; {took}"


def main() -> None:
    """Run the command."""
    run_tool(command, "match")


if __name__ == "__main__":
    main()
