"""What the numbers of an attack are made of, the same for every way to show them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from attrs import frozen

from skirmish.rulesets.attack import Modifier


@frozen
class Part:
    """One part of a number: its value with its sign, or from its least to its most."""

    value: str
    name: str
    rule: str


@frozen
class Number:
    """A number rolled with: on what, whose, its sum; None where that goes by the landing."""

    on: str
    figure: str
    total: int | None
    parts: tuple[Part, ...]


def numbers(
    modifiers: Iterable[Modifier], varying: Collection[tuple[str, str]] = ()
) -> list[Number]:
    """The numbers of an attack with their parts.

    Of a number that is `varying` from landing to landing there is no one sum, and a part of it
    that differs is told from its least to its most.
    """
    groups: dict[tuple[str, str], list[Modifier]] = {}
    for modifier in modifiers:
        groups.setdefault((modifier.on, modifier.figure), []).append(modifier)
    return [
        Number(*whose, None, _ranges(parts))
        if whose in varying
        else Number(*whose, sum(part.value for part in parts), _each(parts))
        for whose, parts in groups.items()
    ]


def _each(parts: Sequence[Modifier]) -> tuple[Part, ...]:
    return tuple(Part(f"{part.value:+d}", part.name, part.rule) for part in parts)


def _ranges(parts: Sequence[Modifier]) -> tuple[Part, ...]:
    """Parts of one name and rule as one: `-9..-3`."""
    known: dict[tuple[str, str], list[int]] = {}
    for part in parts:
        known.setdefault((part.name, part.rule), []).append(part.value)
    return tuple(Part(_from_to(min(v), max(v)), *named) for named, v in known.items())


def _from_to(least: int, most: int) -> str:
    return f"{least:+d}" if least == most else f"{least:+d}..{most:+d}"
