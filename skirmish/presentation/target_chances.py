"""The chance of one figure against each enemy in sight, exact, as labels on the map show it.

With an attack in hand it is the chance of that attack. Else it is that of the attack which can be
expected to cost the enemy most: now, or where nothing can be fired now, when the figure may next
fire; from the end of a move, if one is in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.geometry import distance2
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.text import id_key
from skirmish.core.view import View
from skirmish.presentation.attack_positions import AttackChance, AttackPosition
from skirmish.presentation.odds_summary import summarize_outcomes
from skirmish.presentation.order_odds import figures_meant
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.engine import refusal, verbs_of
from skirmish.rulesets.foresight import Shot, best_shot, next_allowed, now_allowed, rested, unless
from skirmish.rulesets.ruleset import Ruleset


@frozen
class Stance:
    """From where and how a figure would attack: an attack or a move in hand, or as it stands."""

    figure: str
    order: Order | None = None


@frozen
class TargetChance:
    """The chance of any effect on an enemy; None where it cannot be attacked.

    `later`: the attack must wait for a later bound. `order`: the attack, where it was chosen as the
    best. `lost`: the worth that the enemy can expect to lose by it; `share`: that of its whole
    worth; `own_lost`: what the attack chosen as the best can be expected to cost its own side.
    """

    enemy: str
    chance: Fraction | None
    later: bool = False
    order: Order | None = None
    lost: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    own_lost: Fraction = Fraction(0)


def enemies_near(view: View, name: str) -> tuple[str, ...]:
    """The enemies in sight of a side, those nearest to one of its figures first."""
    figure = view.state.figures.get(name)
    at = figure.at if figure is not None else None
    if at is None:
        return ()
    foes = sorted(view.enemies(), key=lambda foe: (distance2(at, foe.tile), id_key(foe.id)))
    return tuple(foe.id for foe in foes)


def target_chances(
    ruleset: Ruleset,
    view: View,
    stance: Stance,
    enemies: Iterable[str],
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[TargetChance]:
    """The chances against some enemies, one after the other.

    `stopped` is polled before each attack that is tried; what comes after that is to be ignored.

    Raises:
        RuleTooWide: The ruleset has a rule that cannot be walked.
    """
    order = stance.order
    if order is None:
        yield from _as_it_stands(ruleset, view, stance.figure, enemies, stopped)
    elif verbs_of(ruleset)[order.verb].target is Shape.PATH:
        yield from _after_move(ruleset, view, order, enemies, stopped)
    elif verbs_of(ruleset)[order.verb].target is Shape.TILE:
        yield from _of_order(ruleset, view, order, enemies)
    else:
        yield from _at_each(ruleset, view, order, enemies)


def _at_each(
    ruleset: Ruleset, view: View, order: Order, enemies: Iterable[str]
) -> Iterator[TargetChance]:
    """The chances of an attack on each enemy as if it were aimed at it.

    Those that an order with a target strikes together, such as a divided burst, have its own.
    """
    meant = figures_meant(verbs_of(ruleset)[order.verb], order)
    for enemy in enemies:
        if order.target and enemy in (order.target, *meant):
            yield from _of_order(ruleset, view, order, (enemy,))
        else:
            aimed = Order(order.verb, order.figure, enemy, order.fields)
            yield from _of_order(ruleset, view, aimed, (enemy,))


def _as_it_stands(
    ruleset: Ruleset,
    view: View,
    figure: str,
    enemies: Iterable[str],
    stopped: Callable[[], bool],
) -> Iterator[TargetChance]:
    resting = rested(view, figure).state
    ways = now_allowed(ruleset, view), next_allowed(ruleset, resting)
    now, later = (unless(stopped, allowed) for allowed in ways)
    for enemy in enemies:
        shot = best_shot(ruleset, view.state, figure, enemy, now)
        if shot is not None:
            yield _chance_of(ruleset, view.state, shot)
        elif (shot := best_shot(ruleset, resting, figure, enemy, later)) is not None:
            yield evolve(_chance_of(ruleset, resting, shot), later=True, order=None)
        else:
            yield TargetChance(enemy, None)


def _after_move(
    ruleset: Ruleset,
    view: View,
    order: Order,
    enemies: Iterable[str],
    stopped: Callable[[], bool],
) -> Iterator[TargetChance]:
    now, later = (
        AttackPosition.after(ruleset, view, order, later=late, stopped=stopped)
        for late in (False, True)
    )
    for enemy in enemies:
        if (chance := now.on(enemy)) is not None:
            yield _chance_by(view.state, enemy, chance)
        elif (chance := later.on(enemy)) is not None:
            yield evolve(_chance_by(view.state, enemy, chance), later=True)
        else:
            yield TargetChance(enemy, None)


def _of_order(
    ruleset: Ruleset, view: View, order: Order, enemies: Iterable[str]
) -> Iterator[TargetChance]:
    """The chances of an order's attack on some enemies; none where it is refused."""
    plan = None if refusal(ruleset, view, order) else ruleset.attack(view.state, order)
    odds = None if plan is None else odds_of(plan, ruleset.outcomes.no_effect)
    for enemy in enemies:
        found = None if odds is None else odds.figures.get(enemy)
        if found is None:
            yield TargetChance(enemy, None)
            continue
        summary = summarize_outcomes(ruleset, view.state, enemy, found)
        losses = (p * ruleset.outcomes.loss(view.state, enemy, out) for out, p in found.items())
        lost = sum(losses, Fraction(0))
        yield _judged(view.state, TargetChance(enemy, summary.effect_chance, lost=lost))


def _chance_of(ruleset: Ruleset, state: State, shot: Shot) -> TargetChance:
    chances = shot.odds.figures[shot.target]
    chance = summarize_outcomes(ruleset, state, shot.target, chances).effect_chance
    own = _own_loss(ruleset, state, shot)
    found = TargetChance(shot.target, chance, order=shot.order, lost=shot.lost, own_lost=own)
    return _judged(state, found)


def _own_loss(ruleset: Ruleset, state: State, shot: Shot) -> Fraction:
    """The worth that the attacker's side can expect to lose by its own attack."""
    side = state.figures[shot.shooter].who.side
    struck = (
        (name, out, p)
        for name, chances in shot.odds.figures.items()
        if state.figures[name].who.side == side
        for out, p in chances.items()
    )
    return sum(
        (p * ruleset.outcomes.loss(state, name, out) for name, out, p in struck), Fraction(0)
    )


def _chance_by(state: State, enemy: str, chance: AttackChance) -> TargetChance:
    return _judged(state, TargetChance(enemy, chance.effect_chance, lost=chance.lost))


def _judged(state: State, one: TargetChance) -> TargetChance:
    """The chance with what can be expected to be lost as a share; all of it without a worth."""
    worth = state.figures[one.enemy].who.kind.points
    return evolve(one, share=one.lost / worth if worth else Fraction(1))
