"""Many games of one scenario, in this process or in several workers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor

from attrs import evolve, frozen

from skirmish.ai import think
from skirmish.analysis.outcome import Outcome, outcome_of
from skirmish.analysis.rules_met import rules_of
from skirmish.analysis.self_play import Player, play
from skirmish.analysis.simulation_report import (
    SimulationReport,
    merged_outcomes,
    players_differ,
    tempers_of,
)
from skirmish.analysis.workers import Progress, Workers, in_process, run_tasks
from skirmish.game import Opening, open_text, verify_record

BATCH = 50
"""Maximum of seeds in a task: few enough to share out, enough to make handing out cheap."""
MIN_TASKS = 40
"""Minimum of tasks that a run is divided into, so that its progress is visible."""

Levels = Mapping[str, str]
"""The level of each side."""


class Unverified(RuntimeError):
    """A record does not agree with the rules applied to its orders: a bug of the program."""


@frozen
class GameOptions:
    """How each game is played and what is measured of it; see `simulate`."""

    verify: bool = False
    ask: bool = False
    rules: bool = False
    player: Player = think


def simulate(  # noqa: PLR0913 - what is played, by which levels, and how
    opening: Opening,
    levels: Levels,
    seeds: Sequence[int],
    workers: Workers | Executor | None = None,
    *,
    swap: bool = False,
    verify: bool = False,
    ask: bool = False,
    rules: bool = False,
    player: Player = think,
    kept: Mapping[int, Outcome] | None = None,
    progress: Progress | None = None,
) -> SimulationReport:
    """Play a game for each seed; the report depends on the arguments alone.

    Args:
        opening: The scenario, ready to play.
        levels: The level of each side.
        seeds: One for each game.
        workers: Where the games are played (`local_processes`, `cluster`, or any executor); None is
            this process.
        swap: Whether each seed is played a second time with the seats swapped. If both levels are
            the same, that would be the same game again, and it is played once.
        verify: Whether every game's record is checked against the rules.
        ask: Whether choices in mid-order are put to the players; see `play`.
        rules: Whether the applications of numbered rules are counted.
        player: Chooses the orders of both sides.
        kept: Outcomes by seed of earlier games of this kind; these seeds are not played. Not
            allowed with `swap`, `verify`, `ask` and `rules`.
        progress: Called with the number of games that are played, and of all.

    Raises:
        Unverified: A record does not agree with the rules.
        SkirmishError: The workers are gone.
    """
    swaps = swap and players_differ(levels)
    seatings = (dict(levels), swapped(levels)) if swaps else (dict(levels),)
    options = GameOptions(verify, ask, rules, player)
    kept = kept or {}
    fresh = [seed for seed in seeds if seed not in kept]
    tasks = ((opening.text, seatings, share, options) for share in _shares(fresh))
    parts: dict[int, tuple[Outcome, ...]] = {}
    if progress is not None and fresh:
        progress(0, len(fresh) * len(seatings))
    for number, games in run_tasks(play_batch, tasks, _as_workers(workers)):
        parts[number] = games
        if progress is not None:
            progress(sum(map(len, parts.values())), len(fresh) * len(seatings))
    before = tuple(kept[seed] for seed in seeds if seed in kept)
    games = merged_outcomes((before, *(parts[number] for number in sorted(parts))))
    return _report(opening, levels, games, options, swap=swap)


def _shares(seeds: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The seeds in tasks, small enough that the last one does not take long."""
    size = max(1, min(BATCH, len(seeds) // MIN_TASKS))
    return (tuple(seeds[at : at + size]) for at in range(0, len(seeds), size))


def _report(
    opening: Opening,
    levels: Levels,
    games: tuple[Outcome, ...],
    options: GameOptions,
    *,
    swap: bool,
) -> SimulationReport:
    setup = opening.state.setup
    return SimulationReport(
        title=setup.title,
        ruleset=setup.ruleset,
        players=dict(levels),
        games=games,
        objectives=setup.objectives,
        swapped=swap,
        tempers=tempers_of(setup, levels, swapped=swap),
        ask=options.ask,
        rules=options.rules,
        triggers=tuple(trigger.id for trigger in opening.state.script.triggers),
    )


def _as_workers(workers: Workers | Executor | None) -> Workers:
    if isinstance(workers, Workers):
        return workers
    return in_process() if workers is None else Workers(workers)


def swapped(levels: Levels) -> dict[str, str]:
    """The same two levels, each in the other's seat."""
    first, second = levels
    return {first: levels[second], second: levels[first]}


def play_batch(
    scenario: str, seatings: Sequence[Levels], seeds: Sequence[int], options: GameOptions
) -> tuple[Outcome, ...]:
    """Play the games of one task, seed by seed; `scenario` is the text of one."""
    opening = open_text(scenario)
    return tuple(_play_one(opening, levels, seed, options) for seed in seeds for levels in seatings)


def _play_one(opening: Opening, levels: Levels, seed: int, options: GameOptions) -> Outcome:
    with play(opening, levels, seed, player=options.player, ask=options.ask) as game:
        if options.verify:
            report = verify_record(game.record.text)
            if not report.ok:
                raise Unverified(f"seed {seed}: {report.difference}")
        outcome = outcome_of(game)
        return evolve(outcome, rules=rules_of(game)) if options.rules else outcome
