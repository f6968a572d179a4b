"""Screens whose texts and maps are laid out by the width: help, settings, facts of a scenario."""

from __future__ import annotations

import pytest
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Static

from skirmish.game import HUMAN, Game
from skirmish.game.opening import opening_of
from skirmish.scenario import find, load
from skirmish.tui.app import SkirmishApp
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.map.widget import MapView
from skirmish.tui.scenario_lines import side_lines
from skirmish.tui.screens.map_screen import FieldScreen
from skirmish.tui.screens.settings import SettingsScreen
from skirmish.tui.settings import LETTERS, PAINTED, Settings
from skirmish.tui.settings_app import change_settings
from skirmish.tui.widgets import SidePanel
from tests.toy_game import played
from tests.tui.test_battle import at_table
from tests.tui.test_every_screen import fought


@pytest.mark.parametrize(("width", "columns"), [(120, 1), (200, 2)])
async def test_help_has_two_columns_on_a_wide_screen(width: int, columns: int) -> None:
    """The orders stand beside the keys, and nothing is lost."""
    async with at_table(played(red="random"), (width, 40)) as (pilot, _):
        await pilot.press("question_mark")
        await pilot.pause()
        shown = [static for static in pilot.app.screen.query(Static) if static.display]
        texts = [str(static.visual) for static in shown]

        assert len(shown) == columns
        assert "Keys" in texts[0]
        assert "Orders" in texts[-1]


@pytest.mark.parametrize("width", [120, 200])
async def test_the_panel_beside_a_map_is_written_for_all_its_columns(width: int) -> None:
    """From the first, though it gets its width only once the map is drawn."""
    async with at_table(played(), (width, 40)) as (pilot, _):
        pilot.app.push_screen(FieldScreen.of_battle(fought()))
        await pilot.pause()
        await pilot.pause()
        panel = pilot.app.screen.query_one(SidePanel)

        assert max(line.cell_length for line in panel.lines) == panel.content_size.width


async def test_the_map_after_a_battle_says_whose_points_come_first() -> None:
    """Those of the player, as in the battle."""
    game = Game.new(opening_of(load(find("crater_field"))), 1, {"blue": "recruit", "red": HUMAN})
    while game.to_act != "red":
        game.order(game.to_act, "ready")
    game.order("red", "resign")
    async with at_table(played(), (100, 30)) as (pilot, _):
        pilot.app.push_screen(FieldScreen.of_battle(game))
        await pilot.pause()
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, FieldScreen)

        assert "points for Claimants : Salvage" in screen.hint_line.plain
        assert screen.shown.side == "red"


async def test_the_settings_show_a_sample_in_the_chosen_kind_of_map() -> None:
    """It is painted or in letters at once, beside the choices where there is room."""
    async with at_table(played(), (200, 60)) as (pilot, _):
        pilot.app.push_screen(SettingsScreen())
        await pilot.pause()
        screen = pilot.app.screen
        sample = screen.query_one(MapView)
        for kind in (PAINTED, LETTERS):
            change_settings(pilot.app, Settings(map=kind))
            await pilot.pause()
            assert sample.painted == (kind == PAINTED)

        help_text = screen.query_one("#text").region
        assert sample.region.x >= help_text.right
        assert sample.region.y == help_text.y


@pytest.mark.parametrize("width", [44, 100])
@pytest.mark.parametrize("name", ["hill_chapel", "night_pumps"])
def test_the_facts_of_a_side_fit_their_lines(name: str, width: int) -> None:
    """Where one line is too short for them, they stand below the name, none broken."""
    lines = [line.plain for line in side_lines(load(find(name)), width)]

    assert max(map(len, lines)) <= width
    assert sum("broken at" in line and "worth" in line for line in lines) == 2
    assert len(lines) == (2 if width == 100 else 4)


async def test_the_marked_item_of_a_list_is_not_dim() -> None:
    """Its facts are as bright as its name; those of the others are dim."""
    app = SkirmishApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(MarkedList())
        await pilot.pause()
        for marked in (0, 1):
            strips = app.screen.query_one(ItemList).render_lines(Region(0, 0, 20, 2))
            inks = [
                {part.style.color for part in strip if part.style and part.text.strip()}
                for strip in strips
            ]
            assert [len(colours) for colours in inks] == [
                1 if row == marked else 2 for row in (0, 1)
            ]
            await pilot.press("down")
            await pilot.pause()


class MarkedList(Screen[None]):
    """Two items, each with a name and dim facts."""

    def compose(self) -> ComposeResult:
        """The list."""
        yield ItemList(ListItem(name, Content.assemble(name, (" facts", "dim"))) for name in "ab")
