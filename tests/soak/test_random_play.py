"""Random legal play breaks nothing; and what looks for broken things finds them."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve

from skirmish.core.events import Bound, Event, Turned
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing
from skirmish.core.state import Link, State, Zone
from tests.position import Position, position
from tests.soak.invariants import faults, settled_faults
from tests.soak.random_play import soak
from tests.toy_ruleset import toy
from tests.village import village

TURN = Turned("a", Facing.N)


def test_random_play_breaks_nothing() -> None:
    """Every event leaves a sound state, and every record agrees with the rules."""
    soaked = soak(village(), range(3))

    assert soaked.faults == ()
    assert soaked.games == 3
    assert soaked.events > soaked.orders > 100


def test_a_ruleset_without_choices_comes_to_an_end() -> None:
    """Where nothing can be ordered the turns pass."""
    assert soak(toy(), range(2), verify=False).faults == ()


@cache
def battle() -> Position:
    """Two figures, far apart."""
    return position("a>. . . . R<")


def wrong(state: State, event: Event = TURN) -> tuple[str, ...]:
    """What is found wrong with a state after an event that left it so."""
    return (*faults(battle().state, event, state), *settled_faults(state))


def with_figure(figure: Figure) -> State:
    """The battle with one figure changed."""
    state = battle().state
    return evolve(state, figures={**state.figures, figure.id: figure})


def test_a_sound_state_has_no_faults() -> None:
    """The battle that the cases below spoil is sound."""
    start = battle()

    assert faults(start.state, TURN, start.after(TURN).state) == ()


def spoilt() -> dict[str, State]:
    """States that must not be, by a word of what is found."""
    start = battle()
    state, a, r = start.state, start.figure("a"), start.figure("r")
    clock = evolve(state.clock, turn=0)
    known = evolve(state.known["blue"], visible=())
    return {
        "stand on": with_figure(evolve(a, at=r.at)),
        "where nobody can": with_figure(evolve(a, at=(99, 0))),
        "and yet stands": with_figure(evolve(a, fate="downed")),
        "suppressed=7": with_figure(evolve(a, counters={"suppressed": 7})),
        "which nobody declared": with_figure(evolve(a, posture="asleep")),
        "damage -1": with_figure(evolve(a, damage=-1)),
        "another figure": with_figure(evolve(a, who=evolve(a.who, name="Smith"))),
        "unknown kind grip": evolve(state, links=(Link("grip", "a", "r"),)),
        "unknown kind fog": evolve(state, zones={"z": Zone("z", "fog", "red", "", ())}),
        "clouds are not": evolve(state, zones={"z": Zone("z", "smoke", "red", "", ((2, 0),))}),
        "clock went back": evolve(state, clock=clock),
        "out of nowhere": evolve(state, figures={"a": a}),
        "blue sees (), not ('r',)": evolve(state, known={**state.known, "blue": known}),
    }


@pytest.mark.parametrize("word", spoilt())
def test_every_fault_is_found(word: str) -> None:
    """A spoilt state is told from a sound one, in words that say what is wrong."""
    assert word in "; ".join(wrong(spoilt()[word]))


def test_nothing_happens_after_the_end() -> None:
    """An event in a battle that is over is a fault."""
    start = battle()
    over = evolve(start.state, tally=evolve(start.state.tally, over=True))

    assert "after the end: turned a N" in faults(over, TURN, start.after(TURN).state)


def test_bounds_are_told_in_full() -> None:
    """A new bound is sound too."""
    start = battle()
    event = Bound(1, 2, "move", "red")

    assert faults(start.state, event, start.after(event).state) == ()
