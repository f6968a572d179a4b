"""What would come of an order, found by carrying it out on a view.

So a cone of fire is seen before it is laid, whatever a ruleset calls it. Only what the side knows
takes part: what comes of it tells no more than the player could work out.
"""

from __future__ import annotations

from attrs import evolve

from skirmish.core.dice import Roller, Script
from skirmish.core.orders import Order
from skirmish.core.state import Known, State
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.rulesets.protocol import Ruleset
from skirmish.rulesets.scene import Halt, Scene


def rehearsed(
    ruleset: Ruleset, view: View, order: Order, dice: Roller | None = None
) -> State | None:
    """The view's state after an order; None where it can't be told.

    Without dice that is so of every order that rolls any.
    """
    state, rolls = view.state, dice or Script(())
    known = {**state.known, view.enemy: Known()}
    scene = Scene(evolve(state, known=known, pending=None), view.side, order, rolls, ())
    try:
        ruleset.carry_out(scene, order)
    except (SkirmishError, Halt, KeyError, TypeError, ValueError):
        # A view is not the whole truth: where a rule misses something there is no preview.
        return None
    return scene.state


def laid(ruleset: Ruleset, view: View, order: Order) -> int:
    """Mask of the tiles of the zones that an order lays or changes; 0 where it rolls dice first."""
    state, after = view.state, rehearsed(ruleset, view, order)
    if after is None:
        return 0
    fresh = [zone for name, zone in after.zones.items() if state.zones.get(name) != zone]
    return state.board.mask_of(tile for zone in fresh for tile in zone.tiles)
