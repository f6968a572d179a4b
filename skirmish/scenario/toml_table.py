"""Typed reading of TOML tables.

Nothing is coerced: 2.5 is not 2, "3" is not 3, true is not 1. A wrong value adds a fault and is
replaced by a neutral one of the right type, so that one pass finds all faults of a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from skirmish.core.geometry import Tile
from skirmish.core.sanitize import LINE_LIMIT, NAME_LIMIT, clean, clean_lines, escaped, is_name
from skirmish.core.setup import Area
from skirmish.errors import TextRefused
from skirmish.scenario.faults import (
    Fault,
    Faults,
    Path,
    did_you_mean,
    known_key,
    nearest,
    not_in_range,
)
from skirmish.scenario.toml_positions import FLAGS

MAX_NUMBER = 9999
MAX_TEXT_LINES = 40
_CORNERS = 4
_TEXTS, _TABLES = "an array of texts", "an array of tables"
_WHOLE = re.compile(r"\s*-?[0-9]{1,4}\s*")
_NUMBERS = re.compile(r"\s*[0-9]{1,3}(?:[\s,]+[0-9]{1,3}){1,3}\s*")
_ID_RULE = f"a small letter, then small letters, digits or _, at most {NAME_LIMIT}"


def type_name(value: object) -> str:
    """The type of a TOML value in words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    for kind, words in (
        (str, "text"),
        (int, "a whole number"),
        (float, "a number with a fraction"),
        (list, "an array"),
        (dict, "a table"),
    ):
        if isinstance(value, kind):
            return words
    return "a date or time"


