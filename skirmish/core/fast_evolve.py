"""A faster `attrs.evolve` for the values that change most."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

_T = TypeVar("_T")
_KEPT = object()
"""Marks a field that keeps its value."""


def fast_evolve(value: _T, **fields: Any) -> _T:  # noqa: ANN401 - whatever the value's fields are
    """Return the value with these fields changed.

    Every battle makes thousands of states, figures and knowledge values. `attrs.evolve` takes
    several times as long for each, mostly to write the fields of a frozen value. Here the fields
    are written to an object of a class that has the same slots but is not frozen; then the object
    gets the frozen class. That class must be declared with `weakref_slot=False`. Fields with
    `init=False` get the result of their default factory.
    """
    kind: type = type(value)
    evolve = _EVOLVERS.get(kind)
    if evolve is None:
        evolve = _EVOLVERS[kind] = _evolver(kind)
    fresh: _T = evolve(value, **fields)
    return fresh


_EVOLVERS: dict[type, Callable[..., Any]] = {}


def _evolver(kind: type) -> Callable[..., Any]:
    """Generate `fast_evolve` for one class."""
    specs = attrs.fields(kind)
    changeable = [spec.name for spec in specs if spec.init]
    names = {
        "KEPT": _KEPT,
        "KIND": kind,
        "new": object.__new__,
        "OPEN": type("Open", (), {"__slots__": tuple(spec.name for spec in specs)}),
        "become": object.__dict__["__class__"].__set__,
        **{f"make_{spec.name}": spec.default.factory for spec in specs if not spec.init},
    }
    lines = [
        f"def evolve(value, {', '.join(f'{name}=KEPT' for name in changeable)}):",
        "fresh = new(OPEN)",
        *(f"fresh.{n} = value.{n} if {n} is KEPT else {n}" for n in changeable),
        *(f"fresh.{spec.name} = make_{spec.name}()" for spec in specs if not spec.init),
        "become(fresh, KIND)",
        "return fresh",
    ]
    exec("\n    ".join(lines), names)  # noqa: S102 - of names of fields alone, as attrs does
    evolve: Callable[..., Any] = names["evolve"]
    return evolve
