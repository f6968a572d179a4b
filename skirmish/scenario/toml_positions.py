"""Lines and columns of the keys in a TOML text, and the limits checked before parsing.

`tomllib` decides what is valid but gives no positions. `Positions` walks a text that `tomllib`
accepted, only when there is a fault; `find_excess` checks a text before it is parsed.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import count

from attrs import frozen

from skirmish.core.sanitize import escaped
from skirmish.scenario.faults import Fault, Path

MAX_CHARS = 1 << 20
MAX_COLUMNS = 2000
MAX_LINES = 20_000
MAX_ENTRIES = 12_000
MAX_TABLES = 4000
MAX_DEPTH = 16
MAX_KEY_PARTS = 6

# Unfinished strings run to the end of their line or of the text, so that brackets in them are not
# counted. No text takes more than one pass: sets of letters are repeated possessively, and in a
# group the first letter decides what follows. Groups are not repeated possessively, because Python
# before 3.11.5 does that wrongly.
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']|'{1,2}(?!'))*(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*"?'
    r"|'[^'\n]*+'?",
    re.DOTALL,
)
_WORDS = re.compile(_STRING.pattern + r"|\#[^\n]*+", re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_PART = r'(?:[A-Za-z0-9_-]++|"")'
_DOTTED = re.compile(
    rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MAX_KEY_PARTS},}}",
)
_GAP = re.compile(r"(?:[ \t\n]++|\#[^\n]*+)*")
_BARE = re.compile(r"[A-Za-z0-9_-]++")
# A date and a time may have one blank between them.
_SCALAR = re.compile(r"[^\s,\]}#]++(?: [0-9][0-9]:[^\s,\]}#]*+)?")
_FENCE = 3
_FENCES = ('"""', "'''")
_KEY_AT_THE_END = re.compile(r"\n[ \t]*+[A-Za-z0-9_-]++[ \t]*+=[ \t]*+(?:\"{3}|'{3})\Z")
_NOT_BREAK = re.compile(r"[^\n]")


def find_excess(text: str) -> Fault | None:
    """The fault of a text too large to parse: long lines, many entries, deep nesting."""
    return find_oversize(text) or _excess_of_marks(_WORDS.sub(_emptied, text))


def find_oversize(text: str) -> Fault | None:
    """The fault of a text that is too long; None for others."""
    if len(text) > MAX_CHARS:
        return Fault((), "larger than 1 MiB", "a scenario needs far less")
    if text.count("\n") >= MAX_LINES:
        return Fault((), f"more than {MAX_LINES} lines", "a scenario needs far less", row=MAX_LINES)
    if lone := _LONE_CR.search(text):  # texts with such line ends would seem to have too long lines
        return _control_fault(lone, text)
    for row, line in enumerate(text.split("\n")):
        if len(line) > MAX_COLUMNS:
            what = f"a line longer than {MAX_COLUMNS} characters"
            return Fault((), what, "split it", row=row, column=MAX_COLUMNS)
    return None


def comments_in(text: str) -> int:
    """The number of comments in a text."""
    return sum(word[0].startswith("#") for word in _WORDS.finditer(text))


def _emptied(match: re.Match[str]) -> str:
    """Empty a string or a comment; line breaks are kept."""
    words = match[0]
    return "" if words.startswith("#") else '""' + "\n" * words.count("\n")


def _excess_of_marks(marks: str) -> Fault | None:
    if marks.count("=") + marks.count(",") > MAX_ENTRIES or marks.count("[") > MAX_TABLES:
        return Fault((), f"more than {MAX_ENTRIES} entries or {MAX_TABLES} tables", "shorten it")
    depth = 0
    for bracket in _BRACKET.finditer(marks):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MAX_DEPTH:
            row = marks.count("\n", 0, bracket.start())
            return Fault((), f"brackets nested deeper than {MAX_DEPTH}", "flatten them", row=row)
    if dotted := _DOTTED.search(marks):
        row = marks.count("\n", 0, dotted.start())
        return Fault((), f"a key of more than {MAX_KEY_PARTS} parts", "shorten it", row=row)
    return None


