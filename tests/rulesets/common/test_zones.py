"""Clouds lie within walls, hold whom they hold, and end when their time has come."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.dice import Script
from skirmish.core.events import Bound
from skirmish.core.orders import Order
from skirmish.rulesets.common.zones import figures_in, footprint, lay_cloud
from skirmish.rulesets.scene import Scene
from tests.position import Position, field_of, position


def scene_of(game: Position) -> Scene:
    """A scene to lay clouds in."""
    return Scene(game.state, "blue", Order("end"), Script(()), ())


def test_a_cloud_fills_its_radius() -> None:
    """Every tile whose centre is at most so far from its own."""
    game = position(field_of(7, 7), at={"a": (0, 0), "R": (6, 6)})

    assert len(footprint(game.state, (3, 3), 1)) == 5
    assert len(footprint(game.state, (3, 3), 2)) == 13


def test_walls_hold_a_cloud_and_other_clouds_do_not() -> None:
    """What is behind a wall, seen from its centre, stays free."""
    game = position(". . # . .", at={"a": (0, 0), "R": (4, 0)})
    scene = scene_of(game)
    lay_cloud(scene, "smoke", "blue", (1, 0), 1, owner="a", until=500, numbers={})

    assert footprint(scene.state, (0, 0), 4) == ((0, 0), (1, 0), (2, 0))


def test_who_stands_in_it_is_inside() -> None:
    """Of both sides, or of one, lower ids first."""
    game = position("a>b>R . .", at={"c": (4, 0)})
    scene = scene_of(game)
    zone = lay_cloud(scene, "gas", "blue", (1, 0), 1, owner="a", until=500, numbers={})

    assert figures_in(scene.state, scene.state.zones[zone]) == ("a", "b", "r")
    assert figures_in(scene.state, scene.state.zones[zone], "red") == ("r",)


def test_a_cloud_is_gone_when_its_time_has_come_for_the_side_that_laid_it() -> None:
    """Not before, not at the other side's bound, and nobody else's with it."""
    game = position(field_of(9, 1), at={"a": (0, 0), "R": (8, 0)}, phase="move")
    scene = scene_of(game)
    early = lay_cloud(scene, "smoke", "blue", (2, 0), 1, owner="a", until=101, numbers={})
    late = lay_cloud(scene, "smoke", "blue", (6, 0), 1, owner="a", until=201, numbers={})

    scene.emit(Bound(1, 1, "move", "red"))
    assert sorted(scene.state.zones) == sorted((early, late))
    scene.emit(Bound(1, 1, "move", "blue"))
    assert tuple(scene.state.zones) == (late,)


def test_smoke_hides_and_its_end_shows() -> None:
    """The board is dark behind it as long as it lies."""
    game = position("a>. . . R", phase="move")
    scene = scene_of(game)
    lay_cloud(scene, "smoke", "blue", (2, 0), 0, owner="a", until=101, numbers={})

    hidden = scene.state.known["blue"].visible
    scene.emit(Bound(1, 1, "move", "blue"))

    assert hidden == ()
    assert scene.state.known["blue"].visible == ("r",)


def test_the_id_of_a_cloud_tells_nothing_of_its_owner_or_of_other_clouds() -> None:
    """It is made of kind, side and place, which whoever sees it knows."""
    game = position("a>b>. . R", phase="move")
    one, two = scene_of(game), scene_of(game)
    lay_cloud(one, "gas", "blue", (0, 0), 0, owner="b", until=101, numbers={})

    first = lay_cloud(one, "gas", "blue", (3, 0), 1, owner="a", until=101, numbers={})
    second = lay_cloud(two, "gas", "blue", (3, 0), 1, owner="b", until=101, numbers={})

    assert first == second == "gas_blue_3_0"
    assert evolve(game, state=two.state).view("red").state.zones[second].kind == "gas"
