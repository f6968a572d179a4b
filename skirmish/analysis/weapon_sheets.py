"""Results of weapon trials: values, JSON, and plain text of at most 100 columns.

A mode that is nowhere the best of its weapon is a fault of the armoury: having it gains nothing.
Variants of a mode (a length, a limb, a spread) stand behind a colon, as in `burst: at the head`; a
mode is as good as its best variant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from string import ascii_letters
from textwrap import wrap
from typing import Any

from attrs import field, frozen

from skirmish.analysis.firing_range import DISTANCES, GROUPS, RESTED
from skirmish.core.figures import Kind, Weapon
from skirmish.core.text import pluralize

DIGITS = 4


def label(words: str, name: str) -> str:
    """Name of a mode with the setting it needs, unless the name contains it."""
    said = name.lower().replace(",", " ").replace(":", " ").split()
    missing = [word for word in words.split() if word not in said]
    return f"{name} ({' '.join(missing)})" if missing else name


def mode_of(way: str) -> str:
    """The mode that a variant belongs to."""
    return way.partition(":")[0].partition(" (")[0]


@frozen
class TrialSituation:
    """Target and condition of the shooter; range in tiles, cover 0 to 3.

    `target`: id of the target kind. `condition`: "rested", "fired" (once already in this bound) or
    the ammunition left, such as "rounds 3".
    """

    target: str
    condition: str
    range: int
    cover: int
    group: str


@frozen
class ModeResult:
    """Result of a mode in a situation.

    `loss`: expected points lost by the enemy, less the side's own losses. `cost`: share of the
    figure's bound that the order takes. `spent`: expected number of tokens used up, if they are the
    last.
    """

    loss: Fraction
    cost: Fraction
    spent: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction:
        """Points for a whole bound; a free order counts as one that takes a whole bound.

        For the last tokens: points for each token.
        """
        return self.loss / (self.spent or self.cost or 1)


@frozen
class SheetRow:
    """A situation with every mode that is possible in it."""

    situation: TrialSituation
    uses: Mapping[str, ModeResult]

    @cached_property
    def value(self) -> Fraction:
        """Value of the best mode; 0 if none gains anything."""
        return max((use.value for use in self.uses.values()), default=Fraction(0))

    @cached_property
    def best(self) -> tuple[str, ...]:
        """The modes with the best value; none if nothing is gained."""
        top = self.value
        return tuple(m for m, use in self.uses.items() if use.value == top) if top > 0 else ()


@frozen
class WeaponSheet:
    """Trials of a weapon fired by a kind of figure; `idle` are the modes without dice."""

    weapon: Weapon
    kind: Kind
    rows: tuple[SheetRow, ...]
    idle: tuple[str, ...] = ()

    @cached_property
    def modes(self) -> tuple[str, ...]:
        """All modes that roll dice in some situation."""
        return tuple(dict.fromkeys(mode for row in self.rows for mode in row.uses))

    def best_at(self, mode: str) -> int:
        """Number of situations in which a mode is the best, ties included."""
        return sum(mode in row.best for row in self.rows)

    def tried(self, mode: str) -> int:
        """Number of situations in which a mode is possible."""
        return sum(mode in row.uses for row in self.rows)

    @property
    def faults(self) -> tuple[str, ...]:
        """The modes that are nowhere the best, a sentence each."""
        return tuple(
            f"{self.weapon.id}: '{mode}' is nowhere the best"
            if any(row.best for row in self.rows)
            else f"{self.weapon.id}: '{mode}' gains nothing anywhere"
            for mode in dict.fromkeys(map(mode_of, self.modes))
            if not any(self.best_at(way) for way in self.modes if mode_of(way) == mode)
        )

    @property
    def unused_variants(self) -> tuple[str, ...]:
        """Variants that are nowhere the best, of modes that are the best somewhere."""
        used = {mode_of(way): None for way in self.modes if self.best_at(way)}
        return tuple(way for way in self.modes if mode_of(way) in used and not self.best_at(way))

    @cached_property
    def worth(self) -> Mapping[TrialSituation, Fraction]:
        """Gain of the best mode per point of the rested shooter, at the common ranges."""
        points = max(1, self.kind.points)
        return {
            row.situation: row.value / points
            for row in self.rows
            if row.situation.condition == RESTED and row.situation.range in DISTANCES
        }

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "weapon": self.weapon.id,
            "fired_by": self.kind.id,
            "modes": {
                mode: {"best": self.best_at(mode), "tried": self.tried(mode)} for mode in self.modes
            },
            "without_dice": list(self.idle),
            "situations": [_row_data(row) for row in self.rows],
            "faults": list(self.faults),
            "best_nowhere": list(self.unused_variants),
        }


@frozen
class WeaponSheets:
    """The sheets of all weapons that were tried."""

    ruleset: str
    sheets: tuple[WeaponSheet, ...]
    targets: tuple[Kind, ...] = field(factory=tuple)

    @property
    def faults(self) -> tuple[str, ...]:
        """Faults of the stat blocks: every mode that is nowhere the best."""
        return tuple(fault for sheet in self.sheets for fault in sheet.faults)

    @property
    def unused_variants(self) -> tuple[str, ...]:
        """Variants that are nowhere the best while another one of their mode is."""
        return tuple(
            f"{sheet.weapon.id}: best nowhere, while their modes are somewhere: "
            + ", ".join(f"'{way}'" for way in sheet.unused_variants)
            for sheet in self.sheets
            if sheet.unused_variants
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Weapons that are nowhere the best for their shooter's points; this alone is no fault.

        Only rested shooters and the common ranges count.
        """
        tops: dict[TrialSituation, Fraction] = {}
        for sheet in self.sheets:
            for situation, worth in sheet.worth.items():
                tops[situation] = max(tops.get(situation, worth), worth)
        return tuple(
            f"{sheet.weapon.id}: never the best for the worth of its shooter"
            for sheet in self.sheets
            if sheet.worth
            and not any(tops[w] == worth for w, worth in sheet.worth.items() if worth)
        )

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "ruleset": self.ruleset,
            "targets": [kind.id for kind in self.targets],
            "weapons": [sheet.data for sheet in self.sheets],
            "faults": list(self.faults),
            "notes": list(self.notes),
        }


