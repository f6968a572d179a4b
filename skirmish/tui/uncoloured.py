"""The filter behind the theme without colours: none reach the terminal, not even greys."""

from __future__ import annotations

from functools import lru_cache

from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter


class Uncoloured(LineFilter):
    """Drops colours; a ground that has a named one is turned round instead."""

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
