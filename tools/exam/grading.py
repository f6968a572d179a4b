"""Grading of levels: every position in every orientation, on several seeds if dice are rolled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from skirmish.analysis.workers import Progress, Workers, in_process, run_tasks
from skirmish.core.sanitize import escaped
from skirmish.errors import FileProblem, Problem
from skirmish.game import Opening, opening_of
from tools.exam.exam_report import ExamReport, Mark
from tools.exam.orientations import ORIENTATIONS, Orientation, oriented
from tools.exam.playthrough import Playthrough, Refused, opened_game, play_position
from tools.exam.positions import ExamPosition, before_fault, read_positions
from tools.exam.properties import PROPERTIES
from tools.exam.validation import NOT

PARTS: Mapping[str, Path] = {
    "old": Path("tests", "exam"),
    "new": Path("tests", "exam", "new"),
}
"""Folders of the positions in a checkout, by part; each part is reported apart."""
SEEDS = 3
"""Number of seeds on which the properties must hold, if any dice are rolled."""
LAST_SEED = 60
"""Last seed that is tried for a game that comes to the position."""


def run_exam(
    levels: Sequence[str],
    place: Path | None = None,
    workers: Workers | None = None,
    progress: Progress | None = None,
    parts: Sequence[str] = tuple(PARTS),
) -> tuple[ExamReport, ...]:
    """Run the exam for each of these levels; the reports depend on the arguments alone.

    Args:
        levels: Ids of levels (`ai.LEVELS`), or `IDLE`.
        place: A folder of positions, or the file of one, instead of the parts.
        workers: Where the positions are played, one at a time; None is this process.
        progress: Called with the number of positions that are played, and of all.
        parts: Parts of the exam (`PARTS`), of the working directory or else of this checkout.

    Raises:
        UsageProblem: There are no positions there.
        FileProblem: One of them is faulty, or cannot be played as it says.
        SkirmishError: The workers are gone.
    """
    if place is None:
        asked = {part: read_positions(_usual(PARTS[part])) for part in parts}
    else:
        asked = {"": read_positions(place)}
    sat = [(level, part) for level in levels for part in asked]
    tasks = [(position, level) for level, part in sat for position in asked[part]]
    found: dict[int, tuple[Mark, ...]] = {}
    for number, marks in run_tasks(_marks_of, tasks, workers or in_process()):
        found[number] = marks
        if progress is not None:
            progress(len(found), len(tasks))
    numbers = iter(range(len(tasks)))
    return tuple(
        ExamReport(level, tuple(mark for _ in asked[part] for mark in found[next(numbers)]), part)
        for level, part in sat
    )


def _marks_of(position: ExamPosition, level: str) -> tuple[Mark, ...]:
    """The marks of one task."""
    return tuple(exam_marks(position, level))


def _usual(folder: Path) -> Path:
    """The folder of a part."""
    return folder if folder.is_dir() else Path(__file__).parents[2] / folder


def exam_marks(position: ExamPosition, level: str) -> Iterator[Mark]:
    """Grade a level in a position, in every orientation.

    Raises:
        FileProblem: On no seed do the orders before the position lead to it.
    """
    for way in ORIENTATIONS.values():
        yield _marked(position, level, way)


def _marked(position: ExamPosition, level: str, way: Orientation) -> Mark:
    size = position.scenario.map.size
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
    """Play the position, on several seeds if any dice are rolled."""
    size = position.scenario.map.size
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
    """The fault of a position whose orders in `before` do not lead to it on any seed."""
    if given < len(position.before):
        line = position.before[given]
        what = f"it is not {line.partition(':')[0]}'s turn"
        remedy = "give the orders of the other side before it, such as its 'end'"
        return before_fault(position.file, line, what, remedy)
    what = f"{position.side}, whose position it is, is not to act then"
    remedy = f"lead to a bound of {position.side}, which stands first in the file"
    return FileProblem(Problem(what, field="before", file=escaped(position.file), remedy=remedy))
