"""Objectives, break points, and how battles end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from skirmish.core.dice import Script
from skirmish.core.events import Bound, Ended, Event, Left, Moved, Scored
from skirmish.core.figures import HIDDEN, Arrival
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.setup import Objective, Side
from skirmish.core.state import Clock, State
from skirmish.core.view import News
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.rulesets.common import victory
from skirmish.rulesets.opposed_d6.kinds import Kind
from skirmish.rulesets.scene import Scene
from tests.position import SIDES, Position, position

AREA = (0, 0, 1, 0)
LINE = """
a>b>. . . # R<Q<
. . . . . # . .
"""


def man(points: int) -> Kind:
    """A figure worth so many points."""
    return Kind(f"man{points}", "man", glyph="m", points=points, physical=2)


def battle(
    *objectives: Objective,
    worth: Mapping[str, int] | None = None,
    break_point: int = 0,
    turns: int = 3,
    **figures: Any,
) -> Position:
    """Two on each side, of 10 points unless told otherwise; the sides do not see each other."""
    kinds = {name: man((worth or {}).get(name.lower(), 10)) for name in "abRQ"}
    game = position(LINE, kinds=kinds, turns=turns, objectives=objectives, **figures)
    points = {
        side: sum(f.who.kind.points for f in game.state.figures.values() if f.side == side)
        for side in SIDES
    }
    sides = {side: Side(side, side, worth=points[side], break_point=break_point) for side in SIDES}
    return evolve(game, state=evolve(game.state, setup=evolve(game.state.setup, sides=sides)))


def scene_of(game: Position | State) -> Scene:
    """A scene to judge."""
    state = game.state if isinstance(game, Position) else game
    return Scene(state, "blue", Order("end"), Script(()), ())


def out(scene: Scene, *names: str) -> Scene:
    """Figures are out of the battle."""
    for name in names:
        scene.emit(Left(name, "downed"))
    return scene


def told(scene: Scene) -> list[Event]:
    """Points and ends that were told."""
    return [one.event for one in scene.told if isinstance(one.event, Scored | Ended)]


def goal(kind: str, side: str = "blue", points: int = 3, **more: Any) -> Objective:
    """An objective called after its kind."""
    return Objective(kind, side, kind, points, **more)


def turn(scene: Scene, number: int) -> None:
    """The clock of a scene is set to a turn."""
    scene.state = evolve(scene.state, clock=Clock(number, 4, "fire", "blue"))


def test_reach_pays_once_when_a_figure_ends_a_bound_there() -> None:
    """However many are there, and however often."""
    scene = scene_of(battle(goal("reach", area=AREA)))

    victory.end_of_bound(scene)
    victory.end_of_bound(scene)

    assert told(scene) == [Scored("blue", 3, "reach")]


@pytest.mark.parametrize(
    "objective",
    [
        goal("reach", area=(3, 0, 4, 1)),
        goal("reach", area=AREA, figures=("c",)),
        goal("reach", side="red", area=AREA),
    ],
)
def test_reach_pays_nothing_to_who_is_not_there(objective: Objective) -> None:
    """Another's figure, one that was not named, an empty area."""
    scene = scene_of(battle(objective))

    victory.end_of_bound(scene)

    assert told(scene) == []


def test_hold_pays_at_the_end_of_each_turn() -> None:
    """Again and again, as long as one is there."""
    scene = scene_of(battle(goal("hold", area=AREA)))

    victory.end_of_turn(scene)
    turn(scene, 2)
    victory.end_of_turn(scene)
    out(scene, "a", "b")
    victory.end_of_turn(scene)

    assert told(scene) == [Scored("blue", 3, "hold")] * 2


@pytest.mark.parametrize(
    ("counters", "now", "pays"),
    [({}, 1, False), ({}, 2, True), ({"R": {HIDDEN: 1}}, 1, True)],
)
def test_an_enemy_that_was_seen_this_turn_stops_hold(
    counters: Mapping[str, Mapping[str, int]], now: int, pays: bool
) -> None:
    """One that was never seen, or not since last turn, does not."""
    game = position(
        "a>. . R<\n. # # #\n. # . .",
        at={"Q": (2, 2)},
        counters=counters,
        objectives=(goal("hold", area=(0, 0, 3, 2)),),
    )
    scene = scene_of(game)
    scene.emit(Moved("a", ((0, 1), (0, 2))))
    turn(scene, now)

    victory.end_of_turn(scene)

    assert bool(told(scene)) is pays


@pytest.mark.parametrize(
    ("seen_at", "now_at", "pays"),
    [((4, 0), (3, 1), True), ((3, 0), (3, 1), False), ((3, 0), (4, 1), False)],
)
def test_an_enemy_stops_hold_where_it_was_last_seen(
    seen_at: Tile, now_at: Tile, *, pays: bool
) -> None:
    """Whether it is still there, or came there unseen, is not asked: that would betray it."""
    ground = goal("hold", area=(0, 0, 3, 2), text="Hold the yard")
    scene = scene_of(
        position("a>. . . .\n. # # . .\n. # . . .", at={"R": seen_at}, objectives=(ground,))
    )
    scene.emit(Moved("a", ((0, 1), (0, 2))))
    scene.emit(Moved("r", (now_at,)))

    victory.end_of_turn(scene)
    known = scene.view("blue")
    news = News(Bound(2, 0, "fire", "red"), contests=victory.contests(known, ()))

    assert not list(known.enemies())
    assert bool(told(scene)) is pays
    log = " ".join(one.text for one in log_sentences(known, [news]))
    line = "no points for blue, r was seen there in this turn: Hold the yard"
    assert (line in log) is not pays


