"""Handicaps: a side lacks some of its figures; briefing and record show it."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.scenario import Scenario, find, load, parse, scenario_text, shipped
from skirmish.scenario.handicap import MAX_PERCENT, handicapped

loaded = cache(lambda name: load(find(name)))


def figures(scenario: Scenario, side: str) -> tuple[str, ...]:
    """The figures of a side, those that come later left out."""
    return next(
        tuple(entry.id for entry in force.figures) for force in scenario.sides if force.id == side
    )


@given(st.sampled_from(shipped()).map(loaded), st.integers(0, MAX_PERCENT), st.integers(0, 1))
def test_every_scenario_bears_a_handicap(scenario: Scenario, percent: int, number: int) -> None:
    """It stays a scenario that loads, with figures on both sides, and the other one is whole."""
    side, other = (force.id for force in (scenario.sides[number], scenario.sides[1 - number]))
    less = handicapped(scenario, {side: percent})

    assert parse(scenario_text(less)) == less
    assert set(figures(less, side)) <= set(figures(scenario, side))
    assert figures(less, side)
    assert figures(less, other) == figures(scenario, other)
    assert ("Handicap: " in less.briefing) == (figures(less, side) != figures(scenario, side))


def test_it_is_told_in_the_record() -> None:
    """The briefing in the record says how many stay away and what they are worth."""
    less = handicapped(load(find("low_water")), {"red": 30})
    game = Game.new(less, 1)
    again = Game.replay(game.record.text)

    assert len(figures(less, "red")) < len(figures(load(find("low_water")), "red"))
    assert again.view("blue").state.setup.briefing.splitlines()[-1].startswith("Handicap: ")
    assert list(again.state.figures) == list(game.state.figures)


def test_a_side_keeps_its_temper() -> None:
    """With less of its force it is played as before."""
    scenario = load(find("low_water"))
    sides = tuple(evolve(force, temper="careful") for force in scenario.sides)
    less = handicapped(evolve(scenario, sides=sides), {"red": 30})

    assert less.sides != sides
    assert [force.temper for force in less.sides] == ["careful", "careful"]


@pytest.mark.parametrize(("side", "percent"), [("green", 10), ("red", 60), ("red", -1)])
def test_what_is_no_handicap_is_refused(side: str, percent: int) -> None:
    """A side that is not there, more than half of a force."""
    with pytest.raises(UsageProblem, match=r"no side|must be from 0 to 50%"):
        handicapped(load(find("low_water")), {side: percent})
