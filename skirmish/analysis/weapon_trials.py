"""Trials of weapons: the gain of each mode at each range and cover, per cost of its order.

The odds are those of play: the same attack, its exact odds, the ruleset's own loss and cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

from skirmish.ai.cache import ThoughtCache
from skirmish.ai.expected_damage import expected_losses
from skirmish.analysis.firing_range import (
    BLUE,
    COVER_GLYPHS,
    DISTANCES,
    GROUPS,
    RED,
    RESTED,
    SHOOTER,
    TARGET,
    FiringRange,
    ShooterCondition,
    TrialStock,
    ruleset_stock,
)
from skirmish.analysis.weapon_sheets import (
    ModeResult,
    SheetRow,
    TrialSituation,
    WeaponSheet,
    WeaponSheets,
    label,
)
from skirmish.core.figures import Figure, Kind, Weapon
from skirmish.core.orders import Order
from skirmish.core.sanitize import escaped
from skirmish.core.state import Clock, State
from skirmish.errors import UsageProblem
from skirmish.rulesets.attack import Aim, Attack, Outcome
from skirmish.rulesets.measures import Role
from skirmish.rulesets.ruleset import Ruleset

SIGNS = {RED: 1, BLUE: -1}


class AttackGains:
    """Expected gains of a ruleset's attacks by blue; results of equal numbers are cached."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Start with an empty cache."""
        self._ruleset = ruleset
        self._cache: ThoughtCache | None = None

    def of(self, state: State, plan: Attack | Aim) -> Fraction:
        """Expected points lost by the enemy, less the side's own losses."""
        if self._cache is None:  # expected losses do not depend on the board
            self._cache = ThoughtCache(state.board)
        struck = expected_losses(self._ruleset, state, plan, self._cache)
        figures = state.figures
        return sum((SIGNS[figures[one.figure].side] * one.lost for one in struck), Fraction(0))

    def tokens(self, plan: Attack | Aim) -> Fraction:
        """Expected ammunition tokens that an attack uses up; 0 for weapons without tokens."""
        if not isinstance(plan, Attack) or not plan.subjects:
            return Fraction(0)
        chances = plan.odds_on(plan.named or plan.subjects[0]).items()
        return sum((self._cost(outcome) * p for outcome, p in chances), Fraction(0))

    def _cost(self, outcome: Outcome) -> int:
        """The cost of an outcome to the attacker."""
        rules = self._ruleset.outcomes
        costs = (name for name, measure in rules.measures.items() if measure.role is Role.COST)
        found = rules.words(outcome)
        return sum(int(found.get(name, 0)) for name in costs)


YARDSTICK = 8
"""Range in tiles at which the protection of kinds is compared."""
ALONE = ("alone",)
_Block = TypeVar("_Block", Kind, Weapon)


def try_weapons(
    ruleset: Ruleset,
    stock: TrialStock | None = None,
    *,
    weapons: Iterable[str] = (),
    kind: str = "",
    targets: Iterable[str] = (),
    distances: Iterable[int] = DISTANCES,
) -> WeaponSheets:
    """Try every mode of weapons in every situation.

    Args:
        ruleset: The rules.
        stock: Kinds and weapons; by default those of the ruleset.
        weapons: Ids of weapons; by default those that the stock marks as tried.
        kind: Id of the kind that fires; by default the first kind that carries the weapon, or the
            first of all.
        targets: Ids of the target kinds; by default the first one and the best protected one.
        distances: Ranges to try, in tiles; those beyond a weapon's reach are left out.

    Raises:
        UsageProblem: There is no such kind or weapon.
    """
    stock = stock or ruleset_stock(ruleset)
    kinds, arms = stock.kinds, stock.weapons
    if not kinds:
        return WeaponSheets(ruleset.id, ())
    trial = _Trial(ruleset, stock, tuple(distances))
    chosen = [_known("weapon", weapon, arms) for weapon in tuple(weapons) or stock.tried]
    shooter = _known("kind", kind, kinds) if kind else None
    aims = tuple(_known("kind", target, kinds) for target in targets) or trial.exposed_and_armoured
    sheets = [trial.sheet(weapon, shooter or stock.bearer(weapon), aims) for weapon in chosen]
    return WeaponSheets(ruleset.id, tuple(sheets), aims)


def _known(what: str, name: str, known: Mapping[str, _Block]) -> _Block:
    if name not in known:
        raise UsageProblem(f"no {what} '{escaped(name)}'", remedy="known: " + ", ".join(known))
    return known[name]


