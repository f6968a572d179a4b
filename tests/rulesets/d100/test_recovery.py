"""Shocks: the test, what follows from it, and how it wears off."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from skirmish.core.events import Hurt
from skirmish.rulesets.d100.figures import shaken
from tests.position import Position
from tests.rulesets.d100.blocks import SOLDIER, STUNNER, scene, sums

POD = evolve(SOLDIER, id="pod", morph="pod")


def shot(faces: list[int], **more: Any) -> Position:
    """A stunner was fired; r cannot defend, so that the faces are attack, shock, damage."""
    counters = {"R": {"surprised": 102, **more.pop("marks", {})}}
    game = scene("a . . . R", weapons={"a": (STUNNER,)}, counters=counters, **more)
    return game.order("fire a R", faces=faces)


def modifier(game: Position, turn: int) -> int:
    """What the shock takes off r in a turn."""
    clock = evolve(game.state.clock, turn=turn)
    return shaken(evolve(game.state, clock=clock), game.figure("r"))


def test_the_target_number_is_what_dur_is_left_and_energy_armour() -> None:
    """EP-10, EP-12, EP-V7: DUR 35, damage 10, armour 5 is 30; no modifier counts."""
    game = scene("a . . . R", weapons={"a": (STUNNER,)}, counters={"R": {"wounds": 2}})
    lines = sums(game.after(Hurt("r", 10)), "fire a R")["shock"]
    assert lines == {"DUR left": 25, "energy armour": 5}


@pytest.mark.parametrize(("roll", "turns"), [(62, 3), (85, 4)])
def test_who_fails_is_out_of_action(roll: int, turns: int) -> None:
    """EP-13, EP-14: the rest of this turn and so many more, prone, blind and unable to act."""
    game = shot([20, roll, 1, 1])
    assert game.figure("r").posture == "stunned"
    assert game.figure("r").count("stunned") == (1 + turns + 1) * 100
    assert game.view("red").seen == 0
    red = game.bound("act", "red")
    assert red.rule("fire R a") == "EP-14"
    assert "defence" not in sums(game, "fire a R")


def test_it_gets_up_when_its_time_has_come() -> None:
    """EP-13, EP-15: at the start of that turn, prone, and 30 worse."""
    game = shot([20, 62, 1, 1])
    for turn in (2, 3, 4):
        game = game.bound("act", "red", turn=turn, step=6)
        assert game.figure("r").posture == "stunned"
    after = game.order("end", faces=[9, 1])
    assert after.state.clock.turn == 5
    assert after.figure("r").posture == "prone"
    assert shaken(after.state, after.figure("r")) == -30


def test_the_modifier_goes_by_minutes() -> None:
    """EP-15, EP-16, EP-V11: a minute is twenty turns; recovered in turn 5."""
    game = shot([20, 62, 1, 1])
    turns = (5, 24, 25, 44, 45, 64, 65)
    assert [modifier(game, turn) for turn in turns] == [-30, -30, -20, -20, -10, -10, 0]


def test_who_withstands_it_is_worse_for_some_turns() -> None:
    """EP-18, EP-19, EP-A7, EP-V12: -30 this turn and the next, then -20, -10, nothing."""
    game = shot([20, 30, 5, 5])
    assert game.figure("r").damage == (5 + 5 + 3) // 2 - 5
    assert [modifier(game, turn) for turn in range(1, 6)] == [-30, -30, -20, -10, 0]


def test_another_shock_brings_it_back_to_its_maximum() -> None:
    """EP-20, EP-V13: at -10 shocked again it is -30, not -40."""
    game = shot([20, 30, 1, 1], marks={"jolted": 200})
    before = scene("a R", counters={"R": {"jolted": 200}})
    assert shaken(before.state, before.figure("r")) == -10
    assert modifier(game, 1) == -30


def test_the_longer_decay_wins() -> None:
    """EP-A8: a shock withstood renews the one that goes by minutes, where that is running."""
    game = shot([20, 30, 1, 1], marks={"shocked": 1500})
    assert modifier(game, 1) == -30
    assert [modifier(game, turn) for turn in (20, 21, 60, 61)] == [-30, -20, -10, 0]
    felled = shot([20, 62, 1, 1], marks={"jolted": 300})
    assert modifier(felled, 10) == -30


@pytest.mark.parametrize("morph", ["synthmorph", "bot", "vehicle"])
def test_machines_are_not_shocked(morph: Any) -> None:
    """EP-11, EP-V14, EP-F24: no test, no stun, the DV as usual."""
    game = shot([20, 1, 5], kinds={"R": evolve(SOLDIER, id="machine", morph=morph)})
    assert game.figure("r").damage == 1 + 5 + 3 - 5
    assert game.figure("r").posture == "standing"


def test_pods_count_as_living() -> None:
    """EP-A5: they are tested like any other body."""
    assert shot([20, 62, 1, 1], kinds={"R": POD}).figure("r").posture == "stunned"


def test_a_shock_ends_what_is_kept_up() -> None:
    """EP-13, EP-F25: full defence, aim, grips."""
    game = shot([20, 62, 1, 1], marks={"defending": 1, "aimed": 30})
    assert (game.figure("r").count("defending"), game.figure("r").count("aimed")) == (0, 0)
