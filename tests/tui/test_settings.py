"""The settings screen: settings are applied at once and kept, and own keys are shown."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Static

from skirmish.game import Game
from skirmish.presentation.user_files import HOME_VARIABLE
from skirmish.tui.app import SkirmishApp
from skirmish.tui.command_palette import KeyCommands
from skirmish.tui.flow import StartOptions
from skirmish.tui.item_list import ItemList
from skirmish.tui.keymap import checked_keys
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.page import Page
from skirmish.tui.settings import SETTINGS, Settings, read_settings
from skirmish.tui.settings_store import KEYS_FILE, SETTINGS_FILE, SettingsStore
from skirmish.tui.theme import CONTRAST, DARK, LIGHT, PLAIN
from skirmish.tui.toml_edit import parse_toml
from skirmish.tui.widgets import Footer, TextLine
from tests.toy_game import played
from tests.toy_ruleset import LANE
from tests.tui.pilots import frame, name

QUIET = LANE.replace(" watch hidden", "")


@asynccontextmanager
async def at_table(folder: Path, game: Game | None = None) -> AsyncIterator[Pilot[None]]:
    """The program, whose settings are in a folder; with a battle at once if one is given."""
    start = None if game else StartOptions()
    app = SkirmishApp(game, start=start, pace=0, store=SettingsStore(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield pilot


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Keys, and what they lead to."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def page(pilot: Pilot[None]) -> str:
    """The page that lies over the screen, in one line without its breaks."""
    said = pilot.app.screen.query_one(Static).render()
    assert isinstance(said, Content)
    return said.plain.replace("\n", " ")


def hint(pilot: Pilot[None]) -> str:
    """The line above the keys."""
    return pilot.app.screen.query_one("#hint", TextLine).content.plain


async def to_id(pilot: Pilot[None], id_: str) -> None:
    """Mark the line of an id."""
    pilot.app.screen.query_one(ItemList).mark(id_)
    await pilot.pause()


async def test_a_click_on_a_name_marks_it_and_a_second_one_changes_it(tmp_path: Path) -> None:
    """A click on the value changes that at once; a click on the keys opens them at once."""
    async with at_table(tmp_path) as pilot:
        await press(pilot, "comma")
        rows = frame(pilot).split("\n")
        y = next(at for at, row in enumerate(rows) if row.lstrip().startswith("clock"))

        async def click(text: str) -> str:
            await pilot.click(offset=(rows[y].index(text) + len(text) - 1, y))
            await pilot.pause()
            return name(pilot)

        assert await click("clock") == "SettingsScreen"
        assert pilot.app.screen.query_one(ItemList).marked == "clock"
        assert await click("clock") == "InputDialog"


def test_every_setting_and_theme_is_documented() -> None:
    """docs/playing.md names what can be written into the file."""
    text = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
    words = [*SETTINGS, *(str(choice) for choice in SETTINGS["theme"].choices)]

    assert [word for word in words if f"`{word}`" not in text] == []


def test_the_files_in_the_documents_are_well() -> None:
    """Each example of docs/playing.md is one that a player can take over."""
    text = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
    section = text.partition("## Settings and keys")[2].partition("\n## ")[0]
    settings, keys = (
        parse_toml(block, "x") for block in re.findall(r"```toml\n(.*?)```", section, re.DOTALL)
    )

    assert read_settings(settings)[1] == ()
    assert checked_keys(keys.values)[1] == ()


async def test_a_change_counts_at_once_and_is_kept(tmp_path: Path) -> None:
    """From the title: the theme is another one on the spot, and at the next start."""
    async with at_table(tmp_path) as pilot:
        await press(pilot, "s", "right", "right")
        assert (name(pilot), pilot.app.theme) == ("SettingsScreen", LIGHT)
        assert "< light >" in frame(pilot)
        await press(
            pilot,
            "down",
            "down",
            "right",
            "l",
            "4",
            "down",
            "left",
            "left",
            "1",
            "up",
            "7",
            "escape",
        )
        assert name(pilot) == "TitleScreen"

    async with at_table(tmp_path) as pilot:
        app = pilot.app
        assert isinstance(app, SkirmishApp)
        assert app.settings == Settings(theme=LIGHT, glyphs="ascii", animation="off")
        assert app.theme == LIGHT


async def test_ascii_glyphs_and_own_keys_count_in_a_battle_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The map and the footer behind the settings change without a new start."""
    monkeypatch.delenv("SKIRMISH_ASCII")
    async with at_table(tmp_path, played(QUIET, red="random")) as pilot:
        battle = pilot.app.screen
        assert isinstance(battle, BattleScreen)
        await press(pilot, "comma", "down", "down", "right")
        await press(pilot, "K")
        await to_id(pilot, "look")
        await press(pilot, "enter", "Y", "escape", "escape")

        assert name(pilot) == "BattleScreen"
        assert all(line.isascii() for line in frame(pilot).split("\n"))
        assert "Y  look" in battle.query_one(Footer).content.plain
        await press(pilot, "x")
        assert not battle.session.controller.look
        await press(pilot, "Y")
        assert battle.session.controller.look
        assert (tmp_path / KEYS_FILE).read_text(encoding="utf-8").endswith('look = "Y"\n')


