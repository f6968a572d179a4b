"""Texts of scripted events over log or map: each is read, by its side, before play goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.content import Content

from skirmish.game import HUMAN, Game, open_text
from skirmish.tui.event_banner import EventBanner
from skirmish.tui.flow import StartOptions
from skirmish.tui.map.widget import MapView
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.widgets import Footer, LogView, SidePanel
from tests.game.test_scripted_events import BATTLE, begun
from tests.tui.pilots import frame, name, press, settled
from tests.tui.test_battle import at_table
from tests.tui.test_flow import battle, running

RAIN = '[[events]]\nwhen = { turn = 1 }\ntext = "The rain begins."\n'
RIDER = '[[events]]\nwhen = { turn = 1, side = "blue" }\ntext = "A rider comes."\nto = ["blue"]\n'
LONG = '[[events]]\nwhen = { turn = 1 }\ntext = """\n' + "\n".join(
    f"- {at} " + "word " * 14 for at in range(10)
)
DARK = '[[events]]\nwhen = { turn = 1, side = "red" }\ntext = "It is dark."\n'


def alone(events: str) -> Game:
    """The battle with these events, red played by the computer."""
    return Game.new(open_text(BATTLE + events), 7, {"blue": HUMAN, "red": "random"})


def text_of(screen: BattleScreen) -> str:
    """The text of the banner, also below a curtain; empty while it is hidden."""
    return str(banner(screen).visual) if banner(screen).display else ""


def banner(screen: BattleScreen) -> EventBanner:
    """The banner of a battle."""
    return screen.query_one(EventBanner)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_all_texts_of_a_turn_are_read_one_by_one(size: tuple[int, int]) -> None:
    """At every size; a key closes the text alone, the next one is for the map again."""
    async with at_table(alone(RAIN + RIDER), size) as (pilot, screen):
        start = screen.session.controller.cursor
        for at, text in enumerate(("The rain begins.", "A rider comes."), 1):
            shown = frame(pilot)
            assert text in shown
            assert f"event {at} of 2" in shown
            await press(pilot, "l")
            assert screen.session.controller.cursor == start
        assert not banner(screen).is_open
        assert "event 2 of 2" not in frame(pilot)
        await press(pilot, "l")
        assert screen.session.controller.cursor != start


async def test_the_panel_has_the_text_only_once_it_was_read() -> None:
    """Beside the log it stands on the screen once at a time."""
    async with at_table(alone(RAIN), (120, 40)) as (pilot, screen):
        panel = screen.query_one(SidePanel)
        assert "The rain begins." not in panel.text
        await press(pilot, "l")
        assert not banner(screen).is_open
        assert "The rain begins." in panel.text


async def test_a_click_closes_it_and_does_nothing_else() -> None:
    """Nor does the press before it."""
    async with at_table(alone(RAIN), (80, 24)) as (pilot, screen):
        start = screen.session.controller.cursor
        await pilot.click(offset=(30, 12))
        await settled(pilot)
        assert not banner(screen).is_open
        assert screen.session.controller.cursor == start


@pytest.mark.parametrize(("size", "rows"), [((80, 24), 2), ((120, 40), 4)])
@pytest.mark.parametrize("low", [False, True])
async def test_it_hides_no_figure_where_the_map_leaves_room(
    size: tuple[int, int], rows: int, *, low: bool
) -> None:
    """It lies at the edge of the map that is away from the figures."""
    ground = BATTLE.replace("at = [2, 2]", "at = [3, 4]").replace("at = [17, 2]", "at = [16, 4]")
    empty = "....................\n" * rows * 3
    above, below = (empty, "") if low else ("", empty)
    ground = ground.replace('rows = """\n', f'rows = """\n{above}').replace(
        '\n"""\n\n[sides.blue]', f'\n{below}"""\n\n[sides.blue]'
    )
    if low:
        ground = ground.replace(", 4]", f", {4 + 3 * rows}]")
    game = Game.new(open_text(ground + RAIN), 7, {"blue": HUMAN, "red": "random"})
    async with at_table(game, size) as (pilot, screen):
        board, box = screen.query_one(MapView), banner(screen)
        assert box.is_open
        for name in ("b1", "b2"):
            tile = screen.session.controller.legal.position(name)
            assert tile is not None
            place = board.region.offset + board.viewport.place_of(tile)
            assert not box.region.contains_point(place), box.region
        await press(pilot, "space")
        assert not box.is_open


