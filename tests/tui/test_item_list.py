"""Lists: how they scroll."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.content import Content

from skirmish.tui.item_list import ItemList, ListItem, heading_item


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


async def test_a_clicked_item_stays_under_the_mouse() -> None:
    """Where the wheel has left the first item cut, so that a second click meets the same item."""
    app = Listed()
    async with app.run_test(size=(40, 12)) as pilot:
        shown = app.query_one(ItemList)
        shown._mark_first = True  # noqa: SLF001
        shown.scroll_to(y=4, animate=False, force=True, immediate=True)
        await pilot.pause()
        await pilot.click(ItemList, offset=(2, 5))
        await pilot.pause()
        assert (shown.highlighted, round(shown.scroll_y)) == (3, 4)


class Headed(App[None]):
    """Items in a window of ten rows, between headings that cannot be marked."""

    CSS = "ItemList { height: 10; }"

    def compose(self) -> ComposeResult:
        """The list."""
        marks = ("", *(str(n) for n in range(20)), "")
        yield ItemList(ListItem(mark, Content(f"line {mark}")) for mark in marks)


class Grouped(App[None]):
    """Groups of four items below headings, in a window of ten rows."""

    CSS = "ItemList { height: 10; }"

    def compose(self) -> ComposeResult:
        """The list."""
        groups = ([heading_item(str(n)), *_group(n)] for n in range(6))
        yield ItemList(line for group in groups for line in group)


def _group(number: int) -> list[ListItem]:
    return [ListItem(f"{number}{one}", Content(f"{number}{one}")) for one in "abcd"]


async def test_the_group_of_the_marked_item_is_in_sight() -> None:
    """Its heading is in the first row."""
    app = Grouped()
    async with app.run_test(size=(40, 12)) as pilot:
        shown = app.query_one(ItemList)
        shown.mark("3b")
        await pilot.pause()
        shown.scroll_to_group()
        await pilot.pause()
        assert round(shown.scroll_y) == 3 * 6 + 1
        assert shown.marked == "3b"


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
