"""From the title to a battle and back, by keys and by mouse."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from attrs import evolve
from rich.console import RenderableType
from textual.containers import VerticalScroll
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from skirmish.game import Game
from skirmish.presentation.battle_totals import only_person, verdict
from skirmish.presentation.setup import saves
from skirmish.presentation.setup.game_setup import player_options
from skirmish.presentation.user_files import SERVED, SERVED_VARIABLE, scenario_folder
from skirmish.scenario import load, scenario_text, shipped
from skirmish.tui.app import SkirmishApp
from skirmish.tui.flow import StartOptions
from skirmish.tui.item_list import ItemList
from skirmish.tui.screen_stack import ScreenStack
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.battle_end import BattleEndPage
from skirmish.tui.screens.curtain import CurtainScreen
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.record_list import RecordList
from skirmish.tui.screens.report import ReportScreen
from skirmish.tui.screens.title import TitleScreen
from skirmish.tui.widgets import TextLine
from tests.tui.pilots import frame, name, press, settled

SMALL, LARGE = (80, 24), (120, 40)
MILL = Path(__file__).parent / "data" / "mill.toml"
EVIL = "[@click=app.quit]x"
CALL = "your turn when only you can see the screen, press enter"
CURTAIN_KEYS = "enter show esc leave, resume later"
BLUE = re.compile(r"\bb[12]\b|R→|Vale\b(?!'s section)|Hart")
RED = re.compile(r"\br[12]\b|r←|Kolm|Lutz")


pytestmark = pytest.mark.usefixtures("own_home")


class Watched(SkirmishApp):
    """The program, with every frame that goes to the terminal kept as text."""

    frames: list[str]

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        strips = screen._compositor.render_strips()  # noqa: SLF001
        self.frames.append("\n".join(strip.text for strip in strips))


@asynccontextmanager
async def running(
    start: StartOptions | None = None, size: tuple[int, int] = SMALL, pace: float = 0
) -> AsyncIterator[Pilot[None]]:
    """The program as it was started, its first frame drawn."""
    app = Watched(start=start or StartOptions(), pace=pace)
    app.frames = []
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        yield pilot


async def choose(pilot: Pilot[None], text: str) -> None:
    """Click the line of the list that begins so."""
    rows = frame(pilot).split("\n")
    y = next(at for at, row in enumerate(rows) if text in row)
    await pilot.click(offset=(rows[y].index(text) + 1, y))
    await settled(pilot)


def frames(pilot: Pilot[None]) -> list[str]:
    """Every frame so far."""
    assert isinstance(pilot.app, Watched)
    return pilot.app.frames


def battle(pilot: Pilot[None]) -> BattleScreen:
    """The battle, shown or below something else."""
    found = [s for s in pilot.app.screen_stack if isinstance(s, BattleScreen)]
    assert found, frame(pilot)
    return found[0]


def hot_seat(seed: int = 1) -> StartOptions:
    """The mill for two people."""
    return StartOptions(MILL, {"blue": "human", "red": "human"}, seed)


def record(*orders: tuple[str, str], seed: int = 1, red: str = "recruit") -> Path:
    """A record of the mill with these orders."""
    players = {"blue": "human", "red": red}
    with Game.new(load(MILL), seed, players, record=saves.records_folder(), sync=False) as game:
        for side, order in orders:
            game.order(side, order)
        assert game.record.path is not None
        return game.record.path


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_from_the_title_to_a_battle_by_keys(size: tuple[int, int]) -> None:
    """New game, the first scenario, start, briefing: and the first figure can be placed."""
    async with running(size=size) as pilot:
        seen = [name(pilot)]
        for key in ("n", "enter", "enter", "enter"):
            await press(pilot, key)
            seen.append(name(pilot))

        assert seen == [
            "TitleScreen",
            "ScenarioBrowser",
            "NewGameScreen",
            "BriefingScreen",
            "BattleScreen",
        ]
        assert list(saves.records_folder().iterdir()) == [battle(pilot).session.game.record.path]
        await press(pilot, "q", "up", "enter")
        assert name(pilot) == "TitleScreen"
        assert "Continue" in frame(pilot)


@pytest.mark.parametrize("key", ["r", "p"])
async def test_the_list_of_records_names_their_folder(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the files, not the one above it."""
    monkeypatch.setattr("skirmish.tui.screens.record_list.data_folder", lambda: Path("/h"))
    record()
    record(("blue", "resign"))
    async with running(size=LARGE) as pilot:
        await press(pilot, key)
        assert isinstance(pilot.app.screen, RecordList)
        head = pilot.app.screen.query_one("#head", TextLine).content.plain
        assert head.endswith("/h/records")
        seeds = [save.seed for save in saves.list_saves()]
        rows = [row for row in frame(pilot).split("\n") if "The mill" in row]
        assert all(f"  seed {seed}" in row for seed, row in zip(seeds, rows, strict=False))


