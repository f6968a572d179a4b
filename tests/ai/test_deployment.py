"""Where to begin: the sign of each mark of a tile, and what makes it more or less."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve

from skirmish.ai import Explanation, Stream, think
from skirmish.ai.remarks import Started, detail_words
from skirmish.core.figures import DEPLOYS
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.setup import Side
from skirmish.core.state import Area, Clock, Objective
from skirmish.rulesets.common import deploy
from tests.position import SIDES, Position, position

THEIRS = (9, 0, 10, 4)
OPEN = """\
a>. . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . R<."""


def deploying(drawing: str, area: Area, placing: str = "a", **about: object) -> Position:
    """Blue is to place these figures, all others having their place."""
    counters = {name: {DEPLOYS: 1} for name in placing}
    battle = position(drawing, counters=counters, **about)  # type: ignore[arg-type]
    sides = {
        "blue": Side("blue", "blue", deploy=area, worth=20),
        "red": Side("red", "red", deploy=THEIRS, worth=20),
    }
    setup = evolve(battle.state.setup, sides=sides)
    clock = Clock(0, 0, deploy.PHASE, "blue")
    state = evolve(battle.state, setup=setup, clock=clock, known={})
    return evolve(battle, state=with_updated_sight(state, SIDES))


def reasons(battle: Position) -> Explanation:
    """Where regular places the next one, and the two next best tiles."""
    return think(battle.ruleset, battle.view("blue"), "regular", Stream("x")).explanation


def marks(told: Explanation, mark: str) -> Mapping[Tile, int]:
    """One mark of each tile that is told of."""
    tiles = (told.chosen, *told.rejected)
    return {one.order.target_tile: dict(one.terms)[mark] for one in tiles}


@pytest.mark.parametrize("x", [0, 6])
def test_it_begins_near_to_what_it_is_after(x: int) -> None:
    """Each step nearer to its place is a better mark, on whichever side that lies."""
    yard = Objective("yard", "blue", "hold", 2, area=(x, 2, x, 2))
    told = reasons(deploying(OPEN, (2, 2, 4, 2), objectives=(yard,)))
    goal = marks(told, "goal")
    near, middle, far = sorted(goal, key=lambda tile: abs(tile[0] - x))

    assert goal[far] < goal[middle] < goal[near]
    assert told.chosen.order.target_tile == near


def test_what_is_said_of_a_tile_keeps_to_the_limit_of_sight_and_says_whom_the_goal_pays() -> None:
    """The marks, and so the orders, are the same with any limit."""
    for side, theirs in (("blue", False), ("red", True)):
        yard = Objective("yard", side, "hold", 2, area=(5, 2, 5, 2))
        near, far = (
            reasons(deploying(OPEN, (0, 0, 3, 0), objectives=(yard,), rules={"sight": reach}))
            for reach in (4, 0)
        )
        assert near.chosen.terms == far.chosen.terms
        assert near.chosen.order == far.chosen.order
        short, free = near.chosen.remark, far.chosen.remark
        assert isinstance(short, Started)
        assert isinstance(free, Started)
        assert (short.watches, free.watches) == (0, 10)
        assert "starting area" not in detail_words(short)
        assert (free.goal, free.theirs) == ((5, 2), theirs)
        whose = "the enemy's objective" if theirs else "the objective"
        assert f"to the edge of {whose} around 5,2" in detail_words(free)


def test_marks_are_against_the_place_where_the_figure_stands() -> None:
    """The same tile has another mark for a figure that stands elsewhere, and none for its own."""
    yard = Objective("yard", "blue", "hold", 2, area=(10, 2, 10, 2))
    far, near = (
        reasons(deploying(OPEN, (0, 0, 3, 0), at={"a": (x, 0)}, objectives=(yard,))) for x in (0, 2)
    )
    tile = far.chosen.order.target_tile

    assert tile == (3, 0)
    assert marks(far, "goal")[tile] > marks(near, "goal")[tile] > 0
    assert marks(near, "goal")[2, 0] == 0


def test_it_begins_in_cover_from_where_the_enemy_is() -> None:
    """The more cover, the better the mark; what stands behind a figure is none."""
    walled = """\
