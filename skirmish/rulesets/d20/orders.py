"""All orders of d20: which module judges one and does it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common.present import on_table
from skirmish.rulesets.d20 import acting, attacking, moving, overwatch
from skirmish.rulesets.scene import Scene

VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        **moving.VERBS,
        **attacking.VERBS,
        overwatch.VERB.name: overwatch.VERB,
        **acting.VERBS,
    }
)


def refusal(view: View, order: Order) -> Refusal | None:
    """Why a side may not give this order now."""
    state = view.state
    figure = state.figures[order.figure]
    if figure.count("watching"):
        return Refusal(f"{figure.id} is on overwatch", "D20-F10", "wait for your next turn")
    if order.verb in attacking.VERBS:
        return attacking.refusal(state, order)
    if order.verb in moving.VERBS:
        return moving.refusal(state, figure, order)
    if order.verb == overwatch.VERB.name:
        return overwatch.refusal(state, figure, order)
    return acting.refusal(state, figure, order)


def barred(state: State, order: Order) -> Refusal | None:
    """Why an attack can't be made whatever the clock says."""
    if not on_table(state, order.figure):
        return Refusal(f"no figure {order.figure} on the table", remedy="see the roster")
    return attacking.barred(state, order) if order.verb in attacking.VERBS else None


def attack(state: State, order: Order) -> Attack | Aim | None:
    """The attack that an order makes; None without dice, and where it can't be made."""
    if order.verb not in attacking.VERBS or not on_table(state, order.figure):
        return None
    return attacking.attack(state, order)


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order."""
    if order.verb in attacking.VERBS:
        attacking.carry_out(scene, order)
    elif order.verb in moving.VERBS:
        moving.carry_out(scene, order)
    elif order.verb == overwatch.VERB.name:
        overwatch.enter(scene, order)
    else:
        acting.carry_out(scene, order)
