"""What a stranger's record may tell: figures, tiles and words that exist, and no more."""

import pytest
from attrs import evolve

from skirmish.core.events import (
    Asked,
    Bound,
    Burst,
    Changed,
    Counted,
    Ended,
    Event,
    Fired,
    Hurt,
    Linked,
    Moved,
    Placed,
    Posed,
    Scored,
    Turned,
    Zoned,
)
from skirmish.core.geometry import Facing
from skirmish.game import Game
from skirmish.record.history import event_fault
from tests.toy_ruleset import toy

STATE = Game.new(toy(), 1).state
"""b1 at 1,0 on a table of 9 by 3; three turns."""


@pytest.mark.parametrize(
    "event",
    [
        Bound(2, 1, "act", "red"),
        Bound(0, 1, "deploy", "red"),
        Moved("b1", ((2, 0), (2, 1))),
        Placed("b2", (0, 0), Facing.N),
        Posed("b1", "prone"),
        Posed("b1", "standing"),
        Counted("b1", "hidden", 1),
        Fired("b1", "rifle"),
        Fired("b1", "rifle", target="r1", at=(3, 1)),
        Changed((3, 1), "road"),
        Ended("score"),
        Asked("red", "hit", ("duck",)),
        Zoned("s1", "smoke", "red", ((0, 0), (8, 2)), owner="r1"),
    ],
)
def test_what_can_happen_fits(event: Event) -> None:
    """Whatever the rules say of it."""
    assert event_fault(STATE, event) == ""


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (Bound(4, 1, "act", "red"), "there is no bound 4.1"),
        (Bound(-1, 1, "act", "red"), "there is no bound -1.1"),
        (Bound(1, 100, "act", "red"), "there is no bound 1.100"),
        (Bound(1, 1, "sing", "red"), "there is no phase sing"),
        (Bound(1, 1, "act", "green"), "there is no side green"),
        (Moved("b9", ((2, 0),)), "there is no figure b9"),
        (Moved("b1", ((3, 0),)), "b1 skips a tile"),
        (Moved("b1", ((2, 0), (4, 0))), "b1 skips a tile"),
        (Moved("b1", ((2, 0), (2, 3))), "2,3 is off the map"),
        (Placed("b1", (9, 0), Facing.N), "9,0 is off the map"),
        (Burst((0, 3), "mortar"), "0,3 is off the map"),
        (Turned("", Facing.N), "there is no figure "),
        (Posed("b1", "upside_down"), "there is no posture upside_down"),
        (Counted("b1", "love", 1), "there is no counter love"),
        (Hurt("b1", 10_001), "10001 is above the limit of 10000"),
        (Scored("blue", -10_001, "ford"), "-10001 is above the limit of 10000"),
        (Scored("green", 1, "ford"), "there is no side green"),
        (Fired("b1", "rifle", target="r9"), "there is no figure r9"),
        (Linked("aim", "b1", "r1"), "there is no link aim"),
        (Zoned("s1", "fog", "red", ((0, 0),)), "there is no zone fog"),
        (Zoned("s1", "smoke", "red", ((9, 0),)), "9,0 is off the map"),
        (Changed((3, 1), "lava"), "there is no terrain lava"),
        (Ended("score", winner="green"), "there is no side green"),
        (Asked("green", "hit", ("duck",)), "there is no side green"),
    ],
)
def test_what_cannot_happen_says_why(event: Event, fault: str) -> None:
    """The words become the record's problem, at the line that tells it."""
    assert event_fault(STATE, event) == fault


def test_nobody_moves_who_is_not_on_the_table() -> None:
    """Before it arrives and after it is out, a figure enters no tile."""
    away = evolve(STATE.figures["b1"], at=None)
    state = evolve(STATE, figures={**STATE.figures, "b1": away})

    assert event_fault(state, Moved("b1", ((2, 0),))) == "b1 is not on the map"
