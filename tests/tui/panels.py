"""The text of a panel without the frames of its boxes."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from skirmish.core.view import View
from skirmish.presentation.odds.forecast import Forecast
from skirmish.presentation.odds.forecast_rows import forecast_rows
from skirmish.tui.panel_lines import Lines, blocks_lines


def unboxed(lines: Iterable[Content | str]) -> list[str]:
    """The lines of a panel; the top of a box is `-- title`, and its bottom is left out."""
    found = []
    for line in lines:
        text = line if isinstance(line, str) else line.plain
        if text.startswith("╭"):
            found.append(f"-- {text.strip('╭╮─ ')}")
        elif not text.startswith("╰"):
            found.append(text.removeprefix("│ ").removesuffix("│").rstrip())
    return found


def forecast_lines(view: View, told: Forecast, width: int, *, numbers: bool = True) -> Lines:
    """A forecast as lines of the panel."""
    return blocks_lines(forecast_rows(view, told, numbers=numbers), width)
