"""What a side's view holds, and above all what it never does."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, fields

from skirmish.core import events as ev
from skirmish.core.figures import HIDDEN
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order, Question
from skirmish.core.state import Pending, State
from skirmish.core.view import View, redacted_event, view
from tests.core.field import battle, emit

OWN = {"b1": {"rounds": 3, "shaken": 1}, "r1": {"rounds": 5, "shaken": 1, "moved": 2}}


def test_a_view_has_own_figures_whole_and_enemies_in_sight_with_what_is_open() -> None:
    """The enemy's rounds, aim and steps are his business; wounds and nerves are seen."""
    seen = view(battle(counters=OWN), "blue").state.figures

    assert list(seen) == ["b1", "b2", "r1"]
    assert seen["b1"].counters == {"rounds": 3, "shaken": 1}
    assert seen["r1"].counters == {"shaken": 1}


def test_contacts_hold_no_more_than_was_open() -> None:
    """What was seen then, without own counters, wherever it is kept."""
    known = view(emit(battle(counters=OWN), ev.Moved("r1", ((8, 1), (8, 2)))), "blue")

    assert known.contacts["r1"].figure.counters == {"shaken": 1}
    assert known.state.known["blue"].contacts == known.contacts
    assert list(known.state.known) == ["blue"]


def test_a_figure_that_crossed_in_sight_is_a_ghost_for_the_bound() -> None:
    """It has no tile, only the steps that were seen; its side's next movement forgets it."""
    state = emit(
        battle(),
        ev.Moved("r1", ((7, 0),)),
        ev.Moved("r1", ((6, 0), (5, 1), (5, 2))),
        ev.Hurt("r1", 2),
        ev.Bound(1, 2, "fire", "blue"),
    )
    known = view(state, "blue")

    assert known.state.figures["r1"].at is None
    assert known.state.figures["r1"].damage == 0
    assert [s.tile for s in known.state.tracks["r1"].steps] == [(8, 0), (7, 0), (6, 0)]
    assert list(known.enemies()) == []
    assert "r1" not in view(emit(state, ev.Bound(2, 1, "move", "red")), "blue").state.figures


def test_of_who_watched_its_own_figures_a_side_knows_those_in_sight() -> None:
    """A hidden watcher is not given away by the track that it watched."""
    state = emit(battle(counters={"r1": {HIDDEN: 1}}), ev.Moved("b1", ((1, 0),)))

    assert [s.watchers for s in state.tracks["b1"].steps] == [("r1",), ("r1",)]
    assert [s.watchers for s in view(state, "blue").state.tracks["b1"].steps] == [(), ()]


def test_zones_are_cut_to_the_tiles_in_sight() -> None:
    """Without the owner where he is not seen; own marks are known whole, own smoke is not."""
    tiles = ((2, 0), (8, 2))
    state = emit(
        battle(),
        ev.Zoned("fire", "fire", "red", tiles, owner="r2"),
        ev.Zoned("seen", "fire", "red", tiles, owner="r1"),
        ev.Zoned("far", "fire", "red", ((8, 2),), owner="r1"),
        ev.Zoned("plan", "plan", "red", tiles, owner="r1"),
        ev.Zoned("mine", "fire", "blue", tiles, owner="b1"),
        ev.Zoned("smoke", "smoke", "blue", ((2, 1), (8, 2)), owner="b1"),
        ev.Zoned("gone", "smoke", "blue", ((8, 2),), owner="b1"),
    )
    known = view(state, "blue").state

    assert {name: (zone.tiles, zone.owner) for name, zone in known.zones.items()} == {
        "fire": (((2, 0),), ""),
        "seen": (((2, 0),), "r1"),
        "mine": (tiles, "b1"),
        "smoke": (((2, 1),), "b1"),
    }
    assert known.board.clouds == known.board.mask_of([(2, 1)])


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            ev.Zoned("z", "fire", "red", ((2, 0), (8, 3)), owner="r2", numbers={"x": 8}),
            ev.Zoned("z", "fire", "red", ((2, 0),)),
        ),
        (
            ev.Zoned("z", "fire", "red", ((2, 0),), owner="r1"),
            ev.Zoned("z", "fire", "red", ((2, 0),), owner="r1"),
        ),
        (ev.Changed((6, 0), "rubble", by="r2"), ev.Changed((6, 0), "rubble")),
        (ev.Changed((6, 0), "rubble", by="b2"), ev.Changed((6, 0), "rubble", by="b2")),
    ],
)
def test_news_of_a_place_is_cut_like_the_view(event: ev.Zoned | ev.Changed, told: ev.Event) -> None:
    """A zone's unseen owner and tiles are redacted, like the unseen figure that broke a wall."""
    state = emit(battle(), event)

    assert redacted_event(event, state, "blue") == told


