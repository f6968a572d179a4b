"""Help on every screen: what it is for and all its keys, made from the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.containers import VerticalScroll
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Static

from skirmish.presentation.user_files import HOME_VARIABLE
from skirmish.rulesets.registry import RULESETS, ruleset
from skirmish.tui import manual
from skirmish.tui.app import SkirmishApp
from skirmish.tui.flow import StartOptions
from skirmish.tui.screen_help import SCREEN_HELP, SILENT, about_lines
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.screens.dialogs import InputDialog, ListDialog
from skirmish.tui.screens.key_list import KeyList
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.record_list import RecordList
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.screens.settings import SettingsScreen
from skirmish.tui.screens.title import TitleScreen
from tests.tui.test_screens import SCREENS

SMALL = (80, 24)
TOLD = [sheet for sheet in SCREEN_KEYS if sheet not in SILENT]


def text_of(pilot: Pilot[Any]) -> str:
    """What the screen on top shows in its texts."""
    return "\n".join(str(static.visual) for static in pilot.app.screen.query(Static))


@pytest.mark.parametrize("sheet", TOLD)
def test_every_screen_has_a_page_of_help(sheet: str) -> None:
    """It has a key for it; the page says what it is for, shortly, and has every key."""
    key = next(key for key in SCREEN_KEYS[sheet] if key.action == "help")
    page = [line.plain for line in about_lines(sheet)]
    rest = "\n".join(page[1:])

    assert hasattr(SCREENS[sheet], "action_help")
    assert key.all_shown in rest
    assert 30 < len(SCREEN_HELP[sheet].text) < 300
    assert page[0] == SCREEN_HELP[sheet].text
    assert [k.id for k in SCREEN_KEYS[sheet] if k.keys and f"{k.all_shown} " not in rest] == []
    assert [k.id for k in SCREEN_KEYS[sheet] if k.keys and k.help not in rest] == []


def test_no_screen_is_left_out() -> None:
    """Words for all but those that say everything themselves."""
    assert set(SCREEN_HELP) == set(TOLD)


def test_the_page_of_help_has_a_players_own_keys() -> None:
    """Under their own names."""
    assert any("f7 " in line.plain for line in about_lines("rules", {"typing.help": "f7"}))


async def test_the_question_mark_opens_it_and_closes_it() -> None:
    """On lists; where one types it does so on an empty line, and is a character in any other."""
    app = SkirmishApp(start=StartOptions())
    lists: list[Screen[Any]] = [
        SettingsScreen(),
        KeyList(),
        RecordList(lambda _: None),
        ListDialog("Where to", [(1, "there")], 1),
    ]
    typing: list[Screen[Any]] = [
        RulesPage(ruleset("d20")),
        LogPage(()),
        InputDialog("Which?", "any"),
    ]
    async with app.run_test(size=SMALL) as pilot:
        for screen in (*lists, *typing):
            app.push_screen(screen)
            await pilot.pause()
            await pilot.press("question_mark")
            await pilot.pause()
            assert isinstance(app.screen, Page), screen
            await pilot.press("question_mark")
            assert app.screen is screen
        line = app.screen.query_one(Input)
        await pilot.press("a", "question_mark")
        assert (line.value, app.screen is typing[-1]) == ("a?", True)
        await pilot.press("f1")
        assert isinstance(app.screen, Page)


async def test_a_rule_is_shown_with_its_worked_example() -> None:
    """Drawing, order, and chances that are reckoned now."""
    app = SkirmishApp(start=StartOptions())
    async with app.run_test(size=SMALL) as pilot:
        app.push_screen(RulesPage(RULESETS["opposed_d6"]))
        await pilot.press(*"bay-28")
        await pilot.pause()
        told = text_of(pilot)

    assert "a>. . . . . . . . . R<" in told
    assert "order: fire a r" in told
    # 17 of 36 rolls beat the other without doubling it.
    assert "suppressed  47%" in told


@pytest.mark.parametrize(("lines", "high"), [(1, 6), (10, 15), (40, 21)])
async def test_a_page_takes_no_more_room_than_it_needs(lines: int, high: int) -> None:
    """It is as high as its lines with title and frame; a long one leaves some of the screen."""
    app = SkirmishApp(start=StartOptions())
    async with app.run_test(size=SMALL) as pilot:
        app.push_screen(Page("Told", [Content("a word")] * lines))
        await pilot.pause()

        assert app.screen.query_one(VerticalScroll).size.height + 2 == high


async def test_a_page_says_that_there_is_more_below() -> None:
    """Until it is scrolled to its end."""
    app = SkirmishApp()
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(Page("Much", [Content(f"line {n}") for n in range(60)]))
        await pilot.pause()
        text = app.screen.query_one(VerticalScroll)
        assert text.border_subtitle == "more below"
        text.scroll_end(animate=False)
        await pilot.pause()
        assert not text.border_subtitle
        await app.push_screen(Page("Little", [Content("line")]))
        await pilot.pause()
        assert not app.screen.query_one(VerticalScroll).border_subtitle


async def test_the_rules_behind_what_is_shown_stand_first_and_all_are_searched() -> None:
    """In a battle too one types words; a heading parts those of the moment from the rest."""
    app = SkirmishApp(start=StartOptions())
    async with app.run_test(size=SMALL) as pilot:
        app.push_screen(RulesPage(RULESETS["opposed_d6"], ("BAY-F5", "BAY-28", "no such rule")))
        await pilot.pause()
        told = text_of(pilot)
        assert told.index("For what is shown now") < told.index("BAY-F5")
        await pilot.press(*"bay-2")
        await pilot.pause()
        told = text_of(pilot)

    now, _, others = told.partition("\nRules")
    assert "BAY-28" in now
    assert "BAY-20" in others
    assert "BAY-F5 " not in others


async def test_a_new_player_is_led_to_the_battle_that_teaches(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where nothing is saved it is marked, named, and a choice of the system from its briefing."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    app = SkirmishApp(start=StartOptions())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        title = app.screen
        assert isinstance(title, TitleScreen)
        assert "New here?" in title.hint_line.plain
        title.chosen("replay")
        assert "Nothing to replay" in title.hint_line.plain
        await pilot.press("enter")
        assert "New here?" in title.hint_line.plain
        await pilot.pause()
        assert type(app.screen).__name__ == "ListDialog"
        await pilot.press("enter")
        await pilot.pause()
        assert type(app.screen).__name__ == "BriefingScreen"


def test_the_keys_of_the_battle_are_grouped_and_each_stands_once() -> None:
    """A key of two meanings has both on one row."""
    rows = [line.plain for line in manual.key_lines()]
    keys = [row.split("  ")[0] for row in rows if "  " in row]

    assert rows[0] == "Choose and order"
    assert {"Move", "Fight", "Look", "Turn", "Screens"} <= set(rows)
    assert len(keys) == len(set(keys))
    assert sum(row.startswith("e ") for row in rows) == 1
    assert any("finish your orders; skip the enemy" in row for row in rows)