@pytest.mark.parametrize("key", ["r", "p"])
async def test_a_choice_of_the_title_without_a_battle_says_why(key: str) -> None:
    """It leads nowhere, and says that nothing has been played yet; with a record it leads on."""
    async with running() as pilot:
        await press(pilot, key)
        assert name(pilot) == "TitleScreen"
        assert "you have not played a battle yet" in frame(pilot)
    record(("blue", "ready"))
    async with running() as pilot:
        await press(pilot, key)
        assert name(pilot) == "RecordList"


async def test_a_battle_whose_scenario_has_other_content_today_says_so() -> None:
    """Resuming uses what was recorded; the player learns that the file has been changed."""
    record(("blue", "ready"))
    mine = scenario_folder() / "mine.toml"
    mine.parent.mkdir(parents=True)
    mine.write_text(scenario_text(evolve(load(MILL), turns=3)), encoding="utf-8")
    async with running() as pilot:
        await press(pilot, "r")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "was played with other content than mine.toml has today" in frame(pilot)


async def test_first_steps_asks_for_the_system() -> None:
    """The lessons of another system than the first can be chosen."""
    async with running() as pilot:
        await press(pilot, "t")
        assert "opposed d6: " in frame(pilot)
        await press(pilot, *["down"] * 3, "enter")
        assert "First steps, by dice pool" in frame(pilot)


async def test_from_the_title_to_a_battle_by_mouse() -> None:
    """The same with clicks alone, on lists and on the words of the footer."""
    async with running() as pilot:
        await choose(pilot, "New game")
        await choose(pilot, "First steps")
        players = player_options()
        for player in reversed(players[1 : players.index("recruit") + 1]):
            await choose(pilot, f"< {player} >")  # its left half takes the one before
        await choose(pilot, "Continue to the")
        await choose(pilot, "enter  begin")

        assert battle(pilot).session.game.players == {"blue": "human", "red": "human"}
        await choose(pilot, "your turn")
        assert name(pilot) == "BattleScreen"


async def test_a_click_on_a_scenario_shows_it_and_a_second_one_takes_it() -> None:
    """What stands beside the list is seen before it is chosen."""
    async with running() as pilot:
        await choose(pilot, "New game")
        rows = frame(pilot).split("\n")
        y = next(at for at, row in enumerate(rows) if "The river road" in row)
        place = (rows[y].index("The river road") + 1, y)
        await pilot.click(offset=place)
        await settled(pilot)
        assert name(pilot) == "ScenarioBrowser"
        assert frame(pilot) != "\n".join(rows)
        await pilot.click(offset=place)
        await settled(pilot)
        assert name(pilot) == "NewGameScreen"


@pytest.mark.parametrize(
    ("keys", "line", "shown", "taken"),
    [
        ("r", "turn 1 of 4", "RecordList", "BattleScreen"),
        ("p", "turn 1 of 4", "RecordList", "ReplayScreen"),
        ("sK", "fire with the figure", "KeyList", "KeyCaptureDialog"),
    ],
)
async def test_a_click_in_a_list_marks_a_line_and_a_second_one_takes_it(
    keys: str, line: str, shown: str, taken: str
) -> None:
    """As in the list of scenarios: what the marked line is, and keys for it, come first."""
    record(("blue", "ready"))
    os.utime(record(seed=2), (2e9, 2e9))
    async with running() as pilot:
        await press(pilot, *keys)
        before = pilot.app.screen.query_one(ItemList).marked
        await choose(pilot, line)
        assert name(pilot) == shown
        assert pilot.app.screen.query_one(ItemList).marked != before
        assert "enter or a second click: " in frame(pilot)
        await choose(pilot, line)
        assert name(pilot) == taken


