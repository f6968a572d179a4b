"""A report document as one self-contained HTML page: charts inline, no script.

Its content security policy forbids the page to fetch anything, whatever a name in it contains.
"""

from __future__ import annotations

from html import escape

from skirmish.presentation.report.report_svg import render_chart
from skirmish.presentation.report_document import (
    BarChart,
    Block,
    DivergingBars,
    HeatMap,
    Lines,
    ReportDocument,
    Rows,
    Table,
)

_STYLE = """
body { font: 15px/1.5 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f23; background: #ffffff; }
h1 { font-size: 1.6rem; margin-bottom: 0; }
h2 { font-size: 1.15rem; border-bottom: 2px solid #667079; margin-top: 2rem; }
p { margin: 0.3rem 0; }
p.about, p.secrecy { color: #59636c; }
p.in { margin-left: 2ch; }
table { border-collapse: collapse; margin: 0.8rem 0; }
td, th { padding: 0.1rem 0.9rem 0.1rem 0; text-align: right; border-bottom: 1px solid #d5d9dc; }
td:first-child, th:first-child { text-align: left; }
svg { max-width: 100%; height: auto; margin: 0.8rem 0; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render_html(document: ReportDocument) -> str:
    """The report as an HTML file."""
    title = escape(document.title)
    body = [
        f"<h1>{title}</h1>",
        f'<p class="about">{escape(document.subtitle)}</p>',
        f'<p class="secrecy">{escape(document.scope)}</p>',
    ]
    for part in document.sections:
        body.append(f"<h2>{escape(part.title)}</h2>")
        body += [_block(block) for block in part.blocks]
    lines = "\n".join(body)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{lines}\n"
        "</body>\n</html>\n"
    )


def _block(block: Block) -> str:
    match block:
        case Lines():
            return "\n".join(map(_line, block.texts))
        case Rows():
            title = f"<h3>{escape(block.title)}</h3>\n" if block.title else ""
            return f"{title}<table>\n<tbody>\n{_rows(block)}\n</tbody>\n</table>"
        case Table():
            return _table(block)
        case BarChart() | DivergingBars() | HeatMap():
            return render_chart(block)


def _line(text: str) -> str:
    kind = ' class="in"' if text.startswith(" ") else ""
    return f"<p{kind}>{escape(text.strip())}</p>"


def _rows(block: Rows) -> str:
    return "\n".join(
        f"<tr><td>{escape(row.label)}</td><td>{escape(row.changed_value)}</td></tr>"
        for row in block.rows
    )


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.head)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
