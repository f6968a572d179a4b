"""Filters for every drawn line: ASCII only, and no colours.

The ASCII filter replaces only the characters that screens are drawn with; names and words keep
their letters.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_SIGNS = {
    "|": "│┃║╎╏┆┇┊┋▏▎▍▌▋▊▉▕▐",
    "-": "─╌╍┄┅┈┉▁▔",
    "+": "┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╯╰▛▜▙▟▗▖▝▘",
    "#": "█▀▄▂▃▅▇■▓▒░",
    "=": "▆━═",
    "*": "●•✦",
    "o": "○",
    "^": "▲▴↑⇑",
    "v": "▼▾↓⇓",
    ">": "▶▸→⇒",
    "<": "◀◂←⇐",
    ".": "·…",
}
_TABLE = str.maketrans({char: sign for sign, chars in _SIGNS.items() for char in chars})
_THUMB = ("@mouse.down", "grab")
"""Marks a scrollbar's handle, which otherwise differs only by its background."""


class AsciiFilter(LineFilter):
    """Replaces drawing characters and the handle of a scrollbar with ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments in ASCII, each of the same width."""
        del background
        return [_in_ascii(segment) for segment in segments]


def _in_ascii(segment: Segment) -> Segment:
    text, style, control = segment
    if style is not None and style.meta and _THUMB in style.meta.items():
        return Segment("#" * len(text), style, control)
    return segment if text.isascii() else Segment(text.translate(_TABLE), style, control)


class NoColourFilter(LineFilter):
    """Drops colours; a background with a standard colour becomes reverse."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without colours."""
        del background
        return [
            Segment(text, None if style is None else _plain(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _plain(style: Style) -> Style:
    ground = style.bgcolor
    marked = ground is not None and ground.type is ColorType.STANDARD
    return Style(
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        strike=style.strike,
        reverse=marked or style.reverse,
        link=style.link,
        meta=style.meta or None,
    )
