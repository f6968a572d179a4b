"""The app: themes, the command palette, and which screen comes when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.containers import Center
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from skirmish.tui.keys import KEYS
from skirmish.tui.theme import DEFAULT, THEMES

if TYPE_CHECKING:
    from skirmish.game import Game
    from skirmish.tui.opponent import Hire
    from skirmish.tui.screens.battle import BattleScreen


class KeyCommands(Provider):
    """The table of keys in the command palette."""

    def _usable(self) -> list[tuple[str, str, str]]:
        """Name, action, help of what can be done on this screen now."""
        check = self.screen.check_action
        found = []
        for key in KEYS:
            name, _, rest = key.action.partition("(")
            shown = hasattr(self.screen, f"action_{name}") and (rest or check(name, ()))
            if shown and not key.action.startswith("step"):
                found.append((f"{key.label}: {key.help}", key.action, key.all_shown))
        return found

    async def discover(self) -> Hits:
        """Everything, before a word is typed."""
        for name, action, keys in self._usable():
            yield DiscoveryHit(Content(f"{name}  {keys}"), self._doing(action), text=name)

    async def search(self, query: str) -> Hits:
        """What matches the words typed."""
        matcher = self.matcher(query)
        for name, action, keys in self._usable():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, Content(f"{name}  {keys}"), self._doing(action), text=name)

    def _doing(self, action: str) -> Any:  # noqa: ANN401 - Textual's own type for it is private
        async def run() -> None:
            await self.screen.run_action(action)

        return run


class HandOver(ModalScreen[None]):
    """Between two players at one keyboard: nothing of either view."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "dismiss", "go on", id="handover.go")
    ]
    DEFAULT_CSS = """
    HandOver { align: center middle; background: $background; }
    HandOver Static { width: auto; }
    """

    def __init__(self, name: str) -> None:
        """Ask for the player of a side."""
        super().__init__()
        self._player = name

    def compose(self) -> ComposeResult:
        """Two lines in the middle."""
        with Center():
            yield Static(Content(f"{self._player}: your turn.\nPress enter when you are alone."))


class SkirmishApp(App[None]):
    """skirmish in a terminal."""

    TITLE = "skirmish"
    COMMANDS: ClassVar[Any] = App.COMMANDS | {KeyCommands}
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, game: Game | None = None, *, pace: float | None = None) -> None:
        """Begin with a game, if one is given."""
        super().__init__()
        self._game = game
        self._pace = pace
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = DEFAULT

    def on_mount(self) -> None:
        """Go to the game that was given."""
        if self._game is not None:
            self.run_battle(self._game)

    def run_battle(self, game: Game, hire: Hire | None = None) -> BattleScreen:
        """Show a battle; `hire` finds whoever plays for a side, if not the computer."""
        from skirmish.tui.opponent import Computer
        from skirmish.tui.screens.battle import PACE, BattleScreen

        pace = PACE if self._pace is None else self._pace
        screen = BattleScreen(game, hire=hire or Computer, pace=pace)
        self.push_screen(screen)
        return screen

    # The names are Textual's: on_ and the class the message stands in, then its own.

    def on_battle_screen_sitting_ended(self, event: BattleScreen.SittingEnded) -> None:
        """The next player is called, and his view comes when he says that he is there."""
        screen = event.screen
        setup = screen.game.view(event.next_side).state.setup
        self.push_screen(
            HandOver(setup.sides[event.next_side].name),
            lambda _: screen.take_seat(event.next_side),
        )

    def on_battle_screen_left(self, _event: BattleScreen.Left) -> None:
        """Back to where the battle was begun, or out."""
        if self._game is not None:
            self.exit()
        else:
            self.pop_screen()
