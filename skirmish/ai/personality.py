"""Personality of the computer player: factors on the weights, set by a scenario's temper."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import asdict, evolve

from skirmish.ai.fixed_point import MILLI
from skirmish.ai.levels import Level, Weights
from skirmish.core.setup import STEADY

FACTORS: Mapping[str, Mapping[str, int]] = {
    STEADY: {},
    "bold": {
        "goal": 1350,
        "press": 1150,
        "fire": 1150,
        "later": 1150,
        "reply": 720,
        "answer": 750,
        "onset": 750,
        "cover": 500,
        "crowd": 700,
        "perhaps": 500,
    },
    "careful": {
        "goal": 850,
        "press": 700,
        "reply": 1200,
        "answer": 2000,
        "onset": 1200,
        "cover": 3000,
        "perhaps": 2500,
    },
}
"""For each temper the weights that differ, in thousandths of what the level gives them."""


@lru_cache(maxsize=64)
def with_temper(level: Level, temper: str) -> Level:
    """A level as it plays with a temper."""
    return evolve(level, weights=weighted(level.weights, FACTORS[temper]))


def weighted(weights: Weights, factors: Mapping[str, int]) -> Weights:
    """Weights, some of them multiplied."""
    known = asdict(weights)
    return evolve(weights, **{name: known[name] * by // MILLI for name, by in factors.items()})
