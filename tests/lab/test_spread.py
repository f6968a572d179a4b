"""Work is given out in turn, a little ahead, and comes back whoever does it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from skirmish.errors import SkirmishError, UsageProblem
from skirmish.lab.spread import AHEAD, Crew, alone, local, spread


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

    assert list(spread(doubled, tasks, alone())) == whole
    with local(2) as crew:
        assert sorted(spread(doubled, tasks, crew)) == whole


def test_no_more_is_given_out_than_keeps_hands_busy() -> None:
    """Who stops early has taken few tasks in vain."""
    taken: list[int] = []

    def tasks() -> Iterator[tuple[int]]:
        for number in range(100):
            taken.append(number)
            yield (number,)

    with local(2) as crew:
        next(spread(doubled, tasks(), crew))

    assert len(taken) <= 2 * AHEAD * crew.hands


def test_a_fault_comes_back_as_it_was() -> None:
    """With what is wrong, where, and the remedy."""
    with local(2) as crew, pytest.raises(UsageProblem) as caught:
        list(spread(faulty, [(7,)], crew))

    assert str(caught.value) == "7: no such thing (take another)"


def test_a_process_that_was_killed_is_told_of() -> None:
    """In a sentence, with what to do."""
    with local(2) as crew, pytest.raises(SkirmishError, match="processes that played were stopped"):
        list(spread(stopped, [(1,)], crew))


def test_one_job_is_done_here() -> None:
    """No process is begun for it."""
    with local(1) as crew:
        assert isinstance(crew, Crew)
        assert crew.executor is None
