"""The d100 rules as a value: action phases, margins and criticals."""

from __future__ import annotations

from skirmish.rulesets.common.statements import read_statements
from skirmish.rulesets.d100 import card, estimates, outcomes, suggestions, suppression
from skirmish.rulesets.d100.ammunition import RELOAD, empty_weapons
from skirmish.rulesets.d100.area import BOMBARD
from skirmish.rulesets.d100.close_combat import FREE, GRAPPLE, STRIKE
from skirmish.rulesets.d100.dice import NOTHING
from skirmish.rulesets.d100.glossary import TERMS
from skirmish.rulesets.d100.handbook import HANDBOOK
from skirmish.rulesets.d100.movement import DEFEND, DOOR, MOVE, POSE, RUN, TURN
from skirmish.rulesets.d100.shooting import AIM, FIRE, MODE
from skirmish.rulesets.d100.suppression import SUPPRESS
from skirmish.rulesets.d100.turn import COURSE
from skirmish.rulesets.ruleset import Card, Estimates, Outcomes, Reactions, Ruleset, Suggestions

RULESET = Ruleset(
    handbook=HANDBOOK,
    name="d100",
    version=4,
    turn=COURSE,
    actions=(
        *(MOVE, RUN, DOOR, TURN, FREE, FIRE),
        (BOMBARD, SUPPRESS, RELOAD),
        (STRIKE, GRAPPLE),
        *(DEFEND, AIM, MODE, POSE),
    ),
    terms=TERMS,
    statements=read_statements("skirmish.rulesets.d100"),
    outcomes=Outcomes(
        no_effect=NOTHING,
        words=outcomes.words,
        loss=outcomes.loss,
        puts_out=outcomes.puts_out,
        stops=outcomes.stops,
        needs=outcomes.needs,
        on_aim=outcomes.on_aim,
        tests=outcomes.tests,
        extras=outcomes.extras,
        grades=outcomes.grades,
        measures=outcomes.MEASURES,
    ),
    card=Card(
        facts=card.facts,
        conditions=card.conditions,
        own=card.own,
        empty_weapons=empty_weapons,
        health=card.health,
        health_label=card.DURABILITY,
        budgets=card.budgets,
    ),
    reactions=Reactions(threats=suppression.threats, at_end=True),
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
