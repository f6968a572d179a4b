"""Identity of the checkout: the program's version with a hash that covers the tools."""

from __future__ import annotations

from pathlib import Path

from skirmish.analysis.program_version import GAME_PARTS, program_version

CHECKOUT = Path(__file__).parents[1]
PLAYED_PARTS = (
    *(f"skirmish/{part}" for part in GAME_PARTS),
    "skirmish/generator",
    "tools/ladder/scenarios.py",
    "tools/styles/players.py",
)
"""Files and folders that decide how a game goes, generated scenarios and styles included."""
MEASURED_PARTS = (*PLAYED_PARTS, "skirmish/analysis", "tools")
"""Those that decide what is measured of a game, too."""


def played_version() -> str:
    """Version and hash of what plays, as in `0.1.0+1b2c3d4e`."""
    return program_version(PLAYED_PARTS, CHECKOUT)


def version_of_checkout(folder: Path) -> str:
    """The same of another checkout."""
    return program_version(PLAYED_PARTS, folder)


def measured_version() -> str:
    """Version and hash of what plays and measures: it must be the same on all workers."""
    return program_version(MEASURED_PARTS, CHECKOUT)
