"""The panel over the map of a narrow screen, and the map beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.content import Content
from textual.geometry import Region
from textual.pilot import Pilot

from skirmish.core.geometry import Tile
from skirmish.tui.app import SkirmishApp
from skirmish.tui.battle_layout import panel_above
from skirmish.tui.flow import StartOptions
from skirmish.tui.map.widget import MapView
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.battle_display import BattleDisplay
from skirmish.tui.screens.page import ColumnsPage
from skirmish.tui.screens.panel_page import PanelPage
from skirmish.tui.settings import LETTERS, PAINTED, Settings
from skirmish.tui.widgets import Footer, LogView, SidePanel
from tests.tui.pilots import press, settled
from tests.tui.test_flow import SMALL


def battle_of(app: SkirmishApp) -> BattleScreen:
    """The battle that is shown."""
    assert isinstance(app.screen, BattleScreen)
    return app.screen


@asynccontextmanager
async def first_steps() -> AsyncIterator[tuple[Pilot[None], BattleScreen]]:
    """The first bound of First steps on a small screen."""
    start = StartOptions(Path("first_steps"), {}, 1)
    app = SkirmishApp(start=start, pace=0, settings=Settings(animation="off"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter", "e", "tab")
        yield pilot, battle_of(app)


def beside_panel(battle: BattleScreen, tile: Tile) -> bool:
    """Whether a tile is shown where no panel lies over it."""
    board, room = battle.query_one(MapView), panel_above(battle.size.width)
    x, y = board.viewport.place_of(tile)
    free = range(room, SMALL[0]) if battle.has_class("-left") else range(SMALL[0] - room)
    return x in free and x + board.viewport.tile_size[0] - 1 in free and 0 <= y < board.size.height


@pytest.mark.parametrize("drawn", [PAINTED, LETTERS])
@pytest.mark.parametrize("scenario", ["first_steps", "toll_bridge"])
async def test_the_map_moves_from_under_the_panel(scenario: str, drawn: str) -> None:
    """Figure and cursor are shown beside it wherever they are; then it goes back."""
    start = StartOptions(Path(scenario), {}, 1)
    settings = Settings(animation="off", map=drawn)
    app = SkirmishApp(start=start, pace=0, settings=settings)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter", "e", "enter", "tab")
        battle = battle_of(app)
        board, controller = battle.query_one(MapView), battle.session.controller
        figure = controller.legal.position(controller.current_figure)
        assert figure is not None
        before = board.viewport.place_of(figure)
        await press(pilot, "v")
        assert battle.has_class("-drawer")
        assert beside_panel(battle, figure)
        await press(pilot, "escape")
        assert not battle.has_class("-drawer")
        assert board.viewport.place_of(figure) == before

        away = 12 if figure[0] < board.tiles[0] // 2 else -12
        await press(pilot, "x", *("l" if away > 0 else "h") * abs(away))
        assert battle.has_class("-drawer")
        assert controller.cursor == (figure[0] + away, figure[1])
        assert beside_panel(battle, figure)
        assert beside_panel(battle, controller.cursor)
        place = board.viewport.place_of(controller.cursor)
        assert board.viewport.tile_at(place) == controller.cursor


@pytest.mark.parametrize("drawn", [PAINTED, LETTERS])
async def test_a_small_map_is_drawn_where_it_was_beside_the_panel(drawn: str) -> None:
    """It has margins, but too few for the panel; what is drawn is where a click looks for it."""
    settings = Settings(animation="off", map=drawn)
    app = SkirmishApp(start=StartOptions(Path("dam"), {}, 1), pace=0, settings=settings)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter")
        board = battle_of(app).query_one(MapView)
        x, y = board.viewport.place_of(board.cursor)
        sign = board.rows()[y][x : x + 2]
        await press(pilot, "p")
        assert battle_of(app).has_class("-drawer")
        assert board.viewport.place_of(board.cursor) == (x, y)
        assert board.rows()[y][x : x + 2] == sign


async def test_the_figures_stand_in_the_columns_that_a_small_map_leaves() -> None:
    """Beside the map, above the log; a click chooses one; the panel takes their place."""
    async with first_steps() as (pilot, battle):
        board, roster = battle.query_one(MapView), battle.query_one("#beside")
        drawn = board.tiles[0] * board.viewport.tile_size[0]
        assert roster.display
        assert (roster.region.x, roster.region.right) == (drawn, SMALL[0])
        assert roster.region.bottom == battle.query_one("#log").region.y
        rows = roster.query_one("#roster", SidePanel).render_lines(Region(0, 0, 32, 14))
        y = next(at for at, row in enumerate(rows) if "b3" in row.text)
        await pilot.click("#roster", offset=(6, y))
        await settled(pilot)
        assert battle.session.controller.current_figure == "b3"
        await press(pilot, "p")
        assert not roster.display
        assert battle.query_one("#right").display


async def test_a_log_that_grows_is_not_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two lessons at once take rows from the map and from the figures beside it."""
    async with first_steps() as (pilot, battle):
        roster, log = battle.query_one("#beside"), battle.query_one("#log")
        before = log.region.height
        monkeypatch.setattr(BattleDisplay, "_taught_rows", lambda _: before + 4)
        battle.draw()
        await settled(pilot)
        assert log.region.height == before + 4
        assert roster.region.bottom == log.region.y


