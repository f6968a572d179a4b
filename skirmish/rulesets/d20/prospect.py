"""What an order takes of a bound, and what one that rolls nothing now may gain later."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import harm, prospects, slots, walking
from skirmish.rulesets.common.moves import way
from skirmish.rulesets.d20 import acting, action_points, ammunition, attacking, moving, overwatch
from skirmish.rulesets.d20.body import fighter
from skirmish.rulesets.d20.menace import menace, share_of
from skirmish.rulesets.d20.shot import BURST, Shot, chosen, clear

ANSWERED = Fraction(1, 2)
"""How often an enemy in the cone is taken to give cause for an attack; it may stay where it is."""
BELIEVED = Fraction(1, 8)
"""The same of one that was seen there and is not in sight now."""
LINGERS = 2
"""Bounds that bleeding is taken to last if nobody treats it."""
TOPPED_UP = Fraction(1, 10)
"""What a fuller magazine is worth, of what an attack with it takes."""


def cost(state: State, order: Order) -> Fraction:
    """The share of the figure's own bound that an order takes, 0 to 1."""
    figure = state.figures[order.figure]
    if order.verb == overwatch.VERB.name:
        return Fraction(1)
    return action_points.share(figure, points(state, figure, order))


def points(state: State, figure: Figure, order: Order) -> int:
    """Action points that an order takes."""
    if order.verb in acting.COSTS:
        return acting.COSTS[order.verb]
    if order.verb in attacking.VERBS:
        plan = attacking.plan_of(state, order)
        return 0 if isinstance(plan, Refusal) else plan.points
    moved = figure.count("moved")
    return action_points.walked(moved + _halves(state, figure, order)) - action_points.walked(moved)


def _halves(state: State, figure: Figure, order: Order) -> int:
    if order.verb == walking.DOOR.name:
        return walking.DOOR_HALVES
    if order.verb != walking.MOVE.name:
        return 0
    pace, here, halves = moving.pace(figure), figure.tile, 0
    for tile in way(here, order.target_path):
        halves += pace.step(state.board, here, tile) or 0
        here = tile
    return halves


def prospect(known: View, order: Order) -> Fraction:
    """Points that an order may be expected to gain later; 0 where nothing is to be gained."""
    state = known.state
    figure = state.figures[order.figure]
    if order.verb == overwatch.VERB.name:
        return _watch(known, figure, order)
    if order.verb == acting.AIM.name:
        return prospects.gain(menace, state, figure.id, _counted(figure, "aim", 1))
    if order.verb == acting.RELOAD.name:
        return _reload(state, figure, order)
    if order.verb == acting.POSE.name:
        return prospects.relief(menace, state, figure.id, evolve(figure, posture=order.target))
    if order.verb == acting.TREAT.name:
        return _treat(state.figures[order.target or figure.id])
    return Fraction(0)


def _counted(figure: Figure, counter: str, more: int) -> Figure:
    counters: Mapping[str, int] = {**figure.counters, counter: figure.count(counter) + more}
    return evolve(figure, counters=counters)


def _watch(known: View, figure: Figure, order: Order) -> Fraction:
    """The best attack on who is, or was last seen, in the cone, as often as it can be made."""
    weapon = chosen(figure, order, melee=False)
    if isinstance(weapon, Refusal):
        return Fraction(0)
    bursts = order.get("mode") == BURST
    facing = order.facing("face")
    mask = overwatch.cone(known.state, figure, weapon, figure.facing if facing is None else facing)
    best = Fraction(0)
    for contact in known.contacts.values():
        foe = contact.figure
        if foe.at is None or not mask & known.state.board.bit(foe.at):
            continue
        if clear(known.state, figure, weapon, foe) is None:
            in_sight = known.state.figures.get(foe.id)
            sure = ANSWERED if in_sight is not None and in_sight.at == foe.at else BELIEVED
            shot = Shot(figure, weapon, foe, bursts, watch=True)
            worth = share_of(known.state, shot) * foe.who.kind.points
            times = action_points.left(figure) // max(1, shot.points)
            best = max(best, worth * sum(sure**n for n in range(1, times + 1)))
    return best


def _reload(state: State, figure: Figure, order: Order) -> Fraction:
    weapon = acting.to_reload(state, figure, order)
    if isinstance(weapon, Refusal):
        return Fraction(0)
    account = ammunition.account(state, weapon)
    missing = ammunition.missing(state, figure, weapon)
    loaded = _counted(figure, slots.name(account, slots.of(figure, weapon.id)), missing)
    better = prospects.gain(menace, state, figure.id, loaded)
    share = Fraction(missing, max(1, ammunition.size(state, weapon)))
    return better + TOPPED_UP * share * prospects.best(menace, state, figure.id)


def _treat(patient: Figure) -> Fraction:
    lasting = patient.count("bleed") * LINGERS + patient.count("burn") + patient.count("embed") // 2
    return harm.loss(patient, lasting, fighter(patient).hp)
