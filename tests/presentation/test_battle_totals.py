"""Totals of a battle, and the report screen that shows them."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from skirmish.analysis.self_play import play
from skirmish.core import events as ev
from skirmish.errors import UsageProblem
from skirmish.game import Game, opening_of
from skirmish.presentation import battle_totals
from skirmish.presentation.report.battle_report import battle_report
from skirmish.presentation.report.battle_summary import summarize_battle
from skirmish.presentation.report.report_export import FORMATS
from skirmish.presentation.report.report_text import text_rows
from skirmish.scenario import load
from skirmish.session.omniscient import omniscient_view
from skirmish.tui.screens.report import report_lines
from tests.village import village

OPENING = opening_of(load(Path(__file__).parents[1] / "tui" / "data" / "mill.toml"))


GOLDEN = Path(__file__).parents[1] / "golden" / "opposed_d6-night_pumps.skr"


@cache
def fought(seed: int) -> Game:
    """A battle on the mill between two recruits."""
    return play(OPENING, {"blue": "recruit", "red": "recruit"}, seed)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_points_and_losses_match_the_state(seed: int) -> None:
    """Payments add up to the score, figures out to the points lost."""
    game = fought(seed)
    summary = summarize_battle(game)
    paid = dict.fromkeys(game.sides, 0)
    for goal in summary.goals:
        paid[goal.side] += sum(points for _, points in goal.paid)
    for (side, _), times in summary.other_points.items():
        paid[side] += sum(points for _, points in times)

    assert paid == {side: game.state.tally.score.get(side, 0) for side in game.sides}
    assert any(isinstance(t.event, ev.Scored) for e in game.standing for t in e.told) == any(
        paid.values()
    )
    for loss in battle_totals.losses(game.state):
        assert loss.lost == sum(figure.who.kind.points for figure in loss.out)
        assert all(figure.fate and figure.who.side == loss.side for figure in loss.out)


def test_reinforcements_that_never_came_are_named() -> None:
    """They are no losses, and the report says when they were due."""
    game = Game.new(village(), 1, {"blue": "human", "red": "human"})
    for side, verb in (("red", "ready"), ("blue", "ready"), ("blue", "resign")):
        game.order(side, verb)
    blue, red = battle_totals.losses(game.state)
    assert [figure.id for figure in red.absent] == ["r5"]
    assert blue.absent == red.out == ()

    told = [row.text.strip() for row in text_rows(battle_report(summarize_battle(game)))]
    (said,) = (text for text in told if text.startswith("r5 "))
    assert said.endswith(": did not arrive (due in turn 3)")
    data = json.loads(FORMATS["json"](summarize_battle(game)))
    assert [[one["figure"] for one in side["absent"]] for side in data["losses"]] == [[], ["r5"]]
    late = Game.replay(GOLDEN)
    assert not any(one.absent for one in battle_totals.losses(late.state))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_die_belongs_to_one_side(seed: int) -> None:
    """Each die counts once, and the means are possible for the die."""
    game = fought(seed)
    thrown = battle_totals.dice_totals(game)

    assert sum(one.dice for one in thrown) == sum(len(entry.faces) for entry in game.standing)
    assert all(1 <= one.average <= one.die for one in thrown)


def test_each_side_throws_one_die_of_an_opposed_roll() -> None:
    """The target of a shot throws the second die."""
    game = Game.replay(GOLDEN)
    duel = next(entry for entry in game.standing if len(entry.faces) == 2 and entry.verb == "fire")
    sides = [side for side, _ in battle_totals._dice_thrown(game.state_at(0), duel)]  # noqa: SLF001

    assert sorted(sides) == ["blue", "red"]
    assert sides[0] == duel.side


def _owners(name: str, kind: type[ev.Event]) -> set[tuple[str, bool]]:
    """Purposes of the dice of events, and whether the side of the event's figure threw them."""
    game = Game.replay(GOLDEN.with_name(name))
    found = set()
    for entry in game.standing:
        thrown = tuple(battle_totals._dice_thrown(game.state, entry))  # noqa: SLF001
        for told in (one for one in entry.told if isinstance(one.event, kind)):
            subject = game.state.figures.get(told.event.subject)
            for side, face in thrown[told.first : told.first + told.dice]:
                mine = subject.who.side == side if subject else side in face.what
                found.add((face.what, mine))
    return found


def test_the_dice_of_a_defence_are_those_of_the_struck() -> None:
    """A shot from a held action counts for its shooter, in the enemy's bound too (POOL-F14)."""
    pool = "dice_pool-low_water_dice_pool.skr"
    assert _owners(pool, ev.Tested) == {("attack", True)}
    assert {("guard", True), ("body", True)} == _owners(pool, ev.Struck)
    d100 = _owners("d100-ring_section.skr", ev.Struck)
    assert d100 >= {("attack", False), ("damage", False), ("defence", True), ("prone", True)}
    assert len(d100) == len({what for what, _ in d100})
    assert ("to hit", True) not in _owners("d20-water_station.skr", ev.Struck)


