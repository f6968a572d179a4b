"""The sums of the rules against the worked cases."""

from __future__ import annotations

import pytest

from skirmish.rulesets.dice_pool.dice import (
    BURSTS,
    armour_left,
    beyond,
    burst_cost,
    cone_halves,
    cover_dice,
    divisor,
    extra_rounds,
    in_flight,
    pass_of,
    range_threshold,
    recoil,
    through,
    tiles_in_pass,
    wound_dice,
)
from skirmish.rulesets.dice_pool.kinds import boxes


@pytest.mark.parametrize(
    ("case", "net", "rate", "penalty", "wide", "expected"),
    [
        ("POOL-V1", 5, 2, 0, False, 2),
        ("POOL-V2", 5, 2, 1, False, 1),
        ("POOL-V3", 5, 2, 1, True, 1),
        ("POOL-V4", 5, 2, 0, True, 1),
        ("POOL-V5", 6, 1, 0, False, 6),
        ("POOL-V6", 3, 0, 0, False, 6),
        ("POOL-V7", 3, 0, 0, True, 2),
        ("POOL-V8", 4, 0, 1, True, 1),
        ("POOL-V9", 1, 3, 0, False, 0),
    ],
)
def test_extra_rounds_are_net_hits_over_rate_and_range(
    case: str, net: int, rate: int, penalty: int, wide: bool, expected: int
) -> None:
    """POOL-26, POOL-27, POOL-29, POOL-37, POOL-38, POOL-39, POOL-A5, POOL-A6: as worked out."""
    assert (case, extra_rounds(net, divisor(rate, penalty, wide=wide))) == (case, expected)


def test_the_division_knows_no_compensation() -> None:
    """POOL-28, POOL-V12: rate 2 with compensation 5 divides 4 net hits by 2."""
    assert extra_rounds(4, divisor(2, 0, wide=False)) == 2
    assert recoil(2, 0, 3, 5) == 0


@pytest.mark.parametrize(
    ("burst", "bf", "fa"),
    [("short", 1, 1), ("long", 2, 1), ("full", None, 2), ("split", None, 2)],
)
def test_bursts_take_what_the_table_says(burst: str, bf: int | None, fa: int | None) -> None:
    """POOL-14, POOL-16, POOL-A1, POOL-V22: halves of a pass; SS and SA fire no bursts (POOL-06)."""
    assert [burst_cost(burst, mode) for mode in ("ss", "sa", "bf", "fa")] == [None, None, bf, fa]


def test_bursts_spend_their_rounds() -> None:
    """POOL-13, POOL-V22: 3, 6, 10, and three times 3."""
    assert BURSTS == {"short": 3, "long": 6, "full": 10, "split": 3}


@pytest.mark.parametrize(
    ("dv", "net", "extra", "av", "ap", "expected"),
    [(5, 3, 2, 4, -1, 9), (5, 3, 2, 6, 0, 2), (5, 3, 0, 4, -1, 5), (4, 1, 3, 9, 1, 0)],
    ids=["POOL-V13", "POOL-V14", "POOL-V15", "POOL-A12"],
)
def test_armour_comes_off_each_hit(
    dv: int, net: int, extra: int, av: int, ap: int, expected: int
) -> None:
    """POOL-31, POOL-32, POOL-34, POOL-A3, POOL-A12: what each hit leaves, added up."""
    assert through(dv, net, extra, armour_left(av, ap)) == expected


def test_armour_is_never_below_none() -> None:
    """POOL-A3: AP beyond the armour does no more damage."""
    assert [armour_left(4, -1), armour_left(4, 1), armour_left(2, -5)] == [3, 5, 0]


def test_rounds_that_hit_are_gone_unless_they_go_through() -> None:
    """POOL-20, POOL-36, POOL-V16, POOL-V17: 6 less 3 is 3; 10 less 4, one of them through, is 7."""
    assert [in_flight(6, 3), in_flight(10, 4, 1)] == [3, 7]


@pytest.mark.parametrize("choke", ["", "narrow", "medium", "wide"])
def test_either_cone_makes_a_cone(choke: str) -> None:
    """POOL-45, POOL-46, POOL-48, POOL-V20: a line only where both are lines."""
    line = 0 if choke != "wide" else 1
    assert cone_halves(wide_burst=False, choke=choke) == line
    assert cone_halves(wide_burst=True, choke=choke) == 1


def test_two_wide_ones_may_make_a_right_angle() -> None:
    """POOL-47, POOL-V20: by choice, and only with both."""
    both = {"wide_burst": True, "choke": "wide"}
    assert cone_halves(**both, right_angle=True) == 2  # type: ignore[arg-type]
    assert cone_halves(**both, right_angle=False) == 1  # type: ignore[arg-type]
    assert cone_halves(wide_burst=False, choke="wide", right_angle=True) == 1


def test_a_wide_burst_needs_a_hit_more_for_each_increment() -> None:
    """POOL-24, POOL-25, POOL-V18: two at the third; none with a choke, none for a narrow one."""
    assert range_threshold(2, wide_burst=True, choke=False) == 2
    assert range_threshold(2, wide_burst=True, choke=True) == 0
    assert range_threshold(2, wide_burst=False, choke=False) == 0


@pytest.mark.parametrize(
    ("away2", "expected"), [(0, 0), (100, 0), (101, 1), (400, 1), (401, 2), (2500, 4)]
)
def test_a_boundary_is_the_nearer_increment(away2: int, expected: int) -> None:
    """POOL-F5: whole increments of 10 beyond the first."""
    assert beyond(away2, 10) == expected


@pytest.mark.parametrize(
    ("rate", "earlier", "rounds", "compensation", "expected"),
    [(1, 0, 1, 0, 0), (1, 0, 3, 0, 2), (1, 3, 3, 2, 3), (2, 1, 1, 1, 1), (0, 30, 10, 0, 0)],
)
def test_recoil_gathers_with_each_round(
    rate: int, earlier: int, rounds: int, compensation: int, expected: int
) -> None:
    """POOL-15, POOL-F6: rate for each round but the first, less compensation."""
    assert recoil(rate, earlier, rounds, compensation) == expected


def test_moves_are_shared_out_over_the_passes() -> None:
    """POOL-F4: earlier passes get the odd tiles."""
    shares = [[tiles_in_pass(10, n, k) for k in range(1, n + 1)] for n in (1, 2, 3, 4)]
    assert shares == [[10], [5, 5], [4, 3, 3], [3, 3, 2, 2]]
    assert [pass_of(step) for step in range(9)] == [1, 1, 1, 2, 2, 3, 3, 4, 4]


def test_boxes_wounds_and_cover() -> None:
    """POOL-F8, POOL-F9: 8 and half of Body rounded up; a die for three; 0, 2, 4, 4 for cover."""
    assert [boxes(body) for body in (1, 2, 3, 4)] == [9, 9, 10, 10]
    assert [wound_dice(n) for n in (0, 2, 3, 5, 6)] == [0, 0, 1, 1, 2]
    assert [cover_dice(n) for n in range(4)] == [0, 2, 4, 4]
