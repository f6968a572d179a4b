"""The d100 rules as a value: action phases, margins and criticals."""

from __future__ import annotations

from skirmish.rulesets.d100 import (
    ammunition,
    bounds,
    card,
    choices,
    menace,
    orders,
    outcome,
    prospect,
    threats,
    timing,
    typical,
    ways,
)
from skirmish.rulesets.d100.handbook import HANDBOOK
from skirmish.rulesets.d100.statements import STATEMENTS
from skirmish.rulesets.d100.wounds import NOTHING
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

RULESET = Ruleset(
    handbook=HANDBOOK,
    name="d100",
    version=2,
    turn=Turn(
        opening=bounds.opening,
        advance=bounds.advance,
        idle=bounds.idle,
        moment=timing.moment,
        names_phase=True,
    ),
    statements=STATEMENTS,
    outcomes=Outcomes(
        no_effect=NOTHING,
        words=outcome.result,
        loss=outcome.loss,
        measures=outcome.MEASURES,
    ),
    card=Card(lines=card.card, empty_weapons=ammunition.dry),
    reactions=Reactions(threats=lambda walk: tuple(threats.threats(walk))),
    suggestions=Suggestions(orders=typical.typical, actions=typical.deeds),
    estimates=Estimates(
        menace=menace.menace,
        prospect=prospect.prospect,
        cost=prospect.cost,
        budget_left=prospect.rest,
        aim_share=prospect.keeps,
    ),
    weapon_modes=ways.modes,
    by_question=ByQuestion(
        verbs=orders.VERBS,
        refusal=orders.refusal,
        impossible=orders.barred,
        options=choices.choices,
        movement=choices.choices,
        attack=orders.attack,
        perform=orders.carry_out,
    ),
)
