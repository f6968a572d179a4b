"""Whether the game is played in a browser: then its player names no files of this machine.

`skirmish serve` starts the games of its page with the switch set. Records are kept as always.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from skirmish.errors import UsageProblem

SWITCH = "SKIRMISH_SERVED"
ON = "1"


def is_served(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether this process plays for a browser."""
    return environ.get(SWITCH) == ON


def need_own_terminal(what: str) -> None:
    """Ask this before a file is opened or written that the player named or asked for.

    Args:
        what: What he wants to do, as in "opening files".

    Raises:
        UsageProblem: He plays in a browser.
    """
    if is_served():
        raise UsageProblem(f"{what} is off in the browser", remedy="play in a terminal for that")
