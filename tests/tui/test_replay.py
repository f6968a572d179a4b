"""The replay screen: steps, report and fork by keys."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from attrs import evolve
from textual.pilot import Pilot
from textual.widgets import Input, Static

from skirmish.core.events import Unzoned
from skirmish.game import Game, open_text
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.report.battle_summary import summarize_battle
from skirmish.presentation.setup import saves
from skirmish.presentation.user_files import SERVED, SERVED_VARIABLE
from skirmish.session.playback import ALL, playback_of
from skirmish.session.replay_session import ReplaySession
from skirmish.tui.app import SkirmishApp
from skirmish.tui.flow import StartOptions
from skirmish.tui.item_list import ItemList
from skirmish.tui.map.widget import MapView
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.fork import ForkScreen
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.replay import ReplayScreen, score_lines, step_lines
from skirmish.tui.screens.report import ReportScreen
from skirmish.tui.widgets import Box, SidePanel, TextLine
from tests.tui.pilots import frame, name, press, settled

GOLDEN = Path(__file__).parents[1] / "golden" / "opposed_d6-first_steps.skr"
MILL = Path(__file__).parent / "data" / "mill.toml"
EVIL = "[@click=app.quit]x"


pytestmark = pytest.mark.usefixtures("own_home")


@asynccontextmanager
async def looking(path: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """The program as `skirmish replay` starts it."""
    app = SkirmishApp(start=StartOptions(path, replay=True), pace=0)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        yield pilot


async def choose(pilot: Pilot[None], name: str) -> None:
    """Go down to a line of the list, and take it."""
    while pilot.app.screen.query_one(ItemList).marked != name:
        await press(pilot, "down")
    await press(pilot, "enter")


def replay(pilot: Pilot[None]) -> ReplayScreen:
    """The replay, which is shown."""
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen), frame(pilot)
    return screen


def running(tmp_path: Path, text: str, **players: str) -> Path:
    """The record of a battle that lasts; blue has deployed."""
    path = tmp_path / "running.skr"
    with Game.new(open_text(text), 1, players, record=path) as game:
        game.order("blue", "ready")
    return path


async def test_a_record_is_stepped_through_by_keys() -> None:
    """Steps, bounds, ends, a line by number, a bound from the list, looking about, other eyes."""
    async with looking(GOLDEN) as pilot:
        screen = replay(pilot)
        assert "everything is shown" in frame(pilot)
        await press(pilot, "right", "right", "right", "left")
        assert screen.session.at == 2
        await press(pilot, "down", "down")
        assert screen.session.at == screen.session.playback.bounds()[2]
        await press(pilot, "end")
        assert "Victory: " in frame(pilot)
        await press(pilot, "home", "n", "3", "0", "enter")
        assert screen.session.step.line == 30
        await press(pilot, "t", "up", "enter")
        assert screen.session.at in screen.session.playback.bounds()
        await press(pilot, "x")
        cursor = pilot.app.screen.query_one(MapView).cursor
        await press(pilot, "left")
        assert pilot.app.screen.query_one(MapView).cursor == (cursor[0] - 1, cursor[1])
        assert "look" in pilot.app.screen.query_one(SidePanel).text
        await press(pilot, "escape", "v")
        assert "all is seen" not in frame(pilot)
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, ReplayScreen)


async def test_a_replay_that_is_opened_again_goes_on_where_it_was_left() -> None:
    """At the same line, unless it was left at the end."""
    folder = saves.records_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / GOLDEN.name).write_bytes(GOLDEN.read_bytes())
    app = SkirmishApp(start=StartOptions(), pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "p", "enter", "n", "3", "0", "enter")
        assert replay(pilot).session.step.line == 30
        await press(pilot, "escape", "enter")
        assert replay(pilot).session.step.line == 30
        await press(pilot, "end", "escape", "enter")
        assert replay(pilot).session.at == 0


async def test_the_panel_names_the_key_that_shows_the_rest() -> None:
    """As the player set it."""
    large = GOLDEN.with_name("opposed_d6-night_pumps.skr")
    app = SkirmishApp(start=StartOptions(large, replay=True), pace=0)
    async with app.run_test(size=(70, 20)) as pilot:
        await settled(pilot)
        for key in ("p", "f6"):
            app.apply_settings(evolve(app.settings, keys={"replay.panel": key}))
            await press(pilot, "home", *["down"] * 6)
            assert re.search(rf" {key} or wheel: \d+ more lines", frame(pilot))


async def test_it_plays_by_itself_to_the_end_and_stops() -> None:
    """Space starts and stops it; faster is faster; at the end it stands still."""
    async with looking(GOLDEN) as pilot:
        screen = replay(pilot)
        await press(pilot, "plus", "plus", "plus", "plus", "space")
        await pilot.pause(0.35)
        went = screen.session.at
        assert went >= 2
        assert "space stop" in frame(pilot)
        await press(pilot, "space")
        assert "space play" in frame(pilot)
        stopped = screen.session.at
        await pilot.pause(0.25)
        assert (screen.session.at, screen.playing) == (stopped, False)
        await press(pilot, "end", "left", "space")
        await pilot.pause(0.25)
        assert (screen.session.at, screen.playing) == (screen.session.playback.last, False)


async def test_the_report_is_read_and_written_to_a_file(tmp_path: Path) -> None:
    """It says that it tells of both sides; a file that is there is asked about first."""
    path = tmp_path / "report.svg"
    path.write_text("mine")
    async with looking(GOLDEN, (120, 40)) as pilot:
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, ReportScreen)
        assert "moments of luck" in frame(pilot)
        await choose(pilot, "full")
        text = str(pilot.app.screen.query_one(Static).render())
        for words in ("both sides", "Fire by weapon", "Luck", "worth lost", "Where fire fell"):
            assert words in text
        await press(pilot, "escape")
        await choose(pilot, "export")
        pilot.app.screen.query_one(Input).value = str(path)
        await press(pilot, "enter")
        assert "exists already" in frame(pilot)
        await press(pilot, "escape")
        assert path.read_text() == "mine"
        await press(pilot, "enter")
        pilot.app.screen.query_one(Input).value = str(path.with_suffix(".pdf"))
        await press(pilot, "enter")
        assert "unknown format" in frame(pilot)
        await press(pilot, "end", *["backspace"] * 3, "s", "v", "g")
        await press(pilot, "enter", "y", "e", "s", "enter")
        assert isinstance(pilot.app.screen, Page)
        assert path.read_text().startswith("<svg")


async def test_another_game_begins_at_a_step() -> None:
    """The players and the seed are asked for; it is played at once and has a record of its own."""
    first = Game.replay(GOLDEN)
    async with looking(GOLDEN) as pilot:
        await press(pilot, "end", "f")
        assert "over at this step" in frame(pilot)
        await press(pilot, "escape", "home", "down", "down", "down", "f")
        screen = pilot.app.screen
        assert isinstance(screen, ForkScreen)
        line = screen.plan.line
        await press(pilot, "down")
        while screen.plan.players[first.sides[0]] != "human":
            await press(pilot, "right")
        await press(pilot, "down", "down", "enter", "7", "7", "enter", "s")
        battle = next(s for s in pilot.app.screen_stack if isinstance(s, BattleScreen))
        assert battle.session.game.seed == 77
        assert battle.session.game.players[first.sides[0]] == "human"
        assert battle.session.game.lines[:line] == first.lines[:line]
        path = battle.session.game.record.path
        assert path is not None
        assert path.parent == saves.records_folder()


async def test_another_game_from_the_view_of_a_side_names_the_side() -> None:
    """A side has fewer steps than the whole battle."""
    async with looking(GOLDEN) as pilot:
        for eyes in (None, *Game.replay(GOLDEN).state.setup.sides.values()):
            await press(pilot, "home", "down", "down", "down", "f")
            screen = pilot.app.screen
            assert isinstance(screen, ForkScreen)
            seen = f", as {eyes.name} saw it)" if eyes else ")"
            assert screen.plan.where.endswith(seen)
            assert (" saw it" in screen.plan.where) is bool(eyes)
            await press(pilot, "escape", "v")


async def test_a_battle_that_lasts_is_seen_by_one_side(tmp_path: Path) -> None:
    """Of two people one is chosen, and his eyes stay; the enemy is nowhere, nor in the report."""
    text = MILL.read_text()
    async with looking(running(tmp_path, text, blue="human", red="human")) as pilot:
        assert "Whose view" in frame(pilot)
        await press(pilot, "enter", "end")
        assert "Vale's section saw it" in frame(pilot)
        assert "r2" not in frame(pilot)
        await press(pilot, "v")
        assert "View fixed" in frame(pilot)
        await press(pilot, "escape", "f")
        assert "two people" in frame(pilot)
        await press(pilot, "escape", "r")
        text = str(pilot.app.screen.query_one(Box).render())
        assert "only what Vale's section knows" in " ".join(text.split())
        assert "Lutz" not in text
        assert "Look at the map" not in frame(pilot)


async def test_names_that_look_like_markup_are_shown_as_they_stand(tmp_path: Path) -> None:
    """On the replay, in the list of bounds, in the report, on the screen of a fork."""
    text = MILL.read_text().replace("Vale's section", EVIL).replace("The mill", EVIL)
    async with looking(running(tmp_path, text, blue="human", red="regular")) as pilot:
        for keys in (("end",), ("t",), ("escape", "r"), ("escape", "f")):
            await press(pilot, *keys)
            assert EVIL in frame(pilot)
        await press(pilot, "escape", "escape")


async def test_a_moment_of_the_report_is_shown_in_the_replay() -> None:
    """The replay stands at the line of the attack, and one comes back to where one was."""
    async with looking(GOLDEN) as pilot:
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, ReportScreen)
        best = summarize_battle(Game.replay(GOLDEN)).moments[0].attack
        await choose(pilot, "moment")
        assert "Best for" in frame(pilot)
        await press(pilot, "enter")

        shown = replay(pilot)
        assert shown.session.step.line == best.line
        assert best.figure in shown.session.step.order


async def test_a_moment_that_the_eyes_of_now_did_not_see_is_seen_by_all() -> None:
    """The battle is over, so nothing is hidden any more."""
    game = Game.replay(GOLDEN)
    unseen = playback_of(game, game.sides[0])
    lines = [step.line for step in unseen.steps]
    hidden = next(n for n in range(1, len(game.lines)) if n not in lines)
    app = SkirmishApp(start=StartOptions(), pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = ReplayScreen(game, eyes=game.sides[0])
        app.push_screen(screen)
        await settled(pilot)
        screen.show_line(hidden)
        assert (screen.session.playback.eyes, screen.session.step.line) == (ALL, hidden)


async def test_the_report_of_a_finished_record_offers_the_battle_again() -> None:
    """As the report right after the battle does; from the briefing one comes back to it."""
    async with looking(GOLDEN) as pilot:
        await press(pilot, "r")
        offered = {option.id for option in pilot.app.screen.query_one(ItemList).options}
        assert {"again", "next"} <= offered
        await press(pilot, "a")
        assert name(pilot) == "BriefingScreen"
        assert Game.replay(GOLDEN).state.setup.title in frame(pilot)
        await press(pilot, "escape")
        assert name(pilot) == "ReportScreen"


async def test_a_line_of_the_whole_story_is_played_back() -> None:
    """Typed words filter it; the replay stands where the marked line happened."""
    async with looking(GOLDEN) as pilot:
        await press(pilot, "r")
        await choose(pilot, "story")
        await press(pilot, *"downed", "enter")

        shown = replay(pilot)
        assert "downed" in frame(pilot)
        assert any("downed" in str(one.event) for one in shown.session.step.news)


async def test_a_line_of_the_log_leads_to_its_step() -> None:
    """The log of a replay is that of the battle: words filter it, a line goes to where it was."""
    async with looking(GOLDEN) as pilot:
        await press(pilot, "end", "L", *"downed", "up", "up", "enter")
        shown = replay(pilot)

        assert 0 < shown.session.at < shown.session.playback.last
        assert any("downed" in str(one.event) for one in shown.session.step.news)


async def test_the_log_of_a_step_says_that_it_ends_there() -> None:
    """Words that stand only in a later line are not found."""
    async with looking(GOLDEN) as pilot:
        await press(pilot, "home", "L", *"downed")
        assert "no line with these words up to this step" in frame(pilot)
        assert "0 lines up to this step" in frame(pilot)
        await press(pilot, "escape", "end", "L", *"downed")
        assert "up to this step" not in frame(pilot)


async def test_in_a_browser_no_file_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report leaves out what cannot be done there."""
    monkeypatch.setenv(SERVED_VARIABLE, SERVED)
    async with looking(GOLDEN) as pilot:
        await press(pilot, "r")
        offered = [option.id for option in pilot.app.screen.query_one(ItemList).options]

        assert ("moment" in offered, "export" in offered) == (True, False)


