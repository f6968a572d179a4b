"""Text helpers: the order of ids, plurals, and lines that end at marks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from skirmish.core.sanitize import display_width

_ID_PARTS = re.compile(r"[0-9]+|[^0-9]+")


@lru_cache(maxsize=4096)
def id_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return the sort key of an id; b2 comes before b10."""
    parts = _ID_PARTS.findall(name)
    return tuple((0, int(p), p) if p.isdigit() else (1, 0, p) for p in parts)


def by_id(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names without repeats, lower ids first."""
    different = dict.fromkeys(names)
    return tuple(sorted(different, key=id_key) if len(different) > 1 else different)


def pluralize(number: int, one: str, more: str = "") -> str:
    """Return a number with a noun in singular or plural: `1 game`, `2 games`."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def percent_of(part: int, whole: int) -> str:
    """Return a share in percent: `76.7%`, `50%`; it is never rounded up to a whole percent."""
    tenths = 1000 * part // whole
    if tenths % 10 < 9:  # noqa: PLR2004 - of ten tenths
        tenths = (2000 * part + whole) // (2 * whole)
    return f"{tenths // 10}.{tenths % 10}%" if tenths % 10 else f"{tenths // 10}%"


def cut_at_marks(text: str, width: int, marks: str = ",") -> list[str]:
    """Split a text into lines that end at marks; parts between marks share a line if they fit."""
    first, *rest = re.split(f"(?<=[{re.escape(marks)}]) ", text)
    lines = [first]
    for part in rest:
        if display_width(lines[-1]) + 1 + display_width(part) <= width:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines
