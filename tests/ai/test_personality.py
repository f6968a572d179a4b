"""Tempers: what a scenario makes of a level is bolder or more careful, told, and found again."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import evolve, fields_dict

from skirmish.ai import LEVELS, Stream, think
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.end_positions import end_position
from skirmish.ai.evaluation import Evaluator
from skirmish.ai.levels import FACTORS, Weights, with_temper
from skirmish.ai.situation import Situation
from skirmish.analysis.self_play import play
from skirmish.core.geometry import Tile
from skirmish.core.setup import STEADY, TEMPERS
from skirmish.core.state import Objective
from skirmish.game import Game, Opening, open_text
from skirmish.line.console import Console
from skirmish.line.play import LinePlay
from skirmish.presentation.reasons.advice import AdviceRequest
from skirmish.presentation.reasons.explain_record import RecordExplainer
from skirmish.presentation.setup.game_setup import GameSetup, temper_sentences
from skirmish.scenario import load
from tests.position import Position, position
from tests.village import village

MILL = load(Path(__file__).parents[1] / "tui" / "data" / "mill.toml")
FIELD = """\
. . . . . . . . . . . . . . . .
. . . & . . . . . . . . . . . .
a>. . . . . . . . . . . . . . R<
. . . . . . . . . . . . . . . ."""
NEAR = """\
. . . . . . . . . . . .
. . . . . . . . . . . .
a>. . . . . . . . . . R<
. . . . . . . . . . . ."""
WALLS = """\
. . . . . . . . . . . . . . . Q<
. . . & . . . . . . . . . . . . .
a>. # . . . . . . . . . . . . . R<
. . . # . . . . . . . . . . . . ."""
PLACES = range(3, 11)
DRAWN = [
    ("opposed_d6", "regular", NEAR),
    ("trait_die", "recruit", FIELD),
    ("d20", "regular", WALLS),
]


def of_temper(temper: str, x: int, ruleset: str = "opposed_d6", drawing: str = FIELD) -> Position:
    """One in a wood, open ground before an enemy, and in it a place that blue is paid for."""
    battle = position(
        drawing,
        ruleset=ruleset,
        phase="move" if ruleset == "opposed_d6" else "",
        kind="guard" if ruleset == "d20" else "",
        under={"a": "T"},
        objectives=(Objective("yard", "blue", "hold", 2, area=(x, 0, x + 1, 3)),),
        turns=8,
    )
    setup = battle.state.setup
    blue = evolve(setup.sides["blue"], temper=temper)
    setup = evolve(setup, sides={**setup.sides, "blue": blue})
    return evolve(battle, state=evolve(battle.state, setup=setup))


def gone_to(battle: Position, level: str) -> int:
    """The column to which the first order leads; 0 where the figure stays."""
    order = think(battle.ruleset, battle.view("blue"), level, Stream("x")).order
    if order.verb not in ("move", "run"):
        return 0
    return int(order.target.rpartition(">")[2].partition(",")[0])


def weighed(temper: str, tile: Tile, level: str = "regular") -> Mapping[str, int]:
    """The terms of staying on a tile of the field."""
    battle = of_temper(temper, 6)
    figures = battle.state.figures
    moved = evolve(figures["a"], at=tile)
    battle = evolve(battle, state=evolve(battle.state, figures={**figures, "a": moved}))
    known = battle.view("blue")
    played = with_temper(LEVELS[level], known.state.setup.sides["blue"].temper)
    situation = Situation(battle.ruleset, known, played, ThoughtCache(known.state.board))
    figure = situation.view.state.figures["a"]
    return Evaluator(situation, figure).weigh(end_position(situation, figure))


def in_village(temper: str, ruleset: str = "opposed_d6") -> Opening:
    """The village, blue with a temper."""
    text = village(ruleset).text
    return open_text(text.replace('name = "Blue"', f'name = "Blue"\ntemper = "{temper}"', 1))


def test_there_are_factors_for_every_temper_and_weights_for_every_factor() -> None:
    """What a scenario may say can be played, and nothing is multiplied that is not there."""
    assert tuple(FACTORS) == TEMPERS
    assert {name for by in FACTORS.values() for name in by} - set(fields_dict(Weights)) == set()


@pytest.mark.parametrize("level", LEVELS)
def test_a_temper_changes_weights_and_nothing_else(level: str) -> None:
    """Of steady not even these; what a level looks at and remembers is its competence."""
    known = LEVELS[level]
    assert with_temper(known, STEADY) == known
    for temper in ("bold", "careful"):
        other = with_temper(known, temper)
        assert other != known
        assert evolve(other, weights=known.weights) == known


