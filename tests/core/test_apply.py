"""`apply`: what each event makes of a state."""

from __future__ import annotations

import pytest

from skirmish.core import events as ev
from skirmish.core.figures import HIDDEN
from skirmish.core.geometry import Facing
from skirmish.core.state import Link, Step, Zone
from tests.core.field import battle, emit


def test_events_change_just_their_figure() -> None:
    """Every other figure is the very same value as before, and so is the state before."""
    before = battle()
    after = emit(before, ev.Turned("b1", Facing.N), ev.Hurt("b1", 2), ev.Posed("b1", "prone"))
    b1 = after.figures["b1"]

    assert (b1.facing, b1.damage, b1.posture) == (Facing.N, 2, "prone")
    assert before.figures["b1"].damage == 0
    assert all(after.figures[n] is before.figures[n] for n in before.figures if n != "b1")


def test_healing_is_negative_damage() -> None:
    """Damage adds up."""
    assert emit(battle(), ev.Hurt("b1", 3), ev.Hurt("b1", -1)).figures["b1"].damage == 2


def test_a_move_is_kept_step_by_step_with_who_saw_it() -> None:
    """The first step is the start; each has its length and the enemies that had it in sight."""
    state = emit(battle(), ev.Moved("r1", ((7, 0), (6, 0))), ev.Moved("r1", ((5, 1),)))

    assert state.figures["r1"].at == (5, 1)
    assert state.tracks["r1"].steps == (
        Step((8, 0), 0, ("b1",)),
        Step((7, 0), 2, ("b1",)),
        Step((6, 0), 2, ("b1",)),
        Step((5, 1), 3, ()),
    )


@pytest.mark.parametrize("counters", [{"r1": {HIDDEN: 1}}, {"b1": {"stunned": 1}}])
def test_nobody_watches_the_hidden_and_the_blind_watch_nobody(
    counters: dict[str, dict[str, int]],
) -> None:
    """A hidden figure's way is seen by none, and a stunned watcher sees none."""
    state = emit(battle(counters=counters), ev.Moved("r1", ((7, 0),)))

    assert [step.watchers for step in state.tracks["r1"].steps] == [(), ()]


@pytest.mark.parametrize("near", [(7, 1), None])
def test_a_watcher_sees_no_farther_than_the_house_rule_says(near: tuple[int, int] | None) -> None:
    """One beyond `sight` is no watcher, be there another of its side near enough or not."""
    places = {"b1": (0, 0), "b2": near, "r1": (8, 0), "r2": None, "r3": None}
    state = emit(battle(places, rules={"sight": 4}), ev.Moved("r1", ((7, 0),)))

    assert state.tracks["r1"].steps[-1].watchers == (("b2",) if near else ())


def test_tracks_last_until_the_sides_next_movement() -> None:
    """Tracks stay for the enemy's fire until the side's next movement."""
    state = emit(battle(), ev.Moved("b1", ((1, 0),)), ev.Moved("r1", ((7, 0),)))

    assert set(emit(state, ev.Bound(1, 2, "fire", "red")).tracks) == {"b1", "r1"}
    assert set(emit(state, ev.Bound(1, 3, "move", "red")).tracks) == {"b1"}


def test_counters_fall_back_when_they_are_declared_to() -> None:
    """At the start of a phase of the own side, or of a turn; the others stay."""
    counted = {"rounds": 3, "moved": 4, "luck": 1}
    state = battle(counters={"b1": counted, "r1": counted})

    same_turn = emit(state, ev.Bound(1, 2, "move", "red"))
    new_turn = emit(state, ev.Bound(2, 1, "fire", "blue"))

    assert same_turn.figures["b1"].counters == counted
    assert same_turn.figures["r1"].counters == {"rounds": 3, "luck": 1}
    assert new_turn.figures["b1"].counters == {"rounds": 3, "moved": 4}


def test_a_figure_that_leaves_takes_its_links_and_track_along() -> None:
    """It has no tile any more, and its fate says how it went."""
    state = emit(
        battle(),
        ev.Moved("r1", ((7, 0),)),
        ev.Linked("grip", "b1", "r1"),
        ev.Linked("aim", "b2", "r2"),
        ev.Left("r1", "downed"),
    )

    assert (state.figures["r1"].at, state.figures["r1"].fate) == (None, "downed")
    assert state.links == (Link("aim", "b2", "r2"),)
    assert state.tracks == {}


