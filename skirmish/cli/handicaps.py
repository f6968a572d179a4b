"""What `SIDE=PERCENT` options say of handicaps."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from skirmish.cli.work import once_each
from skirmish.core.gate import shown
from skirmish.errors import UsageProblem

RECORD = ".skr"
DIGITS = 3


def handicap_settings(settings: Iterable[str], source: Path | None) -> dict[str, int]:
    """Handicaps by side, which the scenario was seen to bear.

    Args:
        settings: As they were given.
        source: The scenario.

    Raises:
        UsageProblem: They are none, or there is no scenario that they could be for.
    """
    found: dict[str, int] = {}
    given = tuple(settings)
    once_each("--handicap", given)
    for setting in given:
        side, equals, percent = setting.partition("=")
        percent = percent.removesuffix("%")
        if not (side and equals and percent.isascii() and percent.isdigit()) or (
            len(percent) > DIGITS
        ):
            what = f"--handicap '{shown(setting)}' is not SIDE=PERCENT"
            raise UsageProblem(what, remedy="as in red=20")
        found[side] = int(percent)
    if not found:
        return found
    if source is None or source.suffix == RECORD:
        raise UsageProblem("a handicap is for a new battle", remedy="name its scenario")
    from skirmish.scenario import load
    from skirmish.scenario.handicap import handicapped

    handicapped(load(source), found)
    return found
