"""All orders of the system: which module judges one, what it rolls, who carries it out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common.present import on_table
from skirmish.rulesets.d100 import blasts, cited, close, gunfire, movement, readying, suppress
from skirmish.rulesets.d100.figures import grappler, stunned, surprised
from skirmish.rulesets.d100.timing import not_now, turn_comes
from skirmish.rulesets.scene import Scene

CLOSE = (close.STRIKE.name, close.GRAPPLE.name, close.FREE.name)
VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        **movement.VERBS,
        **{
            verb.name: verb
            for verb in (
                gunfire.FIRE,
                blasts.BOMBARD,
                suppress.SUPPRESS,
                close.STRIKE,
                close.GRAPPLE,
                close.FREE,
            )
        },
        **readying.VERBS,
    }
)


def refusal(known: View, order: Order) -> Refusal | None:
    """Why a side may not give an order now, as far as it can tell."""
    state = known.state
    figure = state.figures[order.figure]
    breaks_free = order.verb == close.FREE.name and grappler(state, figure.id)
    if not breaks_free and (refused := not_now(state, figure)):
        return refused
    if breaks_free and (stunned(figure) or surprised(state, figure)):
        return Refusal(f"{figure.id} can do nothing now", "EP-14", "it may when that is over")
    if breaks_free and not turn_comes(state, figure):
        return Refusal(f"{figure.id} does not act in this phase", "EP-F4", "wait for its phase")
    if order.verb in movement.VERBS:
        return movement.refusal(state, order)
    if order.verb == gunfire.FIRE.name:
        return gunfire.refusal(state, order)
    if order.verb == blasts.BOMBARD.name:
        return blasts.refusal(state, order)
    if order.verb == suppress.SUPPRESS.name:
        return suppress.refusal(state, order)
    if order.verb in CLOSE:
        return close.refusal(state, order)
    return readying.refusal(state, order)


def barred(state: State, order: Order) -> Refusal | None:
    """Why an attack can't be made whatever the clock says."""
    if not on_table(state, order.figure):
        return Refusal(f"no figure {order.figure} on the table", remedy="see the roster")
    if order.verb == gunfire.FIRE.name:
        fired = gunfire.volley_of(state, order)
        return fired if isinstance(fired, Refusal) else None
    if order.verb == blasts.BOMBARD.name:
        thrown = blasts.throw_of(state, order)
        return thrown if isinstance(thrown, Refusal) else None
    if order.verb == suppress.SUPPRESS.name:
        return suppress.barred(state, order)
    if order.verb in CLOSE:
        return close.barred(state, order)
    return readying.barred(state, order) if order.verb in readying.VERBS else None


def attack(state: State, order: Order) -> Attack | Aim | None:
    """The attack that an order makes; None without dice, and where it can't be made."""
    if not on_table(state, order.figure):
        return None
    if order.verb == gunfire.FIRE.name:
        return gunfire.attack(state, order)
    if order.verb == blasts.BOMBARD.name:
        return blasts.attack(state, order)
    if order.verb == suppress.SUPPRESS.name:
        return suppress.foreseen(state, order)
    return close.attack(state, order) if order.verb in CLOSE else None


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order."""
    scene.cite(*cited.BY_VERB.get(order.verb, ()))
    if order.verb in movement.VERBS:
        movement.carry_out(scene, order)
    elif order.verb == gunfire.FIRE.name:
        gunfire.carry_out(scene, order)
    elif order.verb == blasts.BOMBARD.name:
        blasts.carry_out(scene, order)
    elif order.verb == suppress.SUPPRESS.name:
        suppress.carry_out(scene, order)
    elif order.verb in CLOSE:
        close.carry_out(scene, order)
    else:
        readying.carry_out(scene, order)
