"""What an order takes of a bound, and what one that rolls nothing now may gain later."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import prospects, reactions, slots, walking
from skirmish.rulesets.common.moves import way
from skirmish.rulesets.d20 import acting, action_points, ammunition, attacking, moving, overwatch
from skirmish.rulesets.d20.body import arms, fighter, health
from skirmish.rulesets.d20.effects import LASTING
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.d20.menace import chance_of, menace, points_of
from skirmish.rulesets.d20.shot import BURST, Shot, chosen, clear, shots
from skirmish.rulesets.d20.worth import PARTS, drained, lost_now

ACTS = Fraction(3, 4)
"""How often an enemy in the cone is taken to fire or to walk in it, rather than to do neither."""
STAYS = Fraction(1, 2)
"""How often a figure that takes aim is taken to fire from there in its next bound."""
TOPPED_UP = Fraction(1, 10)
"""What a fuller magazine is worth, of what an attack with it takes."""


def cost(state: State, order: Order) -> Fraction:
    """The share of the figure's own bound that an order takes, 0 to 1."""
    figure = state.figures[order.figure]
    if order.verb == overwatch.VERB.name:
        return Fraction(1)
    return action_points.share(figure, points(state, figure, order))


def rest(state: State, name: str) -> Fraction:
    """The action points that a figure has left, as a share of all that it ever has."""
    figure = state.figures[name]
    if figure.at is None or figure.count("watching") or state.clock.side != figure.side:
        return Fraction(0)
    return action_points.share(figure, action_points.left(figure))


def points(state: State, figure: Figure, order: Order) -> int:
    """Action points that an order takes."""
    if order.verb in acting.COSTS:
        return acting.COSTS[order.verb]
    if order.verb in attacking.VERBS:
        return attacking.points(figure, order)
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
        return _aim(state, figure)
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
    """An attack on any of the enemies in the cone, as often as they act and it can be made."""
    state, weapon = known.state, chosen(figure, order, melee=False)
    if isinstance(weapon, Refusal):
        return Fraction(0)
    bursts = order.get("mode") == BURST
    facing = order.facing("face")
    mask = overwatch.cone(state, figure, weapon, figure.facing if facing is None else facing)
    shots = [
        Shot(figure, weapon, foe, bursts, watch=True)
        for foe in known.enemies()
        if mask & state.board.bit(foe.tile) and clear(state, figure, weapon, foe) is None
    ]
    least = Fraction(reactions.percent(order), 100)
    worths = [points_of(state, shot) for shot in shots if chance_of(state, shot) >= least]
    if not worths:
        return Fraction(0)
    times = action_points.left(figure) // max(1, action_points.of_attack(weapon, burst=bursts))
    somebody = 1 - (1 - ACTS) ** len(worths)
    attacks = sum((somebody**n for n in range(1, times + 1)), Fraction(0))
    return sum(worths, Fraction(0)) / len(worths) * attacks


def _aim(state: State, figure: Figure) -> Fraction:
    """What the next attack gains: in this bound for sure, in the next if nothing comes between."""
    better = prospects.gain(menace, state, figure.id, _counted(figure, "aim", 1))
    after = action_points.left(figure) - action_points.AIM
    cheapest = min(
        (action_points.of_attack(arm, burst=b) for arm, b in overwatch.usable(arms(figure))),
        default=0,
    )
    return better if cheapest <= after else better * STAYS


def keeps(state: State, name: str) -> Fraction:
    """The share of what a figure can do that it owes to its aim (D20-F9)."""
    return prospects.kept(menace, state, name, "aim")


def _reload(state: State, figure: Figure, order: Order) -> Fraction:
    weapon = acting.to_reload(state, figure, order)
    if isinstance(weapon, Refusal):
        return Fraction(0)
    missing = ammunition.missing(state, figure, weapon)
    share = Fraction(missing, max(1, ammunition.size(state, weapon)))
    before = prospects.best(menace, state, figure.id)
    worth = TOPPED_UP * share * before
    if _lacks(state, figure, weapon):
        account = ammunition.account(state, weapon)
        counter = slots.name(account, slots.of(figure, weapon.id))
        loaded = _counted(figure, counter, missing)
        filled = evolve(state, figures={**state.figures, figure.id: loaded})
        worth += prospects.best(menace, filled, figure.id) - before
    return worth


def _lacks(state: State, figure: Figure, weapon: Arm) -> bool:
    """Whether the magazine is too empty for a shot or a burst with it."""
    modes = [bursts for _, bursts in overwatch.usable((weapon,))] or [False]
    return any(
        ammunition.empty(state, figure, weapon, shots(weapon, burst=bursts)) for bursts in modes
    )


def _treat(patient: Figure) -> Fraction:
    """The hit points that it saves, and the figure where these are its last."""
    left, hp = health(patient), fighter(patient).hp
    saved = drained(*(patient.count(effect) for effect in LASTING))
    return Fraction(lost_now(saved, left, hp) * patient.who.kind.points, PARTS * hp)
