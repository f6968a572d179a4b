"""Writing of records: one line for each order, to disk or in memory."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from attrs import evolve

from skirmish.errors import RecordProblem
from skirmish.record.files import Journal, create_in, name_of
from skirmish.record.format import (
    PLAYER,
    Entry,
    Head,
    entry_text,
    line_check,
    parse_entry,
    with_check,
)
from skirmish.record.limits import MAX_LINE, RecordUsage, nearly_full
from skirmish.record.reader import ParsedRecord, head_text, parse_record
from skirmish.record.undo import HUMAN

_FORK = "-fork-turn-"
_FORKED = re.compile(rf".*-[0-9]+{_FORK}([0-9]{{1,6}})(-[0-9]+)?\.skr", re.DOTALL)


class Record:
    """The head and the lines of a game, with a journal also on disk.

    With a journal each line is on disk when `append` returns. Without one, `text` encodes the lines
    on demand.
    """

    def __init__(
        self, head: Head, entries: Iterable[Entry] = (), journal: Journal | None = None
    ) -> None:
        """Take existing lines; `journal` has the same lines."""
        self.head = head
        self.entries = list(entries)
        self._load = RecordUsage()
        self._players = dict(head.players)
        for entry in self.entries:
            self._count(entry)
        self._journal = journal
        self._check = head_text(head)[1]
        self._break = ""

    @classmethod
    def create(
        cls,
        head: Head,
        path: Path,
        stem: str = "",
        *,
        entries: Iterable[Entry] = (),
        fork_turn: int | None = None,
        sync: bool = True,
    ) -> Self:
        """Create a record on disk; an existing file is never overwritten.

        Args:
            head: The start of the game.
            path: The file; or a folder, then the file is `<stem>-<seed>.skr`, with a counter.
            stem: The scenario's name.
            entries: The first lines.
            fork_turn: The turn in which another game was forked for this one, if any; in a folder
                the file's name contains it.
            sync: Whether `append` waits until the line is on disk.

        Raises:
            RecordProblem: The name exists, or the file cannot be written.
        """
        entries = list(entries)
        text = cls(head, entries).text.encode()
        if path.is_dir():
            forked = "" if fork_turn is None else f"{_FORK}{fork_turn}"
            journal = create_in(path, f"{_stem(stem)}-{head.seed}{forked}", text, sync=sync)
        else:
            journal = Journal.create_new(path, text, sync=sync)
        record = cls(head, entries, journal)
        record._check = text.rpartition(b"#")[2].decode().strip()
        return record

    @classmethod
    def reopen(cls, path: Path, *, sync: bool = True) -> tuple[Self, ParsedRecord]:
        """Open a record to play on; return it and its content. An incomplete last line is cut.

        Raises:
            UsageProblem: It is not a regular file, or is open elsewhere.
            RecordProblem: It is damaged.
        """
        journal, data = Journal.reopen(path, sync=sync)
        try:
            reading = parse_record(data, path.name)
            if reading.size < len(data):
                journal.cut(reading.size)
        except BaseException:
            journal.close()
            raise
        record = cls(reading.head, reading.entries, journal)
        record._check = reading.check
        record._break = "\n" if reading.unended else ""
        return record, reading

    @property
    def path(self) -> Path | None:
        """Path of the file; None in memory."""
        return self._journal.path if self._journal else None

    @property
    def notice(self) -> str:
        """Warning for the player that the file is nearly full, or empty."""
        return nearly_full(self._load, self._journal.size) if self._journal else ""

    @property
    def text(self) -> str:
        """The whole record as text; equal games have equal text."""
        text, check = head_text(self.head)
        lines = [text]
        for entry in self.entries:
            line = with_check(check, entry_text(entry, self.head.sides))
            check = line.rpartition("#")[2]
            lines.append(f"{line}\n")
        return "".join(lines)

    def add_sight(self, tiles: int) -> None:
        """Count the tiles of sight that the first lines of the record changed."""
        self._load.sight += tiles

    def append(self, entry: Entry, sight: int = 0) -> None:
        """Append a line that changes this number of tiles of sight.

        Raises:
            RecordProblem: It cannot be written; the record is then as it was before.
        """
        if self._journal is not None:
            body = entry_text(entry, self.head.sides)
            line = with_check(self._check, body)
            if len(line) > MAX_LINE:
                raise RecordProblem("longer than 64 kB", f"order {entry.number}", "report this")
            if parse_entry(body, self.head.sides) != entry:
                raise RecordProblem("cannot be read back", f"order {entry.number}", "report this")
            text = f"{self._break}{line}\n".encode()
            size = self._journal.size + len(text)
            by_hand = self._players.get(entry.side) == HUMAN
            name = name_of(self._journal.path)
            self._load.check_room(entry, size, name, by_hand=by_hand, sight=sight)
            self._journal.append(text)
            self._check, self._break = line_check(self._check, body), ""
        self._count(entry)
        self._load.sight += sight
        self.entries.append(entry)

    def _count(self, entry: Entry) -> None:
        self._load.add(entry)
        if entry.verb == PLAYER:
            self._players[entry.side] = entry.new_player

    def close(self) -> None:
        """Close the file."""
        if self._journal is not None:
            self._journal.close()

    def __enter__(self) -> Self:
        """Return the record."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def fork_head(head: Head, entries: tuple[Entry, ...], seed: int | None) -> Head:
    """Return the head of a game that branches off after these lines.

    Without a seed it gets one derived from the old seed and the lines; the old seed would repeat
    the dice of the original game.
    """
    if seed is None:
        body = "\n".join(entry_text(entry, head.sides) for entry in entries)
        seed = int(line_check(f"fork of {head.seed}", body), 16)
    return evolve(head, seed=seed)


def fork_turn(path: Path) -> int | None:
    """The turn in which a game was forked, by the name that its file was given; None if not."""
    found = _FORKED.fullmatch(path.name)
    return int(found[1]) if found else None


def _stem(name: str) -> str:
    """A file name for every file system: small letters, digits and hyphens."""
    return re.sub("[^a-z0-9]+", "-", name.lower())[:40].strip("-") or "game"
