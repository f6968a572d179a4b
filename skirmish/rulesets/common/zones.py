"""Ids of zones: they tell nothing of the owner, for the enemy sees a zone and perhaps not him."""

from __future__ import annotations

from skirmish.core.state import State


def free_id(state: State, kind: str, side: str) -> str:
    """The first id that no zone of this kind and side has."""
    count = 1
    while f"{kind}_{side}_{count}" in state.zones:
        count += 1
    return f"{kind}_{side}_{count}"
