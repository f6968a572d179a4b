"""The battle screen, driven by keys and mouse in Textual's pilot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.content import Content
from textual.pilot import Pilot

from skirmish.core.orders import parse_order
from skirmish.game import Game
from skirmish.rulesets.engine import verbs_of
from skirmish.tui.app import SkirmishApp
from skirmish.tui.battle_layout import panel_above
from skirmish.tui.keys import KEYS
from skirmish.tui.map.widget import MapView
from skirmish.tui.panel_lines import PanelLines
from skirmish.tui.screens import battle_display
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.curtain import CurtainScreen
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.recap import RecapScreen
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import change_settings
from skirmish.tui.widgets import Footer, LogView, SidePanel, TextLine
from tests.drill_ruleset import drilled
from tests.session.test_battle_session import orders
from tests.toy_game import played
from tests.toy_ruleset import DEPLOYED, LANE
from tests.tui.panels import unboxed
from tests.tui.pilots import settled

SMALL, LARGE = (80, 24), (120, 40)
QUIET = LANE.replace(" watch hidden", "")


@asynccontextmanager
async def at_table(
    game: Game, size: tuple[int, int] = SMALL
) -> AsyncIterator[tuple[Pilot[None], BattleScreen]]:
    """The app with a battle on it, its first frame drawn."""
    app = SkirmishApp(game, pace=0)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = next(s for s in app.screen_stack if isinstance(s, BattleScreen))
        yield pilot, screen


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Keys, and the frame after them, with what the order in hand leads to."""
    await pilot.press(*keys)
    await pilot.pause()
    while any(w.group == "outlook" and not w.is_finished for w in pilot.app.workers):
        await pilot.pause(0.02)
    await pilot.pause()