async def test_the_tile_under_the_cursor_counts_before_figures_that_it_hides() -> None:
    """It is what the player is about to do something with."""
    async with at_table(alone(RAIN), (80, 24)) as (pilot, screen):
        await press(pilot, "space", "x", "j")
        board, hides = screen.query_one(MapView), banner(screen)._hides  # noqa: SLF001
        row = board.viewport.place_of(screen.session.controller.cursor)[1]

        assert hides(range(row, row + 1))[0]
        assert not hides(range(row + 2, row + 3))[0]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (112, 40), (120, 40), (160, 50)])
async def test_it_hides_neither_a_small_map_nor_the_panel(size: tuple[int, int]) -> None:
    """It lies on the empty part of the log."""
    async with at_table(alone(RAIN), size) as (_, screen):
        box, log = banner(screen), screen.query_one("#log", LogView)
        assert box.is_open
        assert log.region.contains_region(box.region)
        assert box.region.y >= log.region.y + log.rows
        assert screen.query_one(Footer).content.plain.split() == ["enter", "read", "on"]


@pytest.mark.parametrize("lines", [12, 40])
async def test_it_hides_old_lines_of_a_full_log_and_no_new_ones(lines: int) -> None:
    """So it does not hide the map above."""
    async with at_table(alone(RAIN), (120, 40)) as (pilot, screen):
        box, log = banner(screen), screen.query_one("#log", LogView)
        log.set_lines([Content(f"line {at}") for at in range(max(log.size.height - 3, lines))])
        box.lay()
        await settled(pilot)
        assert box.region.y == log.region.y
        assert log.rows - box.region.height >= 5


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_it_lies_on_the_map_beside_a_short_log(size: tuple[int, int]) -> None:
    """The log and the panel with figures and aims stay in sight."""
    ground = BATTLE.replace('rows = """\n', 'rows = """\n' + "....................\n" * 40)
    game = Game.new(open_text(ground + RAIN), 7, {"blue": HUMAN, "red": "random"})
    async with at_table(game, size) as (_, screen):
        assert banner(screen).is_open
        assert screen.query_one(MapView).region.contains_region(banner(screen).region)


async def test_a_text_that_does_not_fit_comes_in_pages() -> None:
    """All its lines have been shown when the map comes back; another size begins it again."""
    async with at_table(alone(LONG + '"""\n'), (60, 20)) as (pilot, screen):
        seen = ""
        while banner(screen).is_open:
            seen += frame(pilot)
            await press(pilot, "space")
        assert [at for at in range(10) if f"- {at} " in seen] == list(range(10))


async def test_each_side_reads_its_own_texts() -> None:
    """What one side has read is new to the other; what is not for it, it never reads."""
    async with at_table(begun(RAIN + RIDER), (80, 24)) as (pilot, screen):
        screen.session.take_seat("blue")
        await settled(pilot)
        assert "The rain begins." in text_of(screen)
        screen.session.cover()
        await settled(pilot)
        assert not text_of(screen)
        while screen.session.game.to_act == "blue":
            screen.session.game.order("blue", "end")
        screen.session.take_seat("red")
        await settled(pilot)
        assert "The rain begins." in text_of(screen)
        assert "event 1" not in str(banner(screen).border_title)


async def test_the_end_of_the_battle_waits_for_the_last_text(tmp_path: Path) -> None:
    """The page with the result of the battle comes after it."""
    file = tmp_path / "dark.toml"
    file.write_text(BATTLE.replace("turns = 4", "turns = 1") + DARK)
    players = {"blue": HUMAN, "red": "random"}
    async with running(StartOptions(file=file, players=players, seed=1)) as pilot:
        while name(pilot) != "BattleScreen":
            await press(pilot, "enter")
        for _ in range(20):
            if battle(pilot).session.game.over:
                break
            await press(pilot, "e" if name(pilot) == "BattleScreen" else "enter")
        assert "It is dark." in frame(pilot)
        assert name(pilot) == "BattleScreen"
        await press(pilot, "space")
        assert name(pilot) == "BattleEndPage"
        await settled(pilot)
        keys, footer = (line for line in frame(pilot).split("\n") if "on to the report" in line)
        assert "enter or a click: on to the report" in keys
        assert "enter  on to the report" in footer
