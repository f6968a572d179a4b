"""The cost of each kind, as measured by games, and what kinds are bought as.

`costs.toml` is made by `python -m tools.kind_costs`; `roles.toml` is written by hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

LEADERS, LINE, SPECIALISTS, HEAVY = "leaders", "line", "specialists", "heavy"
BOUGHT = (LEADERS, LINE, SPECIALISTS, HEAVY)
APART = "apart"
UNIT = 25
"""Cost of the first kind of the line of each ruleset."""


def costs_of(ruleset: str) -> Mapping[str, int]:
    """Return the cost of each kind of a ruleset's armoury."""
    found: Mapping[str, int] = _table("costs.toml")[ruleset]
    return found


def roles_of(ruleset: str) -> Mapping[str, Sequence[str]]:
    """Return the kinds of a ruleset for each role."""
    found: Mapping[str, Sequence[str]] = _table("roles.toml")[ruleset]
    return found


@cache
def _table(name: str) -> Mapping[str, Any]:
    return tomllib.loads((files("skirmish.generator") / name).read_text(encoding="utf-8"))
