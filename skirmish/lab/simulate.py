"""Many games of one scenario, in this process or spread over an executor's workers."""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor

from skirmish.game import Opening, open_text, verify_record
from skirmish.lab.measure import Outcome, measured
from skirmish.lab.play import play
from skirmish.lab.report import Report, merged

BATCH = 50
"""Games in a task: few enough to spread, enough that starting one costs nothing."""
JOBS = 2


class Unverified(RuntimeError):
    """A game whose record is not what the rules make of its orders: a fault of the program."""


def simulate(
    opening: Opening,
    players: Mapping[str, str],
    seeds: Sequence[int],
    executor: Executor | None = None,
    *,
    verify: bool = False,
    ask: bool = False,
) -> Report:
    """Plays a game for each seed; the report depends on nothing else.

    Args:
        opening: What is fought.
        players: The level of each side.
        seeds: One for each game.
        executor: Where to play (`workers`, or that of a cluster); None plays in this process.
        verify: Whether every game's record is checked against the rules.
        ask: Whether choices in mid-order are put to the players; see `play`.

    Raises:
        Unverified: A record does not agree with the rules.
    """
    tasks = [seeds[at : at + BATCH] for at in range(0, len(seeds), BATCH)]
    if executor is None:
        parts = [_play_all(opening, dict(players), task, verify=verify, ask=ask) for task in tasks]
    else:
        jobs = [
            executor.submit(batch, opening.text, dict(players), tuple(task), verify=verify, ask=ask)
            for task in tasks
        ]
        parts = [job.result() for job in jobs]
    setup = opening.state.setup
    return Report(setup.title, setup.ruleset, dict(players), merged(parts))


def workers(jobs: int = JOBS) -> ProcessPoolExecutor:
    """An executor of processes on this machine."""
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))


def batch(
    scenario: str, players: Mapping[str, str], seeds: Sequence[int], *, verify: bool, ask: bool
) -> tuple[Outcome, ...]:
    """What a worker does: its own games of a scenario that comes as text."""
    return _play_all(open_text(scenario), players, seeds, verify=verify, ask=ask)


def _play_all(
    opening: Opening, players: Mapping[str, str], seeds: Sequence[int], *, verify: bool, ask: bool
) -> tuple[Outcome, ...]:
    return tuple(_play_one(opening, players, seed, verify=verify, ask=ask) for seed in seeds)


def _play_one(
    opening: Opening, players: Mapping[str, str], seed: int, *, verify: bool, ask: bool
) -> Outcome:
    with play(opening, players, seed, ask=ask) as game:
        if verify:
            report = verify_record(game.record.text)
            if not report.ok:
                raise Unverified(f"seed {seed}: {report.difference}")
        return measured(game)
