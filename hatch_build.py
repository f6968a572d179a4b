"""Build hook: the top-level `maps/` and `scenarios/` travel inside the wheel, under `skirmish/`.

An editable install gets no copies: it reads the checkout, where copies would go stale.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# By ending, so that an editor's backup or a player's record left in the folder stays out.
SHIPPED = {"maps": "*.map", "scenarios": "*.toml"}


class GameData(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is no public API
    """Adds each map and scenario to the wheel that is being built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill `force_include` of `build_data`; `version` is "standard" or "editable"."""
        if version == "editable":
            return
        for folder, ending in SHIPPED.items():
            top = Path(self.root, folder)
            for path in sorted(top.rglob(ending)):
                inside = path.relative_to(top).as_posix()
                build_data["force_include"][str(path)] = f"skirmish/{folder}/{inside}"
