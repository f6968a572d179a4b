"""The lessons of the tutorial stay where they can be read while an order is made."""

from __future__ import annotations

import pytest

from skirmish.presentation.scenario_text import current_lessons
from skirmish.tui.app import SkirmishApp
from skirmish.tui.flow import StartOptions
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.widgets import LogView, SidePanel
from tests.tui.test_flow import press, settled

FIRST = "Your movement: each figure"


@pytest.mark.parametrize(("size", "strip"), [((80, 24), True), ((120, 40), False)])
async def test_a_lesson_stays_while_an_order_is_made(size: tuple[int, int], *, strip: bool) -> None:
    """Beside the map in the panel; where that is closed, in a strip in place of the log."""
    app = SkirmishApp(start=StartOptions(), pace=0)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, "t", "enter", "e", "e")
        battle = app.screen
        assert isinstance(battle, BattleScreen)
        assert current_lessons(battle.session.controller.legal.view)

        for key in ("", "m", "l"):
            await press(pilot, *([key] if key else []))
            shown = (battle.query_one(LogView) if strip else battle.query_one(SidePanel)).text
            assert FIRST in " ".join(shown.replace("│", " ").split()), key
