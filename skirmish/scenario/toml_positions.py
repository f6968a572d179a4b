"""Where each key of a TOML text stands, and the limits that hold before it is parsed.

`tomllib` decides what is valid and says nothing of places. `places` walks a text that it took,
and is asked only when there is a fault to place; `excess` looks at a text nobody has read yet.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping

from attrs import frozen

from skirmish.scenario.faults import Fault, Path

MOST_CHARS = 1 << 20
MOST_COLUMNS = 2000
MOST_LINES = 20_000
MOST_ENTRIES = 12_000
MOST_TABLES = 4000
DEEPEST = 16
MOST_PARTS = 6

# Unfinished strings run to the end of their line or of the text: no limit may find brackets in
# what was meant as words. Every quantifier is possessive, so no text takes more than one pass.
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']|'{1,2}(?!'))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?",
    re.DOTALL,
)
_WORDS = re.compile(_STRING.pattern + r"|\#[^\n]*+", re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_PART = r'(?:[A-Za-z0-9_-]++|"")'
_DOTTED = re.compile(
    rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS},}}+",
)
_GAP = re.compile(r"(?:[ \t\n]++|\#[^\n]*+)*+")
_BARE = re.compile(r"[A-Za-z0-9_-]++")
# A date and a time may have one blank between them.
_SCALAR = re.compile(r"[^\s,\]}#]++(?: [0-9][0-9]:[^\s,\]}#]*+)?")
_FENCE = 3


def find_excess(text: str) -> Fault | None:
    """What makes a text too much to be parsed: long lines, many entries, deep nesting."""
    return find_oversize(text) or _excess_of_marks(_WORDS.sub(_emptied, text))


def find_oversize(text: str) -> Fault | None:
    """What makes a text too long to be read, whatever it holds."""
    if len(text) > MOST_CHARS:
        return Fault((), "larger than 1 MiB", "a scenario needs far less")
    if text.count("\n") >= MOST_LINES:
        return Fault(
            (), f"more than {MOST_LINES} lines", "a scenario needs far less", row=MOST_LINES
        )
    for row, line in enumerate(text.split("\n")):
        if len(line) > MOST_COLUMNS:
            what = f"a line longer than {MOST_COLUMNS} characters"
            return Fault((), what, "break it", row=row, column=MOST_COLUMNS)
    return None


def _emptied(match: re.Match[str]) -> str:
    """A string without its words, a comment without anything; lines stay where they are."""
    words = match[0]
    return "" if words.startswith("#") else '""' + "\n" * words.count("\n")


def _excess_of_marks(marks: str) -> Fault | None:
    if marks.count("=") + marks.count(",") > MOST_ENTRIES or marks.count("[") > MOST_TABLES:
        return Fault((), f"more than {MOST_ENTRIES} entries or {MOST_TABLES} tables", "shorten it")
    depth = 0
    for bracket in _BRACKET.finditer(marks):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            row = marks.count("\n", 0, bracket.start())
            return Fault((), f"nested deeper than {DEEPEST}", "flatten it", row=row)
    if dotted := _DOTTED.search(marks):
        row = marks.count("\n", 0, dotted.start())
        return Fault((), f"a key of more than {MOST_PARTS} parts", "shorten it", row=row)
    return None


@frozen
class Spot:
    """Where a key and its value begin, as offsets; of a table, where its header stands."""

    key: int
    value: int


class Positions:
    """Lines and columns, from 1, of what stands in a valid TOML text."""

    def __init__(self, text: str) -> None:
        """Walk the text once."""
        self._text = text
        self._lines = [0]
        self._lines += [match.end() for match in re.finditer("\n", text)]
        self._spots = _Walk(text).spots

    @property
    def spots(self) -> Mapping[Path, Spot]:
        """Offsets of every key path and array element."""
        return self._spots

    def of(self, fault: Fault) -> tuple[int, int]:
        """Line and column of a fault; of what is missing, those of the table it is missing from."""
        if not fault.path:
            return fault.row + 1, fault.column + 1
        path = fault.path
        while path and path not in self._spots:
            path = path[:-1]
        if not path:
            return 1, 1
        spot = self._spots[path]
        on_key = fault.on_key and path == fault.path
        line, column = self._place(spot.key if on_key else spot.value)
        if fault.row < 0 or path != fault.path:
            return line, column
        return self._inside(spot.value, fault) or (line, column)

    def _place(self, offset: int) -> tuple[int, int]:
        row = bisect_right(self._lines, offset) - 1
        return row + 1, offset - self._lines[row] + 1

    def _inside(self, start: int, fault: Fault) -> tuple[int, int] | None:
        """The place of a row and column of a string, if it is written as it reads."""
        text = self._text
        fence = text[start : start + _FENCE]
        if fence not in ('"""', "'''"):
            return None
        line, column = self._place(start + _FENCE)
        if text[start + _FENCE : start + _FENCE + 1] == "\n":
            line, column = line + 1, 1
        line, column = line + fault.row, (1 if fault.row else column) + max(fault.column, 0)
        last = self._lines[line] if line < len(self._lines) else len(text)
        escaped = fence == '"""' and "\\" in text[start:last]
        return None if escaped else (line, column)


