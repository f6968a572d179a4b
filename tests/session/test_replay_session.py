"""A replay is moved through without a screen."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from skirmish.core.state import in_area
from skirmish.game import Game, open_text
from skirmish.presentation.figure_rows import tile_rows
from skirmish.presentation.ground_words import tile_words
from skirmish.presentation.log.transcript import transcript
from skirmish.presentation.objective_status import BOTH, objective_grounds
from skirmish.session.playback import ALL
from skirmish.session.replay_session import ReplaySession
from tests.village import village

GOLDEN = Path(__file__).parents[1] / "golden"
MILL = Path(__file__).parents[1] / "tui" / "data" / "mill.toml"


@cache
def fought() -> Game:
    """A battle that was played to its end."""
    return Game.replay(min(GOLDEN.glob("*.skr")))


def test_only_the_next_step_has_a_clip() -> None:
    """What is seen on the way leads from the step before; a jump and a step back show none."""
    session = ReplaySession(fought())
    assert session.clip is None
    for _ in range(5):
        before = session.view
        session.go_steps(1)
        assert session.clip is not None
        assert (session.clip.before, session.clip.after) == (before, session.view)
        assert session.clip.news == session.step.news
    for by in (-1, 2):
        session.go_steps(by)
        assert session.clip is None


def test_steps_end_at_the_first_and_the_last() -> None:
    """Every way to go stays inside the replay."""
    session = ReplaySession(fought())
    for go in (session.go_steps, session.go_bound, session.go_turn, session.go_end):
        session.go(0)
        go(-1)
        assert session.at == 0
        session.go_end(1)
        assert session.at_end
        go(1)
        assert session.at == session.playback.last


def test_bounds_and_turns_are_found_from_any_step() -> None:
    """The next one lies after, the one before it before; the name is that of the bound shown."""
    session = ReplaySession(fought())
    places = dict(session.bound_choices()[0])
    session.go(session.playback.last // 2)
    middle = session.at
    session.go_bound(-1)
    assert session.at < middle
    assert session.at in places
    session.go_bound(1)
    session.go_steps(1)
    begun = max(at for at in places if at < session.at)
    assert session.bound_name() == places[begun]
    session.go_turn(1)
    assert session.at in places


def test_the_eyes_change_at_the_same_line_and_a_hidden_line_opens_all() -> None:
    """A side that did not see a line shows the next one that it saw; going there shows all."""
    game = fought()
    session = ReplaySession(game, game.sides[0])
    seen = {step.line for step in session.playback.steps}
    hidden = next(line for line, _ in game.standing_lines if line not in seen)
    session.go_line(hidden)
    assert (session.playback.eyes, session.step.line) == (ALL, hidden)
    for side in (*game.sides, ALL):
        session.change_eyes()
        assert session.playback.eyes == side
        assert session.step.line >= hidden or session.at_end


def test_a_battle_that_lasts_keeps_its_eyes_and_counts_steps_not_lines() -> None:
    """Lines of the record would tell how many orders the enemy has given."""
    game = Game.new(open_text(MILL.read_text()), 1, {"red": "regular"})
    session = ReplaySession(game)
    assert session.eyes_fixed
    assert session.greatest_number == session.playback.last
    over = ReplaySession(fought())
    assert not over.eyes_fixed
    over.go_number(30)
    assert over.step.line == 30


def test_after_an_undo_lines_have_the_numbers_of_the_record() -> None:
    """A number leads to the line that bears it, whatever was taken back before it."""
    game = Game.new(village(), 1)
    for order in ("ready", "ready", "turn r1 S"):
        game.order(game.to_act, order)
    game.undo("red")
    for order in ("turn r1 N", "turn r2 N", "resign"):
        game.order("red", order)
    session = ReplaySession(game)

    session.go_number(4)
    assert (session.step.number, session.step.order) == (4, "turn r2 N")
    assert session.greatest_number == 5
    assert transcript_line(game, 4) == "4 red turn r2 N"


def transcript_line(game: Game, number: int) -> str:
    """An order in the game as text."""
    return next(line for line in transcript(game) if line.startswith(f"{number} "))


def test_the_speed_has_two_ends() -> None:
    """From slow to fast, each speed quicker than the one before."""
    session = ReplaySession(fought())
    session.change_speed(-9)
    assert session.speed == 1
    seconds = [session.seconds]
    while True:
        session.change_speed(1)
        if session.seconds == seconds[-1]:
            break
        seconds.append(session.seconds)
    assert seconds == sorted(seconds, reverse=True)
    assert len(seconds) == session.speed


def test_with_everything_shown_both_sides_hold_ground_and_are_named() -> None:
    """By their figures as they stand; no side is "you"."""
    session = ReplaySession(fought())
    found = {}
    for at in range(session.playback.last + 1):
        session.go(at)
        figures = session.view.state.figures.values()
        for ground in objective_grounds(session.view):
            there = {one.side for one in figures if one.at and in_area(ground.area, one.at)}
            assert ground.holder == (BOTH if len(there) > 1 else "".join(there))
            tile = ground.area[:2]
            look = "\n".join(row.value for row in tile_rows(session.view, tile, None).rows)
            found[ground.holder] = tile_words(session.view, tile), look
    names = [side.name for side in session.view.state.setup.sides.values()]
    assert set(found) == {"red", "", BOTH}
    assert f"held by {names[1]}" in found["red"][0]
    assert f"; held by {names[1]}" in found["red"][1]
    assert "held by neither" in found[BOTH][0]
    assert "; contested" in found[BOTH][1]
    assert not any("you" in words for told in found.values() for words in told)
