"""The mouse on the battle screen."""

from __future__ import annotations

from threading import Event

import pytest
from attrs import evolve
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click, MouseScrollDown, MouseScrollUp, MouseUp
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.session import order_input
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.order_draft import select
from skirmish.tui.app import SkirmishApp
from skirmish.tui.key_clicks import with_key_clicks
from skirmish.tui.keys import KeyTable
from skirmish.tui.map.widget import MapView
from skirmish.tui.minimap import MiniMap
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.dialogs import ListDialog
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.panel_page import PanelPage
from skirmish.tui.settings import PAINTED, Settings
from skirmish.tui.widgets import Footer, LogView, SidePanel, TextLine
from tests.drill_ruleset import drilled
from tests.session.test_battle_session import fought
from tests.toy_game import played
from tests.tui.pilots import settled
from tests.tui.test_adviser import heard
from tests.tui.test_battle import LARGE, QUIET, SMALL, at_table, frame, panel, press

PLAIN = f"""\
title The plain
turns 3
map
{chr(10).join(["." * 90] * 60)}
figures
b1 blue 1,0
b2 blue 1,2
r1 red 7,0
r2 red 80,50
"""


def spot(board: MapView, tile: Tile) -> Offset:
    """Where a tile is on the widget, as its own account of places has it."""
    size = board.size
    places = (Offset(x, y) for y in range(size.height) for x in range(size.width))
    return next(place for place in places if board.tile_at(place) == tile)


def mode(screen: BattleScreen) -> Mode:
    """What the screen waits for now."""
    return screen.session.mode


async def click(pilot: Pilot[None], screen: BattleScreen, tile: Tile, button: int = 1) -> None:
    """Click a tile of the map, once that has its place."""
    await pilot.pause()
    board = screen.query_one("#map", MapView)
    await pilot.click("#map", offset=spot(board, tile), button=button)
    await pilot.pause()


async def test_a_tile_is_chosen_proposed_and_confirmed() -> None:
    """A figure, a place for it to go, the same place again; the other button takes a step back."""
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        await click(pilot, screen, (1, 0))
        assert screen.session.controller.draft.figure == "b1"
        await click(pilot, screen, (2, 1))
        assert (screen.session.mode, screen.session.controller.draft.target) == (Mode.TARGET, "2,1")
        await click(pilot, screen, (5, 0), button=3)
        assert (screen.session.mode, screen.session.controller.draft.figure) == (Mode.SELECT, "b1")
        await click(pilot, screen, (2, 1))
        await click(pilot, screen, (2, 1))
        assert screen.session.game.view("blue").state.figures["b1"].at == (2, 1)
        await click(pilot, screen, (1, 2), button=3)

        assert screen.session.controller.draft.figure == ""


async def test_the_right_button_goes_back_beside_the_map_too() -> None:
    """On the panel, the log and the keys, where it does nothing else."""
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        for widget in (SidePanel, LogView, Footer):
            await click(pilot, screen, (1, 0))
            await click(pilot, screen, (2, 1))
            assert mode(screen) is Mode.TARGET
            await pilot.click(widget, offset=(4, 0), button=3)
            await pilot.pause()

            assert pilot.app.screen is screen
            assert mode(screen) is Mode.SELECT, widget


async def test_a_drag_from_a_figure_chooses_it_and_proposes_its_order() -> None:
    """A click there confirms it; a drag from open ground is a click where it ends."""
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        await drag(pilot, screen, (1, 2), (2, 1))
        draft = screen.session.controller.draft
        assert (draft.figure, draft.target) == ("b2", "2,1")
        await click(pilot, screen, (2, 1))
        assert screen.session.game.view("blue").state.figures["b2"].at == (2, 1)
        await drag(pilot, screen, (5, 0), (1, 0))
        assert screen.session.controller.draft.figure == "b1"


async def drag(pilot: Pilot[None], screen: BattleScreen, start: Tile, end: Tile) -> None:
    """Press the button on one tile and release it on another."""
    await pilot.pause()
    board = screen.query_one("#map", MapView)
    await pilot.mouse_down("#map", offset=spot(board, start))
    # The app itself makes a click of it; the pilot's `mouse_up` does not.
    events = [MouseUp, Click]
    await pilot._post_mouse_events(events, "#map", button=1, offset=spot(board, end))  # noqa: SLF001
    await pilot.pause()


