"""Deployment: who may be put where, before the first turn."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.events import Placed
from skirmish.core.figures import DEPLOYS, HIDDEN
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.setup import Side
from skirmish.core.state import Clock
from skirmish.rulesets.common import deploy
from tests.position import SIDES, Position, position

GROUND = """
a>. # . R<
b>. . . Q<
"""


def deploying(area: tuple[int, int, int, int] | None = (0, 0, 2, 1)) -> Position:
    """Blue may place `a` in the left half, `b` has its place; red comes after."""
    game = position(GROUND, counters={"a": {DEPLOYS: 1}, "R": {DEPLOYS: 1}, "Q": {HIDDEN: 1}})
    setup = evolve(
        game.state.setup,
        sides={
            "blue": Side("blue", "blue", deploy=area, worth=20),
            "red": Side("red", "red", deploy=(2, 0, 4, 1), worth=20),
        },
    )
    state = evolve(game.state, setup=setup, clock=Clock(0, 0, deploy.PHASE, "blue"), known={})
    return evolve(game, state=with_updated_sight(state, SIDES))


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("deploy a 1,1 face=S", "None"),
        ("deploy a 0,0", "None"),
        ("deploy a 3,1", "3,1 is outside your deployment zone"),
        ("deploy a 999,0", "999,0 is outside your deployment zone"),
        ("deploy a 2,0", "figures cannot stand on 2,0"),
        ("deploy a 0,1", "b stands there: move b first"),
        ("deploy b 1,1", "b has a fixed place in this scenario"),
        ("deploy r 3,0", "you have no figure r: see the list of your figures"),
        ("turn a N", "the sides are still deploying: deploy your figures, then 'ready'"),
        ("end", "the sides are still deploying: deploy your figures, then 'ready'"),
        ("ready", "None"),
    ],
)
def test_what_may_be_ordered(order: str, words: str) -> None:
    """A free tile that can be stood on, of the own zone, for figures without a place."""
    assert str(deploying().refusal(order)) == words


def test_without_a_zone_nothing_can_be_placed() -> None:
    """Only the end of it can be ordered."""
    game = deploying(None)

    assert str(game.refusal("deploy a 1,1")) == "1,1 is outside your deployment zone"
    assert deploy.zone(game.state, "blue") == 0


def test_a_figure_is_placed_and_looks_where_it_is_told() -> None:
    """Without a word on it, as before; it may be placed again."""
    game = deploying().order("deploy a 1,0 face=S").order("deploy a 1,1")

    assert game.news() == ("placed a 1,1 S",)


def test_the_enemys_places_are_no_secret_that_a_refusal_betrays() -> None:
    """Before the first turn no enemy is seen, not even on an own tile's neighbour."""
    game = deploying((0, 0, 4, 1))

    assert list(game.view("blue").enemies()) == []
    assert game.refusal("deploy a 3,0") is None


def test_choices_are_the_free_tiles_of_the_zone() -> None:
    """Each of them is legal, the figure's own tile included; nothing else is."""
    game = deploying()
    (family,) = deploy.choices(game.view(), "a")
    assert family.target is not None

    assert family.target.every() == ((0, 0), (1, 0), (1, 1), (2, 1))
    assert deploy.choices(game.view(), "b") == ()


def test_ready_hands_over_and_then_begins_the_first_turn() -> None:
    """Placing is over for the side that is ready; the second one's readiness opens turn 1."""
    game = deploying().order("ready")

    assert game.news() == ("counted a deploys 0", "bound 0 1 deploy red")
    assert game.acting == "red"
    begun = game.order("ready")
    assert begun.news("bound")[0] == "bound 1 1 move blue"
    assert not begun.figure("r").count(DEPLOYS)


def test_what_is_placed_is_told_to_the_own_side_only() -> None:
    """The enemy learns nothing of a deployment."""
    game = deploying().order("deploy a 1,1")

    assert [(one.event, one.sides) for one in game.told] == [
        (Placed("a", (1, 1), game.figure("a").facing), ("blue",))
    ]
