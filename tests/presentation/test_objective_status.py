"""The holder of the ground of an objective, as far as a side knows it."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.apply import apply_events
from skirmish.core.events import Left, Scored, ToldEvent
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.state import Clock, Objective, State
from skirmish.core.view import view
from skirmish.presentation.objective_status import (
    BOTH,
    break_progress,
    objective_grounds,
    when_counted,
)
from skirmish.presentation.setup.scenario_text import objective_words
from skirmish.rulesets.common.victory import is_paid
from skirmish.rulesets.registry import RULESETS, ruleset
from skirmish.scenario.loader import OBJECTIVES
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.objective_labels import objective_label
from tests.tui.test_cells import FIELD, SIDES, state_of

AREA = (0, 0, 1, 2)
OUT: Tile = (4, 2)
BROKEN = "side broken when 50% of its worth is lost"


def with_goals(state: State, *goals: Objective) -> State:
    """The state with objectives."""
    return evolve(state, setup=evolve(state.setup, objectives=goals))


def hold(side: str = "blue", points: int = 4, figures: tuple[str, ...] = ()) -> Objective:
    """An objective on the left of the field."""
    return Objective(f"ford_{side}", side, "hold", points, AREA, figures)


@pytest.mark.parametrize(
    ("b1", "r1", "found"),
    [((0, 1), OUT, "blue"), ((4, 0), (0, 0), "red"), ((0, 1), (1, 0), BOTH), ((3, 2), OUT, "")],
)
def test_the_ground_is_held_by_the_sides_that_are_known_there(
    b1: Tile, r1: Tile, found: str
) -> None:
    """By one side, by both, or by neither."""
    state = with_goals(state_of(FIELD, b1=b1, r1=r1, r2=None), hold())

    assert [one.holder for one in objective_grounds(view(state, "blue"))] == [found]


def test_only_the_figures_that_are_named_hold_for_their_side() -> None:
    """Any enemy disputes the ground."""
    state = state_of(FIELD, r1=OUT, r2=None)
    held = [
        objective_grounds(view(with_goals(state, goal), "blue"))[0].holder
        for goal in (hold(figures=("b1",)), hold(figures=("b9",)), hold("red", figures=("r9",)))
    ]

    assert held == ["blue", "", "blue"]


def test_an_enemy_out_of_sight_is_remembered_for_its_turn_alone() -> None:
    """In the next turn, or once its place is seen to be empty, it is not held."""
    field = FIELD.replace("..#..", ".##..")
    seen = with_goals(state_of(field, b1=(0, 0), r1=(0, 2), r2=None), hold())
    state = evolve(seen, figures={**seen.figures, "b1": evolve(seen.figures["b1"], at=(4, 0))})
    state = with_updated_sight(state, SIDES)
    assert "r1" not in state.known["blue"].visible
    later = evolve(state, clock=Clock(2, 1, "act", "blue"))

    assert [objective_grounds(view(one, "blue"))[0].holder for one in (state, later)] == ["red", ""]
    left = evolve(seen, figures={**seen.figures, "r1": evolve(seen.figures["r1"], at=None)})
    assert objective_grounds(view(with_updated_sight(left, SIDES), "blue"))[0].holder == "blue"


def test_ground_of_both_sides_pays_the_viewing_side() -> None:
    """It is shown once; what is worth nothing or has no ground is not shown."""
    goals = hold("red", 7), hold("blue", 4), Objective("o", "blue", "destroy", 9), hold("blue", 0)
    state = with_goals(state_of(FIELD), *goals)
    shown = {side: objective_grounds(view(state, side)) for side in SIDES}

    assert [(one.side, one.points) for one in shown["blue"]] == [("blue", 4)]
    assert [(one.side, one.points) for one in shown["red"]] == [("red", 7)]


def test_ground_that_is_paid_for_in_two_ways_shows_both() -> None:
    """What is paid each turn is not taken for what is paid once; each stands with its numbers."""
    once = evolve(hold("red", 3), id="once", kind="reach")
    state = with_goals(state_of(FIELD), once, hold("red", 1), hold("blue", 1))
    told = {}
    for side in SIDES:
        known = view(state, side)
        (ground,) = objective_grounds(known)
        told[side] = [
            "".join(words for words, _ in objective_label(known, ground, UNICODE, named=named))
            for named in (True, False)
        ]

    assert told == {
        "blue": ["▲hold 1:1 reach 0:3", "▲1:1+0:3"],
        "red": ["▼reach 3:0 hold 1:1", "▼3:0+1:1"],
    }


def test_ground_that_pays_each_side_in_one_way_has_one_short_pair() -> None:
    """`1:0+0:3` would be read as a sum."""
    once = evolve(hold("red", 3), id="once", kind="reach")
    known = view(with_goals(state_of(FIELD), once, hold("blue", 1)), "blue")
    (ground,) = objective_grounds(known)

    said = "".join(words for words, _ in objective_label(known, ground, UNICODE))
    assert said == "▲1:3"


def test_ground_that_has_paid_once_is_marked_no_more() -> None:
    """The other side still sees what it can be paid there, and the words say what is paid."""
    area = (3, 0, 4, 2)
    goals = (
        Objective("mine", "blue", "reach", 4, area=area),
        Objective("theirs", "red", "reach", 3, area=area),
    )
    state = with_goals(state_of(FIELD), *goals)
    scored = ToldEvent(Scored("blue", 4, "mine"), ("blue", "red"))
    known = view(apply_events(state, [scored]), "blue")

    assert [(one.side, one.points) for one in objective_grounds(known)] == [("red", 3)]
    assert [is_paid(known, goal) for goal in known.state.objectives] == [True, False]
    assert "paid" in objective_words(goals[0], "the turn ends", paid=True)


def fragile(state: State) -> State:
    """The state with a red side of four figures' worth that breaks at half of it."""
    sides = state.setup.sides
    worth = 4 * state.figures["r1"].who.kind.points
    red = evolve(sides["red"], break_point=50, worth=worth)
    return evolve(state, setup=evolve(state.setup, sides={**sides, "red": red}))


