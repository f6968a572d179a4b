"""What orders that roll nothing may be expected to gain, and what orders cost: for the computer."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, distance2, facing_towards, in_arc
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import prospects
from skirmish.rulesets.dice_pool import handling
from skirmish.rulesets.dice_pool.declared import AIM, PRONE
from skirmish.rulesets.dice_pool.gun import gun_of
from skirmish.rulesets.dice_pool.holding import ARC
from skirmish.rulesets.dice_pool.menace import NOTHING, at_once, menace
from skirmish.rulesets.dice_pool.orders import HOLD
from skirmish.rulesets.dice_pool.pools import HELD

LIKELY = Fraction(1, 2)
"""How often an enemy in sight does what the order waits for, or shoots at the figure at all."""
UNSEEN = Fraction(1, 40)
"""Of the figure's points: what being ready is worth with no enemy in sight."""
UPRIGHT = Fraction(1, 50)
"""Of the figure's points: what it is worth to be on one's feet."""


def prospect(known: View, order: Order) -> Fraction:
    """Points that an order which rolls nothing may be expected to gain its side later."""
    state, figure = known.state, known.state.figures[order.figure]
    if order.verb == HOLD.name:
        return _waiting(known, figure, order)
    if order.verb not in handling.VERBS or handling.barred(figure, order) is not None:
        return NOTHING
    changed = handling.changed(figure, order)
    if order.verb in ("pose", "defend"):
        return _safer(state, figure, changed)
    gained = prospects.gain(at_once, state, figure.id, changed)
    if gained > 0 or prospects.foes(state, figure.side):
        return max(gained, NOTHING)
    return _readier(figure, order)


def _safer(state: State, figure: Figure, changed: Figure) -> Fraction:
    gained = LIKELY * prospects.relief(menace, state, figure.id, changed)
    if changed.posture == figure.posture:
        return max(gained, NOTHING)
    upright = UPRIGHT * figure.who.kind.points
    return gained - upright if changed.posture == PRONE else gained + upright


def _readier(figure: Figure, order: Order) -> Fraction:
    """With nobody in sight a full magazine and a clear breech are worth something all the same."""
    if order.verb not in ("reload", "unjam"):
        return NOTHING
    gun = gun_of(figure, order)
    if isinstance(gun, Refusal):
        return NOTHING
    worth = UNSEEN * figure.who.kind.points
    if order.verb == "unjam" or not gun.mode:
        return worth
    return worth * (gun.arm.magazine - gun.rounds) / gun.arm.magazine


def _waiting(known: View, figure: Figure, order: Order) -> Fraction:
    """A held shot: at the best of the enemies that it has before it."""
    said = order.facing("face")
    facing = figure.facing if said is None else said
    ahead = partial(_ahead, figure, facing)
    state = known.state
    hasty = evolve(figure, counters={**figure.counters, AIM: figure.count(AIM) + HELD})
    worse = evolve(state, figures={**state.figures, figure.id: hasty})
    foes = [f for f in prospects.foes(state, figure.side) if ahead(state.figures[f].tile)]
    if foes:
        return LIKELY * max(at_once(worse, figure.id, foe) for foe in foes)
    remembered = (contact.figure.at for contact in known.contacts.values())
    if any(tile is not None and ahead(tile) for tile in remembered):
        return UNSEEN * figure.who.kind.points
    return NOTHING


def _ahead(figure: Figure, facing: Facing, tile: Tile) -> bool:
    return in_arc(figure.tile, facing, tile, ARC)


def nearest_foe(known: View, figure: Figure) -> Facing | None:
    """Which way the nearest enemy is that the side knows of."""
    tiles = [contact.figure.at for contact in known.contacts.values()]
    there = [tile for tile in tiles if tile is not None and tile != figure.tile]
    if not there:
        return None
    return facing_towards(figure.tile, min(there, key=lambda t: (distance2(figure.tile, t), t)))
