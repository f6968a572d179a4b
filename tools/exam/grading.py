"""Grades levels: every position in every orientation, on several seeds if dice are rolled.

The result is an `ExamReport` for each level and part: marks by position and orientation, as values,
text and JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from skirmish.analysis.intervals import Share
from skirmish.analysis.workers import Progress, Workers, in_process, run_tasks
from skirmish.core.geometry import DELTAS, Facing, Tile, parse_tile, tile_text
from skirmish.core.sanitize import escaped
from skirmish.core.setup import Area, Objective
from skirmish.core.text import pluralize
from skirmish.errors import FileProblem, Problem
from skirmish.game import Opening, opening_of
from skirmish.scenario import FigureEntry, Force, MapSection, Scenario, Wave
from tools.exam.playthrough import Playthrough, Refused, opened_game, play_position
from tools.exam.positions import NOT, ExamPosition, before_fault, read_positions
from tools.exam.properties import PROPERTIES


@frozen
class Mark:
    """The result of one position in one orientation.

    `failed`: properties that did not hold. `done`: the orders that the level gave, with reasons.
    Both name tiles of the map as drawn and belong to the first seed that failed. `gain`: expected
    gain of the first order in thousandths of a point.
    """

    name: str
    ruleset: str
    theme: str
    way: str
    gain: int
    failed: tuple[str, ...] = ()
    done: tuple[str, ...] = field(default=(), repr=False)

    @property
    def passed(self) -> bool:
        """Whether all properties held."""
        return not self.failed


@frozen
class ExamReport:
    """The results of one level in one part of the exam; `part` is empty for any other place."""

    level: str
    marks: tuple[Mark, ...]
    part: str = ""

    @property
    def share(self) -> Share:
        """Share of all positions in all orientations that were passed."""
        return _share(self.marks)

    @property
    def failed(self) -> Mapping[str, tuple[Mark, ...]]:
        """The positions that were failed, with their failed marks."""
        found: dict[str, tuple[Mark, ...]] = {}
        for mark in self.marks:
            if not mark.passed:
                found[mark.name] = (*found.get(mark.name, ()), mark)
        return found

    @property
    def uneven(self) -> Mapping[str, tuple[int, ...]]:
        """Positions whose first order's gain differs between orientations, with the gains."""
        gains: dict[str, tuple[int, ...]] = {}
        for mark in self.marks:
            gains[mark.name] = (*gains.get(mark.name, ()), mark.gain)
        return {name: all_ for name, all_ in gains.items() if len(dict.fromkeys(all_)) > 1}

    def by(self, part: str) -> Mapping[str, Share]:
        """The share passed for each `ruleset`, `theme` or `way`."""
        names = dict.fromkeys(getattr(mark, part) for mark in self.marks)
        return {n: _share([m for m in self.marks if getattr(m, part) == n]) for n in sorted(names)}

    @property
    def positions(self) -> int:
        """Number of positions."""
        return len(dict.fromkeys(mark.name for mark in self.marks))

    @property
    def data(self) -> Mapping[str, Any]:
        """The report as data for JSON."""
        return {
            "level": self.level,
            "part": self.part,
            "positions": self.positions,
            "passed": self.share.data,
            "rulesets": {name: share.data for name, share in self.by("ruleset").items()},
            "themes": {name: share.data for name, share in self.by("theme").items()},
            "ways": {name: share.data for name, share in self.by("way").items()},
            "failed": [
                {
                    "position": mark.name,
                    "ruleset": mark.ruleset,
                    "theme": mark.theme,
                    "way": mark.way,
                    "not": list(mark.failed),
                    "done": list(mark.done),
                }
                for mark in self.marks
                if not mark.passed
            ],
            "weighed_otherwise": {name: list(gains) for name, gains in self.uneven.items()},
        }

    @property
    def text(self) -> str:
        """The report as text."""
        share, sat = self.share, f"{self.level}, {self.part}" if self.part else self.level
        lines = [f"{sat}: {share.count} of {share.of} passed, {100 * share.value:.1f}%"]
        lines.append(
            f"  {pluralize(self.positions, 'position')}, {len(self.failed)} failed on some way"
        )
        for name, one in self.by("ruleset").items():
            lines.append(f"  {name:<18}{one.count} of {one.of}, {100 * one.value:.1f}%")
        for marks in self.failed.values():
            for alike in _grouped(marks):
                lines += ["", *_lines_of(alike)]
        return "\n".join(lines)


def _share(marks: Sequence[Mark]) -> Share:
    return Share(sum(mark.passed for mark in marks), len(marks))


def _grouped(marks: Sequence[Mark]) -> Sequence[Sequence[Mark]]:
    """The failed marks of a position, grouped by equal properties and orders."""
    found: dict[tuple[object, ...], list[Mark]] = {}
    for mark in marks:
        found.setdefault((mark.failed, mark.done), []).append(mark)
    return tuple(found.values())


def _lines_of(marks: Sequence[Mark]) -> Sequence[str]:
    """The lines for a position that failed in some orientations for the same reasons."""
    one = marks[0]
    lines = [f"{one.name} ({one.ruleset}, {one.theme}): {', '.join(mark.way for mark in marks)}"]
    lines += [f"  not: {text}" for text in one.failed]
    return [*lines, *(f"  {text}" for text in one.done)]