def test_each_side_throws_its_own_die_in_a_contest() -> None:
    """An agility roll, a surprise and the initiative roll dice of both sides."""
    agility = _owners("trait_die-hill_chapel.skr", ev.Tested)
    assert agility >= {("agility", True), ("opponent's agility", False)}
    assert {what for what, mine in agility if not mine} == {
        what for what, _ in agility if what.startswith("opponent's ")
    }
    d100 = "d100-ring_section.skr"
    assert _owners(d100, ev.Tested) == {
        *(("perception", True), ("infiltration", False)),
        *(("attack", True), ("defence", False)),
    }
    assert all(mine for _, mine in _owners(d100, ev.Bound))


def test_a_d100_counts_from_00_to_99() -> None:
    """Its last face is 00, which adds nothing, and a fair one shows 49.5 on average (EP-F1)."""
    game = Game.replay(GOLDEN.with_name("d100-ring_section.skr"))
    totals = [one for one in battle_totals.dice_totals(game) if one.die == 100]
    faces = [face.face for entry in game.standing for face in entry.faces if face.sides == 100]

    assert sum(one.total for one in totals) == sum(face % 100 for face in faces) < sum(faces)
    assert {one.expected for one in totals} == {Fraction(99, 2)}
    assert battle_totals.DiceTotals("blue", 6, 1, 6).expected == Fraction(7, 2)


def test_fallen_figures_lie_where_they_were_last() -> None:
    """Every figure that is out and was on the map has a tile; standing figures have none."""
    game = Game.replay(GOLDEN)
    lying = battle_totals.fallen_figures(game)
    out = {figure.id for figure in game.state.figures.values() if figure.fate}

    assert {figure.id for figure in lying.values()} <= out
    assert all(game.state.board.inside(tile) for tile in lying)
    assert out


def test_in_a_replay_those_lie_that_have_fallen_so_far() -> None:
    """Each from the line on in which it fell; at the end all."""
    game = Game.replay(GOLDEN)
    fell = {
        one.event.figure: line
        for line, entry in game.standing_lines
        for one in entry.told
        if isinstance(one.event, ev.Left)
    }
    for figure in battle_totals.fallen_figures(game).values():
        before = battle_totals.fallen_figures(game, upto=fell[figure.id] - 1).values()
        after = battle_totals.fallen_figures(game, upto=fell[figure.id]).values()
        assert figure.id not in {one.id for one in before}
        assert figure.id in {one.id for one in after}


def test_a_side_sees_the_fallen_that_it_saw_fall() -> None:
    """They lie where they do for everyone; of its own figures it knows all."""
    game = Game.replay(GOLDEN)
    lying = battle_totals.fallen_figures(game)
    for side in game.sides:
        seen = battle_totals.fallen_figures(game, side)
        assert {tile: figure.id for tile, figure in seen.items()}.items() <= {
            tile: figure.id for tile, figure in lying.items()
        }.items()
        own = {figure.id for figure in lying.values() if figure.side == side}
        assert own <= {figure.id for figure in seen.values()}
        told = {
            line.event.figure
            for entry in game.standing
            for line in entry.told
            if isinstance(line.event, ev.Left) and side in line.sides
        }
        assert {figure.id for figure in seen.values()} <= told


def test_casualty_outcomes_are_deterministic() -> None:
    """They depend on the seed alone; only figures that are out have one."""
    game = fought(1)
    lots = {figure.id: lot for figure, lot in battle_totals.casualty_outcomes(game)}
    again = battle_totals.casualty_outcomes(Game.replay(game.record.text))

    assert lots == {figure.id: lot for figure, lot in again}
    assert set(lots) == {
        figure.id for figure in game.state.figures.values() if figure.fate == "downed"
    }


def test_the_report_says_who_won_and_why() -> None:
    """The verdict comes first, and every section has a heading."""
    game = Game.new(OPENING, 1, {"blue": "human", "red": "human"})
    game.order("blue", "resign")
    lines = [line.plain for line in report_lines(summarize_battle(game), 80)]

    at = lines.index("Victory: The watch")
    assert lines[at + 1] == "In turn 0 of 4: Vale's section gave up."
    assert at < lines.index("Objectives and score") < lines.index("Losses")


def test_a_running_battle_reveals_nothing() -> None:
    """The true state is shown only after the battle."""
    game = Game.new(OPENING, 1, {"blue": "human", "red": "human"})
    with pytest.raises(UsageProblem, match="not over"):
        omniscient_view(game)
    game.order("blue", "resign")

    assert set(omniscient_view(game).state.figures) == {"b1", "b2", "r1", "r2"}
