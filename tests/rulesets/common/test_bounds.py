"""Reinforcements come over their edge, from its middle outward."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.dice import Script
from skirmish.core.figures import Arrival
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.rulesets.common.bounds import arrive, due, entry
from skirmish.rulesets.scene import Scene
from tests.position import Position, position


def awaiting(game: Position, name: str, turn: int, edge: str) -> Position:
    """The battle with a figure still to come."""
    figure = game.figure(name)
    who = evolve(figure.who, arrival=Arrival(turn, edge))
    figures = {**game.state.figures, name: evolve(figure, who=who, at=None)}
    return evolve(game, state=evolve(game.state, figures=figures))


def arrived(game: Position) -> Position:
    """The battle after blue's arrivals."""
    scene = Scene(game.state, "blue", Order("end"), Script(()), ())
    arrive(scene, "blue")
    return evolve(game, state=scene.state, told=tuple(scene.told))


def test_a_figure_comes_on_in_the_middle_of_its_edge() -> None:
    """When its turn has come; it faces as the scenario has it, by default inward."""
    start = awaiting(position("a>. . . .\n. . . . R"), "a", 1, "N")

    after = arrived(start)

    assert after.figure("a").at == (2, 0)
    assert after.figure("a").facing is Facing.E


def test_the_next_free_tile_outward_is_taken() -> None:
    """Figures and ground that nobody can stand on are passed over; the lower tile first."""
    game = position(". . b>. .\n. # . . .")

    assert entry(game.state, Arrival(1, "N")) == (1, 0)
    assert entry(game.state, Arrival(1, "S")) == (2, 1)
    assert entry(game.state, Arrival(1, "E")) == (4, 0)


def test_a_blocked_edge_makes_a_figure_wait() -> None:
    """It is still due in the bounds that follow."""
    start = awaiting(position("# . .\n# a>."), "a", 1, "W")

    after = arrived(start)

    assert after.figure("a").at is None
    assert due(after.state, "blue") == ("a",)


def test_nobody_comes_before_its_turn_or_after_it_is_out() -> None:
    """Only who is due and neither here nor gone."""
    game = position("a>b>. . .\n. . . . R")

    assert due(awaiting(game, "a", 2, "N").state, "blue") == ()
    assert due(game.state, "blue") == ()


def test_an_arrival_finds_the_hidden_enemy_it_stops_beside() -> None:
    """It has stopped there like any other figure."""
    game = position("a>. . . .\n. . R . .", counters={"R": {"hidden": 1}})

    assert arrived(awaiting(game, "a", 1, "N")).news("revealed") == ("revealed r",)
