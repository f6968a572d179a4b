"""The d20 rules as a value: action points and bursts, a d20 over Evasion, armour, limbs."""

from __future__ import annotations

from skirmish.rulesets.common.statements import read_statements
from skirmish.rulesets.d20 import card, estimates, figures, outcomes, reactions, suggestions
from skirmish.rulesets.d20.ammunition import RELOAD, empty_weapons
from skirmish.rulesets.d20.area import BOMBARD
from skirmish.rulesets.d20.close_combat import STRIKE
from skirmish.rulesets.d20.glossary import TERMS
from skirmish.rulesets.d20.handbook import HANDBOOK
from skirmish.rulesets.d20.movement import DOOR, MOVE, POSE, TURN
from skirmish.rulesets.d20.reactions import OVERWATCH, interrupted
from skirmish.rulesets.d20.shooting import AIM, FIRE
from skirmish.rulesets.d20.turn import COURSE
from skirmish.rulesets.d20.wounds import TREAT
from skirmish.rulesets.ruleset import Card, Estimates, Outcomes, Reactions, Ruleset, Suggestions

RULESET = Ruleset(
    handbook=HANDBOOK,
    name="d20",
    version=4,
    turn=COURSE,
    actions=(
        MOVE,
        DOOR,
        TURN,
        interrupted(FIRE),
        interrupted(STRIKE),
        interrupted(BOMBARD),
        OVERWATCH,
        AIM,
        RELOAD,
        POSE,
        TREAT,
    ),
    terms=TERMS,
    statements=read_statements("skirmish.rulesets.d20"),
    outcomes=Outcomes(
        no_effect=outcomes.SPARED,
        words=outcomes.words,
        loss=outcomes.loss,
        puts_out=outcomes.puts_out,
        needs=outcomes.needs,
        on_aim=outcomes.on_aim,
        tally=outcomes.tally,
        leaves=outcomes.left_behind,
        measures=outcomes.MEASURES,
    ),
    card=Card(
        facts=card.facts,
        conditions=card.conditions,
        own=card.own,
        ailments=figures.ailments,
        empty_weapons=empty_weapons,
        health=card.health_of,
        health_label="hit points",
        budgets=card.budgets,
    ),
    reactions=Reactions(replies=reactions.replies, threats=reactions.threats),
    suggestions=Suggestions(suggestions.actions),
    estimates=Estimates(
        menace=estimates.menace,
        setting=estimates.setting,
        prospects=estimates.PROSPECTS,
        budget_left=estimates.budget_left,
        aim_share=estimates.aim_share,
    ),
    ways_to_use=suggestions.ways_to_use,
)
