"""Every way to use one weapon on a figure, for tables of odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.rulesets.common import slots
from skirmish.rulesets.dice_pool.arithmetic import ROUNDS
from skirmish.rulesets.dice_pool.gun import Gun, arms, gun_in
from skirmish.rulesets.dice_pool.orders import barred
from skirmish.rulesets.dice_pool.striking import STRIKE


def modes(state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
    """Every way to use one weapon on a figure as it is set; those that are possible from there."""
    figure = state.figures[shooter]
    slot = slots.of(figure, weapon)
    if not arms(figure)[slot].increment:
        found = {"blow": Order.of(STRIKE.name, shooter, target, weapon=weapon)}
    else:
        found = dict(_ways(state, gun_in(figure, slot), shooter, target))
    return {name: order for name, order in found.items() if barred(state, order) is None}


def _ways(state: State, gun: Gun, shooter: str, target: str) -> Iterator[tuple[str, Order]]:
    weapon = gun.arm.id
    if gun.arm.explodes:
        at = state.figures[target].at
        if at is not None:
            yield "blast", Order.of("bombard", shooter, at, weapon=weapon)
        return
    if not gun.bursts:
        name = f"{gun.mode.upper()}: shot" if gun.mode else "shot"
        yield name, Order.of("fire", shooter, target, weapon=weapon)
        return
    for burst in ROUNDS:
        order = Order.of("fire", shooter, target, weapon=weapon, burst=burst)
        yield f"{gun.mode.upper()}: {burst} burst, narrow", order
        wide = order.with_field("spread", "wide")
        yield f"{gun.mode.upper()}: {burst} burst, wide", wide
        if gun.choke == "wide":
            yield f"{gun.mode.upper()}: {burst} burst, 90 degrees", wide.with_field("cone", 90)
    at = state.figures[target].at
    if gun.mode == "fa" and at is not None:
        yield "FA: suppressive fire", Order.of("suppress", shooter, at, weapon=weapon)