async def test_the_mouse_over_a_tile_tells_of_it() -> None:
    """Who is there stands on the panel while the pointer is on him."""
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        board = screen.query_one("#map", MapView)
        await pilot.hover("#map", offset=spot(board, (7, 0)))
        await pilot.pause()
        assert "r1" in panel(screen).split("\n")[0]
        await pilot.hover("#footer")
        await pilot.pause()

        assert screen.session.controller.pointed is None


async def test_lines_of_the_panel_and_words_of_the_footer_are_clicked() -> None:
    """Roster, menu, details, and what stands there to confirm."""
    async with at_table(drilled(red="random"), LARGE) as (pilot, screen):
        await on_line(pilot, screen, "b2", "#roster")
        assert screen.session.controller.draft.figure == "b2"
        words = screen.query_one(Footer).content.plain
        await pilot.click("#footer", offset=(2 + words.index("orders"), 0))
        assert mode(screen) is Mode.MENU
        await on_line(pilot, screen, " fire ")
        assert mode(screen) is Mode.TARGET
        words = screen.query_one(Footer).content.plain
        await pilot.click("#footer", offset=(2 + words.index("options"), 0))
        assert mode(screen) is Mode.FIELDS
        before = screen.session.controller.draft
        await on_line(pilot, screen, "single")
        assert screen.session.controller.draft != before
        # The value behind `<` is the one before.
        after = screen.session.controller.draft
        await on_line(pilot, screen, "burst", at="<")
        await on_line(pilot, screen, "single", at=" >")
        assert screen.session.controller.draft.fields == after.fields
        await on_line(pilot, screen, "do it")

        assert screen.session.game.lines[-1].order.startswith("fire b2 r1")


async def test_the_key_of_the_options_says_that_these_are_they() -> None:
    """Pressed again while they are open it is no key of another time."""
    async with at_table(drilled(red="random"), LARGE) as (pilot, screen):
        await press(pilot, "f")
        await settled(pilot)
        await press(pilot, "o")
        assert mode(screen) is Mode.FIELDS
        await press(pilot, "o")
        notice = screen.session.controller.notice
        assert notice == "o (options): these are the options; esc goes back"


async def test_panel_and_footer_follow_what_is_watched_of_the_enemy() -> None:
    """The figures as they were then, and no key for what comes after the enemy's bound."""
    async with at_table(drilled(red="random"), LARGE) as (pilot, screen):
        await pilot.pause()
        roster, view = screen.query_one("#roster", SidePanel), screen.session.controller.legal.view
        figures = {name: one for name, one in view.state.figures.items() if name != "b2"}
        clock = evolve(view.state.clock, side="red")
        shown = evolve(view, state=evolve(view.state, clock=clock, figures=figures))
        assert "b2" in roster.text
        assert " end" in screen.query_one(Footer).content.plain

        screen._display.write_shown(shown, len(view.news), "")  # noqa: SLF001

        assert "b2" not in roster.text
        assert "b1" in roster.text
        assert " end" not in screen.query_one(Footer).content.plain


async def test_the_own_figures_stay_in_sight_below_a_long_panel() -> None:
    """The details are cut first; a click on a figure there chooses it, one above shows them."""
    async with at_table(fought("d100"), (100, 30)) as (pilot, screen):
        await press(pilot, "A")
        await heard(pilot)
        shown = screen.query_one("#panel", SidePanel)
        assert not shown.fits
        rows = [row[shown.region.x :] for row in frame(pilot)]
        own = [figure.id for figure in screen.session.controller.legal.view.own()]
        more = next(y for y, row in enumerate(rows) if "more lines" in row)
        at = [next(y for y in range(more, len(rows)) if f" {name} " in rows[y]) for name in own]
        await pilot.click(offset=(shown.region.x + 5, at[-1]))
        assert screen.session.controller.draft.figure == own[-1]


async def test_an_enemy_of_the_roster_is_aimed_at_as_on_the_map() -> None:
    """The cursor goes there and an attack is proposed."""
    async with at_table(drilled(red="random"), LARGE) as (pilot, screen):
        controller = screen.session.controller
        await on_line(pilot, screen, "r1", "#roster")
        listed = controller.draft, controller.cursor
        await pilot.press("escape", "escape")
        await click(pilot, screen, listed[1])

        assert (controller.draft, controller.cursor) == listed
        assert controller.draft.target == "r1"


