"""The chance of one figure against each enemy in sight, exact, as labels on the map show it.

With an attack in hand it is the chance of that attack, as if it were aimed at the enemy; at enemies
that it may strike beside its target, the chance of that. Otherwise it is that of the best attack,
which a click on the enemy proposes, and the key for fire with the cursor there; from the end of a
move, if one is in hand. In a bound without attacks, and after a move, it is that of the figure's
next attack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.presentation.odds.attack_gain import best_to_show, repeated_loss
from skirmish.presentation.odds.attack_positions import AttackChance, AttackPosition
from skirmish.presentation.odds.odds_summary import summarize_outcomes
from skirmish.presentation.odds.order_odds import OrderOdds, figures_meant
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.common.present import nearest_figures
from skirmish.rulesets.engine import refusal, verbs_of
from skirmish.rulesets.foresight import (
    LIMB,
    Shot,
    next_allowed,
    now_allowed,
    rested,
    shots,
    unless,
)
from skirmish.rulesets.ruleset import Ruleset


@frozen
class Stance:
    """From where and how a figure would attack: by the order in hand, or from its present place."""

    figure: str
    order: Order | None = None


@frozen
class TargetChance:
    """The chance of any effect on an enemy; None if it cannot be attacked.

    `later`: the attack must wait for a later bound. `order`: the attack, if it was chosen as the
    best. `lost`: the worth that the enemy can expect to lose by it; `share`: the same as a share of
    its whole worth; `own_lost`: the expected loss of the attacker's side by the best attack.
    `unthrown`: the same for the best attack without a throw, if the best one is a throw. `avoided`:
    the attack that would cost the enemy most, if it is left because own figures are in danger from
    it; `endangered`: those figures with the chance of any effect on each, the highest first.
    """

    enemy: str
    chance: Fraction | None
    later: bool = False
    order: Order | None = None
    lost: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    own_lost: Fraction = Fraction(0)
    unthrown: TargetChance | None = None
    avoided: Order | None = None
    endangered: tuple[tuple[str, Fraction], ...] = ()

    @property
    def gain(self) -> Fraction:
        """The enemy's expected loss from the attack, less that of the attacker's side."""
        return self.lost - self.own_lost

    def order_by(self, verb: str) -> Order | None:
        """The best attack by a verb, if it is known."""
        both = (one.order for one in (self, self.unthrown) if one is not None)
        return next((order for order in both if order and order.verb == verb), None)


def enemies_near(view: View, name: str) -> tuple[str, ...]:
    """The enemies in sight of a side, those nearest to one of its figures first."""
    figure = view.state.figures.get(name)
    at = figure.at if figure is not None else None
    if at is None:
        return ()
    return tuple(foe.id for foe in nearest_figures(at, view.enemies()))


def target_chances(
    ruleset: Ruleset,
    view: View,
    stance: Stance,
    enemies: Iterable[str],
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[TargetChance]:
    """The chances against some enemies, one after the other.

    `stopped` is polled before each attack that is tried; results after that are to be ignored.

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
    """The chances of an attack on each enemy as if it were aimed at that enemy.

    Enemies that an order strikes together, such as with a divided burst, have the order's own
    chances.
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
    """The chances of the figure's best attacks: none on enemies it cannot attack in this bound.

    In a bound in which no figure attacks, those of its next attack.
    """
    later = not _attacks_in(view)
    state = rested(ruleset, view.state, figure)[0] if later else view.state
    allowed = next_allowed(ruleset, state) if later else now_allowed(ruleset, view)
    for enemy in enemies:
        found = tuple(shots(ruleset, state, figure, enemy, unless(stopped, allowed)))
        told = _best_chance(ruleset, evolve(view, state=state), figure, found)
        told = TargetChance(enemy, None) if told is None else told
        yield evolve(told, later=True, order=None) if later and told.order else told


def _attacks_in(view: View) -> bool:
    """Whether figures attack in the present bound: not in a bound of movement before shooting."""
    phases = view.state.setup.declared.phases
    now = phases.get(view.state.clock.phase)
    return now is None or not now.moves or all(kind.moves for kind in phases.values())


def _best_chance(
    ruleset: Ruleset, view: View, figure: str, found: Sequence[Shot]
) -> TargetChance | None:
    """The best of a figure's attacks on one enemy, and the best that throws no weapon."""
    state = view.state
    shown, unthrown = best_to_show(ruleset, view, figure, found)
    if shown is None:
        return None
    told = None if unthrown is None else _chance_of(ruleset, state, unthrown)
    if shown is not unthrown:
        return evolve(_chance_of(ruleset, state, shown), unthrown=told)
    if told is None or (risky := _avoided(ruleset, view, shown, found)) is None:
        return told
    return evolve(told, avoided=risky.order, endangered=_own_in_danger(ruleset, state, risky))


def _avoided(ruleset: Ruleset, view: View, best: Shot, others: Sequence[Shot]) -> Shot | None:
    """The attack that would cost the enemy most, if it costs its own side more than the best.

    It costs more than the best one also where that is made several times in the bound.
    """
    risky = (
        one
        for one in others
        if one.lost > best.lost and one.lost_own > best.lost_own and not one.order.get(LIMB)
    )
    most = max(risky, key=lambda one: one.lost, default=None)
    if most is None:
        return None
    loss, least = (repeated_loss(ruleset, view, one) for one in (most, best))
    return most if loss > least else None


def _own_in_danger(ruleset: Ruleset, state: State, shot: Shot) -> tuple[tuple[str, Fraction], ...]:
    """The own figures that an attack may affect, with the chance of it, the highest first."""
    side = state.figures[shot.shooter].side
    found = {
        name: summarize_outcomes(ruleset, state, name, chances).effect_chance
        for name, chances in shot.odds.figures.items()
        if state.figures[name].side == side
    }
    able = [(name, chance) for name, chance in found.items() if chance]
    return tuple(sorted(able, key=lambda one: -one[1]))


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
    """The chances of an order's attack on some enemies; none if it is refused."""
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
    found = TargetChance(
        shot.target, chance, order=shot.order, lost=shot.lost, own_lost=shot.lost_own
    )
    return _judged(state, found)


def _chance_by(state: State, enemy: str, chance: AttackChance) -> TargetChance:
    return _judged(state, TargetChance(enemy, chance.effect_chance, lost=chance.lost))


def chances_beside(state: State, odds: OrderOdds) -> Mapping[str, TargetChance]:
    """The chances of an order on the enemies beside its target, without those rarely hit."""
    return {
        one.name: _judged(state, TargetChance(one.name, one.effect_chance, lost=one.lost))
        for one in odds.others
        if not one.own and not one.rare
    }


def _judged(state: State, one: TargetChance) -> TargetChance:
    """The chance with its expected loss as a share of worth; 1 for an enemy without worth."""
    worth = state.figures[one.enemy].who.kind.points
    return evolve(one, share=one.lost / worth if worth else Fraction(1))
