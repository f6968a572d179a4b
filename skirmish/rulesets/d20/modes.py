"""Every way to use one weapon on a figure, by a short name: for tables of what weapons do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.rulesets.common import slots
from skirmish.rulesets.d20 import attacking
from skirmish.rulesets.d20.body import arms
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.d20.limbs import LIMBS, WORDS
from skirmish.rulesets.d20.shot import BURST, SINGLE, direct, held


def modes(state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
    """The orders that are possible from where both stand."""
    figure, other = state.figures[shooter], state.figures[target]
    if figure.at is None or other.at is None:
        return {}
    arm = arms(figure)[slots.of(figure, weapon)]
    ways = {**dict(_ways(arm, shooter, target))}
    if arm.radius:
        ways["blast on its tile"] = Order.of("bombard", shooter, other.at, weapon=arm.id)
    return {name: one for name, one in ways.items() if attacking.barred(state, one) is None}


def _ways(arm: Arm, shooter: str, target: str) -> Iterator[tuple[str, Order]]:
    plain: list[tuple[str, Order]] = []
    if direct(arm):
        single = Order.of(attacking.FIRE.name, shooter, target, weapon=arm.id)
        plain = [(SINGLE, single), (BURST, single.with_field("mode", BURST))]
    if held(arm):
        plain.append(("blow", Order.of(attacking.STRIKE.name, shooter, target, weapon=arm.id)))
    for name, order in plain:
        yield name, order
        for limb in LIMBS:
            yield f"{name}: {WORDS[limb]}", order.with_field("limb", limb)
