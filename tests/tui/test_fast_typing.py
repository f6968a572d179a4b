"""Keys that arrive together in a text field: each takes effect before the next one."""

from __future__ import annotations

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, Static

from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.command_line import CommandLine
from tests.toy_game import played
from tests.tui.test_battle import at_table, press


async def typed_at_once(pilot: Pilot[None], *keys: str) -> None:
    """Send keys without a pause between them."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await pilot.pause()


@pytest.mark.parametrize("opens", ["L", "r"])
@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("a b c backspace x y", "abxy"),
        ("a b left left c ctrl+a d ctrl+e e", "dcabe"),
        ("a b c ctrl+u d", "d"),
        ("a b c shift+left shift+left d", "ad"),
    ],
)
async def test_letters_do_not_overtake_other_keys(opens: str, keys: str, text: str) -> None:
    """In the filter of the log and in the search of the rules."""
    async with at_table(played(red="random")) as (pilot, _screen):
        await press(pilot, opens)
        await typed_at_once(pilot, *keys.split())
        assert pilot.app.screen.query_one(Input).value == text


async def test_enter_after_letters_chooses_by_them() -> None:
    """The line that the whole filter leaves, not one of before."""
    async with at_table(played(red="random")) as (pilot, screen):
        await press(pilot, "v", "enter")
        await pilot.pause(0.6)  # a second enter in haste is no answer
        await press(pilot, "enter")
        while screen.session.game.to_act != "blue" and not screen.session.game.over:
            await pilot.pause(0.02)
        await press(pilot, "L")
        await typed_at_once(pilot, *"b1", "enter")
        for _ in range(100):
            if isinstance(pilot.app.screen, BattleScreen):
                break
            await pilot.pause(0.02)
        assert isinstance(pilot.app.screen, BattleScreen)
        shown = screen.session.controller.shown_action
        assert shown is not None
        assert "b1" in shown.text


async def test_a_line_typed_behind_another_is_kept() -> None:
    """Letters after enter are the beginning of the next line."""
    async with at_table(played(red="random")) as (pilot, _screen):
        await press(pilot, "colon")
        await typed_at_once(pilot, *"help", "enter", *"loo")
        page = pilot.app.screen
        assert isinstance(page, CommandLine)
        assert page.query_one(Input).value == "loo"
        assert "> help" in str(page.query_one("#said", Static).content)
