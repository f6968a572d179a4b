"""Saved games: the folder of the records, and what the list shows of each.

The record of a game is its save, because every order is on the disk before the screen shows it. So
there is no separate save; resuming means opening the newest record.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from attrs import field, frozen

from skirmish.core.events import Bound, Ended, Scored
from skirmish.core.sanitize import escaped
from skirmish.errors import SkirmishError, UsageProblem, os_reason
from skirmish.presentation.battle_totals import brief_defeat, players_in_order
from skirmish.presentation.user_files import HOME_VARIABLE, data_folder
from skirmish.record import ParsedRecord, fork_turn, parse_record, read_bytes, standing_places
from skirmish.scenario import parse

FOLDER = "records"
"""Name of the folder of the records."""
SUFFIX = ".skr"
MOST_LISTED = 200
"""Records in the list, newest first."""
LONG_RECORD = 2**20
"""Size in bytes above which the list does not read a record; it can still be opened."""
_NEWEST_CHECKED = 20
_LONG_WORDS = "a long record"


@frozen
class Save:
    """A record in the list.

    `modified` is the file's time in seconds. `problem` says why it cannot be resumed; then title,
    turns and players are empty. `players` are by the name of their side. `seed`: None if the record
    is not read.
    """

    path: Path
    modified: float
    title: str = ""
    turn: int = 0
    turns: int = 0
    players: Mapping[str, str] = field(factory=dict)
    outcome: str = ""
    problem: str = ""
    seed: int | None = None

    @property
    def name(self) -> str:
        """The file's name, safe to show."""
        return escaped(self.path.name)

    @property
    def progress(self) -> str:
        """The turn, or how the battle ended; and in which turn another battle was forked for it."""
        forked = None if self.problem else fork_turn(self.path)
        when = f"in turn {forked}" if forked else "before turn 1"
        return self.reached + ("" if forked is None else f", forked {when}")

    @property
    def reached(self) -> str:
        """The turn, or how the battle ended."""
        if self.problem:
            return "broken"
        turn = f"turn {self.turn} of {self.turns}" if self.turn else "before turn 1"
        return self.outcome or turn

    @property
    def over(self) -> bool:
        """Whether the battle is known to have ended."""
        return self.outcome not in ("", _LONG_WORDS)

    @property
    def players_text(self) -> str:
        """The players of each side by its name: `Blue: human, Red: recruit`."""
        return ", ".join(f"{side}: {player}" for side, player in self.players.items())

    @property
    def date(self) -> str:
        """When the record was last written, in local time."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.modified))


@frozen
class SavedBattles:
    """The newest unfinished record, if any; whether one may be resumed, and replayed."""

    newest: Save | None = None
    resumable: bool = True
    replayable: bool = True


def records_folder() -> Path:
    """The folder of the records, created if missing.

    Raises:
        UsageProblem: It cannot be created.
    """
    folder = data_folder() / FOLDER
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = os_reason(error, "not a valid folder name")
        raise UsageProblem(
            f"no folder for records: {why}",
            escaped(str(folder)),
            f"set {HOME_VARIABLE} to another folder",
        ) from None
    return folder


def list_saves() -> Iterator[Save]:
    """The records, newest first; broken ones have a `problem`.

    Raises:
        UsageProblem: The folder cannot be read.
    """
    for modified, path in islice(_record_files(records_folder()), MOST_LISTED):
        yield inspect_record(path, modified)


def saved_battles() -> SavedBattles:
    """The state of the newest records; both flags are true if the folder cannot be read."""
    try:
        files = tuple(_record_files(records_folder()))
    except UsageProblem:
        return SavedBattles()
    resumable = len(files) > _NEWEST_CHECKED
    for modified, path in files[:_NEWEST_CHECKED]:
        save = inspect_record(path, modified)
        resumable |= not save.over
        if not (save.problem or save.outcome):
            return SavedBattles(save)
    return SavedBattles(None, resumable, bool(files))


def last_ruleset() -> str:
    """The id of the ruleset of the newest record; "" if there is none or it cannot be read."""
    try:
        _, path = next(_record_files(records_folder()), (0.0, None))
        if path is None or path.lstat().st_size > LONG_RECORD:
            return ""
        return parse(parse_record(read_bytes(path), escaped(path.name)).head.scenario).ruleset
    except (SkirmishError, OSError):
        return ""


def newest_save() -> Save | None:
    """The newest unfinished record among the last few; None if there is none."""
    return saved_battles().newest


def _record_files(folder: Path) -> Iterator[tuple[float, Path]]:
    try:
        found = [(p.lstat().st_mtime, p) for p in folder.iterdir() if p.suffix == SUFFIX]
    except OSError as error:
        raise UsageProblem(f"cannot be read: {error.strerror}", escaped(str(folder))) from None
    return iter(sorted(found, key=lambda pair: (-pair[0], pair[1].name)))


def inspect_record(path: Path, modified: float) -> Save:
    """What the list shows of a record, found without replaying it."""
    try:
        if path.lstat().st_size > LONG_RECORD:
            return Save(path, modified, title=escaped(path.name), outcome=_LONG_WORDS)
        reading = parse_record(read_bytes(path), escaped(path.name))
        scenario = parse(reading.head.scenario)
    except (SkirmishError, OSError) as error:
        return Save(path, modified, problem=_first_line(error))
    names = {force.id: force.name for force in scenario.sides}
    outcome = _outcome(reading, names)
    return Save(
        path=path,
        modified=modified,
        title=scenario.title,
        turn=_last_turn(reading),
        turns=scenario.turns,
        players=_players(reading, names, over=bool(outcome)),
        outcome=outcome,
        seed=reading.head.seed,
    )


def _first_line(error: Exception) -> str:
    text = str(error) if isinstance(error, SkirmishError) else "cannot be read"
    return text.partition("\n")[0]


def _last_turn(reading: ParsedRecord) -> int:
    for at in reversed(standing_places(reading.entries)):
        for told in reversed(reading.entries[at].told):
            if isinstance(told.event, Bound):
                return told.event.turn
    return 0


def _outcome(reading: ParsedRecord, names: Mapping[str, str]) -> str:
    """How a battle ended, with the points of both sides, the winner's first; "" if it lasts."""
    last = reading.entries[-1] if reading.entries else None
    for told in last.told if last else ():
        if isinstance(told.event, Ended):
            winner = told.event.winner
            sides = sorted(names, key=lambda side: side != winner)
            points = _points(reading, sides)
            score = f", {' to '.join(map(str, points))}" if any(points) else ""
            # A winner without more points has won for another reason.
            why = f": {brief_defeat(told.event.reason, names[sides[-1]])}"
            won = f"won by {names.get(winner, winner)}{score}{why * (points[0] <= points[-1])}"
            return won if winner else f"a draw{score}"
    return ""


def _points(reading: ParsedRecord, sides: Iterable[str]) -> Sequence[int]:
    """The points of sides."""
    score = Counter[str]()
    for at in standing_places(reading.entries):
        for told in reading.entries[at].told:
            if isinstance(told.event, Scored):
                score[told.event.side] += told.event.points
    return [score[side] for side in sides]


def _players(reading: ParsedRecord, names: Mapping[str, str], *, over: bool) -> Mapping[str, str]:
    """The players by the name of their side, in order: `human then regular` after a hand-over."""
    return {
        names.get(side, side): " then ".join(
            escaped(player)
            for player, _ in players_in_order(first, reading.entries, side, over=over)
        )
        for side, first in reading.head.players.items()
    }
