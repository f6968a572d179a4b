"""The dice pool rules as a value: pools of d6, gun modes, one to four passes a turn."""

from __future__ import annotations

from fractions import Fraction

from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common.present import on_table
from skirmish.rulesets.dice_pool import (
    actions,
    bounds,
    card,
    choices,
    gun,
    holding,
    menace,
    mishap,
    orders,
    outcome,
    prospect,
    threats,
    typical,
    ways,
)
from skirmish.rulesets.dice_pool.arithmetic import COMPLEX
from skirmish.rulesets.dice_pool.handbook import HANDBOOK
from skirmish.rulesets.dice_pool.rules import MISSED
from skirmish.rulesets.dice_pool.statements import STATEMENTS
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


def _impossible(state: State, order: Order) -> Refusal | None:
    if not on_table(state, order.figure):
        return Refusal(f"no figure {order.figure} on the table", remedy="see the roster")
    return orders.barred(state, order)


def _attack(state: State, order: Order) -> Attack | Aim | None:
    return orders.attack(state, order) if on_table(state, order.figure) else None


def _cost(state: State, order: Order) -> Fraction:
    """The share of a pass that an order takes: a half for a Simple action."""
    if not on_table(state, order.figure):
        return Fraction(0)
    return Fraction(orders.halves(state, order), COMPLEX)


def _budget_left(state: State, figure: str) -> Fraction:
    """The halves of its pass that a figure has left, as a share."""
    return Fraction(actions.left(state.figures[figure], state.clock), COMPLEX)


RULESET = Ruleset(
    handbook=HANDBOOK,
    name="Dice pool",
    version=2,
    turn=Turn(
        opening=bounds.opening,
        advance=bounds.advance,
        idle=bounds.idle,
        moment=bounds.moment,
        names_phase=True,
    ),
    statements=STATEMENTS,
    outcomes=Outcomes(
        no_effect=MISSED,
        words=outcome.result,
        loss=outcome.loss,
        measures=outcome.MEASURES,
    ),
    card=Card(lines=card.card, empty_weapons=lambda _state, figure: gun.dry(figure)),
    reactions=Reactions(
        replies=lambda state, figure: tuple(holding.replies(state, figure)),
        threats=lambda walk: tuple(threats.threats(walk)),
    ),
    suggestions=Suggestions(orders=typical.typical, actions=typical.deeds),
    estimates=Estimates(
        menace=menace.menace,
        prospect=prospect.prospect,
        cost=_cost,
        budget_left=_budget_left,
        aim_share=prospect.keeps,
    ),
    weapon_modes=ways.modes,
    by_question=ByQuestion(
        verbs=orders.VERBS,
        refusal=orders.refusal,
        impossible=_impossible,
        options=choices.choices,
        movement=choices.gaits,
        attack=_attack,
        perform=orders.carry_out,
        mishaps=mishap.mishaps,
    ),
)
