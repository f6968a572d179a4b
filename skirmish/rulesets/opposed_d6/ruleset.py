"""The opposed d6 rules as a value: bounds, arcs, opportunity fire."""

from __future__ import annotations

from skirmish.rulesets.common.statements import read_statements
from skirmish.rulesets.opposed_d6 import card, estimates, outcomes, reactions, suggestions
from skirmish.rulesets.opposed_d6.ammunition import RELOAD, empty_weapons
from skirmish.rulesets.opposed_d6.area import BOMBARD
from skirmish.rulesets.opposed_d6.close_combat import FIGHT, clashes
from skirmish.rulesets.opposed_d6.dice import Effect
from skirmish.rulesets.opposed_d6.glossary import TERMS
from skirmish.rulesets.opposed_d6.handbook import HANDBOOK
from skirmish.rulesets.opposed_d6.morale import recovered
from skirmish.rulesets.opposed_d6.movement import DOOR, MOVE, TURN
from skirmish.rulesets.opposed_d6.shooting import FIRE
from skirmish.rulesets.opposed_d6.turn import COURSE
from skirmish.rulesets.ruleset import Card, Estimates, Outcomes, Reactions, Ruleset, Suggestions

RULESET = Ruleset(
    handbook=HANDBOOK,
    name="Opposed d6",
    version=4,
    turn=COURSE,
    actions=(MOVE, DOOR, TURN, (FIRE, BOMBARD), RELOAD, FIGHT),
    terms=TERMS,
    statements=read_statements("skirmish.rulesets.opposed_d6"),
    outcomes=Outcomes(
        no_effect=Effect.NOTHING,
        effect_words="suppress it or worse",
        words=outcomes.words,
        loss=outcomes.loss,
        puts_out=outcomes.puts_out,
        stops=outcomes.stops,
        has_effect=outcomes.has_effect,
        counted=outcomes.counted,
        aftermath=outcomes.aftermath,
        recovery=outcomes.recovery,
        held_out=outcomes.HELD_OUT,
        fight_cause=outcomes.fight_cause,
    ),
    card=Card(
        facts=card.facts,
        conditions=card.conditions,
        own=card.own,
        empty_weapons=empty_weapons,
        budgets=card.budgets,
    ),
    reactions=Reactions(
        threats=reactions.threats,
        at_end=True,
        clashes=clashes,
        aided=reactions.aided,
        recovered=recovered,
        uncovered=reactions.uncovered,
    ),
    suggestions=Suggestions(suggestions.actions),
    estimates=Estimates(
        menace=estimates.menace,
        setting=estimates.setting,
        lane=estimates.lane,
        hazard=estimates.hazard,
        prospects=estimates.PROSPECTS,
        budget_left=estimates.budget_left,
    ),
    ways_to_use=suggestions.ways_to_use,
)
