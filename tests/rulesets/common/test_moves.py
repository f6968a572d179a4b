"""Walking meets the truth step by step, and tells each side only what it sees."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.apply import apply_event
from skirmish.core.board import Board
from skirmish.core.dice import Script
from skirmish.core.events import Changed, Counted, Left, Moved, event_text
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.rulesets.common.moves import Before, Gait, Replan, walk, way
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


@pytest.mark.parametrize(
    ("order", "facing"),
    [("move a 4,0", "E"), ("move a 4,0 face=S", "S"), ("move a 4,0 face=N", "N")],
)
def test_a_stopped_figure_faces_as_was_ordered_for_the_end(order: str, facing: str) -> None:
    """Or the way it went, if the order does not say; what it faced before does not count."""
    after = position(CORNER.replace("a>", "a^"), phase="move").order(order)

    assert after.figure("a").at == (2, 0)
    assert after.figure("a").facing.name == facing


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
    shut = apply_event(start.state, Changed((2, 2), "door", by="r"), ("red",))

    after = evolve(start, state=shut).order("move a 2,0>2,3")

    assert after.figure("a").at == (2, 1)
    assert after.figure("a").count("moved") == 6
    assert after.news("stopped") == ("stopped a blocked",)


def interrupted(
    before: Before, to: int = 3, drawing: str = "a>. . . . . R", replan: Replan | None = None
) -> Scene:
    """A walk along a row that may be interrupted before each step."""
    start = position(drawing, phase="move")
    scene = Scene(start.state, "blue", Order("move", "a"), Script(()), ())
    path = [(x, 0) for x in range(1, to + 1)]
    walk(scene, "a", path, Gait(12, counter="moved", before=before, replan=replan))
    return scene


def lamed(scene: Scene, name: str, tile: Tile) -> str:
    """Hurts the figure before it enters the second tile."""
    if tile == (2, 0):
        scene.emit(Counted(name, "injury", 1))
    return ""


def limping(_state: State, _name: str) -> Gait | str:
    """The same allowance, at twice the cost."""
    return Gait(12, counter="moved", before=lamed, cost=_twice)


def _twice(board: Board, a: Tile, b: Tile) -> int | None:
    cost = board.step_cost(a, b)
    return None if cost is None else 2 * cost


def test_a_crippled_figure_walks_on_in_the_same_order_at_its_new_pace() -> None:
    """Of twelve half tiles it has spent two; the other ten are two steps at four each."""
    scene = interrupted(lamed, to=6, drawing="a>. . . . . . . R", replan=limping)

    assert [event_text(t.event) for t in scene.told] == [
        "moved a 1,0",
        "counted a injury 1",
        "moved a 2,0",
        "moved a 3,0",
        "stopped a spent",
        "counted a moved 10",
    ]


def test_a_figure_that_can_no_longer_walk_stops_where_it_is_and_says_why() -> None:
    """What the new gait says in words ends the way, and nothing more is paid."""
    scene = interrupted(lamed, replan=lambda _state, _name: "stunned")

    assert [event_text(t.event) for t in scene.told][-2:] == [
        "stopped a stunned",
        "counted a moved 2",
    ]


@pytest.mark.parametrize("at", [(3, 0), (4, 0)])
def test_an_interrupt_among_friends_stops_at_the_end_of_the_leg(at: Tile) -> None:
    """Where it is interrupted it may not stay; that nothing more befalls it changes nothing."""

    def hold(_scene: Scene, _name: str, tile: Tile) -> str:
        return "grabbed" if tile == at else ""

    scene = interrupted(hold, to=5, drawing="a>. b>c>. . R")

    assert scene.state.figures["a"].at == (4, 0)
    assert [event_text(t.event) for t in scene.told][-2:] == [
        "stopped a grabbed",
        "counted a moved 8",
    ]


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
    families = game.ruleset.options(game.view(), name)
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


@given(GROUND, PLACES, st.integers(0, 10**6))
def test_whatever_befalls_a_walker_it_ends_alone_on_a_tile_it_paid_for(
    ground: list[str], places: list[tuple[int, int]], seed: int
) -> None:
    """Interrupts of all sorts, among friends too: held, hurt, slowed, others put out."""
    start = battle(ground, places, hidden=bool(seed % 2))
    family = moves_of(start, "a")
    if family is None:
        return
    chance = Random(seed)
    path = way(start.figure("a").tile, family.draw(chance.randrange).target_path)
    scene = Scene(start.state, "blue", Order("move", "a"), Script(()), ())

    def befall(scene: Scene, name: str, _tile: Tile) -> str:
        match chance.randrange(8):
            case 0:
                return "held"
            case 1:
                scene.emit(Counted(name, "injury", 1))
            case 2 if scene.state.figures["b"].at:
                scene.emit(Left("b", "downed"))
            case 3 if chance.randrange(3) == 0:
                scene.emit(Left(name, "downed"))
        return ""

    def replan(state: State, name: str) -> Gait | str:
        slow = state.figures[name].count("injury")
        cost = _twice if slow else Board.step_cost
        return (
            Gait(12, "moved", before=befall, replan=replan, cost=cost)
            if chance.randrange(6)
            else "no"
        )

    why = walk(scene, "a", path, Gait(12, "moved", before=befall, replan=replan))
    after = scene.state.figures["a"]
    standing = [f.at for f in scene.state.figures.values() if f.at is not None]

    assert len(set(standing)) == len(standing)
    assert after.count("moved") <= 12
    assert (after.at is None) == bool(after.fate)
    assert why or after.at == path[-1]
