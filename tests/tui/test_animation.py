"""Animated shots, and the minimap beside a map that does not fit."""

from __future__ import annotations

from skirmish.session.controller import Controller, Marks
from skirmish.tui.animation import BLAST, SHOT, STRUCK, Animator, frames
from skirmish.tui.keys import KeyTable
from skirmish.tui.map.order_overlay import overlay_of
from skirmish.tui.minimap import MiniMap
from tests.drill_ruleset import drilled
from tests.toy_game import played
from tests.toy_ruleset import LANE
from tests.tui.test_battle import at_table, press


def test_a_shot_is_a_line_and_then_who_was_struck() -> None:
    """Both from what the side learnt of its own order, and nothing else."""
    game = drilled()
    known = len(game.view("blue").news)
    game.order("blue", "fire b1 r1")
    view = game.view("blue")

    line, hit = frames(view, view.news[known:])

    target = view.state.figures["r1"].tile
    assert {mark for _, mark in line} == {SHOT}
    assert line[-1][0] == target
    assert hit == ((target, STRUCK),)
    assert BLAST not in {mark for _, mark in (*line, *hit)}


def test_what_was_not_seen_is_not_drawn() -> None:
    """No news, no marks."""
    game = drilled()
    assert frames(game.view("red"), ()) == ()


class MarkLayer:
    """Keeps what is drawn; time passes when it is told to."""

    def __init__(self) -> None:
        """Nothing is drawn."""
        self.drawn: list[Marks] = []
        self.waiting: list[object] = []
        self.marks: Marks = ()

    def mark(self, marks: Marks) -> None:
        self.marks = marks
        self.drawn.append(marks)

    def later(self, seconds: float, then: object) -> None:
        assert seconds > 0
        self.waiting.append(then)


def test_frames_follow_each_other_and_leave_nothing() -> None:
    """The last thing drawn is nothing; a stop leaves out what is still to come."""
    stage = MarkLayer()
    flasher = Animator(stage)
    one, two = (((0, 0), SHOT),), (((1, 0), STRUCK),)
    flasher.show((one, two))
    while stage.waiting:
        stage.waiting.pop()()  # type: ignore[operator]
    assert stage.drawn == [one, two, ()]

    flasher.show((one, two))
    flasher.stop()
    stage.waiting.pop()()  # type: ignore[operator]
    assert stage.drawn[3:] == [one, ()]


def test_marks_that_were_taken_away_do_not_come_back() -> None:
    """After a key, or for somebody else who sits there now, the rest is left out."""
    stage = MarkLayer()
    flasher = Animator(stage)
    flasher.show(((((0, 0), SHOT),), (((1, 0), STRUCK),)))

    stage.marks = ()
    stage.waiting.pop()()  # type: ignore[operator]

    assert len(stage.drawn) == 1
    assert not stage.waiting
    flasher.show(((((2, 0), SHOT),),))
    assert list(stage.marks) == [((2, 0), SHOT)]


def test_the_next_key_takes_marks_away() -> None:
    """Nobody waits for them."""
    game = drilled()
    controller = Controller(game.ruleset, game.view("blue"), KeyTable())
    controller.flash = (((3, 0), SHOT),)
    assert overlay_of(controller).flash == controller.flash
    controller.clear_transient()
    assert overlay_of(controller).flash == ()


async def test_the_small_map_comes_where_the_large_one_does_not_fit() -> None:
    """Beside nine tiles it is hidden; beside 120 it is there, and empty behind a curtain."""
    async with at_table(played(red="random"), (120, 40)) as (_, screen):
        assert not screen.query_one(MiniMap).has_class("-needed")
    wide = LANE.replace(".........", "." * 120).replace("....#....", "...." + "#" + "." * 115)
    async with at_table(played(wide), (120, 40)) as (pilot, screen):
        await press(pilot, "enter")
        small = screen.query_one(MiniMap)
        assert small.has_class("-needed")
        assert any(row.strip() for row in small.rows())
        screen.session.cover()
        await pilot.pause()
        assert not any(row.strip() for row in small.rows())