async def test_a_key_from_the_file_does_it_and_is_what_is_named(tmp_path: Path) -> None:
    """In the footer, in hints, on the page of help, in the palette; the old one does nothing."""
    (tmp_path / KEYS_FILE).write_text('next = "Z"\nverbs = "f8, V"\n', encoding="utf-8")
    async with at_table(tmp_path, played(QUIET, red="random")) as pilot:
        battle = pilot.app.screen
        assert isinstance(battle, BattleScreen)
        assert "f8  orders" in battle.query_one(Footer).content.plain
        await press(pilot, "V", "down", "enter", "left", "enter")
        assert "b1 moves to 0,0" in frame(pilot)
        await press(pilot, "v", "tab")
        assert battle.session.mode.name == "SELECT"
        await press(pilot, "question_mark")
        assert re.search(r"f8 V +all orders of the figure", frame(pilot))
        await press(pilot, "escape", "ctrl+p", *"all orders of the fig")
        await pilot.pause(0.3)
        assert "f8 V" in frame(pilot)


async def test_a_key_that_means_something_else_is_taken_only_when_asked_twice(
    tmp_path: Path,
) -> None:
    """What loses it is said, in words; `u` brings the usual ones back."""
    async with at_table(tmp_path) as pilot:
        app = pilot.app
        assert isinstance(app, SkirmishApp)
        await press(pilot, "s", "K")
        await to_id(pilot, "verb.fire")
        await press(pilot, "enter", "m")
        assert "m is used for 'move the figure': press it" in frame(pilot)
        await press(pilot, "m")
        assert app.settings.keys == {"verb.fire": "m", "verb.move": ""}
        assert "*" in frame(pilot)
        assert hint(pilot) == "'move the figure' no longer uses m"
        await to_id(pilot, "verb.move")
        await press(pilot, "u")
        assert "default not restored: 'fire with" in hint(pilot)
        await to_id(pilot, "verb.fire")
        await press(pilot, "u")
        assert app.settings.keys == {}
        await to_id(pilot, "back")
        await press(pilot, "x")
        assert "needs a key" in hint(pilot)
        await press(pilot, "a", "Q")
        assert app.settings.keys == {"back": "escape,Q"}


async def test_a_key_that_was_taken_goes_back_when_it_is_let_go(tmp_path: Path) -> None:
    """What had it from the start has it again, with its other keys; and that is said."""
    async with at_table(tmp_path) as pilot:
        app = pilot.app
        assert isinstance(app, SkirmishApp)
        await press(pilot, "s", "K")
        await to_id(pilot, "verb.move")
        await press(pilot, "enter", "down", "down")
        assert hint(pilot) == "'cursor down' no longer uses down"
        await press(pilot, "enter", "Y")

        assert app.settings.keys == {"verb.move": "Y"}
        assert hint(pilot) == "'cursor down' uses down again"


