"""Orders to walk, turn and work doors: what the view forbids, what may be drawn, what is done."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.board import Board
from skirmish.core.codec import encode
from skirmish.core.dice import Script
from skirmish.core.events import event_text
from skirmish.core.geometry import Tile, adjacent, parse_tile
from skirmish.core.orders import Order
from skirmish.rulesets.common import walking
from skirmish.rulesets.common.moves import Cost
from skirmish.rulesets.common.walking import (
    Pace,
    can_step,
    door_refusal,
    path_refusal,
    routes,
    tiles_text,
    turn_refusal,
    walks,
)
from skirmish.rulesets.scene import Scene
from tests.position import Position, position

YARD = """\
a>. . #
b>. R .
. . / .
"""
GROUND = st.lists(st.sampled_from("....::o#~"), min_size=30, max_size=30)
PLACES = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 4)), min_size=4, max_size=4, unique=True
)


def lame(board: Board, a: Tile, b: Tile) -> int | None:
    """Twice what the ground costs."""
    cost = board.step_cost(a, b)
    return None if cost is None else 2 * cost


def refused(
    path: str, halves: int = 12, drawing: str = YARD, hidden: str = "", pace: Pace | None = None
) -> str:
    """Why `a` may not walk a path."""
    game = position(drawing, counters={letter: {"hidden": 1} for letter in hidden})
    pace = Pace(halves, rule="T-01") if pace is None else pace
    order = Order("move", "a", path)
    return str(path_refusal(game.view().state, game.figure("a"), order, pace))


def test_a_path_that_ends_at_a_figure_names_it_before_what_is_in_the_way() -> None:
    """No other path would help."""
    assert refused("3,0", drawing="a>. # R<\n. . . b>") == "r stands on 3,0: choose another tile"
    assert refused("3,0", drawing="a>. # . \n. . . R<").startswith("the path is blocked")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("1,0>1,2", "None"),
        ("0,2", "None"),
        ("0,0", "a stands there already"),
        ("1,0>2,1", "r stands on 2,1: choose another tile"),
        ("1,1>3,1", "r stands on 2,1: go around it"),
        ("0,1", "b stands on 0,1: stop before or behind it"),
        ("3,0", "no figure can stand on 3,0: wall: choose another tile"),
        ("4,0", "the path is blocked between 2,0 and 3,0: go around it"),
        ("2,1>3,3", "the path is not made of straight lines: name every corner"),
    ],
)
def test_a_way_is_refused_for_what_its_side_can_see(path: str, words: str) -> None:
    """Through a friend it may go, not onto one; through an enemy, a wall no."""
    assert refused(path) == words


def test_that_nothing_can_stand_at_the_end_is_said_before_what_is_in_the_way() -> None:
    """There is no other path to it."""
    words = "no figure can stand on 4,0: wall: choose another tile"

    assert refused("4,0", drawing="a>. # . #\nR . . . .") == words


def test_a_way_that_costs_too_much_names_the_ruleset_s_rule() -> None:
    """In tiles, with what is left; a pace with its own cost counts that."""
    words = "too far: needs 2.5 tiles, has 2 (T-01): choose a nearer tile"

    assert refused("1,1>1,2", halves=5) == "None"
    assert refused("1,1>1,2", halves=4) == words
    lamed = Pace(3, cost=lame, coin="AP")
    assert refused("1,0", pace=lamed).startswith("too far: needs 2 AP, has 1.5")
    assert refused("1,0", halves=-2) == "a has no movement left (T-01)"


def test_an_unseen_enemy_in_the_way_forbids_nothing() -> None:
    """A refusal would tell where it is."""
    assert refused("1,0>2,1", hidden="R") == "None"


@pytest.mark.parametrize(
    ("halves", "text"), [(0, "0"), (1, "0.5"), (2, "1"), (3, "1.5"), (40, "20")]
)
def test_half_tiles_are_read_as_tiles(halves: int, text: str) -> None:
    """As a player counts them."""
    assert tiles_text(halves) == text


def battle(ground: list[str], places: list[Tile], *, hidden: bool) -> Position:
    """Two of blue against two of red on random ground."""
    lines = ["".join(f"{glyph} " for glyph in ground[y * 6 :][:6]) for y in range(5)]
    counters = {"R": {"hidden": 1}} if hidden else {}
    under = dict.fromkeys("abRV", ".")
    for x, y in places:
        lines[y] = lines[y][: 2 * x] + ". " + lines[y][2 * x + 2 :]
    at = dict(zip("abRV", places, strict=True))
    return position("\n".join(lines), at=at, under=under, counters=counters)


@given(GROUND, PLACES, st.booleans(), st.integers(0, 14), st.sampled_from([None, lame]), st.data())
def test_every_way_that_may_be_drawn_is_legal_and_every_legal_step_may_be_drawn(
    ground: list[str],
    places: list[Tile],
    hidden: bool,
    halves: int,
    cost: Cost | None,
    data: st.DataObject,
) -> None:
    """As its side sees the ground and who stands on it; and there is a family if there is a way."""
    game = battle(ground, places, hidden=hidden)
    state, figure, pace = game.view().state, game.figure("a"), Pace(halves, cost=cost)
    ways = routes(state, figure, pace)

    def legal(tile: Tile) -> bool:
        return path_refusal(state, figure, Order("move", "a", encode(tile)), pace) is None

    steps = [t for n in range(30) if adjacent(figure.tile, t := (n % 6, n // 6)) and legal(t)]
    drawable = state.board.tiles_of(ways.mask)

    assert [tile for tile in steps if tile not in drawable] == []
    assert can_step(state, figure, pace) == bool(steps)
    assert bool([*walks(state, figure, pace)]) == bool(drawable)
    if drawable:
        path = ways.draw(Random(data.draw(st.integers(0, 99))).randrange)
        assert path_refusal(state, figure, Order("move", "a", encode(path)), pace) is None


def walked(order: Order, drawing: str = "a>. . . .", halves: int = 12, hidden: str = "") -> Scene:
    """What comes of a walk."""
    game = position(drawing, counters={letter: {"hidden": 1} for letter in hidden})
    scene = Scene(game.state, "blue", order, Script(()), ())
    walking.walk_order(scene, order, Pace(halves))
    return scene


@pytest.mark.parametrize(
    ("fields", "news"),
    [
        ((), ["moved a 0,1>0,2", "counted a moved 4", "turned a S"]),
        ((("face", "NW"),), ["moved a 0,1>0,2", "counted a moved 4", "turned a NW"]),
        ((("face", "E"),), ["moved a 0,1>0,2", "counted a moved 4"]),
    ],
)
def test_a_figure_looks_the_way_it_went_or_as_ordered(
    fields: tuple[tuple[str, str], ...], news: list[str]
) -> None:
    """A turn is told where there is one."""
    scene = walked(Order("move", "a", "0,2", fields), "a>. .\n. . .\n. . .")

    assert [event_text(told.event) for told in scene.told] == news


def test_who_does_not_get_away_does_not_turn() -> None:
    """An unseen enemy on the first tile: nothing is paid, and it looks as it did."""
    scene = walked(Order("move", "a", "0,2", (("face", "W"),)), "a>. .\nR . .\n. . .", hidden="R")

    assert [event_text(told.event) for told in scene.told] == ["revealed r", "stopped a met"]


@pytest.mark.parametrize(
    ("tile", "halves", "words"),
    [
        ("2,2", 4, "None"),
        ("2,2", 3, "the door needs 2 tiles, a has 1.5: leave it for the next turn"),
        ("1,2", 4, "there is no door on 1,2"),
        ("3,0", 4, "3,0 is not beside a"),
        ("9,9", 4, "9,9 is not beside a"),
    ],
)
def test_a_door_is_worked_from_beside_it_for_two_tiles(tile: str, halves: int, words: str) -> None:
    """And only where there is one."""
    game = position(". . . +\n. a>. #\n. . / .")
    state = game.view().state

    assert str(door_refusal(state, game.figure("a"), parse_tile(tile), Pace(halves))) == words


def test_nobody_shuts_a_door_on_a_figure() -> None:
    """On one that is seen it is refused; one that is not is met there, and nothing is spent."""
    drawing = ". . . #\n. a>. #\n. . R ."
    open_ = position(drawing, under={"R": "/"})
    dark = position(drawing, under={"R": "/"}, counters={"R": {"hidden": 1}})
    scene = Scene(dark.state, "blue", Order("door", "a", "2,2"), Script(()), ())
    walking.work_door(scene, walking.Door(dark.figure("a"), (2, 2), Pace(12)))
    words = "a figure stands in the door on 2,2"

    assert str(door_refusal(open_.view().state, open_.figure("a"), (2, 2), Pace(12))) == words
    assert door_refusal(dark.view().state, dark.figure("a"), (2, 2), Pace(12)) is None
    assert [event_text(told.event) for told in scene.told] == ["revealed r", "stopped a met"]


def test_a_door_that_is_worked_changes_and_is_paid_for() -> None:
    """In the pace's own counter, on top of what was walked."""
    game = position("a>/ .", counters={"a": {"moved": 3}})
    scene = Scene(game.state, "blue", Order("door", "a", "1,0"), Script(()), ())
    walking.work_door(scene, walking.Door(game.figure("a"), (1, 0), Pace(12)))

    assert [event_text(t.event) for t in scene.told] == [
        "changed 1,0 door by=a",
        "counted a moved 7",
    ]


def test_a_turn_must_change_something() -> None:
    """To look where it looks already is refused."""
    figure = position("a>").figure("a")

    assert str(turn_refusal(figure, Order("turn", "a", "E"))) == "a faces E already"
    assert turn_refusal(figure, Order("turn", "a", "W")) is None
