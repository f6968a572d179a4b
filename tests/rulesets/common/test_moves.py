"""Walking meets the truth step by step, and tells each side only what it sees."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.apply import happened
from skirmish.core.dice import Script
from skirmish.core.events import Changed, Left, Moved, event_text
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.rulesets.common.moves import Before, Gait, walk, way
from skirmish.rulesets.families import Family
from skirmish.rulesets.scene import Scene
from tests.position import Position, position

CORNER = """
a>. . . .
# # . . .
. R . . .
"""
WINDOW = """
a>. . . .
# # . # #
. . R . .
"""
ACROSS = "a>. . . ."
DOORWAY = """
a>. . #
# # . #
# # / #
# # . .
. . R .
"""
BESIDE = """
a>. . . .
. . R . .
"""


def told(game: Position, *verbs: str) -> list[tuple[str, tuple[str, ...]]]:
    """What was told to whom."""
    return [(event_text(t.event), t.sides) for t in game.told if t.event.verb in verbs]


def test_a_step_onto_an_unseen_enemy_is_neither_made_nor_paid() -> None:
    """It stops the move and is revealed; the rest of the allowance is kept."""
    start = position(ACROSS, at={"R": (2, 0)}, counters={"R": {"hidden": 1}}, phase="move")

    after = start.order("move a 4,0")

    assert after.figure("a").at == (1, 0)
    assert after.figure("a").count("moved") == 2
    assert after.news("moved", "revealed", "stopped") == (
        "moved a 1,0",
        "revealed r",
        "stopped a met",
    )


def test_a_new_enemy_in_sight_stops_a_move() -> None:
    """Where it comes into sight, with what is left of the allowance kept."""
    after = position(CORNER, phase="move").order("move a 4,0")

    assert after.figure("a").at == (2, 0)
    assert after.figure("a").count("moved") == 4
    assert after.news("stopped") == ("stopped a sight",)
    assert after.order("move a 4,0").figure("a").at == (4, 0)


def test_a_house_rule_lets_figures_walk_on_in_sight() -> None:
    """With stop_on_sight off only what stands in the way stops a move."""
    after = position(CORNER, phase="move", rules={"stop_on_sight": False}).order("move a 4,0")

    assert after.figure("a").at == (4, 0)


def test_nobody_stops_on_a_friend() -> None:
    """What is met behind a friend stops the move in front of the friend, unpaid."""
    start = position("a>b>. . .", at={"R": (2, 0)}, counters={"R": {"hidden": 1}}, phase="move")

    after = start.order("move a 4,0")

    assert after.figure("a").at == (0, 0)
    assert after.figure("a").count("moved") == 0
    assert after.news() == ("revealed r", "stopped a met")


def test_a_hidden_figure_is_revealed_where_it_moves_in_sight() -> None:
    """The enemy sees the step that it makes in sight, and nothing of the way there."""
    start = position(CORNER, phase="move", counters={"a": {"hidden": 1}})

    after = start.order("move a 2,0")

    assert told(after, "moved", "revealed") == [
        ("moved a 1,0", ("blue",)),
        ("revealed a", ("blue",)),
        ("moved a 2,0", ("blue", "red")),
    ]
    assert [step.watchers for step in after.state.tracks["a"].steps] == [(), (), ("r",)]


def test_a_hidden_figure_too_stops_where_a_new_enemy_comes_into_sight() -> None:
    """House rule stop_on_sight: what shows it to the enemy shows the enemy to it."""
    start = position(CORNER, phase="move", counters={"a": {"hidden": 1}})

    assert start.order("move a 3,0").news("stopped") == ("stopped a sight",)


def test_a_hidden_figure_that_starts_in_sight_is_revealed_before_it_goes() -> None:
    """Its move begins in sight, so the enemy sees where it went from."""
    start = position("a>. . . R", phase="move", counters={"a": {"hidden": 1}})

    after = start.order("move a 1,0")

    assert told(after, "revealed", "moved") == [
        ("revealed a", ("blue", "red")),
        ("moved a 1,0", ("blue", "red")),
    ]


def test_a_figure_finds_the_hidden_enemies_it_stops_beside() -> None:
    """Passing by finds nobody."""
    start = position(BESIDE, counters={"R": {"hidden": 1}}, phase="move")

    assert start.order("move a 1,0").news("revealed") == ("revealed r",)
    assert start.order("move a 4,0").news("revealed") == ()


def test_the_enemy_learns_only_the_tiles_that_it_sees_entered() -> None:
    """The path is cut where that changes; where it went out of sight stays unknown."""
    start = position(WINDOW, phase="move", rules={"stop_on_sight": False})

    after = start.order("move a 4,0")

    assert told(after, "moved") == [
        ("moved a 1,0", ("blue", "red")),
        ("moved a 2,0>3,0", ("blue", "red")),
        ("moved a 4,0", ("blue",)),
    ]
    track = after.view("red").state.tracks["a"]
    assert [step.tile for step in track.steps] == [(1, 0), (2, 0), (3, 0)]


def test_costs_add_up_over_the_bound() -> None:
    """A diagonal step is one and a half tiles, brush costs twice as much."""
    start = position("a>. . . . .\n. . o . # R", phase="move")

    after = start.order("move a 1,1").order("move a 2,1>3,1")

    assert after.figure("a").count("moved") == 3 + 4 + 2


def test_a_door_shut_out_of_sight_blocks_the_way_where_it_is_met() -> None:
    """Its side believed it open, so the order was legal; the step is neither made nor paid."""
    start = position(DOORWAY, phase="move")
    shut = happened(start.state, Changed((2, 2), "door", by="r"), ("red",))

    after = evolve(start, state=shut).order("move a 2,0>2,3")

    assert after.figure("a").at == (2, 1)
    assert after.figure("a").count("moved") == 6
    assert after.news("stopped") == ("stopped a blocked",)


def interrupted(before: Before) -> Scene:
    """A walk of three tiles that may be interrupted before each step."""
    start = position("a>. . . . . R", phase="move")
    scene = Scene(start.state, "blue", Order("move", "a"), Script(()), ())
    walk(scene, "a", ((1, 0), (2, 0), (3, 0)), Gait(12, counter="moved", before=before))
    return scene


def test_whatever_comes_before_a_step_may_stop_the_figure() -> None:
    """It stands where it was then, told and paid for what it walked."""

    def hold(scene: Scene, name: str, tile: Tile) -> str:
        assert scene.state.figures[name].at == (tile[0] - 1, 0)
        return "held" if tile == (2, 0) else ""

    scene = interrupted(hold)

    assert [event_text(t.event) for t in scene.told] == [
        "moved a 1,0",
        "stopped a held",
        "counted a moved 2",
    ]


def test_a_figure_put_out_on_its_way_walks_no_further() -> None:
    """Nothing is paid or told of it any more."""

    def shoot(scene: Scene, name: str, tile: Tile) -> str:
        if tile == (3, 0):
            scene.emit(Left(name, "downed"))
        return ""

    scene = interrupted(shoot)

    assert [t.event.verb for t in scene.told] == ["moved", "moved", "left"]


def test_a_path_may_begin_at_the_figure_or_straight_ahead_of_it() -> None:
    """The spellings of one way are one."""
    assert way((0, 0), ((2, 0), (2, 1))) == ((1, 0), (2, 0), (2, 1))
    assert way((0, 0), ((0, 0), (2, 0), (2, 1))) == ((1, 0), (2, 0), (2, 1))
    assert way((0, 0), ((1, 0), (2, 0), (2, 1))) == ((1, 0), (2, 0), (2, 1))


GROUND = st.lists(st.sampled_from("....::oT##"), min_size=48, max_size=48)
PLACES = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 5)), min_size=5, max_size=5, unique=True
)


def battle(ground: list[str], places: list[tuple[int, int]], *, hidden: bool) -> Position:
    """Three of blue against two of red on random ground."""
    rows = ["".join(f"{glyph} " for glyph in ground[y * 8 : y * 8 + 8]) for y in range(6)]
    for x, y in places:
        rows[y] = rows[y][: 2 * x] + ". " + rows[y][2 * x + 2 :]
    counters = {"R": {"hidden": 1}} if hidden else {}
    at = dict(zip("abcRV", places, strict=True))
    return position("\n".join(rows), at=at, counters=counters, phase="move")


def moves_of(game: Position, name: str) -> Family | None:
    """The family of moves of a figure."""
    families = game.ruleset.choices(game.view(), name)
    return next((family for family in families if family.verb == "move"), None)


@given(GROUND, PLACES, st.booleans(), st.integers(0, 10**6))
def test_what_is_walked_is_paid_and_seen_as_told(
    ground: list[str], places: list[tuple[int, int]], hidden: bool, seed: int
) -> None:
    """Any way of the family: legal, paid in full, and the enemy learns just what it saw."""
    start = battle(ground, places, hidden=hidden)
    family = moves_of(start, "a")
    if family is None:
        return
    after = start.order(str(family.draw(Random(seed).randrange)))
    figure = after.figure("a")
    track = after.state.tracks.get("a")
    tiles = [step.tile for step in track.steps] if track else [figure.tile]
    board = start.state.board
    costs = [board.step_cost(a, b) or 0 for a, b in pairwise(tiles)]
    red = start.state.known["red"].seen
    learnt = [t for t in after.told if isinstance(t.event, Moved)]

    assert tiles[-1] == figure.at
    assert figure.count("moved") == sum(costs)
    assert sum(costs) <= 12
    for one in learnt:
        assert isinstance(one.event, Moved)
        seen = {bool(red & board.bit(tile)) for tile in one.event.path}
        assert seen == {"red" in one.sides}
