"""Pairs of games, and the file that keeps those played, so that a run can be resumed.

A pair is two games on the same seed, with the seats swapped. A line of the file is a JSON object:
`scenario` and `hash`, `version` of the program, `levels`, `seed`, and `results` of both games. A
torn last line is cut off; any other damage is an error.

A pair is identified by the name of its scenario. A named scenario must have the same hash as
before, a generated one the same version of the program.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Self

from attrs import asdict, frozen

from skirmish.analysis.intervals import DRAWN, WON
from skirmish.analysis.self_play import play
from skirmish.core.sanitize import escaped, is_name
from skirmish.errors import FileProblem, Problem, UsageProblem, os_reason
from skirmish.game import Game, Opening, open_text
from skirmish.record.files import lock
from skirmish.record.format import MAX_SEED
from tools.command import played_version
from tools.ladder.scenarios import LadderScenario, is_generated

Levels = tuple[str, str]


@frozen
class Result:
    """The end of one game, and the points of the first level: 2 for a win, 1 for a draw."""

    points: int
    winner: str
    reason: str
    turns: int


@frozen
class Match:
    """A pair that was played; in the first game the first level has the first seat."""

    scenario: str
    hash: str
    levels: Levels
    seed: int
    results: tuple[Result, Result]

    @property
    def points(self) -> int:
        """Points of the first level in both games, 0 to 4."""
        return sum(result.points for result in self.results)

    @property
    def of_first_seat(self) -> int:
        """Points of the first seat in both games, 0 to 4."""
        mine, theirs = self.results
        return mine.points + WON - theirs.points

    @property
    def key(self) -> tuple[str, Levels, int]:
        """Key of the pair: scenario, levels, seed."""
        return self.scenario, self.levels, self.seed


def played(scenario: str, levels: Levels, seed: int) -> tuple[Result, Result]:
    """Play both games of a pair; `scenario` is the text of one."""
    opening = open_text(scenario)
    return _played(opening, levels, seed, seat=0), _played(opening, levels, seed, seat=1)


def _played(opening: Opening, levels: Levels, seed: int, *, seat: int) -> Result:
    """One game, with the first level in a seat."""
    sides = tuple(opening.state.setup.sides)
    mine, theirs = sides[seat], sides[1 - seat]
    with play(opening, {mine: levels[0], theirs: levels[1]}, seed) as game:
        return result_of(game, mine)


def result_of(game: Game, side: str) -> Result:
    """The end of a game, with the points of a side."""
    tally = game.state.tally
    points = DRAWN if not tally.winner else WON if tally.winner == side else 0
    return Result(points, tally.winner, tally.reason, game.turn)


MOST_BYTES = 8 * 1024 * 1024
"""Maximum size of the file: enough for more than 20,000 pairs."""
MOST_COLUMNS = 4096
LONGEST = 400
"""Maximum number of characters of a path that are shown."""
ANOTHER = "name another file, or delete this one"
Key = tuple[str, Levels, int]


class Damaged(ValueError):
    """A line is not the result of a pair."""


class ResultsFile:
    """The results of the pairs that were played, in memory and possibly in a file.

    Attributes:
        version: Version of the program that plays.
        torn: Whether the file ended in an incomplete line, which was cut off.
    """

    def __init__(
        self, matches: Iterable[Match] = (), file: BinaryIO | None = None, path: Path = Path()
    ) -> None:
        """Take results and an open file, positioned at its end; `path` is its path."""
        self.version = played_version()
        self.torn = False
        self._matches: dict[Key, Match] = {match.key: match for match in matches}
        self._file = file
        self._path = path

    @classmethod
    def open(cls, path: Path, named: Iterable[LadderScenario] = ()) -> Self:
        """Open or create a results file.

        Args:
            path: The file.
            named: The scenarios of the run that are not generated.

        Raises:
            UsageProblem: It cannot be opened, or another run has it open.
            FileProblem: It is damaged, or is from another program or scenario.
        """
        name = _where(path)
        try:
            file = _opened(path)
        except (OSError, ValueError) as error:
            why = os_reason(error, "not a file's name")
            raise UsageProblem(f"cannot be opened: {why}", name, ANOTHER) from None
        try:
            results = cls((), file, path)
            hashes = {scenario.name: scenario.hash for scenario in named}
            matches, results.torn = _read(file, name, results.version, hashes)
            for match in matches:
                results._matches[match.key] = match
        except BaseException:
            file.close()
            raise
        return results

    def get(self, scenario: str, levels: Levels, seed: int) -> Match | None:
        """The pair with this name of a scenario, levels and seed, if it was played."""
        return self._matches.get((scenario, levels, seed))

    def add(self, match: Match) -> None:
        """Add a pair and write it to the file at once.

        Raises:
            UsageProblem: The file is full.
        """
        if self._file is not None:
            line = line_of(match, self.version).encode()
            if self._file.tell() + len(line) > MOST_BYTES:
                what = f"is full: {MOST_BYTES // 2**20} MiB"
                raise UsageProblem(what, _where(self._path), "go on in another file")
            self._file.write(line)
            self._file.flush()
        self._matches[match.key] = match

    def __len__(self) -> int:
        """Number of pairs."""
        return len(self._matches)

    def __enter__(self) -> Self:
        """These results."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def _where(path: Path) -> str:
    return escaped(str(path), LONGEST)


