"""The app: its start and end, its commands, the battle screen and its messages."""

from __future__ import annotations

import gc
import signal
import sys
import time
from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.screen import Screen
from textual.worker import WorkerFailed

from skirmish.core.sanitize import escaped
from skirmish.errors import os_reason
from skirmish.presentation.user_files import is_served
from skirmish.shutdown import SIGNALLED, Shutdown, ending_signals
from skirmish.tui.flow import Flow, StartOptions
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import SettingsApp, glyphs_of

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.command import Provider

    from skirmish.game import Game
    from skirmish.presentation.setup.opponents import OpponentFactory
    from skirmish.tui.screens.battle import BattleScreen
    from skirmish.tui.settings_store import SettingsStore


_RESET = (
    b"\x18\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[0m"
)
"""Undoes all modes that the driver sets; begins with CAN to end any unfinished sequence."""
_PICTURE = "Screenshot"
_GONE = 0.1
"""Seconds after which the palette is certainly closed."""
_LITTER = (700, 10, 1000)
"""Thresholds of garbage collection: the defaults, but full collections 100 times rarer."""


_TURN = 0.0005
"""Seconds after which a computing thread lets another one run.

Threads take turns between a key and its paint; each turn would last the default of 5 ms.
"""


def _key_commands() -> type[Provider]:
    """The palette's commands for keys, imported when the palette is opened."""
    from skirmish.tui.command_palette import KeyCommands

    return KeyCommands


class SkirmishApp(SettingsApp):
    """The game in a terminal.

    Attributes:
        last_words: Lines printed after a failure.
    """

    TITLE = "skirmish"
    COMMANDS: ClassVar[Any] = SettingsApp.COMMANDS | {_key_commands}
    ENABLE_COMMAND_PALETTE = True

    def __init__(
        self,
        game: Game | None = None,
        *,
        start: StartOptions | None = None,
        pace: float | None = None,
        settings: Settings | None = None,
        store: SettingsStore | None = None,
    ) -> None:
        """Start with one game, or with the title and the start options."""
        super().__init__(settings, store)
        self._game = game
        self._pace = pace
        self._start = start
        self._flow = Flow(self, self.run_battle, start or StartOptions(), pace)
        self.last_words: list[str] = []
        self.shutdown = Shutdown(self._leave_in_order, _signals(), b"" if is_served() else _RESET)
        self._loop_of_app: AbstractEventLoop | None = None

    def get_default_screen(self) -> Screen[Any]:
        """The title, unless the app was started for one game."""
        return super().get_default_screen() if self._start is None else self._flow.title()

    def on_mount(self) -> None:
        """Show the game if there is one, else the title."""
        self._loop_of_app = get_running_loop()
        if self._game is not None:
            self.run_battle(self._game)
        elif self._start is not None:
            self._flow.begin()
        if self.problems:
            self._flow.show_problems(self.problems)

    def arm(self) -> None:
        """Install the signal handlers, after a driver has installed its own."""
        self.shutdown.arm()

    def _leave_in_order(self) -> bool:
        """Ask the loop to exit; False before the start and after the end."""
        loop = self._loop_of_app
        if loop is None or not self.is_running:
            return False
        try:
            loop.call_soon_threadsafe(self.exit)
        except RuntimeError:  # The loop has ended.
            return False
        return True

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The game's commands instead of Textual's; in a browser none that writes a file."""
        yield SystemCommand("Quit", "Leave the program; everything is saved", self.action_quit)
        # A screen with a key for it offers it from the key table.
        if not hasattr(screen, "action_settings"):
            said = "Colours, odds and hints, keys"
            yield SystemCommand("Settings", said, self._flow.show_settings)
        if not is_served():
            yield SystemCommand(_PICTURE, "Save the screen as a picture (SVG)", self._shoot)

    def action_command_palette(self) -> None:
        """Open the command palette."""
        from skirmish.tui.command_palette import GameCommandPalette

        if not isinstance(self.screen, GameCommandPalette):
            self.push_screen(GameCommandPalette())

    def _shoot(self) -> None:
        # The palette is still shown when its command is called.
        self.set_timer(_GONE, self._keep_picture)

    def _keep_picture(self) -> None:
        """Save a picture of the screen next to the records and show its path."""
        from skirmish.presentation.user_files import data_folder

        name = time.strftime("screen-%Y-%m-%d-%H%M%S.svg")
        folder = data_folder() / "pictures"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            where = self.save_screenshot(name, str(folder))
        except (OSError, ValueError) as error:
            why = os_reason(error, "not a valid folder name")
            self.show_message("Not saved", f"{escaped(str(folder), 400)}: {why}")
        else:
            self.show_message("Kept", f"The picture is in\n{escaped(where, 400)}")

    def on_unmount(self) -> None:
        """Close the record of the battle."""
        self._flow.hotseat.close_battle()

    def panic(self, *renderables: RenderableType) -> None:
        """Exit after a failure that Textual would report itself."""
        del renderables
        self._fatal_error()

    def _fatal_error(self) -> None:
        """Exit after a failure; Textual's report would show hidden state."""
        from skirmish.presentation import crash_log

        error = self._exception
        if error is not None and not self.last_words:
            cause = error.error if isinstance(error, WorkerFailed) else error
            self.last_words = crash_log.exit_lines(cause, self._played())
        self._close_messages_no_wait()

    def show_message(self, title: str, text: str) -> None:
        """Show a message as a page."""
        self._flow.show_message(title, text)

    def _played(self) -> Game | None:
        """The battle on the screen stack, if any."""
        from skirmish.tui.screens.battle import BattleScreen

        shown = (one for one in self.screen_stack if isinstance(one, BattleScreen))
        return next((one.session.game for one in shown), None)

    def on_resize(self, event: events.Resize) -> None:
        """Show a message if the terminal is too small."""
        if self._start is not None:
            self._flow.resized(event.size)

    def run_battle(self, game: Game, hire: OpponentFactory | None = None) -> BattleScreen:
        """Show a battle; `hire` makes the opponents, by default the computer."""
        from skirmish.presentation.setup.opponents import ComputerOpponent
        from skirmish.tui.screens.battle import PACE, BattleScreen

        pace = PACE if self._pace is None else self._pace
        screen = BattleScreen(
            game,
            hire=hire or ComputerOpponent,
            glyphs=glyphs_of(self),
            pace=pace,
            own_keys=self.settings.keys,
            settings=self.settings,
        )
        self.push_screen(screen)
        if not self.is_headless:
            screen.call_after_refresh(freeze_heap)
        return screen

    # Textual calls handlers by on_, the class of the screen, and the name of the message.

    def on_battle_screen_player_changed(self, event: BattleScreen.PlayerChanged) -> None:
        """Cover the screen until the next player takes the seat."""
        self._flow.hotseat.player_changed(event.screen, event.next_side)

    def on_battle_screen_ai_order_done(self, _event: BattleScreen.AiOrderDone) -> None:
        """Show the recap if the computer's turn is over."""
        self._flow.hotseat.ai_ordered()

    def on_battle_screen_resumed(self, _event: BattleScreen.Resumed) -> None:
        """Show the recap that was delayed by a screen over the battle."""
        self._flow.hotseat.resumed()

    def on_battle_screen_battle_over(self, event: BattleScreen.BattleOver) -> None:
        """Show the report."""
        self._flow.hotseat.battle_over(event.game)

    def on_battle_screen_left(self, _event: BattleScreen.Left) -> None:
        """Show the menu; exit if the app was started with one battle."""
        if self._game is not None:
            self.exit()
        else:
            self._flow.hotseat.menu()


