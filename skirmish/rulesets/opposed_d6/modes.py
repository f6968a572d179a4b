"""Every way to fire a weapon, what an order costs, and what one without dice prepares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import prospects
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.opposed_d6 import ammunition, shooting, veil
from skirmish.rulesets.opposed_d6.burst import MOST_ROLLS, aimed, equal_shares, together
from skirmish.rulesets.opposed_d6.declared import FIRE
from skirmish.rulesets.opposed_d6.factors import arms
from skirmish.rulesets.opposed_d6.fire_choices import named, ready, shots
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.line_of_fire import LineOfFire
from skirmish.rulesets.opposed_d6.menace import shooting_menace

RELOADED = Fraction(1, 2)
"""Of the best shot: it comes a turn later, and the enemy may be gone by then."""


def cost(order: Order) -> Fraction:
    """Every shot is the figure's one shot of the bound, and reloading takes it (BAY-12, AMMO-07).

    Steps and turns are free: nothing else is given up for them.
    """
    return Fraction(order.verb in shooting.VERBS)


def rest(state: State, name: str) -> Fraction:
    """One shot in each shooting, for who is ready to shoot (BAY-12)."""
    return Fraction(state.clock.phase == FIRE and ready(state, state.figures[name]))


def prospect(known: View, order: Order) -> Fraction:
    """What smoke keeps off the side; what reloading prepares.

    That is a share of what the weapon can do beyond the others that are loaded, the larger the
    fewer tokens are left in it.
    """
    if order.verb == shooting.BOMBARD.name:
        return veil.worth(known.state, order)
    if order.verb != shooting.RELOAD.name:
        return Fraction(0)
    figure, weapon = known.state.figures[order.figure], ammunition.to_reload(known.state, order)
    if figure.at is None or isinstance(weapon, Refusal):
        return Fraction(0)
    missing = Fraction(ammunition.missing(figure, weapon), capacity(weapon.magazine))
    # Who has tokens left can still shoot: the first that are missing hardly matter.
    return RELOADED * missing**2 * _adds(known.state, figure, weapon)


def _adds(state: State, figure: Figure, weapon: Arm) -> Fraction:
    """How much more a figure can take off any enemy with a weapon than with its loaded ones.

    The shot comes in a later turn: contact with an enemy now does not count.
    """
    others = tuple(
        arm
        for arm in arms(figure)
        if arm is not weapon and ammunition.loaded(state, figure, arm) is None
    )
    with_it, without = (
        prospects.best(partial(shooting_menace, weapons=weapons), state, figure.id)
        for weapons in ((weapon,), others)
    )
    return max(Fraction(0), with_it - without)


def modes(state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
    """Every way to fire a weapon at an enemy, or at the tile where it stands.

    A burst is divided in equal shares over as many enemies, the nearest to the target first; where
    there are fewer, over as many rolls at the target (BAY-14, BAY-A6).
    """
    figure, arm = state.figures[shooter], _arm(state.figures[shooter], weapon)
    if figure.at is None or state.figures[target].at is None:
        return {}
    found = (
        _aimed(state, figure, arm, target) if aimed(arm) else _lobbed(state, figure, arm, target)
    )
    return {name: order for name, order in found if shooting.barred(state, order) is None}


def _arm(figure: Figure, weapon: str) -> Arm:
    return next(arm for arm in arms(figure) if arm.id == weapon)


def _lobbed(state: State, figure: Figure, arm: Arm, target: str) -> Iterator[tuple[str, Order]]:
    if arm.range:
        tile = state.figures[target].tile
        yield "burst", Order.of("bombard", figure.id, tile, **dict(named(figure, arm)))


def _aimed(state: State, figure: Figure, arm: Arm, target: str) -> Iterator[tuple[str, Order]]:
    order = Order.of("fire", figure.id, target, **dict(named(figure, arm)))
    yield "single", order
    if not arm.automatic:
        return
    able = _taken_in(state, figure, arm, target)
    for rolls in range(2, min(MOST_ROLLS, arm.factor) + 1):
        shares = equal_shares(arm.factor, rolls)
        split = tuple(zip(able, shares, strict=False))
        several = len(split) == rolls
        divided = order.with_field("split", split) if several else order.with_field("rolls", rolls)
        yield f"divided by {rolls}", divided


def _taken_in(state: State, figure: Figure, arm: Arm, target: str) -> tuple[str, ...]:
    """The target and the enemies that one burst can take in with it, the nearest to it first."""
    clear = {shot.target.id: shot for shot in shots(state, figure, arm) if not shot.engaged}
    if target not in clear:
        return ()
    here = clear[target].at
    taken: list[LineOfFire] = []
    for shot in sorted(clear.values(), key=lambda shot: distance2(here, shot.at)):
        if all(together(figure, shot, other) for other in taken):
            taken.append(shot)
    return tuple(shot.target.id for shot in taken)
