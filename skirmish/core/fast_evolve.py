"""A faster `attrs.evolve` for the values that change most."""

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
    """Return the value with these fields changed; all fields of its class are positional.

    Every battle makes thousands of states, figures and knowledge values. `attrs.evolve` takes
    four times as long for each.
    """
    kind: type = type(value)
    get, places = _plan(kind)
    parts = [*get(value)]
    for name, part in fields.items():
        parts[places[name]] = part
    fresh: _T = kind(*parts)
    return fresh
