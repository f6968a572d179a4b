"""When a goal is reached, missed or open."""

from __future__ import annotations

import pytest

from skirmish.analysis.intervals import Pairs
from tools.ladder.ladder_report import MISSED, OPEN, REACHED, StoppingRule

RULE = StoppingRule(goal=50, floor=20)


def pairs(*scores: int, times: int = 1) -> Pairs:
    return Pairs("veteran", scores * times, "regular")


@pytest.mark.parametrize(
    ("measured", "verdict"),
    [
        (pairs(4, 2, 2, times=100), REACHED),  # +120, surely above +20
        (pairs(4, 2, 2, times=4), OPEN),  # as good, but far from sure
        (pairs(*[2] * 17, *[4] * 2, times=10), OPEN),  # +37, and maybe as much as 50
        (pairs(2, 2, 2, 2, 3, 2, 2, times=60), MISSED),  # +25, surely below the goal
        (pairs(4, 0, 2, 2, times=3), OPEN),
        (pairs(4, 0, 2, 2, times=200), MISSED),
    ],
)
def test_a_verdict(measured: Pairs, verdict: str) -> None:
    """The goal by what was measured, the floor by the lower bound; missed by the upper one."""
    assert RULE.verdict(measured) == verdict


def test_when_one_looks() -> None:
    """After twenty pairs, then after every ten."""
    assert [count for count in range(45) if RULE.looks(count)] == [20, 30, 40]
