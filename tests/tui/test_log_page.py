"""The log page: filtered by words; a line leads to the map."""

from __future__ import annotations

from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Input

from skirmish.core.events import Bound
from skirmish.presentation.log.log_writer import HEADING, Sentence
from skirmish.session.awaited_order import UNREAD
from skirmish.tui.battle_log import LogEntry, log_entries
from skirmish.tui.item_list import ItemList
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.widgets import Footer, TextLine
from tests.toy_game import played
from tests.tui.test_battle import at_table, press


async def shoot(pilot: Pilot[None], screen: BattleScreen) -> None:
    """Give the first order once it is read, and wait for it and the enemy's answer."""
    await press(pilot, "v", "enter")
    await pilot.pause(2 * UNREAD)
    await press(pilot, "enter")
    while screen.session.game.to_act != "blue" and not screen.session.game.over:
        await pilot.pause(0.02)


async def type_words(pilot: Pilot[None], words: str) -> None:
    """Type into the field, and wait until the lines answer to it."""
    await press(pilot, *words)
    page = pilot.app.screen
    assert isinstance(page, LogPage)
    for _ in range(250):
        if page._typed_words == words:  # noqa: SLF001
            break
        await pilot.pause(0.02)


async def test_the_log_is_filtered_and_leads_to_the_map() -> None:
    """Only lines with the words are left; the chosen one is shown on the map."""
    async with at_table(played(red="random")) as (pilot, screen):
        await shoot(pilot, screen)
        await press(pilot, "L")
        page = pilot.app.screen
        assert isinstance(page, LogPage)
        lines = page.query_one(ItemList)
        before = len(lines.options)
        assert f" {before} lines;" in page.query_one("#told", TextLine).content.plain

        await type_words(pilot, "b1")
        assert 0 < len(lines.options) < before
        assert all("b1" in str(option.prompt) for option in lines.options)
        assert f" {len(lines.options)} line" in page.query_one("#told", TextLine).content.plain
        assert "close" in page.query_one(Footer).content.plain

        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, BattleScreen)
        assert screen.session.controller.shown_action is not None
        assert "b1" in screen.session.controller.shown_action.text


async def test_words_that_no_line_holds_leave_none() -> None:
    """Then there is nothing to choose, and escape leads back."""
    async with at_table(played(red="random")) as (pilot, _screen):
        await press(pilot, "L")
        await type_words(pilot, "zzz")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, LogPage)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, BattleScreen)


async def test_words_find_headings_too() -> None:
    """Where a turn begins is found by its number."""
    async with at_table(played(red="random")) as (pilot, _screen):
        await press(pilot, "L")
        await type_words(pilot, "turn")
        found = pilot.app.screen.query_one(ItemList)
        assert found.options
        assert all("turn" in str(option.prompt) for option in found.options)


async def test_the_lines_of_a_turn_are_found_by_its_number() -> None:
    """With its headings, and without those of other turns; other words narrow them further."""
    async with at_table(played(red="random")) as (pilot, screen):
        session = screen.session
        known = log_entries(session.controller.legal.view, session.game.ruleset)
        heading = Sentence("turn 9", HEADING, event=Bound(9, 1, "act", "blue"))
        later = [(heading, "turn 9"), (Sentence("b1 waits"), "b1 waits"), (Sentence("end"), "end")]
        page = LogPage((*known, *(LogEntry(said, None, Content(text)) for said, text in later)))
        pilot.app.push_screen(page)
        await pilot.pause()
        for words, found in (("turn 9", 3), ("turn 9 b1", 1), ("turn 8", 0)):
            page.query_one(Input).value = words
            await pilot.pause(0.1)
            assert page.query_one("#told", TextLine).content.plain.startswith(f" {found} line")


async def test_the_ends_of_the_log_are_a_key_away() -> None:
    """The field of words leaves home and end to the lines; the log says what they and esc do."""
    async with at_table(played(red="random")) as (pilot, screen):
        await shoot(pilot, screen)
        session = screen.session
        known = log_entries(session.controller.legal.view, session.game.ruleset)
        page = LogPage(known * 30)
        pilot.app.push_screen(page)
        await pilot.pause()
        lines = page.query_one(ItemList)
        able = [at for at, option in enumerate(lines.options) if not option.disabled]
        assert len(able) > 1
        for key, at in (("home", able[0]), ("end", able[-1])):
            await press(pilot, key)
            assert lines.highlighted == at
        told = page.query_one("#told", TextLine).content.plain
        assert "click: " in told
        assert not any(f"{key}:" in told for key in ("enter", "esc"))  # in the last row


async def test_page_keys_move_the_lines_by_a_page() -> None:
    """From the first line on, in one press."""
    async with at_table(played(red="random")) as (pilot, screen):
        await shoot(pilot, screen)
        session = screen.session
        known = log_entries(session.controller.legal.view, session.game.ruleset)
        pilot.app.push_screen(page := LogPage(known * 30, end=False))
        await pilot.pause()
        lines = page.query_one(ItemList)
        room = lines.scrollable_content_region.height
        tops = []
        for key in ("pagedown", "pagedown", "pageup", "pageup"):
            await press(pilot, key)
            tops.append(round(lines.scroll_y))
            first = lines.scroll_y
            assert first <= lines._index_to_line[lines.highlighted or 0] < first + room  # noqa: SLF001

        assert tops[-1] == 0
        assert room - 3 < tops[0] <= room
        assert room - 3 < tops[1] - tops[0] <= room + 3
