"""What one case of the soak found, and the chance that its seed gives it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from attrs import define, field


@define
class Case:
    """One case: how often each thing was tried, and every fault in words."""

    counts: Counter[str] = field(factory=Counter)
    faults: list[str] = field(factory=list)

    def check(self, right: object, fault: str) -> bool:
        """Note a fault unless something is right; whether it is."""
        if not right:
            self.faults.append(fault)
        return bool(right)


Run = Callable[[int, Path], Case]
"""Runs the case of a seed in an empty folder of its own."""


def chance_of(kind: str, seed: int) -> Random:
    """The chance of a case; equal seeds of one kind try the same things."""
    return Random(f"{kind}:{seed}")
