"""The sides that learn of an event, and what a side remembers.

In the battle of `field` blue sees r1 only; r2 and r3 stand behind a wall, where they see nobody.
"""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core import events as ev
from skirmish.core.figures import HIDDEN
from skirmish.core.geometry import Facing
from skirmish.core.knowledge import in_sight, sees_figure, sees_tile, with_updated_sight
from skirmish.core.state import Clock
from skirmish.core.view import view
from tests.core.field import SIDES, battle, emit, learners

BOTH = ("blue", "red")


@pytest.mark.parametrize(
    ("event", "learns"),
    [
        (ev.Bound(1, 2, "fire", "red"), BOTH),
        (ev.Ended("score"), BOTH),
        (ev.Moved("b1", ((1, 0),)), BOTH),
        (ev.Moved("b1", ((0, 1), (0, 2))), ("blue",)),
        (ev.Moved("r2", ((8, 2),)), ("red",)),
        (ev.Moved("r2", ((8, 2), (8, 1), (7, 0))), BOTH),
        (ev.Stopped("r1", "sight"), BOTH),
        (ev.Stopped("r2", "sight"), ("red",)),
        (ev.Turned("r1", Facing.N), BOTH),
        (ev.Turned("r2", Facing.N), ("red",)),
        (ev.Posed("b2", "prone"), ("blue",)),
        (ev.Hurt("r2", 1), ("red",)),
        (ev.Left("r1", "downed"), BOTH),
        (ev.Left("r2", "downed"), ("red",)),
        (ev.Struck("r2", "suppressed", source="b1"), ("red",)),
        (ev.Fired("b2", "rifle", target="r1"), ("blue",)),
        (ev.Fired("b1", "rifle", target="r2"), BOTH),
        (ev.Tested("r2", "rally", "passed"), ("red",)),
        (ev.Burst((2, 0), "mortar"), BOTH),
        (ev.Burst((0, 2), "mortar"), ("blue",)),
        (ev.Changed((3, 0), "rubble"), BOTH),
        (ev.Changed((8, 2), "rubble"), ("red",)),
        (ev.Counted("r1", "shaken", 1), BOTH),
        (ev.Counted("r1", "rounds", 1), ("red",)),
        (ev.Counted("b1", "rounds", 1), ("blue",)),
        (ev.Counted("r2", "shaken", 1), ("red",)),
        (ev.Linked("grip", "b1", "r1"), BOTH),
        (ev.Linked("grip", "r1", "r2"), ("red",)),
        (ev.Linked("aim", "b1", "r1"), ("blue",)),
        (ev.Linked("aim", "r1", "b1"), ("red",)),
        (ev.Zoned("z", "smoke", "red", ((8, 3), (8, 2))), ("red",)),
        (ev.Zoned("z", "fire", "red", ((8, 2), (2, 0))), BOTH),
        (ev.Zoned("z", "plan", "red", ((2, 0),)), ("red",)),
        (ev.Scored("red", 3, "hold"), BOTH),
        (ev.Scored("blue", 3, "destroy", figure="r1"), BOTH),
        (ev.Scored("blue", 3, "destroy", figure="r2"), ("red",)),
        (ev.Asked("red", "hit", ("duck",)), ("red",)),
    ],
    ids=lambda value: ev.event_text(value) if isinstance(value, ev.Event) else "",
)
def test_who_learns_of_what_happens(event: ev.Event, learns: tuple[str, ...]) -> None:
    """Only its own side and a side that sees it learn of it."""
    assert learners(battle(), event) == learns


