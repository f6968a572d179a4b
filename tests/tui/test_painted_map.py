"""The painted map on the battle screen: zoom, mouse, cursor, what the terminal can show."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console as RichConsole
from tcod.console import Console
from textual.events import Leave, MouseDown, MouseScrollDown, MouseScrollUp
from textual.geometry import Offset, Region, Size
from textual.pilot import Pilot

from skirmish.core.geometry import Tile
from skirmish.tui.map.camera import ZOOMS, best_zoom, tile_cells
from skirmish.tui.map.cell_codes import index_of
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.rows import CellRow
from skirmish.tui.map.widget import MapView
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.settings import FLAT, PAINTED, Settings
from skirmish.tui.settings_app import SettingsApp, change_settings
from skirmish.tui.theme import AUTO, LIGHT, PLAIN
from tests.toy_game import played
from tests.tui.test_battle import LARGE, QUIET, at_table
from tests.tui.test_mouse import click, wheel

SMALL = (34, 14)


def view_of(screen: BattleScreen) -> MapView:
    """The map of the battle."""
    return screen.query_one("#map", MapView)


async def paint(pilot: Pilot[None], screen: BattleScreen, theme: str = AUTO) -> MapView:
    """The map after the player has asked for a painted one."""
    change_settings(screen.app, Settings(map=PAINTED, theme=theme))
    await pilot.pause()
    return view_of(screen)


@pytest.mark.parametrize(
    ("tiles", "window", "zoom"),
    [
        ((10, 5), (80, 24), 3),  # all of it fits
        ((20, 12), (80, 24), 2),
        ((40, 24), (80, 24), 1),
        ((90, 60), (80, 24), 1),  # not even at the smallest: 24 x 14 tiles do not fit at 2
        ((90, 60), (100, 30), 2),
        ((90, 60), (200, 50), 3),
    ],
)
def test_the_zoom_at_the_start(tiles: Tile, window: Tile, zoom: int) -> None:
    """The largest at which all is shown, else one that shows 24 x 14 tiles, else the smallest."""
    assert best_zoom(tiles, window) == zoom


async def test_each_zoom_shows_the_tile_under_the_mouse() -> None:
    """Every cell of a tile belongs to it, and all tiles of a small map have cells."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        board = await paint(pilot, screen)
        for zoom in ZOOMS:
            board.zoom_by(zoom - board.viewport.zoom)
            await pilot.pause()
            columns, rows = tile_cells(zoom)
            found = [
                board.tile_at(Offset(x, y))
                for y in range(board.size.height)
                for x in range(board.size.width)
            ]
            assert found.count((1, 0)) == columns * rows


async def test_a_chance_beside_an_enemy_means_that_enemy() -> None:
    """Also over another tile; pressed there it still does when the chance is gone."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        board = await paint(pilot, screen)
        board.zoom_by(1 - board.viewport.zoom)
        view = screen.session.game.view("blue")
        tile = view.state.figures["r1"].tile
        board.draw(view, Overlay(labels=((tile, "57%", "good"),)))
        columns, lines = board.size
        places = [Offset(x, y) for y in range(lines) for x in range(columns)]
        around = [at for at in places if board.tile_at(at) == tile != board.viewport.tile_at(at)]
        assert around
        assert {board.rows()[y][x] for x, y in around} <= set("57%")

        x, y = around[0]
        board.on_mouse_down(MouseDown(board, x, y, 0, 0, 1, False, False, False, x, y))
        board.draw(view, Overlay())
        board.rows()
        under = [board.viewport.tile_at(at) for at in around[1:]]
        assert [board.tile_at(at) for at in around] == [tile, *under]


async def test_orders_are_given_on_the_painted_map() -> None:
    """A click chooses the figure, one its goal, one confirms; the picture follows."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        board = await paint(pilot, screen)
        before = board.rows()
        await click(pilot, screen, (1, 0))
        await click(pilot, screen, (2, 1))
        await click(pilot, screen, (2, 1))

        assert screen.session.game.view("blue").state.figures["b1"].at == (2, 1)
        assert board.rows() != before


async def test_keys_and_wheel_zoom() -> None:
    """Plus and minus as far as there is a size, the wheel as the keys."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        board = await paint(pilot, screen)
        await pilot.press("plus", "plus", "plus")
        assert board.viewport.zoom == ZOOMS[-1]
        await pilot.press("minus")
        assert board.viewport.zoom == ZOOMS[-2]
        await pilot.press("minus", "minus")
        assert board.viewport.zoom == ZOOMS[0]
        board.post_message(
            MouseScrollUp(board, 5, 5, 0, -1, 0, shift=False, meta=False, ctrl=False)
        )
        await pilot.pause()

        assert board.viewport.zoom == ZOOMS[1]


async def test_the_map_keeps_its_place_while_the_wheel_zooms() -> None:
    """Nothing else comes below the mouse; once that leaves the map, all gets the room it needs."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        board = await paint(pilot, screen)
        await pilot.press("plus", "plus")
        regions = [board.region]
        await wheel(pilot, board, MouseScrollDown)
        await wheel(pilot, board, MouseScrollDown)
        for _ in range(2):
            screen.draw()
            await pilot.pause()
            regions.append(board.region)
            board.on_leave(Leave(board))
        assert board.viewport.zoom == ZOOMS[0]
        assert regions[0] == regions[1] != regions[2]


