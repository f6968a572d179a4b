"""The filter behind the ASCII setting: borders, scrollbars and marks are drawn in ASCII as well.

It knows the characters that screens are drawn with. Names and words, from a scenario or anywhere
else, keep theirs.
"""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SIGNS = {
    "|": "│┃║╎╏┆┇┊┋▏▎▍▌▋▊▉▕▐",
    "-": "─━═╌╍┄┅┈┉▁▔",
    "+": "┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╯╰▛▜▙▟▗▖▝▘",
    "#": "█▀▄▂▃▅▆▇■▓▒░",
    "*": "●•",
    "^": "▲▴↑⇑",
    "v": "▼▾↓⇓",
    ">": "▶▸→⇒",
    "<": "◀◂←⇐",
    ".": "·…",
}
_TABLE = str.maketrans({char: sign for sign, chars in _SIGNS.items() for char in chars})
_THUMB = ("@mouse.down", "grab")
"""What Textual keeps of a scrollbar's own part: nothing but its ground tells it from the rest."""


class InAscii(LineFilter):
    """Puts an ASCII sign for each that only draws; the handle of a scrollbar is one as well."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments in ASCII, each as wide as it was."""
        del background
        return [_in_ascii(segment) for segment in segments]


def _in_ascii(segment: Segment) -> Segment:
    text, style, control = segment
    if style is not None and style.meta and _THUMB in style.meta.items():
        return Segment("#" * len(text), style, control)
    return segment if text.isascii() else Segment(text.translate(_TABLE), style, control)
