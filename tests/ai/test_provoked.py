"""The attacks that an order provokes are counted by their exact odds."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest
from attrs import evolve

from skirmish.ai.provoked import ANSWER, answer_to
from skirmish.ai.search import LEAST
from skirmish.core.events import Scored
from skirmish.core.state import Objective
from skirmish.rulesets.foresight import dangers
from tests.ai.ranking import rank_options
from tests.ai.test_systems import SOLDIERS, SYSTEMS
from tests.ai.test_terms import seen
from tests.position import Position, position
from tests.rulesets.d20 import blocks as d20
from tests.rulesets.test_dangers import FIELD, held, overwatch

LANE = """\
. . . . . . . . . . . . . . .
a>. . . . . . . . . . . . . .
. . . . . . . . . . # . . . .
. . . . . . Q7. . . . . . . ."""
YARD = Objective("yard", "blue", "hold", 5, area=(12, 0, 14, 2))


@pytest.mark.parametrize("begun", [overwatch(), held()], ids=["d20", "dice_pool"])
@pytest.mark.parametrize("path", ["3,1", "0,3"])
def test_each_attack_takes_its_share_of_what_those_before_it_leave(
    begun: Position, path: str
) -> None:
    """The cost is in thousandths of the figure's worth in its battle."""
    situation, order = seen(begun), begun.line(f"move a {path}")
    figure = situation.view.state.figures["a"]
    points = figure.who.kind.points
    found = dangers(begun.ruleset, situation.view, order)
    left = prod((1 - one.shot.lost / points for one in found if one.shot), start=Fraction(1))

    assert len(found) >= 2
    assert answer_to(situation, order) == int((1 - left) * points * situation.weight(figure))


def test_they_count_less_late_for_a_side_that_is_behind() -> None:
    """It gains nothing by figures that are safe when the battle is over."""
    begun = overwatch()
    behind = begun.after(Scored("red", 5, "yard"))

    def cost(battle: Position, turns: int) -> int:
        setup = evolve(battle.state.setup, turns=turns)
        late = evolve(battle, state=evolve(battle.state, setup=setup))
        return answer_to(seen(late), late.line("move a 3,1"))

    assert cost(begun, 9) == cost(behind, 9) == cost(begun, 2)
    assert 0 < cost(behind, 1) < cost(behind, 2) < cost(behind, 9)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_the_best_order_of_a_figure_counts_its_answer(ruleset: str) -> None:
    """In place of the estimate by which it was put in order with the others."""
    battle = position(LANE, ruleset=ruleset, kind=SOLDIERS[ruleset], objectives=(YARD,))
    (made,) = rank_options(seen(battle))
    terms = dict(made.best[0].terms)

    assert made.gain >= LEAST
    assert ANSWER in terms
    assert "way" not in terms


@pytest.mark.parametrize(("harm", "enters"), [(1, True), (30, False)])
def test_watched_ground_is_entered_if_it_gains_more_than_it_costs(
    harm: int, *, enters: bool
) -> None:
    """Under d20: past two guns on overwatch into a yard, the only way."""
    arm = d20.gun(damage_bonus=harm)
    begun = position(
        FIELD,
        ruleset="d20",
        side="red",
        first="red",
        weapons={"a": (), "R": (arm,), "Q": (arm,)},
        kinds=dict.fromkeys("aRQ", d20.man(hp=40)),
        objectives=(Objective("yard", "blue", "reach", 1, area=(3, 1, 4, 1)),),
    )
    watched = begun.order("overwatch r").order("overwatch q").order("end")
    (made,) = rank_options(seen(watched))
    first = made.best[0]

    assert (first.gain >= LEAST and first.order.verb != "pose") is enters
    assert (dict(first.terms).get(ANSWER, 0) < 0) is enters
