"""The order of screens from the title to a battle: browser, new game, briefing, records.

Screens report what the player wants and do not know each other; the order of screens is defined
here, for a battle in `hotseat`, for replays in `replay_flow`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen
from textual.geometry import Size

from skirmish.core.sanitize import escaped
from skirmish.tui.hotseat import Hotseat
from skirmish.tui.replay_flow import ReplayFlow
from skirmish.tui.screen_stack import SETTING_UP, ScreenStack
from skirmish.tui.screens.too_small import TooSmallScreen, too_small
from skirmish.tui.settings_app import SettingsApp

if TYPE_CHECKING:
    from skirmish.errors import Problem
    from skirmish.game import Game
    from skirmish.presentation.setup.game_setup import GameSetup
    from skirmish.scenario import Scenario
    from skirmish.tui.screens.battle import BattleScreen
    from skirmish.tui.screens.title import TitleScreen


@frozen
class StartOptions:
    """The options that the program was started with.

    `file` is a scenario, a record (.skr), or the name of a shipped scenario; `record` the file or
    folder for the record of a new battle, if not the usual place. With `replay` the record in
    `file` is only replayed, from the view of the side `eyes` if one is named. `handicaps`:
    percentage of its points that a side does without.
    """

    file: Path | None = None
    players: Mapping[str, str] = field(factory=dict)
    seed: int | None = None
    record: Path | None = None
    replay: bool = False
    eyes: str = ""
    handicaps: Mapping[str, int] = field(factory=dict)


class Flow:
    """Pushes and pops the screens of an app."""

    def __init__(
        self,
        app: SettingsApp,
        run_battle: Callable[[Game], BattleScreen],
        start: StartOptions,
        pace: float | None = None,
    ) -> None:
        """Begin with no screen.

        Args:
            app: The app.
            run_battle: Shows a battle.
            start: The options that the program was started with.
            pace: Seconds that override the usual pace.
        """
        self._app = app
        self._run_battle = run_battle
        self._start = start
        self._stack = ScreenStack(app)
        self.replay_flow = ReplayFlow(
            self._stack, self._start_fork, self._record_place, self._brief
        )
        self.hotseat = Hotseat(self._stack, self.to_title, pace, self.replay_flow, self._brief)
        self._small: TooSmallScreen | None = None
        self._small_is_fine = False

    def begin(self) -> None:
        """Show what the program was started with, if anything."""
        file = self._start.file
        if file is None:
            return
        from skirmish.presentation.setup.saves import SUFFIX

        if self._start.replay:
            self.replay_flow.open(file, self._start.eyes)
        elif file.suffix == SUFFIX:
            self._resume(file)
        elif (scenario := self._stack.attempt("Not opened", lambda: _scenario(file))) is not None:
            self.set_up(scenario)

    def title(self) -> TitleScreen:
        """The title, which is below all other screens."""
        from skirmish.tui.screens.title import TitleScreen

        return TitleScreen(self._choose)

    def to_title(self) -> None:
        """Go back to the title and close the battle."""
        self.hotseat.close_battle()
        self._stack.pop_to(None)

    def _choose(self, what: str) -> None:
        match what:
            case "new":
                self._browse()
            case "learn":
                self._learn()
            case "resume":
                self._list_records()
            case "continue":
                self._continue()
            case "replay":
                self.replay_flow.choose()
            case "settings":
                self._stack.show_settings()
            case "help":
                self._help()
            case _:
                self._app.exit()

    def _browse(self) -> None:
        from skirmish.presentation.setup.saves import last_ruleset
        from skirmish.tui.screens.browser import ScenarioBrowser

        self._stack.push(ScenarioBrowser(self.set_up, self.resume, begin_at=last_ruleset()))

    def _learn(self) -> None:
        from skirmish.presentation.setup.game_setup import TUTORIALS
        from skirmish.tui.screens.dialogs import ListDialog

        names = list(TUTORIALS)
        self._stack.push(
            ListDialog(
                "First steps, against a recruit: which system?",
                list(enumerate(TUTORIALS.values())),
                0,
            ),
            lambda at: None if at is None else self._teach(names[at]),
        )

    def _teach(self, name: str) -> None:
        from skirmish.presentation.setup.game_setup import first_battle

        plan = self._stack.attempt("Not opened", lambda: first_battle(name))
        if plan is not None:
            self._brief(plan)

    def _list_records(self) -> None:
        from skirmish.tui.screens.record_list import RecordList

        self._stack.push(RecordList(self.resume))

    def _continue(self) -> None:
        from skirmish.presentation.setup.saves import newest_save

        save = newest_save()
        if save is None:
            self._list_records()
        else:
            self.resume(save.path)

    def _help(self) -> None:
        from skirmish.tui.manual import primer_lines
        from skirmish.tui.screens.page import Page

        self._stack.push(Page("How to play", primer_lines(self._app.settings.keys)))

    def show_settings(self) -> None:
        """Show the settings."""
        self._stack.show_settings()

    def show_message(self, title: str, text: str) -> None:
        """Show a message as a page."""
        self._stack.show_message(title, text)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Report problems of the settings and key files; the valid entries are used."""
        lines = [str(problem) for problem in problems]
        rest = "Settings named here keep their default; all others are used."
        self._stack.show_message("Settings and keys", "\n".join([*lines, "", rest]))

    def set_up(self, scenario: Scenario) -> None:
        """Ask for players, seed and house rules."""
        from skirmish.presentation.setup.game_setup import GameSetup
        from skirmish.tui.screens.game_setup import NewGameScreen

        wrong = _wrong(self._start.players, scenario)
        players = {} if wrong else self._start.players
        plan = GameSetup.of(scenario, players, self._start.seed, self._start.handicaps)
        self._stack.push(NewGameScreen(plan, self._brief))
        if wrong:
            self._stack.show_message("Not possible", wrong)

    def _brief(self, plan: GameSetup) -> None:
        from skirmish.tui.screens.briefing import BriefingScreen

        self._stack.push(BriefingScreen(plan, self._start_new))

    def _start_new(self, plan: GameSetup) -> None:
        self._stack.busy(SETTING_UP, lambda: self._begin_new(plan))

    def _begin_new(self, plan: GameSetup) -> None:
        from skirmish.game import Game

        def made() -> Game:
            place = self._record_place()
            return Game.new(plan.prepared_scenario, plan.seed, plan.players, record=place)

        if (game := self._stack.attempt("The battle cannot begin", made)) is not None:
            # The start options were for one battle; a folder holds for all.
            folder = self._start.record
            self._start = StartOptions(record=folder if folder and folder.is_dir() else None)
            self.to_title()
            self._start_battle(game)

    def _record_place(self) -> Path:
        """Where the record of a new battle goes."""
        from skirmish.presentation.setup.saves import records_folder

        return self._start.record or records_folder()

    def _start_fork(self, game: Game) -> None:
        """Play a forked game instead of whatever is shown."""
        self.to_title()
        self._start_battle(game)

    def resume(self, path: Path) -> None:
        """Resume a battle from its record."""
        self._stack.busy("Opening the battle ..", lambda: self._resume(path))

    def _resume(self, path: Path) -> None:
        from skirmish.game import Game

        game = self._stack.attempt("The battle cannot be resumed", lambda: Game.load(path))
        if game is None:
            return
        self.to_title()
        if game.notices:
            notices = "\n".join(game.notices)
            self._stack.show_message("About this record", notices, lambda: self._start_battle(game))
        else:
            self._start_battle(game)

    def _start_battle(self, game: Game) -> None:
        self.hotseat.begin(self._run_battle(game))

    def resized(self, size: Size) -> None:
        """Show or remove the message that the terminal is too small."""
        shown_now = self._small is not None and self._stack.top is self._small
        if not too_small(size):
            if shown_now:
                self._stack.pop()
            self._small = None
        elif self._small is not None and shown_now:
            self._small.now(size)
        elif not self._small_is_fine:
            self._small = TooSmallScreen(size, self._accept_size)
            self._stack.push(self._small)

    def _accept_size(self) -> None:
        self._small_is_fine = True
        self._small = None
        self._stack.pop()


def _scenario(file: Path) -> Scenario:
    from skirmish.presentation.user_files import find_scenario
    from skirmish.scenario import load

    return load(find_scenario(file))


def _wrong(players: Mapping[str, str], scenario: Scenario) -> str:
    """Why the requested players are not possible: an unknown side or player; else empty."""
    from skirmish.presentation.setup.game_setup import player_options

    sides = tuple(force.id for force in scenario.sides)
    for side, player in players.items():
        if side not in sides:
            return f"no side '{escaped(side)}' (the sides are {', '.join(sides)})"
        if player not in player_options():
            return f"{side}: no player '{escaped(player)}' (one of: {', '.join(player_options())})"
    return ""