_PLACE = re.compile(r"\A(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)\Z", re.DOTALL)
_PLAINER = {
    "Cannot declare": ("this table is defined already", "remove one, or write [[...]] for a list"),
    "Cannot mutate immutable namespace": ("this is written above already", "add it there"),
    "Cannot overwrite a value": ("this key is defined already", "remove one"),
    "Invalid statement": ("neither a key nor a [table]", "write name = value"),
    "Invalid value": ("not a TOML value", "write text in quotes"),
    "Illegal character '\\n'": ("a text without a closing quote", 'end it with "'),
    "Found invalid character '\\n'": ("a text without a closing quote", "end it with '"),
    'Expected "\'"': ("a text without a closing quote", "end it with '"),
    "Expected \"'''\"": ("a text without closing quotes", "end it as it begins"),
    "Expected ']]' at the end": ("a [[table]] without its ]]", "write [[name]] alone in its line"),
    "Duplicate inline table key": ("this key is in the same { } already", "remove one of them"),
    "Unterminated string": ("a text without closing quotes", "end it as it begins"),
    "Unclosed array": ("an array without its end", "end it with ]"),
    "Unclosed inline table": ("a table without its end in this line", "end it with }"),
    "Expected '=' after a key in a key/value pair": ("no = after the key", "write name = value"),
    "Expected ']' at the end of a table declaration": (
        "a [table] without its ]",
        "write [name] alone in its line",
    ),
    "Invalid initial character for a key part": ("not a key", "write name = value"),
    "Expected newline or end of document after a statement": (
        "the line goes on after its value",
        "write one value; a number does not begin with 0",
    ),
    "Unescaped '\\' in a string": ("a single \\ in a text", "write \\\\, or quote it with '"),
}


