"""Ammunition tokens."""

from __future__ import annotations

import pytest

from skirmish.rulesets.common.tokens import capacity


@pytest.mark.parametrize(
    ("rounds", "tokens"),
    [
        *((0, 0), (1, 1), (6, 1), (10, 1), (11, 2), (30, 2), (40, 2)),
        *((41, 3), (50, 3), (60, 3), (61, 4), (100, 5), (101, 6), (200, 10)),
    ],
)
def test_tokens_of_a_magazine(rounds: int, tokens: int) -> None:
    """AMMO-02, AMMO-03, AMMO-04, AMMO-V1, AMMO-V2; a weapon without a magazine has none."""
    assert capacity(rounds) == tokens


@pytest.mark.parametrize(
    ("rounds", "tokens"), [(6, 1), (7, 1), (8, 2), (20, 2), (27, 2), (30, 3), (40, 3), (50, 4)]
)
def test_tokens_of_an_extended_magazine(rounds: int, tokens: int) -> None:
    """AMMO-06, AMMO-A1, AMMO-V3: half as many rounds again, rounded down, counted then."""
    assert capacity(rounds, extended=True) == tokens
