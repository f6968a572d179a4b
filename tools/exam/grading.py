"""Sitting the exam: every position on every way of the table, on several dice where any roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from skirmish.analysis.workers import Progress, Workers, in_process, run_tasks
from skirmish.core.gate import shown
from skirmish.errors import FileProblem, Problem
from skirmish.game import Opening, opening_of
from tools.exam.exam_report import ExamReport, Mark
from tools.exam.orientations import ORIENTATIONS, Orientation, oriented
from tools.exam.playthrough import Playthrough, Refused, opened_game, play_position
from tools.exam.positions import ExamPosition, before_fault, read_positions
from tools.exam.properties import PROPERTIES
from tools.exam.validation import NOT

FOLDER = Path("tests", "exam")
"""Where the positions are in a checkout: they try the program, and are no part of it."""
SEEDS = 3
"""Dice on which what must hold has to hold, where any are rolled."""
LAST_SEED = 60
"""Dice tried at most until so many let the side begin."""


def run_exam(
    levels: Sequence[str],
    place: Path | None = None,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> tuple[ExamReport, ...]:
    """The exam of each of these levels; the reports depend on nothing else.

    Args:
        levels: Ids of levels (`ai.LEVELS`), or `IDLE`.
        place: A folder of positions, or the file of one; without it `tests/exam` of the folder
            that one is in, else of the checkout that runs.
        workers: Where the positions are played, one at a time; None is this process.
        progress: Called with the number of positions that are played, and of all.

    Raises:
        UsageProblem: There are no positions there.
        FileProblem: One of them is faulty, or cannot be played as it says.
        SkirmishError: Who played is gone.
    """
    asked = read_positions(_usual() if place is None else place)
    tasks = [(position, level) for level in levels for position in asked]
    found: dict[int, tuple[Mark, ...]] = {}
    for number, marks in run_tasks(_marks_of, tasks, workers or in_process()):
        found[number] = marks
        if progress is not None:
            progress(len(found), len(tasks))
    return tuple(
        ExamReport(
            level, tuple(mark for n in range(len(asked)) for mark in found[at * len(asked) + n])
        )
        for at, level in enumerate(levels)
    )


def _marks_of(position: ExamPosition, level: str) -> tuple[Mark, ...]:
    """What a worker does."""
    return tuple(exam_marks(position, level))


def _usual() -> Path:
    """Where the positions usually are."""
    return FOLDER if FOLDER.is_dir() else Path(__file__).parents[2] / FOLDER


def exam_marks(position: ExamPosition, level: str) -> Iterator[Mark]:
    """A position on every way of the table.

    Raises:
        FileProblem: No dice lead where it says that it begins.
    """
    for way in ORIENTATIONS.values():
        yield _marked(position, level, way)


def _marked(position: ExamPosition, level: str, way: Orientation) -> Mark:
    size = position.scenario.ground.size
    opening = opening_of(oriented(position.scenario, way))
    clauses = [[way.text(text, size) for text in clause] for clause in position.holds]
    playthroughs = _playthroughs(position, level, opening, way)
    gain = playthroughs[0].gain
    for playthrough in playthroughs:
        failed = [
            " or ".join(position.holds[n])
            for n, clause in enumerate(clauses)
            if not any(_holds(playthrough, text) for text in clause)
        ]
        if failed:
            done = tuple(way.back(one.reasons, size) for one in playthrough.given) or ("nothing",)
            return _mark(position, way, gain, tuple(failed), done)
    return _mark(position, way, gain)


def _mark(
    position: ExamPosition,
    way: Orientation,
    gain: int,
    failed: tuple[str, ...] = (),
    done: tuple[str, ...] = (),
) -> Mark:
    ruleset = position.scenario.ruleset
    return Mark(position.name, ruleset, position.theme, way.name, gain, failed, done)


def _holds(playthrough: Playthrough, text: str) -> bool:
    name, *args = text.removeprefix(NOT).split()
    return PROPERTIES[name].holds(playthrough, args) != text.startswith(NOT)


def _playthroughs(
    position: ExamPosition, level: str, opening: Opening, way: Orientation
) -> list[Playthrough]:
    """The position played, on more than one die where any are rolled."""
    size = position.scenario.ground.size
    before = tuple(way.text(line, size) for line in position.before)
    made: list[Playthrough] = []
    farthest = 0
    for seed in range(1, LAST_SEED + 1):
        try:
            game, given = opened_game(opening, before, seed)
        except Refused as refused:
            line = position.before[refused.at]
            raise before_fault(position.file, line, refused.what, refused.remedy) from None
        farthest = max(farthest, given)
        if given == len(before) and game.to_act == position.side:
            made.append(play_position(game, position.side, level, position.bounds))
            if len(made) == SEEDS or not made[0].rolled:
                return made
    if not made:
        raise _never(position, farthest)
    return made


def _never(position: ExamPosition, given: int) -> FileProblem:
    """What is wrong where no dice let more of `before` be given, or the side act behind it."""
    if given < len(position.before):
        line = position.before[given]
        what = f"it is not {line.partition(':')[0]}'s turn"
        remedy = "give the orders of the other side before it, such as its 'end'"
        return before_fault(position.file, line, what, remedy)
    what = f"{position.side}, whose position it is, is not to act then"
    remedy = f"lead to a bound of {position.side}, which stands first in the file"
    return FileProblem(Problem(what, field="before", file=shown(position.file), remedy=remedy))
