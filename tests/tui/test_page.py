"""Pages of text are turned by less than they show, and begin with an entry."""

import pytest
from textual.content import Content
from textual.events import Key

from skirmish.tui.screens.page import Page, PageText, ReflowPage, TextScroll, page_top
from skirmish.tui.settings_app import SettingsApp


def test_a_page_keeps_a_row_and_begins_with_an_entry() -> None:
    """A block of lines, else a line; where none begins near there, the last row stays in sight."""
    lines = range(0, 200, 2)
    assert page_top((), 0, 20, 1) == 19
    assert page_top((), 19, 20, -1) == 0
    assert page_top(((), lines), 0, 20, 1) == 18
    assert page_top(((), lines), 37, 20, -1) == 18
    assert page_top(((0, 15, 40), lines), 0, 20, 1) == 15
    assert page_top(((0, 10, 40), lines), 0, 20, 1) == 18


@pytest.mark.parametrize("most", [64, 78])
async def test_a_page_of_written_lines_is_as_wide_as_they_are(most: int) -> None:
    """On a wide screen there is no empty part beside them."""
    widths: list[int] = []

    def write(width: int) -> list[Content]:
        widths.append(width)
        return [Content("x" * width)] * 3

    app = SettingsApp()
    async with app.run_test(size=(250, 70)) as pilot:
        app.push_screen(ReflowPage("Lines", write, most=most))
        await pilot.pause()
        await pilot.pause()
        text = app.screen.query_one(PageText)
        assert widths[-1] == most == text.content_size.width


async def test_the_number_pad_scrolls_a_page_with_numlock_and_without() -> None:
    """To its ends, and by a page."""
    app = SettingsApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Page("Lines", [Content(f"line {n}") for n in range(200)]))
        await pilot.pause()
        text = app.screen.query_one(TextScroll)
        for keys in (("end", "home", "pagedown"), ("1", "7", "3")):
            tops = []
            for key in keys:
                await pilot.press(key)
                tops.append(text.scroll_offset.y)
            assert tops[:2] == [text.max_scroll_y, 0]
            assert tops[2] > 0


@pytest.mark.parametrize("keys", ["pagedown pagedown home pagedown", "end pageup pageup down"])
async def test_keys_pressed_quickly_reach_the_same_row_as_slow_ones(keys: str) -> None:
    """Each counts from where the key before it went, whatever is still being drawn."""
    tops = []
    for pause in (0.6, 0.0):
        app = SettingsApp()
        async with app.run_test(size=(80, 24)) as pilot:
            app.push_screen(Page("Lines", [Content(f"line {n}") for n in range(200)]))
            await pilot.pause()
            for key in keys.split():
                app.post_message(Key(key, None))
                if pause:
                    await pilot.pause(pause)
            await pilot.pause(0.6)
            tops.append(app.screen.query_one(TextScroll).scroll_offset.y)
    assert tops[0] == tops[1] > 0