class _Walk:
    """Reads a valid text once, front to back, and keeps where everything begins."""

    def __init__(self, text: str) -> None:
        self.spots: dict[Path, Spot] = {}
        self._text = text
        self._at = 0
        self._tables: dict[Path, int] = {}
        self._document()

    def _document(self) -> None:
        inside: Path = ()
        while self._next():
            if self._next() == "[":
                inside = self._header()
            else:
                self._pair(inside)

    def _next(self) -> str:
        """The next character that counts; past the end, none."""
        match = _GAP.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return self._text[self._at : self._at + 1]

    def _header(self) -> Path:
        """`[a.b]` or `[[a.b]]`: the path of the table that begins here."""
        start = self._at
        several = self._text.startswith("[[", start)
        self._at += 1 + several
        path: Path = ()
        parts = self._key()
        for number, (key, offset) in enumerate(parts, start=1):
            path = (*path, key)
            last = number == len(parts)
            if last and several:
                self._tables[path] = self._tables.get(path, 0) + 1
            self.spots.setdefault(path, Spot(offset, start))
            if path in self._tables:
                path = (*path, self._tables[path] - 1)
                self.spots.setdefault(path, Spot(offset, start))
        self._next()
        self._at += 1 + several
        return path

    def _pair(self, inside: Path) -> None:
        path = inside
        parts = self._key()
        for key, offset in parts[:-1]:
            path = (*path, key)
            self.spots.setdefault(path, Spot(offset, offset))
        self._at += 1
        key, offset = parts[-1]
        self._next()
        path = (*path, key)
        self.spots[path] = Spot(offset, self._at)
        self._value(path)

    def _key(self) -> list[tuple[str, int]]:
        """A dotted key: its parts and where each begins; stops at what follows it."""
        parts = []
        while True:
            quoted = self._next() in ('"', "'")
            match = (_STRING if quoted else _BARE).match(self._text, self._at)
            if match is None:
                raise ValueError(self._at)
            word = tomllib.loads(f"key = {match[0]}")["key"] if quoted else match[0]
            parts.append((word, self._at))
            self._at = match.end()
            if self._next() != ".":
                return parts
            self._at += 1

    def _value(self, path: Path) -> None:
        match self._next():
            case "[":
                self._array(path)
            case "{":
                self._inline(path)
            case mark:
                pattern = _STRING if mark in ('"', "'") else _SCALAR
                match = pattern.match(self._text, self._at)
                self._at = match.end() if match else self._at + 1

    def _array(self, path: Path) -> None:
        self._at += 1
        number = 0
        while self._next() != "]":
            self.spots[(*path, number)] = Spot(self._at, self._at)
            self._value((*path, number))
            number += 1
            if self._next() == ",":
                self._at += 1
        self._at += 1

    def _inline(self, path: Path) -> None:
        self._at += 1
        while self._next() != "}":
            self._pair(path)
            if self._next() == ",":
                self._at += 1
        self._at += 1