async def test_words_of_the_line_of_hints_are_clicked() -> None:
    """An order of the chosen figure begins."""
    async with at_table(drilled(red="random"), LARGE) as (pilot, screen):
        await on_line(pilot, screen, "b2", "#roster")
        words = screen.query_one("#hint", TextLine).content.plain
        await pilot.click("#hint", offset=(2 + words.index("fire"), 0))
        await pilot.pause()

        assert mode(screen) is Mode.TARGET
        assert screen.session.controller.draft.verb == "fire"


async def test_the_panel_is_opened_from_the_footer_of_a_small_screen() -> None:
    """While an order is prepared: the line of hints may have no room for its key."""
    async with at_table(drilled(red="random")) as (pilot, screen):
        await press(pilot, "f")
        row = screen.query_one("#footer").region.y
        await pilot.click(offset=(frame(pilot)[row].index("p  panel") + 3, row))
        await pilot.pause()
        assert screen.has_class("-drawer")
        assert "panel" not in frame(pilot)[row]


def test_a_hint_and_the_rest_of_the_states_are_clicked() -> None:
    """The words for a key do what it does, up to the next comma or parenthesis."""
    desk = Controller(drilled().ruleset, drilled().view("blue"), KeyTable())
    desk.choose("b2")
    order_input.verb(desk, "fire")
    assert desk.mode is Mode.TARGET
    line = Content("fire r3  * better: at r4, twice (!: take it)  p: 2 more states, tab: next")
    clicked = with_key_clicks(line, desk)
    found = {
        line.plain[span.start : span.end]: span.style.meta["@click"]
        for span in clicked.spans
        if isinstance(span.style, Style)
    }
    assert found == {
        "!: take it": "screen.take_hint",
        "p: 2 more states": "screen.panel",
        "tab: next": "screen.next(1)",
    }


async def test_a_mark_at_the_edge_shows_what_it_is_for() -> None:
    """No order is proposed for the tile below it, and no figure chosen."""
    app = SkirmishApp(played(PLAIN, red="random"), pace=0, settings=Settings(map=PAINTED))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        board = screen.query_one("#map", MapView)
        board.look_at((60, 40))
        await pilot.pause()
        before = screen.session.controller.draft
        left, top, across, down = board.viewport.part
        assert left > 1
        y, x = next(
            (y, row.index(mark))
            for y, row in enumerate(board.rows())
            for mark in ("◂2", "▴2")
            if mark in row
        )
        await pilot.click("#map", offset=(x + 1, y))
        await pilot.pause()

        left, top, across, down = board.viewport.part
        assert left <= 1 < left + across
        assert top <= 0 < top + down
        assert screen.session.controller.draft == before


async def test_the_map_stays_below_a_click_that_ends_what_is_played() -> None:
    """Also where the next figure is out of sight: the place can be clicked again to confirm."""
    far = PLAIN.replace("b2 blue 1,2", "b2 blue 80,40")
    app = SkirmishApp(played(far, red="random"), pace=1)
    app.motion = True
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        board = screen.query_one("#map", MapView)
        screen.updates.watch.player._now = lambda: 0.0  # noqa: SLF001 - it does not end by itself
        before, tile = board.viewport.part, (board.viewport.part[2] - 1, 1)
        place = spot(board, tile)
        await click(pilot, screen, (2, 1))
        await click(pilot, screen, (2, 1))
        screen.session.controller.choose("b2")
        assert screen.watching
        await pilot.mouse_down("#map", offset=place)
        await pilot.pause(0.05)
        await pilot._post_mouse_events([MouseUp, Click], "#map", button=1, offset=place)  # noqa: SLF001
        await pilot.pause()

        assert not screen.watching
        assert (board.viewport.part, board.cursor) == (before, tile)


async def test_a_click_on_skip_skips_the_enemys_orders() -> None:
    """The button does not end what is played before, which would bring other keys to its place."""
    app, think, walks = SkirmishApp(pace=1), Event(), [Order.of("step", "r1", (6, 0))]

    def slow(view: View) -> Order:  # noqa: ARG001 - an opponent's parameter
        if walks:
            return walks.pop()
        think.wait(60)
        return Order("end")

    async with app.run_test(size=LARGE) as pilot:
        app.motion = True
        screen = app.run_battle(played(PLAIN, red="random"), hire=lambda *_: slow)
        watch = screen.updates.watch
        watch.player._now = lambda: 0.0  # noqa: SLF001 - it does not end by itself
        await pilot.pause()
        screen.session.give(Order("end"))
        try:
            for _ in range(100):
                await pilot.pause(0.05 * (not screen.watching))
            place = Offset(2 + str(screen.query_one(Footer).content).index("skip"), 0)
            await pilot.mouse_down(Footer, offset=place)
            await pilot.pause(0.5)
            await pilot._post_mouse_events([MouseUp, Click], Footer, button=1, offset=place)  # noqa: SLF001
            await pilot.pause()
        finally:
            think.set()
        assert watch.notice.startswith("Skipping to ")


