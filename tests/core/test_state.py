"""A state's hash: the same in every process, and another where anything differs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure, Kind, Who
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order, Question
from skirmish.core.state import Clock, Pending, State, state_hash, state_text
from tests.core.field import battle, emit

TOP = Path(__file__).parents[2]
HASH = "3992b778efe86f3e"


def eventful() -> State:
    """A state with something in each of its fields."""
    return emit(
        battle(counters={"b1": {"rounds": 3}}),
        ev.Linked("grip", "b1", "r1", until=203),
        ev.Linked("aim", "b2", "r2"),
        ev.Zoned("z1", "smoke", "red", ((6, 1), (7, 1)), owner="r2", numbers={"b": 2, "a": 1}),
        ev.Moved("r1", ((7, 0), (6, 0))),
        ev.Counted("b2", "shaken", 1),
        ev.Changed((4, 2), "rubble"),
        ev.Scored("blue", 5, "well"),
        ev.Left("r3", "downed"),
    )


def test_a_fixed_state_has_a_fixed_hash() -> None:
    """Old records hold this hash: if it changes, they no longer verify."""
    assert state_hash(eventful()) == HASH


def test_the_hash_is_the_same_under_every_hash_seed() -> None:
    """Nothing in it is ordered by hash."""
    code = "from tests.core.test_state import *; print(state_hash(eventful()))"
    hashes = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=TOP,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "4242")
    }

    assert hashes == {state_hash(eventful())}


@pytest.mark.parametrize(
    "event",
    [
        ev.Bound(1, 2, "fire", "red"),
        ev.Placed("r3", (5, 0), Facing.S),
        ev.Moved("b1", ((1, 0),)),
        ev.Turned("b1", Facing.N),
        ev.Posed("b1", "prone"),
        ev.Hurt("b1", 1),
        ev.Counted("b1", "rounds", 2),
        ev.Left("b1", "fled"),
        ev.Linked("grip", "b1", "r1", until=204),
        ev.Unlinked("aim", "b2", "r2"),
        ev.Zoned("z1", "smoke", "red", ((6, 1),)),
        ev.Unzoned("z1"),
        ev.Changed((0, 1), "rubble"),
        ev.Scored("red", 5, "well"),
        ev.Ended("score", winner="blue"),
    ],
    ids=lambda event: event.verb,
)
def test_whatever_happens_changes_the_hash(event: ev.Event) -> None:
    """No change of a battle is left out of it."""
    before = eventful()

    assert state_hash(emit(before, event)) != state_hash(before)


def test_an_open_question_is_part_of_the_hash() -> None:
    """A battle that waits for an answer is not the one before the order."""
    state = eventful()
    asked = Pending(Question("red", "hit", ("duck",)), state, Order.of("end"), "blue", 7)

    assert state_hash(evolve(state, pending=asked)) != state_hash(state)
    assert state_hash(evolve(state, pending=evolve(asked, answers=("duck",)))) != state_hash(
        evolve(state, pending=asked)
    )


def test_a_counter_at_zero_and_none_are_the_same() -> None:
    """What was counted down to 0 leaves no trace."""
    once = emit(battle(), ev.Counted("b1", "shaken", 1), ev.Counted("b1", "shaken", 0))

    assert state_text(once) == state_text(battle())


def test_clock_points_order_the_moments_of_a_battle() -> None:
    """A step of a later turn comes after every step of an earlier one."""
    assert Clock(1, 99, "move", "blue").point < Clock(2, 0, "move", "red").point


def test_the_kept_text_of_a_figure_is_not_that_of_a_changed_one() -> None:
    """Only what is the same figure still is asked for it a second time."""
    figure = Figure(Who("b1", "blue", "", Kind("k", "k", glyph="k", points=1)), (1, 2), Facing.N)
    before = figure.text
    after = fast_evolve(figure, damage=3, counters={"b": 0, "a": 2})

    assert (before, figure.text) == ("b1 1,2 N standing 0 - ", before)
    assert after.text == "b1 1,2 N standing 3 - a=2"
    assert fast_evolve(after, damage=0, counters={}) == figure
