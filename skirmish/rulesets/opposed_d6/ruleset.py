"""The opposed d6 rules as a value: bounds, arcs, opportunity fire."""

from __future__ import annotations

from skirmish.core.figures import Figure
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.statements import read_statements
from skirmish.rulesets.common.weapon_order import weapon_by_weapon
from skirmish.rulesets.families import Family
from skirmish.rulesets.opposed_d6 import card, estimates, outcomes, reactions, suggestions
from skirmish.rulesets.opposed_d6.ammunition import RELOAD, dry
from skirmish.rulesets.opposed_d6.area import BOMBARD
from skirmish.rulesets.opposed_d6.close_combat import FIGHT
from skirmish.rulesets.opposed_d6.dice import Effect
from skirmish.rulesets.opposed_d6.figures import weapons_of
from skirmish.rulesets.opposed_d6.handbook import HANDBOOK
from skirmish.rulesets.opposed_d6.kinds import aimed, lobbed
from skirmish.rulesets.opposed_d6.movement import DOOR, MOVE, TURN
from skirmish.rulesets.opposed_d6.shooting import FIRE
from skirmish.rulesets.opposed_d6.turn import COURSE
from skirmish.rulesets.ruleset import (
    Card,
    Estimates,
    Outcomes,
    Reactions,
    Ruleset,
    Suggestions,
)


def _place(figure: Figure, family: Family) -> tuple[int]:
    """The place of a family's weapon: the first of its sort where none is named."""
    said = dict(family.fixed)
    if "weapon" in said:
        return (slots.of(figure, said["weapon"]),)
    fits = aimed if family.verb == FIRE.name else lobbed
    return (next(slot for slot, arm in enumerate(weapons_of(figure)) if fits(arm)),)


RULESET = Ruleset(
    handbook=HANDBOOK,
    name="Opposed d6",
    version=2,
    turn=COURSE,
    actions=(MOVE, DOOR, TURN, *weapon_by_weapon(_place, FIRE, BOMBARD), RELOAD, FIGHT),
    statements=read_statements("skirmish.rulesets.opposed_d6"),
    outcomes=Outcomes(
        no_effect=Effect.NOTHING,
        words=outcomes.words,
        loss=outcomes.loss,
        aftermath=outcomes.aftermath,
    ),
    card=Card(lines=card.card, empty_weapons=dry, budgets=card.budgets),
    reactions=Reactions(threats=reactions.threats),
    suggestions=Suggestions(orders=suggestions.orders),
    estimates=Estimates(
        menace=estimates.menace,
        prospect=estimates.prospect,
        budget_left=estimates.budget_left,
    ),
    weapon_modes=suggestions.weapon_modes,
)
