"""What adds up to a number, by name: parts that are summed, and shown as lines of a breakdown."""

from __future__ import annotations

from collections.abc import Iterable

from skirmish.rulesets.attack import Modifier

Part = tuple[str, int, str]
"""One number that is added: what it is, how much, by which rule."""


def total(parts: Iterable[Part]) -> int:
    """What the parts add up to."""
    whole = 0
    for _, value, _ in parts:
        whole += value
    return whole


def modifiers(on: str, figure: str, parts: Iterable[Part]) -> tuple[Modifier, ...]:
    """The parts as lines of a breakdown."""
    return tuple(Modifier(on, figure, name, value, rule) for name, value, rule in parts)