async def test_a_record_is_deleted_after_a_question() -> None:
    """By key and by mouse; the question names it, and the line of hints says that it is gone."""
    old, new = record(("blue", "ready")), record(("blue", "ready"), seed=2)
    os.utime(new, (2e9, 2e9))
    async with running() as pilot:
        await press(pilot, "r", "down", "delete")
        assert f"Delete {old.name} for good?" in frame(pilot)
        await press(pilot, "enter", "delete", "down", "escape")
        assert old.exists()
        await press(pilot, "delete", "down", "enter")
        assert not old.exists()
        assert f"deleted: {old.name}" in frame(pilot)
        assert "turn 1 of 4" in frame(pilot)

        await choose(pilot, "del  delete")
        assert f"Delete {new.name} for good?" in frame(pilot)
        await pilot.click(ItemList, offset=(2, 2))
        await settled(pilot)
        assert not new.exists()
        assert f"deleted: {new.name}" in frame(pilot)
        assert "turn 1 of 4" not in frame(pilot)
        await press(pilot, "delete", "enter", "escape")
        assert name(pilot) == "TitleScreen"
        assert "Continue" not in frame(pilot)


async def test_a_record_that_is_open_is_not_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is any in a browser; the reason is said."""
    path = record(("blue", "ready"))
    with Game.load(path):
        async with running() as pilot:
            await press(pilot, "r", "delete", "down", "enter")
            assert "already open elsewhere" in frame(pilot)
            assert path.exists()
    monkeypatch.setenv(SERVED_VARIABLE, SERVED)
    async with running() as pilot:
        await press(pilot, "r", "delete")
        assert "is off in the browser" in frame(pilot)


async def test_the_keys_move_in_the_list_again_after_another_screen() -> None:
    """Also where they scrolled the text before."""
    async with running() as pilot:
        await choose(pilot, "New game")
        await press(pilot, "tab")
        assert not isinstance(pilot.app.screen.focused, ItemList)
        await press(pilot, "slash", "escape")
        assert name(pilot) == "ScenarioBrowser"
        assert isinstance(pilot.app.screen.focused, ItemList)


async def test_each_screen_leads_back() -> None:
    """Escape takes one screen off, down to the title, where it does nothing."""
    async with running() as pilot:
        await press(pilot, "n", "enter", "s")
        seen = []
        for _ in range(5):
            seen.append(name(pilot))
            await press(pilot, "escape")

        assert seen == [
            "BriefingScreen",
            "NewGameScreen",
            "ScenarioBrowser",
            "TitleScreen",
            "TitleScreen",
        ]


async def test_a_battle_is_arranged_as_its_lines_say() -> None:
    """Players, seed, handicaps and house rules of the screen are those of the game."""
    async with running(StartOptions(MILL, {"red": "recruit"})) as pilot:
        await press(pilot, "down", "down", "right", "down", "enter")
        await press(pilot, *"4711", "enter")
        await press(pilot, "down", "down", *["right"] * 5, "down", "space", "s", "enter")
        game = battle(pilot).session.game

        assert "Handicap: " in game.state.setup.briefing

        assert game.players == {"blue": "human", "red": "regular"}
        assert game.seed == 4711
        assert game.state.setup.rules["fog"] is False


async def test_the_temper_of_a_side_is_told_where_the_computer_plays_it(tmp_path: Path) -> None:
    """On the new game, in the briefing before the battle and in it; not where people play."""
    path = tmp_path / "bold.toml"
    text = MILL.read_text(encoding="utf-8")
    path.write_text(
        text.replace("[sides.red]", '[sides.red]\ntemper = "bold"', 1), encoding="utf-8"
    )
    words = "The watch: the computer plays boldly."
    async with running(StartOptions(path, {"red": "recruit"}, 1), LARGE) as pilot:
        assert words in frame(pilot)
        await press(pilot, "down", "down")
        assert words in frame(pilot)
        await press(pilot, "s")
        await press(pilot, "end")
        assert words in frame(pilot)
        await press(pilot, "enter", "b")
        await press(pilot, "end")
        assert words in frame(pilot)
    async with running(StartOptions(path, {"red": "human"}, 1), LARGE) as pilot:
        assert "boldly" not in frame(pilot)
        await press(pilot, "s", "end")
        assert "boldly" not in frame(pilot)


def unframed(pilot: Pilot[None]) -> str:
    """What the screen shows, without the frame round the words."""
    return re.sub("[─│╭╮╰╯]", " ", frame(pilot))


async def test_nothing_but_its_words_is_on_the_curtain(tmp_path: Path) -> None:
    """Before it, on it and after it no cell shows what the other side sees."""
    walled = tmp_path / "walled.toml"
    text = MILL.read_text(encoding="utf-8")
    # Column 6 becomes a wall from edge to edge, and nobody has business behind it.
    text = re.sub(r"^([.T#~+]{6})[.T#~+]", r"\1#", text, flags=re.MULTILINE)
    walled.write_text(text[: text.index("[[objectives]]")], encoding="utf-8")
    async with running(StartOptions(walled, {"blue": "human", "red": "human"}, 1)) as pilot:
        await press(pilot, "s", "enter")
        assert unframed(pilot).split() == f"Vale's section: {CALL} {CURTAIN_KEYS}".split()
        await press(pilot, "enter", "e")
        assert BLUE.search(frame(pilot))
        before = len(frames(pilot))
        await press(pilot, "e", "e")
        assert unframed(pilot).split() == f"The watch: {CALL} {CURTAIN_KEYS}".split()
        assert pilot.app.cursor_position == (0, 0)
        covered = len(frames(pilot))
        await press(pilot, "enter")

        assert battle(pilot).session.seat == "red"
        assert RED.search(frame(pilot))
        assert not [shown for shown in frames(pilot)[before:covered] if RED.search(shown)]
        assert not [shown for shown in frames(pilot)[covered:] if BLUE.search(shown)]


@pytest.mark.parametrize("by_mouse", [False, True])
async def test_the_battle_is_left_from_the_curtain_and_resumed(by_mouse: bool) -> None:
    """Nothing of it is shown on the way, and it is not lifted."""
    async with running(hot_seat()) as pilot:
        await press(pilot, "s", "enter")
        assert isinstance(pilot.app.screen, CurtainScreen)
        before = len(frames(pilot))
        if by_mouse:
            await choose(pilot, "leave, resume later")
        else:
            await press(pilot, "escape")
        assert name(pilot) == "TitleScreen"
        assert not [one for one in frames(pilot)[before:] if BLUE.search(one) or RED.search(one)]
        await press(pilot, "r", "enter")

        assert isinstance(pilot.app.screen, CurtainScreen)


async def test_the_curtain_is_deaf_to_a_key_held_down() -> None:
    """It is lifted by a key that comes after a moment of quiet, not by the one before.

    The moment is a minute, and passes when the test says so.
    """
    async with running(hot_seat(), pace=30) as pilot:
        await press(pilot, "s", "enter", "enter", "enter", "enter")
        curtain = pilot.app.screen
        assert isinstance(curtain, CurtainScreen)
        waiting = Key("enter", "\r")
        curtain._listen()  # noqa: SLF001 - the timer's call
        pilot.app.post_message(waiting)
        await settled(pilot)
        assert pilot.app.screen is curtain
        assert CALL not in " ".join(unframed(pilot).split())
        curtain._listen()  # noqa: SLF001 - as above
        await press(pilot, "enter")

        assert name(pilot) == "BattleScreen"


async def test_what_the_computer_did_is_told_and_can_be_skipped() -> None:
    """After its bound comes a recap with a line for what was seen; a key leads on."""
    async with running(StartOptions(record(("blue", "ready")))) as pilot:
        assert name(pilot) == "BattleScreen"
        seen = []
        for _ in range(8):
            await press(pilot, "e", "e")
            await settled(pilot)
            seen.append(name(pilot))
            if name(pilot) == "RecapScreen":
                break

        assert seen[-1] == "RecapScreen"
        assert "since your last order, not shown before" in frame(pilot)
        await press(pilot, "down", "up", "s")
        assert name(pilot) == "BattleScreen"


@pytest.mark.parametrize("key", ["L", "b", "question_mark", "q"])
async def test_a_recap_waits_for_what_lies_over_the_battle(key: str) -> None:
    """A page that is open as the computer's turn ends holds it back, and it comes once."""
    async with running(StartOptions(record(("blue", "ready"))), pace=0.1) as pilot:
        for _ in range(8):
            await pilot.press("e", "e", key)
            for _ in range(100):
                await settled(pilot)
                if battle(pilot).session.awaits_order:
                    break
                await pilot.pause(0.05)
            assert name(pilot) not in ("RecapScreen", "BattleScreen")
            await press(pilot, "escape")
            if name(pilot) == "RecapScreen":
                break

        assert name(pilot) == "RecapScreen"
        await press(pilot, "enter")
        assert name(pilot) == "BattleScreen"
        await press(pilot, "L", "escape")
        assert name(pilot) == "BattleScreen"