_LINE_BREAKS = ("Illegal character '\\n'", "Found invalid character '\\n'")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""Characters not allowed anywhere in a file, not even in a comment; CRLF has been replaced."""
_LONE_CR = re.compile(r"\r(?!\n)")
_BARE_WORD = re.compile(r"[A-Za-z]+(?![^\s,\]}#])")
_INNER_QUOTE = re.compile(r'"[^\s,\]}#"=][^"]*"')
"""A closing quote, text that follows it without a blank, and another quote."""
_TUPLE = re.compile(r"\(([-\d, ]{1,40})\)")
_VALUE_BEGINS = re.compile(r"[\w\"'{\[+-]", re.ASCII)
_TABLE = re.compile(r"\s*\[\[\s*([A-Za-z0-9_.-]+)\s*\]\]")
_STATEMENT = re.compile(
    r"\s*(?:\[\[?\s*[A-Za-z][^\[\]{},=]*\]\]?\s*(?:\#.*)?\Z|[A-Za-z_][A-Za-z0-9_-]*\s*=\s*[^\s=])"
)
"""A line that is no part of the value above it: a header, or a key with its value."""
_NO_LINE = re.compile(r"\s*(?:\#.*)?\Z")
_OPENED_TEXT = re.compile(r"\s*[A-Za-z0-9_.-]+\s*=\s*([\"'])(.*)")
_BARE_LETTER = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_-]+)\s*\.\s*([^\s\]\"'\\])\s*(\]\]?)")
"""A header of two parts; the second is one character without quotes."""
_BARE_HEADER = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_.-]+)\s*\]")
FLAGS = dict.fromkeys(("true", "yes", "on"), "true")
FLAGS |= dict.fromkeys(("false", "no", "off"), "false")
"""Other words for true and false."""


def _explained(message: str, lines: Sequence[str], row: int, column: int) -> tuple[str, str] | None:
    """Fault and remedy of a frequent mistake at this place, if it is one."""
    before, rest = lines[row][:column].rstrip(), lines[row][column:]
    if message == "Invalid value":
        word = _BARE_WORD.match(rest)
        if word and (flag := FLAGS.get(word[0].casefold())):
            return _PLAINER[message][0], f"write {flag}"
        if numbers := _TUPLE.match(rest):
            return _PLAINER[message][0], f"write [{numbers[1].strip(' ,')}]"
    if message.startswith(("Unclosed", "Expected newline")) and _INNER_QUOTE.match(
        lines[row], column - 1
    ):
        return (
            'the text ends at the " before this',
            "write \\\" for quotes inside, or '...' around it",
        )
    if message.startswith("Unclosed") and _VALUE_BEGINS.match(rest):
        begun = before and before[-1] not in "[{,="
        if begun or rest.startswith("{"):
            return "a comma is missing before this", "write , between two values"
    if message.startswith("Cannot overwrite") and (list_of := _TABLE.match(lines[row])):
        return _single_table(list_of[1], lines[:row])
    return _explained_line(message, lines, row, column)


def _explained_line(
    message: str, lines: Sequence[str], row: int, column: int
) -> tuple[str, str] | None:
    """Fault and remedy of a mistake that shows in its whole line, if it is one."""
    line = lines[row]
    if message.startswith("Invalid initial"):
        if not line[column:].strip() and line.rstrip().endswith(","):
            return _PLAINER["Unclosed inline table"]
        if header := _BARE_LETTER.match(line):
            opened, name, letter, closed = header.groups()
            return f"{letter} needs quotes here", f'write {opened}{name}."{letter}"{closed}'
    if message in _LINE_BREAKS and (text := _OPENED_TEXT.match(line)):
        following = lines[row + 1] if row + 1 < len(lines) else ""
        if not text[2] or not (_NO_LINE.match(following) or _STATEMENT.match(following)):
            return "a text of several lines", f"write {text[1] * _FENCE} before it and after it"
    if message.startswith(("Cannot mutate", "Cannot declare")):
        return _defined_already(line, lines[:row])
    return None


def _defined_already(line: str, above: Sequence[str]) -> tuple[str, str] | None:
    """Fault and remedy of a `[name]` or `[[name]]` that repeats one above; None for others."""
    header = _BARE_HEADER.match(line)
    if header is None:
        return None
    parts = header[1].split(".")
    places = Positions("\n".join(above))
    path: Path = ()
    for name in parts:
        path = (*path, name)
        if (spot := places.spots.get(path)) is None:
            return None
        if spot.value > spot.key:  # the place of a header is before its key
            row = places.of(Fault(path, "", on_key=True))[0]
            return f"{name} = ... is in line {row} already", "add it there"
        if name is not parts[-1]:
            path = places.last_of(path)
    row = places.of(Fault(path, "", on_key=True))[0]
    return f"this table is defined already in line {row}", _PLAINER["Cannot declare"][1]


def _single_table(name: str, lines: Sequence[str]) -> tuple[str, str] | None:
    """Fault and remedy of `[name]` above a `[[name]]`."""
    header = re.compile(rf"\s*\[\s*{re.escape(name)}\s*\]\s*(?:\#.*)?\Z")
    row = next((n for n, line in enumerate(lines, 1) if header.match(line)), 0)
    return (f"[{name}] in line {row} is no list", f"write [[{name}]] there") if row else None


def _control_fault(found: re.Match[str], text: str) -> Fault:
    row, column = (
        text.count("\n", 0, found.start()),
        found.start() - text.rfind("\n", 0, found.start()),
    )
    if found[0] == "\r":
        what, remedy = "a line ends in CR alone", "save it with the line ends of Unix or Windows"
    else:
        what, remedy = f"U+{ord(found[0]):04X}, a control character", "remove it"
    return Fault((), what, remedy, row=row, column=column - 1)


def syntax_fault(error: tomllib.TOMLDecodeError, text: str) -> Fault:
    """The fault of a TOML syntax error, with its place."""
    if control := _CONTROL.search(text):
        return _control_fault(control, text)
    match = _PLACE.match(str(error))
    what = match[1] if match else "not TOML"
    plain = escaped(what[:1].lower() + what[1:])
    message = next(filter(what.startswith, _PLAINER), "")
    what, remedy = _PLAINER.get(message, (plain, "see https://toml.io"))
    lines = text.split("\n")
    if match is None or match[2] is None:
        row, column = len(lines) - 1, len(lines[-1])
    else:
        row, column = int(match[2]) - 1, int(match[3]) - 1
        char = lines[row][column : column + 1]
        if not char.isascii():
            what, remedy = f"U+{ord(char):04X} outside quotes", 'quotes are " and blanks are plain'
    before = "\n".join((*lines[:row], lines[row][:column]))
    found = _swallowed(before) or _unclosed_above(message, lines, row)
    found = found or _repeated_key(message, before)
    if found is not None:
        return found
    if slip := _explained(message, lines, row, column):
        what, remedy = slip
    elif message in _OPEN:
        row, column = _place_in(before, _OPEN[message](before))
    return Fault((), what, remedy, row=row, column=column)


def _swallowed(before: str) -> Fault | None:
    """The fault of a text of several lines that ends where the next such text begins."""
    texts = [word for word in _WORDS.finditer(before) if word[0].startswith(_FENCES)]
    last = texts[-1] if texts else None
    if last is None or not _KEY_AT_THE_END.search(last[0]):
        return None
    fence, end = last[0][:_FENCE], before.count("\n", 0, last.end()) + 1
    row, column = _place_in(before, last.start())
    what = f"this text goes on to line {end}, where another one begins"
    return Fault((), what, f"end it with {fence} before that", row=row, column=column)


def _unclosed_above(message: str, lines: Sequence[str], row: int) -> Fault | None:
    """The fault of an array that continues to a line that is no part of it."""
    if message not in ("Invalid value", "Unclosed array") or not _STATEMENT.match(lines[row]):
        return None
    above = "\n".join(lines[:row])
    begun = _open_array(above)
    if not begun:
        return None
    row, column = _place_in(above, begun)
    return Fault((), *_PLAINER["Unclosed array"], row=row, column=column)


def _repeated_key(message: str, before: str) -> Fault | None:
    """The fault of a key at the end of this text that already occurs before."""
    if message != "Cannot overwrite a value":
        return None
    try:
        repeated = _Walk(before).repeated
    except ValueError:  # it ends inside an inline table
        return None
    if repeated is None:
        return None
    first, again = (_place_in(before, offset) for offset in repeated)
    what = f"this key is in line {first[0] + 1} already"
    return Fault((), what, "remove one of them", row=again[0], column=again[1])


def _open_text(before: str) -> int:
    """The offset of the last text."""
    words = (word for word in _WORDS.finditer(before) if not word[0].startswith("#"))
    return max((word.start() for word in words), default=0)


def _half_quoted(before: str) -> int:
    """The offset of the first text that begins with a single quote but does not end with one."""
    words = (word for word in _WORDS.finditer(before) if word[0].startswith("'"))
    return next((word.start() for word in words if word[0][1:][-1:] != "'"), 0)


def _open_array(before: str) -> int:
    """The offset of the innermost array without an end."""
    marks = _WORDS.sub(lambda word: _NOT_BREAK.sub(" ", word[0]), before)
    begun: list[int] = []
    for bracket in _BRACKET.finditer(marks):
        if bracket[0] == "[":
            begun.append(bracket.start())
        elif bracket[0] == "]" and begun:
            begun.pop()
    return begun[-1] if begun else 0


_OPEN: Mapping[str, Callable[[str], int]] = {
    "Unterminated string": _open_text,
    'Expected "\'"': _half_quoted,
    "Expected \"'''\"": _open_text,
    "Unclosed array": _open_array,
}
"""For a message about a missing end, the function that finds where the unended value begins."""


def _place_in(text: str, offset: int) -> tuple[int, int]:
    """Row and column, from 0, of an offset."""
    return text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)


@frozen
class Spot:
    """Offsets of a key and its value; for a table, of its header."""

    key: int
    value: int


class Positions:
    """Lines and columns, from 1, of the keys and values in a valid TOML text."""

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

    def last_of(self, path: Path) -> Path:
        """The path of the last table of a list, or the path itself if it is no list."""
        number = next(n for n in count() if (*path, n) not in self._spots)
        return (*path, number - 1) if number else path

    def of(self, fault: Fault) -> tuple[int, int]:
        """Line and column of a fault; for a missing key those of its table."""
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
        """The place of a row and column inside a string, if it has no escapes."""
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
    """One pass through a valid text that collects offsets."""

    def __init__(self, text: str) -> None:
        self.spots: dict[Path, Spot] = {}
        self.repeated: tuple[int, int] | None = None
        """Offsets of the first place and of the repetition, if the last key that was read occurs
        twice."""
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
        """The next character that is not blank or comment; "" at the end."""
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
        first = self.spots.get(path)
        self.repeated = None if first is None else (first.key, offset)
        self.spots[path] = Spot(offset, self._at)
        self._value(path)

    def _key(self) -> list[tuple[str, int]]:
        """Read a dotted key: its parts with their offsets."""
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
