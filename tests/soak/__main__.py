"""The command: `python -m tests.soak --minutes 10 [--only KIND]`, or `--fixed` for CI."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping

import click
from attrs import define, field

from tests.soak.case import Case
from tests.soak.crew import KEPT, KINDS, Task, case_of, ran

FIXED: Mapping[str, int] = {
    "kills": 6, "files": 12, "secrets": 10, "play": 10, "screen": 8, "serve": 2
}  # fmt: skip
"""Cases of each kind in CI, seeds 0, 1, ...: about a minute on two cores."""
ENOUGH = 25
"""Faults of a kind after which no more of its cases are run: it is broken, not unlucky."""


@define
class Tally:
    """What all cases of a kind found."""

    cases: int = 0
    seconds: float = 0.0
    counts: Counter[str] = field(factory=Counter)
    faults: int = 0

    def add(self, case: Case, seconds: float) -> None:
        """Count one more case."""
        self.cases += 1
        self.seconds += seconds
        self.counts += case.counts
        self.faults += len(case.faults)


@click.command()
@click.option("--minutes", type=click.FloatRange(min=0), default=10.0, help="How long to go on.")
@click.option("--only", type=click.Choice(sorted(KINDS)), help="One kind of case alone.")
@click.option("--seed", type=int, help="One case alone, of the kind that --only names.")
@click.option("--first", type=int, default=1000, help="The first seed; others follow.")
@click.option("--fixed", is_flag=True, help="Fixed seeds and counts instead of a clock, as in CI.")
@click.option("--stop", is_flag=True, help="End with the first fault.")
def main(
    minutes: float, only: str | None, seed: int | None, first: int, *, fixed: bool, stop: bool
) -> None:
    """Attack the game in proportion, and print what was tried and what was found.

    Each fault is printed with the command that shows it again, and kept in soak-faults.txt.
    """
    if seed is not None:
        if only is None:
            raise click.UsageError("--seed needs --only KIND")
        tallies = {only: Tally()}
        _note(tallies[only], (only, seed), case_of(only, seed), 0.0)
    else:
        kinds = [only] if only else list(KINDS)
        tallies = {kind: Tally() for kind in kinds}
        tasks = _fixed(kinds) if fixed else _timed(tallies, first, minutes)
        for task, case, seconds in ran(tasks):
            _note(tallies[task[0]], task, case, seconds)
            if stop and case.faults:
                break
    _print(tallies)
    sys.exit(1 if any(tally.faults for tally in tallies.values()) else 0)


def _fixed(kinds: list[str]) -> Callable[[], Task | None]:
    """The same cases every time, the longest kinds first."""
    tasks = [(kind, seed) for kind in reversed(kinds) for seed in range(FIXED[kind])]
    return lambda: tasks.pop(0) if tasks else None


def _timed(tallies: Mapping[str, Tally], first: int, minutes: float) -> Callable[[], Task | None]:
    """Cases of the kind that has had the least time so far, until the time is over."""
    end = time.monotonic() + minutes * 60
    given: Counter[str] = Counter()

    def task() -> Task | None:
        if time.monotonic() >= end:
            return None

        def had(kind: str) -> tuple[float, int]:
            tally = tallies[kind]
            ahead = given[kind] - tally.cases
            return tally.seconds * (1 + ahead / max(1, tally.cases)), given[kind]

        left = [kind for kind, tally in tallies.items() if tally.faults < ENOUGH]
        if not left:
            return None
        kind = min(left, key=had)
        given[kind] += 1
        return kind, first + given[kind] - 1

    return task


def _note(tally: Tally, task: Task, case: Case, seconds: float) -> None:
    tally.add(case, seconds)
    kind, seed = task
    for fault in case.faults:
        line = f"{kind}: {fault}\n    again: python -m tests.soak --only {kind} --seed {seed}"
        click.echo(line)
        with KEPT.open("a", encoding="utf-8") as kept:
            kept.write(line + "\n")


def _print(tallies: Mapping[str, Tally]) -> None:
    click.echo(f"\n{'kind':8} {'cases':>6} {'faults':>6} {'seconds':>8}  tried")
    for kind, tally in tallies.items():
        tried = ", ".join(f"{what} {count:,}" for what, count in sorted(tally.counts.items()))
        click.echo(f"{kind:8} {tally.cases:6} {tally.faults:6} {tally.seconds:8.0f}  {tried}")


if __name__ == "__main__":
    main()