async def test_a_battle_is_resumed_from_its_record() -> None:
    """From the list, by the newest at the title, and by naming the file."""
    path = record(("blue", "ready"))
    async with running() as pilot:
        assert "Continue            The mill, turn 1 of 4" in frame(pilot)
        await press(pilot, "r")
        assert "Vale's section: human, The watch: recruit" in frame(pilot)
        await press(pilot, "enter")
        assert battle(pilot).session.game.turn == 1
    async with running(StartOptions(path)) as pilot:
        assert battle(pilot).session.game.turn == 1


async def test_a_battle_that_is_over_is_only_looked_back_at() -> None:
    """It is among those to play back, not among those to go on with."""
    record(("blue", "resign"))
    async with running() as pilot:
        await press(pilot, "r")
        assert "all battles are over" in frame(pilot)
        await press(pilot, "p")
        assert "won by" in frame(pilot)


async def test_a_broken_record_is_listed_and_said_and_play_goes_on() -> None:
    """Choosing it shows what is wrong; escape leads back."""
    path = record(("blue", "ready"))
    path.write_bytes(path.read_bytes().replace(b"The mill", b"The kiln"))
    async with running() as pilot:
        assert "Continue" not in frame(pilot)
        await press(pilot, "r")
        assert "broken" in frame(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Page)
        assert "the head or the scenario was changed" in frame(pilot).replace("\n", " ")
        await press(pilot, "escape", "escape")
        assert name(pilot) == "TitleScreen"
    async with running(StartOptions(path)) as pilot:
        assert isinstance(pilot.app.screen, Page)


