"""The d100 rules as a value: action phases, margins and criticals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common.statements import read_statements
from skirmish.rulesets.d100 import card, estimates, outcomes, reactions, suggestions
from skirmish.rulesets.d100.ammunition import RELOAD, dry, reload_options
from skirmish.rulesets.d100.area import BOMBARD, bombard_options
from skirmish.rulesets.d100.budget import complex_refusal
from skirmish.rulesets.d100.close_combat import (
    FREE,
    GRAPPLE,
    STRIKE,
    grapple_options,
    strike_options,
)
from skirmish.rulesets.d100.dice import NOTHING
from skirmish.rulesets.d100.figures import close_weapons, weapons_of
from skirmish.rulesets.d100.handbook import HANDBOOK
from skirmish.rulesets.d100.kinds import Weapon
from skirmish.rulesets.d100.movement import DOOR, MOVE, POSE, RUN, TURN
from skirmish.rulesets.d100.reactions import DEFEND, SUPPRESS, suppress_options
from skirmish.rulesets.d100.shooting import AIM, FIRE, MODE
from skirmish.rulesets.d100.turn import COURSE, unless_held
from skirmish.rulesets.families import Family
from skirmish.rulesets.ruleset import (
    Card,
    Estimates,
    Outcomes,
    Reactions,
    Ruleset,
    Suggestions,
)

WeaponOptions = Callable[[View, Figure, Weapon], Iterable[Family]]


def by_weapon(
    weapons: Callable[[Figure], tuple[Weapon, ...]], *parts: tuple[Action[Any], WeaponOptions]
) -> tuple[Action[Any], ...]:
    """Complex actions with weapons, whose families come weapon by weapon, not order by order.

    All of them are options of the first action.
    """

    def options(known: View, figure: Figure) -> Iterator[Family]:
        for weapon in weapons(figure) if complex_refusal(figure) is None else ():
            for _, of_weapon in parts:
                yield from of_weapon(known, figure, weapon)

    first, *others = (action for action, _ in parts)
    return (evolve(first, options=options), *others)


ACTIONS: tuple[Action[Any], ...] = (
    MOVE,
    RUN,
    DOOR,
    TURN,
    FREE,
    FIRE,
    *by_weapon(
        weapons_of,
        (BOMBARD, bombard_options),
        (SUPPRESS, suppress_options),
        (RELOAD, reload_options),
    ),
    *by_weapon(close_weapons, (STRIKE, strike_options), (GRAPPLE, grapple_options)),
    DEFEND,
    AIM,
    MODE,
    POSE,
)
RULESET = Ruleset(
    handbook=HANDBOOK,
    name="d100",
    version=2,
    turn=COURSE,
    actions=tuple(action if action is FREE else unless_held(action) for action in ACTIONS),
    statements=read_statements("skirmish.rulesets.d100"),
    outcomes=Outcomes(
        no_effect=NOTHING,
        words=outcomes.words,
        loss=outcomes.loss,
        measures=outcomes.MEASURES,
    ),
    card=Card(
        lines=card.card,
        empty_weapons=dry,
        health=card.health,
        health_label="DUR",
        budgets=card.budgets,
    ),
    reactions=Reactions(threats=reactions.threats),
    suggestions=Suggestions(orders=suggestions.orders, actions=suggestions.actions),
    estimates=Estimates(
        menace=estimates.menace,
        prospect=estimates.prospect,
        budget_left=estimates.budget_left,
        aim_share=estimates.aim_share,
    ),
    weapon_modes=suggestions.weapon_modes,
)