def test_the_end_of_a_link_or_zone_is_learnt_as_its_beginning_was() -> None:
    """A secret zone ends only for its side, an open one for every side that sees it."""
    state = emit(
        battle(),
        ev.Linked("aim", "r1", "b1"),
        ev.Linked("grip", "r1", "b1"),
        ev.Zoned("mine", "plan", "blue", ((2, 0),)),
        ev.Zoned("far", "fire", "red", ((8, 2),)),
        ev.Zoned("near", "fire", "red", ((2, 0),)),
    )

    assert learners(state, ev.Unlinked("aim", "r1", "b1")) == ("red",)
    assert learners(state, ev.Unlinked("grip", "r1", "b1")) == BOTH
    assert learners(state, ev.Unzoned("mine")) == ("blue",)
    assert learners(state, ev.Unzoned("far")) == ("red",)
    assert learners(state, ev.Unzoned("near")) == BOTH


def test_a_figure_that_walks_out_of_sight_is_remembered_where_it_was_seen() -> None:
    """Its contact stays as it was, whatever becomes of it, until it is seen again."""
    state = emit(battle(), ev.Bound(1, 2, "move", "red"), ev.Moved("r1", ((8, 1), (8, 2))))
    gone = emit(state, ev.Bound(1, 3, "fire", "blue"), ev.Hurt("r1", 3))
    contact = gone.known["blue"].contacts["r1"]

    assert gone.known["blue"].visible == ()
    assert (contact.figure.at, contact.figure.damage, contact.point) == ((8, 0), 0, 102)

    back = emit(gone, ev.Moved("r1", ((8, 1), (8, 0)))).known["blue"].contacts["r1"]
    assert (back.figure.damage, back.point) == (3, 103)


def test_a_tile_seen_empty_is_not_where_an_enemy_may_still_be() -> None:
    """Not even when it is out of sight again, until the enemy is seen again."""
    looked = emit(battle(), ev.Moved("r1", ((8, 1), (8, 2))))
    away = emit(looked, ev.Placed("b1", (0, 2), Facing.E))
    back = emit(away, ev.Placed("b1", (0, 0), Facing.E), ev.Moved("r1", ((8, 1), (8, 0))))
    unwatched = emit(back, ev.Placed("b1", (0, 2), Facing.E), ev.Moved("r1", ((8, 1), (8, 2))))

    assert [sees_tile(state, "blue", (8, 0)) for state in (looked, away)] == [True, False]
    assert [dict(view(state, "blue").last_seen) for state in (looked, away, back)] == [{}] * 3
    assert view(unwatched, "blue").last_seen["r1"].figure.at == (8, 0)


def test_a_change_in_sight_renews_the_contact() -> None:
    """What is seen of a figure is remembered with it."""
    state = emit(battle(), ev.Counted("r1", "shaken", 1), ev.Turned("r1", Facing.N))

    assert state.known["blue"].contacts["r1"].figure is state.figures["r1"]


def test_who_sees_a_figure_go_keeps_no_contact_of_it() -> None:
    """A loss that was not seen leaves the contact as it was."""
    seen = emit(battle(), ev.Left("r1", "downed"))
    unseen = emit(battle(), ev.Moved("r1", ((8, 1), (8, 2))), ev.Left("r1", "downed"))

    assert seen.known["blue"].contacts == {}
    assert unseen.known["blue"].contacts["r1"].figure.fate == ""


def test_points_for_an_unseen_loss_are_not_known_to_who_did_not_see_it() -> None:
    """The true score and the known one part."""
    state = emit(battle(), ev.Scored("blue", 3, "destroy", figure="r2"))

    assert state.tally.score == {"blue": 3}
    assert state.known["blue"].score == {}
    assert state.known["red"].score == {"blue": 3}


def test_ground_that_changed_unseen_is_believed_to_be_as_it_was() -> None:
    """Until the tile comes into sight; what it was first is what is believed."""
    state = emit(battle(), ev.Changed((8, 2), "rubble"), ev.Changed((8, 2), "wall"))
    there = emit(state, ev.Moved("b1", ((7, 0), (8, 1))))

    assert state.known["blue"].ground[8, 2].id == "open"
    assert state.known["red"].ground == {}
    assert there.known["blue"].ground == {}


