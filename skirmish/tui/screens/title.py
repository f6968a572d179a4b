"""The title screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from time import sleep
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Middle
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from skirmish import __version__
from skirmish.presentation.user_files import is_served
from skirmish.tui.background import BackgroundTask, Job
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.prompt_paint import PromptScreen
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import glyphs_of

if TYPE_CHECKING:
    from skirmish.presentation.log.effects import Clip
    from skirmish.presentation.setup.saves import Save, SavedBattles
    from skirmish.tui.map_player import MapPlayer
    from skirmish.tui.title_backdrop import TitleBattle

NAME = (
    "▄█▀▀▀▀  ██ ▄█▀  ██  ██▀▀█▄  ██▄ ▄██  ██  ▄█▀▀▀▀  ██  ██",
    " ▀▀▀█▄  ████    ██  ██▀██   ██▀█▀██  ██   ▀▀▀█▄  ██▀▀██",
    "▄▄▄▄█▀  ██ ▀█▄  ██  ██  ██  ██   ██  ██  ▄▄▄▄█▀  ██  ██",
)
MOTTO = "turn-based tactics, single figures, exact odds"
CONTINUE = "continue"
LEARN = "learn"
_CHOICES = {
    "new": ("New game", "choose a scenario"),
    LEARN: ("First steps", "learn the game as you play"),
    "resume": ("Resume", "choose a saved battle"),
    "replay": ("Replay and report", "replay a battle"),
    "settings": ("Settings", ""),
    "help": ("How to play", ""),
    "quit": ("Quit", ""),
}
_WIDTH, _LABEL = 58, 20
_ROOM = _WIDTH - 2 - _LABEL
"""Columns of a note on an item without a key."""
_BACKDROP = "skirmish.tui.title_backdrop"
_NEXT_MODULES = (
    "skirmish.scenario",
    "numpy",
    "tcod.console",
    "skirmish.tui.screens.browser",
    _BACKDROP,
    "skirmish.tui.screens.battle",
    "skirmish.tui.screens.briefing",
    "skirmish.ai",
)
"""Modules that the next screens need, in the order in which they are needed."""
_FIRST, _BREATH = 0.05, 0.01
"""Seconds before the first of these modules, and between two: frames and keys go first."""
_BETWEEN = 0.4
"""Maximum number of seconds between two orders of the battle behind the menu."""


class TitleScreen(PromptScreen, BaseScreen):
    """The first screen: what a player can start with."""

    key_group = "title"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("title")
    DEFAULT_CSS = """
    TitleScreen {
        layers: behind default;
        Backdrop { layer: behind; }
        /* A container that is shown would cover the battle behind it. */
        Middle { width: 1fr; height: 1fr; visibility: hidden; }
        Center { height: auto; visibility: hidden; }
        #name { width: auto; color: $accent; visibility: visible; }
        #motto {
            width: auto; color: $foreground 70%; margin: 1 0 1 0; visibility: visible;
        }
        ItemList {
            width: 62; visibility: visible; background: $surface; padding: 0 1;
            border: round $edge; border-title-style: bold; border-title-color: $foreground;
            &:focus { border: round $edge; }
        }
        &.-high #motto { margin: 1 0 3 0; }
        &.-high ItemList { padding: 1; }
        &.-slim ItemList { width: 100%; }
        &.-slim #name, &.-flat #name, &.-flat #motto { display: none; }
        &.-painted #name, &.-painted #motto { visibility: hidden; }
    }
    """

    def __init__(self, choose: Callable[[str], None]) -> None:
        """Show the title; `choose` is called with the id of the chosen item."""
        super().__init__()
        self._choose = choose
        self._background = BackgroundTask(self, "saves")
        self._loading = BackgroundTask(self, "modules")
        self._battle: TitleBattle | None = None
        self._clips: Iterator[Clip] | None = None
        self._player: MapPlayer | None = None
        self._newest, self._invitation, self._barred = "", "", dict[str, str]()
        self._clock: Timer | None = None

    def body(self) -> ComposeResult:
        """Name, motto, list."""
        with Middle():
            with Center():
                yield Static(Content("\n".join(self._banner())), id="name")
            with Center():
                yield Static(Content(MOTTO), id="motto")
            with Center():
                choices = ItemList(self._lines(""))
                choices.border_title = "Menu"
                yield choices

    def on_mount(self) -> None:
        """Write the version."""
        self.set_title("skirmish ", (__version__, "dim"))
        self._clock = self.set_interval(_BETWEEN, self._play_next)

    def on_screen_suspend(self) -> None:
        """Pause while another screen is shown: each tick would write to the terminal."""
        if self._clock is not None:
            self._clock.pause()

    def apply_settings(self, settings: Settings) -> None:
        """Draw the banner, the list and the battle with the new settings."""
        super().apply_settings(settings)
        self.query_one("#name", Static).update(Content("\n".join(self._banner())))
        self.query_one(ItemList).set_lines(self._lines(self._newest))
        self._show_battle()

    def _banner(self) -> tuple[str, ...]:
        # A browser has other line spacing, which makes drawn letters illegible.
        plain = glyphs_of(self.app).ascii or is_served()
        return ("skirmish",) if plain else NAME

    def on_screen_resume(self) -> None:
        """Look for a battle that can be resumed, and continue the one behind the menu."""
        self._barred = {}
        self.call_after_refresh(self._look)
        if self._clock is not None:
            self._clock.resume()

    def _look(self) -> None:
        self._background.start(_saved, self._found, self._failed, after=_FIRST)
        if self._battle is None and not self.app.is_headless:
            self._loading.start(_load_next, self.show_battle, lambda _: None, after=_FIRST)

    # The battle behind the menu.

    def show_battle(self, battle: TitleBattle | None) -> None:
        """Show a battle behind the menu, once it is loaded."""
        self._battle = battle
        self._show_battle()

    def _show_battle(self) -> None:
        """Show the battle, or hide it if maps are not painted."""
        if self._battle is None:
            return
        from skirmish.tui.settings_app import is_map_painted
        from skirmish.tui.title_backdrop import Backdrop

        painted = is_map_painted(self.app)
        self.set_class(painted, "-painted")
        found = self.query(Backdrop)
        backdrop = found.first() if found else Backdrop()
        backdrop.display = painted
        if not found:
            self.mount(backdrop, before=0)
        self._clips = None
        if self._player is not None:
            self._player.stop()
        if painted:
            self.call_after_refresh(self._first_moment)

    def _first_moment(self) -> None:
        from skirmish.tui.map.cells import Overlay
        from skirmish.tui.title_backdrop import Backdrop

        if self._battle is None:
            return
        self.set_title("skirmish ", (f"{__version__}   behind: {self._battle.title}", "dim"))
        self.query_one(Backdrop).draw(self._battle.still, Overlay())
        self._write_words()
        if self._player is None:
            from skirmish.tui.map_player import MapPlayer

            self._player = MapPlayer(self.query_one(Backdrop))
        self._clips = self._battle.clips()

    def _play_next(self) -> None:
        """Continue the battle, while the title is the screen shown."""
        player, clips = self._player, self._clips
        if player is None or clips is None or player.playing or not self.is_current:
            return
        from skirmish.presentation.log.clip_timeline import timeline_of
        from skirmish.tui.map.cells import Overlay
        from skirmish.tui.map_player import speed_of
        from skirmish.tui.title_backdrop import Backdrop

        backdrop, playing = self.query_one(Backdrop), False
        while speed_of(self.app) and not playing:
            timeline = timeline_of(next(clips))
            playing = player.play(timeline, lambda _: Overlay(), backdrop.end_moment)

    def on_resize(self) -> None:
        """Write the name at its new place."""
        self.call_after_refresh(self._write_words)

    def _write_words(self) -> None:
        """Write name and motto over the battle, at the places of their widgets."""
        if not self.has_class("-painted") or not self.is_attached:
            return
        from skirmish.tui.title_backdrop import Backdrop

        colours = self.app.theme_variables
        # Hidden widgets have no region, so the places are counted from the menu.
        motto, menu = self.query_one("#motto", Static), self.query_one(ItemList).region
        below = menu.y - motto.styles.margin.bottom
        rows = [*((text, "accent") for text in self._banner()), ("", "accent")]
        rows.append((MOTTO, "foreground"))
        wide = max(len(text) for text, _ in rows[:-1])
        words = []
        for y, (text, colour) in enumerate(rows, below - len(rows)):
            x = (self.size.width - (len(text) if text == MOTTO else wide)) // 2
            words.append(((x, y), text, colours[colour].lstrip("#")[:6]))
        roomy = self.query_one("#name").display
        backdrop = self.query_one(Backdrop)
        backdrop.lie_behind(menu.translate(-backdrop.region.offset))
        backdrop.write(tuple(words) if roomy else ())

    # The menu.

    def _lines(self, newest: str) -> list[ListItem]:
        self._newest = newest
        shown = {CONTINUE: ("Continue", newest)} if newest else {}
        keys = {key.action: key.shown for key in self.table()}
        return [
            ListItem(name, _line(*words, keys.get(name, ""), barred=name in self._barred))
            for name, words in (shown | _CHOICES).items()
        ]

    def _failed(self, why: str) -> None:
        self.set_hint(f"The records can't be read: {why}")

    def _found(self, saved: SavedBattles) -> None:
        """Offer to continue the newest battle, if there is one; dim items that need one."""
        save = saved.newest
        words = short_words(save) if save else ""
        self._barred = {} if saved.resumable else {"resume": self._no_battle(saved)}
        if not saved.replayable:
            self._barred["replay"] = "Nothing to replay: you have not played a battle yet."
        choices = self.query_one(ItemList)
        new = bool(words) and CONTINUE not in (option.id for option in choices.options)
        untouched = choices.marked in ("", "new", LEARN)
        choices.set_lines(self._lines(words))
        if new and untouched:
            choices.mark(CONTINUE)
        known = bool(words) or saved.replayable
        if not words and untouched:
            choices.mark("new" if known else LEARN)
        key = self.key("title.learn")
        self._invitation = (
            "" if known else f"New here? {key}: First steps teaches the game as you play."
        )
        self.set_hint(self._invitation)

    def _no_battle(self, saved: SavedBattles) -> str:
        if not saved.replayable:
            return "Nothing to resume: you have not played a battle yet."
        return f"Nothing to resume: all battles are over. {self.key('title.replay')}: replay one."

    def chosen(self, name: str) -> None:
        """Report the choice, or say why it is not possible."""
        why = self._barred.get(name, "")
        self.set_hint(why or self._invitation)
        if not why:
            self._choose(name)

    def action_new(self) -> None:
        """Start a new game."""
        self.chosen("new")

    def action_learn(self) -> None:
        """Start the tutorial battle."""
        self.chosen(LEARN)

    def action_resume(self) -> None:
        """Show the list of battles to resume."""
        self.chosen("resume")

    def action_replay(self) -> None:
        """Show the list of battles to replay."""
        self.chosen("replay")

    def action_settings(self) -> None:
        """Show the settings."""
        self.chosen("settings")

    def action_help(self) -> None:
        """Show how to play."""
        self.chosen("help")

    def action_quit(self) -> None:
        """Leave the program."""
        self._choose("quit")


def _saved(_: Job) -> SavedBattles:
    """The battles that can be resumed or replayed."""
    # Imported here so that the first frame does not wait for the rulesets.
    from skirmish.presentation.setup.saves import saved_battles

    return saved_battles()


def _load_next(job: Job) -> TitleBattle | None:
    """Import what the next screens need while the player reads the menu.

    Returns the battle behind the menu; None if the job was cancelled before.
    """
    from skirmish.rulesets.registry import RULESETS

    battle = None
    for name in _NEXT_MODULES:
        if job.cancelled:
            break
        module = import_module(name)
        if name == _BACKDROP:
            battle = module.TitleBattle.load()
        sleep(_BREATH)
    for name in RULESETS:
        RULESETS[name]
    return battle


def short_words(save: Save) -> str:
    """A battle and how far it went; a title without room is cut."""
    tail = f", {save.reached}"
    return Content(save.title).truncate(_ROOM - len(tail), ellipsis=True).plain + tail


def _line(label: str, note: str, key: str, *, barred: bool) -> Content:
    """An item: its label (dim if it cannot be chosen), a note that may be cut, its key."""
    left = Content.assemble((label.ljust(_LABEL), "dim" if barred else "bold"), (note, "dim"))
    left = left.truncate(_WIDTH - 2 - len(key), ellipsis=True)
    gap = " " * max(1, _WIDTH - 2 - left.cell_length - len(key))
    return Content.assemble(left, gap, (key, "dim"))
