"""Opportunity fire: at what crossed the open and can't be shot at where it ended."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from skirmish.core.events import Moved, Struck
from skirmish.core.figures import Kind
from skirmish.core.geometry import Tile
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.opposed_d6.dice import Shot
from tests.position import Position, field_of
from tests.rulesets.opposed_d6.blocks import GUN, TROOPER, scene

RUNNER = evolve(TROOPER, move=12)
LANE = """
    . . . . . . . . . . . . . . . . . .
    a>. . . . . . . . . . . . . . . . .
    . . . # . . . . . . . . . . . # . .
"""
OPEN, COVERED = (4, 1), (4, 2)
"""Where R starts: in sight of a, or behind the first wall."""
DOORWAY = (16, 2)
"""Where R ends: behind the second wall."""
COMRADE = {"b": (0, 0)}
"""Beside a; its gun reaches two tiles farther."""
WATCHER = {"c": (16, 0, "v")}
"""Sees R where it ends, and its way as little as it looks along it."""


def lane(start: Tile, reach: int, kind: Kind = RUNNER, **more: Any) -> Position:
    """R came down the lane into the doorway, and blue shoots; a's gun covers x up to `reach`."""
    guns = {"a": (evolve(GUN, range=reach),), "b": (evolve(GUN, range=reach + 2),)}
    game = scene(
        LANE,
        at={"R": start, **more.pop("friends", {})},
        weapons=guns,
        kinds={"R": kind},
        phase="move",
        side="red",
        **more,
    )
    way = tuple((x, 1) for x in range(5 if start == OPEN else 4, 16))
    # As when walking: one event for the stretch in sight, one for what nobody sees.
    return game.after(Moved("r", way), Moved("r", (DOORWAY,))).bound("fire", "blue")


def numbers(game: Position, text: str) -> tuple[int, int]:
    """What the single shot of an order is rolled with."""
    attack = game.ruleset.attack(game.view().state, game.line(text))
    assert isinstance(attack, Attack)
    shots = attack.args[1]
    assert isinstance(shots, tuple)
    assert isinstance(shots[0], Shot)
    return shots[0].factor, shots[0].guard.factor


@pytest.mark.parametrize(("reach", "rule"), [(10, "BAY-21"), (11, "legal")])
def test_more_than_half_of_its_move_must_have_been_exposed(reach: int, rule: str) -> None:
    """BAY-21, BAY-A8, BAY-V10: of a move of 12, 6 exposed tiles are too few and 7 enough."""
    game = lane(OPEN, reach)

    assert game.view().state.figures["r"].at is None
    assert game.rule("fire a R") == rule


def test_half_is_of_what_it_could_have_moved() -> None:
    """BAY-A8: injuries are taken off its allowance; what it used does not matter."""
    assert lane(OPEN, 9, counters={"R": {"injury": 1}}).rule("fire a R") == "BAY-21"
    assert lane(OPEN, 10, counters={"R": {"injury": 1}}).rule("fire a R") == "legal"


def test_half_is_of_what_it_could_move_before_it_was_shot_at() -> None:
    """BAY-A8: who is Suppressed by another shot had its full move all the same."""
    game = scene(
        field_of(16, 3),
        at={"a": (0, 0), "b": (0, 2), "R": (6, 0)},
        weapons={"a": (evolve(GUN, range=8),)},
        phase="move",
        side="red",
    )

    game = game.order("move R 12,0").order("end").order("fire b R", faces=(4, 3))

    assert game.figure("R").count("suppressed") == 1
    assert game.rule("fire a R") == "BAY-03"


def test_who_was_last_seen_creeping_had_two_tiles_to_go() -> None:
    """BAY-A8: its side alone knows that it recovered since; more than one tile is enough."""
    lying = {"R": {"suppressed": 1}}
    game = lane(OPEN, 6, counters=lying)

    assert game.view().state.figures["r"].count("recovered") == 0
    assert game.rule("fire a R") == "legal"


@pytest.mark.parametrize(("start", "factor"), [(OPEN, 3), (COVERED, 2)])
def test_the_penalty_depends_on_where_it_started(start: Tile, factor: int) -> None:
    """BAY-23, BAY-V11: factor 4 becomes 3 from a known start, 2 from an unknown one."""
    assert numbers(lane(start, 12), "fire a R") == (factor, 2)