async def test_a_scroll_is_painted_at_once() -> None:
    """Without waiting for Textual's messages; the rows are those of the other part of the map."""
    async with at_table(played(QUIET, red="random"), SMALL) as (pilot, screen):
        board = await paint(pilot, screen)
        board.zoom_by(ZOOMS[-1] - board.viewport.zoom)
        await pilot.pause()
        before = board.rows()
        board.look_at((0, 0) if board.viewport.part[:2] != (0, 0) else board.tiles)

        assert not board._repaint_regions  # noqa: SLF001 - what Textual still has to paint
        assert board.rows() != before


async def test_a_cursor_that_moves_the_map_takes_one_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not one with the old part of the map and another with the new one."""
    async with at_table(played(QUIET, red="random"), SMALL) as (pilot, screen):
        board = await paint(pilot, screen)
        board.zoom_by(ZOOMS[-1] - board.viewport.zoom)
        await pilot.pause()
        part, painted = board.viewport.part, list[Tile | None]()
        original = Painter.paint

        def noted(*given: Any) -> Console:
            painted.append(given[-1])
            return original(*given)

        monkeypatch.setattr(Painter, "paint", noted)
        far = board.tiles[0] - 1 if part[0] == 0 else 0
        view = screen.session.controller.legal.view
        board.draw_with_cursor(view, Overlay(levels=True), (far, board.cursor[1]))
        board.rows()

        assert board.viewport.part != part
        assert painted == [(far, board.cursor[1])]


async def test_a_dialog_lies_over_the_map_and_leaves_it_whole() -> None:
    """Rows are cut where something covers them, and complete again after it."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        board = await paint(pilot, screen)
        before = board.rows()
        await pilot.press("q")
        await pilot.pause()
        assert len(pilot.app.screen_stack) > 1
        assert pilot.app.export_screenshot()
        await pilot.press("escape")
        await pilot.pause()

        assert board.rows() == before


async def test_size_and_theme_change_the_picture() -> None:
    """After another size all rows are as wide as the map; another theme has other colours."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        board = await paint(pilot, screen)
        dark = board.render_lines(board.size.region)[0]
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert {len(row) for row in board.rows()} == {board.size.width}
        await pilot.resize_terminal(*LARGE)
        board = await paint(pilot, screen, theme=LIGHT)
        light = board.render_lines(board.size.region)[0]

        assert isinstance(dark, CellRow)
        assert isinstance(light, CellRow)
        assert dark != light


async def test_without_colours_the_map_is_letters() -> None:
    """Whatever the setting says."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        board = await paint(pilot, screen, theme=PLAIN)
        assert isinstance(pilot.app, SettingsApp)

        assert not board.painted
        assert board.viewport.tile_size == (2, 1)


async def test_the_terminals_cursor_is_on_the_tile() -> None:
    """At every zoom, for screen readers."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        board = await paint(pilot, screen)
        for zoom in ZOOMS:
            board.zoom_by(zoom - board.viewport.zoom)
            await pilot.press("right")
            await pilot.pause()
            spot = pilot.app.cursor_position - board.region.offset
            assert board.tile_at(Offset(*spot)) == board.cursor
            assert Size(*board.viewport.tile_size) == Size(*tile_cells(board.viewport.zoom))


@pytest.mark.parametrize(
    ("colour", "number"),
    [(0x000000, 16), (0xFFFFFF, 231), (0x5F87AF, 67), (0x080808, 232), (0x767676, 243)],
)
def test_colours_of_the_palette_keep_their_numbers(colour: int, number: int) -> None:
    """On terminals with 256 colours."""
    assert index_of(colour) == number


async def test_rows_below_the_map_are_blank() -> None:
    """Textual may ask for them while it lays out the screen."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        board = await paint(pilot, screen)
        width, height = board.size

        strips = board.render_lines(Region(0, 0, width, height + 2))

        assert len(strips) == height + 2
        assert [strip.cell_length for strip in strips] == [width] * (height + 2)


async def test_a_flat_map_is_of_the_fixed_palette_and_takes_fewer_bytes() -> None:
    """Colours are sent as numbers of the palette, also to a terminal with all colours."""
    console, sizes = RichConsole(color_system="truecolor", force_terminal=True), {}
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        for drawn in (PAINTED, FLAT):
            change_settings(screen.app, Settings(map=drawn))
            await pilot.pause()
            board = view_of(screen)
            rows = board.render_lines(Region(0, 0, *board.size))
            text = "".join(row.render(console) for row in rows)
            sizes[drawn] = len(text)
            assert ("8;2;" in text) is (drawn == PAINTED)
            assert ("8;5;" in text) is (drawn == FLAT)

    assert sizes[FLAT] < sizes[PAINTED] / 2
