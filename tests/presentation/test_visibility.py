"""Sight as one side knows it: round walls and smoke, as far as eyes reach by the house rule."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.knowledge import refreshed
from skirmish.core.state import Clock
from skirmish.core.view import View, view
from skirmish.presentation.visibility import Visibility, field_of_view
from tests.toy_ruleset import SIDES, toy

LINE = "title t\nturns 3\nmap\n.........\nfigures\nb1 blue 2,0\nr1 red 6,0\n"


def seen(*, reach: int = 0, smoke: int = 0) -> View:
    """A view of blue's, in the first turn."""
    state = toy(LINE).state
    setup = evolve(state.setup, rules={"sight": reach})
    board = state.board.with_clouds(smoke)
    state = evolve(state, setup=setup, board=board, clock=Clock(1, 1, "act", "blue"))
    return evolve(view(refreshed(state, SIDES), "blue"), state=state)


@pytest.mark.parametrize(
    ("reach", "smoke", "last"), [(0, 0, 8), (3, 0, 5), (0, 1 << 5, 5), (2, 1 << 5, 4)]
)
def test_nothing_is_seen_beyond_what_hides_it(reach: int, smoke: int, last: int) -> None:
    """Smoke ends a line behind its first tile, night where eyes reach no farther."""
    known = seen(reach=reach, smoke=smoke)

    assert field_of_view(known, (2, 0)) >> 3 == (1 << last - 2) - 1


def test_who_is_too_far_off_does_not_see_a_tile() -> None:
    """An enemy that the side knows of is named only where he sees it himself."""
    assert Visibility(seen(reach=3)).observers((1, 0)) == ()
    assert Visibility(seen(reach=3)).observers((4, 0)) == ("r1",)
