"""A report document as SVG: one picture of everything, or single charts for a page.

It fetches nothing: no font, style or script. Bars differ by hatching as well as by colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from html import escape

from attrs import frozen

from skirmish.core.sanitize import display_width as columns
from skirmish.presentation.report.report_text import block_lines, fit_columns
from skirmish.presentation.report_document import (
    BarChart,
    Block,
    DivergingBars,
    HeatMap,
    ReportDocument,
    format_number,
    format_signed,
)

WIDTH = 760
_LINE = 17
_SIZE = 13
_LETTER = 7.83
"""Width of a character in pixels."""
_LABEL = 210
_TILE = 12
_ACROSS = 88
_FILLS = ("#2f6fa8", "url(#hatch)")
_INK, _PAPER, _DIM, _GOOD, _BAD = "#1b1f23", "#ffffff", "#667079", "#2f7d4f", "#b8492f"
_FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_DEFS = (
    '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<rect width="6" height="6" fill="#f3d9cf"/>'
    '<path d="M0 6 L6 0" stroke="#b8492f" stroke-width="2"/></pattern></defs>'
)


@frozen
class SvgShapes:
    """SVG elements and their total height in pixels."""

    shapes: tuple[str, ...]
    height: int


def render_svg(document: ReportDocument) -> str:
    """The report as one SVG file."""
    parts = [
        _text(0, _LINE, document.title, "bold"),
        _text(0, 2 * _LINE, document.subtitle, fill=_DIM),
        _text(0, 3 * _LINE, document.scope, fill=_DIM),
    ]
    y = 4 * _LINE
    for part in document.sections:
        parts.append(_text(0, y + 2 * _LINE, part.title, "bold"))
        y += 2 * _LINE + 4
        for block in part.blocks:
            one = block_shapes(block)
            parts.append(f'<g transform="translate(0 {y})">{"".join(one.shapes)}</g>')
            y += one.height + _LINE // 2
    return _svg_element(parts, y + _LINE, pad=20)


def render_chart(block: BarChart | DivergingBars | HeatMap) -> str:
    """One chart as an SVG element for a page."""
    one = block_shapes(block)
    return _svg_element(list(one.shapes), one.height + 4)


def _svg_element(parts: list[str], height: int, pad: int = 0) -> str:
    wide, high = WIDTH + 2 * pad, height + 2 * pad
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
        f' viewBox="{-pad} {-pad} {wide} {high}" font-family="{escape(_FONT)}"'
        f' font-size="{_SIZE}">{_DEFS}'
        f'<rect x="{-pad}" y="{-pad}" width="{wide}" height="{high}" fill="{_PAPER}"/>'
        f"{''.join(parts)}</svg>\n"
    )


def block_shapes(block: Block) -> SvgShapes:
    """A block as SVG: charts as shapes, other blocks as lines of text."""
    match block:
        case BarChart():
            return _bar_chart(block)
        case DivergingBars():
            return _diverging_bars(block)
        case HeatMap():
            return _heat_map(block)
        case _:
            lines = list(block_lines(block, _ACROSS))
            shapes = tuple(_text(0, (at + 1) * _LINE, text) for at, text in enumerate(lines))
            return SvgShapes(shapes, len(lines) * _LINE)


def _text(x: int, y: int, text: str, weight: str = "", fill: str = _INK) -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    # Give the text its terminal width, wide characters included.
    length = f' textLength="{columns(text) * _LETTER:.0f}"' if text.strip() else ""
    return (
        f'<text x="{x}" y="{y - 4}" fill="{fill}" xml:space="preserve"{bold}{length}'
        f' lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
    )


def _rect(x: int, y: int, width: int, height: int, fill: str, title: str = "") -> str:
    head = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<rect x="{x}" y="{y}" width="{max(0, width)}" height="{height}" fill="{fill}"'
        f' stroke="{_DIM}" stroke-width="0.5">{head}</rect>'
    )


def _scaled(value: Fraction, most: Fraction, room: int) -> int:
    return round(value / most * room) if most else 0


def _bar_chart(bars: BarChart) -> SvgShapes:
    shapes = [_text(0, _LINE, f"{bars.unit}", fill=_DIM)]
    y = _LINE
    for at, name in enumerate(bars.series):
        shapes.append(_rect(0, y + 3, 24, 10, _FILLS[at % 2]))
        shapes.append(_text(32, y + _LINE, name))
        y += _LINE
    most = max((value for _, values in bars.rows for value in values), default=Fraction(0))
    room = WIDTH - _LABEL - 70
    for label, values in bars.rows:
        shapes.append(_text(0, y + _LINE, fit_columns(label, 24).rstrip()))
        for at, value in enumerate(values):
            long = _scaled(value, most, room)
            shapes.append(_rect(_LABEL, y + 4, long, 11, _FILLS[at % 2], bars.series[at]))
            shapes.append(_text(_LABEL + long + 8, y + _LINE, format_number(value)))
            y += _LINE
    return SvgShapes(tuple(shapes), y)


def _diverging_bars(swings: DivergingBars) -> SvgShapes:
    shapes = [_text(0, _LINE, f"{swings.unit}, better (right) or worse (left) than expected")]
    most = max((abs(value) for _, value in swings.rows), default=Fraction(0))
    half = (WIDTH - _LABEL - 80) // 2
    middle = _LABEL + half
    y = _LINE
    for name, value in swings.rows:
        long = _scaled(abs(value), most, half)
        fill = _GOOD if value > 0 else _BAD
        shapes.append(_text(0, y + _LINE, fit_columns(name, 24).rstrip()))
        shapes.append(_rect(middle if value > 0 else middle - long, y + 4, long, 11, fill))
        shapes.append(_text(WIDTH - 70, y + _LINE, format_signed(value)))
        y += _LINE
    shapes.append(f'<path d="M{middle} {_LINE} V{y + 4}" stroke="{_INK}"/>')
    return SvgShapes(tuple(shapes), y)


def _heat_map(heat: HeatMap) -> SvgShapes:
    board = heat.board
    side = max(3, min(_TILE, WIDTH // board.width))
    most = max(heat.times.values(), default=1)
    shapes = [
        _text(0, _LINE, "how often each tile came under fire; grey ground cannot be entered"),
        _rect(0, _LINE + 4, board.width * side, board.height * side, "#f4f2ec"),
    ]
    shapes += list(_impassable(heat, side))
    for (x, y), times in sorted(heat.times.items()):
        left, top = x * side, _LINE + 4 + y * side
        deep = 235 - round(180 * times / most)
        shapes.append(
            _rect(left, top, side, side, f"rgb(235,{deep},{deep // 2})", f"{x},{y}: {times}")
        )
        if side >= _TILE:
            shapes.append(
                f'<text x="{left + side // 2}" y="{top + side - 3}" font-size="9"'
                f' text-anchor="middle" fill="{_INK}">{times}</text>'
            )
    return SvgShapes(tuple(shapes), board.height * side + _LINE + 8)


def _impassable(heat: HeatMap, side: int) -> Iterator[str]:
    """Rectangles over runs of impassable tiles."""
    board = heat.board
    for y in range(board.height):
        x = 0
        while x < board.width:
            run = x
            while run < board.width and not board.terrain((run, y)).cost:
                run += 1
            if run > x:
                top = _LINE + 4 + y * side
                yield (
                    f'<rect x="{x * side}" y="{top}" width="{(run - x) * side}" height="{side}"'
                    ' fill="#b9bdc1"/>'
                )
            x = run + 1
