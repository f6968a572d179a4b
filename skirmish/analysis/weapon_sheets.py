"""Results of weapon trials: values, JSON, and plain text of at most 100 columns.

A mode that is nowhere the best of its weapon is a fault of the armoury: nothing is gained by having
it. Variants of a mode (a length, a limb, a spread) stand behind a colon, as in `burst: at the
head`; a mode is as good as its best variant.
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
from skirmish.core.text import many

DIGITS = 4


def label(words: str, name: str) -> str:
    """A mode with the setting it needs, where its name does not say so already."""
    said = name.lower().replace(",", " ").replace(":", " ").split()
    missing = [word for word in words.split() if word not in said]
    return f"{name} ({' '.join(missing)})" if missing else name


def mode_of(way: str) -> str:
    """The mode that a way to use it belongs to."""
    return way.partition(":")[0].partition(" (")[0]


@frozen
class TrialSituation:
    """Whom a figure fires at, and how it is itself: range in tiles, cover 0 to 3.

    `target` is the kind that is shot at; `condition` is "rested", "fired" (once already in this
    bound) or what is left, such as "rounds 3".
    """

    target: str
    condition: str
    range: int
    cover: int
    group: str


@frozen
class ModeResult:
    """A mode in a situation: points that the enemy can expect to lose, and what the order costs.

    Harm to the own side is taken off; the cost is a share of the figure's bound. `spent` are the
    tokens that it can be expected to use up, where these are the last.
    """

    loss: Fraction
    cost: Fraction
    spent: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction:
        """Points for a whole bound; an order that is free counts as if it took all of it.

        Of the last tokens points for each of them: when they are gone, there is no other bound.
        """
        return self.loss / (self.spent or self.cost or 1)


@frozen
class SheetRow:
    """A situation with every mode that is possible in it."""

    situation: TrialSituation
    uses: Mapping[str, ModeResult]

    @cached_property
    def value(self) -> Fraction:
        """That of the best mode; 0 where none gains anything."""
        return max((use.value for use in self.uses.values()), default=Fraction(0))

    @cached_property
    def best(self) -> tuple[str, ...]:
        """The modes that none is better than; none where nothing is gained."""
        top = self.value
        return tuple(m for m, use in self.uses.items() if use.value == top) if top > 0 else ()


@frozen
class WeaponSheet:
    """A weapon in the hands of a kind of figure. `idle` are the modes that roll nothing."""

    weapon: Weapon
    kind: Kind
    rows: tuple[SheetRow, ...]
    idle: tuple[str, ...] = ()

    @cached_property
    def modes(self) -> tuple[str, ...]:
        """All that roll dice somewhere."""
        return tuple(dict.fromkeys(mode for row in self.rows for mode in row.uses))

    def best_at(self, mode: str) -> int:
        """In how many situations a mode is the best, ties counted."""
        return sum(mode in row.best for row in self.rows)

    def tried(self, mode: str) -> int:
        """In how many situations a mode is possible."""
        return sum(mode in row.uses for row in self.rows)

    @property
    def faults(self) -> tuple[str, ...]:
        """The modes that are the best nowhere, each in a sentence."""
        return tuple(
            f"{self.weapon.id}: '{mode}' is nowhere the best"
            if any(row.best for row in self.rows)
            else f"{self.weapon.id}: '{mode}' gains nothing anywhere"
            for mode in dict.fromkeys(map(mode_of, self.modes))
            if not any(self.best_at(way) for way in self.modes if mode_of(way) == mode)
        )

    @property
    def spare(self) -> tuple[str, ...]:
        """The ways that are the best nowhere, of modes that are the best somewhere."""
        used = {mode_of(way): None for way in self.modes if self.best_at(way)}
        return tuple(way for way in self.modes if mode_of(way) in used and not self.best_at(way))

    @cached_property
    def worth(self) -> Mapping[TrialSituation, Fraction]:
        """What the best mode gains for each point of who fires, rested, at the common ranges."""
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
            "best_nowhere": list(self.spare),
        }


@frozen
class WeaponSheets:
    """The sheets of the weapons that were tried."""

    ruleset: str
    sheets: tuple[WeaponSheet, ...]
    targets: tuple[Kind, ...] = field(factory=tuple)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the stat blocks: every mode that is the best nowhere."""
        return tuple(fault for sheet in self.sheets for fault in sheet.faults)

    @property
    def spare(self) -> tuple[str, ...]:
        """Ways to use a mode that are the best nowhere, while another way of it is."""
        return tuple(
            f"{sheet.weapon.id}: best nowhere, while their modes are somewhere: "
            + ", ".join(f"'{way}'" for way in sheet.spare)
            for sheet in self.sheets
            if sheet.spare
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Weapons that are nowhere the best for the points of who fires them; no fault by itself.

        Who fires is rested. Ranges at which not all were tried do not count.
        """
        tops: dict[TrialSituation, Fraction] = {}
        for sheet in self.sheets:
            for situation, worth in sheet.worth.items():
                tops[situation] = max(tops.get(situation, worth), worth)
        return tuple(
            f"{sheet.weapon.id}: nowhere the best for the points of who fires it"
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

Column = tuple[str, Callable[[int, int], TrialSituation]]
"""A heading, and the situation below it at a range and cover."""


def text(armoury: WeaponSheets) -> str:
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


def _sheet(armoury: WeaponSheets, sheet: WeaponSheet) -> Iterator[str]:
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
    return group, lambda distance, cover: TrialSituation(kind, RESTED, distance, cover, group)


def _tired(kind: str, condition: str) -> Column:
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


def _cell(row: SheetRow | None, marks: Mapping[str, str]) -> str:
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
