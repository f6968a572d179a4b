"""What `skirmish odds --json` said, read back as exact fractions and sums."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any


def landed(data: Any) -> dict[tuple[int, int] | None, Fraction]:
    """Where a round comes down, and how often; None is off the map."""
    return {
        (one["at"][0], one["at"][1]) if one["at"] else None: Fraction(one["probability"])
        for one in data["landing"]
    }


def results(data: Any, flag: str) -> dict[str, dict[tuple[int, int, bool], Fraction]]:
    """The chances of each figure: hits, damage and whether a flag is set."""
    return {
        name: {
            (
                one["result"]["hits"],
                one["result"]["damage"],
                bool(one["result"].get(flag)),
            ): Fraction(one["probability"])
            for one in about["outcomes"]
        }
        for name, about in data["figures"].items()
    }


def sums(data: Any, on: str, figure: str = "") -> int:
    """What the modifiers on one thing, of one figure or all, add up to."""
    lines = (m for m in data["modifiers"] if m["on"] == on and figure in ("", m["figure"]))
    return sum(m["value"] for m in lines)


def lost(data: Any) -> dict[str, float]:
    """Points that each side is told to expect to lose, by the first letter of the side."""
    return {side[0]: p for side, p in data["expected_loss"].items()}


def rounded(points: Mapping[str, Fraction]) -> dict[str, float]:
    """Points as the command prints them."""
    return {side: round(float(p), 4) for side, p in points.items()}
