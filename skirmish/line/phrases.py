"""Word lists, full stops, directions and distances in sentences; rows as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.core.geometry import Facing, Tile, facing_towards, metres
from skirmish.core.text import pluralize
from skirmish.presentation.report_document import Rows, row_sentence

DIRECTION_NAMES: Mapping[Facing, str] = {
    Facing.N: "north",
    Facing.NE: "north-east",
    Facing.E: "east",
    Facing.SE: "south-east",
    Facing.S: "south",
    Facing.SW: "south-west",
    Facing.W: "west",
    Facing.NW: "north-west",
}


def full_stop(text: str) -> str:
    """The text, with a full stop unless it ends in one or in `!` or `?`."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def join_words(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """Words as a list in a sentence: `b1, b2 and b3`."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def bearing(start: Tile | None, tile: Tile) -> str:
    """Distance and direction of a tile: `7 tiles to the north-east`; "" without a start."""
    if start is None:
        return ""
    if start == tile:
        return "right here"
    towards = DIRECTION_NAMES[facing_towards(start, tile)]
    return f"{pluralize(metres(start, tile), 'tile')} to the {towards}"


def row_lines(block: Rows) -> Iterator[str]:
    """Rows with a value, each with its label; the others unchanged."""
    for row in block.rows:
        if row.value:
            yield f"  {row.label}: {row.changed_value}"
        elif not row.fact:
            yield f"  {row.label}"


def row_sentences(block: Rows) -> Iterator[str]:
    """Rows as sentences below their title, each with those that belong to it."""
    if block.title:
        changes = ", with the change from here" * any(row.change for row in block.rows)
        yield f"  {block.title}{changes}:"
    for group in block.groups:
        yield f"  {'  ' if block.title else ''}{full_stop(row_sentence(group))}"
