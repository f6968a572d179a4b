"""Encoding and decoding of values as text, for orders, events and records.

A value has one canonical spelling: tiles `12,7`, paths `3,4>5,4` (corners only), sets `b2+b4`,
splits `r3:3+r4:2`, facings `NE`, chances `30%`, numbers and words as they are. Fields of events
have four more shapes (`EventShape`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, cast

import attrs

from skirmish.core.geometry import (
    Facing,
    Tile,
    corners_of,
    expand_path,
    parse_path,
    parse_tile,
    path_text,
    tile_text,
)
from skirmish.core.text import by_id

Split = tuple[tuple[str, int], ...]
Value = int | str | Facing | Tile | tuple[Tile, ...] | tuple[str, ...] | Split

WORD = re.compile(r"[a-z][a-z0-9_]*\Z")
_NUMBER = re.compile(r"-?[0-9]{1,9}\Z")


class Shape(Enum):
    """Textual form of a value; the enum value is the name used in error messages."""

    WORD = "a word"
    FIGURE = "a figure"
    NUMBER = "a number"
    TILE = "a tile such as 12,7"
    PATH = "a path such as 3,4>5,4"
    FIGURES = "figures such as b2+b4"
    SPLIT = "a split such as r3:3+r4:2"
    FACING = "a facing such as NE"
    CHANCE = "a chance such as 30%"
    LINE = "the rest of the line"


def encode(value: Value) -> str:
    """Return the canonical text of a value; its Python type selects the form."""
    if isinstance(value, Facing):
        return value.name
    if isinstance(value, int | str):
        return str(value)
    return _show_tuple(value)


def _show_tuple(value: Tile | tuple[Tile, ...] | tuple[str, ...] | Split) -> str:
    if not value:
        return ""
    first = value[0]
    if isinstance(first, int):
        return tile_text(cast("Tile", value))
    if isinstance(first, str):
        return "+".join(by_id(cast("tuple[str, ...]", value)))
    if isinstance(first[0], str):
        return "+".join(f"{name}:{share}" for name, share in cast("Split", value))
    return path_text(cast("tuple[Tile, ...]", value))


def _word(text: str) -> str:
    if not WORD.match(text):
        raise ValueError(text)
    return text


def _number(text: str) -> int:
    if not _NUMBER.match(text):
        raise ValueError(text)
    return int(text)


def _figures(text: str) -> tuple[str, ...]:
    names = tuple(_word(part) for part in text.split("+"))
    if by_id(names) != names:
        names = by_id(names)
    return names


def _split(text: str) -> Split:
    shares = []
    for part in text.split("+"):
        name, _, share = part.partition(":")
        shares.append((_word(name), _number(share)))
    return tuple(shares)


def _facing(text: str) -> Facing:
    try:
        return Facing[text]
    except KeyError:
        raise ValueError(text) from None


def _chance(text: str) -> str:
    if not text.endswith("%") or not 0 <= _number(text[:-1]) <= 100:  # noqa: PLR2004 - percent
        raise ValueError(text)
    return f"{_number(text[:-1])}%"


DECODERS: Mapping[Shape, Callable[[str], Value]] = {
    Shape.WORD: _word,
    Shape.FIGURE: _word,
    Shape.NUMBER: _number,
    Shape.TILE: parse_tile,
    Shape.PATH: parse_path,
    Shape.FIGURES: _figures,
    Shape.SPLIT: _split,
    Shape.FACING: _facing,
    Shape.CHANCE: _chance,
    Shape.LINE: str,
}
"""The decoder of each shape; it raises ValueError for invalid text."""


@lru_cache(maxsize=8192)
def decode(shape: Shape, text: str) -> Value:
    """Return the value of a text of this shape; ValueError when it is invalid."""
    return DECODERS[shape](text)


class EventShape(Enum):
    """Shapes that only fields of events have."""

    ROUTE = "tiles entered, by their corners"
    TILES = "tiles as runs: 3,4*5+3,5*2"
    NUMBERS = "numbers such as hits:3+radius:2"
    OPTIONS = "options such as r3|r4"


def arg(shape: Shape | EventShape) -> Any:  # noqa: ANN401 - attrs.field stands for any type
    """Declare an event field that is always written, in order."""
    # Tiles are kept in the order in which they are written, so that a loaded state is equal.
    converter = row_by_row if shape is EventShape.TILES else None
    return attrs.field(metadata={"shape": shape}, converter=converter)


def row_by_row(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Sort tiles row by row from the top left."""
    return tuple(sorted(tiles, key=lambda tile: (tile[1], tile[0])))


