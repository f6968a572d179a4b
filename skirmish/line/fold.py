"""Sentences folded between words to lines that any terminal holds."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.gate import width as columns
from skirmish.errors import printable

WIDEST = 100
_INDENT = "  "


def folded(text: str, width: int = WIDEST) -> Iterator[str]:
    """The lines of one sentence; all but the first are indented. A longer word stands alone."""
    text = printable(text).rstrip()
    if columns(text) <= width:
        yield text
        return
    line = text[: len(text) - len(text.lstrip())]
    empty = True
    for word in text.split():
        if not empty and columns(line) + 1 + columns(word) > width:
            yield line
            line, empty = _INDENT, True
        line += word if empty else f" {word}"
        empty = False
        while columns(line) > width:
            cut = _cut(line, width)
            yield line[:cut]
            line = _INDENT + line[cut:]
    yield line


def _cut(line: str, width: int) -> int:
    """How many characters of a line fit, at least one beyond the indent."""
    fits = len(line)
    while columns(line[:fits]) > width:
        fits -= 1
    return max(fits, len(_INDENT) + 1)


def full_stop(text: str) -> str:
    """A sentence that ends as one."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def listed(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """Words as a list in a sentence: `b1, b2 and b3`."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
