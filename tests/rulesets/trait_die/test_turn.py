"""Bounds, movement, Shaken figures and their recovery."""

from __future__ import annotations

from typing import Any

import pytest

from skirmish.core.events import Counted, Moved, Posed
from skirmish.rulesets.registry import ruleset
from tests.position import Position
from tests.rulesets.trait_die.blocks import scene

ROOM = "a>. . . . . . . . . . . .\n. . . . . . . . . . . . R<\n. . . . . . . . . . . Q<."


def recovered(face: int, **about: Any) -> Position:
    """Red's R was Shaken, and its bound begins with this face of Spirit."""
    game = scene(ROOM, **about).after(Counted("r", "shaken", 1))
    return game.order("end", [face] if face < 6 else [face, 2])


def test_a_turn_has_two_bounds() -> None:
    """AMMO-F1: one side, then the other, then the next turn."""
    game = scene(ROOM)
    clocks = []
    for _ in range(3):
        game = game.order("end")
        clocks.append((game.state.clock.turn, game.state.clock.step, game.state.clock.side))

    assert clocks == [(1, 2, "red"), (2, 1, "blue"), (2, 2, "red")]


@pytest.mark.parametrize(
    ("face", "shaken", "move", "fire"),
    [
        (3, 1, "legal", "AMMO-F13"),
        (4, 0, "AMMO-F13", "AMMO-F13"),
        (6, 0, "legal", "legal"),
    ],
)
def test_recovery(face: int, shaken: int, move: str, fire: str) -> None:
    """AMMO-F13: a success is well again and does nothing, a raise acts at once."""
    game = recovered(face)

    assert game.figure("r").count("shaken") == shaken
    assert game.rule("move R 12,1>11,1") == move
    assert game.rule("fire R a") == fire


def test_brisk_recovery() -> None:
    """AMMO-F13, the house rule `brisk`: it acts at -2."""
    game = recovered(4, rules={"brisk": True})

    assert game.rule("fire R a") == "legal"
    attack = game.ruleset.attack(game.state, game.line("fire R a"))
    assert [m.value for m in attack.modifiers if m.name == "just recovered"] == [-2]  # type: ignore[union-attr]


def test_whoever_recovered_is_fit_in_its_next_bound() -> None:
    """AMMO-F13."""
    assert recovered(4).order("end").order("end").rule("fire R a") == "legal"


def test_running_adds_a_d6_to_the_pace() -> None:
    """AMMO-F4: once in a bound; what is left of it may be walked later, all at -2."""
    game = scene(ROOM).order("run a 0,0>8,0", [3])

    assert game.figure("a").at == (8, 0)
    assert game.rule("run a 8,0>9,0") == "AMMO-F4"
    assert game.rule("move a 8,0>9,0") == "legal"
    assert game.rule("move a 8,0>10,0") == "AMMO-F4"


def test_a_run_is_told_as_one() -> None:
    """AMMO-F4: and so is what is left of it, for it is walked with the die of the run."""
    run = scene(ROOM).order("run a 0,0>8,0", [3])
    told = [one.event for one in (*run.told, *run.order("move a 8,0>9,0").told)]

    assert {event.how for event in told if isinstance(event, Moved)} == {"run"}


def test_a_run_ends_where_the_die_ends_it() -> None:
    """AMMO-F4: a way that may be too long is walked as far as it goes."""
    game = scene(ROOM).order("run a 0,0>12,0", [1])

    assert game.figure("a").at == (7, 0)
    assert scene(ROOM).rule("move a 0,0>7,0") == "AMMO-F4"


def test_lying_down_and_rising() -> None:
    """AMMO-F23: free to lie down, two tiles to rise; who lies crawls two tiles and cannot run."""
    game = scene(ROOM).order("pose a prone")

    assert game.rule("run a 0,0>1,0") == "AMMO-F23"
    assert game.rule("move a 0,0>3,0") == "AMMO-F4"
    crawled = game.order("move a 0,0>2,0")
    assert crawled.rule("move a 2,0>3,0") == "AMMO-F4"
    risen = crawled.order("pose a standing")
    assert risen.rule("move a 2,0>4,0") == "legal"
    assert risen.rule("move a 2,0>5,0") == "AMMO-F4"


@pytest.mark.parametrize(("moved", "rule"), [(8, "legal"), (9, "AMMO-F23")])
def test_the_last_two_tiles_of_a_move_are_enough_to_rise(moved: int, rule: str) -> None:
    """AMMO-F23: of six tiles, counted in halves."""
    game = scene(ROOM, counters={"a": {"moved": moved}}).after(Posed("a", "prone"))

    assert game.rule("pose a standing") == rule


def test_a_shaken_figure_may_only_move() -> None:
    """AMMO-F13."""
    game = scene("a>. . . R<", counters={"a": {"shaken": 1}})

    assert game.rule("move a 0,0>1,0") == game.rule("pose a prone") == "legal"
    for text in ("fire a R", "aim a R", "hold a", "bombard a 4,0", "suppress a 4,0"):
        assert game.rule(text) == "AMMO-F13"


def test_being_shaken_ends_what_it_prepared() -> None:
    """AMMO-F6, AMMO-F16: neither aim nor hold survives."""
    game = scene("a>. . . R<", heroes="a").order("aim a R")
    struck = game.order("end").order("fire R a", [4, 3, 2])

    assert struck.figure("a").count("shaken") == 1
    assert struck.state.links == ()
    holding = scene("a>. . . R<", heroes="a").order("hold a weapon=blade").order("end")
    assert holding.order("fire R a", [4, 3, 2]).figure("a").count("holding") == 0


def test_idle_and_hooks() -> None:
    """A side that can do nothing passes; a muster comes where the house rule has it."""
    rules = ruleset("trait_die")
    game = scene("a>R<", counters={"a": {"recovering": 1}})

    assert rules.turn.idle(game.view("blue"))
    assert not rules.turn.idle(scene("a>R<").view("blue"))
