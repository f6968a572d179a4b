"""A screen as text that can be kept and read: its characters and, theme by theme, its styles.

No SVG: one of these screens is 95 kB of it, a change of Textual's drawing would alter all of
them, and nobody reads in one what has changed. Here a line of characters is a line of the file.

A style is a letter, and a row of styles says how many cells have which: `a12 b3`. What the letters
mean stands below the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from attrs import frozen
from rich.color import Color
from rich.style import Style
from textual.app import App

_HEAD = "=== "
_MEANING = "---"
_MARKS = ("bold", "dim", "italic", "underline", "reverse", "strike")


@frozen
class Picture:
    """The characters of a screen, and by theme what its cells look like."""

    characters: tuple[str, ...]
    styles: Mapping[str, tuple[str, ...]]

    def __str__(self) -> str:
        """The text that is kept."""
        parts = [*self.characters]
        for theme, lines in self.styles.items():
            parts += [f"{_HEAD}{theme}", *lines]
        return "\n".join(parts) + "\n"

    @classmethod
    def parse(cls, text: str) -> Picture:
        """The picture that a text was made of."""
        characters: list[str] = []
        styles: dict[str, list[str]] = {}
        into = characters
        for line in text.split("\n")[:-1]:
            if line.startswith(_HEAD):
                into = styles.setdefault(line.removeprefix(_HEAD), [])
            else:
                into.append(line)
        return cls(tuple(characters), {theme: tuple(lines) for theme, lines in styles.items()})


def characters_of(app: App[Any]) -> tuple[str, ...]:
    """The rows of the screen that is shown, without the blanks at their ends."""
    return tuple("".join(text for text, _ in row).rstrip() for row in _cells(app))


def styles_of(app: App[Any]) -> tuple[str, ...]:
    """The styles of its cells."""
    letters: dict[str, str] = {}
    rows = []
    for row in _cells(app):
        runs = [
            (words, sum(len(text) for text, _ in parts))
            for words, parts in groupby(row, lambda part: part[1])
        ]
        rows.append(" ".join(f"{_letter(letters, words)}{length}" for words, length in runs))
    return (*rows, _MEANING, *(f"{letter} {words}" for words, letter in letters.items()))


def _cells(app: App[Any]) -> Iterable[Sequence[tuple[str, str]]]:
    """Rows of texts, each with the words of its style."""
    for strip in app.screen._compositor.render_strips():  # noqa: SLF001
        yield [(text, _words(style)) for text, style, _ in strip if text]


def _words(style: Style | None) -> str:
    if style is None:
        return "as it is"
    marks = [mark for mark in _MARKS if getattr(style, mark)]
    return " ".join([_hex(style.color), "on", _hex(style.bgcolor), *marks])


def _hex(color: Color | None) -> str:
    return "any" if color is None or color.is_default else color.get_truecolor().hex


def _letter(letters: dict[str, str], words: str) -> str:
    number = len(letters)
    new = chr(ord("a") + number % 26)
    return letters.setdefault(words, new if number < 26 else chr(ord("a") + number // 26 - 1) + new)
