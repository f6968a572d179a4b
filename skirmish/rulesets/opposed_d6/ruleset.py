"""The opposed d6 rules as a value: bounds, arcs, opportunity fire."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common.present import on_table
from skirmish.rulesets.families import Family
from skirmish.rulesets.opposed_d6 import (
    afterwards,
    ammunition,
    bounds,
    card,
    fire_choices,
    fire_typical,
    melee,
    menace,
    modes,
    moving,
    outcome,
    shooting,
    threats,
)
from skirmish.rulesets.opposed_d6.declared import FIRE
from skirmish.rulesets.opposed_d6.handbook import HANDBOOK
from skirmish.rulesets.opposed_d6.rules import Effect
from skirmish.rulesets.opposed_d6.statements import STATEMENTS
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

VERBS: Mapping[str, Verb] = MappingProxyType(
    {**moving.VERBS, **shooting.VERBS, melee.FIGHT.name: melee.FIGHT}
)


def _refusal(view: View, order: Order) -> Refusal | None:
    if order.verb in shooting.VERBS:
        return shooting.refusal(view, order)
    if order.verb in moving.VERBS:
        return moving.refusal(view, order)
    return Refusal("close combat is fought by itself", "BAY-A10", "'end' this bound")


def _impossible(state: State, order: Order) -> Refusal | None:
    if not on_table(state, order.figure):
        return Refusal(f"no figure {order.figure} on the table", remedy="see the roster")
    if order.verb in shooting.VERBS:
        return shooting.barred(state, order)
    return melee.fight_refusal(state, order) if order.verb == melee.FIGHT.name else None


def _options(view: View, figure: str) -> tuple[Family, ...]:
    if view.state.clock.phase == FIRE:
        return fire_choices.choices(view, figure)
    return moving.choices(view, figure)


def _suggestions(view: View, figure: str) -> tuple[Order, ...]:
    if view.state.clock.phase == FIRE:
        return fire_typical.typical(view, figure)
    return moving.typical(view, figure)


def _attack(state: State, order: Order) -> Attack | Aim | None:
    if order.verb in shooting.VERBS and on_table(state, order.figure):
        return shooting.attack(state, order)
    if order.verb != melee.FIGHT.name or _impossible(state, order) is not None:
        return None
    return melee.fight_attack(state, order.figure, order.target)


def _perform(scene: Scene, order: Order) -> None:
    if order.verb in shooting.VERBS:
        shooting.carry_out(scene, order)
    else:
        moving.carry_out(scene, order)


RULESET = Ruleset(
    handbook=HANDBOOK,
    name="Opposed d6",
    version=2,
    turn=Turn(opening=bounds.opening, advance=bounds.advance, idle=bounds.idle),
    statements=STATEMENTS,
    outcomes=Outcomes(
        no_effect=Effect.NOTHING,
        words=outcome.result,
        loss=outcome.loss,
        aftermath=afterwards.lot,
    ),
    card=Card(lines=card.card, empty_weapons=ammunition.dry),
    reactions=Reactions(threats=lambda walk: tuple(threats.threats(walk))),
    suggestions=Suggestions(orders=_suggestions),
    estimates=Estimates(
        menace=menace.menace,
        prospect=modes.prospect,
        cost=lambda _state, order: modes.cost(order),
        budget_left=modes.rest,
    ),
    weapon_modes=modes.modes,
    by_question=ByQuestion(
        verbs=VERBS,
        refusal=_refusal,
        impossible=_impossible,
        options=_options,
        movement=_options,
        attack=_attack,
        perform=_perform,
    ),
)
