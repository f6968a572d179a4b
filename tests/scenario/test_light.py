"""Checking a file loads little: that is why it is done in the blink of an eye."""

import subprocess
import sys
from pathlib import Path

import pytest

from skirmish.rulesets.registry import RULESETS, handbook

SAMPLE = Path(__file__).parent / "data" / "crossing.toml"
CHECK = (
    f"from skirmish.scenario import check; import sys; check({str(SAMPLE)!r}); print(*sys.modules)"
)


def test_a_check_loads_no_screen_no_maps_of_sight_and_no_rules() -> None:
    """Neither Textual nor tcod and numpy, neither scenes nor what carries orders out."""
    done = subprocess.run([sys.executable, "-c", CHECK], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()

    assert "skirmish.scenario.validation" in loaded
    for name in (
        "textual",
        "rich",
        "tcod",
        "numpy",
        "skirmish.core.state",
        "skirmish.rulesets.scene",
    ):
        assert name not in loaded
    assert not any(name.endswith(".ruleset") for name in loaded)


@pytest.mark.parametrize("name", RULESETS)
def test_a_rulesets_handbook_says_what_the_ruleset_says(name: str) -> None:
    """It is the same part of it, loaded without the rest."""
    book, rules = handbook(name), RULESETS[name]

    assert rules.handbook is book
    assert book.id == name
