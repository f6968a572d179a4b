"""The d20 rules as a value."""

from __future__ import annotations

from skirmish.rulesets.d20 import (
    ammunition,
    body,
    bounds,
    card,
    choices,
    menace,
    modes,
    orders,
    outcome,
    overwatch,
    prospect,
    threats,
    typical,
)
from skirmish.rulesets.d20.handbook import HANDBOOK
from skirmish.rulesets.d20.statements import STATEMENTS
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
    name="d20",
    version=2,
    turn=Turn(opening=bounds.opening, advance=bounds.advance, idle=bounds.idle),
    statements=STATEMENTS,
    outcomes=Outcomes(
        no_effect=outcome.SPARED,
        words=outcome.result,
        loss=outcome.loss,
        leaves=outcome.leaves,
        measures=outcome.MEASURES,
    ),
    card=Card(lines=card.card, ailments=body.ailments, empty_weapons=ammunition.dry),
    reactions=Reactions(
        replies=lambda state, figure: tuple(overwatch.replies(state, figure)),
        threats=lambda walk: tuple(threats.threats(walk)),
    ),
    suggestions=Suggestions(orders=typical.typical, actions=typical.deeds),
    estimates=Estimates(
        menace=menace.menace,
        prospect=prospect.prospect,
        cost=prospect.cost,
        budget_left=prospect.rest,
        aim_share=prospect.keeps,
    ),
    weapon_modes=modes.modes,
    by_question=ByQuestion(
        verbs=orders.VERBS,
        refusal=orders.refusal,
        impossible=orders.barred,
        options=choices.choices,
        movement=choices.gaits,
        attack=orders.attack,
        perform=orders.carry_out,
    ),
)