def frame(pilot: Pilot[None]) -> list[str]:
    """The whole screen as text."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]  # noqa: SLF001


def row(screen: BattleScreen, mark: str) -> str:
    """The row of the map with these characters."""
    return next(line for line in screen.query_one(MapView).rows() if mark in line).strip()


def panel(screen: BattleScreen) -> str:
    """The side panel as text."""
    return "\n".join(unboxed(screen.query_one(SidePanel).lines))


def hint(screen: BattleScreen) -> str:
    """The line of hints as text."""
    return screen.query_one("#hint", TextLine).content.plain


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_everything_fits(size: tuple[int, int]) -> None:
    """Map, log, panel, hints and keys all have their place, and no row runs over."""
    async with at_table(played(red="random"), size) as (pilot, screen):
        lines = frame(pilot)

        assert [len(line) for line in lines] == [size[0]] * size[1]
        assert lines[0].startswith(" The lane · Toy · turn 1 of 3 ·  BLUE  act")
        assert "?  help" in lines[-1]
        assert row(screen, "m") == ". M→. . . . . m→."
        assert "b1" in panel(screen)
        widths = [one.content_size.width for one in screen.query(SidePanel)]
        board = screen.query_one(MapView)
        free = size[0] - board.tiles[0] * board.viewport.tile_size[0]
        # Beside the map of a small screen the figures stand where the panel opens.
        assert sum(widths) == (min(free, panel_above(size[0])) if size == SMALL else free)


async def test_keys_drive_a_move_and_undo_takes_it_back() -> None:
    """Figure, verb, tile, confirm: the figure is there; undo: it is back."""
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        await press(pilot, "v", "down", "enter", "left", "enter")
        assert row(screen, "m") == "M→. . . . . . m→."
        assert "b1 moves to 0,0" in screen.query_one(LogView).text
        await press(pilot, "u")

        assert row(screen, "m") == ". M→. . . . . m→."
        assert "taken back" in hint(screen)
        await press(pilot, "U")
        assert "taken back" not in hint(screen)


async def test_keys_drive_a_shot_with_its_odds() -> None:
    """The odds are on the screen before the shot, the dice in the log after it."""
    async with at_table(played(red="random")) as (pilot, screen):
        await press(pilot, "v", "enter")
        assert "r1 r1         50% ▆▆▆▆" in panel(screen)
        assert "+4 rifle" in panel(screen)
        await press(pilot, "p", "p")
        assert "TOY-01" in "\n".join(frame(pilot))
        await press(pilot, "enter")

        assert "b1 fires rifle at r1" in screen.query_one(LogView).text
        assert [entry.order for entry in screen.session.game.lines][-1] == "shoot b1 r1"


async def test_who_acts_is_always_on_the_panel() -> None:
    """Below the order, and beside a small map the roster in a column of its own."""
    async with at_table(played(red="random"), LARGE) as (pilot, screen):
        await press(pilot, "v", "enter")
        lines = panel(screen).split("\n")

        assert lines[0] == "-- b1 shoot r1"
        assert lines[1].rstrip() == "enter: do it"
        assert any(line.startswith("-- b1 ") for line in lines[1:])
        drawn = screen.query_one("#roster", SidePanel).text.split("\n")
        at = next(n for n, line in enumerate(drawn) if "b2" in line)
        await pilot.click("#roster", offset=(4, at))
        assert screen.session.controller.draft.figure == "b2"


async def test_what_the_panel_has_no_room_for_can_be_read() -> None:
    """The last row tells that there is more, and a key shows all of it."""
    async with at_table(played(red="random"), LARGE) as (pilot, screen):
        await settled(pilot)  # Chances at enemies come from a thread and draw the panel again.
        screen.query_one(SidePanel).set_content(
            [Content(f"line {n}") for n in range(60)], None, "p"
        )
        await pilot.pause()
        room = screen.query_one(SidePanel).size.height
        assert f"p or wheel: {61 - room} more lines" in "\n".join(frame(pilot))
        await press(pilot, "p")

        assert isinstance(pilot.app.screen, Page)


@pytest.mark.parametrize("rows", range(8))
async def test_the_number_of_lines_left_stands_in_the_frame_of_a_box(rows: int) -> None:
    """Wherever a box is cut, at its lower edge too; of no box there is only its title."""
    async with at_table(played(red="random"), LARGE) as (pilot, screen):
        await settled(pilot)
        panel, widget = PanelLines(40), screen.query_one(SidePanel)
        for n in range(60):
            panel.box(f"box {n}")
            panel.add(*(Content(f"line {k}") for k in range(1 + (n + rows) % 4)))
        panel.close()
        widget.set_content(panel.lines, None, "p", 0, panel.boxed)
        await pilot.pause()

        drawn = [widget.render_line(y).text.rstrip() for y in range(widget.size.height)]
        at = next(y for y, line in enumerate(drawn) if " more lines" in line)
        assert drawn[at].startswith(f"╰─ p or wheel: {len(panel.lines) - at} more lines ─")
        assert not any(drawn[at + 1 :])
        assert not drawn[at - 1].startswith("╭")
        assert at >= len(drawn) - 3


async def test_a_terminal_without_utf_8_gets_ascii_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Map, lines and frames: nothing on the screen is beyond ASCII."""
    monkeypatch.setenv("SKIRMISH_ASCII", "1")
    async with at_table(played(red="random")) as (pilot, screen):
        await press(pilot, "t")

        assert row(screen, "M").startswith(". M>")
        assert all(line.isascii() for line in frame(pilot))


async def test_text_from_outside_is_shown_as_it_stands() -> None:
    """A name that looks like markup is neither obeyed nor dropped, in no part of the screen."""
    evil = "[@click=app.quit]x[/]"
    async with at_table(played(LANE.replace("The lane", evil), red="random")) as (pilot, screen):
        assert frame(pilot)[0].startswith(f" {evil} · turn")
        await pilot.click("#status", offset=(4, 0))
        screen.session.controller.notice = "[/] [bold]no markup"
        screen.draw()
        await pilot.pause()

        assert hint(screen) == "[/] [bold]no markup"
        assert screen.is_current


