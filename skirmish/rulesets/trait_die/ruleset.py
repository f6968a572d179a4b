"""The trait die rules as a value: trait die and Wild Die, ammunition in tokens."""

from __future__ import annotations

from skirmish.core.orders import Order, Refusal
from skirmish.core.setup import MUSTER
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common.present import on_table
from skirmish.rulesets.ruleset import (
    ByQuestion,
    Card,
    Estimates,
    Outcomes,
    Reactions,
    Ruleset,
    Suggestions,
    Turn,
)
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die import (
    ammunition,
    bounds,
    card,
    choices,
    doing,
    effects,
    holding,
    menace,
    muster,
    orders,
    typical,
    worth,
)
from skirmish.rulesets.trait_die.handbook import HANDBOOK
from skirmish.rulesets.trait_die.rules import SPARED
from skirmish.rulesets.trait_die.statements import STATEMENTS


def _refusal(view: View, order: Order) -> Refusal | None:
    if order.verb in orders.MUSTERING or view.state.clock.phase == MUSTER:
        return muster.refusal(view, order)
    return doing.refusal(view, order)


def _impossible(state: State, order: Order) -> Refusal | None:
    if order.verb in orders.MUSTERING:
        return muster.barred(state, order)
    if not on_table(state, order.figure):
        return Refusal(f"no figure {order.figure} on the table", remedy="see the roster")
    return doing.barred(state, order)


def _attack(state: State, order: Order) -> Attack | Aim | None:
    if order.verb in orders.MUSTERING:
        return muster.attack(state, order)
    return doing.attack(state, order) if on_table(state, order.figure) else None


def _perform(scene: Scene, order: Order) -> None:
    if order.verb in orders.MUSTERING:
        muster.carry_out(scene, order)
    else:
        doing.carry_out(scene, order)


RULESET = Ruleset(
    handbook=HANDBOOK,
    name="Trait die",
    version=2,
    turn=Turn(opening=bounds.opening, advance=bounds.advance, idle=bounds.idle),
    statements=STATEMENTS,
    outcomes=Outcomes(
        no_effect=SPARED,
        words=effects.result,
        loss=effects.loss,
        has_effect=effects.touches,
        measures=effects.MEASURES,
    ),
    card=Card(lines=card.card, empty_weapons=ammunition.dry),
    reactions=Reactions(replies=lambda state, figure: tuple(holding.replies(state, figure))),
    suggestions=Suggestions(orders=typical.typical, actions=typical.deeds),
    estimates=Estimates(
        menace=menace.menace,
        prospect=worth.prospect,
        cost=lambda _state, order: worth.cost(order),
        budget_left=worth.rest,
        aim_share=worth.keeps,
        ammo_share=worth.spends,
    ),
    weapon_modes=worth.modes,
    by_question=ByQuestion(
        verbs=orders.VERBS,
        refusal=_refusal,
        impossible=_impossible,
        options=choices.choices,
        movement=choices.gaits,
        attack=_attack,
        perform=_perform,
    ),
)