def test_what_breaks_a_side_is_shown_with_what_is_known_of_its_losses() -> None:
    """In percent of its worth; nothing for a side that is never broken."""
    state = fragile(state_of(FIELD))
    fell = ToldEvent(Left("r1", "downed"), ("blue", "red"))
    state = apply_events(state, [fell])
    known = view(state, "blue")
    assert break_progress(known, "blue") == ""
    assert break_progress(known, "red") == f"{BROKEN} (25% known to be lost)"
    assert break_progress(view(state, "red"), "red") == f"{BROKEN} (25% lost)"


def test_a_fall_out_of_sight_is_not_known_to_be_lost() -> None:
    """Its own side counts it, the enemy only one that it saw; that one stays known afterwards."""
    unseen = [ToldEvent(Left("r2", "downed"), ("red",))]
    both = [*unseen, ToldEvent(Left("r1", "fled"), ("blue", "red"))]
    first, second = (apply_events(fragile(state_of(FIELD)), told) for told in (unseen, both))
    second = with_updated_sight(second, SIDES)

    assert "(0% known to be lost)" in break_progress(view(first, "blue"), "red")
    assert "(25% lost)" in break_progress(view(first, "red"), "red")
    assert "(25% known to be lost)" in break_progress(view(second, "blue"), "red")
    assert [(one.id, one.fate) for one in view(second, "blue").gone.values()] == [("r1", "fled")]


def test_every_kind_of_objective_says_when_it_is_counted() -> None:
    """The look, the aims and the briefing take it from one table."""
    for kind in OBJECTIVES:
        goal = Objective("yard", "blue", kind, 2, area=(0, 0, 1, 1), text="The yard")
        when = when_counted(kind, "the turn ends")
        assert objective_words(goal, "the turn ends") == f"The yard (2 points, {when})"
    said = Objective("yard", "blue", "hold", 2, area=(0, 0, 1, 1), text="The yard: 2 a turn")
    assert objective_words(said, "the turn ends") == said.text
    once = Objective("yard", "blue", "reach", 2, area=(0, 0, 1, 1), text="The yard: 2, once")
    assert objective_words(once, "the turn ends") == f"{once.text} (counted when the turn ends)"


def test_an_objective_that_is_reached_is_counted_at_the_end_of_a_part_of_the_turn() -> None:
    """It goes by what each system calls the part of one side."""
    bounds = {name: ruleset(name).turn.judged for name in RULESETS}
    parts = {n: when_counted("reach", one).rpartition(" ")[2] for n, one in bounds.items()}
    assert parts == {
        "opposed_d6": "shooting",
        "dice_pool": "pass",
        "d20": "turn",
        "d100": "phase",
        "trait_die": "turn",
    }