def test_destroy_pays_for_each_enemy_that_is_out_and_once() -> None:
    """Without names it is about all of them."""
    scene = out(scene_of(battle(goal("destroy"))), "r")

    victory.judge(scene)
    victory.judge(scene)

    assert told(scene) == [Scored("blue", 3, "destroy", figure="r")]


def test_who_saw_a_figure_go_knows_what_it_paid() -> None:
    """Though it is in nobody's sight any more; who did not see it go learns nothing."""
    apart = battle(goal("destroy"))
    facing = position("a>. R<Q<", objectives=(goal("destroy"),))
    known = []
    for game in (apart, facing):
        scene = out(scene_of(game), "r")
        victory.judge(scene)
        known.append(scene.view("blue").state.tally.score)

    assert known == [{}, {"blue": 3}]


def test_destroy_of_the_named_pays_for_them_alone() -> None:
    """The others are worth nothing."""
    scene = out(scene_of(battle(goal("destroy", figures=("q",)), goal("destroy", side="red"))), "r")

    victory.judge(scene)

    assert told(scene) == []


def test_survive_and_escort_pay_at_the_end() -> None:
    """For each that is not out, and for each that is there."""
    goals = goal("survive", points=1), goal("escort", points=2, area=(1, 0, 2, 0))
    scene = out(scene_of(battle(*goals)), "a")
    turn(scene, 3)

    victory.end_of_turn(scene)

    assert told(scene) == [
        Scored("blue", 1, "survive", figure="b"),
        Scored("blue", 2, "escort", figure="b"),
        Ended("score", winner="blue"),
    ]


def test_a_decisive_objective_ends_the_battle_when_met() -> None:
    """Nothing is paid after that."""
    goals = goal("reach", area=AREA, decisive=True), goal("reach", side="red", area=(6, 0, 7, 0))
    scene = scene_of(battle(*goals))

    victory.end_of_bound(scene)

    assert told(scene) == [Scored("blue", 3, "reach"), Ended("objective", winner="blue")]


def test_a_decisive_destroy_is_met_when_all_of_them_are_out() -> None:
    """The first of two pays, the second decides."""
    scene = out(scene_of(battle(goal("destroy", figures=("r", "q"), decisive=True))), "r")
    victory.judge(scene)
    assert told(scene) == [Scored("blue", 3, "destroy", figure="r")]

    victory.judge(out(scene, "q"))

    assert told(scene)[1:] == [
        Scored("blue", 3, "destroy", figure="q"),
        Ended("objective", winner="blue"),
    ]


@pytest.mark.parametrize(
    ("worth", "percent", "broken"),
    [
        ({"r": 10, "q": 10}, 50, True),
        ({"r": 10, "q": 10}, 51, False),
        ({"r": 33, "q": 67}, 33, True),
        ({"r": 33, "q": 67}, 34, False),
        ({"r": 1, "q": 2}, 33, True),
        ({"r": 1, "q": 2}, 34, False),
        ({"r": 10, "q": 10}, 0, False),
        ({"r": 0, "q": 10}, 1, False),
    ],
)
def test_a_side_breaks_exactly_at_its_percent(
    worth: Mapping[str, int], percent: int, broken: bool
) -> None:
    """Of its starting points, in whole numbers: at least so much; 0 never breaks."""
    scene = out(scene_of(battle(worth=worth, break_point=percent)), "r")

    victory.judge(scene)

    assert told(scene) == ([Ended("broken", winner="blue")] if broken else [])


def test_a_side_worth_nothing_does_not_break_before_it_lost_anybody() -> None:
    """No loss is no part of no points."""
    scene = scene_of(battle(worth={"r": 0, "q": 0}, break_point=50))

    victory.judge(scene)

    assert told(scene) == []


def test_both_broken_at_once_is_a_draw() -> None:
    """Whoever did it."""
    scene = out(scene_of(battle(break_point=50)), "a", "r")

    victory.judge(scene)

    assert told(scene) == [Ended("both_broken")]


def test_a_side_with_nobody_left_is_destroyed() -> None:
    """Unless somebody is still to come."""
    game = battle()
    late = game.figure("q")
    coming = evolve(late, at=None, who=evolve(late.who, arrival=Arrival(3, "E")))
    waiting = evolve(game.state, figures={**game.state.figures, "q": coming})

    gone, hoped = out(scene_of(game), "r", "q"), out(scene_of(waiting), "r")
    victory.judge(gone)
    victory.judge(hoped)

    assert told(gone) == [Ended("destroyed", winner="blue")]
    assert told(hoped) == []


@pytest.mark.parametrize(
    ("blue", "red", "winner"), [(3, 2, "blue"), (2, 3, "red"), (2, 2, ""), (0, 0, "")]
)
def test_after_the_last_turn_the_higher_score_wins(blue: int, red: int, winner: str) -> None:
    """The same score is a draw; before the last turn nothing ends."""
    goals = goal("hold", points=blue, area=AREA), goal("hold", "red", red, area=(6, 0, 7, 0))
    scene = scene_of(battle(*goals, turns=2))

    victory.end_of_turn(scene)
    assert Ended not in map(type, told(scene))
    turn(scene, 2)
    victory.end_of_turn(scene)

    assert told(scene)[-1] == Ended("score", winner=winner)


def test_nothing_happens_after_the_end() -> None:
    """A battle ends once."""
    scene = out(scene_of(battle(goal("hold", area=AREA))), "r", "q")
    victory.judge(scene)
    ends = told(scene)

    victory.judge(scene)
    victory.end_of_bound(scene)
    victory.end_of_turn(scene)

    assert told(scene) == ends == [Ended("destroyed", winner="blue")]
