"""Walking and running, spread over the phases of a turn."""

from __future__ import annotations

from skirmish.core.orders import Refusal
from tests.position import field_of
from tests.rulesets.d100.blocks import QUICK, scene, target


def test_a_turns_walk_is_spread_over_its_phases() -> None:
    """EP-F7: four tiles with speed 1; two in each phase with speed 2, what is left stays."""
    slow = scene(field_of(30, 2), at={"a": (0, 0), "R": (29, 1)})
    assert [slow.rule(f"move a 0,0>{x},0") for x in (4, 5)] == ["legal", "EP-F7"]
    quick = scene(field_of(30, 2), at={"a": (0, 0), "R": (29, 1)}, kind=QUICK)
    assert [quick.rule(f"move a 0,0>{x},0") for x in (2, 3)] == ["legal", "EP-F7"]
    later = quick.order("move a 0,0>1,0").bound("act", "blue", step=15)
    assert [later.rule(f"move a 1,0>{x},0") for x in (4, 5)] == ["legal", "EP-F7"]


def test_running_goes_farther_and_costs_the_attack() -> None:
    """EP-F7, EP-F17: twenty tiles, and 20 less once, until the next bound."""
    game = scene(field_of(30, 2), at={"a": (0, 0), "R": (29, 1)})
    assert [game.rule(f"run a 0,0>{x},0") for x in (20, 21)] == ["legal", "EP-F7"]
    ran = game.order("run a 0,0>10,0").order("run a 10,0>20,0")
    assert target(ran, "fire a R") == 60 - 20
    assert ran.rule("move a 20,0>21,0") == "EP-F7"
    assert ran.refusal("move a 20,0>21,0") == Refusal("a has run", "EP-F7", "'run' for the rest")
    assert ran.bound("act", "blue", turn=2).figure("a").count("ran") == 0


def test_who_has_attacked_only_walks() -> None:
    """EP-F7: else an attack before a run would be no worse for it."""
    game = scene(field_of(30, 2), at={"a": (0, 0), "R": (29, 1)})
    shot = game.order("fire a R", faces=[99])
    assert shot.rule("run a 0,0>5,0") == "EP-F7"
    assert shot.rule("move a 0,0>4,0") == "legal"
    ran = game.order("run a 0,0>5,0").order("fire a R", faces=[99])
    assert ran.rule("run a 5,0>9,0") == "legal"


def test_nobody_runs_prone() -> None:
    """EP-F7: to stand up is a quick action."""
    game = scene(field_of(30, 2), at={"a": (0, 0), "R": (29, 1)}).order("pose a prone")
    assert game.rule("run a 0,0>5,0") == "EP-F7"
    assert game.order("pose a standing").rule("run a 0,0>5,0") == "legal"


def test_doors_and_facings() -> None:
    """EP-F7: a door costs two tiles of the walk; turning is free."""
    game = scene("a + . . R")
    opened = game.order("door a 1,0")
    assert opened.rule("move a 0,0>3,0") == "EP-F7"
    assert opened.order("move a 0,0>2,0").order("turn a N").rule("turn a N") == "?"


def test_a_door_too_far_for_a_walker_says_that_a_runner_can_work_it() -> None:
    """EP-F7: once it runs, the door is paid from the tiles of the run."""
    game = scene("a + . . R\n. . . . .").order("move a 0,0>0,1")
    game = game.order("move a 0,1>0,0").order("move a 0,0>0,1")
    refused = game.refusal("door a 1,0")
    assert refused is not None
    assert refused.remedy == "run to another tile beside it first"
    assert game.order("run a 0,1>0,0").rule("door a 1,0") == "legal"
    shot = game.order("pose a prone").refusal("door a 1,0")
    assert shot is not None
    assert shot.remedy == "leave it for the next turn"


def test_the_enemy_in_the_way_is_not_walked_through() -> None:
    """A path that an enemy stands on is refused; a friend is passed."""
    game = scene("a R . . .\nb . . . .")
    assert game.rule("move a 0,0>2,0") == "?"
    assert scene("a b . . R").rule("move a 0,0>2,0") == "legal"
