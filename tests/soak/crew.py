"""Processes that run the cases; one that hangs or dies is a fault of its case."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from attrs import define, field

from tests.soak.case import Case

KINDS: Mapping[str, str] = {
    "kills": "tests.soak.kills",
    "files": "tests.soak.files",
    "secrets": "tests.soak.secrets",
    "play": "tests.soak.battles",
    "screen": "tests.soak.screen",
    "serve": "tests.soak.serve",
}
"""The kinds of case, and the module whose `run` runs one."""
KEPT = Path("soak-faults.txt")
"""Where the faults that were found are kept, each with the command that shows it again."""
HANDS = 2
STUCK = 300.0
"""Seconds after which a case is taken to have no end."""

Task = tuple[str, int]
"""A kind and a seed."""


@define
class Hand:
    """A process that runs one case after another, and the case it is at."""

    process: BaseProcess
    line: Connection
    task: Task
    since: float = field(factory=time.monotonic)


def ran(tasks: Callable[[], Task | None], hands: int = HANDS) -> Iterator[tuple[Task, Case, float]]:
    """Runs cases until there are no more tasks: each with what it found and its seconds."""
    at_work = [hand for _ in range(hands) if (hand := _begun(tasks())) is not None]
    try:
        yield from _worked(at_work, tasks)
    finally:
        for hand in at_work:
            _stop(hand)


def _worked(
    at_work: list[Hand], tasks: Callable[[], Task | None]
) -> Iterator[tuple[Task, Case, float]]:
    """The same with processes that are at work; those that still are stay in the list."""
    while at_work:
        for ready in wait([hand.line for hand in at_work], timeout=1.0):
            hand = next(one for one in at_work if one.line is ready)
            yield hand.task, _heard(hand), time.monotonic() - hand.since
            at_work.remove(hand)
            if (following := _given(hand, tasks())) is not None:
                at_work.append(following)
        for hand in [one for one in at_work if time.monotonic() - one.since > STUCK]:
            _stop(hand)
            yield hand.task, Case(faults=[f"no end after {STUCK:.0f} s"]), STUCK
            at_work.remove(hand)
            if (following := _begun(tasks())) is not None:
                at_work.append(following)


def _begun(task: Task | None) -> Hand | None:
    if task is None:
        return None
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there,))
    process.start()
    there.close()
    here.send(task)
    return Hand(process, here, task)


def _given(hand: Hand, task: Task | None) -> Hand | None:
    """The next task for a hand; a new process where its own is gone."""
    if task is None:
        _stop(hand)
        return None
    try:
        hand.line.send(task)
    except OSError:
        return _begun(task)
    return Hand(hand.process, hand.line, task)


def _heard(hand: Hand) -> Case:
    try:
        case = hand.line.recv()
    except (EOFError, OSError):
        hand.process.join()
        hand.line.close()
        return Case(faults=[f"the process of the case ended with {hand.process.exitcode}"])
    assert isinstance(case, Case)
    return case


def _stop(hand: Hand) -> None:
    hand.process.kill()
    hand.process.join()
    hand.line.close()


def _work(line: Connection) -> None:
    """What a process does: cases, until it is stopped."""
    while True:
        try:
            kind, seed = line.recv()
        except EOFError:
            return
        line.send(case_of(kind, seed))


def case_of(kind: str, seed: int) -> Case:
    """Runs one case in a folder of its own; an exception is a fault."""
    with tempfile.TemporaryDirectory(prefix=f"soak-{kind}-", ignore_cleanup_errors=True) as folder:
        try:
            case = import_module(KINDS[kind]).run(seed, Path(folder))
        except Exception:  # noqa: BLE001 - the soak goes on and tells of it
            return Case(
                faults=["exception: " + " | ".join(traceback.format_exc().splitlines()[-4:])]
            )
        assert isinstance(case, Case)
        return case
