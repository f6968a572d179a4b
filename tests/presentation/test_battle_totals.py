"""The reckoning after a battle adds up."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from skirmish.analysis.self_play import play
from skirmish.core.events import Scored
from skirmish.errors import UsageProblem
from skirmish.game import Game, opening_of
from skirmish.presentation import battle_totals
from skirmish.presentation.battle_summary import summarize_battle
from skirmish.scenario import load
from skirmish.tui.omniscient import omniscient_view
from skirmish.tui.screens.report import report_lines

OPENING = opening_of(load(Path(__file__).parents[1] / "tui" / "data" / "mill.toml"))


GOLDEN = Path(__file__).parents[1] / "golden" / "opposed_d6-night_pumps.skr"


@cache
def fought(seed: int) -> Game:
    """The mill, fought out by two recruits."""
    return play(OPENING, {"blue": "recruit", "red": "recruit"}, seed)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_points_and_losses_are_those_of_the_state(seed: int) -> None:
    """What was paid adds up to the score, and who is out to what was lost."""
    game = fought(seed)
    summary = summarize_battle(game)
    paid = dict.fromkeys(game.sides, 0)
    for goal in summary.goals:
        paid[goal.side] += sum(points for _, points in goal.paid)
    for (side, _), times in summary.other_points.items():
        paid[side] += sum(points for _, points in times)

    assert paid == {side: game.state.tally.score.get(side, 0) for side in game.sides}
    assert any(isinstance(t.event, Scored) for e in game.standing for t in e.told) == any(
        paid.values()
    )
    for loss in battle_totals.losses(game.state):
        assert loss.lost == sum(figure.who.kind.points for figure in loss.out)
        assert all(figure.fate and figure.who.side == loss.side for figure in loss.out)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_die_belongs_to_one_side(seed: int) -> None:
    """No die is lost and none counts twice; the means lie on the die."""
    game = fought(seed)
    thrown = battle_totals.dice_totals(game)

    assert sum(one.dice for one in thrown) == sum(len(entry.faces) for entry in game.standing)
    assert all(1 <= one.average <= one.die for one in thrown)


def test_who_is_shot_at_throws_his_own_die() -> None:
    """In a shot of one against one each side has one die of the two."""
    game = Game.replay(GOLDEN)
    duel = next(entry for entry in game.standing if len(entry.faces) == 2 and entry.verb == "fire")
    sides = [side for side, _ in battle_totals._dice_thrown(game.state_at(0), duel)]  # noqa: SLF001

    assert sorted(sides) == ["blue", "red"]
    assert sides[0] == duel.side


def test_the_fallen_lie_where_they_were_last() -> None:
    """Everyone who is out and was on the table lies on a tile; nobody who stands does."""
    game = Game.replay(GOLDEN)
    lying = battle_totals.fallen_figures(game)
    out = {figure.id for figure in game.state.figures.values() if figure.fate}

    assert {figure.id for figure in lying.values()} <= out
    assert all(game.state.board.inside(tile) for tile in lying)
    assert out


def test_the_lot_of_the_fallen_is_the_same_each_time() -> None:
    """It depends on the seed alone, and only who was put out has one."""
    game = fought(1)
    lots = {figure.id: lot for figure, lot in battle_totals.casualty_outcomes(game)}
    again = battle_totals.casualty_outcomes(Game.replay(game.record.text))

    assert lots == {figure.id: lot for figure, lot in again}
    assert set(lots) == {
        figure.id for figure in game.state.figures.values() if figure.fate == "downed"
    }


def test_the_report_says_who_won_and_why() -> None:
    """Before all numbers; every part of it has a heading."""
    game = Game.new(OPENING, 1, {"blue": "human", "red": "human"})
    game.order("blue", "resign")
    lines = [line.plain for line in report_lines(summarize_battle(game), 80)]

    at = lines.index("Victory: The watch")
    assert lines[at + 1] == "In turn 0 of 4: Vale's section gave up."
    assert at < lines.index("Objectives and points") < lines.index("Losses")


def test_nothing_is_revealed_while_the_battle_lasts() -> None:
    """The true state is drawn only when it can harm nobody."""
    game = Game.new(OPENING, 1, {"blue": "human", "red": "human"})
    with pytest.raises(UsageProblem, match="not over"):
        omniscient_view(game)
    game.order("blue", "resign")

    assert set(omniscient_view(game).state.figures) == {"b1", "b2", "r1", "r2"}
