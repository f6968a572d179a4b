"""The armoury of opposed d6: its stat blocks, what is wrong with one, what a figure starts with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from attrs import frozen

from skirmish.core.figures import Kind, Weapon
from skirmish.rulesets.common import slots, start
from skirmish.rulesets.common.stock import read_stock
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.opposed_d6.declared import LOADING, TOKENS
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


def faults(kind: Kind, carried: tuple[Weapon, ...]) -> tuple[str, ...]:
    """What is wrong with a figure's stat blocks beyond the types of their fields."""
    about = _troop_faults(kind) if isinstance(kind, Troop) else ()
    arms = [arm for arm in carried if isinstance(arm, Arm)]
    found = (fault for arm in arms for fault in _arm_faults(arm))
    return (*about, *found, *slots.faults(kind.id, carried))


def equipped(carried: tuple[Weapon, ...], _given: start.Given) -> Mapping[str, int]:
    """Full magazines, in tokens for each weapon."""
    return {
        slots.name(TOKENS, slot): capacity(arm.magazine)
        for slot, arm in enumerate(carried[: slots.MOST])
        if isinstance(arm, Arm) and arm.magazine
    }


def state_faults(_kind: Kind, carried: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """What of a scenario's `state` no such figure can come with, by key."""
    arms = tuple(arm for arm in carried if isinstance(arm, Arm))
    found: dict[str, tuple[str, str]] = {}
    if state.get(start.DAMAGE):
        found[start.DAMAGE] = "no damage is counted here", "write injury = 1 to 3"
    return {
        **found,
        **start.loaded(arms, state, TOKENS, lambda arm, _: capacity(arm.magazine)),
        **start.without_weapon(arms, state, TOKENS, LOADING),
    }


def _troop_faults(kind: Troop) -> Iterator[str]:
    checks = (
        (0 <= kind.move <= 40, f"move {kind.move} is not 0 to 40 tiles"),
        (0 <= kind.shield <= 9, f"shield {kind.shield} is not 0 to 9"),
        (0 <= kind.points <= 999, f"points {kind.points} are not 0 to 999"),
        (-9 <= kind.physical <= 19, f"physical {kind.physical} is not -9 to 19"),
        (-9 <= kind.abc <= 19, f"abc {kind.abc} is not -9 to 19"),
        (-9 <= kind.psi <= 19, f"psi {kind.psi} is not -9 to 19"),
    )
    return (f"{kind.id}: {fault}" for right, fault in checks if not right)


def _arm_faults(arm: Arm) -> Iterator[str]:
    arc_fits = arm.arc % ARC_STEP == 0 and ARC_STEP <= arm.arc <= WHOLE_CIRCLE
    in_order = 0 <= arm.min_range <= arm.range <= 200
    strikes = arm.range > 0 and arm.cloud != "smoke"
    checks = (
        (arc_fits, f"arc {arm.arc} is not a multiple of 45 up to 360"),
        (in_order, f"{arm.min_range} to {arm.range} are no ranges from 0 to 200"),
        (strikes <= arm.factor <= 19, f"factor {arm.factor} is not {int(strikes)} to 19"),
        (0 <= arm.radius <= 20, f"radius {arm.radius} is not 0 to 20"),
        (
            not arm.max_radius or 0 < arm.radius <= arm.max_radius <= 20,
            f"max_radius {arm.max_radius} is not {max(1, arm.radius)} to 20, with a radius",
        ),
        (not arm.selective or arm.radius > 0, "selective without a radius"),
        (not arm.automatic or _single(arm), "automatic fire is direct, at single figures"),
        (bool(arm.cloud) == (arm.duration > 0), "a cloud has a duration, and nothing else has"),
        (not arm.cloud or arm.radius > 0, "a cloud without a radius"),
        (arm.cloud != "gas" or arm.against == "abc", "gas is against the ABC factor"),
        (0 <= arm.duration <= 20, f"duration {arm.duration} is not 0 to 20"),
        (0 <= arm.reload_bounds <= 20, f"reload_bounds {arm.reload_bounds} are not 0 to 20"),
        (0 <= arm.magazine <= 2000, f"magazine {arm.magazine} is not 0 to 2000"),
        (-9 <= arm.melee <= 9, f"melee {arm.melee} is not -9 to 9"),
    )
    return (f"{arm.id}: {fault}" for right, fault in checks if not right)


def _single(arm: Arm) -> bool:
    return arm.fire == "direct" and not arm.radius and not arm.cloud