async def test_giving_up_leads_to_the_report_and_the_field() -> None:
    """Resign asks once; the report tells the verdict, the field hides nobody."""
    async with running(StartOptions(record(("blue", "ready")))) as pilot:
        await press(pilot, "q", "up", "up", "enter")
        assert "Choose this again" in frame(pilot)
        await press(pilot, "enter")
        assert name(pilot) == "ReportScreen"
        assert "Defeat: The watch won" in frame(pilot)
        await press(pilot, "enter", "tab", "tab", "tab")
        assert name(pilot) == "FieldScreen"
        assert "r2 Lutz" in frame(pilot)
        await press(pilot, "escape", "down", "enter", "escape", "escape")

        assert name(pilot) == "TitleScreen"
        assert "Continue" not in frame(pilot)


async def test_a_battle_to_play_next_is_left_again_to_the_report() -> None:
    """Its briefing leads back there; begun, it takes the place of the battle before."""
    async with running(StartOptions(record(("blue", "ready")))) as pilot:
        await press(pilot, "q", "up", "up", "enter", "enter", "a")
        assert name(pilot) == "BriefingScreen"
        await press(pilot, "escape")
        assert name(pilot) == "ReportScreen"
        over = battle(pilot)
        await press(pilot, "a", "enter")

        assert name(pilot) == "BattleScreen"
        assert battle(pilot) is not over
        assert [type(s).__name__ for s in pilot.app.screen_stack] == ["TitleScreen", "BattleScreen"]


async def test_keys_typed_into_the_end_of_a_battle_choose_nothing() -> None:
    """Neither the page of the end nor the report takes one that was pressed for the battle.

    What is too soon is a minute here, and passes when the test says so.
    """
    async with running(StartOptions(record(("blue", "ready"))), pace=30) as pilot:
        session = battle(pilot).session
        while not session.game.over:
            session.game.order(session.game.to_act, "end")
        assert isinstance(pilot.app, SkirmishApp)
        pilot.app._flow.hotseat.battle_over(session.game)  # noqa: SLF001
        for shown, keys, after in (
            ("BattleEndPage", ("space", "escape", "enter"), "ReportScreen"),
            ("ReportScreen", ("n", "a", "escape", "enter"), "FieldScreen"),
        ):
            await settled(pilot)
            await press(pilot, *keys)
            assert name(pilot) == shown
            screen = pilot.app.screen
            assert isinstance(screen, BattleEndPage | ReportScreen)
            screen._early.deaf = 0  # noqa: SLF001 - a minute has passed
            await press(pilot, "enter")
            assert name(pilot) == after