def opt(shape: Shape | EventShape, default: object) -> Any:  # noqa: ANN401 - as above
    """Declare an event field that is written as key=value where it differs from its default."""
    return attrs.field(default=default, metadata={"shape": shape, "opt": True}, kw_only=True)


def encode_field(shape: Shape | EventShape, value: Any) -> str:  # noqa: ANN401 - a field's value
    """Return the text of a field's value."""
    if isinstance(shape, Shape):
        return encode(value)
    if shape is EventShape.ROUTE:
        return encode(corners_of(value))
    if shape is EventShape.NUMBERS:
        return "+".join(f"{name}:{number}" for name, number in value.items())
    if shape is EventShape.OPTIONS:
        return "|".join(option.translate(_ESCAPES) for option in value)
    return "+".join(_runs(value)) or "-"


def _runs(tiles: tuple[Tile, ...]) -> list[str]:
    runs: list[list[int]] = []
    for x, y in row_by_row(tiles):
        if runs and runs[-1][1] == y and runs[-1][0] + runs[-1][2] == x:
            runs[-1][2] += 1
        else:
            runs.append([x, y, 1])
    return [f"{x},{y}*{n}" for x, y, n in runs]


def field_decoder(shape: Shape | EventShape) -> Callable[[str], Any]:
    """Return the decoder of a field; it raises ValueError for invalid text."""
    return DECODERS[shape] if isinstance(shape, Shape) else _EXTRA[shape]


def _route(text: str) -> tuple[Tile, ...]:
    return expand_path(tuple(map(parse_tile, text.split(">"))))


def _options(text: str) -> tuple[str, ...]:
    return tuple(_option(part) for part in text.split("|"))


def _numbers(text: str) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for part in text.split("+"):
        name, _, number = part.partition(":")
        if name in numbers:
            raise ValueError(text)
        numbers[cast("str", decode(Shape.WORD, name))] = cast("int", decode(Shape.NUMBER, number))
    return numbers


# Blanks separate words of an event and bars separate options, so both are escaped in options.
_ESCAPES = str.maketrans({" ": ".", ".": "%2e", "|": "%7c", "%": "%25"})


def _option(text: str) -> str:
    if not text:
        raise ValueError(text)
    plain = text.replace(".", " ").replace("%2e", ".").replace("%7c", "|")
    return plain.replace("%25", "%")


MAX_RUN = 200
MAX_TILES = 200 * 200
"""Tiles of the largest map."""


def _tiles(text: str) -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    for run in [] if text == "-" else text.split("+"):
        start, _, length = run.partition("*")
        x, y = cast("Tile", decode(Shape.TILE, start))
        count = int(cast("int", decode(Shape.NUMBER, length)))
        if not 0 < count <= MAX_RUN:
            raise ValueError(text)
        tiles += [(x + n, y) for n in range(count)]
        if len(tiles) > MAX_TILES:
            raise ValueError(text)
    return tuple(tiles)


_EXTRA: Mapping[EventShape, Callable[[str], Any]] = {
    EventShape.ROUTE: _route,
    EventShape.TILES: _tiles,
    EventShape.NUMBERS: _numbers,
    EventShape.OPTIONS: _options,
}
