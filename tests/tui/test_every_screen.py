"""Every key of the screens other than the battle does something on its screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen

from skirmish.core.orders import RESIGN
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.report.battle_story import story_of
from skirmish.presentation.report.battle_summary import summarize_battle
from skirmish.presentation.setup.game_setup import first_battle
from skirmish.presentation.user_files import HOME_VARIABLE
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import find, load
from skirmish.tui.app import SkirmishApp
from skirmish.tui.battle_log import log_entries
from skirmish.tui.battle_picture import final_view, story_overlay
from skirmish.tui.item_list import ItemList
from skirmish.tui.minimap import ScaledMap
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.briefing import BriefingScreen
from skirmish.tui.screens.browser import ScenarioBrowser
from skirmish.tui.screens.command_line import CommandLine
from skirmish.tui.screens.curtain import CurtainScreen
from skirmish.tui.screens.dialogs import InputDialog, ListDialog, PasteDialog
from skirmish.tui.screens.fork import ForkPlan, ForkScreen
from skirmish.tui.screens.game_setup import NewGameScreen
from skirmish.tui.screens.key_list import KeyList
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.map_screen import FieldScreen
from skirmish.tui.screens.page import Page, PageText
from skirmish.tui.screens.pause import PauseMenu
from skirmish.tui.screens.recap import RecapScreen
from skirmish.tui.screens.record_list import RecordList
from skirmish.tui.screens.replay import ReplayScreen
from skirmish.tui.screens.report import ReportScreen
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.screens.settings import SettingsScreen
from skirmish.tui.screens.surprise import SurpriseScreen
from skirmish.tui.screens.title import TitleScreen
from skirmish.tui.screens.too_small import TooSmallScreen
from skirmish.tui.settings import Settings
from skirmish.tui.widgets import Box
from tests.toy_game import played
from tests.tui.pilots import frame, settled
from tests.tui.test_flow import MILL, SMALL, record

GOLDEN = Path(__file__).parents[1] / "golden"
WORDS = [Content(f"line {n}") for n in range(90)]


class Table(SkirmishApp):
    """An app that nobody leaves, which counts what screens tell of."""

    told = 0
    battle: BattleScreen

    def exit(self, *args: Any, **kwargs: Any) -> None:
        """Stay."""
        self.told += 1

    def note(self, *_: object) -> None:
        """Somebody was told something."""
        self.told += 1


@cache
def fought(name: str = "opposed_d6-first_steps") -> Game:
    """A battle that is over, to look back at."""
    return Game.replay(GOLDEN / f"{name}.skr")


def lost(winner: str = "red", level: str = "regular") -> Game:
    """A battle against the computer that has just been lost, or won by the player."""
    game = Game.new(load(find("first_steps")), 1, {"blue": "human", "red": level})
    game.order("blue" if winner == "red" else "red", RESIGN.name)
    return game


def blue() -> View:
    """What one side knew of it."""
    return fought().view("blue")


MAKERS: Mapping[str, Callable[[Table], Screen[Any]]] = {
    "title": lambda app: TitleScreen(app.note),
    "resume": lambda app: RecordList(app.note),
    "browser": lambda app: ScenarioBrowser(app.note, app.note, MILL.parent),
    "surprise": lambda app: SurpriseScreen(app.note),
    "setup": lambda app: NewGameScreen(first_battle(), app.note),
    "briefing": lambda app: BriefingScreen(first_battle(), app.note),
    "curtain": lambda app: CurtainScreen("Blue: your turn", app.note, app.note, deaf=0),
    "recap": lambda app: RecapScreen(blue(), blue().news, app.note, app.note),
    "report": lambda app: ReportScreen(fought(), app.note, replay=app.note),
    **dict.fromkeys(
        ("report.again", "report.other", "report.easier", "report.next"),
        lambda app: ReportScreen(lost(), app.note, replay=app.note, play=app.note),
    ),
    "report.harder": lambda app: ReportScreen(
        lost("blue"), app.note, replay=app.note, play=app.note
    ),
    "replay": lambda app: ReplayScreen(fought(), fork=app.note, report=app.note),
    "jump": lambda _: ListDialog("Where to", [(n, f"place {n}") for n in range(9)], 4),
    "fork": lambda app: ForkScreen(ForkPlan.at(fought(), 9, "turn 1"), app.note),
    "field": lambda _: FieldScreen.of_battle(fought("trait_die-hill_chapel")),
    "pause": lambda app: PauseMenu(app.battle.session.game, "blue"),
    "rules": lambda _: RulesPage(ruleset("d20")),
    "small": lambda app: TooSmallScreen(Size(20, 10), app.note),
    "settings": lambda _: SettingsScreen(),
    "keys": lambda _: KeyList(),
    "page": lambda _: Page("Much", WORDS),
    "paste": lambda _: PasteDialog("Which?", "any"),
    "ask": lambda _: InputDialog("Which?", "any"),
    "log": lambda _: LogPage(log_entries(blue(), fought().ruleset)),
    "typed": lambda app: CommandLine(app.battle.session, app.note),
}
LIST = ("down", "down")
FIRST: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("title", "resume", "jump", "fork", "pause", "keys", "setup", "settings", "surprise"), LIST
    ),
    **dict.fromkeys(("rules", "page", "report", "briefing"), ("pagedown",)),
    "recap": ("down",),
    "replay": ("down", "down", "right", "right"),
    "log": ("pageup",),
    "typed": (*"look", "enter", *"who", "enter", *"look", "enter", "up", "up"),
}
"""Keys pressed before, so that there is something to either side."""
FIRST_FOR: Mapping[str, tuple[str, ...]] = {
    "typed.finish": ("l", "o"),
    "typed.back": (*"help", "enter"),
    "typed.on": (*"help", "enter", "pageup", "pageup"),
    "keys.usual": ("delete",),
    "sheet.first": ("down",),
}


def state(pilot: Pilot[None]) -> object:
    """All that a key may change."""
    app = pilot.app
    assert isinstance(app, Table)
    return app.told, len(app.screen_stack), app.screen, frame(pilot), app.cursor_position


async def dead(pilot: Pilot[None], sheet: str) -> list[str]:
    """The keys of a sheet that do nothing."""
    app, found = pilot.app, []
    assert isinstance(app, Table)
    ground = app.screen
    for key in SCREEN_KEYS[sheet]:
        first, *others = key.keys.split(",")
        app.apply_settings(Settings())
        app.push_screen(MAKERS.get(key.id, MAKERS[sheet])(app))
        await settled(pilot)
        await pilot.press(*FIRST_FOR.get(key.id, FIRST.get(sheet, ())))
        await settled(pilot)
        # What else it is bound to comes to the same, where nothing on the screen takes it first.
        bound = {name: active.binding.action for name, active in app.screen.active_bindings.items()}
        found += [f"{key.id} {name}" for name in others if bound.get(name) != key.action]
        before = state(pilot)
        await pilot.press(first)
        await settled(pilot)
        if state(pilot) == before:
            found.append(f"{key.id} {first}")
        while app.screen is not ground:
            app.pop_screen()
    return found


@pytest.mark.parametrize("sheet", SCREEN_KEYS)
async def test_no_key_of_a_sheet_is_dead(
    sheet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each changes something, or tells somebody of it."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    for seed in range(3 if sheet == "resume" else 0):
        record(("blue", "ready"), seed=seed)
    app = Table(pace=0)
    async with app.run_test(size=SMALL) as pilot:
        app.battle = app.run_battle(played(red="random"))
        await settled(pilot)

        assert await dead(pilot, sheet) == []


async def test_the_left_half_of_a_value_takes_the_value_before() -> None:
    """`< human >`: a click on its left half goes back, on the right half on."""
    async with Table().run_test(size=(120, 40)) as pilot:
        screen = NewGameScreen(first_battle(), lambda _: None)
        pilot.app.push_screen(screen)
        await settled(pilot)
        side = next(iter(screen.plan.players))
        lines = screen.query_one(ItemList)
        row = next(i for i, one in enumerate(lines.options) if one.id and side in one.id)
        lines.highlighted = row
        inner = lines.content_region.offset - lines.region.offset
        seen = [screen.plan.players[side]]
        for left in (False, True, True):
            items = [option.prompt for option in lines.options]
            texts = [item.plain for item in items if isinstance(item, Content)]
            top = sum(text.count("\n") + 1 for text in texts[:row])
            column = texts[row].rindex("< ") if left else len(texts[row]) - 1
            await pilot.click(ItemList, offset=(inner.x + 1 + column, inner.y + top))
            await settled(pilot)
            seen.append(screen.plan.players[side])

        assert seen[2] == seen[0] != seen[1]
        assert seen[3] not in seen[:3]


async def test_what_to_play_next_is_named_in_whole() -> None:
    """In one row where the list is wide enough, and in sight without scrolling."""
    game = fought("trait_die-hill_chapel")
    app = Table(pace=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = ReportScreen(game, app.note, replay=app.note, play=app.note)
        app.push_screen(screen)
        await settled(pilot)
        choices = screen.query_one(ItemList)
        items = [option.prompt for option in choices.options]
        assert any("Next: " in item.plain for item in items if isinstance(item, Content))
        assert choices.option_count > 10
        assert all("\n" not in item.plain for item in items if isinstance(item, Content))
        assert choices.max_scroll_y == 0


async def test_home_and_end_go_to_the_ends_of_what_comes_next() -> None:
    """The screen takes the keys of this list, which is never in focus."""
    app = Table(pace=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = ReportScreen(lost(), app.note, replay=app.note, play=app.note)
        app.push_screen(screen)
        await settled(pilot)
        choices = screen.query_one(ItemList)
        ids = [option.id for option in choices.options if not option.disabled]
        marked = []
        for key in ("end", "home"):
            await pilot.press(key)
            marked.append(choices.marked)
        assert marked == [ids[-1], ids[0]]


async def test_what_comes_later_in_the_list_moves_nothing() -> None:
    """Rows are kept for what to play next; the lessons that never showed can be read."""
    app = Table(pace=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = ReportScreen(lost(), app.note, replay=app.note, play=app.note)
        app.push_screen(screen)
        while not screen.query(ItemList):
            await pilot.pause()
        choices = screen.query_one(ItemList)
        before = choices.option_count
        await settled(pilot)
        assert before == choices.option_count
        assert "again" in {option.id for option in choices.options}
        screen.chosen("lessons")
        await pilot.pause()
        assert isinstance(app.screen, Page)
        assert "The last turn." in str(app.screen.query_one(PageText).render())


async def test_the_report_names_the_fallen_that_its_map_has_no_room_for() -> None:
    """Also when the list of what to play next, which comes later, has made the map smaller."""
    game = fought("d20-water_station")
    app = Table(pace=0, settings=Settings(map="painted"))
    async with app.run_test(size=(110, 34)) as pilot:
        screen = ReportScreen(game, app.note, replay=app.note, play=app.note)
        app.push_screen(screen)
        await settled(pilot)

        summary = summarize_battle(game)
        story = story_of(game, summary)
        overlay = story_overlay(game, story)
        small = screen.query_one(ScaledMap).crowded_out(final_view(game), overlay)
        hidden = (*story.covered, *small)
        text = " ".join(str(screen.query_one(Box).render()).split())
        for losses in summary.losses:
            names = ", ".join(one.who.name for one in losses.out if one in hidden)
            assert not names or f"fell where another figure is shown: {names}" in text
        assert small
