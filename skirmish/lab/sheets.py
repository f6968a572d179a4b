"""What weapons were found to be good for, as values: situations, modes, sheets, an armoury.

A mode that is the best of its weapon's nowhere is a fault of the armoury: nobody who reckons would
ever use it. Ways to use a mode (a length, a limb, a spread) are told apart behind a colon, as in
`burst: at the head`; a mode is as good as the best of its ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from attrs import field, frozen

from skirmish.core.figures import Kind, Weapon
from skirmish.lab.ground import DISTANCES, RESTED

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
class Situation:
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
class Use:
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
class Row:
    """A situation with every mode that is possible in it."""

    situation: Situation
    uses: Mapping[str, Use]

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
class Sheet:
    """A weapon in the hands of a kind of figure. `idle` are the modes that roll nothing."""

    weapon: Weapon
    kind: Kind
    rows: tuple[Row, ...]
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
    def worth(self) -> Mapping[Situation, Fraction]:
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
class Armoury:
    """The sheets of the weapons that were tried."""

    ruleset: str
    sheets: tuple[Sheet, ...]
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
        tops: dict[Situation, Fraction] = {}
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


def _row_data(row: Row) -> Mapping[str, Any]:
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
