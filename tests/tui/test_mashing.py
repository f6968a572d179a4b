"""Keys, clicks and sizes in any order and at any moment, as a terminal sends them: without waiting.

Fixed seeds: what failed once fails again. What is inherited from Textual is gone through as well,
with nothing in it, before it is laid out and after it is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input

from skirmish.game import Game
from skirmish.presentation.user_files import HOME_VARIABLE
from skirmish.scenario import find, load
from skirmish.tui.app import SkirmishApp
from skirmish.tui.command_palette import CommandOptions, GameCommandPalette
from skirmish.tui.flow import StartOptions
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.screens.dialogs import InputDialog
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.page import Page

BURSTS = 25
LISTS = ("pagedown", "pageup", "home", "end", "up", "down", "enter", "escape", "tab", "shift+tab")
LINES = ("backspace", "delete", "ctrl+a", "ctrl+w", "ctrl+u", "ctrl+k", "ctrl+x", "ctrl+left")
LETTERS = "abcdefghijklmnopqrsuvwxyzATXRF?:/+-<>.123456789"
SIZES = ((80, 24), (120, 40), (40, 10))
COMMAND = "ctrl+p"
CHARACTERS = {"enter": "\r", "tab": "\t"}


@pytest.fixture(autouse=True)
def _home(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


def key(name: str) -> events.Key:
    """A key as the terminal's driver sends it."""
    return events.Key(name, CHARACTERS.get(name, name if len(name) == 1 else None))


def something(rng: Random, app: App[None]) -> list[events.Event]:
    """A key mostly; now and then a click, another size, a pasted text."""
    match rng.randrange(20):
        case 0 | 1:
            x, y = rng.randrange(app.size.width), rng.randrange(app.size.height)
            kinds = (events.MouseMove, events.MouseDown, events.MouseUp)
            return [kind(None, x, y, 0, 0, 1, False, False, False, x, y) for kind in kinds]
        case 2:
            size = Size(*rng.choice(SIZES))
            return [events.Resize(size, size)]
        case 3:
            return [events.Paste("ab\ncd \x1b[")]
        case 4 | 5 | 6:
            return [key(COMMAND)]
        case 7 | 8 | 9 | 10 | 11 | 12:
            return [key(rng.choice(LISTS))]
        case 13:
            return [key(rng.choice(LINES))]
        case _:
            return [key(rng.choice(LETTERS))]


async def mash(app: SkirmishApp, seed: int) -> None:
    """Press on, a few at a time, mostly without waiting for anything."""
    rng = Random(seed)
    async with app.run_test(size=rng.choice(SIZES)) as pilot:
        await pilot.pause()
        for _ in range(BURSTS):
            for _ in range(rng.randrange(1, 8)):
                if not app.is_running or app._exit:  # noqa: SLF001 - it was left by a key
                    return
                for event in something(rng, app):
                    app.post_message(event)
            await asyncio.sleep(rng.choice((0, 0, 0.01, 0.05)))


def title() -> SkirmishApp:
    """The title, and whatever is reached from it."""
    return SkirmishApp(start=StartOptions(), pace=0)


def against_the_computer() -> SkirmishApp:
    """A battle."""
    players = {"blue": "human", "red": "recruit"}
    return SkirmishApp(Game.new(load(find("low_water_d20")), 4, players), pace=0)


def two_players() -> SkirmishApp:
    """A battle with curtains."""
    players = dict.fromkeys(("blue", "red"), "human")
    return SkirmishApp(Game.new(load(find("low_water")), 4, players), pace=0.01)


# An app that is left in the middle of a paint drops some of what Textual still meant to do.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("make", [title, against_the_computer, two_players])
async def test_any_keys_at_any_moment_do_no_harm(
    make: Callable[[], SkirmishApp], seed: int
) -> None:
    """An error of any screen would end the app, and is raised when it has ended."""
    await mash(make(), seed)


@pytest.mark.parametrize("keys", [("pagedown",), ("pageup",), ("down", "enter"), ("escape",) * 3])
async def test_the_palette_takes_keys_before_it_is_there(keys: tuple[str, ...]) -> None:
    """They come with the key that opens it, as fast as a terminal sends them."""
    app = title()
    async with app.run_test() as pilot:
        await pilot.pause()
        for _ in range(3):
            for name in (COMMAND, *keys, COMMAND, "escape", "escape"):
                app.post_message(key(name))
            await pilot.pause(0.05)

        assert app.is_running


class Bare(App[None]):
    """An app with one widget."""

    def __init__(self, widget: Widget) -> None:
        """Show it."""
        super().__init__()
        self.widget = widget

    def compose(self) -> ComposeResult:
        """The widget."""
        yield self.widget


INHERITED: dict[str, Callable[[], Widget]] = {
    "choices": ItemList,
    "headings": lambda: ItemList([ListItem("", Content("a heading alone"))]),
    "commands": CommandOptions,
    "line": Input,
    "digits": lambda: Input(restrict=r"[0-9]*", max_length=3),
    "text": VerticalScroll,
}


def actions(widget: object) -> list[str]:
    """Names of all actions that a widget has, its own and inherited, that need nothing said."""
    names = {name.removeprefix("_") for name in dir(widget) if "action_" in name[:8]}
    return sorted(name for name in names if not name.startswith("action_toggle_class"))


async def tried(app: App[None], widget: Widget, name: str) -> None:
    """Do an action as a binding does it; one that needs more than its name is left out."""
    shorter = name.removeprefix("action_")
    method = getattr(widget, name, None) or getattr(widget, f"_{name}")
    wanted = method.__code__.co_argcount - len(method.__defaults__ or ())
    if wanted <= 1:
        await app.run_action(shorter, widget)


@pytest.mark.parametrize("name", INHERITED)
async def test_inherited_actions_do_no_harm_where_nothing_is(name: str) -> None:
    """Once before the layout, then in odd orders; and with clicks on lines that are gone."""
    app = Bare(INHERITED[name]())
    async with app.run_test(size=(40, 3)) as pilot:
        for seed in range(4):
            names = actions(app.widget) * 2
            Random(seed).shuffle(names)
            for action in names:
                await tried(app, app.widget, action)
                if seed % 2:
                    await pilot.pause()
        if isinstance(app.widget, ItemList | CommandOptions):
            app.widget.clear_options()
            app.widget.highlighted = 7
            await tried(app, app.widget, "action_page_down")
        await pilot.click(type(app.widget))


@pytest.mark.parametrize(
    "make",
    [
        GameCommandPalette,
        lambda: Page("empty", []),
        lambda: LogPage([]),
        lambda: InputDialog("what", ""),
    ],
)
async def test_a_screen_closes_itself_alone(make: Callable[[], Page]) -> None:
    """However often it is told to; whoever tells it late closes no other screen."""
    app = title()
    async with app.run_test() as pilot:
        await pilot.pause()
        below = app.screen
        page = make()
        await app.push_screen(page)
        for _ in range(3):
            page.dismiss(None)
        await pilot.pause()

        assert app.screen is below


async def test_a_list_without_room_for_text_does_no_harm() -> None:
    """A terminal made too narrow shows nothing of it, and all of it again when it is wider."""
    app = title()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for columns in (*range(1, 12), 80):
            for opened in ("enter", COMMAND, "escape"):
                await pilot.resize_terminal(columns, 24)
                await pilot.press(opened)
                await pilot.pause()

        assert app.is_running
        assert app.return_code in (None, 0)