async def test_the_computer_can_take_a_side_over() -> None:
    """Between two people the other one is called, and he plays against the computer."""
    async with running(hot_seat()) as pilot:
        await press(pilot, "s", "enter", "enter", "e")
        await press(pilot, "q", "down", "down", "down", "enter")
        assert name(pilot) == "CurtainScreen"
        await press(pilot, "enter")
        for _ in range(20):
            await settled(pilot)
            if battle(pilot).session.game.to_act == "red":
                break

        assert battle(pilot).session.game.players == {"blue": "recruit", "red": "human"}
        assert battle(pilot).session.seat == "red"
        assert battle(pilot).session.game.to_act == "red"


async def test_text_from_files_is_shown_as_it_stands(tmp_path: Path) -> None:
    """A title that looks like markup is neither obeyed nor dropped, on no screen."""
    text = MILL.read_text(encoding="utf-8")
    for word in ("The mill", "Vale's section", "Into the mill", "Blue wants the mill."):
        text = text.replace(word, EVIL)
    folder = tmp_path / "[b]evil"
    folder.mkdir()
    (folder / "evil.toml").write_text(text, encoding="utf-8")
    async with running() as pilot:
        await press(pilot, "n", "o")
        pilot.app.screen.query_one(Input).value = str(folder)
        await press(pilot, "enter")
        for key in ("enter", "enter", "enter", "q", "escape"):
            # A side is named in capitals in the top line of a battle.
            assert EVIL.casefold() in frame(pilot).casefold(), name(pilot)
            await press(pilot, key)
        await press(pilot, "q", "up", "up", "enter", "enter")
        assert name(pilot) == "ReportScreen"
        assert EVIL in frame(pilot)
        await press(pilot, "escape", "p")

        assert name(pilot) == "RecordList"
        assert EVIL in frame(pilot)
        await choose(pilot, EVIL)
        assert name(pilot) == "ReplayScreen"


async def test_a_scenario_with_faults_is_listed_with_them(tmp_path: Path) -> None:
    """Its faults stand beside it with their lines; the others can be played."""
    text = MILL.read_text(encoding="utf-8")
    (tmp_path / "a_good.toml").write_text(text, encoding="utf-8")
    (tmp_path / "b_bad.toml").write_text(
        text.replace("turns = 4", "turns = 0").replace('"rifleman"', '"rifelman"', 1)
    )
    (tmp_path / "c_folder.toml").mkdir()
    async with running(size=LARGE) as pilot:
        await press(pilot, "n", "o")
        pilot.app.screen.query_one(Input).value = str(tmp_path)
        await press(pilot, "enter")
        assert pilot.app.screen.query_one(ItemList).option_count == 4  # and Surprise me
        await press(pilot, "down")
        assert "2 errors" in frame(pilot)
        told = " ".join(frame(pilot).replace("▕", "").split())
        assert "b_bad.toml:4:9: turns: must be from 1 to 200" in told
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Page)
        await press(pilot, "escape", "up", "enter")

        assert name(pilot) == "NewGameScreen"


async def test_whoever_looks_on_is_not_held_up() -> None:
    """Where the computer plays both sides no recap and no curtain comes, only the report."""
    players = {"blue": "recruit", "red": "recruit"}
    seen = []
    async with running(StartOptions(MILL, players, 3)) as pilot:
        await press(pilot, "s", "enter")
        for _ in range(200):
            seen.append(name(pilot))
            if seen[-1] == "ReportScreen":
                break
            await settled(pilot)

        assert set(seen) <= {"BattleScreen", "ReportScreen"}
        assert battle(pilot).session.game.over