def test_bold_counts_gains_for_more_and_fears_for_less() -> None:
    """And careful the other way about, for all that a level weighs."""
    bold, steady, careful = (
        with_temper(LEVELS["veteran"], temper).weights for temper in ("bold", STEADY, "careful")
    )

    for gain in ("goal", "press"):
        assert getattr(bold, gain) > getattr(steady, gain) > getattr(careful, gain)
    for fear in ("reply", "answer", "approach", "cover", "perhaps"):
        assert getattr(bold, fear) < getattr(steady, fear) < getattr(careful, fear)


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_the_view_decides_what_a_place_is_worth(level: str) -> None:
    """Near to what pays counts for more to who is bold, cover and danger for less."""
    bold, steady, careful = (weighed(t, (3, 1), level) for t in ("bold", STEADY, "careful"))

    assert bold["goal"] > steady["goal"] > careful["goal"] > 0
    assert 0 <= bold["cover"] < steady["cover"] < careful["cover"]
    assert careful["reply"] <= steady["reply"] <= bold["reply"] <= 0


@pytest.mark.parametrize(("ruleset", "level", "drawing"), DRAWN)
def test_bold_goes_where_careful_stays(ruleset: str, level: str, drawing: str) -> None:
    """Of places nearer and farther off, who is bolder goes to more, and farther."""
    bold, steady, careful = (
        sum(gone_to(of_temper(temper, x, ruleset, drawing), level) for x in PLACES)
        for temper in ("bold", STEADY, "careful")
    )

    assert bold >= steady >= careful
    assert bold > careful


def test_the_enemys_temper_is_nothing_to_go_by() -> None:
    """What red thinks in its first bound hangs on red alone."""
    games = [Game.new(opening, 1) for opening in (village(), in_village("bold"))]
    for game in games:
        game.order("red", "ready")
        game.order("blue", "ready")
    thoughts = [think(g.ruleset, g.view("red"), "regular", Stream("x")) for g in games]

    assert thoughts[0].explanation == thoughts[1].explanation
    assert thoughts[0].explanation.data == thoughts[1].explanation.data


def test_who_plays_at_random_has_no_temper() -> None:
    """The drawn orders are the same ones."""
    games = [
        play(opening, {"blue": "random", "red": "random"}, 3)
        for opening in (village(), in_village("careful"))
    ]

    assert [e.order for e in games[0].lines] == [e.order for e in games[1].lines]


@pytest.mark.parametrize(
    ("temper", "ruleset", "level"),
    [("bold", "opposed_d6", "recruit"), ("careful", "d20", "regular")],
)
def test_every_order_is_found_again(temper: str, ruleset: str, level: str) -> None:
    """From the record alone, reasons and all: it holds the temper, and the thought hears of it."""
    players = {"blue": level, "red": "random"}
    game = play(in_village(temper, ruleset), players, 7)
    again = Game.replay(game.record.text)
    looked = RecordExplainer(again)

    assert again.state.setup.sides["blue"].temper == temper
    assert [one.line for one in map(looked.explain, looked.lines) if not one.matches] == []


def test_another_temper_is_another_game() -> None:
    """So what is found again is not found by whoever has no temper."""
    plain, *others = (orders_in(in_village(temper, "d20")) for temper in TEMPERS)

    assert plain == orders_in(village("d20"))
    assert all(other != plain for other in others)


def orders_in(opening: Opening) -> list[str]:
    """All orders of a game."""
    players = {"blue": "regular", "red": "random"}
    return [entry.order for entry in play(opening, players, 7).lines]


def test_the_adviser_advises_with_the_temper_of_the_side() -> None:
    """He says what the computer would do, and that is what it would do."""
    game = Game.new(in_village("bold"), 7)
    question = AdviceRequest.of(game, game.to_act, "regular")

    assert question.view.state.setup.sides["blue"].temper == "bold"
    thought = think(
        game.ruleset, question.view, "regular", Stream(question.key), previous=question.previous
    )
    assert question.think().explanation == thought.explanation
    assert question.think().explanation.data == thought.explanation.data


def test_it_is_told_where_the_computer_plays_and_only_there() -> None:
    """Not of people, who do as they like, nor of who draws orders, nor of a steady side."""
    blue, red = MILL.sides
    both = (evolve(blue, temper="careful"), evolve(red, temper="bold"))
    plan = GameSetup.of(evolve(MILL, sides=both), {"blue": "human", "red": "regular"})

    assert temper_sentences(both, plan.players) == [f"{red.name}: the computer plays boldly."]
    assert temper_sentences(both, {blue.id: "recruit", red.id: "random"}) == [
        f"{blue.name}: the computer plays carefully."
    ]
    assert temper_sentences(both, {}) == []
    assert temper_sentences(MILL.sides, {"blue": "regular", "red": "regular"}) == []


def test_line_mode_tells_it_with_who_plays() -> None:
    """In the first words of a battle, where each side's player is named."""
    said = io.StringIO()
    game = Game.new(in_village("careful"), 1, {"blue": "regular", "red": "human"})
    LinePlay(game, Console(io.StringIO("quit\n"), said)).run()

    assert "Blue: the computer plays carefully.\n" in said.getvalue()
