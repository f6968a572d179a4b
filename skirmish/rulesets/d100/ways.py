"""Every way to use one weapon on a figure as it is set, as orders: for the armoury's table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.rulesets.common.present import present
from skirmish.rulesets.d100 import orders
from skirmish.rulesets.d100.blasts import BOMBARD
from skirmish.rulesets.d100.choices import groups
from skirmish.rulesets.d100.close import GRAPPLE, STRIKE
from skirmish.rulesets.d100.figures import arms, close_arms
from skirmish.rulesets.d100.gunfire import FIRE, HEAVIER, SPLIT, set_mode
from skirmish.rulesets.d100.kinds import Arm, Mode

NAMES: Mapping[Mode, str] = {
    "single": "single shot",
    "semi": "one of two shots",
    "burst": "burst",
    "full": "full automatic",
}


def modes(state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
    """The possible ways, by a short name."""
    found = dict(_all(state, shooter, weapon, target))
    return {name: order for name, order in found.items() if orders.barred(state, order) is None}


def _all(state: State, shooter: str, weapon: str, target: str) -> Iterator[tuple[str, Order]]:
    one, other = state.figures[shooter], state.figures[target]
    carried = {arm.id: arm for arm in (*close_arms(one), *arms(one))}
    arm = carried.get(weapon)
    if arm is None or one.at is None or other.at is None:
        return
    if arm.close:
        yield "hand to hand: blow", Order.of(STRIKE.name, shooter, target, weapon=weapon)
        yield "hand to hand: grip", Order.of(GRAPPLE.name, shooter, target, weapon=weapon)
    elif arm.blast:
        yield "blast", Order.of(BOMBARD.name, shooter, other.tile, weapon=weapon)
    else:
        yield from _fire(state, shooter, arm, target)


def _fire(state: State, shooter: str, arm: Arm, target: str) -> Iterator[tuple[str, Order]]:
    figure = state.figures[shooter]
    mode = set_mode(figure, arm)
    order = Order.of(FIRE.name, shooter, target, weapon=arm.id, mode=mode)
    if not HEAVIER[mode]:
        yield NAMES[mode], order
        return
    yield f"{NAMES[mode]}: to hit", order
    yield f"{NAMES[mode]}: for damage", order.with_field("bonus", "damage")
    enemies = tuple(f for f in present(state, figure.side) if f.side != figure.side)
    for names in groups(state.figures[target], enemies, SPLIT[mode]):
        count = 2 + names.count("+")
        yield f"{NAMES[mode]}: at {count}", order.with_field("also", names)