class TomlTable:
    """One table; its reader asks for every possible key, then calls `done`."""

    def __init__(self, raw: dict[str, Any], path: Path, faults: Faults) -> None:
        """Take the values `raw` at `path`."""
        self.raw = raw
        self.path = path
        self.faults = faults
        self._asked: dict[str, bool] = {}
        self._examples: dict[str, str] = {}

    def has(self, key: str) -> bool:
        """Whether the key is present; it counts as a known key."""
        self._asked.setdefault(key, False)
        return key in self.raw

    def wrong(self, key: str, what: str, remedy: str = "", *, row: int = -1) -> None:
        """Add a fault of a key's value."""
        self.faults.add(Fault((*self.path, key), what, remedy, row=row))

    def done(self) -> None:
        """Add faults for unknown keys and for missing ones."""
        missing = [key for key, need in self._asked.items() if need and key not in self.raw]
        absent = [key for key in self._asked if key not in self.raw]
        for key in self.raw:
            if key in self._asked:
                continue
            meant = nearest(key, absent)
            also = [(*self.path, meant)] if meant else []
            remedy = f"did you mean '{meant}'?" if meant else known_key(key, self._asked)
            fault = Fault((*self.path, key), "unknown key", remedy, on_key=True)
            self.faults.add(fault, *also)
            missing = [name for name in missing if name != meant]
        for key in missing:
            self.wrong(key, "missing", f"write {self._examples[key]}")

    def _get(
        self,
        key: str,
        kind: type,
        words: str,
        *,
        need: bool,
        example: str = "",
        choices: Sequence[str] = (),
    ) -> Any:  # noqa: ANN401 - TOML
        """The value if it is present and exactly of this type, else None."""
        self._asked[key] = need
        self._examples[key] = example or f'{key} = "..."'
        value = self.raw.get(key)
        if value is None or type(value) is kind:
            return value
        shape = _in_its_shape(value, kind, words, example)
        remedy = did_you_mean("", choices) if choices else shape
        self.wrong(key, f"must be {words}, not {type_name(value)}", remedy)
        return None

    def text(
        self, key: str, default: str | None = None, *, limit: int = LINE_LIMIT, blank: bool = False
    ) -> str:
        """Read a safe line of text; required without a default."""
        value = self._get(key, str, "text", need=default is None)
        if value is None:
            return default or ""
        if not blank and not value.strip():
            self.wrong(
                key,
                "empty",
                "write a text" + (", or remove the key" if default is not None else ""),
            )
            return ""
        return self._clean(key, value, limit)

    def _clean(self, key: str, value: str, limit: int) -> str:
        try:
            return clean(value, what=key, limit=limit)
        except TextRefused as refused:
            self.wrong(key, refused.what, refused.remedy)
            return ""

    def lines(self, key: str, *, need: bool = False, most: int = MAX_TEXT_LINES) -> str:
        """Read a safe text of several lines; outer blank lines are removed."""
        value = self._get(key, str, "text", need=need)
        if value is None:
            return ""
        lines = [line.rstrip(" ") for line in value.split("\n")]
        try:
            lines = list(clean_lines("\n".join(lines), what=key, lines=most))
        except TextRefused as refused:
            row = _row_of(refused.where)
            line = f"line {row + 1}: " if row >= 0 else ""
            self.wrong(key, line + refused.what, refused.remedy, row=row)
            return ""
        text = "\n".join(lines).strip("\n")
        if need and not text:
            self.wrong(key, "empty", "write a text")
        return text

    def rows(self, key: str) -> tuple[str, ...]:
        """Read rows of a map; their letters are not checked."""
        value = self._get(key, str, "text", need=False)
        if not value:
            return ()
        return tuple(row.rstrip(" ") for row in value.rstrip("\n").split("\n"))

    def name(self, key: str) -> str:
        """Read an id; an invalid one is returned too, because other values may refer to it."""
        value = self._get(key, str, "text", need=True)
        if value is not None and not is_name(value):
            self.wrong(key, "not a valid id", _ID_RULE)
        return value or ""

    def number(
        self,
        key: str,
        default: int | None = None,
        low: int = 0,
        high: int = MAX_NUMBER,
        *,
        example: str = "",
    ) -> int:
        """Read a whole number within limits; required without a default."""
        example = example or f"{key} = {low or 1}"
        value = self._get(key, int, "a whole number", need=default is None, example=example)
        if value is None:
            return low if default is None else default
        if not low <= value <= high:
            self.wrong(key, not_in_range(low, high, value))
            return low
        return cast("int", value)

    def flag(self, key: str) -> bool:
        """Read true or false, by default false."""
        return bool(self._get(key, bool, "true or false", need=False))

    def choice(
        self, key: str, options: Iterable[str], default: str | None = None, *, example: str = ""
    ) -> str:
        """Read one of these words."""
        known = list(options)
        example = example or f'{key} = "{known[0]}"'
        need = default is None
        value = self._get(key, str, "text", need=need, example=example, choices=known)
        if value is None:
            return default or ""
        if value not in known:
            self.wrong(
                key,
                f"'{escaped(value, NAME_LIMIT)}' is not one of the choices",
                did_you_mean(value, known),
            )
            return ""
        return cast("str", value)

    def word(self, key: str, default: str | None = None, *, remedy: str = "") -> str:
        """Read a reference; whether its target exists is not checked.

        Args:
            key: The key.
            default: Its value without the key; None requires the key.
            remedy: The remedy for an empty text.
        """
        value = self._get(key, str, "text", need=default is None)
        if value == "" and default is not None:
            self.wrong(key, "empty", remedy or "write a name, or remove the key")
        return value or ""

    def words(self, key: str) -> tuple[str, ...] | None:
        """Read references; None if the key is missing."""
        value = self._get(key, list, _TEXTS, need=False)
        if value is None:
            return None
        return tuple(item for n, item in enumerate(value) if self._is(key, n, item, str, "text"))

    def names(self, key: str, thing: str, remedy: str) -> tuple[str, ...]:
        """Read references to a thing; if the key is present, at least one."""
        names = self.words(key) or ()
        if self.raw.get(key) == []:
            self.wrong(key, f"names no {thing}", remedy)
        return names

    def _is(self, key: str, number: int, item: object, kind: type, words: str) -> bool:
        if type(item) is kind:
            return True
        what = f"must be {words}, not {type_name(item)}"
        self.faults.add(Fault((*self.path, key, number), what, in_its_type(item, kind)))
        return False

    def _numbers(self, key: str, count: int, words: str) -> tuple[int, ...] | None:
        value = self._get(key, list, words, need=False)
        if value is None:
            return None
        if len(value) != count:
            self.wrong(key, f"must be {words}")
            return None
        whole = [self._is(key, n, item, int, "a whole number") for n, item in enumerate(value)]
        return tuple(value) if all(whole) else None

    def tile(self, key: str) -> Tile | None:
        """Read a tile [x, y]; it may be off the map."""
        numbers = self._numbers(key, 2, "a tile such as [3, 0]")
        return None if numbers is None else (numbers[0], numbers[1])

    def area(self, key: str) -> Area | None:
        """Read a rectangle [x, y, x, y]: two opposite corners, both included."""
        numbers = self._numbers(key, _CORNERS, "two corners such as [0, 0, 3, 5]")
        if numbers is None:
            return None
        x, y, to_x, to_y = numbers
        if x > to_x or y > to_y:
            self.wrong(key, "the corners are crossed", "write the upper left corner first")
            return None
        return x, y, to_x, to_y

    def table(self, key: str, *, need: bool = False, example: str = "") -> TomlTable | None:
        """Read the table under a key."""
        header = "" if self.path else f"[{key}]"
        value = self._get(key, dict, "a table", need=need, example=example or header)
        return None if value is None else TomlTable(value, (*self.path, key), self.faults)

    def tables(self, key: str, *, need: bool = False) -> list[TomlTable]:
        """Read an array of tables; empty if one is not a table, so that indices stay valid."""
        example = f"{key} = [...]" if self.path else f"[[{key}]]"
        value = self._get(key, list, _TABLES, need=need, example=example) or []
        tables = [self._is(key, n, item, dict, "a table") for n, item in enumerate(value)]
        if not all(tables):
            self.faults.mark_faulty((*self.path, key))
            return []
        return [TomlTable(item, (*self.path, key, n), self.faults) for n, item in enumerate(value)]

    def named(self, key: str) -> Mapping[str, TomlTable]:
        """Read the tables in the table under a key, by their keys."""
        inside = self.table(key)
        return {} if inside is None else inside.all_named()

    def all_named(self) -> Mapping[str, TomlTable]:
        """Read all values of this table as tables."""
        found = {key: self.table(key) for key in self.raw}
        return {key: table for key, table in found.items() if table is not None}


