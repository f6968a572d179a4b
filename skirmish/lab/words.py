"""Words that the reports share: how they begin, who plays which side, how many of a thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.core.setup import STEADY, Setup

RANDOM = "random"
"""The level that has no temper."""


def heading(title: str, ruleset: str, what: str, tempers: Mapping[str, str]) -> Iterator[str]:
    """The first lines of a report: what was fought and what is told; then tempers, if any."""
    yield f"{title} ({ruleset}): {what}"
    if tempers:
        yield f"  temper: {listed(tempers)}"


def listed(words: Mapping[str, str]) -> str:
    """A word for each side: `blue regular, red recruit`."""
    return ", ".join(f"{side} {word}" for side, word in words.items())


def tempers_of(
    setup: Setup, players: Mapping[str, str], *, swapped: bool = False
) -> Mapping[str, str]:
    """The tempers with which sides were played, steady ones left out.

    Args:
        setup: Whose sides have them.
        players: The level of each side.
        swapped: Whether each of these players had each seat.
    """
    return {
        side.id: side.temper
        for side in setup.sides.values()
        if side.temper != STEADY
        if any(players[seat] != RANDOM for seat in (players if swapped else (side.id,)))
    }
