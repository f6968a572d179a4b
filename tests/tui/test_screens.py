"""The keys of the screens other than the battle: one table, no key with two meanings."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from textual.screen import Screen

from skirmish.presentation.setup.game_setup import GameSetup
from skirmish.scenario import find, load
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.screens.briefing import BriefingScreen
from skirmish.tui.screens.browser import ScenarioBrowser
from skirmish.tui.screens.command_line import CommandLine
from skirmish.tui.screens.curtain import CurtainScreen
from skirmish.tui.screens.dialogs import InputDialog, ListDialog, PasteDialog
from skirmish.tui.screens.fork import ForkScreen
from skirmish.tui.screens.game_setup import NewGameScreen
from skirmish.tui.screens.key_list import KeyList
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.map_screen import FieldScreen
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.pause import PauseMenu
from skirmish.tui.screens.recap import RecapScreen
from skirmish.tui.screens.record_list import RecordList
from skirmish.tui.screens.replay import ReplayScreen
from skirmish.tui.screens.report import ReportScreen
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.screens.settings import SettingsScreen
from skirmish.tui.screens.surprise import SurpriseScreen
from skirmish.tui.screens.title import TitleScreen
from skirmish.tui.screens.too_small import TooSmallScreen

SCREENS: dict[str, type[Screen[Any]]] = {
    "title": TitleScreen,
    "resume": RecordList,
    "browser": ScenarioBrowser,
    "surprise": SurpriseScreen,
    "setup": NewGameScreen,
    "briefing": BriefingScreen,
    "curtain": CurtainScreen,
    "recap": RecapScreen,
    "report": ReportScreen,
    "replay": ReplayScreen,
    "jump": ListDialog,
    "fork": ForkScreen,
    "field": FieldScreen,
    "pause": PauseMenu,
    "rules": RulesPage,
    "small": TooSmallScreen,
    "settings": SettingsScreen,
    "keys": KeyList,
    "page": Page,
    "paste": PasteDialog,
    "ask": InputDialog,
    "log": LogPage,
    "typed": CommandLine,
}


def test_every_sheet_is_somebodys() -> None:
    """No keys are kept for a screen that is not there."""
    assert set(SCREEN_KEYS) == set(SCREENS)


@pytest.mark.parametrize("sheet", SCREEN_KEYS)
def test_every_key_is_done_by_its_screen(sheet: str) -> None:
    """The screen has the action, a binding with the key's id, and room for its words.

    Keys that the footer leaves out where there is no room take none.
    """
    screen = SCREENS[sheet]
    bound = {binding.id for binding in screen.BINDINGS if not isinstance(binding, tuple)}
    for key in SCREEN_KEYS[sheet]:
        assert hasattr(screen, f"action_{key.action.partition('(')[0]}"), key.id
        assert key.id in bound
    rare = screen.rare_keys if issubclass(screen, BaseScreen) else ()
    labelled = [key for key in SCREEN_KEYS[sheet] if key.label and key.id not in rare]
    assert len("  ".join(f"{key.shown} {key.label}" for key in labelled)) < 78


@pytest.mark.parametrize("sheet", SCREEN_KEYS)
def test_no_key_means_two_things_on_one_screen(sheet: str) -> None:
    """Two entries have no key in common, nor an id."""
    for one, other in combinations(SCREEN_KEYS[sheet], 2):
        assert not set(one.keys.split(",")) & set(other.keys.split(",")), (one.id, other.id)
        assert one.id != other.id


@pytest.mark.parametrize(("steps", "whose"), [(0, "set by the scenario"), (1, "not the default")])
def test_the_setup_says_whose_house_rules_are_not_the_default(steps: int, whose: str) -> None:
    """The scenario's own, or those that the player has changed as well."""
    plan = GameSetup.of(load(find("toll_bridge")), seed=1)
    for _ in range(steps):
        plan = plan.with_rule(next(name for name in plan.rules if name != "ammunition"), 1)
    screen = NewGameScreen(plan, lambda _plan: None)

    titles = [item.content.plain.strip() for item in screen.further_lines()]

    assert f"House rules  (* {whose})" in titles
