"""Questions in mid-order are answered by the terms that orders are weighed by."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.ai import Stream, think
from skirmish.ai.explanation import Explanation
from skirmish.core.orders import Question
from tests.position import Position, position
from tests.rulesets.dice_pool.blocks import gun, man, scene


def answered(battle: Position, what: str, options: tuple[str, ...], figure: str = "") -> str:
    """What blue says to a question."""
    return reasons(battle, what, options, figure).chosen.order.target


def reasons(battle: Position, what: str, options: tuple[str, ...], figure: str = "") -> Explanation:
    """The same with its reasons."""
    known = battle.view("blue")
    asked = evolve(known, question=Question("blue", what, options, figure=figure))
    return think(battle.ruleset, asked, "regular", Stream("x")).explanation


def test_an_enemy_before_a_friend_and_the_cheapest_friend() -> None:
    """Whom something falls on: the dearest enemy, else whoever of one's own counts least."""
    kinds = {"a": man(points=9), "b": man(points=4), "R": man(points=5), "Q": man(points=7)}
    battle = scene("a>b>R<Q<", gun(), kinds=kinds)

    assert answered(battle, "redirect", ("a", "b", "r", "q")) == "q"
    assert answered(battle, "redirect", ("a", "b")) == "b"


@pytest.mark.parametrize(("figure", "taken"), [("r", "2"), ("b", "0")])
def test_the_most_on_an_enemy_and_the_least_on_a_friend(figure: str, taken: str) -> None:
    """Extra hits: all of them on who is to be struck, none on who stands in the way."""
    told = reasons(scene("a>b>R<"), "extra", ("0", "1", "2"), figure)

    assert told.chosen.order.target == taken
    assert told.chosen.terms == ()  # what of it will be lost the dice have yet to say


@pytest.mark.parametrize(
    ("drawing", "said"), [("a>. . . R<", "fire a r burst=short"), ("a>b>c>R<", "hold")]
)
def test_a_shot_is_let_go_where_it_would_cost_more_than_it_takes(drawing: str, said: str) -> None:
    """A watcher that is asked fires, but not through dear friends at a cheap enemy."""
    dear = man(points=20, reaction=1, body=1)
    kinds = {"R": man(points=1), "b": dear, "c": dear}
    known = {letter: kind for letter, kind in kinds.items() if letter in drawing}
    battle = scene(drawing, gun(modes=("bf",)), kinds=known)
    told = reasons(battle, "reaction", ("fire a r burst=short", "hold"), "a")

    assert told.chosen.order.target == said
    assert told.rejected


def test_what_nothing_is_known_of_gets_the_first_answer() -> None:
    """It is what the rules do where nobody is asked."""
    assert answered(position("a>. R<"), "wild_die", ("2_rolled_3", "none")) == "2_rolled_3"