async def test_the_mouse_plays_too() -> None:
    """Click a figure, click an enemy, click again: a shot."""
    async with at_table(played(red="random")) as (pilot, screen):
        board = screen.query_one(MapView)
        top = next(y for y, line in enumerate(board.rows()) if "m" in line)
        left = board.rows()[top].index(".")
        await pilot.click(MapView, offset=(left + 2, top))
        assert screen.session.controller.draft.figure == "b1"
        for _ in range(2):
            await pilot.click(MapView, offset=(left + 15, top))
        await pilot.pause()

        assert "b1 fires rifle at r1" in screen.query_one(LogView).text


async def test_the_footer_is_made_from_the_table_and_can_be_clicked() -> None:
    """A click on a key's word does what the key does."""
    async with at_table(played(red="random")) as (pilot, screen):
        words = screen.query_one("#footer", Footer).content.plain
        assert words.startswith(" v  orders   tab  next")
        await pilot.click("#footer", offset=(2 + words.index("next"), 0))

        assert screen.session.controller.draft.figure == "b2"


async def test_look_tells_of_a_tile() -> None:
    """Look mode moves the cursor and changes nothing else."""
    async with at_table(played(red="random")) as (pilot, screen):
        await press(pilot, "x", "right", "right", "right", "down")

        assert "wall" in panel(screen)
        assert "cannot be entered" in panel(screen)
        await press(pilot, "escape")
        assert "wall" not in panel(screen)


async def test_pages_open_and_close() -> None:
    """Help, rules and log are pages over the screen."""
    async with at_table(played(red="random")) as (pilot, screen):
        for key, page in {"question_mark": Page, "r": RulesPage, "L": LogPage}.items():
            await press(pilot, key)
            assert isinstance(pilot.app.screen, page)
            await press(pilot, "escape")
            assert screen.is_current


async def test_nothing_of_the_last_player_is_left_when_the_next_one_comes() -> None:
    """Between two players every widget is empty; then it is the other one's view."""
    async with at_table(played()) as (pilot, screen):
        assert isinstance(pilot.app.screen, CurtainScreen)
        assert not any(line.strip() for line in screen.query_one(MapView).rows())
        await press(pilot, "enter")
        assert screen.session.seat == "blue"
        await press(pilot, "e", "e")
        shown = [screen.query_one(SidePanel).text, screen.query_one(LogView).text]
        assert isinstance(pilot.app.screen, CurtainScreen)
        assert [text.strip() for text in shown] == ["", ""]
        assert not any(line.strip() for line in screen.query_one(MapView).rows())
        await press(pilot, "enter")

        assert screen.session.seat == "red"
        assert row(screen, "M") == ". M→. . . . . m→."