async def test_a_clicked_tile_stays_below_the_mouse_when_the_panel_closes() -> None:
    """On a small screen, where the panel lies over the map while it lists orders."""
    async with at_table(played(PLAIN, red="random"), SMALL) as (pilot, screen):
        board = screen.query_one("#map", MapView)
        await click(pilot, screen, (1, 0))
        await pilot.press("v")
        assert mode(screen) is Mode.MENU
        left, top, across, down = board.viewport.part
        tile = (left + across - 1, top + down - 2)  # marks at the edges are in the last row
        place = board.viewport.place_of(tile)
        await click(pilot, screen, tile)
        assert board.cursor == tile
        assert not screen.has_class("-drawer")

        x, y = board.viewport.place_of(tile)
        assert abs(x - place[0]) < board.viewport.tile_size[0]
        assert y == place[1]


async def test_lines_of_the_full_panel_are_clicked() -> None:
    """As those of the panel are: a figure of the roster is chosen, and the page closes."""
    async with at_table(drilled(red="random"), LARGE) as (pilot, screen):
        controller = screen.session.controller
        controller.draft, controller.cursor = select(""), (5, 2)
        assert not any(controller.legal.figures_at((5, 2)))
        screen.action_panel()
        await pilot.pause()
        await pilot.pause()
        page = pilot.app.screen
        assert isinstance(page, Page)
        shown = [strip.text for strip in page._compositor.render_strips()]  # noqa: SLF001
        name = "b2 b2 man"
        # The last one is on the page, the first on the roster behind it.
        *_, (y, x) = ((y, line.rindex(name)) for y, line in enumerate(shown) if name in line)
        await pilot.click(offset=(x + 1, y))
        await settled(pilot)

        assert pilot.app.screen is screen
        assert controller.draft.figure == "b2"


