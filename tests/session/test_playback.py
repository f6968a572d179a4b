"""The steps of a replay: exactly what was seen by each side, and forks from any step."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from skirmish.analysis.self_play import play
from skirmish.errors import UsageProblem
from skirmish.game import Game, open_text
from skirmish.rulesets.engine import refusal, suggested
from skirmish.session.omniscient import omniscient_view
from skirmish.session.playback import ALL, allowed_eyes, fork_refusal, playback_of
from skirmish.tui.screens.fork import ForkPlan

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))
MILL = Path(__file__).parents[1] / "tui" / "data" / "mill.toml"

each_record = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


@cache
def golden(path: Path) -> Game:
    """A game that was played to its end."""
    return Game.replay(path)


def mill(**players: str) -> Game:
    """A game that has just begun."""
    return Game.new(open_text(MILL.read_text()), 1, players)


@each_record
def test_a_step_shows_the_view_after_so_many_lines(path: Path) -> None:
    """With the eyes of a side just the view that the game had then, and its news so far."""
    game = golden(path)
    for side in game.sides:
        playback = playback_of(game, side)
        for at in range(0, playback.last + 1, max(1, playback.last // 4)):
            then = game.fork(playback.steps[at].line)
            assert playback.view(at) == then.view(side)
            assert playback.recent_news(at, 10**6) == then.view(side).news
        assert playback.recent_news(playback.last, 10**6) == game.view(side).news


@each_record
def test_all_is_seen_when_it_is_over(path: Path) -> None:
    """Each step shows the true state; every line that stands is a step."""
    game = golden(path)
    playback = playback_of(game, ALL)

    assert [step.line for step in playback.steps[1:]] == [
        line for line, entry in enumerate(game.lines, 1) if entry in game.standing
    ]
    for at in (0, playback.last // 2, playback.last):
        assert playback.view(at) == omniscient_view(game, line=playback.steps[at].line)
        assert playback.view(at).state.figures == game.state_at(playback.steps[at].line).figures


@pytest.mark.parametrize("own", ["blue", "red"])
def test_the_view_of_all_is_that_of_the_player(own: str) -> None:
    """What has the own side first in the battle has it so in the replay."""
    game = mill(**{own: "human", "red" if own == "blue" else "blue": "regular"})
    alone = mill(blue="human", red="human")
    for one in (game, alone):
        one.order(one.to_act, "resign")

    assert playback_of(game, ALL).view(0).side == own
    assert playback_of(alone, ALL).view(0).side == alone.sides[0]


@each_record
def test_deeds_have_places_on_the_board(path: Path) -> None:
    """Also that of who falls: where he stood before."""
    playback = playback_of(golden(path), ALL)
    board = golden(path).state.board
    found = [action for at in range(playback.last + 1) for action in playback.actions(at)]

    assert all(board.inside(action.tile) for action in found if action.tile is not None)
    assert sum(action.tile is not None for action in found) > len(found) / 2


def test_steps_are_found_by_bound_turn_and_line() -> None:
    """Forwards and backwards, and never past the ends."""
    playback = playback_of(golden(GOLDEN[0]), ALL)
    bounds = playback.bounds()

    assert playback.next_bound(0, 1) == bounds[1]
    assert playback.next_bound(bounds[2], -1) == bounds[1]
    assert playback.next_bound(playback.last, 1) == playback.last
    assert playback.next_bound(0, -1) == 0
    assert playback.next_turn(playback.next_turn(0, 1), -1) == 0
    assert playback.at_line(10**6) == playback.last
    assert playback.steps[playback.at_line(40)].line == 40


def test_a_battle_that_lasts_is_seen_by_its_people_alone() -> None:
    """Not by nobody's eyes, nor by those of a side that the computer plays."""
    assert allowed_eyes(mill(blue="human", red="regular")) == ("blue",)
    assert allowed_eyes(mill(blue="human", red="human")) == ("blue", "red")
    assert allowed_eyes(mill(blue="regular", red="regular")) == ("blue", "red")
    assert allowed_eyes(golden(GOLDEN[0])) == (ALL, *golden(GOLDEN[0]).sides)
    for eyes in (ALL, "green"):
        with pytest.raises(UsageProblem):
            playback_of(mill(), eyes)


def test_what_the_enemy_did_unseen_is_no_step() -> None:
    """How often he gave orders cannot be counted from a side's replay."""
    game = play(open_text(MILL.read_text()), {"blue": "random", "red": "random"}, 3)
    playback = playback_of(game, "blue")
    hidden = [
        line
        for line, entry in enumerate(game.lines, 1)
        if entry.side == "red" and not any("blue" in told.sides for told in entry.told)
    ]

    assert hidden
    assert not {step.line for step in playback.steps} & set(hidden)
    assert not any(step.order for step in playback.steps if step.side == "red")


@each_record
def test_a_fork_is_a_game_with_the_shared_lines(path: Path) -> None:
    """It goes on from there with other dice, and can be played."""
    game = golden(path)
    playback = playback_of(game, ALL)
    at = playback.last // 2
    fork = ForkPlan.at(game, playback.steps[at].line, "here")
    other = game.fork(fork.line, fork.seed, fork.players)

    assert fork_refusal(playback, at) == ""
    assert other.lines[: fork.line] == game.lines[: fork.line]
    assert other.view(game.sides[0]) == game.view_at(fork.line, game.sides[0])
    assert not other.over
    other.order(other.to_act, something(other))
    assert len(other.lines) > fork.line


def something(game: Game) -> str:
    """An order that can be given now."""
    known = game.view(game.to_act)
    if known.question is not None:
        return f"answer {known.question.options[0]}"
    orders = (order for f in known.own() for order in suggested(game.ruleset, known, f.id))
    return next((str(one) for one in orders if not refusal(game.ruleset, known, one)), "end")


def test_no_fork_where_it_would_tell_or_is_over() -> None:
    """Not at the end; not from a battle of two people that lasts; nobody new sits down in one."""
    over = playback_of(golden(GOLDEN[0]), ALL)
    two, one = mill(blue="human", red="human"), mill(blue="human", red="regular")

    assert "over" in fork_refusal(over, over.last)
    assert "two people" in fork_refusal(playback_of(two, "blue"), 0)
    assert fork_refusal(playback_of(one, "blue"), 0) == ""
    fork = ForkPlan.at(one, 0, "the beginning")
    assert "human" in fork.options("blue")
    assert "human" not in fork.options("red")
    finished = golden(GOLDEN[0])
    assert "human" in ForkPlan.at(finished, 0, "").options(finished.sides[1])
