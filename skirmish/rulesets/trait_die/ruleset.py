"""The trait die rules as a value: trait die and Wild Die, ammunition in tokens."""

from __future__ import annotations

from typing import Any

from skirmish.rulesets.action import Action
from skirmish.rulesets.common.statements import read_statements
from skirmish.rulesets.ruleset import Card, Estimates, Outcomes, Reactions, Ruleset, Suggestions
from skirmish.rulesets.trait_die import card, estimates, outcomes, reactions, suggestions
from skirmish.rulesets.trait_die.ammunition import RELOAD, empty_weapons
from skirmish.rulesets.trait_die.area import BOMBARD, scattered
from skirmish.rulesets.trait_die.close_combat import STRIKE
from skirmish.rulesets.trait_die.dice import SPARED
from skirmish.rulesets.trait_die.glossary import TERMS
from skirmish.rulesets.trait_die.handbook import HANDBOOK
from skirmish.rulesets.trait_die.movement import DOOR, MOVE, POSE, RUN, run_lengths
from skirmish.rulesets.trait_die.muster import BUY, CARRY, DEFAULT_LOADS, LOAD
from skirmish.rulesets.trait_die.reactions import HOLD, interrupted
from skirmish.rulesets.trait_die.shooting import AIM, FIRE
from skirmish.rulesets.trait_die.suppression import SUPPRESS
from skirmish.rulesets.trait_die.turn import course

ACTIONS: tuple[Action[Any], ...] = (
    MOVE,
    RUN,
    interrupted(DOOR),
    interrupted(POSE),
    interrupted(FIRE),
    interrupted(BOMBARD),
    interrupted(STRIKE),
    interrupted(AIM),
    interrupted(RELOAD),
    interrupted(SUPPRESS),
    HOLD,
    BUY,
    LOAD,
    CARRY,
    DEFAULT_LOADS,
)
RULESET = Ruleset(
    handbook=HANDBOOK,
    name="Trait die",
    version=4,
    turn=course(ACTIONS),
    actions=ACTIONS,
    terms=TERMS,
    statements=read_statements("skirmish.rulesets.trait_die"),
    outcomes=Outcomes(
        no_effect=SPARED,
        effect_words="shake, wound or down it",
        words=outcomes.words,
        loss=outcomes.loss,
        puts_out=outcomes.puts_out,
        stops=outcomes.stops,
        needs=outcomes.needs,
        decided=outcomes.decided,
        strays=outcomes.strays,
        aimed=outcomes.aimed,
        on_aim=outcomes.on_aim,
        tally=outcomes.tally,
        has_effect=outcomes.has_effect,
        measures=outcomes.MEASURES,
        scattered=scattered,
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
        replies=reactions.replies, threats=reactions.threats, watches=reactions.watches
    ),
    suggestions=Suggestions(suggestions.actions, suggestions.moves),
    estimates=Estimates(
        menace=estimates.menace,
        setting=estimates.setting,
        prospects=estimates.PROSPECTS,
        budget_left=estimates.budget_left,
        aim_share=estimates.aim_share,
        ammo_shares={FIRE.name: estimates.ammo_share},
        lengths={RUN.name: run_lengths},
    ),
    ways_to_use=suggestions.ways_to_use,
)
