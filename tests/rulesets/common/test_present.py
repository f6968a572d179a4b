"""Who is there, as a side may judge."""

from __future__ import annotations

from skirmish.rulesets.common.present import present, present_at
from tests.position import position


def test_the_view_and_the_truth_give_the_same_answer() -> None:
    """Own figures and enemies in sight; hidden ones and those out of sight are not there."""
    game = position("a>. R . .\n# # # # #\n. . . V .", counters={"R": {"hidden": 0}})

    on_truth = [figure.id for figure in present(game.state, "blue")]
    on_view = [figure.id for figure in present(game.view("blue").state, "blue")]

    assert on_truth == on_view == ["a", "r"]


def test_a_hidden_enemy_is_not_there() -> None:
    """Neither in the list nor on its tile; its own side knows better."""
    game = position("a>. R . .", counters={"R": {"hidden": 1}})

    assert present_at(game.state, "blue", (2, 0)) is None
    there = present_at(game.state, "red", (2, 0))
    assert there is not None
    assert there.id == "r"