def line_of(match: Match, version: str) -> str:
    """A pair as a line of the file."""
    data = {"version": version, **asdict(match)}
    return json.dumps(data, separators=(",", ":")) + "\n"


def _opened(path: Path) -> BinaryIO:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o644)
    file = os.fdopen(descriptor, "r+b")
    try:
        _check_plain(descriptor, path)
        _lock(descriptor, path)
    except BaseException:
        file.close()
        raise
    return file


def _check_plain(descriptor: int, path: Path) -> None:
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise UsageProblem("not a plain file", _where(path), ANOTHER)


def _lock(descriptor: int, path: Path) -> None:
    if not lock(descriptor):
        what = "another run writes to it"
        raise UsageProblem(what, _where(path), "wait for that, or name another file")


def _read(
    file: BinaryIO, name: str, version: str, hashes: Mapping[str, str]
) -> tuple[list[Match], bool]:
    """Read a file and cut off a torn last line; returns the pairs, and whether a line was torn."""
    text = file.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise UsageProblem(f"larger than {MOST_BYTES // 2**20} MiB", name, ANOTHER)
    found: list[Match] = []
    whole = 0
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        try:
            by, match = _match(line)
        except Damaged:
            if number == len(lines):
                break
            what = "no line of a ladder"
            raise FileProblem(Problem(what, "", name, number, remedy=ANOTHER)) from None
        if fault := _foreign(by, match, version, hashes):
            raise FileProblem(Problem(fault, "", name, number, remedy=ANOTHER))
        whole += len(line)
        found.append(match)
    if whole < len(text) and not found:
        # A file of only one damaged line may be something else, which must not be cut.
        _begins_as_ours(text, name)
    file.truncate(whole)
    file.seek(whole)
    return found, whole < len(text)


def _begins_as_ours(text: bytes, name: str) -> None:
    start = b'{"version":'
    if not start.startswith(text[: len(start)]):
        raise FileProblem(Problem("no line of a ladder", "", name, 1, remedy=ANOTHER))


def _foreign(by: str, match: Match, version: str, hashes: Mapping[str, str]) -> str:
    """Why a line is not from this run; empty if it is."""
    if by != version:
        return f"was played by skirmish {escaped(by)}, and this is {version}"
    if match.scenario not in hashes:
        what = f"is of a scenario that is not played now, '{match.scenario}'"
        return "" if is_generated(match.scenario) else what
    if hashes[match.scenario] != match.hash:
        return f"the scenario '{match.scenario}' was another one then"
    return ""


def _match(line: bytes) -> tuple[str, Match]:
    """Parse a line into the version of the program and the pair.

    Raises:
        Damaged: It is not the result of a pair.
    """
    if not line.endswith(b"\n") or len(line) > MOST_COLUMNS:
        raise Damaged(line)
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise Damaged(line) from None
    keys = {"version", "scenario", "hash", "levels", "seed", "results"}
    if not isinstance(data, dict) or set(data) != keys:
        raise Damaged(line)
    levels, results = data["levels"], data["results"]
    if not (_two(levels) and _two(results) and all(map(_is_text, (*levels, data["hash"])))):
        raise Damaged(line)
    if not (_is_text(data["version"]) and _is_text(data["scenario"]) and _is_seed(data["seed"])):
        raise Damaged(line)
    first, second = (_result(result, line) for result in results)
    pair = (levels[0], levels[1])
    match = Match(data["scenario"], data["hash"], pair, data["seed"], (first, second))
    return data["version"], match


def _two(value: Any) -> bool:  # noqa: ANN401 - whatever JSON may hold
    return isinstance(value, list) and len(value) == len(("home", "away"))


def _is_text(value: Any) -> bool:  # noqa: ANN401 - the same
    return isinstance(value, str) and escaped(value) == value


def _is_seed(value: Any) -> bool:  # noqa: ANN401 - the same
    return type(value) is int and 0 <= value <= MAX_SEED


def _result(data: Any, line: bytes) -> Result:  # noqa: ANN401 - the same
    if not isinstance(data, dict) or set(data) != {"points", "winner", "reason", "turns"}:
        raise Damaged(line)
    points, turns = data["points"], data["turns"]
    if type(points) is not int or not 0 <= points <= WON or type(turns) is not int:
        raise Damaged(line)
    if not (_is_text(data["winner"]) and is_name(data["reason"])):
        raise Damaged(line)
    return Result(points, data["winner"], data["reason"], turns)