def test_who_is_suppressed_knows_no_start() -> None:
    """BAY-23: only an unsuppressed figure makes a start known."""
    friends = {"c": (4, 0)}
    steady = lane(COVERED, 12, friends=friends)
    pinned = lane(COVERED, 12, friends=friends, counters={"c": {"suppressed": 1}})

    assert [numbers(game, "fire a R")[0] for game in (steady, pinned)] == [3, 2]


def test_it_is_judged_at_the_last_exposed_tile() -> None:
    """BAY-A8: cover there counts, who stands between there blocks; it is taken from the front."""
    shielded = evolve(RUNNER, shield=2)
    covered = lane(OPEN, 12, shielded)
    board = covered.state.board.with_terrain((12, 1), covered.state.board.kinds["brush"])
    behind = evolve(covered, state=evolve(covered.state, board=board))

    assert numbers(covered, "fire a R") == (3, 4)
    assert numbers(behind, "fire a R") == (3, 5)


def test_who_can_be_shot_at_where_it_ended_is_shot_at_there() -> None:
    """BAY-21: without a penalty, and without a look at its way."""
    assert numbers(lane(OPEN, 12, friends=WATCHER), "fire c R") == (4, 2)


def test_flight_draws_no_opportunity_fire() -> None:
    """A figure that ran away under fire is no target on its way."""
    game = lane(OPEN, 12, counters={"R": {"fleeing": 1}})

    assert game.rule("fire a R") == "BAY-05"


def test_aid_on_opportunity_fire() -> None:
    """BAY-21, BAY-31: each meets the rule itself and covers the tile where the shot is judged."""
    game = lane(OPEN, 12, friends={**COMRADE, **WATCHER})

    assert numbers(game, "fire a R aid=b") == (4, 2)
    assert game.rule("fire a R aid=c") == "BAY-31"
    assert game.rule("fire b R aid=a") == "BAY-31"


def test_the_worst_penalty_of_all_who_fire_counts() -> None:
    """BAY-23: an ordinary shot with an aider on opportunity fire has its penalty."""
    assert numbers(lane(OPEN, 12, friends=WATCHER), "fire c R aid=a") == (4 + 1 - 1, 2)


def test_it_strikes_the_figure_where_it_is_now() -> None:
    """BAY-22: the move is over; what came of it is learnt by who sees it there."""
    game = lane(OPEN, 12).order("fire a R", faces=[6, 4])
    told = next(told for told in game.told if isinstance(told.event, Struck))

    assert game.figure("R").at == DOORWAY
    assert game.figure("R").count("suppressed") == 1
    assert (told.event, told.sides) == (
        Struck("r", "suppressed", source="a", how="opportunity", sums={"attack": 9, "guard": 6}),
        ("red",),
    )


def test_fire_at_what_passed_gives_a_hidden_shooter_away() -> None:
    """Direct fire comes from a seen figure: its target passed in sight of it."""
    game = lane(OPEN, 12, counters={"a": {"hidden": 1}})

    assert game.order("fire a R", faces=[1, 6]).figure("a").count("hidden") == 0


def test_a_loss_out_of_sight_does_not_show() -> None:
    """BAY-31: a second attack on it is refused in the same words, whether it fell or not."""
    other = {"Q": (17, 0)}
    game = lane(OPEN, 14, friends={**COMRADE, **other}, counters={"Q": {"hidden": 1}})
    before = game.view("blue").state

    downed = game.order("fire a R", faces=[6, 1])
    known = downed.view("blue").state
    missed = game.order("fire a R", faces=[1, 6])

    assert downed.figure("R").fate == "downed"
    assert (known.figures["r"], known.tracks["r"]) == (before.figures["r"], before.tracks["r"])
    assert downed.refusal("fire b R") == missed.refusal("fire b R")
    assert downed.rule("fire b R") == "BAY-31"
    told = [[t.event for t in each.told if "blue" in t.sides] for each in (downed, missed)]
    assert told[0] == told[1]
    assert [event.verb for event in told[0]] == ["fired", "counted", "linked"]


def test_fire_into_the_combat_at_its_end_is_none_at_the_way_to_it() -> None:
    """The refusal does not deny the close combat: the shot is at the way before it."""
    game = lane(OPEN, 14, friends={"b": (17, 2)})

    refused = game.refusal("fire a R combat=yes")

    assert game.rule("fire a R") == "legal"
    assert refused is not None
    assert refused.rule == "BAY-21"
    assert refused.reason == "r can be shot at only on its way, before its close combat"