PARTS: Mapping[str, Path] = {
    "old": Path("tests", "exam"),
    "new": Path("tests", "exam", "new"),
}
"""Folders of the positions in a checkout, by part; each part has a report of its own."""
SEEDS = 3
"""Number of seeds on which the properties must hold, if any dice are rolled."""
LAST_SEED = 60
"""Last seed that is tried to reach the position."""


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
        workers: Where the positions are played, one for each task; None is this process.
        progress: Called with the number of positions played so far, and of all.
        parts: Parts of the exam (`PARTS`), from the working directory or else from this checkout.

    Raises:
        UsageProblem: There are no positions there.
        FileProblem: One of them is faulty, or its orders do not lead to it.
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
    """The folder of a part: in the working directory, else in this checkout."""
    return folder if folder.is_dir() else Path(__file__).parents[2] / folder


def exam_marks(position: ExamPosition, level: str) -> Iterator[Mark]:
    """Grade a level in a position, in every orientation.

    Raises:
        FileProblem: The orders before the position do not lead to it on any seed.
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
    """The error that the orders in `before` do not lead to the position on any seed."""
    if given < len(position.before):
        line = position.before[given]
        what = f"it is not {line.partition(':')[0]}'s turn"
        remedy = "give the orders of the other side before it, such as its 'end'"
        return before_fault(position.file, line, what, remedy)
    what = f"{position.side}, whose position it is, is not to act then"
    remedy = f"lead to a bound of {position.side}, which stands first in the file"
    return FileProblem(Problem(what, field="before", file=escaped(position.file), remedy=remedy))


_TILE = re.compile(r"\b[0-9]{1,3},[0-9]{1,3}\b")
_FACING = re.compile(r"(?<![A-Za-z0-9_])(?:NE|NW|SE|SW|N|E|S|W)(?![A-Za-z0-9_])")


@frozen
class Orientation:
    """An orientation of the map, given by the steps that east and south become."""

    name: str
    east: Tile
    south: Tile

    def step(self, dx: int, dy: int) -> Tile:
        """A step of the drawn map, in this orientation."""
        return (
            dx * self.east[0] + dy * self.south[0],
            dx * self.east[1] + dy * self.south[1],
        )

    def tile(self, tile: Tile, size: Tile) -> Tile:
        """A tile of a drawn map of this size, in this orientation."""
        x, y = self.step(*tile)
        right, down = self.step(size[0] - 1, size[1] - 1)
        return x - min(0, right), y - min(0, down)

    def facing(self, facing: Facing) -> Facing:
        """A facing of the drawn map, in this orientation."""
        return Facing(DELTAS.index(self.step(*facing.delta)))

    def area(self, area: Area, size: Tile) -> Area:
        """A rectangle of a drawn map of this size, in this orientation."""
        ax, ay = self.tile((area[0], area[1]), size)
        bx, by = self.tile((area[2], area[3]), size)
        return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)

    def text(self, text: str, size: Tile) -> str:
        """Convert the tiles and facings in a text to this orientation."""
        text = _TILE.sub(lambda m: tile_text(self.tile(parse_tile(m[0]), size)), text)
        return _FACING.sub(lambda m: self.facing(Facing[m[0]]).name, text)

    def back(self, text: str, size: Tile) -> str:
        """Convert the tiles and facings in a text back to the map as drawn, which has this size."""
        (a, b), (c, d) = self.east, self.south
        wide, high = self.step(*size)
        return Orientation(self.name, (a, c), (b, d)).text(text, (abs(wide), abs(high)))


ORIENTATIONS: Mapping[str, Orientation] = {
    way.name: way
    for way in (
        Orientation("drawn", (1, 0), (0, 1)),
        Orientation("mirrored", (-1, 0), (0, 1)),
        Orientation("upside down", (1, 0), (0, -1)),
        Orientation("turned", (0, 1), (-1, 0)),
    )
}


def oriented(scenario: Scenario, way: Orientation) -> Scenario:
    """The scenario in another orientation."""
    size = scenario.map.size
    return evolve(
        scenario,
        map=_ground(scenario.map, way),
        sides=tuple(_force(force, way, size) for force in scenario.sides),
        objectives=tuple(_objective(one, way, size) for one in scenario.objectives),
        waves=tuple(_wave(wave, way, size) for wave in scenario.waves),
    )


def _ground(ground: MapSection, way: Orientation) -> MapSection:
    return evolve(
        ground,
        rows=_rows(ground.rows, way, ground.size),
        levels=_rows(ground.levels, way, ground.size),
    )


def _rows(rows: Sequence[str], way: Orientation, size: Tile) -> tuple[str, ...]:
    if not rows:
        return ()
    letters = {
        way.tile((x, y), size): letter for y, row in enumerate(rows) for x, letter in enumerate(row)
    }
    width, height = (1 + max(tile[axis] for tile in letters) for axis in (0, 1))
    return tuple("".join(letters[x, y] for x in range(width)) for y in range(height))


def _force(force: Force, way: Orientation, size: Tile) -> Force:
    return evolve(
        force,
        deploy=None if force.deploy is None else way.area(force.deploy, size),
        figures=tuple(_entry(entry, way, size) for entry in force.figures),
    )


def _entry(entry: FigureEntry, way: Orientation, size: Tile) -> FigureEntry:
    return evolve(
        entry,
        at=None if entry.at is None else way.tile(entry.at, size),
        facing=None if entry.facing is None else way.facing(entry.facing),
    )


def _objective(objective: Objective, way: Orientation, size: Tile) -> Objective:
    area = objective.area
    return evolve(objective, area=None if area is None else way.area(area, size))


def _wave(wave: Wave, way: Orientation, size: Tile) -> Wave:
    edge = way.facing(Facing[wave.arrival.edge]).name
    return evolve(
        wave,
        arrival=evolve(wave.arrival, edge=edge),
        figures=tuple(_entry(entry, way, size) for entry in wave.figures),
    )
