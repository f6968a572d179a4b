"""Changes of players before the screen, and when the curtain is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from textual.screen import Screen

from skirmish.game import Game
from skirmish.scenario import load
from skirmish.tui.app import SkirmishApp
from skirmish.tui.hotseat import Hotseat
from skirmish.tui.screen_stack import ScreenStack
from skirmish.tui.screens.battle import BattleScreen

MILL = Path(__file__).parent / "data" / "mill.toml"


class Seen(ScreenStack):
    """Screens by name, as they were put on; nothing is shown."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__(SkirmishApp())
        self.pushed: list[str] = []
        self.done: Callable[[Any], None] = print

    def push(self, screen: Screen[Any], done: Callable[[Any], None] | None = None) -> None:
        """Keep its name."""
        self.pushed.append(type(screen).__name__)
        self.done = done or self.done


async def test_the_settings_are_open_once() -> None:
    """Whoever asks for them again, over whatever is shown, gets no second screen of them."""
    app = SkirmishApp()
    async with app.run_test() as pilot:
        stack = ScreenStack(app)
        stack.show_settings()
        stack.show_settings()
        await pilot.pause()

        names = [type(screen).__name__ for screen in app.screen_stack]
        assert names.count("SettingsScreen") == 1


class Table:
    """A battle with a seat before it."""

    def __init__(self, game: Game, seat: str) -> None:
        """Sit down."""
        self.game, self.seat = game, seat

    def cover(self) -> None:
        """Nothing is shown here anyway."""

    def take_seat(self, side: str) -> None:
        """Change to another seat."""
        self.seat = side


@pytest.mark.parametrize(
    ("players", "chosen", "curtain", "seat"),
    [
        ({"blue": "human", "red": "human"}, "player red recruit", False, "blue"),
        ({"blue": "human", "red": "human"}, "player blue recruit", True, "blue"),
        ({"blue": "recruit", "red": "recruit"}, "player red human", False, "red"),
        ({"blue": "human", "red": "recruit"}, "player red human", False, "blue"),
    ],
)
def test_a_curtain_falls_only_before_somebody_else(
    players: dict[str, str], chosen: str, curtain: bool, seat: str
) -> None:
    """Not before the only person left, who took a side from the computer just now."""
    stack = Seen()
    hotseat = Hotseat(stack, lambda: None)
    table = Table(Game.new(load(MILL), 1, players), "blue")
    hotseat.begin(cast("BattleScreen", table))
    hotseat.menu()
    stack.done(chosen)

    assert stack.pushed == ["PauseMenu", *(["CurtainScreen"] if curtain else [])]
    assert table.seat == seat
