"""Lists: how they scroll."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.content import Content

from skirmish.tui.widgets import ItemList, ListItem


class Listed(App[None]):
    """A list of items of three rows each, in a window of ten."""

    CSS = "ItemList { height: 10; }"

    def compose(self) -> ComposeResult:
        """The list."""
        yield ItemList(ListItem(str(n), Content(f"{n}\nsecond\nthird")) for n in range(20))


async def test_the_first_item_in_sight_is_whole() -> None:
    """After each page and each step, down and up; the marked one is in sight."""
    app = Listed()
    async with app.run_test(size=(40, 12)) as pilot:
        shown = app.query_one(ItemList)
        shown.focus()
        for key in ["pagedown"] * 4 + ["pageup"] * 2 + ["down"] * 4 + ["up"] * 6:
            await pilot.press(key)
            await pilot.pause()
            first = round(shown.scroll_y)
            marked = 3 * (shown.highlighted or 0)
            assert first % 3 == 0, key
            assert first <= marked <= first + 7, key


class Headed(App[None]):
    """Items in a window of ten rows, between headings that cannot be marked."""

    CSS = "ItemList { height: 10; }"

    def compose(self) -> ComposeResult:
        """The list."""
        marks = ("", *(str(n) for n in range(20)), "")
        yield ItemList(ListItem(mark, Content(f"line {mark}")) for mark in marks)


async def test_headings_at_the_ends_come_in_sight() -> None:
    """With the last item that can be marked, and with the first."""
    app = Headed()
    async with app.run_test(size=(40, 12)) as pilot:
        shown = app.query_one(ItemList)
        shown.focus()
        for key, first in (("end", 12), ("home", 0), ("pagedown", None), ("pagedown", None)):
            await pilot.press(key)
            await pilot.pause()
            assert first is None or round(shown.scroll_y) == first, key
        await pilot.press("pagedown")
        await pilot.pause()
        assert round(shown.scroll_y) == 12
