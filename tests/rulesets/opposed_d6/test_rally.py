"""Rally: who comes to a stop, and what it costs."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.dice import Face, Script, odds
from skirmish.rulesets.opposed_d6.dice import rally
from skirmish.rulesets.opposed_d6.morale import rally_bonus
from tests.position import Position, field_of
from tests.rulesets.opposed_d6.blocks import OFFICER, RABBLE, TROOPER, scene

RUNNING = {"fleeing": 1, "fled_from": 1}


@pytest.mark.parametrize(
    ("face", "bonus", "rallied"),
    [(4, 0, False), (5, 0, True), (4, 1, True), (3, 2, True), (5, -1, False), (6, -1, True)],
)
def test_five_or_more_rallies(face: int, bonus: int, rallied: bool) -> None:
    """BAY-F8: 1d6 and quality, and 1 for an officer."""
    assert rally(Script([Face(6, face)]), bonus) is rallied
    assert odds(rally, 0).probability(True) * 3 == 1


@pytest.mark.parametrize(
    ("kinds", "at", "counters", "bonus"),
    [
        ({}, (6, 0), {}, 1),
        ({}, (7, 0), {}, 0),
        ({}, (6, 0), {"suppressed": 1}, 0),
        ({}, (6, 0), {"fleeing": 1}, 0),
        ({"a": evolve(TROOPER, quality="superior")}, (1, 0), {}, 2),
        ({"a": evolve(RABBLE, quality="inferior")}, (9, 0), {}, -1),
        ({"a": OFFICER}, (9, 0), {}, 1),
        ({"a": OFFICER}, (6, 0), {}, 2),
    ],
)
def test_a_steady_officer_near_helps(
    kinds: dict[str, object],
    at: tuple[int, int],
    counters: dict[str, int],
    bonus: int,
) -> None:
    """BAY-F4, BAY-F8: another one within 6 tiles; quality counts too, with an officer's own 1."""
    game = scene(
        field_of(12, 1),
        at={"a": (0, 0), "o": at, "R": (11, 0)},
        kinds={"o": OFFICER, **kinds},
        counters={"o": counters},
    )

    assert rally_bonus(game.state, game.figure("a")) == bonus


@pytest.mark.parametrize(("mark", "tile"), [("<", (9, 0)), (">", (21, 0))])
def test_who_flees_from_the_start_runs_the_way_it_faces(mark: str, tile: tuple[int, int]) -> None:
    """BAY-F8: a scenario says that a figure flees, not from where."""
    game = scene(
        field_of(30, 5),
        at={"a": (0, 4), "R": (15, 0, mark), "Q": (29, 2)},
        counters={"R": {"fleeing": 1}},
        phase="fire",
        side="red",
    )

    where = game.order("end", (4,)).figure("R").tile
    assert where == tile


def next_bound(face: int, **more: object) -> Position:
    """The start of red's movement, in which one of its figures flees from 0,0."""
    game = scene(
        field_of(30, 3),
        at={"a": (0, 0), "R": (10, 0), "Q": (29, 2)},
        counters={"R": RUNNING},
        phase="fire",
        side="red",
        **more,
    )
    return game.order("end", (face,))


def test_who_rallies_loses_that_bounds_movement_and_may_turn() -> None:
    """It is tested at the start of its own bound, by its ids."""
    game = next_bound(5)

    assert game.news("tested") == ("tested r rally rallied",)
    assert game.figure("R").count("fleeing") == 0
    assert game.rule("move R 11,0") == "BAY-F8"
    assert game.rule("turn R E") == "legal"


def test_who_does_not_rally_flees_on() -> None:
    """A full move, at once; it takes no orders in this bound."""
    game = next_bound(4)

    assert game.news("tested", "moved") == (
        "tested r rally flees",
        "moved r 11,0>16,0 how=flee",
    )
    assert game.rule("move R 17,0") == "BAY-F8"
