"""Work is given out in turn, a little ahead, and comes back whoever does it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from skirmish.analysis.workers import (
    TASKS_PER_SLOT,
    Workers,
    in_process,
    local_processes,
    run_tasks,
)
from skirmish.errors import SkirmishError, UsageProblem


def doubled(number: int) -> int:
    return 2 * number


def faulty(number: int) -> int:
    raise UsageProblem("no such thing", str(number), "take another")


def stopped(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_every_task_comes_back_with_its_number() -> None:
    """From processes as from this one, where it comes in turn."""
    tasks = [(number,) for number in range(10)]
    whole = [(number, 2 * number) for number in range(10)]

    assert list(run_tasks(doubled, tasks, in_process())) == whole
    with local_processes(2) as workers:
        assert sorted(run_tasks(doubled, tasks, workers)) == whole


def test_no_more_is_given_out_than_keeps_hands_busy() -> None:
    """Who stops early has taken few tasks in vain."""
    taken: list[int] = []

    def tasks() -> Iterator[tuple[int]]:
        for number in range(100):
            taken.append(number)
            yield (number,)

    with local_processes(2) as workers:
        next(run_tasks(doubled, tasks(), workers))

    assert len(taken) <= 2 * TASKS_PER_SLOT * workers.slots


def test_a_fault_comes_back_as_it_was() -> None:
    """With what is wrong, where, and the remedy."""
    with local_processes(2) as workers, pytest.raises(UsageProblem) as caught:
        list(run_tasks(faulty, [(7,)], workers))

    assert str(caught.value) == "7: no such thing (take another)"


def test_a_process_that_was_killed_is_told_of() -> None:
    """In a sentence, with what to do."""
    with (
        local_processes(2) as workers,
        pytest.raises(SkirmishError, match="processes that played were stopped"),
    ):
        list(run_tasks(stopped, [(1,)], workers))


def test_one_job_is_done_here() -> None:
    """No process is begun for it."""
    with local_processes(1) as workers:
        assert isinstance(workers, Workers)
        assert workers.executor is None
