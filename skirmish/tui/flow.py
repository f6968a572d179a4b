"""Which screen comes when, from the title to a battle: browser, new game, briefing, records.

Screens say what the player wants and know nothing of each other; the order of things is here, and
for a battle in `sittings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen
from textual.geometry import Size

from skirmish.core.gate import shown
from skirmish.tui.lookback import LookBack
from skirmish.tui.pile import Pile
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.small import TooSmall, too_small
from skirmish.tui.sittings import Sittings

if TYPE_CHECKING:
    from skirmish.errors import Problem
    from skirmish.game import Game
    from skirmish.presentation.game_setup import GameSetup
    from skirmish.scenario import Scenario
    from skirmish.tui.app import SkirmishApp
    from skirmish.tui.screens.title import TitleScreen


@frozen
class Start:
    """What the program was started with.

    `file` is a scenario, a record (.skr), or the name of a scenario that comes with the game;
    `record` the file or folder for the record of a new battle, if not the usual place. With
    `replay` the record in `file` is only looked at, with the eyes of the side `eyes`, if one is
    named. `handicaps`: percent of its points that a side of the scenario is without.
    """

    file: Path | None = None
    players: Mapping[str, str] = field(factory=dict)
    seed: int | None = None
    record: Path | None = None
    replay: bool = False
    eyes: str = ""
    handicaps: Mapping[str, int] = field(factory=dict)


class Flow:
    """Puts the screens of an app one on the other, and takes them off."""

    def __init__(self, app: SkirmishApp, start: Start, pace: float | None = None) -> None:
        """Begin with nothing shown; without a `pace` of its own play goes at that of people."""
        self._app = app
        self._start = start
        self._pile = Pile(app)
        self.look_back = LookBack(self._pile, self._fight_on, self._record_place)
        self.sittings = Sittings(self._pile, self.to_title, pace, self.look_back)
        self._title: TitleScreen | None = None
        self._small: TooSmall | None = None
        self._small_is_fine = False

    def begin(self) -> None:
        """Show the title, and on it whatever the program was started with."""
        self.to_title()
        file = self._start.file
        if file is None:
            return
        from skirmish.presentation.saves import SUFFIX

        if self._start.replay:
            self.look_back.open(file, self._start.eyes)
        elif file.suffix == SUFFIX:
            self.resume(file)
        elif (scenario := self._pile.tried("Not opened", lambda: _scenario(file))) is not None:
            self.arrange(scenario)

    def to_title(self) -> None:
        """Back to the title; a battle is put away."""
        from skirmish.tui.screens.title import TitleScreen

        self.sittings.put_away()
        if self._title is not None and self._pile.holds(self._title):
            self._pile.back_to(self._title)
        else:
            self._pile.back_to(None)
            self._title = TitleScreen(self._choose)
            self._pile.put(self._title)

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
                self.look_back.choose()
            case "settings":
                self._pile.show_settings()
            case "help":
                self._help()
            case _:
                self._app.exit()

    def _browse(self) -> None:
        from skirmish.tui.screens.browser import Browser

        self._pile.put(Browser(self.arrange, self.resume))

    def _learn(self) -> None:
        from skirmish.presentation.game_setup import first_battle

        plan = self._pile.tried("Not opened", first_battle)
        if plan is not None:
            self._brief(plan)

    def _list_records(self) -> None:
        from skirmish.tui.screens.resume import ResumeScreen

        self._pile.put(ResumeScreen(self.resume))

    def _continue(self) -> None:
        from skirmish.presentation.saves import newest_save

        save = newest_save()
        if save is None:
            self._list_records()
        else:
            self.resume(save.path)

    def _help(self) -> None:
        from skirmish.tui.primer import primer_lines

        self._pile.put(Page("How to play", primer_lines(self._app.settings.keys)))

    def tell(self, title: str, text: str) -> None:
        """A page with a message over whatever is shown."""
        self._pile.tell(title, text)

    def complain(self, problems: Sequence[Problem]) -> None:
        """Tell what is wrong with the files of settings and keys; the rest of them counts."""
        lines = [str(problem) for problem in problems]
        rest = "What is not named here is used; what is named is as it was from the start."
        self._pile.tell("Settings and keys", "\n".join([*lines, "", rest]))

    def arrange(self, scenario: Scenario) -> None:
        """Ask who plays, with which seed and house rules."""
        from skirmish.presentation.game_setup import GameSetup
        from skirmish.tui.screens.new_game import NewGame

        wrong = _wrong(self._start.players, scenario)
        players = {} if wrong else self._start.players
        plan = GameSetup.of(scenario, players, self._start.seed, self._start.handicaps)
        self._pile.put(NewGame(plan, self._brief))
        if wrong:
            self._pile.tell("Not as asked for", wrong)

    def _brief(self, plan: GameSetup) -> None:
        from skirmish.tui.screens.briefing import Briefing

        self._pile.put(Briefing(plan, self._fight_new))

    def _fight_new(self, plan: GameSetup) -> None:
        from skirmish.game import Game

        def made() -> Game:
            place = self._record_place()
            return Game.new(plan.prepared_scenario, plan.seed, plan.players, record=place)

        if (game := self._pile.tried("The battle cannot begin", made)) is not None:
            # What was asked for at the start has been done; a folder is there for all battles.
            folder = self._start.record
            self._start = Start(record=folder if folder and folder.is_dir() else None)
            self.to_title()
            self._fight(game)

    def _record_place(self) -> Path:
        """Where the record of a new battle goes."""
        from skirmish.presentation.saves import records_folder

        return self._start.record or records_folder()

    def _fight_on(self, game: Game) -> None:
        """Play a game that began as another one, in place of whatever was shown."""
        self.to_title()
        self._fight(game)

    def resume(self, path: Path) -> None:
        """Go on with a battle from its record."""
        from skirmish.game import Game

        game = self._pile.tried("The battle cannot be resumed", lambda: Game.load(path))
        if game is None:
            return
        self.to_title()
        if game.notices:
            notices = "\n".join(game.notices)
            self._pile.tell("About this record", notices, lambda: self._fight(game))
        else:
            self._fight(game)

    def _fight(self, game: Game) -> None:
        self.sittings.begin(self._app.run_battle(game))

    def sized(self, size: Size) -> None:
        """The terminal has another size: say so where it is too small."""
        shown_now = self._small is not None and self._pile.top is self._small
        if not too_small(size):
            if shown_now:
                self._pile.off()
            self._small = None
        elif self._small is not None and shown_now:
            self._small.now(size)
        elif not self._small_is_fine:
            self._small = TooSmall(size, self._make_do)
            self._pile.put(self._small)

    def _make_do(self) -> None:
        self._small_is_fine = True
        self._small = None
        self._pile.off()


def _scenario(file: Path) -> Scenario:
    from skirmish.scenario import find, load

    return load(find(file))


def _wrong(players: Mapping[str, str], scenario: Scenario) -> str:
    """What is wrong with the players asked for: a side or a player that is not there."""
    from skirmish.presentation.game_setup import player_options

    sides = tuple(force.id for force in scenario.sides)
    for side, player in players.items():
        if side not in sides:
            return f"no side '{shown(side)}' (the sides are {', '.join(sides)})"
        if player not in player_options():
            return f"{side}: no player '{shown(player)}' (one of: {', '.join(player_options())})"
    return ""