a>. . . . . . . . . .
. . . . . . # . . . .
. . . . . . o . . . .
. . . . # . . . . . .
. . . . . . . . . R<."""
    told = reasons(deploying(walled, (5, 1, 5, 3)))
    cover = marks(told, "cover")

    assert cover[5, 1] > cover[5, 2] > cover[5, 3] == 0
    assert told.chosen.order.target_tile == (5, 1)


def test_it_begins_where_it_overlooks_the_enemys_ground() -> None:
    """The more of it in sight, the better the mark; behind a wall it is least."""
    walled = """\
a># . . . . . . . . .
. # . . . . . . . . .
. . . . . . . . . . .
. . . # . . . . . . .
. . . . . . . . . R<."""
    watch = marks(reasons(deploying(walled, (0, 1, 0, 3))), "watch")

    assert watch[0, 2] > watch[0, 3] > watch[0, 1]


@pytest.mark.parametrize("ruleset", ["opposed_d6", "d100"])
def test_it_does_not_begin_in_a_corner_that_nobody_sees(ruleset: str) -> None:
    """A wall is no cover where no shot can come from, and no place to shoot from."""
    nook = """\
. # # # . . . . . . .
. . . # . . . . . . .
. # # # . . . . . . .
. a>. . . . . . . . .
. . . . . . . . . R<."""
    told = reasons(deploying(nook, (1, 1, 2, 3), ruleset=ruleset))

    assert told.chosen.order.target_tile == (2, 3)


@pytest.mark.parametrize("placing", ["a", "ab"])
def test_it_begins_apart_from_friends(placing: str) -> None:
    """Beside a friend is worse than near him, be it his place or be it that he chose first."""
    ground = """\
b>. . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
# . . . . . . . . . .
. . . . . . . . . R<."""
    gate = Objective("gate", "blue", "hold", 2, area=(0, 0, 0, 0))
    about = {"at": {"a": (5, 4)}, "kinds": {"b": "gun_crew"}, "objectives": (gate,)}
    told = reasons(deploying(ground, (0, 0, 0, 4), placing, **about))
    crowd = marks(told, "crowd")

    assert crowd[0, 1] < crowd[0, 2] < crowd[0, 4] == 0
    assert told.chosen.order.target_tile == (0, 4)


@pytest.mark.parametrize("precious", ["a", "b"])
def test_a_figure_on_which_much_hangs_begins_far_from_the_enemy(precious: str) -> None:
    """Of two alike the one that the enemy is paid for goes to the back, and only that one."""
    hunted = Objective("hunted", "red", "destroy", 4, figures=(precious,))
    ground = OPEN.replace("a>", "b>", 1)
    told = reasons(deploying(ground, (1, 2, 6, 2), at={"a": (2, 2)}, objectives=(hunted,)))
    behind = marks(told, "reply")

    if precious == "b":
        assert set(behind.values()) == {0}
    else:
        assert told.chosen.order.target_tile == (1, 2)
        assert behind[1, 2] > 0


def test_a_figure_leaves_a_better_tile_to_a_friend_of_more_points_and_says_so() -> None:
    """The friend chooses first, and it wants the tile on which this figure stands."""
    yard = Objective("yard", "blue", "hold", 2, area=(4, 2, 4, 2))
    kinds = {"a": "conscript", "b": "veteran"}
    drawing = OPEN.replace("a>. . . . .", ". b>. . a>.")
    battle = deploying(drawing, (0, 0, 4, 0), "ab", objectives=(yard,), kinds=kinds)
    told = think(battle.ruleset, battle.view("blue"), "regular", Stream("x"), about="a")
    remark = told.explanation.chosen.remark

    assert isinstance(remark, Started)
    assert remark.figure == "a"
    assert "leaves its tile to b" in detail_words(remark)