async def test_the_palette_has_what_makes_sense(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No help and themes of Textual's own; a picture goes beside the records, and that is said."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "data"))
    async with at_table(tmp_path) as pilot:
        app = pilot.app
        assert isinstance(app, SkirmishApp)
        found = {one.title: one for one in app.get_system_commands(app.screen)}
        assert sorted(found) == ["Quit", "Screenshot"]
        found["Screenshot"].callback()
        await pilot.pause(0.3)

        assert "The picture is in" in page(pilot)
        (kept,) = (tmp_path / "data" / "pictures").iterdir()
        assert kept.read_text(encoding="utf-8").startswith("<svg")


async def test_every_command_of_the_palette_is_in_words(tmp_path: Path) -> None:
    """What has no word of its own is told by what it does; going on by a line is no command."""
    async with at_table(tmp_path) as pilot:
        found = [str(hit.text) async for hit in KeyCommands(pilot.app.screen).discover()]

        assert "learn: the game as you play it: First steps" in found
        assert "new: choose a scenario for a game" in found
        assert not [text for text in found if text.startswith(":") or "line above" in text]


async def test_the_palette_finds_words_before_scattered_letters(tmp_path: Path) -> None:
    """In any order; letters in a row count where no word does. Its prompt is plain."""
    async with at_table(tmp_path) as pilot:
        commands = KeyCommands(pilot.app.screen)
        found = {
            query: [str(hit.text) async for hit in commands.search(query)]
            for query in ("scenario game", "nwgm", "zzz")
        }
        await pilot.press("ctrl+p")
        await pilot.pause(0.3)

        new_game = "new: choose a scenario for a game"
        assert found == {"scenario game": [new_game], "nwgm": [new_game], "zzz": []}
        assert "> Search for commands" in " ".join(frame(pilot).split())
        assert "🔎" not in frame(pilot)


async def test_broken_files_are_told_of_and_the_rest_is_used(tmp_path: Path) -> None:
    """A page with file, line, key and remedy over the title; nothing in it is markup."""
    text = 'theme = "contrast"\nhints = "[/]"\n'
    (tmp_path / SETTINGS_FILE).write_text(text, encoding="utf-8")
    (tmp_path / KEYS_FILE).write_text("[@click=app.quit]", encoding="utf-8")
    async with at_table(tmp_path) as pilot:
        told = "".join(page(pilot).split()).replace(f"{tmp_path}/", "")
        assert isinstance(pilot.app.screen, Page)
        assert pilot.app.theme == CONTRAST
        assert "settings.toml:2:1:hints:mustbetrueorfalse,nottext" in told
        assert "keys.toml:1:" in told
        await press(pilot, "escape", "s", "end", "enter")
        await to_id(pilot, "look")
        await press(pilot, "enter", "Y")

        assert "it was renamed to keys.toml.bad" in page(pilot)
        assert (tmp_path / "keys.toml.bad").read_text(encoding="utf-8") == "[@click=app.quit]"


async def test_what_cannot_be_kept_counts_all_the_same(tmp_path: Path) -> None:
    """And the player is told that it lasts until he leaves."""
    (tmp_path / "home").write_text("a file", encoding="utf-8")
    async with at_table(tmp_path / "home") as pilot:
        await press(pilot, "escape", "s", "right")

        assert "the setting lasts until you leave" in page(pilot)
        assert pilot.app.theme == DARK


async def test_no_color_is_obeyed_whatever_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No cell of any screen has a colour; what is marked is turned round."""
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / SETTINGS_FILE).write_text('theme = "light"\n', encoding="utf-8")
    async with at_table(tmp_path, played(QUIET, red="random")) as pilot:
        await press(pilot, "tab")
        strips = pilot.app.screen._compositor.render_strips()  # noqa: SLF001
        await press(pilot, "comma")
        assert "NO_COLOR is set" in frame(pilot)
        strips += pilot.app.screen._compositor.render_strips()  # noqa: SLF001
        styles = [segment.style for strip in strips for segment in strip if segment.style]

        assert pilot.app.theme == PLAIN
        colours = [c for style in styles for c in (style.color, style.bgcolor) if c]
        assert {color.type.name for color in colours} <= {"DEFAULT"}
        assert any(style.reverse for style in styles)


async def test_a_click_on_a_choice_takes_it(tmp_path: Path) -> None:
    """The choices beside the list look like a menu, and are one."""
    async with at_table(tmp_path) as pilot:
        await press(pilot, "comma")
        await to_id(pilot, "theme")
        assert "a click on a choice" in hint(pilot)
        rows = frame(pilot).split("\n")
        y, x = next((y, row.rindex(LIGHT)) for y, row in enumerate(rows) if LIGHT in row[40:])
        await pilot.click(offset=(x + 1, y))
        await pilot.pause()
        assert isinstance(pilot.app, SkirmishApp)
        assert pilot.app.settings.theme == LIGHT
        assert "> light" in frame(pilot)