async def on_line(
    pilot: Pilot[None], screen: BattleScreen, text: str, panel: str = "#panel", at: str = ""
) -> None:
    """Click the line of a panel that holds a text; there right behind the start of `at`."""
    lines = screen.query_one(panel, SidePanel).text.split("\n")
    row = next(y for y, line in enumerate(lines) if text in line)
    left = screen.query_one(panel).gutter.left
    await pilot.click(panel, offset=(left + lines[row].index(at) + 1 if at else 4, row))
    await pilot.pause()


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_click_on_the_title_opens_the_menu(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That has the settings; so does the footer. The right button goes back there too."""
    opened: list[int] = []
    async with at_table(played(QUIET, red="random"), size) as (pilot, screen):
        monkeypatch.setattr(screen, "action_leave", lambda: opened.append(1))
        await pilot.click("#status", offset=(3, 0), button=3)
        assert not opened
        await pilot.click("#status", offset=(3, 0))
        await pilot.pause()
        assert opened
        assert "menu" in screen.query_one(Footer).content.plain


async def test_the_wheel_moves_the_map_and_the_small_one_goes_along() -> None:
    """Down and up, with shift to the sides; the cursor stays where it is."""
    async with at_table(played(PLAIN, red="random"), LARGE) as (pilot, screen):
        board, small = screen.query_one("#map", MapView), screen.query_one(MiniMap)
        assert board.viewport.part[:2] == (0, 0)
        cursor, framed = screen.session.controller.cursor, small.rows()
        for event, shift in ((MouseScrollDown, False), (MouseScrollDown, True)):
            await wheel(pilot, board, event, shift=shift)
        assert board.viewport.part[:2] == (2, 2)
        for _ in range(12):
            await wheel(pilot, board, MouseScrollDown)
        assert (screen.session.controller.cursor, board.cursor) == (cursor, cursor)
        assert small.rows() != framed
        for _ in range(20):
            await wheel(pilot, board, MouseScrollUp)

        assert board.viewport.part[:2] == (2, 0)


async def wheel(
    pilot: Pilot[None],
    on: Widget,
    event: type[MouseScrollDown | MouseScrollUp],
    *,
    shift: bool = False,
) -> None:
    """Turn the wheel over a widget."""
    x, y = on.region.offset + Offset(2, 2)
    pilot.app.screen._forward_event(event(None, x, y, 0, 0, 0, shift, False, False, x, y))  # noqa: SLF001
    await pilot.pause()


async def test_a_click_on_the_small_map_brings_the_large_one_there() -> None:
    """It chooses nothing and moves no cursor; the next key brings the map back to that."""
    async with at_table(played(PLAIN, red="random"), LARGE) as (pilot, screen):
        board, small = screen.query_one("#map", MapView), screen.query_one(MiniMap)
        controller = screen.session.controller
        cursor, draft = controller.cursor, controller.draft
        await pilot.hover(MiniMap, offset=(small.size.width // 2, small.size.height // 2))
        await pilot.click(MiniMap, offset=(small.size.width // 2, small.size.height // 2))
        await pilot.pause()
        left, top, across, down = board.viewport.part
        assert abs(left + across // 2 - 45) <= 5
        assert abs(top + down // 2 - 30) <= 5
        assert (controller.cursor, controller.draft, controller.pointed) == (
            cursor,
            draft,
            None,
        )
        await pilot.press("right")
        await pilot.pause()

        left, _, across, _ = board.viewport.part
        assert left <= screen.session.controller.cursor[0] < left + across


async def test_the_small_map_is_there_where_it_is_needed_and_fits() -> None:
    """Not beside a map that is shown whole, and only while the panel leaves room."""
    async with at_table(played(QUIET, red="random"), LARGE) as (_, screen):
        assert not screen.query_one(MiniMap).size.area
    async with at_table(played(PLAIN, red="random"), (112, 33)) as (pilot, screen):
        assert screen.query_one(MiniMap).size.area
        screen.session.controller.notice = "a long notice " * 90
        screen.draw()
        await pilot.pause()
        assert not screen.query_one(MiniMap).size.area


async def test_a_page_is_closed_by_mouse_as_by_its_key() -> None:
    """The words that name the key, the right button, a click beside the page; not its text."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, _):
        for offset, button in (((8, 1), 1), ((20, 5), 3), (None, 1)):
            await pilot.press("question_mark")
            await pilot.pause()
            page = pilot.app.screen
            assert isinstance(page, Page)
            await pilot.click("Page > VerticalScroll", offset=(20, 3))
            assert pilot.app.screen is page
            if offset is None:
                await pilot.click(offset=(0, 0), button=button)
            else:
                await pilot.click("Page > VerticalScroll", offset=offset, button=button)
            await pilot.pause()

            assert not isinstance(pilot.app.screen, Page)


async def test_a_line_of_the_help_does_what_its_key_does() -> None:
    """The page closes, and the battle hears of it; the log opens by a click too."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        assert not screen.session.controller.arcs
        await pilot.press("question_mark")
        await pilot.pause()
        page, does = pilot.app.screen, ("screen.below", ("switch('arcs')",))
        text = page.query_one("#first", Static)
        left, rows = text.region.x + 20, range(text.region.y, page.size.height)
        row = next(y for y in rows if page.get_style_at(left, y).meta.get("@click") == does)
        await pilot.click(offset=(left, row))
        await pilot.pause()
        assert pilot.app.screen is screen
        assert screen.session.controller.arcs
        await pilot.click(LogView)
        await pilot.pause()

        assert isinstance(pilot.app.screen, LogPage)


async def test_the_wheel_shows_what_the_panel_has_no_room_for() -> None:
    """As the last line of the panel says; a list says what closes it, and is closed by mouse."""
    async with at_table(played(QUIET, red="random"), LARGE) as (pilot, screen):
        await settled(pilot)
        panel = screen.query_one("#panel", SidePanel)
        panel.set_content([Content(f"line {n}") for n in range(90)], None, "p")
        await wheel(pilot, panel, MouseScrollDown)
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == PanelPage.__name__
        cursor = screen.query_one(MapView).viewport.place_of(screen.session.controller.cursor)
        box = pilot.app.screen.query_one(VerticalScroll).region
        assert not box.contains(*cursor), "the page covers what is in hand"
        await pilot.press("escape")
        choice = ListDialog("Which one?", [(0, "this"), (1, "that")], 0)
        pilot.app.push_screen(choice)
        await pilot.pause()
        assert "right click: back" in str(choice.query_one(Vertical).border_subtitle)
        await pilot.click(offset=(0, 0))
        await pilot.pause()
        assert pilot.app.screen is screen
