"""The text of a panel without the frames of its boxes."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content


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
