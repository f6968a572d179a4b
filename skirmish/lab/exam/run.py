"""Sitting the exam: every position on every way of the table, on several dice where any roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from skirmish.core.gate import shown
from skirmish.errors import FileProblem, Problem
from skirmish.game import Opening, opening_of
from skirmish.lab.exam.faults import NOT
from skirmish.lab.exam.question import Question, before_fault, questions
from skirmish.lab.exam.report import Mark, Report
from skirmish.lab.exam.sitting import Refused, Sitting, begun, sit
from skirmish.lab.exam.ways import WAYS, Way, turned
from skirmish.lab.exam.words import WORDS
from skirmish.lab.spread import Crew, Watch, alone, spread

FOLDER = Path("tests", "exam")
"""Where the positions are in a checkout: they try the program, and are no part of it."""
SEEDS = 3
"""Dice on which what must hold has to hold, where any are rolled."""
LAST_SEED = 60
"""Dice tried at most until so many let the side begin."""


def run(
    levels: Sequence[str],
    place: Path | None = None,
    crew: Crew | None = None,
    watch: Watch | None = None,
) -> tuple[Report, ...]:
    """The exam of each of these levels; the reports depend on nothing else.

    Args:
        levels: Ids of levels (`ai.LEVELS`), or `IDLE`.
        place: A folder of positions, or the file of one; without it `tests/exam` of the folder
            that one is in, else of the checkout that runs.
        crew: Who plays, a position at a time; None plays in this process.
        watch: Told of the positions that were sat, and of all.

    Raises:
        UsageProblem: There are no positions there.
        FileProblem: One of them is faulty, or cannot be played as it says.
        SkirmishError: Who played is gone.
    """
    asked = questions(_usual() if place is None else place)
    tasks = [(question, level) for level in levels for question in asked]
    found: dict[int, tuple[Mark, ...]] = {}
    for number, marks in spread(_sat, tasks, crew or alone()):
        found[number] = marks
        if watch is not None:
            watch(len(found), len(tasks))
    return tuple(
        Report(level, tuple(mark for n in range(len(asked)) for mark in found[at * len(asked) + n]))
        for at, level in enumerate(levels)
    )


def _sat(question: Question, level: str) -> tuple[Mark, ...]:
    """What a worker does."""
    return tuple(sat(question, level))


def _usual() -> Path:
    """Where the positions usually are."""
    return FOLDER if FOLDER.is_dir() else Path(__file__).parents[3] / FOLDER


def sat(question: Question, level: str) -> Iterator[Mark]:
    """A position on every way of the table.

    Raises:
        FileProblem: No dice lead where it says that it begins.
    """
    for way in WAYS.values():
        yield _marked(question, level, way)


def _marked(question: Question, level: str, way: Way) -> Mark:
    size = question.scenario.ground.size
    opening = opening_of(turned(question.scenario, way))
    clauses = [[way.text(text, size) for text in clause] for clause in question.holds]
    sittings = _sittings(question, level, opening, way)
    gain = sittings[0].gain
    for sitting in sittings:
        failed = [
            " or ".join(question.holds[n])
            for n, clause in enumerate(clauses)
            if not any(_holds(sitting, text) for text in clause)
        ]
        if failed:
            done = tuple(way.back(one.reasons, size) for one in sitting.given) or ("nothing",)
            return _mark(question, way, gain, tuple(failed), done)
    return _mark(question, way, gain)


def _mark(
    question: Question,
    way: Way,
    gain: int,
    failed: tuple[str, ...] = (),
    done: tuple[str, ...] = (),
) -> Mark:
    ruleset = question.scenario.ruleset
    return Mark(question.name, ruleset, question.theme, way.name, gain, failed, done)


def _holds(sitting: Sitting, text: str) -> bool:
    name, *args = text.removeprefix(NOT).split()
    return WORDS[name].holds(sitting, args) != text.startswith(NOT)


def _sittings(question: Question, level: str, opening: Opening, way: Way) -> list[Sitting]:
    """The position played, on more than one die where any are rolled."""
    size = question.scenario.ground.size
    before = tuple(way.text(line, size) for line in question.before)
    made: list[Sitting] = []
    farthest = 0
    for seed in range(1, LAST_SEED + 1):
        try:
            game, given = begun(opening, before, seed)
        except Refused as refused:
            line = question.before[refused.at]
            raise before_fault(question.file, line, refused.what, refused.remedy) from None
        farthest = max(farthest, given)
        if given == len(before) and game.to_act == question.side:
            made.append(sit(game, question.side, level, question.bounds))
            if len(made) == SEEDS or not made[0].rolled:
                return made
    if not made:
        raise _never(question, farthest)
    return made


def _never(question: Question, given: int) -> FileProblem:
    """What is wrong where no dice let more of `before` be given, or the side act behind it."""
    if given < len(question.before):
        line = question.before[given]
        what = f"it is not {line.partition(':')[0]}'s turn"
        remedy = "give the orders of the other side before it, such as its 'end'"
        return before_fault(question.file, line, what, remedy)
    what = f"{question.side}, whose position it is, is not to act then"
    remedy = f"lead to a bound of {question.side}, which stands first in the file"
    return FileProblem(Problem(what, field="before", file=shown(question.file), remedy=remedy))
