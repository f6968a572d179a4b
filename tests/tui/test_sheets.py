"""The keys of the screens round the battle: one table, no key with two meanings, each one done."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from textual.screen import Screen

from skirmish.tui.screens.ask import Ask
from skirmish.tui.screens.briefing import Briefing
from skirmish.tui.screens.browser import Browser
from skirmish.tui.screens.curtain import Curtain
from skirmish.tui.screens.field import FieldScreen
from skirmish.tui.screens.fork import ForkScreen
from skirmish.tui.screens.jump import Jump
from skirmish.tui.screens.key_list import KeyList
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.new_game import NewGame
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.pause import Pause
from skirmish.tui.screens.recap import Recap
from skirmish.tui.screens.replay import ReplayScreen
from skirmish.tui.screens.report import Report
from skirmish.tui.screens.resume import ResumeScreen
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.screens.settings import SettingsScreen
from skirmish.tui.screens.small import TooSmall
from skirmish.tui.screens.title import TitleScreen
from skirmish.tui.screens.typed import Typed
from skirmish.tui.sheet_keys import SHEETS

SCREENS: dict[str, type[Screen[Any]]] = {
    "title": TitleScreen,
    "resume": ResumeScreen,
    "browser": Browser,
    "setup": NewGame,
    "briefing": Briefing,
    "curtain": Curtain,
    "recap": Recap,
    "report": Report,
    "replay": ReplayScreen,
    "jump": Jump,
    "fork": ForkScreen,
    "field": FieldScreen,
    "pause": Pause,
    "rules": RulesPage,
    "small": TooSmall,
    "settings": SettingsScreen,
    "keys": KeyList,
    "page": Page,
    "ask": Ask,
    "log": LogPage,
    "typed": Typed,
}


def test_every_sheet_is_somebodys() -> None:
    """No keys are kept for a screen that is not there."""
    assert set(SHEETS) == set(SCREENS)


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_key_is_done_by_its_screen(sheet: str) -> None:
    """The screen has the action, a binding with the key's id, and room for its words."""
    screen = SCREENS[sheet]
    bound = {binding.id for binding in screen.BINDINGS if not isinstance(binding, tuple)}
    for key in SHEETS[sheet]:
        assert hasattr(screen, f"action_{key.action.partition('(')[0]}"), key.id
        assert key.id in bound
    words = "  ".join(f"{key.shown} {key.label}" for key in SHEETS[sheet] if key.label)
    assert len(words) < 78


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_key_means_two_things_on_one_screen(sheet: str) -> None:
    """Two entries have no key in common, nor an id."""
    for one, other in combinations(SHEETS[sheet], 2):
        assert not set(one.keys.split(",")) & set(other.keys.split(",")), (one.id, other.id)
        assert one.id != other.id
