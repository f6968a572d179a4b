"""A frozen value with some fields changed: `attrs.evolve` for the few values that change most."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

import attrs

_T = TypeVar("_T")


@cache
def _plan(kind: type) -> tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int]]:
    names = [spec.name for spec in attrs.fields(kind)]
    return attrgetter(*names), {name: index for index, name in enumerate(names)}


def fast_evolve(value: _T, **fields: Any) -> _T:  # noqa: ANN401 - whatever the value's fields are
    """The value with these fields changed; for attrs classes whose fields are all positional.

    States, figures and what sides know are made anew by the thousand in every battle, and
    `evolve` pays four times as much for each.
    """
    kind: type = type(value)
    get, places = _plan(kind)
    parts = [*get(value)]
    for name, part in fields.items():
        parts[places[name]] = part
    fresh: _T = kind(*parts)
    return fresh
