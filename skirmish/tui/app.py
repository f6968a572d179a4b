"""The app: themes, the command palette, and which screen comes when."""

from __future__ import annotations

import gc
import signal
import time
from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.screen import Screen
from textual.worker import WorkerFailed

from skirmish.core.gate import shown
from skirmish.presentation.user_files import is_served
from skirmish.shutdown import SIGNALLED, Shutdown, ending_signals
from skirmish.tui.command_palette import GameCommandPalette, KeyCommands
from skirmish.tui.flow import Flow, StartOptions
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import SettingsApp, glyphs_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from skirmish.game import Game
    from skirmish.presentation.opponents import OpponentFactory
    from skirmish.tui.ai_driver import AiOrderDone
    from skirmish.tui.screens.battle import BattleScreen
    from skirmish.tui.settings_store import SettingsStore


_RESET = (
    b"\x18\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[0m"
)
"""Undoes all that the terminal driver sets; CAN first, for it may come within another sequence."""
_PICTURE = "Screenshot"
_GONE = 0.1
"""Seconds after which the palette is off the screen."""
_LITTER = (700, 10, 1000)
"""As usual for what is new, but all of it is looked through a hundred times more seldom."""


class SkirmishApp(SettingsApp):
    """skirmish in a terminal.

    Attributes:
        last_words: What the shell is told after a failure; nothing else of it is.
    """

    TITLE = "skirmish"
    COMMANDS: ClassVar[Any] = SettingsApp.COMMANDS | {KeyCommands}
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
        """Begin with a game alone, or with the title and what the program was started with."""
        super().__init__(settings, store)
        self._game = game
        self._pace = pace
        self._start = start
        self._flow = Flow(self, start or StartOptions(), pace)
        self.last_words: list[str] = []
        self.shutdown = Shutdown(self._leave_in_order, _signals(), b"" if is_served() else _RESET)
        self._loop_of_app: AbstractEventLoop | None = None

    def on_mount(self) -> None:
        """Go to the game that was given, else to the title."""
        self._loop_of_app = get_running_loop()
        if self._game is not None:
            self.run_battle(self._game)
        elif self._start is not None:
            self._flow.begin()
        if self.problems:
            self._flow.show_problems(self.problems)

    def arm(self) -> None:
        """Have the signals that a driver has taken."""
        self.shutdown.arm()

    def _leave_in_order(self) -> bool:
        """Leave soon, asked between any two steps; False before the start and after the end."""
        loop = self._loop_of_app
        if loop is None or not self.is_running:
            return False
        try:
            loop.call_soon_threadsafe(self.exit)
        except RuntimeError:  # The loop has ended.
            return False
        return True

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What makes sense everywhere; in a browser without the one that writes a file."""
        yield from super().get_system_commands(screen)
        if not is_served():
            yield SystemCommand(_PICTURE, "Keep the screen as a picture (SVG)", self._shoot)

    def action_command_palette(self) -> None:
        """Every command, by name."""
        if not isinstance(self.screen, GameCommandPalette):
            self.push_screen(GameCommandPalette())

    def _shoot(self) -> None:
        # The palette is still there when its command is called.
        self.set_timer(_GONE, self._keep_picture)

    def _keep_picture(self) -> None:
        """Write the picture beside the records, and say where."""
        from skirmish.presentation.user_files import data_folder

        name = time.strftime("screen-%Y-%m-%d-%H%M%S.svg")
        folder = data_folder() / "pictures"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            where = self.save_screenshot(name, str(folder))
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "not a folder's name"
            self._flow.show_message("Not kept", f"{shown(str(folder), 400)}: {why}")
        else:
            self._flow.show_message("Kept", f"The picture is in\n{shown(where, 400)}")

    def on_unmount(self) -> None:
        """Let the record of a battle go."""
        self._flow.hotseat.close_battle()

    def panic(self, *renderables: RenderableType) -> None:
        """End after a failure that Textual would tell in its own words."""
        del renderables
        self._fatal_error()

    def _fatal_error(self) -> None:
        """End after a failure; Textual's page of it would tell what the other side has hidden."""
        from skirmish.presentation import crash_log

        error = self._exception
        if error is not None and not self.last_words:
            cause = error.error if isinstance(error, WorkerFailed) else error
            self.last_words = crash_log.exit_lines(cause, self._played())
        self._close_messages_no_wait()

    def _played(self) -> Game | None:
        """The battle on the screen, wherever its screen lies in the pile."""
        from skirmish.tui.screens.battle import BattleScreen

        shown = (one for one in self.screen_stack if isinstance(one, BattleScreen))
        return next((one.game for one in shown), None)

    def on_resize(self, event: events.Resize) -> None:
        """Say when the terminal is too small."""
        if self._start is not None:
            self._flow.resized(event.size)

    def run_battle(self, game: Game, hire: OpponentFactory | None = None) -> BattleScreen:
        """Show a battle; `hire` finds whoever plays for a side, if not the computer."""
        from skirmish.presentation.opponents import ComputerOpponent
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

    # The names are Textual's: on_ and the class the message stands in, then its own.

    def on_battle_screen_player_changed(self, event: BattleScreen.PlayerChanged) -> None:
        """The next player is called, and his view comes when he says that he is there."""
        self._flow.hotseat.player_changed(event.screen, event.next_side)

    def on_battle_screen_ai_order_done(self, _event: AiOrderDone) -> None:
        """The computer may be through with its bound."""
        self._flow.hotseat.ai_ordered()

    def on_battle_screen_battle_over(self, event: BattleScreen.BattleOver) -> None:
        """The report."""
        self._flow.hotseat.battle_over(event.game)

    def on_battle_screen_left(self, _event: BattleScreen.Left) -> None:
        """The menu; out, where the battle was all there is."""
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
        scenario: A scenario to arrange, a record (.skr) to resume, or None for the title.
        players: "human" or a level of the computer for some sides.
        seed: What the dice of a new battle depend on; None draws one.
        record: The file or folder for the record of a new battle; None is the usual folder.
        handicaps: Percent of its points that a side of the scenario is without.
    """
    from skirmish.tui.settings_store import default_store

    start = StartOptions(scenario, players or {}, seed, record, handicaps=handicaps or {})
    _run(SkirmishApp(start=start, store=default_store()))


def replay(record: Path, eyes: str = "") -> None:
    """Look at a record in this terminal until the player leaves it.

    Args:
        record: The record (.skr).
        eyes: The side whose eyes to begin with; empty for those that may see most.
    """
    from skirmish.tui.settings_store import default_store

    start = StartOptions(record, replay=True, eyes=eyes)
    _run(SkirmishApp(start=start, store=default_store()))


def _signals() -> tuple[signal.Signals, ...]:
    """Signals that end the screen; Ctrl-C is a key on it, and comes from elsewhere only."""
    known = ending_signals()
    return (*known, signal.SIGINT) if known else ()


def _run(app: SkirmishApp) -> None:
    """Run an app; where it fails, the last lines of the shell say what is left."""
    with app.shutdown:
        app.run()
    if app.last_words:
        raise SystemExit("\n".join(app.last_words))
    if app.shutdown.number:
        raise SystemExit(SIGNALLED + app.shutdown.number)


def freeze_heap() -> None:
    """What has been set up by now stays: Python need not look through it again for litter.

    A full look through all modules and widgets takes some fifty milliseconds, and would fall on
    whatever key was pressed then. What was settled before and is litter by now goes first. Later
    looks are rare: most of what a key leaves behind goes by itself, without any of them.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_LITTER)