async def test_the_panel_says_what_a_mark_behind_a_chance_means(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As soon as the chances are known, beside a painted map alone."""
    words, known = "%* at r1: knife, not rifle", list[str]()
    monkeypatch.setattr(battle_display, "other_arm_words", lambda *_: tuple(known))
    async with at_table(played(red="random"), LARGE) as (pilot, screen):
        change_settings(pilot.app, Settings(map="painted"))
        await pilot.pause()
        assert words not in screen.query_one(SidePanel).text
        known.append(words)
        screen._display.write_map()  # noqa: SLF001 - as when a chance is known
        await pilot.pause()
        assert words in screen.query_one(SidePanel).text
        change_settings(pilot.app, Settings(map="letters"))
        await pilot.pause()

        assert words not in screen.query_one(SidePanel).text


async def test_a_question_to_the_other_player_is_called_one() -> None:
    """On the curtain, in the top line, and below what was seen before."""
    game = drilled()
    game.order("blue", "overwatch b1 7,0 reply=ask when=30%")
    game.order("blue", "end")
    async with at_table(game) as (pilot, screen):
        assert " red: your turn " in " ".join(frame(pilot))
        await press(pilot, "enter")
        screen.session.give_order(parse_order("move r1 7,0>5,0", verbs_of(game.ruleset)))
        await pilot.pause()
        assert " blue: a question for you " in " ".join(frame(pilot))
        await press(pilot, "enter")
        assert "a question for you" in frame(pilot)[0]
        view = screen.session.controller.legal.view
        await pilot.app.push_screen(RecapScreen(view, view.news, lambda: None, lambda: None))
        await pilot.pause()
        assert "enter: go on to a question for you" in " ".join(frame(pilot))


async def test_deployment_is_played_on_the_same_screen() -> None:
    """Place a figure, then ready: the battle begins."""
    async with at_table(played(DEPLOYED, red="random")) as (pilot, screen):
        assert "deployment" in frame(pilot)[0]
        assert "m  deploy" in frame(pilot)[-1]
        assert "orders" not in frame(pilot)[-1]
        screen.session.controller.choose("b2")
        await press(pilot, "m", "up", "enter")
        assert screen.session.game.view("blue").state.figures["b2"].at == (0, 1)
        await press(pilot, "e")

        assert screen.session.game.turn == 1


async def test_the_panel_over_the_map_shows_the_order_in_hand_when_opened_again() -> None:
    """What changed while it was closed is painted, not what stood there when it was closed."""
    async with at_table(played(red="random"), (88, 30)) as (pilot, _):
        await press(pilot, "v", "down", "enter", "left", "p")
        assert "b1 step 0,0" in " ".join(frame(pilot))

        await press(pilot, "p", "right", "right", "p")

        again = " ".join(frame(pilot))
        assert "b1 step 2,0" in again
        assert "b1 step 0,0" not in again


async def test_the_panel_opens_over_the_map_then_on_a_page_and_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The page only where the panel has more lines than rows, as the help of its key says."""
    async with at_table(played(red="random"), (88, 30)) as (pilot, screen):
        help_ = next(key.help for key in KEYS if key.id == "panel")
        assert help_ == "the panel; then the rest of it; then none"
        seen = []
        for whole in (True, False):
            await press(pilot, "p")
            assert screen.has_class("-drawer")
            monkeypatch.setattr(SidePanel, "fits", whole)
            await press(pilot, "p")
            seen.append(isinstance(pilot.app.screen, Page))
            await press(pilot, *([] if whole else ["p"]))
            assert pilot.app.screen is screen
            assert not screen.has_class("-drawer")
        assert seen == [False, True]


async def test_a_key_of_the_battle_acts_over_the_page_of_the_panel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It closes the page; where it cannot act it says why, there and on the map."""
    monkeypatch.setattr(SidePanel, "fits", False)
    async with at_table(played(red="random"), (88, 30)) as (pilot, screen):
        controller = screen.session.controller
        await press(pilot, "v", "down", "enter", "left")
        order = controller.draft.order
        assert order.target
        await press(pilot, "full_stop")
        why = ". (again): not while an order is prepared; esc goes back"
        assert controller.notice == why
        for key in ("full_stop", "enter"):
            await press(pilot, *["p"] * (1 if screen.has_class("-drawer") else 2))
            assert "In full" in " ".join(frame(pilot))
            await press(pilot, key)
            assert "In full" not in " ".join(frame(pilot))
            assert (controller.notice == why) == (key == "full_stop")
        assert str(order) in orders(screen.session)


@pytest.mark.parametrize("covered", [False, True])
async def test_what_is_beside_the_map_follows_the_cursor(covered: bool) -> None:
    """It is written soon after a key; not for a seat that is empty by then."""
    async with at_table(played(red="random"), LARGE) as (pilot, screen):
        await press(pilot, "x")
        before, cursor = panel(screen), screen.query_one(MapView).cursor
        screen.action_step("E")
        assert screen.query_one(MapView).cursor != cursor
        assert panel(screen) == before
        if covered:
            screen.session.cover()
            assert panel(screen) == ""
        await pilot.pause(0.05)
        assert (panel(screen) == "") is covered
        assert panel(screen) != before


async def test_a_refusal_is_whole_on_a_small_screen() -> None:
    """What does not fit in the line of hints stands above it, below the map."""
    why = (
        "cannot undo: the move showed whether enemies are on 12 more tiles (it is final), so go on"
    )
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        screen.session.say(why)
        await pilot.pause()
        shown = " ".join(" ".join(frame(pilot)[-4:]).split())
        assert why in shown
        assert "b1" in shown