@pytest.mark.parametrize(("kind", "tiles"), [("fire", ((2, 0), (8, 3))), ("smoke", ((8, 3),))])
def test_news_of_ones_own_zone_is_whole_but_for_clouds(
    kind: str, tiles: tuple[tuple[int, int], ...]
) -> None:
    """A side knows all of its own zones, but of smoke only the part in sight."""
    laid = ev.Zoned("z", kind, "red", ((2, 0), (8, 3)), owner="r2", numbers={"x": 8})
    state = battle({"b1": (0, 0), "r2": (8, 2)})

    assert redacted_event(laid, emit(state, laid), "red") == evolve(laid, tiles=tiles)


def test_links_are_seen_where_both_ends_are() -> None:
    """Secret links are in the view of their own side only."""
    state = emit(
        battle(),
        ev.Linked("grip", "r1", "b1"),
        ev.Linked("grip", "r2", "r1"),
        ev.Linked("aim", "r1", "b1"),
        ev.Linked("aim", "b1", "r1"),
    )

    assert [(x.kind, x.a, x.b) for x in view(state, "blue").state.links] == [
        ("grip", "r1", "b1"),
        ("aim", "b1", "r1"),
    ]


def test_the_ground_is_as_it_was_last_seen() -> None:
    """Terrain that changed unseen is drawn as it was."""
    state = emit(battle(), ev.Changed((8, 2), "rubble"))

    assert view(state, "blue").state.board.terrain((8, 2)).id == "open"
    assert view(state, "red").state.board.terrain((8, 2)).id == "rubble"


def test_points_of_unseen_losses_are_not_in_a_view() -> None:
    """Neither in the score nor among what was paid."""
    state = emit(battle(), ev.Scored("blue", 3, "o1", figure="r2"), ev.Scored("red", 2, "o2"))
    known = view(state, "blue").state.tally

    assert (known.score, known.paid) == ({"red": 2}, ("red:o2:",))

    over = evolve(state, tally=evolve(state.tally, over=True))
    assert view(over, "blue").state.tally == over.tally


def test_a_question_is_for_the_side_that_is_asked() -> None:
    """The question is in the view of its own side only, the pending order in none."""
    state = battle()
    asked = Pending(Question("red", "hit", ("duck",), "r1"), state, Order.of("end"), "blue", 7)
    state = evolve(state, pending=asked)

    assert view(state, "red").question == asked.question
    assert view(state, "blue").question is None
    assert view(state, "red").state.pending is None


def test_a_view_has_no_room_for_what_nobody_may_know() -> None:
    """No seed, order count or hash: a new field of it has to be thought about."""
    names = [spec.name for spec in fields(View)]

    assert names == ["side", "state", "contacts", "question", "news", "shows_all"]
    assert not view(battle(), "blue").shows_all


FAR = {"b1": (0, 0), "r1": (8, 0), "r2": (8, 3), "r3": None}


def hidden_things() -> list[tuple[State, State]]:
    """Pairs of battles that differ only in what blue can not know."""
    plain = battle()
    ghosts = emit(plain, ev.Moved("r1", ((7, 0), (6, 0))), ev.Moved("r1", ((5, 1), (5, 2))))
    changes: list[tuple[State, ev.Event]] = [
        (plain, ev.Moved("r2", ((8, 2),))),
        (plain, ev.Left("r2", "downed")),
        (plain, ev.Hurt("r2", 2)),
        (plain, ev.Counted("r1", "rounds", 4)),
        (plain, ev.Counted("r2", "shaken", 1)),
        (plain, ev.Changed((8, 2), "rubble")),
        (plain, ev.Scored("blue", 3, "o1", figure="r2")),
        (plain, ev.Zoned("z", "smoke", "red", ((8, 3), (7, 3)))),
        (plain, ev.Zoned("z", "plan", "red", ((2, 0),))),
        (plain, ev.Linked("grip", "r2", "r3")),
        (plain, ev.Linked("aim", "r1", "b1")),
        (battle(FAR), ev.Placed("r3", (7, 2), Facing.W)),
        (ghosts, ev.Moved("r1", ((5, 3),))),
        (ghosts, ev.Linked("grip", "r1", "r2")),
        (ghosts, ev.Linked("grip", "r1", "b1")),
        (ghosts, ev.Posed("r1", "prone")),
        (ghosts, ev.Left("r2", "downed")),
    ]
    return [(state, emit(state, event)) for state, event in changes]


@pytest.mark.parametrize("number", range(len(hidden_things())))
def test_views_are_equal_where_only_hidden_things_differ(number: int) -> None:
    """Not one value in it differs, so nothing that is made from it can."""
    one, other = (view(state, "blue") for state in hidden_things()[number])

    assert parts(one) == parts(other)
    assert repr(one.state.board.rows()) == repr(other.state.board.rows())


def parts(known: View) -> dict[str, Any]:
    """A view field by field, so that a difference is named."""
    state = {spec.name: getattr(known.state, spec.name) for spec in fields(State)}
    return {**state, "contacts": known.contacts, "question": known.question}
