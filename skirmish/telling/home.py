"""The player's folders: where records and settings are kept."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

HOME = "SKIRMISH_HOME"
"""Names a folder for all that is kept, instead of the usual ones of the system."""
_NAME = "skirmish"


def data_folder() -> Path:
    """Where records belong."""
    return _named() or Path(platformdirs.user_data_dir(_NAME))


def settings_folder() -> Path:
    """Where settings and keys belong."""
    return _named() or Path(platformdirs.user_config_dir(_NAME))


def _named() -> Path | None:
    """The folder that HOME names; none where it names none."""
    named = os.environ.get(HOME, "")
    if not named:
        return None
    try:
        return Path(named).expanduser()
    except RuntimeError:  # A home that nobody has: the name stands for itself.
        return Path(named)