async def test_the_next_battle_is_not_the_one_asked_for_at_the_start(tmp_path: Path) -> None:
    """A file for the record and a seed are for the first battle, the second has its own."""
    start = StartOptions(MILL, seed=7, record=tmp_path / "first.skr")
    async with running(start) as pilot:
        await press(pilot, "s", "enter")
        assert battle(pilot).session.game.record.path == tmp_path / "first.skr"
        await press(pilot, "q", "up", "enter", "n", "enter", "enter", "enter")

        path = battle(pilot).session.game.record.path
        assert path is not None
        assert path.parent == saves.records_folder()


@pytest.mark.parametrize("typed", ["none/at.toml", "~nobody/x", "\0", "x" * 900, "/dev/null"])
async def test_a_path_that_leads_nowhere_is_said(tmp_path: Path, typed: str) -> None:
    """Whatever is typed, a page says what is wrong and the browser is still there."""
    if typed.startswith("none"):  # A folder that no machine has by chance.
        typed = str(tmp_path / typed)
    async with running() as pilot:
        await press(pilot, "n", "o")
        pilot.app.screen.query_one(Input).value = typed
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Page)
        await press(pilot, "escape")

        assert name(pilot) == "ScenarioBrowser"


async def test_a_scenario_is_copied_pasted_and_found(tmp_path: Path) -> None:
    """As text; what comes in is kept in the player's own folder, and marked in the list."""
    async with running() as pilot:
        await press(pilot, "n", "y")
        copied = pilot.app.clipboard
        assert copied.startswith("-----BEGIN SKIRMISH SCENARIO-----\ntitle: First steps\n")
        assert "skirmish pack first_steps --paste " in frame(pilot)
        await press(pilot, "p")
        pilot.app.screen.post_message(Paste(f"Look:\n{copied}\n"))
        await settled(pilot)

        kept = tmp_path / "home" / "scenarios" / "s_first_steps.toml"
        many = len(shipped()) + 1
        assert load(kept).title == "First steps"
        assert name(pilot) == "ScenarioBrowser"
        assert "kept as s_first_steps.toml; enter" in frame(pilot)
        marked = pilot.app.screen.query_one(ItemList).highlighted_option
        assert marked is not None
        assert "s_first_steps.toml" in str(marked.prompt)
        await press(pilot, "slash")
        pilot.app.screen.query_one(Input).value = "market"
        await press(pilot, "enter")
        assert f"1 of {many} scenarios with: market" in frame(pilot)
        assert "Market street" in frame(pilot)
        await press(pilot, "slash")
        pilot.app.screen.query_one(Input).value = ""
        await press(pilot, "enter")
        assert f"{many} scenarios; enter" in frame(pilot)


async def test_a_pasted_scenario_beside_another_of_its_name_says_so(tmp_path: Path) -> None:
    """As `unpack` does: the one that was there is not replaced."""
    async with running() as pilot:
        await press(pilot, "n", "y")
        copied = pilot.app.clipboard
        folder = tmp_path / "home" / "scenarios"
        folder.mkdir(parents=True)
        (folder / "s_first_steps.toml").write_text("mine")
        await press(pilot, "p")
        pilot.app.screen.post_message(Paste(copied))
        await settled(pilot)

        assert isinstance(pilot.app.screen, Page)
        assert "s_first_steps.toml has other content" in frame(pilot)


async def test_a_pasted_text_that_is_no_scenario_is_refused() -> None:
    """A page says why, and nothing is kept."""
    async with running() as pilot:
        await press(pilot, "n", "p")
        pilot.app.screen.post_message(Paste("Dear all,\nno scenario today."))
        await settled(pilot)
        assert isinstance(pilot.app.screen, Page)
        assert "there is no scenario in this text" in frame(pilot)


async def test_a_battle_that_cannot_be_recorded_does_not_begin(tmp_path: Path) -> None:
    """The reason is shown, and the briefing stays."""
    taken = tmp_path / "taken.skr"
    taken.write_text("")
    async with running(StartOptions(MILL, record=taken)) as pilot:
        await press(pilot, "s", "enter")
        assert "exists already" in frame(pilot)
        await press(pilot, "escape")

        assert name(pilot) == "BriefingScreen"


