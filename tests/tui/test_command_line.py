"""The line for typed orders on the battle screen: the language of line mode."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NoReturn

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from skirmish.game import Game, open_text
from skirmish.presentation.crash_log import failure_notice
from skirmish.tui.app import SkirmishApp
from skirmish.tui.map.widget import MapView
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.command_line import CommandLine
from skirmish.tui.screens.curtain import CurtainScreen
from tests.toy_game import played
from tests.tui.test_battle import QUIET, at_table, frame, press
from tests.village import village


def broken(*_: object) -> NoReturn:
    """What no question should come upon."""
    raise ValueError("r9 hides at 3,4")


async def failed(app: SkirmishApp) -> None:
    """Run an app until it comes upon that."""
    async with app.run_test(size=(100, 30)) as pilot:
        app.call_later(broken)
        await pilot.pause()


SCENARIOS = Path(__file__).parents[2] / "scenarios"


async def typed(pilot: Pilot[None], line: str) -> str:
    """Type a line; all that has been said so far."""
    pilot.app.screen.query_one(Input).value = line
    await press(pilot, "enter")
    await pilot.pause(0.3)
    if not isinstance(pilot.app.screen, CommandLine):
        return ""
    return str(pilot.app.screen.query_one("#said", Static).content)


async def test_orders_and_questions_are_typed() -> None:
    """An order is given, a question answered, a refusal told; escape goes back to the map."""
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        await press(pilot, "colon")
        assert isinstance(pilot.app.screen, CommandLine)
        said = await typed(pilot, "step 0,0")
        assert "> step 0,0\nb1 moves to 0,0." in said
        assert [entry.order for entry in screen.session.game.lines][-1] == "step b1 0,0"
        assert "Taken back: b1 step at 0,0." in await typed(pilot, "undo")
        assert "b1 b1, " in await typed(pilot, "look")
        assert "did you mean 'look'?" in await typed(pilot, "loook")
        assert pilot.app.cursor_position == pilot.app.screen.query_one(Input).cursor_screen_offset
        await press(pilot, "up", "up")
        assert pilot.app.screen.query_one(Input).value == "look"
        await press(pilot, "escape")
        await pilot.pause(0.1)

        assert isinstance(pilot.app.screen, BattleScreen)
        board = screen.query_one(MapView)
        spot = pilot.app.cursor_position - board.region.offset
        assert (
            board.tile_at(spot)
            == screen.session.controller.cursor
            == screen.session.controller.legal.position("b1")
        )


async def test_the_enemys_bound_is_told_and_the_line_stays() -> None:
    """An end that leaves somebody idle is asked for twice; what happens then is told."""
    async with at_table(played(red="recruit")) as (pilot, screen):
        await press(pilot, "colon")
        assert "Type 'end' again to confirm." in await typed(pilot, "end")
        number = len(screen.session.game.lines)
        await typed(pilot, "end")
        await pilot.pause(0.5)

        assert len(screen.session.game.lines) > number
        if not screen.session.game.over:
            said = str(pilot.app.screen.query_one("#said", Static).content)
            assert "blue, your orders. " in said


def lesson() -> Game:
    """A battle with rules and points, after the deployment."""
    game = Game.new(open_text((SCENARIOS / "first_steps_d20.toml").read_text("utf-8")), 3)
    for side in ("blue", "red"):
        game.order(side, "ready")
    return game


async def test_the_cursor_is_at_the_figure_that_the_keys_are_for() -> None:
    """An order that uses up a figure chooses the next one, with its orders in the last row."""
    async with at_table(lesson(), (80, 24)) as (pilot, screen):
        await press(pilot, "enter", "colon")
        await typed(pilot, "move b1 11,4")
        await press(pilot, "escape")
        controller = screen.session.controller

        assert controller.draft.figure == controller.current_figure == "b2"
        assert controller.cursor == controller.legal.position("b2")
        assert " m  move" in frame(pilot)[-1]
        assert "b1" not in frame(pilot)[-2]


async def test_overwatch_says_what_it_watches_and_that_no_door_adds_to_it() -> None:
    """As the panel does; a figure that does not begin to watch has no such line."""
    async with at_table(lesson()) as (pilot, _):
        await press(pilot, "enter", "colon")
        assert "watches" not in await typed(pilot, "move b1 9,4")
        said = await typed(pilot, "overwatch b2")
        words = r"\nb2 watches \d+ tiles, as seen now; a door opened later adds none\.\n"
        assert re.search(words, said)


async def test_the_text_of_a_rule_is_quoted_once_for_the_battle() -> None:
    """Also where the line was closed between two refusals; the id stands at each."""
    async with at_table(lesson()) as (pilot, _):
        await press(pilot, "enter", "colon")
        refused = await typed(pilot, "move b1 21,3")
        await press(pilot, "escape", "colon")
        again = await typed(pilot, "why move b1 21,3")

        assert "\nD20-F6: " in refused
        assert again.endswith(" (D20-F6).")


async def test_between_two_people_the_line_goes() -> None:
    """The curtain falls over it, and what was typed is forgotten."""
    async with at_table(played()) as (pilot, screen):
        await press(pilot, "enter", "escape", "colon")
        await typed(pilot, "end")
        await typed(pilot, "end")

        assert isinstance(pilot.app.screen, CurtainScreen)
        assert not any(isinstance(one, CommandLine) for one in pilot.app.screen_stack)
        await press(pilot, "enter", "escape", "colon")
        assert screen.session.seat == "red"
        assert screen.session.controller.typed == []


async def test_a_question_that_fails_does_not_end_the_battle(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is told and kept in a log, without the words of the error."""
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path))
    monkeypatch.setattr("skirmish.presentation.crash_log.failure_notice", failure_notice)
    monkeypatch.setattr("skirmish.line.commands.parse_typed_order", broken)
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        await press(pilot, "colon")
        said = await typed(pilot, "odds step 0,0")
        await typed(pilot, "step 0,0")

        assert "Error: ValueError at test_command_line.py:" in said
        assert "The battle goes on; the record is safe." in said
        assert "r9" not in said
        assert [entry.order for entry in screen.session.game.lines][-1] == "step b1 0,0"
    assert "in broken" in (tmp_path / "failures.log").read_text(encoding="utf-8")


async def test_a_failure_of_the_app_ends_with_what_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the record is and how to go on; no page of values, which may be another side's."""
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path))
    record = tmp_path / "a battle.skr"
    game = Game.new(village(), 1, {"red": "recruit"}, record=record)
    app = SkirmishApp(game)
    with pytest.raises(ValueError, match="r9 hides"):
        await failed(app)
    game.close()

    assert not app._exit_renderables  # noqa: SLF001 - what Textual would print
    assert app.last_words[0].startswith("skirmish has failed: ValueError at test_command_line.py:")
    assert app.last_words[1:] == [
        f"The record of the battle is safe: {record}",
        f"Resume with: skirmish play '{record}'",
    ]
