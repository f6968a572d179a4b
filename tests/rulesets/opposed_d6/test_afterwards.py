"""What becomes of the Downed."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.dice import Face, Script, odds
from skirmish.rulesets.opposed_d6.dice import afterwards
from skirmish.rulesets.opposed_d6.outcomes import INJURIES, aftermath, recovery
from tests.rulesets.opposed_d6.blocks import OFFICER, scene


@pytest.mark.parametrize(
    ("face", "quality", "fate"),
    [
        (1, 0, "dead"),
        (2, 0, "severe"),
        (3, 0, "major"),
        (4, 0, "minor"),
        (5, 0, "trivial"),
        (6, 0, "unhurt"),
        (1, -1, "dead"),
        (2, -1, "dead"),
        (6, -1, "trivial"),
        (5, 2, "unhurt"),
        (6, 2, "unhurt"),
    ],
)
def test_a_die_and_the_quality_decide(face: int, quality: int, fate: str) -> None:
    """BAY-F14: 1 or less dead, 2 severe, 3 major, 4 minor, 5 trivial, 6 or more unhurt."""
    assert afterwards(Script([Face(6, face)]), quality) == fate


def test_the_inferior_die_twice_as_often_as_the_ordinary() -> None:
    """Of six Downed one in an ordinary unit, two in an inferior one."""
    assert odds(afterwards, 0).probability("dead") * 2 == odds(afterwards, -1).probability("dead")


def test_an_officer_is_better_off() -> None:
    """BAY-F4: its 1 counts here as well."""
    game = scene("a>. . R<", kinds={"R": OFFICER}).order("fire a R", faces=[6, 1])

    assert aftermath(Script([Face(6, 5)]), game.figure("R")) == "unhurt"


def test_survivors_bring_their_injuries_into_the_next_battle() -> None:
    """Minor 1, major 2, severe 3 levels; the dead bring nothing, and one still on its feet."""
    assert INJURIES == {"minor": 1, "major": 2, "severe": 3}

    figure = scene("a>. . R<").order("fire a R", faces=[6, 1]).figure("R")
    brought = [recovery(Script([Face(6, face)]), figure) for face in range(1, 7)]
    assert brought == [
        None,
        {"injury": 3},
        {"injury": 2},
        {"injury": 1},
        {"injury": 0},
        {"injury": 0},
    ]
    hurt = evolve(figure, counters={"injury": 2})
    assert recovery(Script([Face(6, 4)]), hurt) == {"injury": 2}
    assert recovery(Script([]), evolve(figure, fate="fled")) is None
