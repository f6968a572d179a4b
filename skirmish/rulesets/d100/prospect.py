"""What orders are worth that roll nothing now, and the share of an action that each takes."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.geometry import within
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import prospects, slots
from skirmish.rulesets.common.present import present
from skirmish.rulesets.d100 import ammunition, blasts, close, gunfire, readying, suppress
from skirmish.rulesets.d100.choices import may_break_free
from skirmish.rulesets.d100.declared import PRONE, STANDING
from skirmish.rulesets.d100.figures import grappler
from skirmish.rulesets.d100.kinds import Arm
from skirmish.rulesets.d100.menace import menace
from skirmish.rulesets.d100.sums import bare_dodge, bare_shot, blow
from skirmish.rulesets.d100.timing import THIRDS, not_now
from skirmish.rulesets.d100.worth import of_blow

LEFT = (Fraction(1), Fraction(1, 3), Fraction(1, 6), Fraction(0))
"""The share of a phase that is left after so many thirds of its action (EP-F6)."""
IN_THE_OPEN, IN_COVER = Fraction(2, 3), Fraction(1, 4)
"""How often somebody in a suppressed cone ends up in the open, by how it stands there now."""
STILL_THERE = Fraction(3, 4)
"""How often there is as good a shot in its next phase as now, and nothing spoilt its aim."""
STANDS_UP = Fraction(1, 24)
"""Of its points, what it is worth to a figure to be on its feet: as much as falling costs."""
SPARE = Fraction(1, 8)
"""Of its best attack, what the empty part of a magazine is worth that is not empty yet."""


def cost(state: State, order: Order) -> Fraction:
    """The share of a figure's own phase that an order takes (EP-F6); moving is free beside it."""
    if order.verb in (gunfire.FIRE.name, suppress.SUPPRESS.name, blasts.BOMBARD.name):
        return _cost_of_fire(state, order)
    if order.verb == close.FREE.name:
        return Fraction(1 if grappler(state, order.figure) else 0)
    if order.verb in (close.STRIKE.name, close.GRAPPLE.name):
        return Fraction(1)
    if order.verb in readying.VERBS:
        return _quick_cost(state, order) if readying.quick(order) else Fraction(1)
    return Fraction(0)


def _quick_cost(state: State, order: Order) -> Fraction:
    """The first quick action gives up the Complex one, and leaves a third for two more."""
    acted = min(THIRDS - 1, state.figures[order.figure].count("acted"))
    return LEFT[acted] - LEFT[acted + 1]


def _cost_of_fire(state: State, order: Order) -> Fraction:
    """Half for one of two shots or bursts; the last that the magazine has is all there is."""
    if order.verb != gunfire.FIRE.name:
        return Fraction(1)
    fired = gunfire.volley_of(state, order)
    if isinstance(fired, Refusal) or not fired.halved:
        return Fraction(1)
    shooter, weapon = fired.shooter, fired.weapon
    both = 2 * ammunition.USED[fired.mode]
    lone = ammunition.lacking(state, shooter, weapon, both, "") is not None
    whole = lone and not gunfire.goes_on(shooter, weapon)
    return Fraction(1) if whole else Fraction(1, 2)


def rest(state: State, name: str) -> Fraction:
    """The share of its phase that a figure has still to spend (EP-F6).

    A second shot or burst is half of an action.
    """
    figure = state.figures[name]
    if figure.at is None or state.clock.side != figure.side:
        return Fraction(0)
    if grappler(state, name):
        return Fraction(may_break_free(state, figure))
    if not_now(state, figure) is not None:
        return Fraction(0)
    if figure.count("shots"):
        return Fraction(1, 2)
    return LEFT[min(THIRDS, figure.count("acted"))]


def prospect(known: View, order: Order) -> Fraction:
    """Points that an order which rolls nothing now may be expected to gain its side later."""
    state = known.state
    figure = state.figures[order.figure]
    if figure.at is None:
        return Fraction(0)
    if order.verb == suppress.SUPPRESS.name:
        return _suppression(state, figure, order)
    if order.verb == readying.AIM.name:
        if not _loaded(state, figure):
            return Fraction(0)
        bonus = readying.AIMED[order.get("time", "whole")]
        return max(Fraction(0), _gain(state, figure, aimed=bonus)) * STILL_THERE
    if order.verb == readying.DEFEND.name:
        safer = _counted(figure, defending=1)
        return max(Fraction(0), _relief(state, figure, safer))
    if order.verb == readying.POSE.name:
        return _pose(state, figure, order.target)
    if order.verb in (readying.RELOAD.name, readying.MODE.name):
        return _weapon(state, figure, order)
    return Fraction(0)