def play(
    scenario: Path | None = None,
    players: Mapping[str, str] | None = None,
    seed: int | None = None,
    record: Path | None = None,
    handicaps: Mapping[str, int] | None = None,
) -> None:
    """Run the game in this terminal until the player leaves it.

    Args:
        scenario: A scenario to set up, a record (.skr) to resume, or None for the title.
        players: "human" or a level of the computer for some sides.
        seed: The seed of a new battle's dice; None draws one.
        record: The file or folder for the record of a new battle; None for the usual folder.
        handicaps: Percentage of its points that a side does without, by side.
    """
    from skirmish.tui.settings_store import default_store

    start = StartOptions(scenario, players or {}, seed, record, handicaps=handicaps or {})
    _run(SkirmishApp(start=start, store=default_store()))


def replay(record: Path, eyes: str = "") -> None:
    """Replay a record in this terminal until the player leaves it.

    Args:
        record: The record (.skr).
        eyes: The side whose view is shown first; empty for the widest view allowed.
    """
    from skirmish.tui.settings_store import default_store

    start = StartOptions(record, replay=True, eyes=eyes)
    _run(SkirmishApp(start=start, store=default_store()))


def _signals() -> tuple[signal.Signals, ...]:
    """Signals that end the app, among them SIGINT: Ctrl-C is an ordinary key in the terminal."""
    known = ending_signals()
    return (*known, signal.SIGINT) if known else ()


def _run(app: SkirmishApp) -> None:
    """Run an app; after a failure, print its last lines."""
    sys.setswitchinterval(_TURN)
    with app.shutdown:
        app.run()
    if app.last_words:
        raise SystemExit("\n".join(app.last_words))
    if app.shutdown.number:
        raise SystemExit(SIGNALLED + app.shutdown.number)


def freeze_heap() -> None:
    """Exclude all current objects from garbage collection and make full collections rare.

    A full collection over all modules and widgets takes about 50 ms and would delay a key pressed
    meanwhile. Objects frozen before that have become garbage are collected first.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_LITTER)
