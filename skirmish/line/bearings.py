"""Directions and distances in words, and words as directions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from skirmish.core.geometry import Facing, Tile, facing_towards, metres
from skirmish.core.text import many

NAMES: Mapping[Facing, str] = {
    Facing.N: "north",
    Facing.NE: "north-east",
    Facing.E: "east",
    Facing.SE: "south-east",
    Facing.S: "south",
    Facing.SW: "south-west",
    Facing.W: "west",
    Facing.NW: "north-west",
}
_FARTHEST = 99
_LEG = re.compile(r"(?P<way>[a-z]+)(?P<steps>\d{0,2})")


def direction(text: str) -> Facing | None:
    """The direction that a word names: `ne`, `NE`, `north-east`, `northeast`."""
    word = text.casefold().replace("-", "").replace("_", "")
    for facing, name in NAMES.items():
        if word in (facing.name.casefold(), name.replace("-", "")):
            return facing
    return None


def legs(words: Sequence[str]) -> tuple[tuple[Facing, int], ...]:
    """Ways with their lengths, as in `e3 ne2`, `e 3`, `north`; nothing where a word is no such."""
    if len(words) % 2 == 0 and all(map(_is_length, words[::2])):
        # `3 north` for `north 3`.
        words = [word for pair in zip(words[1::2], words[::2], strict=True) for word in pair]
    found: list[tuple[Facing, int]] = []
    for word in words:
        if found and _is_length(word):
            found[-1] = (found[-1][0], int(word))
            continue
        leg = _LEG.fullmatch(word.casefold().replace("-", ""))
        facing = direction(leg["way"]) if leg else None
        if leg is None or facing is None:
            return ()
        found.append((facing, int(leg["steps"] or 1)))
    return tuple(found)


def _is_length(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= len(str(_FARTHEST))


def walked(start: Tile, ways: Iterable[tuple[Facing, int]]) -> tuple[Tile, ...]:
    """The corners of a way that is told leg by leg."""
    corners = [start]
    for facing, steps in ways:
        (x, y), (dx, dy) = corners[-1], facing.delta
        if steps:
            corners.append((x + dx * steps, y + dy * steps))
    return tuple(corners)


def bearing(start: Tile | None, tile: Tile) -> str:
    """How a tile lies from another: `7 tiles to the north-east`; empty without a start."""
    if start is None:
        return ""
    if start == tile:
        return "right here"
    towards = NAMES[facing_towards(start, tile)]
    return f"{many(metres(start, tile), 'tile')} to the {towards}"
