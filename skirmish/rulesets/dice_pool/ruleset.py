"""The dice pool rules as a value: pools of d6, gun modes, one to four passes a turn."""

from __future__ import annotations

from skirmish.rulesets.common.statements import read_statements
from skirmish.rulesets.dice_pool import card, estimates, outcomes, reactions, suggestions
from skirmish.rulesets.dice_pool.ammunition import (
    RELOAD,
    RETRIEVE,
    SET_CHOKE,
    SET_MODE,
    UNJAM,
    empty_weapons,
)
from skirmish.rulesets.dice_pool.area import BOMBARD
from skirmish.rulesets.dice_pool.close_combat import STRIKE
from skirmish.rulesets.dice_pool.dice import MISSED
from skirmish.rulesets.dice_pool.expected_loss import menace, setting
from skirmish.rulesets.dice_pool.glossary import TERMS
from skirmish.rulesets.dice_pool.handbook import HANDBOOK
from skirmish.rulesets.dice_pool.movement import DEFEND, DOOR, MOVE, POSE, RUN, TURN
from skirmish.rulesets.dice_pool.reactions import HOLD, interrupted
from skirmish.rulesets.dice_pool.shooting import AIM, FIRE
from skirmish.rulesets.dice_pool.suppression import SUPPRESS
from skirmish.rulesets.dice_pool.turn import COURSE
from skirmish.rulesets.ruleset import Card, Estimates, Outcomes, Reactions, Ruleset, Suggestions

RULESET = Ruleset(
    handbook=HANDBOOK,
    name="Dice pool",
    version=5,
    turn=COURSE,
    actions=(
        *(MOVE, RUN, DOOR, TURN),
        (interrupted(FIRE), interrupted(BOMBARD), interrupted(HOLD), interrupted(SUPPRESS)),
        *(interrupted(STRIKE), interrupted(AIM), interrupted(DEFEND), interrupted(POSE)),
        (interrupted(RELOAD), interrupted(UNJAM), interrupted(SET_MODE), interrupted(SET_CHOKE)),
        interrupted(RETRIEVE),
    ),
    terms=TERMS,
    statements=read_statements("skirmish.rulesets.dice_pool"),
    outcomes=Outcomes(
        no_effect=MISSED,
        effect_words="suppress, hurt or down it",
        words=outcomes.words,
        loss=outcomes.loss,
        puts_out=outcomes.puts_out,
        needs=outcomes.needs,
        extras=outcomes.extras,
        tally=outcomes.tally,
        measures=outcomes.MEASURES,
    ),
    card=Card(
        facts=card.facts,
        conditions=card.conditions,
        own=card.own,
        empty_weapons=empty_weapons,
        health=card.health,
        budgets=card.budgets,
    ),
    reactions=Reactions(
        replies=reactions.replies, readiness=reactions.readiness, threats=reactions.threats
    ),
    suggestions=Suggestions(suggestions.actions),
    estimates=Estimates(
        menace=menace,
        setting=setting,
        prospects=estimates.PROSPECTS,
        budget_left=estimates.budget_left,
        aim_share=estimates.aim_share,
    ),
    ways_to_use=suggestions.ways_to_use,
)