def in_its_type(value: object, kind: type) -> str:
    """How to write a text, number or flag as a value of another plain type; "" if impossible."""
    if kind is str and type(value) in (int, float):
        return f'write "{value}"'
    if kind is bool and isinstance(value, str) and (flag := FLAGS.get(value.casefold())):
        return f"write {flag}, without quotes"
    if kind is int and isinstance(value, str) and _WHOLE.fullmatch(value):
        return f"write {int(value)}, without quotes"
    if kind is int and isinstance(value, float) and value.is_integer():
        return f"write {int(value)}" if abs(value) <= MAX_NUMBER else ""
    return ""


def _in_its_shape(value: object, kind: type, words: str, example: str) -> str:
    """How to write a value of another type; "" if impossible."""
    if words == _TEXTS and isinstance(value, str):
        return f'write ["{escaped(value, NAME_LIMIT)}"]'
    if words == _TABLES and isinstance(value, dict):
        return f"write {example}" if example.startswith("[[") else "write [{ ... }]"
    if kind is list and isinstance(value, str) and (numbers := _NUMBERS.fullmatch(value)):
        return f"write [{', '.join(numbers[0].replace(',', ' ').split())}], without quotes"
    if kind is dict and example:
        return f"write {example}"
    return in_its_type(value, kind)


def _row_of(where: str) -> int:
    """The row, from 0, of a place such as "briefing, line 3"."""
    number = where.rpartition(" ")[2]
    return int(number) - 1 if number.isdigit() else -1