def _row_data(row: SheetRow) -> Mapping[str, Any]:
    where = row.situation
    return {
        "target": where.target,
        "condition": where.condition,
        "range": where.range,
        "cover": where.cover,
        "group": where.group,
        "modes": {
            mode: {"loss": _p(use.loss), "cost": str(use.cost), "value": _p(use.value)}
            for mode, use in row.uses.items()
        },
        "best": list(row.best),
    }


def _p(value: Fraction) -> float:
    return round(float(value), DIGITS)


WIDTH = 100
KINDS = 2
"""Number of targets side by side."""
CELL = 9
WIDE = 18
CONDITIONS = 5
"""Number of conditions side by side."""
TIES = 3
"""Largest number of modes that a cell names."""
SMALL = 10
"""Points below which a second decimal is shown."""
HEAD = (
    "{ruleset}: worth that the enemy can expect to lose to the best mode, for a whole bound of"
    " the figure that fires. Targets stand alone, as a pair two tiles apart, as three so far apart"
    " or close together, and as three in depth; cover 0 to 3 is that of their tiles."
)

Column = tuple[str, Callable[[int, int], TrialSituation]]
"""A heading, and a function from range and cover to the situation."""


def sheets_text(sheets: WeaponSheets) -> str:
    """All sheets, then the faults and notes."""
    lines = wrap(HEAD.format(ruleset=sheets.ruleset), WIDTH)
    for sheet in sheets.sheets:
        lines += ["", *_sheet(sheets, sheet)]
    lines += ["", *(f"fault: {fault}" for fault in sheets.faults)]
    for note in (*sheets.unused_variants, *sheets.notes):
        lines += wrap(f"note: {note}", WIDTH, subsequent_indent="  ")
    if not sheets.faults:
        ways = ", though not every way to use one" if sheets.unused_variants else ""
        lines.append(f"every mode is the best one somewhere{ways}")
    return "\n".join(lines)


def _sheet(sheets: WeaponSheets, sheet: WeaponSheet) -> Iterator[str]:
    worth = f"worth {sheet.kind.points}"
    yield f"{sheet.weapon.id}, fired by: {sheet.kind.id} ({worth})"
    letters = dict(zip(sheet.modes, ascii_letters, strict=False))
    for mode in sheet.modes:
        best, of = sheet.best_at(mode), pluralize(sheet.tried(mode), "situation")
        yield f"  {letters.get(mode, '?')} {mode}: the best in {best} of {of}"
    if sheet.idle:
        yield f"  without dice: {', '.join(sheet.idle)}"
    if not sheet.rows:
        yield "  no effect measured in worth"
        return
    rows = {row.situation: row for row in sheet.rows}
    marks = letters if len(sheet.modes) > 1 else {}
    for first in range(0, len(sheets.targets), KINDS):
        kinds = [kind.id for kind in sheets.targets[first : first + KINDS]]
        above = "".join(f"at {kind}".center(CELL * len(GROUPS)) for kind in kinds)
        columns = [_rested_column(kind, group) for kind in kinds for group in GROUPS]
        yield from _block(rows, columns, marks, CELL, above)
    aim = sheets.targets[0].id
    others = dict.fromkeys(where.condition for where in rows if where.condition != RESTED)
    tired = [_condition_column(aim, condition) for condition in others]
    for first in range(0, len(tired), CONDITIONS):
        yield from _block(rows, tired[first : first + CONDITIONS], marks, WIDE, f"at {aim}, alone")


def _rested_column(kind: str, group: str) -> Column:
    return group, lambda distance, cover: TrialSituation(kind, RESTED, distance, cover, group)


def _condition_column(kind: str, condition: str) -> Column:
    return condition, lambda distance, cover: TrialSituation(
        kind, condition, distance, cover, "alone"
    )


def _block(
    rows: Mapping[TrialSituation, SheetRow],
    columns: Sequence[Column],
    marks: Mapping[str, str],
    width: int,
    above: str,
) -> Iterator[str]:
    """A table of range and cover; equal lines are merged."""
    yield f"{'':10}{above}".rstrip()
    headings = [wrap(name, width - 1) for name, _ in columns]
    deep = max(map(len, headings))
    for row in range(deep):
        first = " range cov" if row == deep - 1 else ""
        words = (([""] * (deep - len(heading)) + heading)[row] for heading in headings)
        yield f"{first:10}{''.join(f'{word:>{width}}' for word in words)}"
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
    """The lines of one band of ranges; equal lines of neighbouring cover are merged."""
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


def _cell(row: SheetRow | None, marks: Mapping[str, str]) -> str:
    """`ab 6.1`: best modes and gain; `-` for no gain, empty if no mode is possible."""
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