@pytest.mark.parametrize("eyes", [ALL, "blue"])
def test_a_step_names_the_zones_that_end_as_the_log_does(eyes: str) -> None:
    """What laid them came in an earlier step."""
    session = ReplaySession(Game.replay(GOLDEN.with_name("d20-water_station.skr")), eyes)
    ended = 0
    for at in range(session.playback.last + 1):
        session.go(at)
        if any(isinstance(one.event, Unzoned) for one in session.step.news):
            lines = [line.plain for line in step_lines(session)]
            log = log_sentences(session.view, session.recent_news(), session.battle.ruleset)
            names = {one.id: one.who.name for one in session.view.state.figures.values()}
            told = [
                one.text.replace(one.subject, f"{one.subject} {names[one.subject]}", 1)
                if one.subject in names
                else one.text
                for one in log
                if isinstance(one.event, Unzoned)
            ]
            ends = [line for line in lines if line.endswith((" ends", " is gone"))]
            assert told[-len(ends) :] == ends
            ended += len(ends)
    assert ended


def test_the_score_says_what_is_on_the_map() -> None:
    """A number below the points is none of points."""
    session = ReplaySession(Game.replay(GOLDEN), ALL)
    said = [" ".join(line.plain.split()) for line in score_lines(session.view, 40, all_seen=True)]

    assert all(re.fullmatch(r"\d+ figures? on the map", line) for line in said[1::2])


async def test_speed_and_progress_by_mouse() -> None:
    """The keys of the speed and each cell of the progress line can be clicked."""
    async with looking(GOLDEN) as pilot:
        screen, line = replay(pilot), pilot.app.screen.query_one("#hint", TextLine)
        speed, left = screen.session.speed, line.content_region.x - line.region.x
        for sign, by in (("+", 1), ("-", 0)):
            await pilot.click("#hint", offset=(left + str(line.content).index(sign), 0))
            await settled(pilot)
            assert screen.session.speed == speed + by
        words = str(line.content)
        first, last = words.index("─"), words.rindex("─")
        for column, at in ((last, screen.session.playback.last), (first, 0)):
            await pilot.click("#hint", offset=(left + column, 0))
            await settled(pilot)
            assert screen.session.at == at
        await pilot.click("#hint", offset=(left + (first + last) // 2, 0))
        await settled(pilot)
        assert 0 < screen.session.at < screen.session.playback.last