def test_a_lasting_link_stays_until_its_phase_comes() -> None:
    """It outlives both figures, and ends with the next such bound of the first one's side."""
    state = emit(
        battle(), ev.Linked("shot", "b1", "r1"), ev.Left("r1", "downed"), ev.Left("b1", "downed")
    )
    theirs = emit(state, ev.Bound(1, 2, "fire", "red"))
    moved, ours = (emit(theirs, ev.Bound(1, 3, phase, "blue")) for phase in ("move", "fire"))

    assert state.links == theirs.links == moved.links == (Link("shot", "b1", "r1"),)
    assert ours.links == ()


def test_a_link_made_again_is_renewed_and_one_taken_off_is_gone() -> None:
    """A pair has one link of a kind, in one direction."""
    state = emit(battle(), ev.Linked("aim", "b1", "r1", until=102))
    renewed = emit(state, ev.Linked("aim", "b1", "r1", until=202), ev.Linked("aim", "r1", "b1"))

    assert renewed.links == (Link("aim", "b1", "r1", 202), Link("aim", "r1", "b1"))
    assert renewed.linked("aim", b="r1") == (Link("aim", "b1", "r1", 202),)
    assert emit(renewed, ev.Unlinked("aim", "b1", "r1")).links == (Link("aim", "r1", "b1"),)


def test_smoke_blocks_sight_while_it_lies() -> None:
    """Opaque zones are clouds of the board, and sight is updated."""
    state = battle()
    smoked = emit(state, ev.Zoned("z", "smoke", "blue", ((4, 0),), until=201))
    marked = emit(state, ev.Zoned("z", "fire", "blue", ((4, 0),)))

    assert state.known["blue"].visible == ("r1",)
    assert smoked.known["blue"].visible == ()
    assert marked.known["blue"].visible == ("r1",)
    assert smoked.zones == {"z": Zone("z", "smoke", "blue", "", ((4, 0),), {}, 201)}
    assert emit(smoked, ev.Unzoned("z")).known == emit(state, ev.Turned("b1", Facing.E)).known


def test_a_broken_wall_opens_the_view() -> None:
    """Terrain changes on the board, and sight with it."""
    state = emit(battle(), ev.Changed((4, 2), "open"))

    assert state.board.terrain((4, 2)).id == "open"
    assert state.known["blue"].visible == ("r1", "r2", "r3")


@pytest.mark.parametrize("posture", ["out", "prone"])
def test_who_is_out_cold_sees_nothing(posture: str) -> None:
    """Postures that blind take the side's sight away; others do not."""
    state = emit(battle(), ev.Posed("b1", posture))

    assert state.known["blue"].visible == (() if posture == "out" else ("r1",))


def test_points_are_added_up_and_remembered() -> None:
    """What was paid, to whom and for what, is kept, so that nothing is paid twice."""
    state = emit(battle(), ev.Scored("red", 2, "o1", figure="b1"), ev.Scored("red", 1, "o2"))

    assert state.tally.score == {"red": 3}
    assert state.tally.paid == ("red:o1:b1", "red:o2:")


def test_the_end_names_winner_and_reason() -> None:
    """No winner is a draw."""
    tally = emit(battle(), ev.Ended("score")).tally

    assert (tally.over, tally.winner, tally.reason) == (True, "", "score")


@pytest.mark.parametrize(
    "event",
    [
        ev.Stopped("b1", "sight"),
        ev.Fired("b1", "rifle", target="r1"),
        ev.Burst((3, 0), "mortar"),
        ev.Struck("r1", "hit", source="b1"),
        ev.Tested("b1", "rally", "passed"),
        ev.Asked("red", "hit", ("duck",)),
    ],
    ids=lambda event: event.verb,
)
def test_events_that_only_tell_change_nothing(event: ev.Event) -> None:
    """What they bring about follows in events of its own."""
    state = battle()

    assert emit(state, event) == state
