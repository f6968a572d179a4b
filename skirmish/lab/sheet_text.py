"""An armoury's sheets as plain text of at most 100 columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from string import ascii_letters
from textwrap import wrap

from skirmish.core.text import many
from skirmish.lab.ground import GROUPS, RESTED
from skirmish.lab.sheets import Armoury, Row, Sheet, Situation

WIDTH = 100
KINDS = 2
"""Targets side by side."""
CELL = 9
WIDE = 18
CONDITIONS = 5
"""Conditions side by side."""
TIES = 3
"""Modes that a cell names at most."""
SMALL = 10
"""Points below which a second decimal tells something."""
HEAD = (
    "{ruleset}: points that the enemy can expect to lose to the best mode, for a whole bound of"
    " the figure that fires. Targets stand alone, as a pair two tiles apart, as three so far apart"
    " or close together, and as three in depth; cover 0 to 3 is that of their tiles."
)

Column = tuple[str, Callable[[int, int], Situation]]
"""A heading, and the situation below it at a range and cover."""


def text(armoury: Armoury) -> str:
    """All sheets, then the faults and notes."""
    lines = wrap(HEAD.format(ruleset=armoury.ruleset), WIDTH)
    for sheet in armoury.sheets:
        lines += ["", *_sheet(armoury, sheet)]
    lines += ["", *(f"fault: {fault}" for fault in armoury.faults)]
    for note in (*armoury.spare, *armoury.notes):
        lines += wrap(f"note: {note}", WIDTH, subsequent_indent="  ")
    if not armoury.faults:
        ways = ", though not every way to use one" if armoury.spare else ""
        lines.append(f"every mode is the best one somewhere{ways}")
    return "\n".join(lines)


def _sheet(armoury: Armoury, sheet: Sheet) -> Iterator[str]:
    worth = many(sheet.kind.points, "point")
    yield f"{sheet.weapon.id}, fired by: {sheet.kind.id} ({worth})"
    letters = dict(zip(sheet.modes, ascii_letters, strict=False))
    for mode in sheet.modes:
        best, of = sheet.best_at(mode), many(sheet.tried(mode), "situation")
        yield f"  {letters.get(mode, '?')} {mode}: the best in {best} of {of}"
    if sheet.idle:
        yield f"  without dice: {', '.join(sheet.idle)}"
    if not sheet.rows:
        yield "  nothing to be reckoned in points"
        return
    rows = {row.situation: row for row in sheet.rows}
    marks = letters if len(sheet.modes) > 1 else {}
    for first in range(0, len(armoury.targets), KINDS):
        kinds = [kind.id for kind in armoury.targets[first : first + KINDS]]
        above = "".join(f"at {kind}".center(CELL * len(GROUPS)) for kind in kinds)
        columns = [_fresh(kind, group) for kind in kinds for group in GROUPS]
        yield from _block(rows, columns, marks, CELL, above)
    aim = armoury.targets[0].id
    others = dict.fromkeys(where.condition for where in rows if where.condition != RESTED)
    tired = [_tired(aim, condition) for condition in others]
    for first in range(0, len(tired), CONDITIONS):
        yield from _block(rows, tired[first : first + CONDITIONS], marks, WIDE, f"at {aim}, alone")


def _fresh(kind: str, group: str) -> Column:
    return group, lambda distance, cover: Situation(kind, RESTED, distance, cover, group)


def _tired(kind: str, condition: str) -> Column:
    return condition, lambda distance, cover: Situation(kind, condition, distance, cover, "alone")


def _block(
    rows: Mapping[Situation, Row],
    columns: Sequence[Column],
    marks: Mapping[str, str],
    width: int,
    above: str,
) -> Iterator[str]:
    """A table of range and cover; lines that read the same are one."""
    yield f"{'':10}{above}".rstrip()
    headings = "".join(f"{name[: width - 1]:>{width}}" for name, _ in columns)
    yield f" range cov{headings}"
    ranges = sorted({where.range for where in rows})
    covers = sorted({where.cover for where in rows})
    bands: list[tuple[list[int], tuple[str, ...]]] = []
    for distance in ranges:
        lines = tuple(
            "".join(
                f"{_cell(rows.get(find(distance, cover)), marks):>{width}}" for _, find in columns
            )
            for cover in covers
        )
        if bands and bands[-1][1] == lines:
            bands[-1][0].append(distance)
        else:
            bands.append(([distance], lines))
    for distances, lines in bands:
        yield from _band(distances, lines)


def _band(distances: Sequence[int], lines: Sequence[str]) -> Iterator[str]:
    """The lines of one band of ranges; degrees of cover that make no difference are one."""
    label, first = _span(distances[0], distances[-1]), 0
    for cover, line in enumerate(lines):
        if cover + 1 < len(lines) and lines[cover + 1] == line:
            continue
        if line.strip():
            yield f"{label:>6} {_span(first, cover):>3}{line}"
            label = ""
        first = cover + 1


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _cell(row: Row | None, marks: Mapping[str, str]) -> str:
    """`ab 6.1`: the best modes and what they gain; `-` for no gain, nothing where none fires."""
    if row is None:
        return ""
    if not row.best:
        return "-"
    best = "".join(marks.get(mode, "?") for mode in row.best) if marks else ""
    if len(best) > TIES:
        best = best[: TIES - 1] + "+"
    return f"{best} {_points(row.value)}".strip()


def _points(value: Fraction) -> str:
    return f"{float(value):.{2 if value < SMALL else 1}f}"
