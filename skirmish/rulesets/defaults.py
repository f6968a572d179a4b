"""Defaults for the functions of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

_T = TypeVar("_T")
EMPTY: Mapping[Any, Any] = MappingProxyType({})


def always(value: _T) -> Callable[..., _T]:
    """Return a function that returns the same value for any arguments."""
    return lambda *_: value
