"""Helpers for text: the order of ids, and plurals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_ID_PARTS = re.compile(r"[0-9]+|[^0-9]+")


@lru_cache(maxsize=4096)
def id_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key under which b2 comes before b10: the order meant by "the lower id"."""
    parts = _ID_PARTS.findall(name)
    return tuple((0, int(p), p) if p.isdigit() else (1, 0, p) for p in parts)


def by_id(names: Iterable[str]) -> tuple[str, ...]:
    """The names without repeats, lower ids first."""
    return tuple(sorted(dict.fromkeys(names), key=id_key))


def pluralize(number: int, one: str, more: str = "") -> str:
    """So many of something, in the singular where it is one: `1 game`, `2 games`."""
    return f"{number} {one if number == 1 else more or one + 's'}"
