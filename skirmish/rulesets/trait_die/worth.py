"""What orders are worth besides their dice, what they cost, and every way to use a weapon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import cast

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.orders import Order, Refusal
from skirmish.core.setup import MUSTER
from skirmish.core.state import Link, State
from skirmish.core.view import View
from skirmish.rulesets.common import prospects, slots, walking
from skirmish.rulesets.common.present import present
from skirmish.rulesets.trait_die import ammunition, doing, orders, outfit, shots
from skirmish.rulesets.trait_die.acting import unready
from skirmish.rulesets.trait_die.declared import AIM, PRONE
from skirmish.rulesets.trait_die.kinds import Arm
from skirmish.rulesets.trait_die.menace import menace
from skirmish.rulesets.trait_die.rules import Outcome

USUAL = 3
"""Actions in one bound that the computer reckons with; more are allowed, and hardly ever pay."""
ACTION = Fraction(1, USUAL)
KEPT = Fraction(1, 2)
"""Of the best shot: somebody comes into the line of a hold every other time."""
WAITED = Fraction(1, 2)
"""Of what aiming or a full magazine adds to the next shot: the enemy may be gone by then."""


def cost(order: Order) -> Fraction:
    """An action counts as a third of a bound, holding and suppressive fire as all; moves are free.

    A run counts as an action as well: it takes as much off what follows.
    """
    if order.verb in (orders.HOLD.name, orders.SUPPRESS.name):
        return Fraction(1)
    actions = (*orders.ATTACKS, orders.AIM.name, orders.RELOAD.name, walking.RUN.name)
    return ACTION if order.verb in actions else Fraction(0)


def rest(state: State, name: str) -> Fraction:
    """The share of its bound that a figure has still for actions."""
    figure = state.figures[name]
    if figure.at is None or unready(state, figure) is not None:
        return Fraction(0)
    return max(Fraction(0), 1 - ACTION * figure.count("acts"))


def prospect(known: View, order: Order) -> Fraction:
    """What an order without dice prepares."""
    state = known.state
    figure = state.figures.get(order.figure)
    if state.clock.phase == MUSTER:
        return outfit.prospect(known, order)
    if figure is None or figure.at is None:
        return Fraction(0)
    if order.verb == orders.HOLD.name:
        return KEPT * prospects.best(menace, state, figure.id)
    if order.verb == orders.AIM.name:
        return _aimed(state, figure, order.target)
    if order.verb == orders.RELOAD.name:
        return _reloaded(state, figure, order)
    if order.verb == orders.POSE.name:
        posed = evolve(figure, posture=order.target)
        lost = prospects.relief(menace, state, figure.id, posed)
        # Who lies down must rise before he can go anywhere.
        return lost * WAITED if order.target == PRONE else lost
    return Fraction(0)


def _aimed(state: State, figure: Figure, target: str) -> Fraction:
    aiming = evolve(state, links=(*state.links, Link(AIM, figure.id, target)))
    better = menace(aiming, figure.id, target) - menace(state, figure.id, target)
    return WAITED * better


def keeps(state: State, name: str) -> Fraction:
    """The share of what a figure can do that it owes to its aim (AMMO-F6)."""
    if not state.linked(AIM, name):
        return Fraction(0)
    plain = evolve(state, links=tuple(link for link in state.links if link.kind != AIM))
    best = prospects.best(menace, state, name)
    return prospects.share_of(prospects.best(menace, plain, name), best)


def _reloaded(state: State, figure: Figure, order: Order) -> Fraction:
    arm = ammunition.reload_arm(figure, order)
    if not isinstance(arm, Arm):
        return Fraction(0)
    size = ammunition.size(figure, arm)
    missing = Fraction(max(0, size - slots.get(figure, "tokens", arm.id)), size)
    # Who has tokens left can still shoot: the first that are missing hardly matter.
    return WAITED * missing**2 * prospects.best(menace, state, figure.id)


def modes(state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
    """Every way to use one weapon on a figure; the possible ones alone."""
    figure, other = state.figures[shooter], state.figures[target]
    if figure.at is None or other.at is None:
        return {}
    arm = ammunition.named(figure, weapon)
    return {
        name: order
        for name, order in _ways(state, figure, arm, other)
        if doing.barred(state, order) is None
    }


def _ways(state: State, figure: Figure, arm: Arm, target: Figure) -> Iterator[tuple[str, Order]]:
    if arm.melee:
        yield "strike", Order.of("strike", figure.id, target.id, weapon=arm.id)
    if arm.template:
        yield "burst", Order.of("bombard", figure.id, target.tile, weapon=arm.id)
    for mode in arm.modes:
        yield from _fires(state, figure, arm, mode, target)
    if "auto" in arm.modes:
        yield (
            "automatic: suppressive fire",
            Order.of("suppress", figure.id, target.tile, weapon=arm.id),
        )


SWEPT = 3
"""Targets over which dice are divided at most."""
NAMES = {"single": "single shot", "double": "double tap", "burst": "three-round burst"}


def _fires(
    state: State, figure: Figure, arm: Arm, mode: str, target: Figure
) -> Iterator[tuple[str, Order]]:
    order = Order.of("fire", figure.id, target.id, mode=mode, weapon=arm.id)
    if mode in NAMES:
        yield NAMES[mode], order
        # A head pays where armour is thick and a bullet counts: bursts, shot and blows always gain
        # more as they are.
        if mode == "single" and not arm.shotgun:
            yield f"{NAMES[mode]}: at the head", order.with_field("limb", "head")
        return
    name = "automatic" if mode == "auto" else "rapid attack"
    most = shots.most_dice(state, figure, arm, mode)
    # A number between one die, which has no recoil, and all is less of the same.
    few = (1,) if mode == "auto" and "single" not in arm.modes else ()
    for dice in dict.fromkeys((*few, most)):
        yield f"{name}: {dice} dice", order.with_field("dice", dice)
    swept = _swept(state, figure, arm, target)
    for count in range(2, min(most, len(swept), SWEPT) + 1):
        yield f"{name}: over {count}", order.with_field("split", shared(swept[:count], most))


def shared(names: tuple[str, ...], dice: int) -> tuple[tuple[str, int], ...]:
    """Dice divided over figures as equally as can be, the first ones getting more."""
    each, more = divmod(dice, len(names))
    return tuple((name, each + (n < more)) for n, name in enumerate(names))


def _swept(state: State, figure: Figure, arm: Arm, target: Figure) -> tuple[str, ...]:
    """The target and the enemies that one burst can take in with it, the nearest to it first."""
    found = [
        other
        for other in present(state, figure.side)
        if other.side != figure.side
        and not isinstance(shots.target_of(state, figure, arm, other.id), Refusal)
    ]
    taken: list[Figure] = []
    for other in sorted(found, key=lambda one: distance2(one.tile, target.tile)):
        if all(shots.together(figure, other, one) for one in taken):
            taken.append(other)
    return tuple(one.id for one in taken) if taken and taken[0].id == target.id else ()


def spends(state: State, order: Order) -> Fraction:
    """The share that fire takes, on average, of the tokens in a weapon and carried for it.

    What is thrown is there to be thrown: nothing else is gained by keeping it.
    """
    fire = shots.fire_of(state, order) if order.verb == orders.FIRE.name else None
    if fire is None or isinstance(fire, Refusal) or not fire.arm.magazine:
        return Fraction(0)
    met = shots.attack_of(state, fire).odds_on(order.target)
    lost = met.expect(lambda outcome: cast("Outcome", outcome).tokens)
    carried = slots.get(fire.shooter, "spare", fire.arm.id)
    return lost / max(1, ammunition.left(state, fire.shooter, fire.arm) + carried)
