"""Every screen, character by character and in two themes, as it was when somebody looked at it.

After a change that is meant, `SKIRMISH_DRAW=1 pytest tests/tui/test_pictures.py` draws them anew;
look at what differs before it is kept.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import textual
from textual.pilot import Pilot
from textual.widgets import Input

from skirmish.presentation.user_files import HOME_VARIABLE
from skirmish.tui.app import SkirmishApp
from skirmish.tui.flow import StartOptions
from skirmish.tui.screens import fork, surprise, title
from skirmish.tui.settings import Settings
from skirmish.tui.theme import DARK, LIGHT
from tests.drill_ruleset import drilled
from tests.tui.picture import Picture, characters_of, styles_of
from tests.tui.pilots import press, settled
from tests.tui.test_flow import LARGE, SMALL

KEPT = Path(__file__).parent / "pictures"
WEIR = Path(__file__).parent / "data" / "weir.toml"
DRAW = "SKIRMISH_DRAW"
DRAWN_WITH = "8.2"
"""The Textual they were drawn with; another one may colour its own widgets in its own way."""
PEOPLE = {"blue": "human", "red": "human"}
THEMES = (DARK, LIGHT)
STILL = Settings(animation="off")


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No path, no version, no colours that somebody has switched off."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(title, "__version__", "1.0")
    for screen in (fork, surprise):
        monkeypatch.setattr(screen, "random_seed", lambda: 681025)
    (tmp_path / "fields").mkdir()
    shutil.copy(WEIR, tmp_path / "fields")
    monkeypatch.chdir(tmp_path)


class Album:
    """The pictures of a walk through the program."""

    def __init__(self, pilot: Pilot[None]) -> None:
        """Draw what a pilot sees."""
        self._pilot = pilot
        self.drawn: dict[str, Picture] = {}

    async def draw(self, name: str) -> None:
        """Draw the screen as it is, in both themes."""
        app = self._pilot.app
        assert isinstance(app, SkirmishApp)
        for line in app.screen.query(Input):
            line.cursor_blink = False
        styles = {}
        for theme in THEMES:
            app.show_theme(theme)
            await settled(self._pilot)
            styles[theme] = styles_of(app)
        self.drawn[name] = Picture(characters_of(app), styles)
        app.show_theme(THEMES[0])

    async def go(self, *keys: str, draw: str = "") -> None:
        """Press keys, and draw what they lead to."""
        await press(self._pilot, *keys)
        if draw:
            await self.draw(draw)

    def compare(self, size: tuple[int, int]) -> None:
        """Each is as it was kept; or is kept, where somebody asked for that."""
        folder = KEPT / "x".join(map(str, size))
        if os.environ.get(DRAW):
            folder.mkdir(parents=True, exist_ok=True)
            for name, picture in self.drawn.items():
                (folder / f"{name}.txt").write_text(str(picture), encoding="utf-8")
        kept = {
            file.stem: Picture.parse(file.read_text(encoding="utf-8"))
            for file in sorted(folder.iterdir())
        }

        assert sorted(self.drawn) == sorted(kept)
        for name, picture in self.drawn.items():
            assert picture.characters == kept[name].characters, name
        if textual.__version__.startswith(DRAWN_WITH):
            for name, picture in self.drawn.items():
                assert picture.styles == kept[name].styles, name


@asynccontextmanager
async def walking(size: tuple[int, int]) -> AsyncIterator[tuple[Pilot[None], Album]]:
    """The program for two people, with nothing on it that moves."""
    start = StartOptions(None, PEOPLE, 1, Path("weir.skr"))
    app = SkirmishApp(start=start, pace=0, settings=STILL)
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        yield pilot, Album(pilot)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_every_screen_is_as_it_was_kept(size: tuple[int, int]) -> None:
    """From the title through a battle between two people to the replay of it, and a muster."""
    async with walking(size) as (pilot, album):
        await album.draw("title")
        await album.go("n", "s", draw="surprise")
        await album.go("escape", "o", *"fields", "enter", draw="browser")
        await album.go("enter", draw="new_game")
        await album.go("s", draw="briefing")
        await album.go("enter", draw="curtain")
        await album.go("enter", draw="deployment")
        await album.go("e", "1", draw="select")
        await album.go("v", draw="menu")
        await album.go("escape", "m", *"llll", draw="move")
        await album.go("escape", "x", *"kkkk", *"llllll", draw="look")
        await album.go("escape", "a", "t", draw="overlays")
        await album.go("a", "t", "question_mark", draw="help")
        await album.go("escape", "colon", *"look", "enter", *"mo", draw="typed")
        await album.go("escape", "q", draw="pause")
        await album.go("down", "down", "enter", draw="rules")
        await album.go("escape", "comma", draw="settings")
        await album.go("K", draw="keys")
        await album.go("enter", draw="catch")
        await album.go("escape", "escape", "escape", "tab", "tab")
        await album.go("m", *"ll", "enter", "enter", "e", "e")
        await album.go("enter", draw="recap")
        await album.go("enter", "f", draw="fire")
        await album.go("enter", "L", draw="log")
        await album.go("escape", "q", "up", "up", "enter", "enter", draw="report")
        await album.go("down", "down", "down", "enter", "end", "left", draw="replay")
        await album.go("t", draw="jump")
        await album.go("escape", "L", draw="story")
        await album.go("escape", "f", draw="fork")
        await album.go("escape")
        app = pilot.app
        assert isinstance(app, SkirmishApp)
        app.run_battle(drilled(muster=True, red="random"))
        await album.go("tab", draw="muster")
    album.compare(size)
