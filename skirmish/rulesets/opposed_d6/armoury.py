"""The armoury of opposed d6: its stat blocks, what is wrong with one, what a figure starts with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from attrs import frozen

from skirmish.core.figures import Kind, Weapon
from skirmish.rulesets.common.stock import read_stock
from skirmish.rulesets.opposed_d6.kinds import Arm, Troop

ARC_STEP = 45
WHOLE_CIRCLE = 360


@frozen
class Armoury:
    """All kinds of figure and weapons by id."""

    kinds: Mapping[str, Troop]
    weapons: Mapping[str, Arm]


@cache
def armoury() -> Armoury:
    """The stat blocks of `armoury.toml`, read once."""
    return Armoury(*read_stock("skirmish.rulesets.opposed_d6", Troop, Arm))


def kinds() -> Mapping[str, Troop]:
    """The kinds of figure by id."""
    return armoury().kinds


def weapons() -> Mapping[str, Arm]:
    """The weapons by id."""
    return armoury().weapons


def troop(kind: Kind) -> Troop:
    """A figure's kind as this ruleset's own; TypeError for another ruleset's."""
    if not isinstance(kind, Troop):
        raise TypeError(kind)
    return kind


def arms(carried: tuple[Weapon, ...]) -> tuple[Arm, ...]:
    """A figure's weapons as this ruleset's own."""
    return tuple(arm for arm in carried if isinstance(arm, Arm))


def faults(kind: Kind, carried: tuple[Weapon, ...]) -> tuple[str, ...]:
    """What is wrong with a figure's stat blocks beyond the types of their fields."""
    return (*_troop_faults(troop(kind)), *(f for arm in arms(carried) for f in _arm_faults(arm)))


def _troop_faults(kind: Troop) -> Iterator[str]:
    if not 0 <= kind.move <= 40:
        yield f"{kind.id}: move {kind.move} is not 0 to 40 tiles"
    if kind.shield < 0:
        yield f"{kind.id}: shield {kind.shield} is below 0"
    if kind.points < 0:
        yield f"{kind.id}: points {kind.points} are below 0"
    for name in ("physical", "abc", "psi"):
        if not -9 <= getattr(kind, name) <= 19:
            yield f"{kind.id}: {name} {getattr(kind, name)} is not -9 to 19"


def _arm_faults(arm: Arm) -> Iterator[str]:
    if arm.arc % ARC_STEP or not ARC_STEP <= arm.arc <= WHOLE_CIRCLE:
        yield f"{arm.id}: arc {arm.arc} is not a multiple of 45 up to 360"
    if not 0 <= arm.min_range <= arm.range <= 200:
        yield f"{arm.id}: ranges {arm.min_range} to {arm.range} are not 0 to 200 in this order"
    if arm.range and not arm.cloud and not 1 <= arm.factor <= 19:
        yield f"{arm.id}: factor {arm.factor} is not 1 to 19"
    if not 0 <= arm.radius <= 20:
        yield f"{arm.id}: radius {arm.radius} is not 0 to 20"
    if arm.max_radius and not arm.radius <= arm.max_radius <= 20:
        yield f"{arm.id}: max_radius {arm.max_radius} is not {arm.radius} to 20"
    if arm.max_radius and not arm.radius:
        yield f"{arm.id}: max_radius without radius"
    if arm.selective and not arm.radius:
        yield f"{arm.id}: selective without radius"
    if arm.automatic and (arm.radius or arm.fire != "direct"):
        yield f"{arm.id}: automatic fire is direct, at single figures"
    if bool(arm.cloud) != (arm.duration > 0):
        yield f"{arm.id}: a cloud has a duration, and nothing else has"
    if arm.cloud and not arm.radius:
        yield f"{arm.id}: a cloud without radius"
    if arm.duration < 0 or arm.reload_bounds < 0 or arm.magazine < 0:
        yield f"{arm.id}: duration, reload_bounds and magazine are never below 0"
