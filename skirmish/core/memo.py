"""Values that are kept in a table once they have been computed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

_K = TypeVar("_K", bound=Hashable)
_T = TypeVar("_T")


def kept(table: dict[_K, _T], key: _K, make: Callable[[], _T]) -> _T:
    """Return the value that a table has for a key; it is made on the first request."""
    try:  # a key may be large: its hash is computed once
        found = table[key]
    except KeyError:
        found = table[key] = make()
    return found