@pytest.mark.parametrize(("size", "farthest"), [((100, 30), 0), ((80, 24), 8)])
async def test_the_panel_opens_over_columns_that_were_kept_for_it(
    size: tuple[int, int], farthest: int
) -> None:
    """Where the map leaves room for all of it no tile moves; else only what is hidden of it."""
    start = StartOptions(Path("first_steps"), {}, 1)
    app = SkirmishApp(start=start, pace=0, settings=Settings(animation="off"))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter", "e", "f1")
        battle = battle_of(app)
        board = battle.query_one(MapView)
        before = board.viewport.place_of((12, 8))
        for keys in ("v", "escape"), ("x", "escape"), ("x", *"llllllllllllllll", "escape"):
            for key in keys:
                await press(pilot, key)
                x, y = board.viewport.place_of((12, 8))
                assert -farthest <= x - before[0] <= 0
                assert y == before[1]
                assert battle.has_class("-drawer") == (key != "escape")
        assert board.viewport.place_of((12, 8)) == before


async def test_the_map_keeps_its_rows_when_the_first_thing_happens() -> None:
    """The log stands below it from the start, with the situation: no click lands on another row."""
    start = StartOptions(Path("toll_bridge"), {}, 1)
    app = SkirmishApp(start=start, pace=0, settings=Settings(animation="off"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter")
        battle = battle_of(app)
        assert battle.session.controller.legal.deploying
        assert battle.query_one("#log", LogView).display
        height = battle.query_one(MapView).size.height
        await press(pilot, "e")
        await press(pilot, "enter")
        assert battle.query_one(MapView).size.height == height


async def test_going_back_drops_the_order_before_it_closes_the_panel() -> None:
    """A page with all of the panel has the keys of the battle: its help comes, and its own row."""
    start = StartOptions(Path("first_steps"), {}, 1)
    app = SkirmishApp(start=start, pace=0, settings=Settings(animation="off"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter", "e", "enter", "tab")
        battle = battle_of(app)
        await press(pilot, "p", "m")
        assert battle.session.controller.drafting
        await press(pilot, "escape")
        assert battle.has_class("-drawer")
        assert not battle.session.controller.drafting
        await press(pilot, "escape")
        assert not battle.has_class("-drawer")

        app.push_screen(PanelPage(lambda _: [Content("all")], battle._keys.meaning_over_panel))  # noqa: SLF001 - as the key does
        await settled(pilot)
        assert app.screen.query_one(Footer).content.plain.split() == ["esc", "close"]
        await press(pilot, "ctrl+home", "shift+pagedown", "home")
        assert isinstance(app.screen, PanelPage), "the keys of the cursor do not act below it"
        await press(pilot, "question_mark")
        await settled(pilot)
        assert isinstance(app.screen, ColumnsPage)


async def test_the_panel_keeps_its_side_while_an_order_is_prepared() -> None:
    """From the list of orders to the panel of one, also with its target under it: the map moves."""
    start = StartOptions(Path("water_station"), {}, 1)
    app = SkirmishApp(start=start, pace=0, settings=Settings(animation="off"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter", "e", "enter", "tab", "v")
        battle = battle_of(app)
        assert battle.has_class("-drawer")
        assert not battle.has_class("-left")
        await press(pilot, "m", *"lllllllll")
        assert not battle.has_class("-drawer")
        await press(pilot, "p")
        assert battle.has_class("-drawer")
        assert not battle.has_class("-left")
        assert beside_panel(battle, battle.session.controller.cursor)

        await press(pilot, "p", "escape", "escape", "x")
        assert battle.has_class("-left") == battle._display.left_is_freer()  # noqa: SLF001
