"""What would come of an order, found by carrying it out on a view.

So a cone of fire is seen before it is laid, whatever a ruleset calls it. Only what the side knows
takes part: what comes of it tells no more than the player could work out.
"""

from __future__ import annotations

from attrs import evolve

from skirmish.core.dice import Roller, Script
from skirmish.core.orders import ENGINE_VERBS, Order
from skirmish.core.state import Known, State
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.rulesets.protocol import Ruleset
from skirmish.rulesets.scene import Halt, Scene


def rehearsed(
    ruleset: Ruleset, view: View, order: Order, dice: Roller | None = None
) -> State | None:
    """The view's state after an order that nobody answers; None where it can't be told.

    That is so of what is no ruleset's, such as to deploy, and without dice of all that rolls any.
    """
    if order.verb in ENGINE_VERBS:
        return None
    state, rolls = _unanswered(view), dice or Script(())
    known = {**state.known, view.enemy: Known()}
    scene = Scene(evolve(state, known=known, pending=None), view.side, order, rolls, ())
    try:
        ruleset.carry_out(scene, order)
    except (SkirmishError, Halt):
        return None
    return scene.state


def _unanswered(view: View) -> State:
    """What is known without what the enemy keeps under fire; who does so may be out of sight."""
    kinds, zones = view.state.setup.declared.zones, view.state.zones
    kept = {n: z for n, z in zones.items() if z.side == view.side or kinds[z.kind].drifts}
    return evolve(view.state, zones=kept)


def laid(ruleset: Ruleset, view: View, order: Order) -> int:
    """Mask of the tiles of the zones that an order lays or changes; 0 where it rolls dice first."""
    state, after = view.state, rehearsed(ruleset, view, order)
    if after is None:
        return 0
    fresh = [zone for name, zone in after.zones.items() if state.zones.get(name) != zone]
    return state.board.mask_of(tile for zone in fresh for tile in zone.tiles)
