"""Files that players wrote with the first playable version (tests/golden/before) go on working."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from skirmish.game import Game
from skirmish.scenario import check, load, opening_state
from skirmish.tui.settings import SETTINGS, Settings, value_of
from skirmish.tui.settings_store import SettingsStore

BEFORE = Path(__file__).parent / "golden" / "before"
SCENARIOS = sorted(path for path in BEFORE.glob("*.toml") if path.stem not in ("settings", "keys"))
RECORDS = sorted(BEFORE.glob("*.skr"))
ADDED = ("map", "reduced_motion")
"""Settings that came later."""


def test_settings_and_keys_are_taken_over_whole(tmp_path: Path) -> None:
    """The files name every setting and every id of then; an unknown one would be a problem."""
    for name in ("settings.toml", "keys.toml"):
        shutil.copy(BEFORE / name, tmp_path)

    settings, problems = SettingsStore(tmp_path).load()

    assert problems == ()
    usual = Settings()
    assert all(
        value_of(settings, name) != value_of(usual, name) for name in SETTINGS if name not in ADDED
    )
    assert settings.animation == "off"  # It was `false`.
    assert settings.keys == {"look": "Y", "verb.move": "V"}


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_loads(path: Path) -> None:
    """Nothing in it is refused or unknown, and the battle can begin."""
    assert check(path) == ()
    assert opening_state(load(path)).figures


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_opens_as_it_was_played(path: Path) -> None:
    """The rules are at another version today: it says so, and shows what happened."""
    game = Game.replay(path)

    assert "version 1" in game.notices[0]
    assert game.lines
    assert game.state.tally.over
