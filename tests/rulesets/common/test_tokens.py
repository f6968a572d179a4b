"""Ammunition tokens."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.rulesets.common.tokens import (
    CASELESS,
    capacity,
    extended_weight,
    rapid_shots,
    reloaded,
    spare_weight,
)


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


@pytest.mark.parametrize(("tokens", "shots"), [(0, 0), (1, 2), (2, 4), (3, 6), (5, 6)])
def test_shots_of_a_rapid_attack(tokens: int, shots: int) -> None:
    """AMMO-V11: two for each token in the weapon, never more than six."""
    assert rapid_shots(tokens) == shots


def test_what_spare_tokens_weigh() -> None:
    """AMMO-V16, AMMO-A8, AMMO-A9: four tokens or one magazine an item; caseless weighs half."""
    assert 8 * spare_weight(30) == 2
    assert 8 * spare_weight(30, CASELESS) == 1
    assert 2 * spare_weight(30, CASELESS) == Fraction(1, 4)
    assert spare_weight(200) == Fraction(1, 10)


def test_an_extended_magazine_weighs_half_as_much_again() -> None:
    """AMMO-05."""
    assert extended_weight(Fraction(3, 4)) == Fraction(9, 8)


@pytest.mark.parametrize(
    ("tokens", "size", "spare", "after"),
    [(0, 2, 4, (2, 2)), (1, 2, 4, (2, 3)), (0, 5, 3, (3, 0)), (2, 2, 4, (2, 4)), (1, 2, 0, (1, 0))],
)
def test_a_reload_goes_as_far_as_what_is_carried(
    tokens: int, size: int, spare: int, after: tuple[int, int]
) -> None:
    """AMMO-A10: what is in the weapon is not lost."""
    assert reloaded(tokens, size, spare) == after
