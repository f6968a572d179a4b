"""The line for typed orders on the battle screen: the language of line mode."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import Input, Static

from skirmish.tui.map.widget import MapView
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.curtain import Curtain
from skirmish.tui.screens.typed import Typed
from tests.tui.table import played
from tests.tui.test_battle import QUIET, at_table, press


async def typed(pilot: Pilot[None], line: str) -> str:
    """Type a line; all that has been said so far."""
    pilot.app.screen.query_one(Input).value = line
    await press(pilot, "enter")
    await pilot.pause(0.3)
    if not isinstance(pilot.app.screen, Typed):
        return ""
    return str(pilot.app.screen.query_one("#said", Static).content)


async def test_orders_and_questions_are_typed() -> None:
    """An order is given, a question answered, a refusal told; escape goes back to the map."""
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        await press(pilot, "colon")
        assert isinstance(pilot.app.screen, Typed)
        said = await typed(pilot, "step 0,0")
        assert "> step 0,0\nb1 moves to 0,0." in said
        assert [entry.order for entry in screen.game.lines][-1] == "step b1 0,0"
        assert "Taken back." in await typed(pilot, "undo")
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
        assert board.tile_at(spot) == screen.desk.cursor == screen.desk.offers.place("b1")


async def test_the_enemys_bound_is_told_and_the_line_stays() -> None:
    """An end that leaves somebody idle is asked for twice; what happens then is told."""
    async with at_table(played(red="recruit")) as (pilot, screen):
        await press(pilot, "colon")
        assert "'end' once more, if you are sure." in await typed(pilot, "end")
        number = len(screen.game.lines)
        await typed(pilot, "end")
        await pilot.pause(0.5)

        assert len(screen.game.lines) > number
        if not screen.game.over:
            said = str(pilot.app.screen.query_one("#said", Static).content)
            assert "blue, your orders. " in said


async def test_between_two_people_the_line_goes() -> None:
    """The curtain falls over it, and what was typed is forgotten."""
    async with at_table(played()) as (pilot, screen):
        await press(pilot, "enter", "escape", "colon")
        await typed(pilot, "end")
        await typed(pilot, "end")

        assert isinstance(pilot.app.screen, Curtain)
        assert not any(isinstance(one, Typed) for one in pilot.app.screen_stack)
        await press(pilot, "enter", "escape", "colon")
        assert screen.seat == "red"
        assert screen.desk.typed == []