def keeps(state: State, name: str) -> Fraction:
    """The share of what a figure can do that it owes to its aim (EP-F16)."""
    return prospects.kept(menace, state, name, "aimed")


def _loaded(state: State, figure: Figure) -> bool:
    """Whether not all that a figure shoots with is empty: an empty weapon is not aimed.

    What bursts is thrown or launched at a tile, and no surer for being aimed.
    """
    arms = [arm for arm in figure.who.weapons if isinstance(arm, Arm)]
    loads = [arm for arm in arms if arm.magazine and not arm.blast and arm.skill == "ranged"]
    return not loads or any(ammunition.left(state, figure, arm) > 0 for arm in loads)


def _counted(figure: Figure, **counters: int) -> Figure:
    return evolve(figure, counters={**figure.counters, **counters})


def _gain(state: State, figure: Figure, **counters: int) -> Fraction:
    return prospects.gain(menace, state, figure.id, _counted(figure, **counters))


def _relief(state: State, figure: Figure, changed: Figure) -> Fraction:
    """How much less the enemies in sight could take off a figure in another state.

    Each attacks once, and of those that it sees only one; whoever can do nothing to the figure as
    it is, can do nothing then.
    """
    then = evolve(state, figures={**state.figures, figure.id: changed})
    own = [other.tile for other in state.of_side(figure.side)]
    less = Fraction(0)
    for foe in prospects.foes(state, figure.side):
        if now := menace(state, foe, figure.id):
            field = state.board.seen_from(state.figures[foe].tile)
            targets = sum(bool(field & state.board.bit(tile)) for tile in own)
            less += (now - menace(then, foe, figure.id)) / max(1, targets)
    return less


def _pose(state: State, figure: Figure, posture: str) -> Fraction:
    lying = evolve(figure, posture=PRONE)
    standing = evolve(figure, posture=STANDING)
    if posture == PRONE:
        relief = _relief(state, figure, lying)
        return relief - STANDS_UP * figure.who.kind.points
    relief = _relief(state, figure, standing)
    return relief + STANDS_UP * figure.who.kind.points


def _weapon(state: State, figure: Figure, order: Order) -> Fraction:
    weapon = readying.armed(figure, order)
    if isinstance(weapon, Refusal):
        return Fraction(0)
    if order.verb == readying.MODE.name:
        slot = slots.name("mode", slots.of(figure, weapon.id))
        wanted = {slot: readying.WORDS.index(order.target)}
        return max(Fraction(0), _gain(state, figure, **wanted))
    best = prospects.best(menace, state, figure.id) or Fraction(figure.who.kind.points, 8)
    mode = gunfire.set_mode(figure, weapon)
    needs = 1 if ammunition.by_tokens(state, weapon) else ammunition.USED[mode]
    if ammunition.left(state, figure, weapon) < needs:
        return best
    size = ammunition.full(state, weapon)
    return best * SPARE * Fraction(size - ammunition.left(state, figure, weapon), size)


def _suppression(state: State, figure: Figure, order: Order) -> Fraction:
    """What the free attacks may take off the enemies in the cone who show themselves."""
    weapon = suppress.weapon_for(figure, order)
    if not isinstance(weapon, Arm):
        return Fraction(0)
    mask = suppress.cone(state, figure, order.target_tile, suppress.length_of(figure, order))
    gain = Fraction(0)
    for other in present(state, figure.side):
        if other.side != figure.side and mask & state.board.bit(other.tile):
            gain += free_attack(state, figure, weapon, other)
    return gain


def free_attack(state: State, figure: Figure, weapon: Arm, other: Figure) -> Fraction:
    """Points that a free attack costs on average: who has cover need not come out from it."""
    shot = bare_shot(figure, weapon, other)
    if shot is None or not within(figure.tile, other.tile, weapon.extreme):
        return Fraction(0)
    covered = state.board.cover(figure.tile, other.tile) > 0
    worth = of_blow(blow(weapon, other, shot, bare_dodge(state, other)), other)
    return worth * (IN_COVER if covered else IN_THE_OPEN)
