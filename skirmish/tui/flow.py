"""Which screen comes when: title, browser, new game, briefing, battle, curtain, recap, report.

Screens say what the player wants and know nothing of each other; the order of things is here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from attrs import field, frozen
from textual.content import Content
from textual.geometry import Size

from skirmish.errors import SkirmishError, UsageProblem
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.small import TooSmall, too_small

if TYPE_CHECKING:
    from textual.screen import Screen

    from skirmish.game import Game
    from skirmish.scenario import Scenario
    from skirmish.tui.app import SkirmishApp
    from skirmish.tui.plan import Plan
    from skirmish.tui.screens.battle import BattleScreen
    from skirmish.tui.screens.title import TitleScreen

T = TypeVar("T")
_DEAF = 0.5
"""Seconds without a key after which the curtain can be lifted."""


@frozen
class Start:
    """What the program was started with.

    `file` is a scenario, a record (.skr), or the name of a scenario that comes with the game;
    `record` the file or folder for the record of a new battle, if not the usual place.
    """

    file: Path | None = None
    players: Mapping[str, str] = field(factory=dict)
    seed: int | None = None
    record: Path | None = None


class Flow:
    """Puts the screens of an app one on the other, and takes them off."""

    def __init__(self, app: SkirmishApp, start: Start, pace: float | None = None) -> None:
        """Begin with nothing shown; without a `pace` of its own play goes at that of people."""
        self._app = app
        self._start = start
        self._deaf = _DEAF if pace is None else 2 * pace
        self._title: TitleScreen | None = None
        self._battle: BattleScreen | None = None
        self._reported = False
        self._recaps = True
        self._recap_due = False
        self._small: TooSmall | None = None
        self._small_is_fine = False

    # Before the battle.

    def begin(self) -> None:
        """Show the title, and on it whatever the program was started with."""
        self.to_title()
        file = self._start.file
        if file is None:
            return
        from skirmish.tui.saves import SUFFIX

        if file.suffix == SUFFIX:
            self.resume(file)
        elif (scenario := self._tried("Not opened", lambda: _scenario(file))) is not None:
            self.arrange(scenario)

    def to_title(self) -> None:
        """Back to the title; a battle is put away."""
        from skirmish.tui.screens.title import TitleScreen

        self.put_away()
        if self._title is None or self._title not in self._app.screen_stack:
            while len(self._app.screen_stack) > 1:
                self._app.pop_screen()
            self._title = TitleScreen(self._choose)
            self._app.push_screen(self._title)
        else:
            self._back_to(self._title)

    def _choose(self, what: str) -> None:
        match what:
            case "new":
                self._browse()
            case "resume":
                self._list_records()
            case "continue":
                self._continue()
            case "help":
                self._help()
            case _:
                self.put_away()
                self._app.exit()

    def _browse(self) -> None:
        from skirmish.tui.screens.browser import Browser

        self._app.push_screen(Browser(self.arrange, self.resume))

    def _list_records(self) -> None:
        from skirmish.tui.screens.resume import ResumeScreen

        self._app.push_screen(ResumeScreen(self.resume))

    def _continue(self) -> None:
        from skirmish.tui.saves import newest

        save = newest()
        if save is None:
            self._list_records()
        else:
            self.resume(save.path)

    def _help(self) -> None:
        from skirmish.tui.primer import primer_lines

        self._app.push_screen(Page("How to play", primer_lines()))

    def arrange(self, scenario: Scenario) -> None:
        """Ask who plays, with which seed and house rules."""
        from skirmish.tui.plan import Plan
        from skirmish.tui.screens.new_game import NewGame

        players = self._tried("Not as asked for", lambda: _known(self._start.players, scenario))
        plan = Plan.of(scenario, players, self._start.seed)
        self._app.push_screen(NewGame(plan, self._brief))

    def _brief(self, plan: Plan) -> None:
        from skirmish.tui.screens.briefing import Briefing

        self._app.push_screen(Briefing(plan, self._fight_new))

    def _fight_new(self, plan: Plan) -> None:
        from skirmish.game import Game
        from skirmish.tui.saves import records

        def made() -> Game:
            place = self._start.record or records()
            return Game.new(plan.to_play, plan.seed, plan.players, record=place)

        if (game := self._tried("The battle cannot begin", made)) is not None:
            self.to_title()
            self._fight(game)

    def resume(self, path: Path) -> None:
        """Go on with a battle from its record."""
        from skirmish.game import Game

        game = self._tried("The battle cannot be resumed", lambda: Game.load(path))
        if game is None:
            return
        self.to_title()
        if game.notices:
            page = Page("About this record", [Content(notice) for notice in game.notices])
            self._app.push_screen(page, lambda _: self._fight(game))
        else:
            self._fight(game)

    # The battle.

    def _fight(self, game: Game) -> None:
        self._reported = self._recap_due = False
        self._recaps = True
        self._battle = self._app.run_battle(game)

    def sitting_ended(self, battle: BattleScreen, side: str) -> None:
        """Another player comes: the curtain falls, and what he saw comes after it."""
        self._back_to(battle)
        self._cover(battle, side)

    def _cover(self, battle: BattleScreen, side: str) -> None:
        from skirmish.tui.screens.curtain import Curtain

        def lift() -> None:
            # The next view is put there while nothing of the battle is shown.
            battle.take_seat(side)
            self._app.pop_screen()
            self._recap(battle)

        name = battle.game.view(side).state.setup.sides[side].name
        self._app.push_screen(Curtain(name, lift, deaf=self._deaf))

    def thought(self) -> None:
        """The computer gave an order: when it was the last of its bound, tell what was seen."""
        battle = self._battle
        if battle is None or not battle.seat or battle.game.over:
            return
        if battle.game.to_act != battle.seat or battle.game.view(battle.seat).question is not None:
            return
        if self._app.screen is battle:
            self._recap(battle)
        else:
            self._recap_due = True

    def _recap(self, battle: BattleScreen) -> None:
        from skirmish.tui.reckoning import last_order_mark
        from skirmish.tui.screens.recap import Recap, worth_telling

        self._recap_due = False
        view = battle.game.view(battle.seat)
        news = battle.game.news_since(battle.seat, last_order_mark(battle.game, battle.seat))
        if self._recaps and worth_telling(view, news):
            self._app.push_screen(Recap(view, news, self._off, self._no_recaps))

    def _off(self) -> None:
        self._app.pop_screen()

    def _no_recaps(self) -> None:
        self._recaps = False

    def left(self) -> None:
        """The player wants the menu."""
        from skirmish.tui.screens.pause import Pause

        battle = self._battle
        if battle is not None:
            self._app.push_screen(Pause(battle.game, battle.seat), self._paused)

    def _paused(self, chosen: str | None) -> None:
        from skirmish.tui.screens import pause

        battle = self._battle
        if battle is None:
            return
        match chosen:
            case pause.TITLE:
                self.to_title()
            case pause.RESIGN:
                self._give(battle, lambda: battle.game.order(battle.seat, "resign"))
            case pause.BRIEFING:
                self._show_briefing(battle)
            case pause.RULES:
                self._show_rules(battle)
            case str() if chosen.startswith(pause.HAND_OVER):
                side, player = chosen.removeprefix(pause.HAND_OVER).split(" ")
                self._give(battle, lambda: battle.game.hand_over(side, player))
            case _:
                if self._recap_due:
                    self._recap(battle)

    def _give(self, battle: BattleScreen, order: Callable[[], object]) -> None:
        """Do what changes who acts, and let play go on before the one who sits there then."""
        if self._tried("Not done", order) is None:
            return
        next_side = battle.game.sitting
        if not battle.game.over and next_side not in ("", battle.seat):
            self._cover(battle, next_side)
        else:
            battle.take_seat(battle.seat)

    def _show_briefing(self, battle: BattleScreen) -> None:
        from skirmish.scenario import parse
        from skirmish.tui.prose import about

        lines = self._tried("No briefing", lambda: about(parse(battle.game.record.head.scenario)))
        if lines is not None:
            self._app.push_screen(Page("Briefing", lines))

    def _show_rules(self, battle: BattleScreen) -> None:
        from skirmish.tui.screens.rules_page import RulesPage

        self._app.push_screen(RulesPage(battle.game.ruleset))

    def over(self, game: Game) -> None:
        """The battle has ended: the report, once."""
        from skirmish.tui.screens.report import Report

        battle = self._battle
        if battle is not None and battle.game is game and not self._reported:
            self._reported = True
            self._back_to(battle)
            self._app.push_screen(Report(game, self.to_title))

    def put_away(self) -> None:
        """Let the record of the battle go, so that it can be opened again."""
        if self._battle is not None:
            self._battle.game.close()
            self._battle = None

    # What can happen at any time.

    def sized(self, size: Size) -> None:
        """The terminal has another size: say so where it is too small."""
        if not too_small(size):
            if self._small is not None and self._app.screen is self._small:
                self._app.pop_screen()
            self._small = None
        elif self._small is not None and self._app.screen is self._small:
            self._small.now(size)
        elif not self._small_is_fine:
            self._small = TooSmall(size, self._make_do)
            self._app.push_screen(self._small)

    def _make_do(self) -> None:
        self._small_is_fine = True
        self._small = None
        self._app.pop_screen()

    def _back_to(self, screen: Screen[None]) -> None:
        """Take off whatever lies over a screen."""
        while self._app.screen is not screen and len(self._app.screen_stack) > 1:
            self._app.pop_screen()

    def _tried(self, title: str, do: Callable[[], T]) -> T | None:
        """What comes of something that may fail: then the player reads why, and goes on."""
        try:
            return do()
        except SkirmishError as error:
            lines = [Content(line) for line in str(error).split("\n")]
            self._app.push_screen(Page(title, lines))
            return None


def _scenario(file: Path) -> Scenario:
    from skirmish.scenario import find, load

    return load(find(file))


def _known(players: Mapping[str, str], scenario: Scenario) -> Mapping[str, str]:
    """The players asked for, if the scenario has such sides and there are such players."""
    from skirmish.tui.plan import players_for

    sides = tuple(force.id for force in scenario.sides)
    for side, player in players.items():
        if side not in sides:
            raise UsageProblem(f"no side '{side}'", remedy="the sides are " + ", ".join(sides))
        if player not in players_for():
            raise UsageProblem(
                f"no player '{player}'", side, "one of: " + ", ".join(players_for())
            )
    return players
