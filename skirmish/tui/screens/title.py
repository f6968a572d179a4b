"""The title screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Middle
from textual.content import Content
from textual.widgets import Static

from skirmish import __version__
from skirmish.presentation.user_files import is_served
from skirmish.tui.background import BackgroundTask, Job
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import glyphs_of
from skirmish.tui.widgets import ItemList, ListItem

NAME = """\
┌─┐┬┌─┬┬─┐┌┬┐┬┌─┐┬ ┬
└─┐├┴┐│├┬┘││││└─┐├─┤
└─┘┴ ┴┴┴└─┴ ┴┴└─┘┴ ┴"""
MOTTO = "single figures, one map, the dice on the table"
CONTINUE = "continue"
LEARN = "learn"
_TEACHES = "  a battle that teaches the game"
_CHOICES = {
    "new": "New game",
    LEARN: "First steps",
    "resume": "Resume",
    "replay": "Replay and report",
    "settings": "Settings",
    "help": "How to play",
    "quit": "Quit",
}


class TitleScreen(BaseScreen):
    """The first screen: what a player can start with."""

    key_group = "title"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("title")
    DEFAULT_CSS = """
    TitleScreen {
        Middle { width: 1fr; height: 1fr; }
        Center { height: auto; }
        #name { width: auto; color: $primary; text-style: bold; }
        #motto { width: auto; color: $foreground 70%; margin: 1 0 2 0; }
        ItemList { width: 56; }
    }
    """

    def __init__(self, choose: Callable[[str], None]) -> None:
        """Show it; `choose` is called with the id of the chosen item."""
        super().__init__()
        self._choose = choose
        self._background = BackgroundTask(self, "saves")

    def body(self) -> ComposeResult:
        """Name, motto, list."""
        with Middle():
            with Center():
                yield Static(self._banner(), id="name")
            with Center():
                yield Static(Content(MOTTO), id="motto")
            with Center():
                yield ItemList(_lines(""))

    def on_mount(self) -> None:
        """Write the version."""
        self.set_title("skirmish ", (__version__, "dim"))

    def apply_settings(self, settings: Settings) -> None:
        """Draw the banner with the present marks."""
        super().apply_settings(settings)
        self.query_one("#name", Static).update(self._banner())

    def _banner(self) -> Content:
        # A browser spaces lines otherwise: drawn letters would be illegible.
        plain = glyphs_of(self.app).ascii or is_served()
        return Content("skirmish" if plain else NAME)

    def on_screen_resume(self) -> None:
        """Look for the newest battle that can be resumed."""
        self.call_after_refresh(self._look)

    def _look(self) -> None:
        self._background.start(_newest, self._found, self._failed)

    def _failed(self, why: str) -> None:
        self.set_hint(f"The records can't be read: {why}")

    def _found(self, words: str) -> None:
        """Offer to continue the newest battle, if there is one."""
        choices = self.query_one(ItemList)
        new = bool(words) and CONTINUE not in (option.id for option in choices.options)
        untouched = choices.marked in ("", "new", LEARN)
        choices.set_lines(_lines(words))
        if new and untouched:
            choices.mark(CONTINUE)
        elif not words and untouched:
            choices.mark(LEARN)
        key = self.key("title.learn")
        hint = "" if words else f"New here? {key}: First steps teaches the game as you play."
        self.set_hint(hint)

    def chosen(self, name: str) -> None:
        """Report the choice."""
        self._choose(name)

    def action_new(self) -> None:
        """Start a new game."""
        self._choose("new")

    def action_learn(self) -> None:
        """Start the tutorial battle."""
        self._choose(LEARN)

    def action_resume(self) -> None:
        """Show the list of battles to resume."""
        self._choose("resume")

    def action_replay(self) -> None:
        """Show the list of battles to replay."""
        self._choose("replay")

    def action_settings(self) -> None:
        """Show the settings."""
        self._choose("settings")

    def action_help(self) -> None:
        """Show how to play."""
        self._choose("help")

    def action_quit(self) -> None:
        """Leave the program."""
        self._choose("quit")


def _newest(_: Job) -> str:
    """The newest battle that can be resumed, in words; empty if there is none."""
    # Imported here so that the first frame does not wait for the rulesets.
    from skirmish.presentation.saves import newest_save

    save = newest_save()
    return f"{save.title}, {save.progress}" if save else ""


def _lines(newest: str) -> list[ListItem]:
    first = [ListItem(CONTINUE, Content.assemble("Continue  ", (newest, "dim")))] if newest else []
    return first + [
        ListItem(name, Content.assemble(words, (_TEACHES if name == LEARN else "", "dim")))
        for name, words in _CHOICES.items()
    ]
