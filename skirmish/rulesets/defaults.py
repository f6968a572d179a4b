"""Defaults of the functions that a ruleset may answer with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

_T = TypeVar("_T")
EMPTY: Mapping[Any, Any] = MappingProxyType({})


def always(value: _T) -> Callable[..., _T]:
    """Return a function that gives the same answer to whatever it is asked."""
    return lambda *_: value
