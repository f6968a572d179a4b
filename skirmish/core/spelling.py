"""How the fields of events are spelt: the values of `core.text`, and what only events have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, cast

import attrs

from skirmish.core.geometry import Tile, corners_of, expand_path, parse_tile
from skirmish.core.text import READERS, Shape, read, show


class Extra(Enum):
    """Shapes that only events have."""

    ROUTE = "tiles entered, by their corners"
    TILES = "tiles as runs: 3,4*5+3,5*2"
    NUMBERS = "numbers such as hits:3+radius:2"
    OPTIONS = "options such as r3|r4"


def arg(shape: Shape | Extra) -> Any:  # noqa: ANN401 - attrs.field stands for any type
    """A field that is always written, in order."""
    # Tiles are kept as they are written, or a loaded state would not be the one that was played.
    converter = row_by_row if shape is Extra.TILES else None
    return attrs.field(metadata={"shape": shape}, converter=converter)


def row_by_row(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles from the top left on."""
    return tuple(sorted(tiles, key=lambda tile: (tile[1], tile[0])))


def opt(shape: Shape | Extra, default: object) -> Any:  # noqa: ANN401 - as above
    """A field that is written as key=value where it differs from its default."""
    return attrs.field(default=default, metadata={"shape": shape, "opt": True}, kw_only=True)


def write(shape: Shape | Extra, value: Any) -> str:  # noqa: ANN401 - a field's value
    """A field's value as text."""
    if isinstance(shape, Shape):
        return show(value)
    if shape is Extra.ROUTE:
        return show(corners_of(value))
    if shape is Extra.NUMBERS:
        return "+".join(f"{name}:{number}" for name, number in value.items())
    if shape is Extra.OPTIONS:
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


def reader(shape: Shape | Extra) -> Callable[[str], Any]:
    """What makes a field's value of its text; ValueError when that spells none."""
    return READERS[shape] if isinstance(shape, Shape) else _EXTRA[shape]


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
        numbers[cast("str", read(Shape.WORD, name))] = cast("int", read(Shape.NUMBER, number))
    return numbers


# Words of an event are parted by blanks and options by bars, so an option has neither in text.
_ESCAPES = str.maketrans({" ": ".", ".": "%2e", "|": "%7c", "%": "%25"})


def _option(text: str) -> str:
    if not text:
        raise ValueError(text)
    plain = text.replace(".", " ").replace("%2e", ".").replace("%7c", "|")
    return plain.replace("%25", "%")


MAX_RUN = 200
MAX_TILES = 200 * 200
"""As many as the largest map has."""


def _tiles(text: str) -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    for run in [] if text == "-" else text.split("+"):
        start, _, length = run.partition("*")
        x, y = cast("Tile", read(Shape.TILE, start))
        count = int(cast("int", read(Shape.NUMBER, length)))
        if not 0 < count <= MAX_RUN:
            raise ValueError(text)
        tiles += [(x + n, y) for n in range(count)]
        if len(tiles) > MAX_TILES:
            raise ValueError(text)
    return tuple(tiles)


_EXTRA: Mapping[Extra, Callable[[str], Any]] = {
    Extra.ROUTE: _route,
    Extra.TILES: _tiles,
    Extra.NUMBERS: _numbers,
    Extra.OPTIONS: _options,
}
