"""Scenarios as they were when orders were scripted on them.

A shipped scenario changes when its sides are evened out; the scripts of the tests go on with the
one that they were written for.
"""

from importlib.resources.abc import Traversable
from pathlib import Path

from skirmish.scenario import find

HERE = Path(__file__).parent


def kept(name: str) -> Path | Traversable:
    """The file of a scenario: the kept one, else that of the game."""
    path = HERE / f"{name}.toml"
    return path if path.exists() else find(name)
