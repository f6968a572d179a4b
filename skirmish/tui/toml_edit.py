"""Small TOML files of single values, edited by the player and the game.

The game changes only the line in question and keeps comments, order and unknown entries. Any fault
of a file becomes a `FileProblem` with its line; limits are checked before parsing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from skirmish.core.sanitize import escaped
from skirmish.errors import FileProblem, Problem

if TYPE_CHECKING:
    import tomllib

    from skirmish.scenario.toml_positions import Positions


MOST_BYTES = 64 * 1024
MOST_COLUMNS = 400
MOST_LINES = 2000
MOST_FAULTS = 20
"""Maximum number of faults reported in full, with suggestions; the others are counted."""
_SHOWN = 40

Value = bool | int | str
Path = tuple[str | int, ...]

_WRITTEN = re.compile(r"\"(?!\"\")(?:[^\"\\\n]|\\[^\n])*\"|'(?!'')[^'\n]*'|[A-Za-z0-9_+-]+")
_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


class CannotEdit(Exception):
    """One value of a text cannot be changed without affecting others."""


@frozen
class TomlFile:
    """The values of a file by dotted key, and the path of each as written."""

    name: str
    text: str
    values: Mapping[str, object]
    paths: Mapping[str, Path]

    def problem(self, key: str, what: str, remedy: str = "") -> Problem:
        """A fault of one value, with its line."""
        from skirmish.scenario.faults import Fault

        line, column = self._places.of(Fault(self.paths[key], what, on_key=True))
        return Problem(what, escaped(key, _SHOWN), self.name, line, column, remedy)

    @cached_property
    def _places(self) -> Positions:
        """Positions in the text, calculated once and only if needed."""
        from skirmish.scenario.toml_positions import Positions

        return Positions(self.text)

    def problems(self, faults: Sequence[tuple[str, str, str]]) -> tuple[Problem, ...]:
        """Faults (key, what, remedy) with their lines, sorted by line, at most `MOST_FAULTS`."""
        found = [self.problem(*fault) for fault in faults[:MOST_FAULTS]]
        found.sort(key=lambda problem: (problem.line, problem.column))
        if (left := len(faults) - MOST_FAULTS) > 0:
            found.append(Problem(f"... and {left} more", file=self.name))
        return tuple(found)


def parse_toml(text: str, name: str) -> TomlFile:
    """The values of a text.

    Raises:
        FileProblem: It is too large, or not TOML.
    """
    import tomllib  # only where there is a file

    text = text.replace("\r\n", "\n")
    _measure(text, name)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileProblem(_syntax(error, text, name)) from None
    except (ValueError, RecursionError):
        raise FileProblem(Problem("a value that cannot be read", file=name)) from None
    found = [(path, value) for path, value in _leaves(raw, ()) if path]
    keys = [joined(path) for path, _ in found]
    seen: dict[str, None] = {}
    for key in keys:
        if key in seen:
            what = "is defined twice, once in quotes and once as a table"
            raise FileProblem(Problem(what, escaped(key, _SHOWN), name, remedy="remove one"))
        seen[key] = None
    return TomlFile(
        name,
        text,
        dict(zip(keys, (value for _, value in found), strict=True)),
        dict(zip(keys, (path for path, _ in found), strict=True)),
    )


def joined(path: Path) -> str:
    """A path as one dotted key."""
    return ".".join(map(str, path))


def decode_utf8(data: bytes, name: str) -> str:
    """The bytes of a file as text.

    Raises:
        FileProblem: They are not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileProblem(
            Problem("not UTF-8 text", file=name, line=line, remedy="save it as UTF-8")
        ) from None


def _measure(text: str, name: str) -> None:
    if len(text) > MOST_BYTES:
        raise FileProblem(Problem("larger than 64 KiB", file=name, remedy="shorten it"))
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise FileProblem(Problem(f"more than {MOST_LINES} lines", file=name, remedy="shorten it"))
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_COLUMNS:
            what = f"a line longer than {MOST_COLUMNS} characters"
            raise FileProblem(Problem(what, file=name, line=number, remedy="shorten it"))
    # Deep nesting, which slows a parser down, is found without parsing.
    from skirmish.scenario.toml_positions import find_excess

    if (fault := find_excess(text)) is not None:
        raise FileProblem(Problem(fault.what, "", name, fault.row + 1, 0, fault.remedy))


def _syntax(error: tomllib.TOMLDecodeError, text: str, name: str) -> Problem:
    from skirmish.scenario.toml_positions import syntax_fault

    fault = syntax_fault(error, text)
    return Problem(fault.what, "", name, fault.row + 1, fault.column + 1, fault.remedy)


def _leaves(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    """Every value that is not a table; an empty table has none."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from _leaves(inside, (*path, key))
    else:
        yield path, value


# Writing.


def toml_value(value: Value) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else quoted(value)


def quoted(text: str) -> str:
    """Text in quotes, with escapes."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else _spelt(char) for char in plain) + '"'


def _spelt(char: str) -> str:
    point = ord(char)
    return f"\\u{point:04X}" if point <= 0xFFFF else f"\\U{point:08X}"  # noqa: PLR2004 - TOML's two forms


def toml_line(key: str, value: Value) -> str:
    """One line of a file."""
    name = key if _BARE.match(key) else quoted(key)
    return f"{name} = {toml_value(value)}"


def edited(toml: TomlFile, key: str, value: Value | None) -> str:
    """The text with one value changed, or removed (None); everything else stays unchanged.

    Raises:
        CannotEdit: The change cannot be made safely.
    """
    text = _edited(toml, key, value)
    expected: dict[str, object] = {**toml.values, key: value}
    if value is None:
        expected.pop(key)
    try:
        known = parse_toml(text, toml.name).values
    except FileProblem as problem:
        raise CannotEdit from problem
    if known != expected or list(map(type, known.values())) != [type(expected[k]) for k in known]:
        raise CannotEdit
    return text


def _edited(toml: TomlFile, key: str, value: Value | None) -> str:
    text = toml.text
    if key not in toml.paths:
        if value is None:
            return text
        header = _HEADER.search(text)
        at = header.start() if header else len(text)
        gap = "" if at == 0 or text[at - 1] == "\n" else "\n"
        return f"{text[:at]}{gap}{toml_line(key, value)}\n{text[at:]}"
    from skirmish.scenario.toml_positions import Positions

    spot = Positions(text).spots[toml.paths[key]]
    if value is None:
        start = text.rfind("\n", 0, spot.key) + 1
        end = text.find("\n", spot.value)
        return text[:start] + (text[end + 1 :] if end >= 0 else "")
    match = _WRITTEN.match(text, spot.value)
    if match is None:
        raise CannotEdit
    return text[: spot.value] + toml_value(value) + text[match.end() :]
