"""Values as text, both ways: the small vocabulary that orders, events and records are written in.

A value has one canonical spelling: tiles `12,7`, paths `3,4>5,4` (corners only), sets `b2+b4`,
splits `r3:3+r4:2`, facings `NE`, chances `30%`, numbers and words as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import cast

from skirmish.core.geometry import Facing, Tile, parse_path, parse_tile, path_text, tile_text

Split = tuple[tuple[str, int], ...]
Value = int | str | Facing | Tile | tuple[Tile, ...] | tuple[str, ...] | Split

WORD = re.compile(r"[a-z][a-z0-9_]*\Z")
_NUMBER = re.compile(r"-?[0-9]{1,9}\Z")
_ID_PARTS = re.compile(r"[0-9]+|[^0-9]+")


class Shape(Enum):
    """What a value looks like in text; the value is what error messages call it."""

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


@lru_cache(maxsize=4096)
def id_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key under which b2 comes before b10: the order meant by "the lower id"."""
    parts = _ID_PARTS.findall(name)
    return tuple((0, int(p), p) if p.isdigit() else (1, 0, p) for p in parts)


def by_id(names: Iterable[str]) -> tuple[str, ...]:
    """The names without repeats, lower ids first."""
    return tuple(sorted(dict.fromkeys(names), key=id_key))


def show(value: Value) -> str:
    """A value in its canonical spelling, told apart by its Python type."""
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


READERS: Mapping[Shape, Callable[[str], Value]] = {
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
"""What reads the text of a value, by its shape; ValueError when it spells none."""


@lru_cache(maxsize=8192)
def read(shape: Shape, text: str) -> Value:
    """The value that `text` spells in this shape; ValueError when it spells none."""
    return READERS[shape](text)


def many(number: int, one: str, more: str = "") -> str:
    """So many of something, in the singular where it is one: `1 game`, `2 games`."""
    return f"{number} {one if number == 1 else more or one + 's'}"
