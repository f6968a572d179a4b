"""What is imported before the first frame."""

from __future__ import annotations

import subprocess
import sys

HEAVY = (
    "numpy",
    "tcod",
    "cattrs",
    "skirmish.core.board",
    "skirmish.core.state",
    "skirmish.game",
    "skirmish.record",
    "skirmish.rulesets",
    "skirmish.scenario",
)
LOADED = """
import sys
import skirmish.cli, skirmish.tui.app, skirmish.tui.settings_store, skirmish.tui.screens.title
print(*sys.modules)
"""


def test_the_title_waits_for_no_rules() -> None:
    """Rules, scenarios and arrays are loaded behind it: importing them takes longer than it."""
    command = [sys.executable, "-c", LOADED]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert [name for name in HEAVY if name in said.split()] == []
