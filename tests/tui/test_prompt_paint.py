"""Changed regions are painted alone, at once, and as they would be with all the rest."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static

from skirmish.tui.diff_renderer import Pieces
from skirmish.tui.prompt_paint import PromptScreen

SIZE = (20, 8)


class Layers(PromptScreen, Screen[None]):
    """Text, part of which lies under a smaller widget."""

    CSS = """
    Layers { layers: below above; }
    #below { layer: below; width: 14; height: 6; }
    #above { layer: above; width: 6; height: 3; offset: 4 2; }
    """

    def compose(self) -> ComposeResult:
        """Two widgets."""
        yield Static("abcdefghijklmn" * 6, id="below")
        yield Static("ABCDEF" * 3, id="above")


class LayersApp(App[None]):
    """Has the screen, and keeps what is painted."""

    def __init__(self) -> None:
        """Nothing has been painted."""
        super().__init__()
        self.painted: list[Pieces] = []

    def on_mount(self) -> None:
        """Show the screen."""
        self.push_screen(Layers())

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        if isinstance(renderable, Pieces):
            self.painted.append(renderable)
        super()._display(screen, renderable)


def shown(screen: Screen[Any]) -> list[str]:
    """The whole screen, painted anew."""
    return [strip.text for strip in screen._compositor.render_strips()]  # noqa: SLF001


@pytest.mark.parametrize(
    "region",
    [
        Region(0, 0, 14, 6),
        Region(3, 1, 8, 5),
        Region(5, 3, 2, 1),
        Region(0, 3, 12, 1),
        Region(0, 5, 20, 3),
        Region(13, 4, 90, 90),
    ],
)
def test_a_region_is_painted_like_the_whole(region: Region) -> None:
    """Every cell of it once, and what lies above stays above."""

    async def painted() -> tuple[Pieces, list[str]]:
        async with LayersApp().run_test(size=SIZE) as pilot:
            screen = pilot.app.screen
            compositor = screen._compositor  # noqa: SLF001
            compositor._dirty_regions.add(region)  # noqa: SLF001
            pieces = compositor.render_partial_update()
            assert isinstance(pieces, Pieces)
            assert compositor.render_partial_update() is None
            return pieces, shown(screen)

    update, whole = asyncio.run(painted())
    cells = [(x + n, y, sign) for x, y, strip in update.pieces for n, sign in enumerate(strip.text)]
    inside = region.intersection(Region(0, 0, *SIZE))
    assert len(cells) == inside.area
    assert {(x, y) for x, y, _ in cells} == {
        (x, y) for x in inside.column_range for y in inside.line_range
    }
    assert all(whole[y][x] == sign for x, y, sign in cells)


def test_changed_rows_that_touch_are_rendered_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """One below the other in the same columns; each of their cells once."""

    async def rendered() -> list[Region]:
        async with LayersApp().run_test(size=SIZE) as pilot:
            screen, asked = pilot.app.screen, list[Region]()
            below = screen.query_one("#below", Static)
            render = below.render_lines

            def noted(crop: Region) -> list[Strip]:
                asked.append(crop)
                return render(crop)

            monkeypatch.setattr(below, "render_lines", noted)
            rows = [Region(0, y, 4, 1) for y in (0, 1, 1, 3)]
            screen._compositor._dirty_regions.update([*rows, Region(0, 1, 4, 1)])  # noqa: SLF001
            update = screen._compositor.render_partial_update()  # noqa: SLF001
            assert isinstance(update, Pieces)
            assert [(x, y) for x, y, _ in update.pieces] == [(0, 0), (0, 1), (0, 3)]
            return list(asked)

    assert asyncio.run(rendered()) == [Region(0, 0, 4, 2), Region(0, 3, 4, 1)]


def test_a_changed_widget_is_painted_at_once_and_once() -> None:
    """Neither before it has changed, nor again by the messages that Textual sends."""

    async def painted() -> None:
        app = LayersApp()
        async with app.run_test(size=SIZE) as pilot:
            screen = app.screen
            assert isinstance(screen, Layers)
            await pilot.pause(0.1)
            before = len(app.painted)
            screen.paint_now()
            assert len(app.painted) == before
            static = screen.query_one("#above", Static)
            static.refresh()
            screen.paint_now()
            assert [(x, y) for x, y, _ in app.painted[-1].pieces] == [(4, 2), (4, 3), (4, 4)]
            await pilot.pause(0.1)
            assert len(app.painted) == before + 1

    asyncio.run(painted())


def test_a_screen_below_another_one_waits() -> None:
    """Nothing is painted over a screen that lies on top."""

    async def painted() -> None:
        app = LayersApp()
        async with app.run_test(size=SIZE) as pilot:
            below = app.screen
            assert isinstance(below, Layers)
            await app.push_screen(Screen())
            await pilot.pause(0.1)
            before = len(app.painted)
            below.query_one("#above", Static).refresh()
            below.paint_now()
            assert len(app.painted) == before

    asyncio.run(painted())