class _Trial:
    """Trials of the weapons of one stock."""

    def __init__(self, ruleset: Ruleset, stock: TrialStock, distances: tuple[int, ...]) -> None:
        self._ruleset = ruleset
        self._stock = stock
        self._distances = distances
        self._range = FiringRange(ruleset, stock)
        self._gains = AttackGains(ruleset)

    @property
    def exposed_and_armoured(self) -> tuple[Kind, ...]:
        """The first kind, and the kind that loses the least share among those that it can harm."""
        kinds = list(self._stock.kinds.values())
        shares = {kind.id: self._menaced(kinds[0], kind) for kind in kinds}
        harmed = [kind for kind in kinds if shares[kind.id] > 0]
        best = min(harmed, key=lambda kind: shares[kind.id], default=kinds[0])
        return tuple(dict.fromkeys((kinds[0], best)))

    def _menaced(self, plain: Kind, kind: Kind) -> Fraction:
        """Expected loss of a kind to an attack of the plain one, as a share of its points."""
        ground = self._range
        shooter = ground.figure(SHOOTER, BLUE, plain, ground.carried(plain))
        target = ground.figure(TARGET, RED, kind, ground.carried(kind))
        state = ground.state(ground.first_clock, shooter, (target,), distance=YARDSTICK)
        return self._ruleset.estimates.menace(state, SHOOTER, TARGET) / max(1, kind.points)

    def sheet(self, weapon: Weapon, kind: Kind, aims: tuple[Kind, ...]) -> WeaponSheet:
        """Try one weapon, fired by a kind at target kinds."""
        shooter = self._range.figure(SHOOTER, BLUE, kind, (weapon,))
        squads = {aim.id: self._range.targets(aim) for aim in aims}
        clock, conditions = self._range.conditions(shooter, squads[aims[0].id])
        idle: dict[str, None] = {}
        rows: list[SheetRow] = []
        ranges = self._ranges(shooter, squads[aims[0].id])
        for condition in conditions:
            for situation in self._situations(condition, aims, ranges):
                uses: dict[str, ModeResult] = {}
                tried = self._tried(clock, condition, squads[situation.target], situation)
                for mode, state, order in tried:
                    plan = self._ruleset.attack(state, order)
                    if plan is None:
                        idle[mode] = None
                    else:
                        cost = self._ruleset.cost(state, order)
                        spent = self._gains.tokens(plan) if condition.short else Fraction(0)
                        uses[mode] = ModeResult(self._gains.of(state, plan), cost, spent)
                if uses:
                    rows.append(SheetRow(situation, uses))
        return WeaponSheet(weapon, kind, tuple(rows), tuple(idle))

    def _ranges(self, shooter: Figure, squad: tuple[Figure, ...]) -> tuple[int, ...]:
        """The distances at which the weapon may be used, its maximum range included."""
        ground = self._range

        def able(distance: int) -> bool:
            return bool(
                ground.modes(ground.state(ground.first_clock, shooter, squad, distance=distance))
            )

        near = [distance for distance in self._distances if able(distance)]
        if not near or near[-1] == self._distances[-1]:
            return tuple(near)
        beyond = self._distances[self._distances.index(near[-1]) + 1]
        reach = next(d for d in range(beyond - 1, near[-1] - 1, -1) if able(d))
        return tuple(dict.fromkeys((*near, reach)))

    def _situations(
        self, condition: ShooterCondition, aims: tuple[Kind, ...], ranges: tuple[int, ...]
    ) -> Iterator[TrialSituation]:
        """All targets and groups for a rested shooter, else a single figure of the first kind."""
        rested = condition.name == RESTED
        for aim in aims if rested else aims[:1]:
            for group in GROUPS if rested else ALONE:
                for cover in range(len(COVER_GLYPHS)):
                    for distance in ranges:
                        yield TrialSituation(aim.id, condition.name, distance, cover, group)

    def _tried(
        self,
        clock: Clock,
        condition: ShooterCondition,
        squad: tuple[Figure, ...],
        where: TrialSituation,
    ) -> Iterator[tuple[str, State, Order]]:
        """Name, state and order of each mode, for every setting of the weapon."""
        for words, figure in condition.figures.items():
            state = self._range.state(
                clock, figure, squad, distance=where.range, cover=where.cover, group=where.group
            )
            for name, order in self._range.modes(state, strict=condition.strict).items():
                yield label(words, name), state, order
