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