def test_a_door_that_opens_on_a_line_of_sight_is_noticed() -> None:
    """A wall hides the door, but not what is beyond it once it is open.

    Otherwise the side sees an enemy and cannot fire at it, because it takes the door for closed.
    """
    closed = battle({"b1": (0, 0), "r1": (8, 2)}, "............\n..#+........\n............")
    opened = emit(closed, ev.Changed((3, 1), "open_door"))

    assert not sees_tile(closed, "blue", (3, 1))
    assert not sees_tile(opened, "blue", (3, 1))
    assert opened.known["blue"].visible == ("r1",)
    assert view(opened, "blue").state.board.sees((0, 0), (8, 2))


@given(st.data())
def test_a_side_knows_the_ground_that_its_lines_of_sight_pass(data: st.DataObject) -> None:
    """To each tile in sight a side sees clear lines, and the cover that there is."""
    tile = st.tuples(st.integers(0, 8), st.integers(0, 4))
    letters = data.draw(st.lists(st.sampled_from("...#+-"), min_size=45, max_size=45))
    rows = ["".join(letters[n : n + 9]) for n in range(0, 45, 9)]
    at = data.draw(st.lists(tile, min_size=3, max_size=3, unique=True))
    state = battle(dict(zip(("b1", "b2", "r1"), at, strict=True)), "\n".join(rows))
    kinds = st.sampled_from(["open", "wall", "rubble", "door", "open_door"])
    for changed, kind in data.draw(st.lists(st.tuples(tile, kinds), max_size=4)):
        if changed not in at:
            state = emit(state, ev.Changed(changed, kind))
    step = data.draw(tile)
    if step not in at:
        state = emit(state, ev.Moved("b1", (step,)))

    seen, believed = state.known["blue"].seen, view(state, "blue").state.board
    for start in (figure.tile for figure in state.of_side("blue")):
        for end in state.board.tiles_of(seen & state.board.seen_from(start)):
            assert believed.sees(start, end)
            assert believed.cover(start, end) == state.board.cover(start, end)


def test_the_hidden_are_not_seen_where_they_stand() -> None:
    """Until they are revealed; their own side sees them all along."""
    state = battle(counters={"r1": {HIDDEN: 1}})

    assert not sees_figure(state, "blue", "r1")
    assert sees_figure(state, "red", "r1")
    assert learners(state, ev.Fired("r1", "rifle")) == ("red",)
    assert learners(state, ev.Revealed("r1")) == BOTH
    assert emit(state, ev.Revealed("r1")).known["blue"].visible == ("r1",)


def test_before_the_first_turn_nobody_sees_an_enemy() -> None:
    """Deployment is secret; ground is not."""
    state = evolve(battle(), clock=Clock(0, 0, "deploy", "blue"))
    known = with_updated_sight(evolve(state, known={}), SIDES).known["blue"]

    assert known.visible == ()
    assert not in_sight(state, state.figures["r1"], known.seen)
    assert known.seen & state.board.bit((8, 0))


@pytest.mark.parametrize(
    ("rules", "visible"),
    [({}, ("r1",)), ({"fog": False}, ("r1", "r2", "r3")), ({"sight": 7}, ()), ({"sight": 8}, BOTH)],
)
def test_house_rules_of_sight(rules: dict[str, bool | int], visible: tuple[str, ...]) -> None:
    """Without fog every tile is seen; with a limit none beyond it, the boundary included."""
    state = battle(rules=rules)
    wanted = ("r1",) if visible == BOTH else visible

    assert state.known["blue"].visible == wanted


def test_a_side_that_nobody_told_of_sees_nothing() -> None:
    """A side without knowledge yet, or a figure that is not there, is no error."""
    assert not sees_tile(evolve(battle(), known={}), "blue", (0, 0))
    assert not sees_figure(battle(), "blue", "nobody")
