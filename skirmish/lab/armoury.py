"""What each mode of each weapon is good for: expected loss for what the order costs.

Every mode is tried at every range, at targets in cover or not, alone and in groups. A mode that is
the best of its weapon's nowhere is a fault of the armoury: nobody who reckons would ever use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from attrs import field, frozen

from skirmish.core.figures import Figure, Kind, Weapon
from skirmish.core.gate import shown
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.errors import UsageProblem
from skirmish.lab.ground import (
    BLUE,
    DISTANCES,
    GROUND,
    GROUPS,
    RED,
    RESTED,
    SHOOTER,
    Condition,
    Ground,
)
from skirmish.rulesets.attack import Aim, Attack, odds_of
from skirmish.rulesets.protocol import Ruleset

DIGITS = 4
YARDSTICK = 8
"""Tiles between two figures when kinds are compared by how well they are protected."""
ALONE = ("alone",)


@frozen(order=True)
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

    Harm to the own side is taken off; the cost is a share of the figure's bound.
    """

    loss: Fraction
    cost: Fraction

    @property
    def value(self) -> Fraction:
        """Points for a whole bound; an order that is free counts as if it took all of it."""
        return self.loss / self.cost if self.cost else self.loss


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

    @property
    def faults(self) -> tuple[str, ...]:
        """The modes that are the best nowhere, each in a sentence."""
        return tuple(
            f"{self.weapon.id}: '{mode}' is nowhere the best"
            if any(row.best for row in self.rows)
            else f"{self.weapon.id}: '{mode}' gains nothing anywhere"
            for mode in self.modes
            if not self.best_at(mode)
        )

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "weapon": self.weapon.id,
            "fired_by": self.kind.id,
            "modes": {mode: {"best": self.best_at(mode)} for mode in self.modes},
            "without_dice": list(self.idle),
            "situations": [_row_data(row) for row in self.rows],
            "faults": list(self.faults),
        }


@frozen
class Armoury:
    """The sheets of a ruleset's weapons."""

    ruleset: str
    sheets: tuple[Sheet, ...]
    targets: tuple[Kind, ...] = field(factory=tuple)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the stat blocks: every mode that is the best nowhere."""
        return tuple(fault for sheet in self.sheets for fault in sheet.faults)

    @property
    def notes(self) -> tuple[str, ...]:
        """Weapons that another one beats or equals in every situation; no fault by itself.

        Each is reckoned in the hands of who fires it here, fresh.
        """
        tops: dict[Situation, Fraction] = {}
        for sheet in self.sheets:
            for row in _fresh(sheet):
                tops[row.situation] = max(tops.get(row.situation, row.value), row.value)
        return tuple(
            f"{sheet.weapon.id}: another weapon is better in every situation"
            for sheet in self.sheets
            if sheet.modes
            and not any(row.best and row.value == tops[row.situation] for row in _fresh(sheet))
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


def _fresh(sheet: Sheet) -> Iterator[Row]:
    return (row for row in sheet.rows if row.situation.condition == RESTED)


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


def armoury(
    ruleset: Ruleset,
    *,
    weapons: Iterable[str] = (),
    kind: str = "",
    targets: Iterable[str] = (),
    distances: Iterable[int] = DISTANCES,
) -> Armoury:
    """Every mode of a ruleset's weapons in every situation.

    Args:
        ruleset: Whose armoury.
        weapons: Ids of weapons; all of them where none is named.
        kind: Who fires; else for each weapon the first kind that carries it, or the first of all.
        targets: Kinds that are shot at; else the first one and the one that is protected best.
        distances: Ranges to try, in tiles; those beyond a weapon's reach are left out.

    Raises:
        UsageProblem: There is no such kind or weapon.
    """
    kinds, arms = ruleset.kinds(), ruleset.weapons()
    trial = _Trial(ruleset, tuple(distances))
    chosen = [_known("weapon", weapon, arms) for weapon in weapons] or list(arms.values())
    shooter = _known("kind", kind, kinds) if kind else None
    aims = [_known("kind", target, kinds) for target in targets] or list(trial.exposed_and_armoured())
    sheets = [trial.sheet(weapon, shooter or _carrier(weapon, kinds), aims) for weapon in chosen]
    return Armoury(ruleset.id, tuple(sheets), tuple(aims))


def _known(what: str, name: str, known: Mapping[str, Any]) -> Any:  # noqa: ANN401 - kind or weapon
    if name not in known:
        raise UsageProblem(f"no {what} '{shown(name)}'", remedy="known: " + ", ".join(known))
    return known[name]


def _carrier(weapon: Weapon, kinds: Mapping[str, Kind]) -> Kind:
    """Who has a weapon; the first kind of all where nobody does."""
    able = (kind for kind in kinds.values() if weapon.id in kind.weapons)
    return next(able, next(iter(kinds.values())))


class _Trial:
    """Weapons being tried out; what the same numbers gave once is kept as long as it lasts."""

    def __init__(self, ruleset: Ruleset, distances: tuple[int, ...]) -> None:
        self._ruleset = ruleset
        self._distances = distances
        self._ground = Ground(ruleset)
        self._kept: dict[Any, Fraction] = {}

    def exposed_and_armoured(self) -> tuple[Kind, ...]:
        """The first kind, and the one that loses the least share of its points to it."""
        kinds = list(self._ruleset.kinds().values())
        plain = kinds[0]
        shares = {kind.id: self._menaced(plain, kind) for kind in kinds}
        harmed = [kind for kind in kinds if shares[kind.id] > 0]
        best = min(harmed, key=lambda kind: shares[kind.id], default=plain)
        return (plain,) if shares[best.id] == shares[plain.id] else (plain, best)

    def _menaced(self, plain: Kind, kind: Kind) -> Fraction:
        arms = self._ruleset.weapons()
        carried = tuple(arms[weapon] for weapon in plain.weapons)
        shooter = self._ground.figure(SHOOTER, BLUE, plain, carried)
        clock, _ = self._ground.conditions(shooter, self._ground.targets(plain))
        state = self._ground.state(
            clock, shooter, self._ground.targets(kind)[:1], distance=YARDSTICK
        )
        return self._ruleset.menace(state, SHOOTER, "r1") / max(1, kind.points)

    def sheet(self, weapon: Weapon, kind: Kind, aims: list[Kind]) -> Sheet:
        """One weapon in somebody's hands."""
        shooter = self._ground.figure(SHOOTER, BLUE, kind, (weapon,))
        rows: list[Row] = []
        idle: dict[str, None] = {}
        for aim in aims:
            targets = self._ground.targets(aim)
            clock, conditions = self._ground.conditions(shooter, targets)
            for condition in conditions:
                plain = condition.name == RESTED
                if not plain and aim is not aims[0]:
                    continue
                for group in GROUPS if plain else ALONE:
                    ...
        return Sheet(weapon, kind, tuple(rows), tuple(idle))