async def test_a_terminal_too_small_is_said_until_it_is_larger() -> None:
    """The message gives way when there is room, or when the player insists."""
    async with running(size=(60, 15)) as pilot:
        assert "This terminal is 60 x 15" in frame(pilot)
        await pilot.resize_terminal(*SMALL)
        await settled(pilot)
        assert name(pilot) == "TitleScreen"
        await pilot.resize_terminal(50, 12)
        await settled(pilot)
        await press(pilot, "enter")

        assert name(pilot) == "TitleScreen"


async def test_rules_can_be_searched() -> None:
    """Every word typed narrows the rules down; escape leads back."""
    async with running() as pilot:
        await press(pilot, "n", "r")
        assert name(pilot) == "RulesPage"
        whole = frame(pilot)
        await press(pilot, *"smoke")
        assert frame(pilot) != whole
        assert "smoke" in frame(pilot).lower()
        await press(pilot, *"zzz")
        assert "no rule with these words" in frame(pilot)
        await press(pilot, "escape")

        assert name(pilot) == "ScenarioBrowser"


async def test_how_to_play_is_a_page() -> None:
    """It holds the keys of the battle, from the one table."""
    async with running() as pilot:
        await press(pilot, "h")

        assert isinstance(pilot.app.screen, Page)
        assert "You lead a handful of figures" in frame(pilot)


async def test_a_battle_outlives_any_size_of_terminal() -> None:
    """However small it gets, and whether that is said or put up with, nothing breaks."""
    async with running(hot_seat()) as pilot:
        await press(pilot, "s", "enter", "enter")
        for size in ((5, 2), (1, 1), (29, 9), (31, 40), (80, 1), SMALL, (5, 2)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        await press(pilot, "enter", "question_mark")
        for size in ((30, 8), (1, 1), (32, 3), SMALL):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        await press(pilot, "escape")

        assert battle(pilot).is_current


async def test_a_battle_begins_after_the_terminal_changed_at_the_briefing() -> None:
    """The list and the setup below the briefing close before they are drawn for the new size."""
    async with running(size=LARGE) as pilot:
        await press(pilot, "n", "down", "down", "enter", "s")
        assert name(pilot) == "BriefingScreen"
        await pilot.resize_terminal(*SMALL)
        await press(pilot, "enter")

        assert battle(pilot).is_current


MOST = 120
"""Keys or clicks after which a battle in which everybody waits must have ended."""


async def test_two_people_come_to_the_report_by_keys_alone() -> None:
    """Both wait out every bound behind the curtain; the report names who won."""
    async with running(hot_seat()) as pilot:
        await press(pilot, "s", "enter")
        for _ in range(MOST):
            if name(pilot) == "ReportScreen":
                break
            await press(pilot, "e" if name(pilot) == "BattleScreen" else "enter")

        assert name(pilot) == "ReportScreen"
        assert battle(pilot).session.game.over


async def test_one_person_comes_to_the_report_by_mouse_alone() -> None:
    """Clicks on the words of the footer, against the computer."""
    start = StartOptions(MILL, {"blue": "human", "red": "recruit"}, 3)
    async with running(start) as pilot:
        await choose(pilot, "Continue to the")
        await choose(pilot, "enter  begin")
        for _ in range(MOST):
            if name(pilot) == "ReportScreen":
                break
            if name(pilot) == "BattleEndPage":
                assert "The battle is over" in frame(pilot)
                game = battle(pilot).session.game
                assert verdict(game.state, only_person(game))[0] in frame(pilot)
                await pilot.click(VerticalScroll)
                continue
            footer = frame(pilot).split("\n")[-1]
            words = ("e  ready", "e  end", "enter  go on")
            await choose(pilot, next(word for word in words if word in footer))

        assert name(pilot) == "ReportScreen"
        assert battle(pilot).session.game.over


async def test_a_battle_is_set_up_once_however_often_the_key_is_pressed() -> None:
    """What is waited for is said at once, and a second press does not begin another battle."""
    began: list[int] = []
    async with running() as pilot:
        title, stack = pilot.app.screen, ScreenStack(pilot.app)
        assert isinstance(title, TitleScreen)
        before = title.hint_line.plain
        stack.busy("Setting up ..", lambda: began.append(1))
        stack.busy("Setting up ..", lambda: began.append(2))
        said = title.hint_line.plain
        await settled(pilot)

        assert said == "Setting up .."
        assert began == [1]
        assert title.hint_line.plain == before
